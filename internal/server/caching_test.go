package server_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"regexp"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/operations/polltest"
)

// shortlyPublic matches a Cache-Control that allows every cache to keep an
// answer for at most an hour.
var shortlyPublic = regexp.MustCompile(`^public, max-age=([1-9]\d{0,2}|[1-3]\d{3})(,|$)`)

func TestPublicAnswersAreKeptAndOthersAreNot(t *testing.T) {
	t.Run("[API-55] public reads carry a strong ETag and a short max-age and answer 304, all others are no-store", publicAnswersAreKeptAndOthersAreNot)
}

func publicAnswersAreKeptAndOthersAreNot(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	for _, path := range []string{
		"/api/initial?siteCode=MT", "/api/channelregions?channel=ukcaravan", "/api/operators?channel=boats", "/api/filters",
		"/api/parks?q=gannet", "/api/places?q=gannet", "/api/parkdetails?parkId=CF101", "/api/cachedavailability?channel=boats&region=all-regions&nights=7", "/api/cachedavailability?channel=ukcaravan&region=14@51.45,-2.59&nights=7",
		"/json-files/mega-menu-MT.json", "/json-files/avail-summary/boats_availSummaryV3.json", "/api/parkcards?parkIds=CF101",
	} {
		v.headers = map[string]string{"Accept-Encoding": "gzip"}
		got := v.get(path)
		tag := got.header.Get("ETag")
		if got.status != 200 || !strings.HasPrefix(tag, `"`) || !shortlyPublic.MatchString(got.header.Get("Cache-Control")) {
			t.Errorf("%s: %d, ETag %s, Cache-Control %s", path, got.status, tag, got.header.Get("Cache-Control"))
		}
		v.headers["If-None-Match"] = tag
		if again := v.get(path); again.status != 304 || len(again.body) != 0 {
			t.Errorf("%s again: %d with %d bytes", path, again.status, len(again.body))
		}
	}
	v.headers = map[string]string{}
	for _, call := range []string{"setextras", "setuserdetails", "setpartydetails", "setdiscount", "prepayment", "postpayment", "getMyBooking", "mybookings", "resetbooking"} {
		if got := v.post("/api/" + call); got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("POST %s: Cache-Control %s", call, got.header.Get("Cache-Control"))
		}
	}
	for _, path := range []string{"/api/search?nights=7", "/api/parkresults?parkId=CF101", "/api/tripadvisor?parkId=CF101", "/api/getcottagedates?region=all-regions", "/api/searchresults?searchId=0", "/api/book", "/api/holds", "/api/getextras", "/api/getdeposit", "/api/devicedata", "/api/newsletter", "/api/mybookings", "/api/nothing"} {
		if got := v.get(path); got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: Cache-Control %s", path, got.header.Get("Cache-Control"))
		}
	}
}

func TestTheETagOfACalendarFollowsItsContent(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	last := lastUnit(t, v)
	before := v.get("/api/cachedavailability", "channel", "ukcaravan", "region", "all-regions")
	v.hold(last).ok(t)
	for _, u := range v.units("CF101", "from", last.date, "to", last.date, "adults", "2") {
		if u.id == last.id {
			t.Error("the next search still shows the unit that was taken")
		}
	}
	after := v.get("/api/cachedavailability", "channel", "ukcaravan", "region", "all-regions")
	if bytes.Equal(before.body, after.body) != (before.header.Get("ETag") == after.header.Get("ETag")) {
		t.Error("the same content has two ETags, or other content has the same ETag")
	}
}

func TestACalendarIsSmall(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	v.headers["Accept-Encoding"] = "gzip"
	for _, channel := range catalogue.Channels {
		got := v.get("/api/cachedavailability", "channel", channel.Code, "region", "all-regions", "nights", "7")
		zipped, err := gzip.NewReader(bytes.NewReader(got.body))
		if err != nil {
			t.Fatalf("%s: %v", channel.Code, err)
		}
		plain, err := io.ReadAll(zipped)
		if err != nil || !bytes.HasPrefix(plain, []byte(`{"success":1,`)) {
			t.Errorf("%s: %v %.60s", channel.Code, err, plain)
		}
		if len(got.body) > 15<<10 {
			t.Errorf("%s: a calendar of %d bytes, want at most 15 kB", channel.Code, len(got.body))
		}
	}
}

func TestRequestsAreNamedInErrors(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	got := v.get("/api/parkdetails", "parkId", "NOPE").refused(t, 404, "NOT_FOUND")
	id := got.header.Get("X-Request-Id")
	if id == "" || got.json["requestId"] != id {
		t.Errorf("header %q, body %s", id, got.body)
	}
	polltest.Until(t, "the log of the request", func() bool { return strings.Contains(s.log.String(), id) })
}
