package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/api"
	"holidaymaker/internal/server"
)

func TestPagesOfContentCanBeReached(t *testing.T) {
	s := site(t)
	t.Run("[BRAND-06] last-minute deals, offers, ferries, spa, themed and weekend breaks, and other pages of the CMS", func(t *testing.T) {
		_, home := fetch(t, s.URL()+"/")
		_, layout := fetch(t, s.URL()+"/api/initial?siteCode=MT")
		if !strings.Contains(layout, "Last Minute") || !strings.Contains(home, "Last Minute") {
			t.Error("no last-minute deals on the home page")
		}
		for path, heading := range map[string]string{
			"/last-minute-deals": "Last minute deals", "/offers": "Offers", "/ferry-deals": "Ferry Deals", "/uk-spa-breaks": "UK Spa Breaks", "/themed-breaks": "Themed Breaks",
			"/weekend-breaks": "Weekend Breaks", "/hotels": "Hotels", "/about-us": "About",
		} {
			status, page := fetch(t, s.URL()+path)
			_, title, _ := strings.Cut(page, "<h1")
			title, _, _ = strings.Cut(title, "</h1>")
			if status != http.StatusOK || !strings.Contains(strings.ToLower(title), strings.ToLower(heading)) {
				t.Errorf("%s: status %d, heading %q", path, status, title)
			}
		}
	})
}

func TestServicesAreSwitchedByConfiguration(t *testing.T) {
	plain := site(t).visitor(t)
	s := start(t, func(c *server.Config) {
		c.DemoParks = 12
		c.Tags = server.Tags{ManagerID: "GTM-TEST", AnalyticsID: "G-TEST", AwinID: "1001"}
		c.ErrorDSN = "https://key@errors.example/7"
		c.FlagsHost, c.FlagsKey = "https://flags.example", "sdk-test"
		c.MaintenanceToken = "a token for staff"
	})
	keyed := s.visitor(t)
	t.Run("[BRAND-12] affiliate network, tag manager, error reporting and flags", func(t *testing.T) {
		for _, part := range []string{`"tagManager":{"id":"GTM-TEST"}`, `"analytics":{"id":"G-TEST"}`, `"awin":{"enable":true,"trackingId":"1001"}`, `"dsn":"https://key@errors.example/7"`} {
			if on, off := settings(string(keyed.get("/").body)), settings(string(plain.get("/").body)); !strings.Contains(on, part) || strings.Contains(off, part) {
				t.Errorf("%s: with it %s, without it %s", part, on, off)
			}
		}
		var on, off struct{ Data api.Init }
		for v, into := range map[*visitor]any{keyed: &on, plain: &off} {
			if err := json.Unmarshal(v.get("/api/initial", "siteCode", "MT").body, into); err != nil {
				t.Fatal(err)
			}
		}
		if on.Data.Flags.Host != "https://flags.example" || on.Data.Flags.ClientKey != "sdk-test" || off.Data.Flags.Host != "" {
			t.Errorf("flags %+v, %+v", on.Data.Flags, off.Data.Flags)
		}
	})
	t.Run("[BRAND-12] maintenance mode", func(t *testing.T) {
		closed := start(t, func(c *server.Config) { c.DemoParks, c.Maintenance = 12, true }).visitor(t)
		if page := closed.get("/"); page.status != http.StatusServiceUnavailable || !strings.Contains(string(page.body), "exciting changes") {
			t.Errorf("closed: %d", page.status)
		}
		if page := plain.get("/"); page.status != http.StatusOK {
			t.Errorf("open: %d", page.status)
		}
	})
}

func TestCallsWithoutADescribedPayload(t *testing.T) {
	t.Run("[API-49] have the decided method, fields and answer", func(t *testing.T) {
		s := site(t)
		v := s.visitor(t)
		ref := v.hold(v.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
		code := v.get("/api/getextras", "bookId", ref).ok(t).text("extras", 0, "code")
		extras := v.post("/api/setextras", "bookId", ref, "extras["+code+"]", "1").ok(t)
		if extras.text("extras", 0, "code") != code || extras.at("extras", 0, "value") != 1.0 || extras.text("quote", "total") == "" {
			t.Errorf("setextras: %s", extras.body)
		}
		user := v.post("/api/setuserdetails", append([]string{"bookId", ref}, person...)...).ok(t)
		if user.text("userId") == "" || user.text("details", "surname") == "" {
			t.Errorf("setuserdetails: %s", user.body)
		}
		party := v.post("/api/setpartydetails", "bookId", ref, "onlyBooking", "N",
			"type1", "adult", "title1", "Ms", "initial1", "W", "lastName1", "Quackenbush", "age1", "41",
			"type2", "adult", "title2", "Mr", "initial2", "S", "lastName2", "Quackenbush", "age2", "40").ok(t)
		if len(party.list("party")) != 2 || party.text("party", 1, "lastName") != "Quackenbush" {
			t.Errorf("setpartydetails: %s", party.body)
		}
		contact := v.post("/api/contact", "siteCode", "MT", "name", "Sam", "email", "sam@mail.example", "message", "Is there a shop?", "website", "").ok(t)
		if !strings.HasPrefix(contact.text("reference"), "C") {
			t.Errorf("contact: %s", contact.body)
		}
		dates := v.get("/api/getcottagedates", "region", "all-regions", "nights", "7", "partySize", "2").ok(t)
		if len(dates.list("dates")) == 0 || dates.at("nights") != 7.0 {
			t.Errorf("getcottagedates: %.200s", dates.body)
		}
		if mine := v.get("/api/mybookings").ok(t); mine.at("bookings") == nil {
			t.Errorf("mybookings: %s", mine.body)
		}
		for _, path := range []string{"/api/setextras", "/api/setpartydetails", "/api/setuserdetails", "/api/contact"} {
			v.get(path).refused(t, 405, "METHOD_NOT_ALLOWED")
		}
		v.post("/api/getcottagedates").refused(t, 405, "METHOD_NOT_ALLOWED")
	})
}

func TestChannelRecords(t *testing.T) {
	v := site(t).visitor(t)
	t.Run("[CHAN-11] have code, name and key, and one of the channel codes", func(t *testing.T) {
		codes := []string{"ukcaravan", "eurocaravan", "uklodge", "ukcottages", "uktouring", "boats", "hotels"}
		list := v.get("/api/initial", "siteCode", "MT").ok(t).list("channels")
		if len(list) == 0 {
			t.Fatal("no channels")
		}
		for _, one := range list {
			record, _ := one.(map[string]any)
			code, _ := record["code"].(string)
			name, _ := record["name"].(string)
			key, _ := record["key"].(string)
			if len(record) != 3 || name == "" || key == "" || !slices.Contains(codes, code) {
				t.Errorf("%v", record)
			}
		}
	})
	t.Run("[CHAN-06] are found by their key as by their code", func(t *testing.T) {
		for _, one := range v.get("/api/initial", "siteCode", "MT").ok(t).list("channels") {
			record, _ := one.(map[string]any)
			byCode := v.get("/api/channelregions", "channel", fmt.Sprint(record["code"])).ok(t)
			byKey := v.get("/api/channelregions", "channel", fmt.Sprint(record["key"])).ok(t)
			same(t, fmt.Sprint(record), string(byKey.body), string(byCode.body))
		}
		v.get("/api/channelregions", "channel", "XXX").refused(t, 400, "INVALID_CHANNEL")
	})
}

func TestAnExistingCustomer(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	ref := v.buy(v.juneUnits("CF101")[0], "deposit")
	t.Run("[BRAND-24] reaches a booking by reference, surname and postcode alone, without a password", func(t *testing.T) {
		for _, given := range [][]string{
			{"bookingId", ref}, {"bookingId", ref, "surname", "Quackenbush"}, {"bookingId", ref, "postcode", "YO11 2AB"},
			{"surname", "Quackenbush", "postcode", "YO11 2AB"}, {"bookingId", ref, "surname", "Quackenbush", "passwd", "secret"},
			{"bookingId", ref, "surname", "Other", "postcode", "YO11 2AB"},
		} {
			guest := s.visitor(t)
			if got := guest.post("/api/getMyBooking", given...); got.status < 400 {
				t.Errorf("%v: %d", given[:2], got.status)
			}
			if found := guest.get("/api/mybookings").ok(t).list("bookings"); len(found) != 0 {
				t.Errorf("%v shows the booking", given)
			}
		}
		owner := s.visitor(t)
		owner.post("/api/getMyBooking", "bookingId", ref, "surname", "Quackenbush", "postcode", "YO11 2AB").ok(t)
		if len(owner.get("/api/mybookings").ok(t).list("bookings")) != 1 {
			t.Error("the owner does not see the booking")
		}
		for _, path := range []string{"/login", "/reset"} {
			if page := s.visitor(t).get(path); page.status != http.StatusOK || strings.Contains(string(page.body), `type="password"`) {
				t.Errorf("%s: %d, or a password", path, page.status)
			}
		}
		for _, o := range (&api.API{}).Operations() {
			if named := strings.ToLower(o.Name + o.Path); strings.Contains(named, "passw") || strings.Contains(named, "signin") {
				t.Errorf("%s signs visitors in", o.Path)
			}
		}
	})
}
