package catalogue

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// coast returns a catalogue of places whose names are hard to type.
func coast() *Entities {
	e := &Entities{
		Regions: []Region{
			{ID: "1", Name: "Cornwall", Country: "GB", Lat: 50.4, Lon: -4.9},
			{ID: "2", Name: "Finistère", Country: "FR"},
			{ID: "15", Name: "Cornwall Hidden", Country: "GB"},
			{ID: "3", Name: "Cornish Empty Quarter", Country: "GB"},
		},
		Operators: []Operator{{ID: "O1", Name: "Cornish Coast Holidays"}, {ID: "O2", Name: "Égide"}},
		Parks: []Park{
			{ID: "P1", Name: "St Ives Bay", RegionID: "1", OperatorID: "O1", TownID: "t1", Town: "St Ives", Country: "GB", Postcode: "TR26 1AA", Lat: 50.2, Lon: -5.4, ReviewCount: 4},
			{ID: "P2", Name: "Ayr of Saint-Ives", RegionID: "1", OperatorID: "O1", TownID: "t1", Town: "St Ives", Country: "GB", Postcode: "TR26 2BB", Lat: 50.4, Lon: -5.6, ReviewCount: 90},
			{ID: "P3", Name: "Land's End & Sea", RegionID: "1", OperatorID: "O1", TownID: "t2", Town: "Newton-le-Sands", Country: "GB", Postcode: "TR7 1ZZ", Lat: 50.6, Lon: -5.1, ReviewCount: 7},
			{ID: "P4", Name: "Crête du Phare", RegionID: "2", OperatorID: "O2", Country: "FR", Postcode: "29200"},
			{ID: "P5", Name: "Солнечный берег", RegionID: "2", OperatorID: "O2", Country: "FR"},
			{ID: "P6", Name: "Cornwall Unseen", RegionID: "15", OperatorID: "O1", Country: "GB", Postcode: "TR26 9AA", Lat: 1, Lon: 1},
			{ID: "P7", Name: "Cornwall Unsold", RegionID: "1", OperatorID: "O1", Country: "GB"},
		},
	}
	for _, p := range e.Parks[:6] {
		channel := "ukcaravan"
		if p.RegionID == "2" {
			channel = "eurocaravan"
		}
		e.Units = append(e.Units, UnitType{ID: p.ID + "-A", ParkID: p.ID, Channel: channel, Sleeps: 4})
	}
	return e
}

func placeNames(list []Place) string { return names(list, func(p Place) string { return p.Name }) }

func TestPlacesAreFoundByTheBeginningsOfTheirWords(t *testing.T) {
	s, problems := NewSnapshot(coast())
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, c := range []struct{ what, text, channel, want string }{
		{"regions, towns, operators, parks", "corn", "", "Cornwall|Cornish Coast Holidays"},
		{"the beginning of any word", "bay", "", "St Ives Bay"},
		{"every word, in any order", "bay iv", "", "St Ives Bay"},
		{"saint for st, the town first, the more popular park first but for one that begins so", "saint ives", "", "St Ives|St Ives Bay|Ayr of Saint-Ives"},
		{"st for saint", "st ives", "", "St Ives|St Ives Bay|Ayr of Saint-Ives"},
		{"half of saint", "sain", "", "St Ives|Ayr of Saint-Ives|St Ives Bay"},
		{"accents and case", "FINISTERE", "", "Finistère"},
		{"an accent that the name does not have", "cörn", "", "Cornwall|Cornish Coast Holidays"},
		{"hyphens", "newton le sands", "", "Newton-le-Sands"},
		{"apostrophes", "lands end", "", "Land's End & Sea"},
		{"another apostrophe", "land’s", "", "Land's End & Sea"},
		{"and for &", "end and sea", "", "Land's End & Sea"},
		{"another script", "солн", "", "Солнечный берег"},
		{"a wrong letter", "cormwall", "", "Cornwall"},
		{"one letter too few", "corwall", "", "Cornwall"},
		{"one letter too many", "cornnwall", "", "Cornwall"},
		{"neighbours swapped", "cronwall", "", "Cornwall"},
		{"two errors", "cromwell", "", ""},
		{"an error in a short word", "boy", "", ""},
		{"only of the channel", "crete", "ukcaravan", ""},
		{"of its own channel", "crete", "eurocaravan", "Crête du Phare"},
		{"one letter", "c", "", ""},
		{"nothing but signs", "-'-", "", ""},
		{"what is hidden, empty or not on sale", "unseen", "", ""},
		{"a park without units", "unsold", "", ""},
		{"a region without parks", "empty quarter", "", ""},
	} {
		same(t, c.what, placeNames(s.Places(c.text, c.channel)), c.want)
	}
	towns := s.Places("st ives", "ukcaravan")
	if n := towns[0].Parks("ukcaravan"); n != 2 {
		t.Errorf("parks of St Ives: %d, want 2", n)
	}
	if lat, lon, ok := towns[0].Position(); !ok || fmt.Sprintf("%.1f %.1f", lat, lon) != "50.3 -5.5" {
		t.Errorf("St Ives is at %v %v %v, want the middle of its parks", lat, lon, ok)
	}
	if _, _, ok := s.Places("солн", "")[0].Position(); ok {
		t.Error("a park without a position has one")
	}
}

func TestAPostcodeIsPlacedByItsOutwardCode(t *testing.T) {
	s, _ := NewSnapshot(coast())
	for text, want := range map[string]string{
		"TR26": "TR26 50.3 -5.5 Cornwall", "tr26 1aa": "TR26 50.3 -5.5 Cornwall", " tr261aa ": "TR26 50.3 -5.5 Cornwall", "TR26 1": "TR26 50.3 -5.5 Cornwall",
		"tr7": "TR7 50.6 -5.1 Cornwall", // no park has TR9: its area counts
		"TR9": "TR9 50.4 -5.4 Cornwall",
		// A low number is in the area's town, and so is a postcode of an area without parks.
		"TR1": "TR1 50.3 -5.0 Cornwall", "sw1a 1aa": "SW1A 51.5 -0.2 Cornwall", "B33 8TH": "B33 52.5 -1.9 Cornwall",
		"QQ1": "", "QQ22": "", "TR": "", "29200": "", "tr26 1aaa": "", "": "",
	} {
		got := ""
		if o, ok := s.Outward(text, ""); ok {
			got = fmt.Sprintf("%s %.1f %.1f %s", o.Code, o.Lat, o.Lon, o.Region.Name)
		}
		same(t, text, got, want)
	}
}

// The yard is nearer to both postcodes: to B1, of an area without parks, and to its
// own, of an area with parks.
func TestTheRegionOfAPostcodeHasParksOnTheChannel(t *testing.T) {
	e := coast()
	e.Regions = append(e.Regions, Region{ID: "51", Name: "River", Country: "GB"})
	e.Parks = append(e.Parks, Park{ID: "P8", Name: "Yard", RegionID: "51", OperatorID: "O1", Country: "GB", Postcode: "TR19 1AA", Lat: 51, Lon: -4})
	e.Units = append(e.Units, UnitType{ID: "P8-A", ParkID: "P8", Channel: "boats", Sleeps: 4})
	s, _ := NewSnapshot(e)
	for _, c := range []struct{ text, channel, want string }{
		{"B1", "", "River on boats at 52.5 -1.9"},
		{"B1", "boats", "River on boats at 52.5 -1.9"},
		{"B1", "ukcaravan", "Cornwall on ukcaravan at 52.5 -1.9"},
		{"TR19", "boats", "River on boats at 51.0 -4.0"},
		{"TR19", "ukcaravan", "Cornwall on ukcaravan at 51.0 -4.0"},
		{"TR26", "boats", "River on boats at 50.3 -5.5"},
		{"TR26", "uklodge", "Cornwall on ukcaravan at 50.3 -5.5"}, // no park is on it
	} {
		o, _ := s.Outward(c.text, c.channel)
		same(t, c.text+" on "+c.channel, fmt.Sprintf("%s on %s at %.1f %.1f", o.Region.Name, o.Channel, o.Lat, o.Lon), c.want)
	}
}

// One error must be accepted exactly where the edit distance between the typed
// letters and some beginning of the word is at most one.
func TestBeginsNearlyAgreesWithEditDistance(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteRune([]rune("abé")[random.IntN(3)])
		}
		return b.String()
	}
	near := 0
	for range 60_000 {
		name, typed := word(random.IntN(9)), []rune(word(5+random.IntN(3)))
		want := false
		letters := []rune(name)
		for n := range len(letters) + 1 {
			want = want || editDistance(letters[:n], typed) <= 1
		}
		if want {
			near++
		}
		if got := beginsNearly(name, typed); got != want {
			t.Fatalf("%q typed for the beginning of %q: %v, want %v", string(typed), name, got, want)
		}
	}
	if near < 500 {
		t.Errorf("only %d of the words were near: the test shows little", near)
	}
}

// editDistance returns the smallest number of insertions, deletions,
// replacements and swaps of neighbours that turn one word into another.
func editDistance(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0:
				d[i][j] = j
			case j == 0:
				d[i][j] = i
			default:
				change := 1
				if a[i-1] == b[j-1] {
					change = 0
				}
				d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d[i][j] = min(d[i][j], d[i-2][j-2]+1)
				}
			}
		}
	}
	return d[len(a)][len(b)]
}

func BenchmarkPlaces(b *testing.B) {
	e := &Entities{Operators: []Operator{{ID: "O", Name: "One"}}, Regions: []Region{{ID: "1", Name: "Cornwall", Country: "GB"}}}
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 40_097 {
		var name []string
		for range 3 {
			name = append(name, Slug(strings.ToLower(fmt.Sprintf("%x", random.Uint32N(30_000)*7919))))
		}
		e.Parks = append(e.Parks, Park{ID: fmt.Sprint("P", i), Name: strings.Join(name, " "), RegionID: "1", OperatorID: "O",
			Country: "GB", Postcode: "TR26 1AA", Lat: 50 + random.Float64(), Lon: -5 + random.Float64()})
		e.Units = append(e.Units, UnitType{ID: fmt.Sprint("U", i), ParkID: fmt.Sprint("P", i), Channel: "ukcaravan", Sleeps: 4})
	}
	s, _ := NewSnapshot(e)
	for _, text := range []string{"co", "a1", "cormwall", "a1b2c d4e5f"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				s.Places(text, "ukcaravan")
			}
		})
	}
	b.Run("postcode of an area without parks", func(b *testing.B) {
		for b.Loop() {
			s.Outward("SW1A 1AA", "ukcaravan")
		}
	})
}

// A wrong sign or digit in the table would put a town into the sea or abroad.
func TestPostcodeAreasAreInTheirIslands(t *testing.T) {
	if len(postcodeAreas) != 124 {
		t.Errorf("%d areas, want the 121 of the UK and those of Guernsey, Jersey and the Isle of Man", len(postcodeAreas))
	}
	for area, at := range postcodeAreas {
		if at[0] < 49 || at[0] > 61 || at[1] < -7 || at[1] > 1.8 {
			t.Errorf("%s is at %v", area, at)
		}
	}
}
