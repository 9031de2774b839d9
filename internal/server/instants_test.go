package server_test

import (
	"slices"
	"testing"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store/storetest"
)

// Whatever the time is, the demo sells from tomorrow on, London decides which day that
// is, and a visitor can book and pay. 'make dates' tries every instant, on both databases.
func TestEveryInstant(t *testing.T) {
	for _, one := range testclock.Instants() {
		if !one.Always && !storetest.All() {
			continue
		}
		t.Run(one.At, func(t *testing.T) {
			t.Parallel()
			storetest.Any(t, func(t *testing.T, db storetest.Database) {
				at, err := testclock.Parse(one.At)
				if err != nil {
					t.Fatal(err)
				}
				s := start(t, withDatabase(db), func(c *server.Config) {
					c.DemoParks, c.NoRendering, c.Clock = 12, true, testclock.At(at)
				})
				v, today := s.visitor(t), date.In(at)
				sellsFromTomorrow(t, v, today)
				paysForAHold(t, v, today, one.Arrival == "last")
			})
		})
	}
}

// sellsFromTomorrow searches each channel for tomorrow, as the untouched form does.
func sellsFromTomorrow(t *testing.T, v *visitor, today date.Date) {
	t.Helper()
	initial := v.get("/api/initial", "siteCode", "MT").ok(t)
	// A minute may pass before midnight does.
	got, err := date.Parse(initial.text("today"))
	if err != nil || got != today && got != today+1 {
		t.Fatalf("today is %s, want %s (%v)", got, today, err)
	}
	for _, channel := range catalogue.Channels {
		search := v.get("/api/search", "channel", channel.Code, "region", "all-regions", "nights", "7", "adults", "2", "date", (today + 2).String()).ok(t)
		for _, row := range search.list("results") {
			day, err := date.Parse(row.(map[string]any)["date"].(string))
			if err != nil || day <= today {
				t.Errorf("%s offers %v on %s (%v)", channel.Code, row, today, err)
			}
		}
	}
	v.get("/api/search", "channel", "uktouring", "region", "all-regions", "nights", "7", "adults", "2", "date", (today-1).String()).refused(t, 400, "INVALID_DATE")
}

// paysForAHold books the first or the last stay at Gannet Sands and pays for it.
func paysForAHold(t *testing.T, v *visitor, today date.Date, last bool) {
	t.Helper()
	days := []date.Date{today + 2, today.AddMonths(5), today.AddMonths(9)}
	if last {
		days = []date.Date{today.AddMonths(18)}
	}
	var units []unit
	for _, day := range days {
		if units = v.units("CF101", "date", day.String(), "adults", "2"); len(units) > 0 {
			break
		}
	}
	if len(units) == 0 {
		t.Fatalf("Gannet Sands sells nothing around %v", days)
	}
	slices.SortFunc(units, func(a, b unit) int {
		one, _ := date.Parse(a.date)
		other, _ := date.Parse(b.date)
		return int(one - other)
	})
	chosen := units[0]
	if last {
		chosen = units[len(units)-1]
	}
	held := v.hold(chosen).ok(t)
	left := held.at("booking", "expiresAt").(float64) - held.at("booking", "serverTime").(float64) // ms
	if left != float64((30 * time.Minute).Milliseconds()) {
		t.Errorf("a hold of %v ms", left)
	}
	ref := v.buy(chosen, "full")
	v.post("/api/getMyBooking", "bookingId", ref, "surname", "quackenbush", "postcode", "yo112ab").ok(t)
}
