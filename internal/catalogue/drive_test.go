package catalogue

import (
	"strings"
	"testing"
)

func TestATableOfDriveTimes(t *testing.T) {
	table, err := ParseDriveTimes([]byte("\ufeffMinutes, from ,to\n75,YO1,yo22\n 80 ,YO22,YO1\n61,LS1,YO22\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to string
		minutes  int
		known    bool
	}{{"YO1", "YO22", 75, true}, {"YO22", "YO1", 80, true}, {"YO22", "LS1", 61, true}, {"YO1", "LS1", 0, false}} {
		if n, ok := table.between(c.from, c.to); n != c.minutes || ok != c.known {
			t.Errorf("%s to %s: %d, %v", c.from, c.to, n, ok)
		}
	}
	for text, want := range map[string]string{
		"":                                        "the first line has no columns",
		"from,to\nYO1,YO2":                        `line 1: there is no column "minutes"`,
		"from,to,minutes\nYO1,YO22,75\nYO1,Y,7":   `line 3: "Y" is not the first half of a British postcode, such as TR7`,
		"from,to,minutes\nYO1 9AB,YO22,75":        `line 2: "YO1 9AB" is not the first half`,
		"from,to,minutes\nYO1,YO22,1h":            `line 2: "1h" is not a whole number of minutes from 0 to 2880`,
		"from,to,minutes\nYO1,YO22,2881":          `line 2: "2881" is not a whole number`,
		"from,to,minutes\nYO1,YO22,-1":            `line 2: "-1" is not a whole number`,
		"from,to,minutes\nYO1,YO22,5\nyo1,YO22,6": "line 3: the drive from YO1 to YO22 was stated before",
		"from,to,minutes\nYO1,YO22":               "read the drive times: record on line 2: wrong number of fields",
		"from,to,minutes\nY\"O1,YO22,5":           `line 2, column 2: bare "`,
		"from,to,minutes\n\"YO1,YO22,5":           "parse error on line 2",
	} {
		if _, err := ParseDriveTimes([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestADriveIsMeasuredOrEstimatedAndNotAcrossTheSea(t *testing.T) {
	park := func(postcode string, lat, lon float64) Park {
		return Park{ID: strings.ReplaceAll(postcode, " ", ""), Name: postcode, RegionID: "1", OperatorID: "OP", Country: "GB", Postcode: postcode, Lat: lat, Lon: lon}
	}
	e := Entities{
		Regions:   []Region{{ID: "1", Name: "Here", Country: "GB"}},
		Operators: []Operator{{ID: "OP", Name: "Operator"}},
		Parks:     []Park{park("YO22 4EQ", 54.49, -.61), park("PO33 1AA", 50.73, -1.16), park("PO11 9AA", 50.78, -.98), park("PA65 6AY", 56.47, -5.71), {ID: "none", Name: "None", RegionID: "1", OperatorID: "OP", Country: "GB", Lat: 54, Lon: -1}},
	}
	for _, p := range e.Parks {
		e.Units = append(e.Units, UnitType{ID: p.ID, ParkID: p.ID, Name: "Unit", Channel: "ukcaravan", Sleeps: 4})
	}
	s, problems := NewSnapshot(&e)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	table, err := ParseDriveTimes([]byte("from,to,minutes\nPO1,PO33,70\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, park string
		want       Drive
		ok         bool
	}{
		{"YO1", "YO224EQ", Drive{70, 41, true}, true}, // planners say 1 h 10 min
		{"BT1", "YO224EQ", Drive{}, false},
		{"PO30", "PO331AA", Drive{20, 4, true}, true}, // from the middle of the parks of the area PO
		{"SO14", "PO331AA", Drive{}, false},
		{"PO1", "PO331AA", Drive{70, 6, false}, true}, // by the ferry, measured
		{"YO1", "none", Drive{}, false},
		{"PA34", "PA656AY", Drive{}, false}, // Oban to Mull, by ferry alone
		{"PA65", "PA656AY", Drive{15, 0, true}, true},
	} {
		home, ok := s.Home(c.from)
		if !ok {
			t.Fatal(c.from)
		}
		got, ok := s.Within(home, table, func(Drive) bool { return true })[c.park]
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s to %s: %+v, %v, want %+v", c.from, c.park, got, ok, c.want)
		}
	}
}
