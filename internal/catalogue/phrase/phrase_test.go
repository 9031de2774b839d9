package phrase

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/date"
	"holidaymaker/internal/demo"
)

// today is the day on which the sentences are read, a Monday.
var today = date.Of(2026, 11, 30)

var holidays = []schoolholiday.Holiday{
	{Name: "christmas-holidays-2026", Span: schoolholiday.Span{From: date.Of(2026, 12, 19), To: date.Of(2027, 1, 3)}},
	{Name: "february-half-term-2027", Span: schoolholiday.Span{From: date.Of(2027, 2, 13), To: date.Of(2027, 2, 21)}},
	{Name: "easter-holidays-2027", Span: schoolholiday.Span{From: date.Of(2027, 3, 27), To: date.Of(2027, 4, 11)}},
	{Name: "may-half-term-2027", Span: schoolholiday.Span{From: date.Of(2027, 5, 29), To: date.Of(2027, 6, 6)}},
	{Name: "summer-holidays-2027", Span: schoolholiday.Span{From: date.Of(2027, 7, 24), To: date.Of(2027, 8, 31)}},
	{Name: "october-half-term-2027", Span: schoolholiday.Span{From: date.Of(2027, 10, 23), To: date.Of(2027, 10, 31)}},
}

func vocabulary(t testing.TB) *Vocabulary {
	t.Helper()
	e := demo.New(demo.Seed, 1500).Entities
	snapshot, problems := catalogue.NewSnapshot(&e)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return New(snapshot)
}

// facts are what a search says, in the words of the table of sentences.
func facts(v *Vocabulary, s *Search) (all []string) {
	add := func(on bool, format string, values ...any) {
		if on {
			all = append(all, fmt.Sprintf(format, values...))
		}
	}
	add(s.TypeSaid, "ch=%s", s.Channel)
	switch {
	case s.Park != nil:
		all = append(all, "park="+s.Park.ID)
	case s.Near != nil && strings.ContainsAny(s.Near.Name, "0123456789"):
		all = append(all, "code="+s.Near.Name)
	case s.Near != nil:
		all = append(all, "town="+strings.ReplaceAll(s.Near.Name, " ", "_"))
	case s.Region != nil:
		all = append(all, "region="+s.Region.ID)
	}
	add(s.Date != 0, "date=%s", s.Date.ISO())
	add(s.When != "", "when=%s", s.When)
	add(s.Nights > 0, "nights=%d", s.Nights)
	add(s.PartySaid, "party=%d+%d+%d", s.Adults, s.Children, s.Under5s)
	add(s.Dogs, "dogs")
	add(s.PriceMin > 0, "min=%d", s.PriceMin)
	add(s.PriceMax > 0, "max=%d", s.PriceMax)
	add(s.Cheapest, "sort=priceAsc")
	for _, id := range s.Features {
		all = append(all, "has="+v.catalogue.Filters()[id].Key)
	}
	for _, urn := range s.Offers {
		all = append(all, "offer="+urn)
	}
	for id, n := range s.AtLeast {
		all = append(all, fmt.Sprintf("%s=%d", map[string]string{"bedrooms": "beds", "bathrooms": "baths", "sleeps": "sleeps"}[v.catalogue.Filters()[id].Field], n))
	}
	return all
}

// agrees reports whether a fact is what the table says. People without ages may be counted as
// adults, or as a family.
func agrees(fact, said string) bool {
	size, ok := strings.CutPrefix(said, "people=")
	party, isParty := strings.CutPrefix(fact, "party=")
	if !ok || !isParty {
		return fact == said
	}
	var adults, children, infants int
	_, _ = fmt.Sscanf(party, "%d+%d+%d", &adults, &children, &infants)
	return fmt.Sprint(adults+children+infants) == size
}

func TestSentences(t *testing.T) {
	text, err := os.ReadFile("testdata/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	v := vocabulary(t)
	total, right := 0, 0
	for line := range strings.Lines(string(text)) {
		sentence, expected, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		total++
		reading := v.Read(sentence, today, holidays)
		got, want := facts(v, &reading.Search), strings.Fields(expected)
		unknown := reading.NotUnderstood()
		mustAsk := slices.Contains(want, "?")
		want = slices.DeleteFunc(want, func(f string) bool { return f == "?" })
		extra := slices.DeleteFunc(slices.Clone(got), func(f string) bool {
			return slices.ContainsFunc(want, func(w string) bool { return agrees(f, w) })
		})
		missing := slices.DeleteFunc(slices.Clone(want), func(w string) bool { return slices.ContainsFunc(got, func(f string) bool { return agrees(f, w) }) })
		switch {
		case len(extra) > 0 || (len(missing) > 0 || mustAsk) && len(unknown) == 0:
			t.Errorf("silently wrong: %q: extra %v, missing %v", sentence, extra, missing)
		case len(missing) > 0:
			var texts []string
			for _, s := range unknown {
				texts = append(texts, s.Text)
			}
			t.Logf("not understood: %q: missing %v, unknown %q", sentence, missing, texts)
		default:
			right++
		}
	}
	t.Logf("%d of %d sentences right (%.1f %%)", right, total, 100*float64(right)/float64(total))
	if total < 300 || float64(right) < .95*float64(total) {
		t.Errorf("%d of %d right", right, total)
	}
}

// A choice is a sentence of which more is understood than of the one that offers it.
func TestChoicesAreUnderstood(t *testing.T) {
	v := vocabulary(t)
	for _, sentence := range []string{
		"Yarmouth", "Burnham caravan", "June or July in Devon", "Cornwall or Devon in June", "lodge or cottage near Keswick", "3-4 nights in Whitby", "pool", "holiday park in Italy",
		"9 night stay in a lodge in Devon", "for 6 august in Devon", "£500 caravan", "weekend in Whitby", "4 days in Bude", "2 kids in Bude", "sleeps 5", "Devon and Cornwall",
	} {
		reading := v.Read(sentence, today, holidays)
		before, choices := len(reading.NotUnderstood()), 0
		for _, span := range reading.Spans {
			for _, choice := range span.Choices {
				choices++
				then := v.Read(choice.Sentence, today, holidays)
				if after := len(then.NotUnderstood()); after >= before || !then.Understands() {
					t.Errorf("%q offers %q, %q, of which %+v is not understood", sentence, choice.Label, choice.Sentence, then.NotUnderstood())
				}
			}
		}
		if choices == 0 {
			t.Errorf("%q offers nothing: %+v", sentence, reading.Spans)
		}
	}
}

// The next holiday of a name counts, also where the file has those of years that are past.
func TestTheNextSchoolHolidayCounts(t *testing.T) {
	v := vocabulary(t)
	years := append(slices.Clone(holidays), schoolholiday.Holiday{Name: "february-half-term-2028", Span: schoolholiday.Span{From: date.Of(2028, 2, 12), To: date.Of(2028, 2, 20)}},
		schoolholiday.Holiday{Name: "easter-holidays-2028", Span: schoolholiday.Span{From: date.Of(2028, 4, 8), To: date.Of(2028, 4, 23)}},
		schoolholiday.Holiday{Name: "my-half-term-2029", Span: schoolholiday.Span{From: date.Of(2029, 2, 12), To: date.Of(2029, 2, 20)}},
		schoolholiday.Holiday{Name: "autumn-holidays-2029", Span: schoolholiday.Span{From: date.Of(2029, 10, 12), To: date.Of(2029, 10, 20)}})
	for _, c := range []struct {
		today          date.Date
		sentence, when string
	}{
		{date.Of(2027, 3, 1), "half term in Devon", "may-half-term-2027"},
		{date.Of(2027, 6, 10), "half term in Devon", "october-half-term-2027"},
		{date.Of(2027, 3, 1), "february half term in Devon", "february-half-term-2028"},
		{today, "easter 2028 in Devon", "easter-holidays-2028"},
		{today, "easter 2027 in Devon", "easter-holidays-2027"},
		{date.Of(2027, 4, 20), "easter in Devon", "easter-holidays-2028"},
		{date.Of(2027, 4, 20), "easter 2027 in Devon", ""},
		{today, "my half term in Devon", "my-half-term-2029"},
		{today, "autumn in Devon", ""},
	} {
		reading := v.Read(c.sentence, c.today, years)
		if got := reading.Search.When; got != c.when || c.when == "" && len(reading.NotUnderstood()) == 0 {
			t.Errorf("%s on %s: %q, not %q", c.sentence, c.today.ISO(), got, c.when)
		}
	}
}
