package money

import (
	"testing"

	"pgregory.net/rapid"

	"holidaymaker/internal/date"
)

// The rules of Scottish councils, of Wales, and of a French commune.
func TestLevies(t *testing.T) {
	july := date.Of(2026, 7, 24)
	edinburgh := Levy{Percent: 5_00, Nights: 5, Exempt: 10_00, First: july}
	pitch := Levy{Amount: 75, AdultsOnly: true}
	for name, one := range map[string]struct {
		levy                   Levy
		price                  Pence
		arrival                date.Date
		nights, adults, others int
		want                   Pence
	}{
		"a percentage of the price without our fee": {edinburgh, 262_00, july, 3, 2, 2, 12_60},
		"a stay that begins the day before":         {edinburgh, 262_00, july - 1, 3, 2, 2, 0},
		"of seven nights five count":                {edinburgh, 710_00, july, 7, 2, 0, 25_00},
		"half a penny":                              {Levy{Percent: 5_00}, 1_10, july, 1, 1, 0, 6},
		"each person and night":                     {Levy{Amount: 1_30}, 300_00, july, 4, 2, 2, 20_80},
		"adults alone":                              {pitch, 80_00, july, 4, 2, 2, 6_00},
		"at most so much":                           {Levy{Amount: 1_30, Max: 15_00}, 300_00, july, 4, 2, 2, 15_00},
		"at least so much":                          {Levy{Percent: 1_00, Min: 2_00}, 100_00, july, 1, 2, 0, 2_00},
		"a price that is less than our fee":         {edinburgh, 5_00, july, 1, 1, 0, 0},
		"the day after the last":                    {Levy{Amount: 1_30, Last: july}, 300_00, july + 1, 4, 2, 2, 0},
	} {
		if got := one.levy.Of(one.price, one.arrival, one.nights, one.adults, one.others); got != one.want {
			t.Errorf("%s: %s, want %s", name, got, one.want)
		}
	}
	for levy, want := range map[Levy]string{
		edinburgh:                           "5%, on the first 5 nights",
		pitch:                               "£0.75 per adult per night",
		{Amount: 1_30, Nights: 1}:           "£1.30 per person per night, on the first night",
		{Percent: 2_50, Min: 1, Max: 50_00}: "2.5%, at least £0.01, at most £50",
	} {
		if levy.Text() != want {
			t.Errorf("%q, want %q", levy.Text(), want)
		}
	}
}

// The index finds the price without a levy by this.
func TestALevyNeverFallsWhenThePriceGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, most int) int { return rapid.IntRange(0, most).Draw(t, name) }
		l := Levy{Percent: Percent(number("percent", int(Whole))), Exempt: Pence(number("fee", 5000)), Nights: number("nights that count", 9),
			Min: Pence(number("least", 500)), Max: Pence(number("most", 5000))}
		price, nights := Pence(number("price", 1_000_000)), 1+number("nights", 62)
		if l.Of(price, 0, nights, 2, 0) > l.Of(price+1, 0, nights, 2, 0) {
			t.Fatal("it falls")
		}
	})
}
