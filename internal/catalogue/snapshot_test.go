package catalogue

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// country returns a small catalogue with a case for every rule of the indexes.
func country() *Entities {
	return &Entities{
		Regions: []Region{
			{ID: "12", Name: "Cornwall", Country: "GB"}, {ID: "7", Name: "ángus", Country: "GB"}, {ID: "15", Name: "Hidden", Country: "GB"},
			{ID: "60", Name: "Slovenia", Country: "SI"}, {ID: "61", Name: "Andorra", Country: "AD"},
			{ID: "62", Name: "France: South & Corsica", Country: "FR"}, {ID: "63", Name: "France: North", Country: "FR"},
			{ID: "70", Name: "Empty", Country: "GB"},
		},
		Operators: []Operator{{ID: "HAV", Name: "Zephyr"}, {ID: "ABC", Name: "Élan"}, {ID: "NON", Name: "No parks"}},
		Parks: []Park{
			{ID: "P1", Name: "Sandy Bay", RegionID: "12", OperatorID: "HAV", Features: []string{"pool"}, TownID: "1", Town: "Newquay"},
			{ID: "P2", Name: "Bay of Sand", RegionID: "12", OperatorID: "ABC", TownID: "2", Town: "Bude"},
			{ID: "P3", Name: "Glen", RegionID: "7", OperatorID: "HAV"},
			{ID: "P4", Name: "Secret Sands", RegionID: "15", OperatorID: "NON"},
			{ID: "P5", Name: "Lac", RegionID: "62", OperatorID: "HAV"}, {ID: "P6", Name: "Mer", RegionID: "63", OperatorID: "HAV"},
			{ID: "P7", Name: "Jezero", RegionID: "60", OperatorID: "HAV"}, {ID: "P8", Name: "Mont", RegionID: "61", OperatorID: "HAV"},
			{ID: "BAD", Name: "Nowhere", RegionID: "99", OperatorID: "HAV"},
		},
		Units: []UnitType{
			{ID: "P1-A", ParkID: "P1", Channel: "ukcaravan", Sleeps: 4, Bedrooms: 2, Features: []string{"tub", "gone"}},
			{ID: "P1-B", ParkID: "P1", Channel: "uklodge", Sleeps: 8, Bedrooms: 3, Dogs: true},
			{ID: "P2-A", ParkID: "P2", Channel: "ukcaravan", Sleeps: 6},
			{ID: "P3-A", ParkID: "P3", Channel: "ukcaravan", Sleeps: 6, Dogs: true},
			{ID: "P4-A", ParkID: "P4", Channel: "ukcaravan", Sleeps: 6},
			{ID: "P5-A", ParkID: "P5", Channel: "eurocaravan", Sleeps: 6}, {ID: "P6-A", ParkID: "P6", Channel: "eurocaravan", Sleeps: 6},
			{ID: "P7-A", ParkID: "P7", Channel: "eurocaravan", Sleeps: 6}, {ID: "P8-A", ParkID: "P8", Channel: "eurocaravan", Sleeps: 6},
			{ID: "LOST", ParkID: "BAD", Channel: "ukcaravan", Sleeps: 2},
		},
		Features: []Feature{{Key: "tub", Name: "Hot tub", Group: "2", Order: 1}, {Key: "pool", Name: "Indoor pool", Group: "1", Order: 2}},
		Offers:   []Offer{{URN: "B", Label: "zoo tickets"}, {URN: "A", Label: "Kids go free"}},
	}
}

func names[T any](list []T, name func(T) string) string {
	var all []string
	for _, one := range list {
		all = append(all, name(one))
	}
	return strings.Join(all, "|")
}

func regionNames(list []*RegionInfo) string {
	return names(list, func(r *RegionInfo) string { return r.Name })
}
func parkIDs(list []*ParkInfo) string { return names(list, func(p *ParkInfo) string { return p.ID }) }

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestSnapshot(t *testing.T) {
	s, problems := NewSnapshot(country())

	t.Run("an entity that refers to a missing one is left out and reported", func(t *testing.T) {
		if len(problems) != 2 {
			t.Errorf("problems %v, want those of a park and a unit type", problems)
		}
		if _, ok := s.Park("BAD"); ok {
			t.Error("a park without a region is on sale")
		}
		if _, ok := s.Unit("LOST"); ok {
			t.Error("a unit type without a park is on sale")
		}
	})
	t.Run("[CHAN-15] regions are indexed by channel, and by operator and channel", func(t *testing.T) {
		same(t, "ukcaravan", regionNames(s.Regions("ukcaravan")), "ángus|Cornwall")
		same(t, "uklodge", regionNames(s.Regions("uklodge")), "Cornwall")
		same(t, "boats", regionNames(s.Regions("boats")), "")
		same(t, "of ABC", regionNames(s.RegionsOf("ABC", "ukcaravan")), "Cornwall")
		same(t, "of HAV", regionNames(s.RegionsOf("HAV", "ukcaravan")), "ángus|Cornwall")
		same(t, "of HAV, lodges", regionNames(s.RegionsOf("HAV", "uklodge")), "Cornwall")
		same(t, "of nobody", regionNames(s.RegionsOf("none", "uklodge")), "")
	})
	t.Run("European regions are in the specified order, others follow", func(t *testing.T) {
		same(t, "eurocaravan", regionNames(s.Regions("eurocaravan")), "France: North|France: South & Corsica|Slovenia|Andorra")
	})
	t.Run("a region is dog-friendly on a channel when a unit there takes dogs", func(t *testing.T) {
		for _, c := range []struct {
			channel, region string
			parks           int
			dogs            bool
		}{{"ukcaravan", "12", 2, false}, {"uklodge", "12", 1, true}, {"ukcaravan", "7", 1, true}} {
			i := slices.IndexFunc(s.Regions(c.channel), func(r *RegionInfo) bool { return r.ID == c.region })
			if r := s.Regions(c.channel)[i]; r.ParkCount != c.parks || r.Dogs() != c.dogs {
				t.Errorf("%s in %s: %d parks, dogs %v; want %d, %v", c.channel, c.region, r.ParkCount, r.Dogs(), c.parks, c.dogs)
			}
		}
	})
	t.Run("[CHAN-17] operators are indexed by channel, by name", func(t *testing.T) {
		operators := func(channel, region string) string {
			return names(s.Operators(channel, region), func(o *Operator) string { return o.Name })
		}
		same(t, "ukcaravan", operators("ukcaravan", ""), "Élan|Zephyr")
		same(t, "uklodge", operators("uklodge", AllRegions), "Zephyr")
		same(t, "in a region", operators("ukcaravan", "7"), "Zephyr")
	})
	t.Run("[SRCH-77] region 15 is never shown", func(t *testing.T) {
		for _, c := range Channels {
			if lists := regionNames(s.Regions(c.Code)) + regionNames(s.RegionsOf("NON", c.Code)); strings.Contains(lists, "Hidden") {
				t.Errorf("%s lists %s", c.Code, lists)
			}
		}
		if _, ok := s.Region(HiddenRegion); ok {
			t.Error("it is a region")
		}
		same(t, "its parks", parkIDs(s.Parks("15", ParkFilter{})), "")
		same(t, "all parks", parkIDs(s.Parks(AllRegions, ParkFilter{Channel: "ukcaravan"})), "P2|P3|P1")
		same(t, "found by name", parkIDs(s.FindParks("sand", "", 20)), "P1|P2")
	})
	t.Run("parks of a region are narrowed and ordered by name", func(t *testing.T) {
		same(t, "all", parkIDs(s.Parks("12", ParkFilter{})), "P2|P1")
		same(t, "channel", parkIDs(s.Parks("12", ParkFilter{Channel: "uklodge"})), "P1")
		same(t, "operator", parkIDs(s.Parks("12", ParkFilter{Operator: "ABC"})), "P2")
		same(t, "town", parkIDs(s.Parks("12", ParkFilter{Town: "1"})), "P1")
		same(t, "dogs", parkIDs(s.Parks("12", ParkFilter{Dogs: true})), "P1")
		same(t, "dogs on another channel", parkIDs(s.Parks("12", ParkFilter{Dogs: true, Channel: "ukcaravan"})), "")
		same(t, "towns", names(s.Towns("12"), func(t *Town) string { return t.Slug + ":" + parkIDs(t.Parks) }), "bude:P2|newquay:P1")
	})
	t.Run("parks are found by the words of their names", func(t *testing.T) {
		same(t, "beginning first", parkIDs(s.FindParks("Bay", "", 20)), "P2|P1")
		same(t, "words in any order", parkIDs(s.FindParks("bay san", "", 20)), "P2|P1")
		same(t, "limit", parkIDs(s.FindParks("bay", "", 1)), "P2")
		same(t, "channel", parkIDs(s.FindParks("bay", "uklodge", 20)), "P1")
		same(t, "nothing asked", parkIDs(s.FindParks("  ", "", 20)), "")
	})
	t.Run("filters are features in their order, then numbers", func(t *testing.T) {
		same(t, "filters", names(s.Filters(), func(f Filter) string { return f.Name }), "Hot tub|Indoor pool|Bedrooms|Bathrooms|Sleeps")
		p, _ := s.Park("P1")
		same(t, "of a park", fmt.Sprint(p.Filters, p.Numbers[2], p.Numbers[4], p.Dogs, p.Channels), "[0 1] 3 8 true [ukcaravan uklodge]")
		u, _ := s.Unit("P1-A")
		same(t, "of a unit type", fmt.Sprint(u.Filters, u.Keys), "[0] [gone pool tub]")
		if s.BooleanFilters() != 2 {
			t.Errorf("%d filters are boolean", s.BooleanFilters())
		}
	})
	t.Run("[FILT-10] offers are sorted by label, whatever their case", func(t *testing.T) {
		same(t, "offers", names(s.Offers(), func(o Offer) string { return o.URN }), "A|B")
	})
}

func TestTheEuropeanOrderIsTheSpecifications(t *testing.T) {
	same(t, "order", strings.Join(europeanOrder, "; "), "France: North; France: Central; France: South & Corsica; Spain; Italy: North; Italy: Central & Sardinia; Croatia; Netherlands & Luxembourg; Germany; Austria & Switzerland; Portugal; Slovenia")
}

func TestChannels(t *testing.T) {
	t.Run("[CHAN-05] channels are listed in the fixed order", func(t *testing.T) {
		same(t, "names", names(Channels, func(c Channel) string { return c.Name }),
			"UK Holiday Parks|European Holiday Parks|UK Lodge Breaks|UK Cottages|UK Camping & Touring Parks|Boating Holidays")
	})
	t.Run("[AVAIL-11] [AVAIL-12] [AVAIL-13] allowed nights of touring, boats and Europe", func(t *testing.T) {
		for code, want := range map[string]string{
			"uktouring":   "[1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21]",
			"boats":       "[3 4 5 6 7 8 9 10 11 12 14]",
			"eurocaravan": "[3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21]",
		} {
			same(t, code, nightsOf(code), want)
		}
	})
	t.Run("[AVAIL-14] [AVAIL-15] [AVAIL-16] allowed nights of cottages, lodges and any other", func(t *testing.T) {
		for code, want := range map[string]string{
			"ukcottages": "[1 2 3 4 5 6 7 8 9 10 11 12 13 14 21]",
			"uklodge":    "[2 3 4 5 6 7 10 11 14]",
			"another":    "[2 3 4 7 10 11 14]",
		} {
			same(t, code, nightsOf(code), want)
		}
	})
}

func nightsOf(code string) string {
	c, ok := ChannelOf(code)
	if !ok {
		c = Channel{Code: code}
	}
	return fmt.Sprint(c.Nights())
}

func TestPartiesByChannel(t *testing.T) {
	for _, c := range Channels {
		adults, dogs := 1, true
		switch c.Code {
		case "boats":
			adults = 2
		case "eurocaravan":
			dogs = false
		}
		if c.MinAdults() != adults || c.TakesDogs() != dogs {
			t.Errorf("%s: from %d adults, dogs %t; want %d, %t", c.Code, c.MinAdults(), c.TakesDogs(), adults, dogs)
		}
	}
}

func TestSlug(t *testing.T) {
	t.Run("[CHAN-14] a slug is derived from the name", func(t *testing.T) {
		for name, want := range map[string]string{
			"France: South & Corsica":      "france-south-and-corsica",
			"St Ives' Bay":                 "st-ives-bay",
			"  Ynys Môn / Anglesey  ":      "ynys-mon-anglesey",
			"The Lizard’s Point (2)":       "the-lizards-point-2",
			"R&R":                          "r-and-r",
			"---":                          "",
			"Îles d'Hyères":                "iles-dhyeres",
			"Netherlands & Luxembourg 100": "netherlands-and-luxembourg-100",
		} {
			same(t, name, Slug(name), want)
		}
	})
}
