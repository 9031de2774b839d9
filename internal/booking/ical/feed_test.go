package ical

import (
	"errors"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date"
)

// nights returns some nights, counted from today.
func nights(offsets ...int) Nights {
	n := Nights{}
	for _, o := range offsets {
		n[today+date.Date(o)] = true
	}
	return n
}

// A feed that loses most of its nights must say so twice, and the same.
func TestWhatAFeedMayFree(t *testing.T) {
	type step struct {
		says        Nights // nil: it fails
		block, free int
		failing     bool
	}
	four := nights(1, 2, 3, 4)
	for name, steps := range map[string][]step{
		"one night":                  {{nights(1, 2, 3), 0, 1, false}},
		"half":                       {{nights(1, 2), 0, 2, false}},
		"more than half, twice":      {{nights(1), 0, 0, true}, {nights(1), 0, 3, false}},
		"all, twice":                 {{nights(), 0, 0, true}, {nights(), 0, 4, false}},
		"more than half, then back":  {{nights(1), 0, 0, true}, {four, 0, 0, false}, {nights(1), 0, 0, true}},
		"every time something else":  {{nights(1), 0, 0, true}, {nights(2), 0, 0, true}, {nights(1), 0, 0, true}},
		"a failure between":          {{nights(1), 0, 0, true}, {nil, 0, 0, true}, {nights(1), 0, 3, false}},
		"others are blocked at once": {{nights(1, 8, 9), 2, 0, true}, {nights(1, 8, 9), 0, 3, false}},
		"a failure":                  {{nil, 0, 0, true}, {four, 0, 0, false}},
	} {
		c, blocked := Calendar{ETag: "old"}, nights(1, 2, 3, 4)
		now := time.Date(2027, time.July, 5, 9, 0, 0, 0, time.UTC)
		for i, s := range steps {
			now = now.Add(Every)
			f := fetched{blocked: s.says, etag: "new"}
			if s.says == nil {
				f.err = errors.New("it is down")
			}
			block, free := c.take(f, blocked, now)
			if len(block) != s.block || len(free) != s.free || (c.Error != "") != s.failing || c.Good.Equal(now) == s.failing || !c.Tried.Equal(now) {
				t.Errorf("%s, step %d: blocks %v, frees %v, %+v", name, i, block, free, c)
			}
			if c.Fewer != "" && c.ETag != "" && s.says != nil {
				t.Errorf("%s, step %d: the next document would not be read", name, i)
			}
			blocked = blocked.without(free)
			for night := range block {
				blocked[night] = true
			}
		}
	}
}

func TestAnOverlapIsForStaffUnlessTheChannelKnewTheBooking(t *testing.T) {
	changed := time.Date(2027, time.July, 5, 9, 0, 0, 0, time.UTC)
	stays := []Stay{{Ref: "R", First: today - 1, Nights: 4, Changed: changed}, {Ref: "S", First: today + 10, Nights: 2, Changed: changed}}
	for name, c := range map[string]struct {
		read    time.Time
		blocked Nights
		known   []Overlap
		want    string
	}{
		"none":                       {time.Time{}, nights(3, 9, 12), nil, ""},
		"it never read our nights":   {time.Time{}, nights(0, 1, 2), nil, "R!"},
		"it read them before":        {changed.Add(-time.Hour), nights(0, 1, 2), nil, "R!"},
		"it knew":                    {changed.Add(time.Hour), nights(0, 1, 2, 10, 11), nil, "R S"},
		"it knew, and blocks a part": {changed.Add(time.Hour), nights(1, 2), nil, "R!"},
		"for staff until it is gone": {changed.Add(time.Hour), nights(0, 1, 2), []Overlap{{"R", true}}, "R!"},
		"settled":                    {time.Time{}, nights(1), []Overlap{{"R", false}, {"S", true}}, "R"},
	} {
		var words []string
		for _, o := range (&Calendar{Read: c.read}).overlaps(stays, c.blocked, c.known, today) {
			if o.Open {
				o.Ref += "!"
			}
			words = append(words, o.Ref)
		}
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestAddressesOfFeeds(t *testing.T) {
	for address, ok := range map[string]bool{
		"": true, "https://a.example/1.ics?s=2": true, "webcal://a.example/1.ics": true,
		"http://a.example/1.ics": false, "https://u:p@a.example/": false, "ftp://a.example/": false, "a.example": false, "https://": false, ":": false,
	} {
		c := Calendar{Source: "airbnb", Address: address}
		if err := c.check(); (err == nil) != ok || ok && strings.HasPrefix(c.Address, "webcal") {
			t.Errorf("%q: %v, %q", address, err, c.Address)
		}
	}
	for _, source := range []string{"", "Airbnb", "a/b", "a b", strings.Repeat("a", 41)} {
		if c := (Calendar{Source: source}); c.check() == nil {
			t.Errorf("%q is a name", source)
		}
	}
}
