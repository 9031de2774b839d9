package office_test

import (
	"net/http"
	"testing"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/office"
	"holidaymaker/internal/office/officetest"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/store/storetest"
)

func TestWhoIsSignedIn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		now := testclock.Now()
		s := db.Open(t, func() time.Time { return now }).Office()
		server := officetest.Serve(t, office.Config{Store: s, Name: "Best Fit"})
		clerk := officetest.SignIn(t, s, server.URL, staff.Reservations)
		var me office.Me
		if status, refusal := clerk.Call(t, "/api/me", nil, &me); status != http.StatusOK {
			t.Fatal(status, refusal)
		}
		if me.Person.ID != clerk.Person.ID || me.May[staff.Book] != staff.Yes || me.May[staff.RefundLarge] != staff.Ask || me.May[staff.People] != "" ||
			len(me.Needs[staff.People]) != 1 || me.Needs[staff.RefundLarge][0] != staff.Finance || me.Office.Name != "Best Fit" {
			t.Errorf("me is %+v", me)
		}
		// A page that is used stays open, one that is not locks, and none lasts for more than 12 hours.
		other := officetest.SignIn(t, s, server.URL, staff.Auditor)
		for range 25 {
			now = now.Add(29 * time.Minute)
			status, refusal := clerk.Call(t, "/api/me", nil, nil)
			if open := now.Before(testclock.Now().Add(staff.SessionTime)); open != (status == http.StatusOK) || !open && refusal.Code != staff.SignedOut {
				t.Fatalf("at %s the call answers %d %s", now, status, refusal.Code)
			}
		}
		now = testclock.Now().Add(31 * time.Minute)
		if status, refusal := other.Call(t, "/api/me", nil, nil); status != http.StatusUnauthorized || refusal.Code != staff.Locked {
			t.Errorf("an idle session answers %d %s", status, refusal.Code)
		}
	})
}

func TestAStolenCookieIsWorthNothingAfterTheSignOut(t *testing.T) {
	s := storetest.SQLite(t).Open(t).Office()
	server := officetest.Serve(t, office.Config{Store: s})
	clerk := officetest.SignIn(t, s, server.URL, staff.Reservations)
	if status, refusal := clerk.Call(t, "/api/sign-out", office.None{}, nil); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	if status, refusal := clerk.Call(t, "/api/me", nil, nil); status != http.StatusUnauthorized || refusal.Code != staff.SignedOut {
		t.Errorf("after the sign-out the cookie answers %d %s", status, refusal.Code)
	}
	nobody := officetest.Client{URL: server.URL}
	if status, refusal := nobody.Call(t, "/api/me", nil, nil); status != http.StatusUnauthorized || refusal.Code != staff.SignedOut {
		t.Errorf("nobody gets %d %s", status, refusal.Code)
	}
}

func TestOnlyTheOfficesOwnPagesAreAnswered(t *testing.T) {
	s := storetest.SQLite(t).Open(t).Office()
	server := officetest.Serve(t, office.Config{Store: s})
	clerk := officetest.SignIn(t, s, server.URL, staff.Reservations)
	for _, c := range []struct {
		name, method, path, host, origin string
		status                           int
	}{
		{"a page", "GET", "/bookings/ABC", "", "", 200},
		{"another host", "GET", "/", "www.example", "", http.StatusMisdirectedRequest},
		{"a call of another host", "POST", "/api/sign-out", "www.example", "http://www.example", http.StatusMisdirectedRequest},
		{"a change from another site", "POST", "/api/sign-out", "", "https://evil.example", http.StatusForbidden},
		{"a change from nowhere", "POST", "/api/sign-out", "", "", http.StatusForbidden},
		{"no such page", "GET", "/uk-caravans", "", "", http.StatusNotFound},
		{"no such call", "GET", "/api/none", "", "", http.StatusNotFound},
		{"a change of a page", "POST", "/", "", server.URL, http.StatusNotFound},
		{"no such file", "GET", "/assets/none.js", "", "", http.StatusNotFound},
		{"the list of files", "GET", "/assets/", "", "", http.StatusNotFound},
	} {
		request, err := http.NewRequestWithContext(t.Context(), c.method, server.URL+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.AddCookie(office.SessionCookie(clerk.Token))
		if c.host != "" {
			request.Host = c.host
		}
		if c.origin != "" {
			request.Header.Set("Origin", c.origin)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		h := answer.Header
		if answer.StatusCode != c.status || h.Get("X-Robots-Tag") == "" || h.Get("Content-Security-Policy") == "" || h.Get("X-Request-Id") == "" ||
			h.Get("Cache-Control") != "no-store" && answer.StatusCode == 200 {
			t.Errorf("%s: %d with %v", c.name, answer.StatusCode, h)
		}
	}
	if status, _ := clerk.Call(t, "/api/me", nil, nil); status != http.StatusOK {
		t.Errorf("afterwards the session answers %d", status)
	}
}

func TestTheDemoHasSevenPeople(t *testing.T) {
	s := storetest.SQLite(t).Open(t).Office()
	demo := &officetest.Client{URL: officetest.Serve(t, office.Config{Store: s, Demo: true}).URL}
	var door office.Door
	if status, refusal := demo.Call(t, "/api/door", nil, &door); status != http.StatusOK || len(door.People) != 7 {
		t.Fatal(status, refusal, door)
	}
	manager := office.DemoSignIn{ID: door.People[5].ID}
	if status, refusal := demo.Call(t, "/api/demo/sign-in", manager, nil); status != http.StatusOK || demo.Token == "" {
		t.Fatal(status, refusal)
	}
	someone := office.NewPerson{Email: "a@office.example", Name: "A", Role: staff.Auditor}
	_, refusal := demo.Call(t, "/api/people/invite", someone, nil)
	var asked office.Asked
	if status, wrong := demo.Call(t, "/api/stepup/begin", office.Again{Hash: refusal.Plan}, &asked); status != http.StatusOK || asked.ID != "" {
		t.Fatal(status, wrong, refusal)
	}
	if status, refusal := demo.Call(t, "/api/people/invite", someone, nil); status != http.StatusOK {
		t.Error(status, refusal)
	}
	live := &officetest.Client{URL: officetest.Serve(t, office.Config{Store: s}).URL}
	if status, _ := live.Call(t, "/api/demo/sign-in", manager, nil); status != http.StatusNotFound || live.Token != "" {
		t.Errorf("without the demo: %d", status)
	}
	if live.Call(t, "/api/door", nil, &door); len(door.People) != 0 {
		t.Errorf("without the demo the door shows %v", door.People)
	}
}
