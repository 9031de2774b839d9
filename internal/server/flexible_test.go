package server_test

import (
	"fmt"
	"testing"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
)

// A search of flexible dates finds each park on its cheapest date, as searches of
// the single dates do.
func TestFlexibleDatesFindTheCheapest(t *testing.T) {
	v := site(t).visitor(t)
	year := testclock.Now().Year() + 1
	stay := []string{"channel", "ukcaravan", "region", "12", "nights", "3", "adults", "2"}
	least, on := map[string]float64{}, map[string]string{}
	for day := 1; day <= 30; day++ {
		arrival := time.Date(year, time.June, day, 0, 0, 0, 0, time.UTC)
		if arrival.Weekday() != time.Friday {
			continue
		}
		found := v.get("/api/search", append([]string{"date", arrival.Format("02/01/2006"), "flex", "0"}, stay...)...).ok(t)
		for _, one := range found.list("results") {
			row := one.(map[string]any)
			park, price := row["parkId"].(string), inPounds(t, row["price"])
			if had, ok := least[park]; !ok || price < had {
				least[park], on[park] = price, row["date"].(string)
			}
		}
	}
	when := fmt.Sprintf("weekend-%d-06", year)
	found := v.get("/api/search", append([]string{"when", when}, stay...)...).ok(t)
	got, dates := map[string]float64{}, map[string]string{}
	for _, one := range found.list("results") {
		row := one.(map[string]any)
		got[row["parkId"].(string)], dates[row["parkId"].(string)] = inPounds(t, row["price"]), row["date"].(string)
		same(t, "exact", row["exact"], any(true))
	}
	if len(got) == 0 {
		t.Fatal("nothing found: this proves nothing")
	}
	same(t, "prices", got, least)
	same(t, "dates", dates, on)
	again := v.get("/api/searchresults", "searchId", found.text("searchId")).ok(t)
	same(t, "the results of the search id", again.at("results"), found.at("results"))

	choices, listed := v.get("/api/datechoices").ok(t), false
	for i := range choices.list("choices") {
		listed = listed || choices.text("choices", i, "when") == when
		from, _ := date.Parse(choices.text("choices", i, "from"))
		if to, err := date.Parse(choices.text("choices", i, "to")); err != nil || to <= from {
			t.Errorf("choice %v", choices.at("choices", i))
		}
	}
	same(t, "the choice is listed", listed, true)
	past := v.get("/api/search", append([]string{"when", "day-2020-06"}, stay...)...).ok(t)
	same(t, "parks in a month that is over", past.at("count"), any(0.0))
}
