package ical

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"holidaymaker/internal/date"
)

// seed makes the UIDs of the tests.
var seed = uuid.MustParse("0d9ad1c1-4a3c-4a71-9d9a-5f4c3a1b2c3d")

func at(hour int) time.Time { return time.Date(2027, time.January, 5, hour, 0, 0, 0, time.UTC) }

func TestTheDocumentOfOurNights(t *testing.T) {
	stays := []Stay{
		{Ref: "K7QXM2PHRW", First: date.Of(2027, time.July, 16), Nights: 3, Started: at(10), Changed: at(11)},
		{Ref: "GONE", First: today - 3, Nights: 3, Started: at(10), Changed: at(10)}, // they leave today
	}
	c := Calendar{Seed: seed}
	want := strings.Join([]string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Holidaymaker//Reserved nights//EN", "METHOD:PUBLISH", "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
		"BEGIN:VEVENT", "UID:" + uuid.NewSHA1(seed, []byte("K7QXM2PHRW")).String(), "DTSTAMP:20270105T110000Z", "LAST-MODIFIED:20270105T110000Z", "SEQUENCE:3600",
		"DTSTART;VALUE=DATE:20270716", "DTEND;VALUE=DATE:20270719", "SUMMARY:Reserved", "TRANSP:OPAQUE", "END:VEVENT", "END:VCALENDAR", ""}, "\r\n")
	if got := string(document(c.events(stays, nil, today))); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// A change keeps the UID and raises the SEQUENCE.
	moved := stays[0]
	moved.First, moved.Changed = moved.First+7, at(12)
	before, after := c.events(stays, nil, today)[0], c.events([]Stay{moved}, nil, today)[0]
	if before.uid != after.uid || !after.changed.After(before.changed) {
		t.Errorf("%+v, %+v", before, after)
	}
	// What we write, we can read.
	if nights, notice, err := Parse([]byte(want), today); err != nil || notice != "" || written(nights) != "16-18" {
		t.Errorf("%v, %q, %v", written(nights), notice, err)
	}
}

func TestClosuresInTheDocument(t *testing.T) {
	c := Calendar{Seed: seed}
	shut := func(id string, first, last, units, hour int) Closed {
		return Closed{id, today + date.Date(first), today + date.Date(last), units, at(hour)}
	}
	runs := func(closed ...Closed) (got []string, events []event) {
		events = c.events(nil, closed, today)
		for _, e := range events {
			n := Nights{}
			for night := e.first; night < e.end; night++ {
				n[night] = true
			}
			got = append(got, written(n))
		}
		return got, events
	}
	got, whole := runs(shut("A", 5, 11, 1, 9))
	if !slices.Equal(got, []string{"10-16"}) || !whole[0].changed.Equal(at(9)) {
		t.Errorf("%v, %+v", got, whole)
	}
	got, cut := runs(shut("A", 5, 11, 1, 9), shut("B", 7, 8, -1, 10))
	if !slices.Equal(got, []string{"10-11", "14-16"}) || cut[0].uid != whole[0].uid || cut[1].uid == cut[0].uid || !cut[0].changed.Equal(at(10)) {
		t.Errorf("%v, %+v", got, cut)
	}
	if got, _ = runs(shut("A", 5, 11, 1, 9), shut("B", 5, 11, -1, 10)); got != nil {
		t.Errorf("what was opened again: %v", got)
	}
	if got, _ = runs(shut("A", 5, 6, 1, 9), shut("B", 5, 6, -1, 10), shut("C", 6, 7, 1, 11)); !slices.Equal(got, []string{"11-12"}) {
		t.Errorf("closed again: %v", got)
	}
}

func TestLinesAreFoldedBetweenRunes(t *testing.T) {
	for _, line := range []string{"", "SUMMARY:Reserved", strings.Repeat("x", 75), strings.Repeat("x", 76), "SUMMARY:" + strings.Repeat("é", 200), "S:" + strings.Repeat("🏕", 60), "a" + strings.Repeat("🏕", 60)} {
		var b bytes.Buffer
		fold(&b, line)
		text := b.String()
		for part := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
			if len(part) > 75 || !utf8.ValidString(part) {
				t.Errorf("%q has %d octets", part, len(part))
			}
		}
		if strings.TrimSuffix(strings.ReplaceAll(text, "\r\n ", ""), "\r\n") != line {
			t.Errorf("%q became %q", line, text)
		}
	}
}
