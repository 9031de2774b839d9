package demo

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

var whole = New(Seed, Parks)

func parkNamed(t *testing.T, name string) catalogue.Park {
	t.Helper()
	i := slices.IndexFunc(whole.Entities.Parks, func(p catalogue.Park) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("no park is called %q", name)
	}
	return whole.Entities.Parks[i]
}

func unitsOf(parkID string) (list []catalogue.UnitType) {
	for _, u := range whole.Entities.Units {
		if u.ParkID == parkID {
			list = append(list, u)
		}
	}
	return list
}

func TestSameSeedSameBytes(t *testing.T) {
	bytes := func(d *Demo) string {
		b, err := json.Marshal(d.Entities)
		if err != nil {
			t.Fatal(err)
		}
		first, days := Window(date.Of(2026, 11, 21))
		for _, u := range d.Entities.Units {
			b = append(b, d.PriceTable(u.ID, first, days).Encode()...)
			b = append(b, d.Allotment(u.ID, first, days).Encode()...)
		}
		return string(b)
	}
	one, again, other := New(7, 40), New(7, 40), New(8, 40)
	if bytes(one) != bytes(again) {
		t.Error("two demos of one seed differ")
	}
	if bytes(one) == bytes(other) {
		t.Error("two seeds give the same demo")
	}
}

func TestASmallDemoBeginsABigOne(t *testing.T) {
	small := New(Seed, 90)
	if len(small.Entities.Parks) != 90 || !reflect.DeepEqual(small.Entities.Parks, whole.Entities.Parks[:90]) {
		t.Error("the parks of a demo of 90 are not the first of a demo of 600")
	}
	tiny := New(Seed, 0)
	if len(tiny.Entities.Parks) != len(showcase) {
		t.Errorf("a demo of no parks has %d, want the %d special ones", len(tiny.Entities.Parks), len(showcase))
	}
}

func TestEverythingIsValid(t *testing.T) {
	for _, d := range []*Demo{whole, New(3, 1500)} {
		for e := range d.Entities.All {
			if err := e.Validate(); err != nil {
				t.Errorf("%s %s: %v", e.EntityKind(), e.EntityID(), err)
			}
		}
		if _, problems := catalogue.NewSnapshot(&d.Entities); len(problems) > 0 {
			t.Error(problems)
		}
	}
}

func TestNamesAndIDsAreUnique(t *testing.T) {
	for _, parks := range []int{Parks, 10_000} {
		names, ids := map[string]bool{}, map[string]bool{}
		e := New(Seed, parks).Entities
		for _, p := range e.Parks {
			if names[p.Name] || ids[p.ID] {
				t.Errorf("%s %s is there twice", p.ID, p.Name)
			}
			names[p.Name], ids[p.ID] = true, true
		}
		for _, u := range e.Units {
			if ids[u.ID] {
				t.Errorf("unit type %s is there twice", u.ID)
			}
			ids[u.ID] = true
		}
	}
}

// A visitor who types any postcode is led to a region with holidays of the kind that
// is chosen. Number 1 is in the town of its area, number 99 among its parks.
func TestAPostcodeLeadsToARegionWithParksOnTheChannel(t *testing.T) {
	snapshot, _ := catalogue.NewSnapshot(&whole.Entities)
	areas := map[string]bool{}
	for _, channel := range append(slices.Clone(catalogue.Channels), catalogue.Channel{}) {
		for area := range lettersOfPostcodes {
			for _, number := range []string{"1", "99"} {
				o, ok := snapshot.Outward(area+number, channel.Code)
				if !ok {
					continue
				}
				areas[area] = true
				sold := snapshot.Regions(o.Channel)
				if !slices.ContainsFunc(sold, func(r *catalogue.RegionInfo) bool { return r.ID == o.Region.ID }) {
					t.Errorf("%s on %q: region %s on %q has no parks", o.Code, channel.Code, o.Region.ID, o.Channel)
				}
				if channel.Code != "" && channel.Code != "eurocaravan" && o.Channel != channel.Code {
					t.Errorf("%s on %q: answered on %q", o.Code, channel.Code, o.Channel)
				}
			}
		}
	}
	if len(areas) != 124 {
		t.Errorf("%d areas are found, want all 124", len(areas))
	}
}

// lettersOfPostcodes yields every letter and every two letters.
func lettersOfPostcodes(yield func(string) bool) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for _, first := range letters {
		if !yield(string(first)) {
			return
		}
		for _, second := range letters {
			if !yield(string(first) + string(second)) {
				return
			}
		}
	}
}

func TestTheDemoHasItsNumbersOfParksPricesAndReviews(t *testing.T) {
	e := whole.Entities
	if len(e.Parks) != Parks || len(e.Operators) < 28 || len(e.Operators) > 36 {
		t.Errorf("%d parks of %d operators", len(e.Parks), len(e.Operators))
	}
	first, days := Window(date.Of(2026, 11, 21))
	prices := 0
	for _, u := range e.Units {
		prices += whole.PriceTable(u.ID, first, days).Count()
	}
	if prices < 7_500_000 || prices > 9_500_000 {
		t.Errorf("%d prices, want some 8.4 million", prices)
	}
	for _, p := range e.Parks {
		if n := len(p.Reviews); n != 0 && (n < 3 || n > 8) {
			t.Errorf("%s has %d reviews, want none or 3 to 8", p.Name, n)
		}
		if p.RegionID != catalogue.HiddenRegion && p.Name != "Quiet Acre" && p.Lat == 0 {
			t.Errorf("%s has no position", p.Name)
		}
		if len(unitsOf(p.ID)) == 0 {
			t.Errorf("%s has no unit types", p.Name)
		}
	}
}

var ukPostcode = regexp.MustCompile(`^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$`)

func TestParksAreNearTheirTowns(t *testing.T) {
	for _, p := range whole.Entities.Parks {
		if p.Country == "GB" && !ukPostcode.MatchString(p.Postcode) {
			t.Errorf("%s: postcode %q", p.Name, p.Postcode)
		}
		i := slices.IndexFunc(regions(), func(r *region) bool { return r.ID == p.RegionID })
		towns := regions()[i].towns
		home := towns[slices.IndexFunc(towns, func(t town) bool { return t.id == p.TownID })]
		if p.Lat != 0 && (abs(p.Lat-home.lat) > .03 || abs(p.Lon-home.lon) > .05) {
			t.Errorf("%s is at %g, %g, far from %s", p.Name, p.Lat, p.Lon, home.name)
		}
		if slices.Contains(p.Features, "near-beach") != home.seaside() {
			t.Errorf("%s in %s (%s): near a beach is %v", p.Name, home.name, home.setting, !home.seaside())
		}
		if strings.Contains(p.Info, "%!") || strings.Contains(p.Info, "<script") {
			t.Errorf("%s: %s", p.Name, p.Info)
		}
	}
}

func abs(f float64) float64 { return max(f, -f) }

func TestDescriptionsDiffer(t *testing.T) {
	seen := map[string]int{}
	for _, p := range whole.Entities.Parks {
		seen[p.Info]++
	}
	if len(seen) < Parks*95/100 {
		t.Errorf("only %d descriptions among %d parks", len(seen), Parks)
	}
}

func TestADateHasOnePriceWhicheverDayTheDemoWasMade(t *testing.T) {
	units := whole.Entities.Units
	rapid.Check(t, func(t *rapid.T) {
		u := units[rapid.IntRange(0, len(units)-1).Draw(t, "unit")]
		today := date.Of(2026, 1, 1) + date.Date(rapid.IntRange(0, 700).Draw(t, "today"))
		later := today + date.Date(rapid.IntRange(1, 400).Draw(t, "later"))
		f1, n1 := Window(today)
		f2, n2 := Window(later)
		both := int(f1) + n1 - int(f2)
		if both <= 0 {
			return
		}
		if !whole.PriceTable(u.ID, f1, n1).Trim(f2, both).Equal(whole.PriceTable(u.ID, f2, n2).Trim(f2, both)) {
			t.Fatalf("%s: prices made on %s and %s differ", u.ID, today, later)
		}
		if !whole.Allotment(u.ID, f1, n1).Trim(f2, both).Equal(whole.Allotment(u.ID, f2, n2).Trim(f2, both)) {
			t.Fatalf("%s: stock made on %s and %s differs", u.ID, today, later)
		}
	})
}

func TestPricesMakeSense(t *testing.T) {
	units := whole.Entities.Units
	first, days := Window(date.Of(2026, 11, 21))
	rapid.Check(t, func(t *rapid.T) {
		u := units[rapid.IntRange(0, len(units)-1).Draw(t, "unit")]
		table := whole.PriceTable(u.ID, first, days)
		c, _ := catalogue.ChannelOf(u.Channel)
		keys := table.Thresholds()
		if keys[len(keys)-1] != u.Sleeps {
			t.Fatalf("%s sleeps %d and has thresholds %v", u.ID, u.Sleeps, keys)
		}
		type stay struct {
			arrival   date.Date
			threshold int
		}
		shorter, smaller := map[stay]money.Pence{}, map[[2]int]money.Pence{}
		for p := range table.All() {
			if allowed := c.Nights(); allowed != nil && !slices.Contains(allowed, p.Nights) {
				t.Fatalf("%s: %d nights on %s", u.ID, p.Nights, u.Channel)
			}
			if p.Price <= u.BookingFee || p.Was != 0 && p.Was <= p.Price || p.Price > money.Pounds(15_000) {
				t.Fatalf("%s on %s, %d nights: %s, before %s", u.ID, p.Arrival, p.Nights, p.Price, p.Was)
			}
			k := stay{p.Arrival, p.Threshold}
			if p.Price < shorter[k] {
				t.Fatalf("%s on %s: %d nights cost %s, fewer %s", u.ID, p.Arrival, p.Nights, p.Price, shorter[k])
			}
			shorter[k] = p.Price
			n := [2]int{int(p.Arrival), p.Nights}
			if p.Price < smaller[n] {
				t.Fatalf("%s on %s: a larger party pays %s, a smaller %s", u.ID, p.Arrival, p.Price, smaller[n])
			}
			smaller[n] = p.Price
		}
	})
}

func TestEasterAndWeeks(t *testing.T) {
	for year, want := range map[int]date.Date{2024: date.Of(2024, 3, 31), 2025: date.Of(2025, 4, 20), 2026: date.Of(2026, 4, 5), 2027: date.Of(2027, 3, 28), 2038: date.Of(2038, 4, 25)} {
		if got := easterOf(year); got != want {
			t.Errorf("Easter of %d on %s, want %s", year, got, want)
		}
	}
	monday := date.Of(2026, 11, 16)
	if weekdayOf(monday) != 0 || weekOf(monday) != weekOf(monday+6) || weekOf(monday) == weekOf(monday-1) {
		t.Error("weeks do not run from Monday to Sunday")
	}
}
