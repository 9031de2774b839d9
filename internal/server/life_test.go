package server_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/server"
)

func TestTheBookingCookie(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	got := v.hold(v.somewhere("CF101")[0]).ok(t)
	cookie := got.header.Get("Set-Cookie")
	for _, want := range []string{"__Host-booking=", "Path=/", "HttpOnly", "Secure", "SameSite=Lax"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("cookie %q lacks %s", cookie, want)
		}
	}
	if len(v.cookies["__Host-booking"]) != 43 {
		t.Errorf("a token of %d characters, want 256 bits", len(v.cookies["__Host-booking"]))
	}
	ref := got.text("booking", "bookId")
	s.visitor(t).get("/api/book", "bookId", ref).refused(t, 404, "NOT_FOUND")
	if again := v.hold(v.somewhere("CF101")[0]).ok(t); again.text("booking", "bookId") != ref {
		t.Errorf("a repeated start is another booking: %s", again.body)
	}
}

func TestABookingOutlivesTheServer(t *testing.T) {
	dir := t.TempDir()
	first, err := launch(dir)
	if err != nil {
		t.Fatal(err)
	}
	v := first.visitor(t)
	ref := v.hold(v.somewhere("CF101")[0]).ok(t).text("booking", "bookId")
	search := v.get("/api/search", "nights", "7").ok(t).text("searchId")
	first.stop()

	second, err := launch(dir, func(c *server.Config) { c.ClockOffset = 10 * time.Minute })
	if err != nil {
		t.Fatal(err)
	}
	defer second.stop()
	v.base = second.URL()
	loaded := v.get("/api/book", "bookId", ref).ok(t)
	left := loaded.at("booking", "expiresAt").(float64) - loaded.at("booking", "serverTime").(float64)
	if minutes := left / 60_000; minutes < 15 || minutes > 20.1 {
		t.Errorf("%.1f minutes left of a hold of 30 after 10", minutes)
	}
	v.get("/api/searchresults", "searchId", search).ok(t)
}

func TestAStopFinishesWhatIsInFlight(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	ref := v.hold(v.somewhere("CF101")[0]).ok(t).text("booking", "bookId")
	v.details(ref)
	prepared := v.prepay(ref, "full", "worldpay").ok(t)
	answered := make(chan reply, 1)
	go func() { answered <- v.authorise(ref, prepared, plainCard, "SIM_SLOW_8S") }()
	eventually(t, "the order reaching the provider", func() bool { return len(s.ledger(t)) > 0 })
	s.stop()
	if got := <-answered; got.status != http.StatusOK {
		t.Errorf("status %d: %s", got.status, got.body)
	}
}

func TestSettingsThatContradictAreRefused(t *testing.T) {
	for name, config := range map[string]server.Config{
		"limits off without demo": {Data: t.TempDir(), NoLimits: true},
		"clock without demo":      {Data: t.TempDir(), ClockOffset: time.Hour},
		"no provider":             {Data: t.TempDir()},
		"no data":                 {Demo: true},
		"a guessable path":        {Demo: true, Data: t.TempDir(), NotificationPath: "/api/x"},
	} {
		if _, err := server.New(context.Background(), config); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestTroubleIsLoggedAtOnceAndTheRestBeforeTheEnd(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	s.CloseStore()
	if got := v.get("/readyz"); got.status != http.StatusServiceUnavailable || !strings.Contains(s.log.String(), `"not ready"`) {
		t.Errorf("status %d, log %s", got.status, s.log)
	}
	v.get("/healthz")
	s.stop()
	if log := s.log.String(); !strings.Contains(log, `"path":"/healthz"`) || strings.Index(log, `"serving"`) > strings.Index(log, `"not ready"`) {
		t.Errorf("log %s", log)
	}
}

func TestTheSecretPathOfNotificationsIsNotLogged(t *testing.T) {
	const path = "/api/notified-Zk3vQ9xT7bLm2Rw8"
	s := start(t, func(c *server.Config) { c.NotificationPath = path })
	v := s.visitor(t)
	v.do("POST", path, strings.NewReader("<rubbish/>"), "text/xml").refused(t, 400, "INVALID_REQUEST")
	v.get("/api/filters").ok(t)
	s.stop()
	if log := s.log.String(); strings.Contains(log, path) || !strings.Contains(log, "/api/filters") {
		t.Error("the path is logged, or nothing is")
	}
}

func TestForwardedAddressesAreBelievedFromProxiesOnly(t *testing.T) {
	for _, c := range []struct{ trusted, peer, forwarded, want string }{
		{"", "203.0.113.9:1", "198.51.100.7", "203.0.113.9"},
		{"10.0.0.0/8", "10.1.1.1:1", "198.51.100.7", "198.51.100.7"},
		{"10.0.0.0/8", "10.1.1.1:1", "1.2.3.4, 198.51.100.7, 10.2.2.2", "198.51.100.7"},
		{"10.0.0.0/8", "10.1.1.1:1", "rubbish", "10.1.1.1"},
		{"10.0.0.0/8", "203.0.113.9:1", "198.51.100.7", "203.0.113.9"},
	} {
		if got := server.ClientAddress(c.trusted, c.peer, c.forwarded); got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

func TestTLS(t *testing.T) {
	s := start(t, func(c *server.Config) { c.TLSSelfSigned = true })
	if !strings.HasPrefix(s.URL(), "https://") {
		t.Fatal(s.URL())
	}
	client := insecureClient()
	response, err := client.Get(s.URL() + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.Header.Get("Strict-Transport-Security") == "" {
		t.Error("no Strict-Transport-Security behind TLS")
	}
}
