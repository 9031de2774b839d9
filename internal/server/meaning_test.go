package server_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// These tests compare the meaning of answers with the catalogue on sale, field
// by field, under the names in the specification. contract_test.go checks the
// shape of answers.

// reads decodes an answer's data into a type of the test.
func reads[T any](t *testing.T, got reply) T {
	t.Helper()
	var answer struct{ Data T }
	if err := json.Unmarshal(got.ok(t).body, &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Data
}

func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if g, w := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); g != w {
		t.Errorf("%s: got %.300s, want %.300s", what, g, w)
	}
}

// sells returns the parks that have units on a channel, in a region or, with
// "", in all regions.
func sells(s *running, channel, region string) (parks []*catalogue.ParkInfo) {
	for _, p := range s.Catalogue().AllParks() {
		on := slices.ContainsFunc(p.Units, func(u *catalogue.UnitInfo) bool { return u.Channel == channel })
		if on && (region == "" || p.RegionID == region) && p.RegionID != catalogue.HiddenRegion {
			parks = append(parks, p)
		}
	}
	return parks
}

type operatorShown struct{ OpID, Name, Party string }

// operatorsAmong returns the operators of parks as the API shows them, sorted
// by name.
func operatorsAmong(parks []*catalogue.ParkInfo) (shown []operatorShown) {
	seen := map[string]bool{}
	for _, p := range parks {
		if o := p.Operator; !seen[o.ID] {
			seen[o.ID] = true
			shown = append(shown, operatorShown{o.ID, o.Name, strconv.FormatBool(o.Party)})
		}
	}
	slices.SortFunc(shown, func(a, b operatorShown) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.OpID, b.OpID))
	})
	return shown
}

func TestInitReturnsTheCatalogue(t *testing.T) {
	s := site(t)
	got := s.visitor(t).get("/api/initial", "siteCode", "MT").ok(t)
	t.Run("[API-18] its parts are those of the catalogue, under the specified names", func(t *testing.T) {
		data := got.at().(map[string]any)
		for _, name := range []string{"homepageLayout", "promotion", "channels", "Filters", "bFilters", "nFilters", "filterGroups",
			"regions", "operators", "operatorDeposits", "offers"} {
			if _, there := data[name]; !there {
				t.Errorf("%s is missing", name)
			}
		}
		init := reads[struct {
			Filters            []struct{ Name, Group, Compare string } `json:"Filters"`
			BFilters, NFilters [3]int
			FilterGroups       map[string]struct{ Name string }
			Regions            map[string]map[string]struct{ Name string }
			Operators          map[string][]operatorShown
			OperatorDeposits   map[string]struct {
				Type                       string
				Value                      float64
				Compulsory, BalanceDueDays int
			}
			Offers []struct{ URN, Offer string }
		}](t, got)
		same(t, "bFilters begin, default", init.BFilters[:2], []int{0, 0})
		same(t, "nFilters follow them, default", init.NFilters[:2], []int{init.BFilters[2], 0})
		same(t, "all of them", init.BFilters[2]+init.NFilters[2], len(init.Filters))
		for i, f := range init.Filters {
			if numeric := i >= init.NFilters[0]; numeric != (f.Compare != "") {
				t.Errorf("filter %d, %s, compares by %q", i, f.Name, f.Compare)
			}
			same(t, "filter "+f.Name, f.Name, s.Catalogue().Filters()[i].Name)
			if init.FilterGroups[f.Group].Name == "" || f.Group != s.Catalogue().Filters()[i].Group {
				t.Errorf("%s stands in group %q", f.Name, f.Group)
			}
		}
		same(t, "group 5", init.FilterGroups["5"].Name, "Park operators")
		for _, channel := range catalogue.Channels {
			parks := sells(s, channel.Code, "")
			regions := map[string]string{}
			for _, p := range parks {
				regions[p.RegionID] = p.Region.Name
			}
			shown := map[string]string{}
			for id, r := range init.Regions[channel.Code] {
				shown[id] = r.Name
			}
			same(t, "regions of "+channel.Code, shown, regions)
			same(t, "operators of "+channel.Code, init.Operators[channel.Code], operatorsAmong(parks))
			for _, p := range parks {
				rule, o := p.Operator.Deposit, init.OperatorDeposits[p.OperatorID]
				same(t, "deposit of "+p.OperatorID, o.Type, string(rule.Kind))
				same(t, "compulsory deposit of "+p.OperatorID, o.Compulsory == 1, rule.Compulsory)
				value := float64(rule.Percent)
				if rule.Kind == catalogue.FixedDeposit {
					value = float64(rule.Amount) / 100
				}
				same(t, "value of "+p.OperatorID, o.Value, value)
			}
		}
		for i, offer := range s.Catalogue().Offers() {
			same(t, "offer", init.Offers[i], struct{ URN, Offer string }{offer.URN, offer.Label})
		}
		same(t, "offers", len(init.Offers), len(s.Catalogue().Offers()))
	})
	t.Run("[API-19] the channels with their names and keys, without hotels", func(t *testing.T) {
		init := reads[struct{ Channels []map[string]string }](t, got)
		same(t, "channels", init.Channels, []map[string]string{
			{"code": "ukcaravan", "name": "UK Holiday Parks", "key": "UKC"},
			{"code": "eurocaravan", "name": "European Holiday Parks", "key": "EUC"},
			{"code": "uklodge", "name": "UK Lodge Breaks", "key": "UKL"},
			{"code": "ukcottages", "name": "UK Cottages", "key": "UCT"},
			{"code": "uktouring", "name": "UK Camping & Touring Parks", "key": "UTR"},
			{"code": "boats", "name": "Boating Holidays", "key": "BOA"},
		})
	})
}

func TestOperatorsReturnsThoseThatSell(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	t.Run("[API-34] each channel's own, as in init, narrowed by region", func(t *testing.T) {
		init := reads[struct{ Operators map[string][]operatorShown }](t, v.get("/api/initial", "siteCode", "MT"))
		for _, channel := range catalogue.Channels {
			got := reads[struct{ Operators map[string][]operatorShown }](t, v.get("/api/operators", "channel", channel.Code))
			same(t, "channels in the answer for "+channel.Code, slices.Collect(maps.Keys(got.Operators)), []string{channel.Code})
			same(t, "operators of "+channel.Code, got.Operators[channel.Code], init.Operators[channel.Code])
			region := sells(s, channel.Code, "")[0].RegionID
			some := reads[struct{ Operators map[string][]operatorShown }](t, v.get("/api/operators", "channel", channel.Code, "region", region))
			same(t, "operators of "+channel.Code+" in "+region, some.Operators[channel.Code], operatorsAmong(sells(s, channel.Code, region)))
		}
	})
}

// parkShown is what lists and details both contain about a park.
type parkShown struct {
	ParkID, Name, Slug, Regn, TownID, Town, OpID, Lat, Lon, Dogs string
	Channels                                                     []string
	Features                                                     []int
	Sticky, Premium                                              bool
}

// shownOf returns what the API must show of a park of the catalogue.
func shownOf(s *running, p *catalogue.ParkInfo) parkShown {
	shown := parkShown{ParkID: p.ID, Name: p.Name, Slug: catalogue.Slug(p.Name), Regn: p.RegionID, TownID: p.TownID, Town: p.Town,
		OpID: p.OperatorID, Dogs: "N", Sticky: p.Sticky, Premium: p.Premium}
	if p.Lat != 0 || p.Lon != 0 {
		shown.Lat, shown.Lon = strconv.FormatFloat(p.Lat, 'f', 5, 64), strconv.FormatFloat(p.Lon, 'f', 5, 64)
	}
	keys := slices.Clone(p.Features)
	for _, channel := range catalogue.Channels {
		if slices.ContainsFunc(p.Units, func(u *catalogue.UnitInfo) bool { return u.Channel == channel.Code }) {
			shown.Channels = append(shown.Channels, channel.Code)
		}
	}
	for _, u := range p.Units {
		keys = append(keys, u.UnitType.Features...)
		if u.Dogs {
			shown.Dogs = "Y"
		}
	}
	for _, key := range keys {
		id := slices.IndexFunc(s.Catalogue().Filters(), func(f catalogue.Filter) bool { return f.Key == key })
		if id >= 0 && !slices.Contains(shown.Features, id) {
			shown.Features = append(shown.Features, id)
		}
	}
	slices.Sort(shown.Features)
	return shown
}

func TestParksReturnsThoseOfTheRegion(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	t.Run("[API-36] every park of a region and no other, and its towns with theirs", func(t *testing.T) {
		for _, region := range s.Catalogue().Regions("ukcaravan")[:4] {
			got := reads[struct {
				Parks    []parkShown
				TownList []struct {
					TownID, Name, Regn string
					ParkIDs            []string
				}
			}](t, v.get("/api/parks", "region", region.ID))
			want, towns := []parkShown{}, map[string][]string{}
			for _, p := range s.Catalogue().AllParks() {
				if p.RegionID != region.ID {
					continue
				}
				want = append(want, shownOf(s, p))
				if p.TownID != "" {
					towns[p.TownID+" "+p.Town] = append(towns[p.TownID+" "+p.Town], p.ID)
				}
			}
			same(t, "parks of "+region.Name, got.Parks, want)
			listed := map[string][]string{}
			for _, town := range got.TownList {
				slices.Sort(town.ParkIDs)
				listed[town.TownID+" "+town.Name] = town.ParkIDs
				same(t, "region of "+town.Name, town.Regn, region.ID)
			}
			for _, ids := range towns {
				slices.Sort(ids)
			}
			same(t, "towns of "+region.Name, listed, towns)
			operator := got.Parks[0].OpID
			narrowed := reads[struct{ TownList []struct{ ParkIDs []string } }](t, v.get("/api/parks", "region", region.ID, "opId", operator))
			for _, town := range narrowed.TownList {
				for _, id := range town.ParkIDs {
					p, _ := s.Catalogue().Park(id)
					same(t, "operator of "+id, p.OperatorID, operator)
				}
			}
		}
	})
	t.Run("[API-37] details say what the catalogue knows of a park", func(t *testing.T) {
		for _, id := range []string{"CF101", "BE101", "MP101", "MP102"} {
			p, _ := s.Catalogue().Park(id)
			got := reads[struct {
				Park struct {
					parkShown
					RegionName, County, Postcode, Country, OperatorName, Party string
					Info, ImportantInfo, Deposit, FromPrice, Bubbles           string
					Affiliate, AffiliateURL                                    string
					ReviewCount                                                int
					NFeatures                                                  map[string]int
					Gallery                                                    []struct{ Src string }
				}
			}](t, v.get("/api/parkdetails", "parkId", id)).Park
			same(t, id, got.parkShown, shownOf(s, p))
			same(t, id+": region, operator, party", []string{got.RegionName, got.OperatorName, got.Party},
				[]string{p.Region.Name, p.Operator.Name, strconv.FormatBool(p.Operator.Party)})
			same(t, id+": address", []string{got.County, got.Postcode, got.Country}, []string{p.County, p.Postcode, "CNUK"})
			same(t, id+": texts", []string{got.Info, got.ImportantInfo}, []string{p.Info, p.ImportantInfo})
			same(t, id+": reviews", fmt.Sprint(got.Bubbles, got.ReviewCount), fmt.Sprint(p.Bubbles, p.ReviewCount))
			same(t, id+": affiliate", []string{got.Affiliate, got.AffiliateURL}, []string{p.Affiliate, p.AffiliateURL})
			from, err := money.Parse(got.FromPrice)
			if err != nil {
				t.Fatal(err)
			}
			if want := booking.DepositOf(p.Operator.Deposit, from); want == 0 {
				same(t, id+": no deposit", got.Deposit, "")
			} else {
				same(t, id+": deposit", got.Deposit, want.String())
			}
			for i, filter := range s.Catalogue().Filters()[s.Catalogue().BooleanFilters():] {
				most := 0
				for _, u := range p.Units {
					most = max(most, map[string]int{"bedrooms": u.Bedrooms, "bathrooms": u.Bathrooms, "sleeps": u.Sleeps}[filter.Field])
				}
				same(t, id+": "+filter.Name, got.NFeatures[strconv.Itoa(s.Catalogue().BooleanFilters()+i)], most)
			}
			for i, picture := range got.Gallery {
				same(t, id+": picture", picture.Src, fmt.Sprintf("/images/parks/%c/%s/%d.svg", id[0], id, i+1))
			}
			if len(got.Gallery) == 0 {
				t.Errorf("%s has no gallery", id)
			}
		}
		if affiliate, _ := s.Catalogue().Park("BE101"); affiliate.Affiliate == "" || affiliate.AffiliateURL == "" {
			t.Error("BE101 is not booked elsewhere")
		}
	})
}

var amount = regexp.MustCompile(`^\d+\.\d\d$`)

func TestParkResultsReturnsWhatBookTakes(t *testing.T) {
	s := start(t) // its stock is held
	v := s.visitor(t)
	june := nextJune()
	t.Run("[API-40] units name their type, described once, and book the stay at the price shown", func(t *testing.T) {
		got := reads[struct {
			UnitTypes []struct{ UnitType, Name string }
			Results   map[string]map[string][]struct{ UnitID, UnitPrice, UnitType, UnitDesc string }
		}](t, v.get("/api/parkresults", "parkId", "CF101", "date", june))
		used, described := map[string]bool{}, map[string]int{}
		for _, one := range got.UnitTypes {
			described[one.UnitType]++
			u, ok := s.Catalogue().Unit(one.UnitType)
			if !ok || u.ParkID != "CF101" || u.Name != one.Name {
				t.Errorf("unit type %+v", one)
			}
		}
		booked := map[string]bool{}
		for day, byNights := range got.Results {
			for nights, units := range byNights {
				for _, u := range units {
					used[u.UnitType] = true
					known, _ := s.Catalogue().Unit(u.UnitType)
					if described[u.UnitType] != 1 || u.UnitDesc != known.Title() || !amount.MatchString(u.UnitPrice) {
						t.Fatalf("%s, %s nights: %+v, described %d times", day, nights, u, described[u.UnitType])
					}
					if booked[u.UnitType] {
						continue
					}
					booked[u.UnitType] = true
					held := s.visitor(t).hold(unit{id: u.UnitID}).ok(t)
					same(t, "the stay", []any{held.at("booking", "unitTypeId"), held.at("booking", "unitDesc"), held.at("booking", "unitPrice"),
						held.at("booking", "arrivalDate"), fmt.Sprint(held.at("booking", "duration"))},
						[]any{u.UnitType, u.UnitDesc, u.UnitPrice, day, nights})
				}
			}
		}
		same(t, "types described and used", slices.Sorted(maps.Keys(described)), slices.Sorted(maps.Keys(used)))
		if len(booked) < 3 {
			t.Errorf("only %d unit types", len(booked))
		}
	})
}

func TestASearchIDReturnsTheResultsOfItsSearch(t *testing.T) {
	v := site(t).visitor(t)
	june := nextJune()
	t.Run("[API-46] a poll answers the search of its id, and no other", func(t *testing.T) {
		ids := map[string]bool{}
		counts := map[any]bool{}
		for _, query := range [][]string{
			{"channel", "ukcaravan", "date", june, "nights", "7", "adults", "2"},
			{"channel", "ukcaravan", "date", june, "nights", "7", "adults", "6", "children", "2", "petFriendly", "Y"},
			{"channel", "uklodge", "date", june, "nights", "3", "adults", "2"},
			{"channel", "ukcaravan", "park", "CF101", "date", june, "nights", "4", "adults", "2", "flex", "0"},
		} {
			made := v.get("/api/search", query...).ok(t)
			id := made.text("searchId")
			if id == "" || id == "0" || ids[id] {
				t.Fatalf("%v: search id %q", query, id)
			}
			ids[id], counts[made.at("count")] = true, true
			polled := v.get("/api/searchresults", "searchId", id).ok(t)
			same(t, "the poll's id", polled.text("searchId"), id)
			for _, part := range []string{"count", "exactCount", "results"} {
				same(t, fmt.Sprintf("%s of %v", part, query), polled.at(part), made.at(part))
			}
			if forged := v.get("/api/searchresults", "searchId", id[:len(id)-2]+"zz"); forged.status != 404 {
				t.Errorf("a forged id answers %d", forged.status)
			}
		}
		if len(counts) < 2 {
			t.Error("all searches found the same: this proves little")
		}
	})
}
