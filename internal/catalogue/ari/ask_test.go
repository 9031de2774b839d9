package ari_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/store/storetest"
)

// asked is a partner's system that answers as it is told.
type asked struct {
	calls  []string
	status int
	pages  []string
	left   string
}

func (a *asked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	a.calls = append(a.calls, strings.TrimSpace(fmt.Sprint(r.Method, " ", r.URL.Path, " ", r.Header.Get("Token"), r.Header.Get("Api-Key"), " ", r.URL.Query().Get("roomId"), string(body))))
	w.Header().Set("X-Five-Min-Limit-Remaining", a.left)
	if a.status != 0 {
		w.WriteHeader(a.status)
		return
	}
	page := 0
	if r.URL.Query().Get("page") == "2" {
		page = 1
	}
	if len(a.pages) > 0 {
		fmt.Fprint(w, a.pages[page])
	}
}

// asks starts a partner's system, and a service that asks it. round advances the clock, and
// asks.
func asks(t *testing.T, by string) (w *world, a *asked, round func(time.Duration) error) {
	t.Helper()
	w, a = connect(t, storetest.SQLite(t)), &asked{left: "100"}
	system := httptest.NewServer(a)
	t.Cleanup(system.Close)
	settings := ari.Settings{By: by, Address: system.URL, Key: "KEY", Private: true}
	if by == ari.ByChannex {
		settings.User, settings.Secrets = "SITE", []string{"PASSWORD"}
	}
	if err := settings.Check(func(name string) string { return map[string]string{"KEY": "our key", "PASSWORD": password}[name] }); err != nil {
		t.Fatal(err)
	}
	w.partner.Settings = settings
	w.partner.Hotels = map[string]ari.Hotel{"HV101": {Code: "HV101", Park: "SB", Rooms: map[string]ari.Room{"11": {Unit: "SB-G3", Rate: "price2"}, "99": {Unit: "SB-X", Rate: "price1"}}}}
	service := w.service()
	return w, a, func(d time.Duration) error {
		w.mu.Lock()
		w.now = w.now.Add(d)
		w.mu.Unlock()
		return service.Ask(t.Context())
	}
}

// TestBeds24IsAsked reads calendars, whole and broken.
func TestBeds24IsAsked(t *testing.T) {
	t.Parallel()
	w, a, round := asks(t, ari.ByBeds24)
	calendar := func(runs string) string {
		return `{"success":true,"data":[{"roomId":11,"calendar":[` + runs + `]}],"pages":{"nextPageExists":false}}`
	}
	a.pages = []string{strings.Replace(calendar(`{"from":"2027-07-16","to":"2027-07-18","numAvail":3,"price1":90,"price2":100.5,"minStay":2,"maxStay":0,"override":"none"}`), "false", "true", 1),
		calendar(`{"from":"2027-07-19","to":"2027-07-19","numAvail":1,"price2":0,"override":"blackout"},{"from":"2027-07-20","to":"2027-07-20","price2":80,"override":"noCheckIn"}`)}
	expect := func(what, want string) {
		t.Helper()
		if got := w.stored("SB-G3"); got != want {
			t.Errorf("%s: stored is\n%s\nwant\n%s", what, got, want)
		}
	}
	if err := round(0); err != nil {
		t.Fatal(err)
	}
	first := "closed; units 0; units 3; units 1; units 0; night 6:100.50; night 6:80.00; stay min 2 max 63; stay arrive false"
	expect("two pages", first)
	if want := "GET /inventory/rooms/calendar our key 11"; len(a.calls) != 2 || a.calls[0] != want {
		t.Errorf("the calls are %q", a.calls)
	}
	if err := round(time.Minute); err != nil || len(a.calls) != 2 {
		t.Errorf("it is asked again after a minute: %v, %q", err, a.calls)
	}
	a.status = http.StatusBadGateway
	if err := round(15 * time.Minute); err == nil || strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("an answer 502: %v", err)
	}
	a.status = 0
	for name, page := range map[string]string{"no room": `{"success":true,"data":[]}`, "no success": `{"success":false}`, "cut off": `{"success":true,`,
		"no end": strings.Replace(calendar(`{"from":"2027-07-16","to":"2027-07-16","numAvail":9,"price2":9}`), "false", "true", 1)} {
		a.pages = []string{page}
		err := round(20 * time.Minute)
		expect(name+" leaves what is known", first)
		if err == nil {
			t.Errorf("%s is no error", name)
		}
	}
	a.pages = []string{calendar(`{"from":"2027-07-16","to":"2027-07-16","numAvail":2,"price2":70}`)}
	if err := round(20 * time.Minute); err != nil {
		t.Fatal(err)
	}
	second := "units 0; units 2; units 0; night 6:70.00"
	expect("a new calendar replaces the old one", second)
	kept, err := w.store.Receipts(t.Context(), "haven", 100)
	if err != nil {
		t.Fatal(err)
	}
	a.left = "3"
	if err := round(20 * time.Minute); err != nil {
		t.Fatal(err)
	}
	if again, err := w.store.Receipts(t.Context(), "haven", 100); err != nil || len(again) != len(kept) {
		t.Errorf("a calendar without changes is kept: %d messages, then %d, %v", len(kept), len(again), err)
	}
	calls := len(a.calls)
	if err := round(4 * time.Minute); err != nil || len(a.calls) != calls {
		t.Errorf("it is asked although few credits are left: %v", err)
	}
}

// TestAPartnerThatHangsHoldsUpNoOther has one that answers only when the other was asked.
func TestAPartnerThatHangsHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	w := connect(t, storetest.SQLite(t))
	second := make(chan struct{})
	system := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/second") {
			close(second)
			return
		}
		select {
		case <-second:
		case <-time.After(2 * time.Second):
			rw.WriteHeader(http.StatusGatewayTimeout)
		}
	}))
	t.Cleanup(system.Close)
	var partners []ari.Partner
	for _, id := range []string{"first", "second"} {
		settings := ari.Settings{By: ari.ByChannex, User: "SITE", Secrets: []string{"S"}, Address: system.URL + "/" + id, Key: "KEY", Private: true}
		if err := settings.Check(func(string) string { return password }); err != nil {
			t.Fatal(err)
		}
		partners = append(partners, ari.Partner{Settings: settings, ID: id, Hotels: w.partner.Hotels})
	}
	service := ari.New(ari.Config{Store: w.store.ARI(), Partners: func() []ari.Partner { return partners }, Clock: w.clock})
	if err := service.Ask(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestChannexIsAskedForEverything asks when connected and each night, until it has answered.
func TestChannexIsAskedForEverything(t *testing.T) {
	t.Parallel()
	_, a, round := asks(t, ari.ByChannex)
	calls := func(what string, d time.Duration, want int, fails bool) {
		t.Helper()
		if err := round(d); (err != nil) != fails || len(a.calls) != want {
			t.Errorf("%s: %d calls, want %d: %v", what, len(a.calls), want, err)
		}
	}
	calls("when it is connected", 0, 1, false)
	if want := `POST /api/v1/channel_webhooks/open_channel/request_full_sync our key {"hotel_code":"HV101","provider_code":"SITE"}`; a.calls[0] != want {
		t.Errorf("the call is %s", a.calls[0])
	}
	calls("on the same day", 10*time.Hour, 1, false)
	a.status = http.StatusServiceUnavailable
	calls("at night", 8*time.Hour, 2, true)
	calls("a minute later", time.Minute, 2, false)
	a.status = 0
	calls("after a while", 5*time.Minute, 3, false)
	calls("in the morning", 5*time.Hour, 3, false)
}
