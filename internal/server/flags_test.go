package server_test

import (
	"bufio"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

// flagFile writes a file with feature flags and returns its path.
func flagFile(t testing.TB, content string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "flags.json")
	setFlags(t, path, content)
	return path
}

// setFlags replaces a file with feature flags.
func setFlags(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path+".new", []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

const (
	noFlags = `{"features":{}}`
	cardOff = `{"features":{"isWorldpayOn":{"defaultValue":false}}}`
	closed  = `{"features":{"maintenanceMode":{"defaultValue":true}}}`
)

func TestAChangedFileReachesAnOpenPageWithinASecond(t *testing.T) {
	path := flagFile(t, noFlags)
	s := start(t, func(c *server.Config) { c.FlagsFile = path })
	response, err := http.Get(s.URL() + "/sub/sdk-mt")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	events := make(chan string, 10)
	go func() {
		defer close(events)
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			if data, ok := strings.CutPrefix(lines.Text(), "data: {"); ok {
				events <- data
			}
		}
	}()
	<-events // the flags as they are
	polltest.Within(t, "the change is pushed", time.Second, func() time.Duration {
		changed := time.Now()
		setFlags(t, path, cardOff)
		if got := <-events; !strings.Contains(got, `"isWorldpayOn":{"defaultValue":false}`) {
			t.Errorf("pushed %s", got)
		}
		took := time.Since(changed)
		setFlags(t, path, noFlags)
		<-events
		return took
	})
	stopping := time.Now()
	s.stop()
	for range events { // until the stream ends
	}
	if took := time.Since(stopping); took > 5*time.Second {
		t.Errorf("the stop waited %s for an open stream", took)
	}
}

func TestMaintenanceFollowsItsFlag(t *testing.T) {
	path := flagFile(t, noFlags)
	s := start(t, func(c *server.Config) { c.FlagsFile = path })
	visitor, payer, staff := s.visitor(t), s.visitor(t), s.visitor(t)
	staff.cookies["GrantUserAccess"] = "1"
	if got := visitor.get("/"); got.status != 200 {
		t.Fatalf("with the flag off: %d", got.status)
	}
	ref := payer.hold(payer.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
	payer.details(ref)
	prepared := payer.prepay(ref, "full", "worldpay").ok(t)

	setFlags(t, path, closed)
	polltest.Until(t, "the maintenance page", func() bool { return visitor.get("/").status == 503 })
	visitor.get("/api/filters").refused(t, 503, "MAINTENANCE")
	staff.get("/api/filters").ok(t)
	if got := visitor.get("/api/features/sdk-mt"); got.status != 200 {
		t.Errorf("the flags themselves: %d", got.status)
	}
	// A payment that has begun goes on: its page, its calls.
	payer.settled(ref, prepared, payer.authorise(ref, prepared, plainCard, "W Quackenbush")).ok(t)
	if got := payer.get("/booking/payment-action"); got.status != 200 {
		t.Errorf("the page to which the bank sends a payer: %d", got.status)
	}
	if got := visitor.get("/booking/payment-action"); got.status != 503 {
		t.Errorf("the same page for a visitor without a booking: %d", got.status)
	}
	for _, flag := range []string{"isWorldpayOn", "isPaypalOn", "maintenanceMode"} {
		if got := s.metric(t, `holidaymaker_flag_on{flag="`+flag+`"}`); got != "1" {
			t.Errorf("metric of %s: %q", flag, got)
		}
	}
	setFlags(t, path, noFlags)
	polltest.Until(t, "the site again", func() bool { return visitor.get("/").status == 200 })
}

func TestCardPaymentsFollowTheirFlag(t *testing.T) {
	path := flagFile(t, noFlags)
	s := start(t, func(c *server.Config) { c.FlagsFile = path })
	v, other := s.visitor(t), s.visitor(t)
	on := func() bool {
		return v.get("/api/initial", "siteCode", "MT").ok(t).at("flags", "isWorldpayOn").(bool)
	}
	if !on() {
		t.Fatal("off although the flags do not define it")
	}
	ref := v.hold(v.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
	late := other.hold(other.juneUnits("GC101")[0]).ok(t).text("booking", "bookId")
	v.details(ref)
	other.details(late)
	prepared := v.prepay(ref, "full", "worldpay").ok(t)

	setFlags(t, path, cardOff)
	polltest.Until(t, "the flag in the initial data", func() bool { return !on() })
	if page := v.get("/"); !strings.Contains(string(page.body), `"isWorldpayOn":false`) {
		t.Error("the document still has the old flag")
	}
	other.prepay(late, "full", "worldpay").refused(t, 409, "METHOD_UNAVAILABLE")
	setFlags(t, path, `{"features":{"isWorldpayOn":{"defaultValue":false},"isPaypalOn":{"defaultValue":false}}}`)
	polltest.Until(t, "the wallet's flag in the initial data", func() bool {
		return !v.get("/api/initial", "siteCode", "MT").ok(t).at("flags", "isPaypalOn").(bool)
	})
	other.prepay(late, "full", "paypal").refused(t, 409, "METHOD_UNAVAILABLE")
	setFlags(t, path, cardOff)
	polltest.Until(t, "PayPal being offered again", func() bool { return other.prepay(late, "full", "paypal").status == 200 })
	v.settled(ref, prepared, v.authorise(ref, prepared, plainCard, "W Quackenbush")).ok(t)

	setFlags(t, path, `{"features":`)
	polltest.Until(t, "the report of a broken file", func() bool { return readiness(t, s.AdminURL()).failing("flags", "not JSON") })
	if on() {
		t.Error("a broken file changed a flag")
	}
	if got := s.metric(t, `holidaymaker_loop_failing{loop="flags"}`); got != "1" {
		t.Errorf("metric %q", got)
	}
	setFlags(t, path, noFlags)
	polltest.Until(t, "the card provider again", on)
	other.prepay(late, "full", "worldpay").ok(t)
}

func TestAHostOfFlagsIsNamedInThePolicyOfPagesButNotOfPayment(t *testing.T) {
	s := start(t, func(c *server.Config) { c.FlagsHost, c.FlagsKey = "http://127.0.0.1:1/flags/", "sdk-abc" })
	v := s.visitor(t)
	settings := v.get("/api/initial", "siteCode", "MT").ok(t)
	if settings.text("flags", "host") != "http://127.0.0.1:1/flags" || settings.text("flags", "clientKey") != "sdk-abc" || settings.at("flags", "isWorldpayOn") != true {
		t.Errorf("settings %v", settings.at("flags"))
	}
	for path, want := range map[string]bool{"/": true, "/booking/payment": false} {
		policy := v.get(path).header.Get("Content-Security-Policy")
		if got := strings.Contains(policy, "connect-src 'self' http://127.0.0.1:1;"); got != want {
			t.Errorf("%s: %s", path, policy)
		}
	}
	if _, err := launch(t.TempDir(), func(c *server.Config) { c.FlagsHost, c.FlagsFile = "flags", "also" }); err == nil || !strings.Contains(err.Error(), "--flags-host") {
		t.Errorf("wrong settings: %v", err)
	}
}
