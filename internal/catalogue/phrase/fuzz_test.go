package phrase

import (
	"os"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
)

// FuzzRead reads any text: the spans cover it, a second reading is the same, no choice and no
// shorter sentence is itself unreadable, and the search can be asked for.
func FuzzRead(f *testing.F) {
	text, err := os.ReadFile("testdata/sentences.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		sentence, _, _ := strings.Cut(line, " | ")
		f.Add(sentence)
	}
	f.Add("é £1,000 – 12–19\u0301 June/July w/o 99999999999999999999 nights \xff")
	f.Add(strings.Repeat("lodge é or ", 60))
	v := vocabulary(f)
	f.Fuzz(func(t *testing.T, sentence string) {
		reading := v.Read(sentence, today, holidays)
		var covered strings.Builder
		for _, s := range reading.Spans {
			covered.WriteString(s.Text)
			if s.Kind != Filler {
				v.Read(s.Without, today, holidays)
			}
			for _, c := range s.Choices {
				v.Read(c.Sentence, today, holidays)
			}
		}
		if want := strings.ToValidUTF8(sentence, ""); covered.String() != want {
			t.Errorf("the spans of %q are %q", want, covered.String())
		}
		s := reading.Search
		channel, known := catalogue.ChannelOf(s.Channel)
		if !known || s.Adults < channel.MinAdults() || s.Adults+s.Children+s.Under5s > catalogue.MaxParty || s.Date != 0 && s.Date <= today || s.Date != 0 && s.When != "" ||
			s.PriceMax < 0 || s.PriceMax >= priceTop || s.PriceMin >= priceTop || s.Nights < 0 || s.Nights > maxNights || s.Dogs && !channel.TakesDogs() {
			t.Errorf("%q asks for %+v", sentence, s)
		}
		if again := v.Read(sentence, today, holidays); again.Search.Query(0, 0) != s.Query(0, 0) {
			t.Errorf("%q is read in two ways", sentence)
		}
	})
}
