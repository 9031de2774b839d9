package find_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/office/find"
)

var parks = find.NewParks([]find.Park{{"gannet", "Gannet Sands"}, {"puffin", "Puffin Point"}, {"glen", "Glen Torran"}, {"golden", "Golden Sands"}})

func TestTheTextOfASearchIsReadByTheShapeOfItsWords(t *testing.T) {
	today := date.Of(2027, time.May, 27)
	for text, want := range map[string]string{
		"7K3QX-9F2MA":                "reference",
		"7k3qx9f2ma":                 "reference",
		"7k3qx":                      "reference",
		"123456":                     "reference",
		"h.ashworth@post.example":    "email",
		"07700 900417":               "phone",
		"+44 7700 900417 ashw":       "phone, name | phone, name",
		"(01632) 960118":             "phone",
		"LS99 4TH":                   "postcode",
		"ls994th":                    "postcode",
		"LS99":                       "postcode",
		"m1 1ae smith":               "postcode, name | postcode, name",
		"£313":                       "amount",
		"£1,120.50":                  "amount",
		"313.00":                     "amount",
		"313":                        "amount",
		"10.12":                      "amount",
		"4421":                       "card",
		"18 jun":                     "day",
		"fri 18th June 2027":         "day",
		"18jun ashw":                 "day, name | day, name",
		"18/6":                       "day",
		"18/06/2027":                 "day",
		"2027-06-18 £50":             "day, amount",
		"tomorrow gannet":            "day, name | day, park | day, name",
		"31 feb":                     "amount, name | amount, name",
		"ashw gannet":                "name, name | name, park | name, park",
		"gannet sands":               "name, name | park",
		"sands":                      "name | park | name",
		"o’brien":                    "name | name",
		"christophe":                 "name | name | reference",
		"may":                        "name | name",
		" , ":                        "",
		"":                           "",
		"aa bb cc dd ee ff gg hh ii": "",
		strings.Repeat("x", 101):     "",
	} {
		var readings []string
		for _, terms := range find.Read(text, today, parks) {
			var kinds []string
			for _, term := range terms {
				kinds = append(kinds, term.Kind)
			}
			readings = append(readings, strings.Join(kinds, ", "))
		}
		if got := strings.Join(readings, " | "); got != want {
			t.Errorf("%q is read as %s, not %s", text, got, want)
		}
	}
}

func TestWhatATermMatches(t *testing.T) {
	today := date.Of(2027, time.May, 27)
	for text, want := range map[string]string{
		"7K3QX-9F2MO":        "ref 7k3qx9f2mo… ref 7k3qx9f2m0…",
		"+44 (0)7700 900417": "phone 07700900417…",
		"0044 7700 900417":   "phone 07700900417…",
		"07700900417":        "phone 07700900417…",
		"ls99 4th":           "postcode ls994th…",
		"£1,120.50":          "sum 112050",
		"4421":               "sum 442100 card 4421",
		"O'Brien":            "name obrien… forename obrien…",
		"Müller":             "name muller… forename muller…",
		"18 jun":             "2026-06-18 2027-06-18 2028-06-18",
		"18 jun 2026":        "2026-06-18",
		"29 feb":             "2028-02-29",
		"tomorrow":           "2027-05-28",
	} {
		var said []string
		term := find.Read(text, today, parks)[0][0]
		for _, m := range term.Matches {
			more := ""
			if m.Below != "" {
				more = "…"
			}
			said = append(said, fmt.Sprintf("%s %s%s", m.Kind, m.From, more))
		}
		for _, d := range term.Days {
			said = append(said, d.ISO())
		}
		if got := strings.Join(said, " "); got != want {
			t.Errorf("%q matches %s, not %s", text, got, want)
		}
	}
}
