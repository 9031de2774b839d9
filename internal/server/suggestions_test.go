package server_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
)

// found is what a visitor sees of a search: the rows that pass the filters.
type found struct {
	count int
	least float64
}

// foundBy makes a search and filters its rows as the browser does, from the
// parameters of a suggestions call.
func foundBy(t *testing.T, v *visitor, only map[string]bool, params map[string]string) (f found) {
	t.Helper()
	var query []string
	for _, name := range []string{"channel", "region", "date", "when", "nights", "adults", "children", "infants", "dogs", "box", "near", "park"} {
		if params[name] != "" {
			query = append(query, name, params[name])
		}
	}
	got := v.get("/api/search", query...).ok(t)
	list := func(name string) []string {
		if params[name] == "" {
			return nil
		}
		return strings.Split(params[name], ",")
	}
	pounds := func(name string, none float64) float64 {
		if params[name] == "" {
			return none
		}
		n, _ := strconv.ParseFloat(params[name], 64)
		return n
	}
	for i := range got.list("results") {
		row := func(name string) any { return got.at("results", i, name) }
		if only["exact"] && row("exact") != true || params["pets"] == "Y" && row("dogs") != "Y" {
			continue
		}
		if operators := list("operators"); operators != nil && !slices.Contains(operators, row("opId").(string)) {
			continue
		}
		passes := true
		for _, id := range list("features") {
			passes = passes && slices.Contains(strings.Fields(strings.Trim(fmt.Sprint(row("features")), "[]")), id)
		}
		for _, number := range list("numbers") {
			id, least, _ := strings.Cut(number, ":")
			want, _ := strconv.ParseFloat(least, 64)
			has, _ := row("nFeatures").(map[string]any)[id].(float64)
			passes = passes && has >= want
		}
		price, _ := strconv.ParseFloat(row("price").(string), 64)
		if !passes || price < pounds("priceMin", 0) || price > pounds("priceMax", math.Inf(1)) {
			continue
		}
		if f.count == 0 || price < f.least {
			f.least = price
		}
		f.count++
	}
	return f
}

// withParams returns params with more pairs of name and value.
func withParams(params map[string]string, more ...string) map[string]string {
	made := map[string]string{}
	for name, value := range params {
		made[name] = value
	}
	for i := 0; i < len(more); i += 2 {
		made[more[i]] = more[i+1]
	}
	return made
}

// Each suggestion promises what the search then finds, and no nearer date or
// region is left out.
func TestSuggestionsPromiseWhatTheSearchFinds(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	today, err := date.Parse(v.get("/api/initial", "siteCode", "MT").ok(t).text("today"))
	if err != nil {
		t.Fatal(err)
	}
	january, june := fmt.Sprintf("12/01/%d", testclock.Now().Year()+1), nextJune()
	cases := map[string]map[string]string{
		"a region":                {"region": "12", "date": june, "nights": "7"},
		"a region in winter":      {"region": "12", "date": january, "nights": "7"},
		"with dogs":               {"region": "12", "date": june, "nights": "3", "dogs": "Y", "pets": "Y"},
		"the coming day":          {"region": "24", "date": (today + 1).String(), "nights": "4"},
		"an area of the map":      {"region": "12", "box": "-5.2,50.2,-4.9,50.4", "date": june, "nights": "7"},
		"the open sea":            {"region": "12", "box": "-13,47,-12,48", "date": june, "nights": "7"},
		"one park":                {"region": "12", "park": "CF101", "date": june, "nights": "7"},
		"near a point":            {"region": "12", "date": january, "nights": "3", "near": "50.8,-4.5"},
		"all regions":             {"region": "all-regions", "date": june, "nights": "7"},
		"features and a price":    {"region": "12", "date": june, "nights": "7", "features": "0,1", "priceMax": "600"},
		"one operator":            {"region": "12", "date": june, "nights": "7", "operators": "CFP"},
		"numbers":                 {"region": "12", "date": june, "nights": "7", "numbers": strconv.Itoa(len(s.Catalogue().Filters())-1) + ":8", "priceMin": "500"},
		"nights that nobody has":  {"region": "12", "date": june, "nights": "99"},
		"a party of six with dog": {"region": "12", "date": june, "nights": "7", "adults": "6", "dogs": "Y"},
	}
	something := 0
	for name, params := range cases {
		t.Run(name, func(t *testing.T) {
			params = withParams(params, "channel", "ukcaravan")
			var query []string
			for name, value := range params {
				query = append(query, name, value)
			}
			got := v.get("/api/suggestions", query...).ok(t)
			checkDates(t, v, params, got)
			checkRegions(t, v, params, got)
			checkNights(t, v, params, got)
			for i := range got.list("without") {
				without, region := got.text("without", i, "condition"), params["region"]
				relaxed := withParams(params, without, "")
				if without == "dogs" {
					relaxed["pets"] = ""
				}
				same(t, "without "+without+" in "+region, any(float64(foundBy(t, v, nil, relaxed).count)), got.at("without", i, "count"))
			}
			something += len(got.list("dates")) + len(got.list("regions")) + len(got.list("without"))
		})
	}
	if something < 40 {
		t.Errorf("only %d suggestions in all: this proves little", something)
	}
}

func checkDates(t *testing.T, v *visitor, params map[string]string, got reply) {
	t.Helper()
	exact := map[string]bool{"exact": true}
	suggested, farthest := map[date.Date]bool{}, 0
	asked, _ := date.Parse(params["date"])
	for i := range got.list("dates") {
		day, err := date.Parse(got.text("dates", i, "date"))
		if err != nil || day == asked {
			t.Fatalf("date %q: %v", got.text("dates", i, "date"), err)
		}
		f := foundBy(t, v, exact, withParams(params, "date", day.String()))
		same(t, "holidays on "+day.String(), got.at("dates", i, "count"), any(float64(f.count)))
		price, _ := strconv.ParseFloat(got.text("dates", i, "price"), 64)
		same(t, "the price on "+day.String(), price, f.least)
		suggested[day], farthest = true, max(farthest, int(day-asked), int(asked-day))
	}
	if len(suggested) < 3 {
		farthest = 10
	}
	tomorrow, _ := date.Parse(v.get("/api/initial", "siteCode", "MT").text("today"))
	for away := 1; away < min(farthest, 20); away++ {
		for _, day := range []date.Date{asked - date.Date(away), asked + date.Date(away)} {
			if day > tomorrow && !suggested[day] {
				if f := foundBy(t, v, exact, withParams(params, "date", day.String())); f.count > 0 {
					t.Errorf("%v has %d holidays and is nearer than others", day, f.count)
				}
			}
		}
	}
}

// checkNights expects at another number of nights what is said of it, on the requested date.
func checkNights(t *testing.T, v *visitor, params map[string]string, got reply) {
	t.Helper()
	for i := range got.list("nights") {
		nights := fmt.Sprint(got.at("nights", i, "nights"))
		f := foundBy(t, v, map[string]bool{"exact": true}, withParams(params, "nights", nights))
		same(t, "holidays of "+nights+" nights", got.at("nights", i, "count"), any(float64(f.count)))
		price, _ := strconv.ParseFloat(got.text("nights", i, "price"), 64)
		same(t, "the price of "+nights+" nights", price, f.least)
	}
}

func checkRegions(t *testing.T, v *visitor, params map[string]string, got reply) {
	t.Helper()
	there := func(region string) found {
		return foundBy(t, v, nil, withParams(params, "region", region, "box", "", "near", "", "park", ""))
	}
	suggested, farthest := map[string]bool{}, 0.0
	for i := range got.list("regions") {
		id := got.text("regions", i, "id")
		f := there(id)
		same(t, "holidays in "+id, got.at("regions", i, "count"), any(float64(f.count)))
		price, _ := strconv.ParseFloat(got.text("regions", i, "price"), 64)
		same(t, "the price in "+id, price, f.least)
		miles := got.at("regions", i, "miles").(float64)
		if miles < farthest {
			t.Errorf("%s comes after a farther region", id)
		}
		suggested[id], farthest = true, miles
	}
	if params["region"] == "all-regions" {
		same(t, "regions beside all regions", len(suggested), 0)
	}
}

// A search that finds nothing leads on: in the demo there is always another
// date or region for a stay of a week.
func TestASearchThatFindsNothingSuggestsAnother(t *testing.T) {
	v := site(t).visitor(t)
	june := nextJune()
	sea := []string{"channel", "ukcaravan", "region", "12", "box", "-13,47,-12,48", "date", june, "nights", "7"}
	same(t, "parks in the open sea", v.get("/api/search", sea...).ok(t).at("count"), any(0.0))
	got := v.get("/api/suggestions", sea...).ok(t)
	if len(got.list("regions")) != 3 || len(got.list("without")) != 1 || len(got.list("dates")) != 0 {
		t.Errorf("suggestions: %.500s", got.body)
	}
	v.get("/api/suggestions", "channel", "hotels").refused(t, 400, "INVALID_CHANNEL")
}
