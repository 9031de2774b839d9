package server_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/operations/export"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/server"
)

func TestTheBookingCookie(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	u := v.juneUnits("CF101")[0]
	got := v.hold(u).ok(t)
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
	if again := v.hold(u).ok(t); again.text("booking", "bookId") != ref {
		t.Errorf("a repeated start is another booking: %s", again.body)
	}
}

func TestABookingKeepsTheCodeOfItsBrand(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	v.buy(v.juneUnits("CF101")[0], "full")
	var out bytes.Buffer
	if _, err := export.Bookings(t.Context(), &out, openStore(t, s).Exports(), export.Options{Format: export.NDJSON}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"referer":"MT"`) {
		t.Errorf("exported %s", out.String())
	}
}

func TestABookingSurvivesARestart(t *testing.T) {
	dir := t.TempDir()
	first, err := launch(dir)
	if err != nil {
		t.Fatal(err)
	}
	v := first.visitor(t)
	ref := v.hold(v.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
	search := v.get("/api/search", "nights", "7").ok(t).text("searchId")
	provider := providerOf(t, v)
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
	if now := providerOf(t, v); now != provider {
		t.Errorf("the provider was at %s and is at %s, where pages that are open cannot reach it", provider, now)
	}
}

// providerOf returns the address of the simulated card provider that the pages of
// a booking may reach.
func providerOf(t *testing.T, v *visitor) string {
	t.Helper()
	policy := v.get("/booking/payment").header.Get("Content-Security-Policy")
	address := regexp.MustCompile(`http://localhost:\d+`).FindString(policy)
	if address == "" {
		t.Fatalf("no provider in %q", policy)
	}
	return address
}

func TestAStopFinishesWhatIsInFlight(t *testing.T) {
	t.Parallel()
	s := start(t)
	v := s.visitor(t)
	ref := v.hold(v.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
	v.details(ref)
	prepared := v.prepay(ref, "full", "worldpay").ok(t)
	answered := make(chan reply, 1)
	go func() { answered <- v.authorise(ref, prepared, plainCard, "SIM_SLOW_8S") }()
	polltest.Until(t, "the order reaching the provider", func() bool { return len(s.ledger(t)) > 0 })
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
		"demo and sandbox":        {Data: t.TempDir(), Demo: true, Sandbox: true},
		"demo with a provider":    {Data: t.TempDir(), Demo: true, Card: liveAccount},
		"half an account":         {Data: t.TempDir(), Card: worldpay.Config{XMLURL: "https://card.example/x"}},
		"less than no visitors":   {Data: t.TempDir(), Demo: true, MaxConnections: -1},
		"a short secret":          {Data: t.TempDir(), Demo: true, Secret: "swordfish"},
		"a simulator when live":   {Data: t.TempDir(), Card: liveAccount, SimulatorURL: "http://localhost:1"},
		"a guessable path":        {Demo: true, Data: t.TempDir(), NotificationPath: "/api/x"},
		"a path in two parts":     {Demo: true, Data: t.TempDir(), NotificationPath: "/api/notified-Zk3vQ9xT7bLm2Rw8/wp"},
		"a path for a subtree":    {Demo: true, Data: t.TempDir(), NotificationPath: "/api/notified-Zk3vQ9xT7bLm2Rw8/"},
		"a path as a pattern":     {Demo: true, Data: t.TempDir(), NotificationPath: "/api/{notified-Zk3vQ9xT7bLm2Rw8"},
	} {
		if _, err := server.New(context.Background(), config); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestWarningsAreLoggedAtOnceAndOtherLinesBeforeTheEnd(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	u := v.juneUnits("CF101")[0]
	s.CloseStore()
	if got := v.hold(u); got.status < 500 || !strings.Contains(s.log.String(), `"request failed"`) {
		t.Errorf("status %d, log %s", got.status, s.log)
	}
	v.get("/healthz")
	s.stop()
	if log := s.log.String(); !strings.Contains(log, `"path":"/healthz"`) || strings.Index(log, `"serving"`) > strings.Index(log, `"request failed"`) {
		t.Errorf("log %s", log)
	}
}

func TestTheSecretPathOfNotificationsIsNotLogged(t *testing.T) {
	const path = "/api/notified-Zk3vQ9xT7bLm2Rw8"
	s := start(t, func(c *server.Config) { c.NotificationPath = path })
	v := s.visitor(t)
	if got := v.do("POST", path, strings.NewReader("<rubbish/>"), "text/xml"); got.status != 200 {
		t.Errorf("the path is not served: %d", got.status)
	}
	for _, variant := range []string{path + "/", "/api/" + path, "/" + path, "/x/.." + path, strings.ToUpper(path), path + "/more"} {
		v.do("POST", variant, nil, "")
	}
	v.get("/api/filters").ok(t)
	s.stop()
	if log := strings.ToLower(s.log.String()); strings.Contains(log, "zk3vq9") || !strings.Contains(log, "/api/filters") {
		t.Errorf("the path is logged, or nothing is: %s", log)
	}
}

func TestTextFromAClientCannotForgeLogLines(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	v.do("GET", "/parks/%E2%80%AEgpj.exe", nil, "")
	v.do("GET", "/parks/%1B%5B2Jx", nil, "")
	v.do(strings.Repeat("A", 5000), "/", nil, "")
	v.get("/parks/an-ordinary-one")
	s.stop()
	log := s.log.String()
	for _, bad := range []string{"\u202e", "\u202E", "\u001b", "gpj", "AAAA", `"took":1`} {
		if strings.Contains(log, bad) {
			t.Errorf("the log holds %q", bad)
		}
	}
	for _, want := range []string{`"method":"other"`, `"(withheld)"`, "/parks/an-ordinary-one", `"took_ms":`, `"bytes":`, `"operation":"page"`} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %s", want)
		}
	}
}

func TestAnUntrustedProxyCausesOneWarning(t *testing.T) {
	const warning = "--trusted-proxies"
	for trusted, want := range map[string]int{"": 1, "127.0.0.0/8": 0} {
		s := start(t, func(c *server.Config) {
			if trusted != "" {
				c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix(trusted)}
			}
		})
		v := s.visitor(t)
		v.get("/healthz")
		if strings.Contains(s.log.String(), warning) {
			t.Errorf("trusted %q: a warning without a proxy", trusted)
		}
		v.headers["X-Forwarded-For"] = "198.51.100.7"
		v.get("/healthz")
		v.get("/healthz")
		s.stop()
		if got := strings.Count(s.log.String(), warning); got != want {
			t.Errorf("trusted %q: %d warnings, want %d", trusted, got, want)
		}
	}
}

func TestWarningsOfTheHTTPServerNameNoAddress(t *testing.T) {
	s := start(t, func(c *server.Config) { c.TLSSelfSigned = true })
	connection, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "https://"))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := connection.Write([]byte("no handshake, just text\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "the warning", func() bool { return strings.Contains(s.log.String(), "TLS handshake error") })
	if log := s.log.String(); strings.Contains(log, connection.LocalAddr().String()) || !strings.Contains(log, "(client)") {
		t.Errorf("log %s", log)
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
	for version, want := range map[uint16]bool{tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
		connection, err := tls.Dial("tcp", strings.TrimPrefix(s.URL(), "https://"), &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10, MaxVersion: version})
		if err == nil {
			connection.Close()
		}
		if (err == nil) != want {
			t.Errorf("%s: %v", tls.VersionName(version), err)
		}
	}
}
