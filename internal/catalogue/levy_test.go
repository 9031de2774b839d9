package catalogue

import (
	"errors"
	"slices"
	"testing"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

var edinburgh = Levy{Name: "Edinburgh visitor levy", Percent: 5_00, Nights: 5, From: "2026-07-24"}

func TestLeviesOfAParkReplaceThoseOfItsRegion(t *testing.T) {
	wales := []Levy{{Name: "Welsh visitor levy", Amount: 75, AdultsOnly: true, Channels: []string{"uktouring"}}, {Name: "Welsh visitor levy", Amount: 1_30, Channels: []string{"uklodge"}}}
	region := Region{Levies: wales}
	for name, one := range map[string]struct {
		park    Park
		channel string
		want    []Levy
	}{
		"the region's, by channel":   {Park{}, "uktouring", wales[:1]},
		"the region's for lodges":    {Park{}, "uklodge", wales[1:]},
		"none on the other channels": {Park{}, "ukcaravan", nil},
		"the park's own":             {Park{Levies: []Levy{edinburgh}}, "uklodge", []Levy{edinburgh}},
		"a park without":             {Park{NoLevy: true}, "uklodge", nil},
	} {
		got := one.park.LeviesOn(UnitType{Channel: one.channel}, region)
		if !slices.EqualFunc(got, one.want, func(a, b Levy) bool { return a.Name == b.Name && a.Amount == b.Amount && a.Percent == b.Percent }) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestWhatAParkSaysOfItsLevies(t *testing.T) {
	park := &ParkInfo{Park: Park{Levies: []Levy{edinburgh, {Name: "Pitch levy", Amount: 75, AdultsOnly: true, Channels: []string{"uktouring"}}}}, Region: &Region{}}
	for _, channel := range []string{"uklodge", "uktouring", "uktouring"} {
		park.Units = append(park.Units, &UnitInfo{UnitType: UnitType{Channel: channel, BookingFee: 10_00}, Park: park})
	}
	want := []string{"Prices include Edinburgh visitor levy: 5%, on the first 5 nights (arrival from Fri 24th Jul 2026).",
		"UK Camping & Touring Parks: prices include Pitch levy: £0.75 per adult per night."}
	last := date.Of(2026, time.July, 23)
	park.Levies = append(park.Levies, Levy{Name: "An older levy", Amount: 50, Until: last.ISO()})
	if got := park.GuestTexts(last + 1); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := park.GuestTexts(last); len(got) != 3 || got[1] != "Prices include An older levy: £0.50 per person per night (arrival until Thu 23rd Jul 2026)." {
		t.Errorf("on its last day: %q", got)
	}
	park.Levies = park.Levies[:2]
	if rules := park.Units[1].LevyRules(); len(rules) != 2 || rules[0].Exempt != 10_00 || rules[0].Of(110_00, rules[0].First, 1, 2, 0) != 5_00 {
		t.Errorf("%+v", rules)
	}
}

func TestLeviesAreChecked(t *testing.T) {
	for field, change := range map[string]func(*Levy){
		"levies[0].name":        func(l *Levy) { l.Name = " " },
		"levies[0].percent":     func(l *Levy) { l.Amount = 1_00 },
		"levies[0].amount":      func(l *Levy) { l.Percent, l.Amount = 0, 100_01 },
		"levies[0].adultsOnly":  func(l *Levy) { l.AdultsOnly = true },
		"levies[0].nights":      func(l *Levy) { l.Nights = -1 },
		"levies[0].min":         func(l *Levy) { l.Min = -1 },
		"levies[0].max":         func(l *Levy) { l.Min, l.Max = 2_00, 1_00 },
		"levies[0].from":        func(l *Levy) { l.From = "24/07/2026" },
		"levies[0].until":       func(l *Levy) { l.Until = "2026-07-23" },
		"levies[0].channels[0]": func(l *Levy) { l.Channels = []string{"UKL"} },
	} {
		l := edinburgh
		change(&l)
		region := Region{ID: "1", Name: "Edinburgh", Country: "GB", Levies: []Levy{l}}
		park := Park{ID: "P", Name: "Bay", RegionID: "1", OperatorID: "O", Country: "GB", Levies: []Levy{l}}
		for _, err := range []error{region.Validate(), park.Validate()} {
			var invalid *Invalid
			if !errors.As(err, &invalid) || invalid.Field != field {
				t.Errorf("%s: %v", field, err)
			}
		}
	}
	for _, l := range []Levy{{Name: "None", Percent: 0}, {Name: "All", Percent: money.Whole + 1}, {Name: "Back", Percent: -1}} {
		if (Region{ID: "1", Name: "Edinburgh", Country: "GB", Levies: []Levy{l}}).Validate() == nil {
			t.Errorf("%+v is accepted", l)
		}
	}
	both := Park{ID: "P", Name: "Bay", RegionID: "1", OperatorID: "O", Country: "GB", Levies: []Levy{edinburgh}, NoLevy: true}
	if both.Validate() == nil {
		t.Error("a park with levies and without")
	}
}
