package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/polltest"
)

// twoPapers is a promotion whose newspapers have different dates on the UK channel.
const twoPapers = `{"open":true,"codeWords":["Harbour"],
	"newspapers":[{"code":"SC","name":"Sunday Chronicle"},{"code":"DX","name":"Daily Example","dates":{"ukpromo":[{"weekdays":["Mon"]}]}}],
	"dates":{"ukpromo":[{"weekdays":["Fri"]}],"eupromo":[{"weekdays":["Sat"]}]}}`

// offering is a call that offers stays, and where the answer has their dates.
type offering struct {
	name  string
	query []string
	dates func(reply) []string
}

// offerings are the calls that offer stays on the UK channel without being asked for a
// day.
var offerings = []offering{
	{"/api/deals", nil, dealDates},
	{"/api/deals", []string{"reduced", "Y"}, dealDates},
	{"/api/parkdetails", []string{"parkId", "CF101"}, func(r reply) []string { return stayDates(r.list("park", "nextStays")) }},
	{"/api/parks", []string{"region", "12", "channel", "ukcaravan", "page", "1"}, fromDates},
	{"/api/parks", []string{"region", "12", "channel", "ukcaravan"}, fromDates},
	{"/api/search", []string{"when", "day-2027-07", "region", "12", "nights", "7"}, func(r reply) []string { return datesIn(r.list("results"), "date") }},
}

func dealDates(r reply) []string { return datesIn(r.list("deals"), "date") }

func fromDates(r reply) (dates []string) {
	for _, one := range r.list("parks") {
		dates = append(dates, stayDates([]any{one.(map[string]any)["fromStay"]})...)
	}
	return dates
}

// stayDates returns the arrival dates of those stays that are on the UK channel.
func stayDates(stays []any) (dates []string) {
	for _, one := range stays {
		if stay, ok := one.(map[string]any); ok && stay["channel"] == "ukcaravan" {
			dates = append(dates, fmt.Sprint(stay["date"]))
		}
	}
	return dates
}

func datesIn(list []any, field string) (dates []string) {
	for _, one := range list {
		dates = append(dates, fmt.Sprint(one.(map[string]any)[field]))
	}
	return dates
}

// weekdays returns the days of the week of some dates.
func weekdays(t *testing.T, dates []string) map[time.Weekday]int {
	t.Helper()
	days := map[time.Weekday]int{}
	for _, text := range dates {
		day, err := date.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		days[day.Weekday()]++
	}
	return days
}

// Where the promotion limits the dates of a channel, its readers are offered stays on
// their dates alone, and everybody else what is on sale.
func TestReadersAreOfferedStaysOnTheirDates(t *testing.T) {
	t.Parallel()
	s, file := promoted(t, twoPapers)
	stranger := s.visitor(t)
	readerOf := func(newspaper string) *visitor {
		v := s.visitor(t)
		v.post("/api/validatecodewords", "code1", "Harbour", "newspaper", newspaper).ok(t)
		return v
	}
	fridays, mondays := readerOf("SC"), readerOf("DX")
	// A park that is sold on the UK channel alone.
	var caravans string
	for _, one := range stranger.get("/api/parks", "region", "12", "channel", "ukcaravan").ok(t).list("parks") {
		if park := one.(map[string]any); len(park["channels"].([]any)) == 1 {
			caravans = fmt.Sprint(park["parkId"])
		}
	}
	offerings := append(offerings,
		offering{"/api/parkdetails", []string{"parkId", caravans}, func(r reply) []string { return stayDates([]any{r.at("park", "fromStay")}) }},
		offering{"/api/shortlist", []string{"parkIds", caravans}, fromDates})
	ask := func(v *visitor, o offering, more ...string) reply {
		return v.get(o.name, append(append([]string{}, o.query...), more...)...).ok(t)
	}
	for _, o := range offerings {
		t.Run(strings.Join(append([]string{o.name}, o.query...), " "), func(t *testing.T) {
			for _, one := range []struct {
				reader *visitor
				day    time.Weekday
			}{{fridays, time.Friday}, {mondays, time.Monday}} {
				got := ask(one.reader, o, "promo", "1")
				days := weekdays(t, o.dates(got))
				if days[one.day] == 0 || len(days) != 1 {
					t.Errorf("readers with the dates of %ss are offered %v", one.day, days)
				}
				if cached := got.header.Get("Cache-Control"); cached != "no-store" {
					t.Errorf("what a reader is offered has the Cache-Control %q", cached)
				}
			}
			others := ask(stranger, o)
			if days := o.dates(others); len(days) == 0 || fmt.Sprint(days) == fmt.Sprint(o.dates(ask(mondays, o, "promo", "1"))) {
				t.Errorf("a stranger is offered %v, as a reader", days)
			}
			if got := ask(stranger, o, "promo", "1"); fmt.Sprint(o.dates(got)) != fmt.Sprint(o.dates(others)) {
				t.Errorf("a stranger who says promo is offered %v, not %v", o.dates(got), o.dates(others))
			}
		})
	}
	t.Run("a choice of flexible dates has one of the reader's", func(t *testing.T) {
		choices := func(v *visitor, more ...string) string {
			return strings.Join(datesIn(v.get("/api/datechoices", more...).ok(t).list("choices"), "when"), " ")
		}
		if got := choices(fridays, "promo", "1"); !strings.Contains(got, "weekend-2027-07") {
			t.Errorf("of Fridays: %s", got)
		}
		if got := choices(mondays, "promo", "1"); strings.Contains(got, "weekend") || !strings.Contains(got, "day-2027-07") {
			t.Errorf("of Mondays: %s", got)
		}
		if got := choices(stranger, "promo", "1"); got != choices(stranger) || !strings.Contains(got, "weekend-2027-07") {
			t.Errorf("of a stranger: %s", got)
		}
	})
	t.Run("the results of one reader's search are those of the reader who asks", func(t *testing.T) {
		id := fridays.get("/api/search", "when", "day-2027-07", "region", "12", "nights", "7").ok(t).text("searchId")
		got := mondays.get("/api/searchresults", "searchId", id).ok(t)
		if days := weekdays(t, datesIn(got.list("results"), "date")); days[time.Monday] == 0 || len(days) != 1 {
			t.Errorf("offered: %v", days)
		}
	})
	t.Run("other channels are not limited", func(t *testing.T) {
		for _, o := range []offering{{"/api/deals", []string{"channel", "uklodge"}, dealDates}, {"/api/datechoices", []string{"channel", "eurocaravan"}, nil}} {
			if got, all := ask(fridays, o, "promo", "1"), ask(stranger, o); string(got.body) != string(all.body) {
				t.Errorf("%s: %.300s\nnot %.300s", o.name, got.body, all.body)
			}
		}
	})
	t.Run("a closed promotion limits nothing", func(t *testing.T) {
		writePromotion(t, file, strings.Replace(twoPapers, "true", "false", 1))
		polltest.Until(t, "it is closed", func() bool {
			return stranger.get("/api/initial", "siteCode", "MT").text("promotion", "open") == "N"
		})
		for _, o := range offerings {
			if got, all := ask(fridays, o, "promo", "1"), ask(stranger, o); fmt.Sprint(o.dates(got)) != fmt.Sprint(o.dates(all)) {
				t.Errorf("%s %v: %v, not %v", o.name, o.query, o.dates(got), o.dates(all))
			}
		}
	})
	t.Run("without code words everybody has its dates", func(t *testing.T) {
		writePromotion(t, file, `{"open":true,"dates":{"ukpromo":[{"weekdays":["Mon"]}]}}`)
		polltest.Until(t, "the new file is read", func() bool { return len(promoDays(t, stranger)) > 0 })
		for _, o := range offerings {
			if days := weekdays(t, o.dates(ask(stranger, o))); days[time.Monday] == 0 || len(days) != 1 {
				t.Errorf("%s %v: %v", o.name, o.query, days)
			}
		}
	})
}
