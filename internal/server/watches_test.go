package server_test

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/operations/retention"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// watchesPrices switches price watches on.
func watchesPrices(c *server.Config) { c.PriceWatch = true }

// weeks returns weeks in next June at a park of the demo.
func (v *visitor) weeks(park string) []unit {
	v.t.Helper()
	return v.units(park, "date", nextJune(), "nights", "7", "adults", "2")
}

// weekOf names a week for two as the park's page does.
func weekOf(u unit, unitType string) []string {
	return []string{"park", u.park, "unit", unitType, "channel", "ukcaravan", "date", u.date, "nights", "7", "adults", "2", "children", "0", "infants", "0", "dogs", ""}
}

// fall publishes another price of a week, and returns what the site shows then.
func (v *visitor) fall(t *testing.T, db *store.Store, u unit) unit {
	t.Helper()
	day, err := date.Parse(u.date)
	if err != nil {
		t.Fatal(err)
	}
	table, err := availability.NewPriceTable([]int{8}, day, 1)
	if err == nil {
		err = table.Set(day, 7, 0, 90_00, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	stage(t, db, store.PricesPart, func(g *store.Staging) error {
		return g.PutPrices(t.Context(), u.unitType, table.Encode(), availability.Allotment{First: day, Units: slices.Repeat([]int{9}, 7)}.Encode())
	})
	var now unit
	polltest.Until(t, "the new price", func() bool {
		found := slices.IndexFunc(v.weeks(u.park), func(one unit) bool { return one.unitType == u.unitType && one.date == u.date && one.price != u.price })
		if found >= 0 {
			now = v.weeks(u.park)[found]
		}
		return found >= 0
	})
	return now
}

// newsFor waits for the e-mails with a text, and returns the first.
func newsFor(t *testing.T, s *running, text string) (email string) {
	t.Helper()
	polltest.Until(t, "an e-mail with "+text, func() bool {
		all := s.emails(t)
		i := slices.IndexFunc(all, func(one string) bool { return strings.Contains(one, text) && strings.Contains(one, "that you watch") })
		if i >= 0 {
			email = all[i]
		}
		return i >= 0
	})
	return email
}

var (
	linkOfStay = regexp.MustCompile(`href="https?://[^/"]*(/[^"]*nights=7[^"]*)"`)
	idOfWatch  = regexp.MustCompile(`name="id" value="([^"]+)"`)
)

func TestAPriceIsWatched(t *testing.T) {
	s := start(t, watchesPrices)
	v, db := s.visitor(t), openStore(t, s)
	u := v.weeks("CF101")[0]
	page := v.get("/watch", weekOf(u, u.unitType)...)
	if page.status != 200 || !strings.Contains(string(page.body), "<strong>"+pounds(u.price)+"</strong> today") || !strings.Contains(string(page.body), "noindex") {
		t.Fatalf("%d %s", page.status, page.body)
	}
	ask := func(email string, stay ...string) reply {
		return v.postEncoded("/watch", append(stay, "email", email)...)
	}
	first := ask("Jo@mail.example", weekOf(u, u.unitType)...)
	link := linkIn(t, s, "Jo@mail.example", "/watch/mine")
	again := ask("jo@mail.example", weekOf(u, u.unitType)...)
	if first.status != http.StatusSeeOther || first.header.Get("Location") != "/watch/sent" || again.status != first.status || again.header.Get("Location") != first.header.Get("Location") {
		t.Errorf("%d %v, %d %v", first.status, first.header, again.status, again.header)
	}
	if sent := v.get("/watch/sent"); sent.status != 200 || strings.Contains(link, "mail.example") {
		t.Errorf("%d, link %s", sent.status, link)
	}
	if got := v.get(link); got.status != 200 || !strings.Contains(string(got.body), "Yes, email me") || got.header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("%d %v %s", got.status, got.header, got.body)
	}
	if got := v.postEncoded(link, "do", "confirm"); got.status != 200 || strings.Contains(string(got.body), "Yes, email me") {
		t.Errorf("%d %s", got.status, got.body)
	}
	now := v.fall(t, db, u)
	email := newsFor(t, s, "It costs less: "+pounds(now.price)+". It was "+pounds(u.price)+".")
	if !strings.Contains(email, "List-Unsubscribe-Post: List-Unsubscribe=One-Click") {
		t.Errorf("the header of RFC 8058 is missing:\n%.900s", email)
	}
	stay := html.UnescapeString(linkOfStay.FindStringSubmatch(email)[1])
	if rendered := v.rendered(t, stay); !strings.Contains(string(rendered), pounds(now.price)) {
		t.Errorf("%s does not show %s", stay, pounds(now.price))
	}
	t.Run("ends by one click", func(t *testing.T) {
		if got := idOfWatch.FindSubmatch(v.get(link).body); got == nil {
			t.Error("nothing is watched")
		}
		program := s.visitor(t)
		for range 2 {
			if got := program.postEncoded(link, "List-Unsubscribe", "One-Click"); got.status != 200 || !strings.Contains(string(got.body), "You watch no prices") {
				t.Errorf("%d %s", got.status, got.body)
			}
		}
	})
	t.Run("refusals", func(t *testing.T) {
		for what, got := range map[string]reply{
			"no address": ask("jo@", weekOf(u, u.unitType)...), "an unknown park": ask("a@mail.example", append(weekOf(u, ""), "park", "NONE")...),
			"no party": ask("a@mail.example", append(weekOf(u, ""), "adults", "0")...), "a page of nothing": v.get("/watch"),
			"a booking of another": v.postEncoded("/watch/booking", "bookId", "7K3QX-9F2MA", "bookingId", "7K3QX-9F2MA"),
		} {
			if got.status < 400 || got.status >= 500 || !strings.Contains(string(got.body), "<h1>") {
				t.Errorf("%s: %d %s", what, got.status, got.body)
			}
		}
		if got := v.get("/watch/mine", "t", "guess"); got.status != 404 {
			t.Errorf("a guessed link: %d", got.status)
		}
	})
	if log := strings.ToLower(s.log.String()); strings.Contains(log, "jo@mail") || strings.Contains(log, strings.ToLower(strings.TrimPrefix(link, "/watch/mine?t="))) {
		t.Error("the log has an address or a token")
	}
}

func TestTheBookingOfAWatcherIsCheaperNow(t *testing.T) {
	s := start(t, watchesPrices)
	v, db := s.visitor(t), openStore(t, s)
	u := v.weeks("CF101")[0]
	ref := v.buy(u, "full")
	if got := v.postEncoded("/watch/booking", "bookingId", ref); got.status != http.StatusSeeOther {
		t.Fatalf("%d %s", got.status, got.body)
	}
	address := pairs(person).Get("email")
	var link string
	polltest.Until(t, "the e-mail that asks", func() bool {
		for _, email := range emailsTo(t, s, address) {
			if found := listUnsubscribe.FindStringSubmatch(email); found != nil {
				_, link, _ = strings.Cut(found[1], "/watch/mine")
			}
		}
		return link != ""
	})
	if got := v.postEncoded("/watch/mine"+link, "do", "confirm"); got.status != 200 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	now := v.fall(t, db, u)
	email := newsFor(t, s, "this stay costs "+pounds(now.price)+" today. You have booked it for "+pounds(u.price)+".")
	if !strings.Contains(email, "Your booking "+ref+" keeps its price") || !strings.Contains(email, "Its terms") {
		t.Errorf("%s", email)
	}
	// What is left goes on request, and by itself after the stay.
	by := payment.StaffMember{By: "test", Why: "asked for"}
	if found, err := db.Erase(t.Context(), strings.ToUpper(address), by); err != nil || found.Watches != 1 {
		t.Errorf("erased %+v, %v", found, err)
	}
	if got := v.get("/watch/mine" + link); got.status != 404 {
		t.Errorf("after erasure: %d", got.status)
	}
	v.postEncoded("/watch", append(weekOf(u, u.unitType), "email", "late@mail.example")...)
	s.clock.advance((retention.WatchDays + 1) * 24 * time.Hour)
	if n, err := db.Visitors().DiscardWatches(t.Context(), s.clock.now().AddDate(0, 0, -retention.WatchDays)); err != nil || n != 2 {
		t.Errorf("discarded %d rows, %v", n, err)
	}
}

func TestPricesAreNotWatchedUnlessThatIsSwitchedOn(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	if got := v.get("/watch", weekOf(v.weeks("CF101")[0], "")...); got.status != 404 {
		t.Errorf("%d", got.status)
	}
	if got := v.get("/api/initial", "siteCode", "MT"); strings.Contains(string(got.body), "priceWatch") {
		t.Error("the pages offer it")
	}
}
