package server_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

const banner = "Sandbox: no real bookings, no real payments"

func sandbox(c *server.Config) { c.Demo, c.Sandbox = false, true }

// withDatabase makes the server use a test's database.
func withDatabase(db storetest.Database) func(*server.Config) {
	return func(c *server.Config) {
		if strings.HasPrefix(db.Source, "postgres://") {
			c.DB = db.Source
		} else {
			c.Data = db.Source
		}
	}
}

// liveAccount is a complete account at a provider. Nothing answers at its
// addresses.
var liveAccount = worldpay.Config{XMLURL: "https://card.example/x", DDCURL: "https://card.example/d", ChallengeURL: "https://card.example/c",
	MerchantCode: "M", AdminCode: "A", User: "U", Password: "P", MACSecret: "S", PublicKey: "1#10001#abcdef",
	JWT: worldpay.JWTAccount{Issuer: "I", OrgUnitID: "O", Key: "K"}}

func live(c *server.Config) { c.Demo, c.Card = false, liveAccount }

// opens returns the error with which a server refuses these settings, or nil.
func opens(t *testing.T, change ...func(*server.Config)) error {
	t.Helper()
	config := server.Config{Addr: "127.0.0.1:0", Data: t.TempDir(), Demo: true, DemoParks: 20, Clock: testclock.Now}
	for _, set := range change {
		set(&config)
	}
	s, err := server.New(context.Background(), config)
	if err == nil {
		err = s.Close()
	}
	return err
}

// writePaidBooking writes a paid booking into a database.
func writePaidBooking(t *testing.T, db storetest.Database) {
	t.Helper()
	s := db.Open(t)
	err := s.Update(context.Background(), func(tx *store.Tx) error {
		_, err := tx.Exec(`INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
			attempt, total, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
			VALUES ('R1', 'R1', 'confirmed', '', '', '', '', 'U1', '2026-07-17', 3, '', 100, '{}', '{}', 1, 1, 1, 1)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOneMessageListsAllMissingSettingsWithCommandsToType(t *testing.T) {
	dir := t.TempDir()
	err := opens(t, func(c *server.Config) {
		*c = server.Config{Data: dir, Secret: "short", NotificationPath: "/api/x"}
		c.Card.XMLURL, c.Card.Password = "https://card.example/x", "P"
	})
	var settings *server.SettingsError
	if !errors.As(err, &settings) || len(settings.Missing) != 10 || len(settings.Problems) != 2 {
		t.Fatalf("got %#v", err)
	}
	for _, want := range []string{
		"HOLIDAYMAKER_SECRET has 5 characters", "openssl rand -base64 32", "HOLIDAYMAKER_NOTIFICATION_PATH",
		"export HOLIDAYMAKER_CARD_DDC_URL=", "export HOLIDAYMAKER_CARD_MAC_SECRET=", "export HOLIDAYMAKER_CARD_JWT_KEY=",
		"holidaymaker serve --sandbox --data '" + dir + "'", "holidaymaker serve --demo --data '" + dir + "-demo'",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the message lacks %q:\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "HOLIDAYMAKER_CARD_URL=") {
		t.Errorf("the message names a setting that is set:\n%v", err)
	}
}

func TestASellingServerNeedsAnEncryptedProviderAndItsKey(t *testing.T) {
	for want, change := range map[string]func(*worldpay.Config){
		"must begin with https://":         func(c *worldpay.Config) { c.XMLURL = "http://card.example/x" },
		"CHALLENGE_URL must begin":         func(c *worldpay.Config) { c.ChallengeURL = "card.example" },
		"HOLIDAYMAKER_CARD_PUBLIC_KEY has": func(c *worldpay.Config) { c.PublicKey = "abc" },
		"With another text no visitor can": func(c *worldpay.Config) { c.PublicKey = "1#10001#" },
	} {
		config := server.Config{Data: t.TempDir(), Card: liveAccount}
		change(&config.Card)
		if err := config.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	config := server.Config{Data: t.TempDir(), Card: liveAccount}
	if err := config.Check(); err != nil {
		t.Error(err)
	}
}

func TestASandboxSellsTheImportedCatalogueUnderABanner(t *testing.T) {
	dir := t.TempDir()
	importSample(t, dir, date.In(testclock.Now()))
	if err := opens(t, func(c *server.Config) { c.Data = dir }); err == nil || !strings.Contains(err.Error(), "serve --sandbox --data '"+dir+"'") {
		t.Fatalf("a demo over an imported catalogue: %v", err)
	}
	r, err := launch(dir, sandbox)
	if err != nil {
		t.Fatal(err)
	}
	defer r.stop()
	v := r.visitor(t)
	// The payment pages, a page that is not there and a bare page too.
	for _, path := range []string{"/api/docs", "/", "/results/uktouring/all-regions", "/extras", "/payment", "/my-booking", "/nowhere/at/all"} {
		if got := v.get(path); strings.Count(string(got.body), banner) != 1 {
			t.Errorf("%s: status %d without the banner", path, got.status)
		}
	}
	if got := v.do("POST", "/", nil, "text/plain"); !strings.Contains(string(got.body), banner) {
		t.Errorf("a bare page lacks the banner: %s", got.body)
	}
	if got := v.get("/sim/mail"); strings.Contains(string(got.body), "<table") || got.status == 200 && !strings.Contains(string(got.body), banner) {
		t.Errorf("the e-mails of a sandbox are public: %d", got.status)
	}
	rows := v.get("/api/search", "channel", "uktouring", "region", "all-regions", "nights", "7", "adults", "2").ok(t).list("results")
	if len(rows) == 0 {
		t.Fatal("nothing is for sale")
	}
	park := fmt.Sprint(rows[0].(map[string]any)["parkId"])
	units := v.units(park, "adults", "2")
	ref := v.buy(units[0], "full")
	if got := v.get("/api/getMyBooking", "bookingId", ref); got.status == 500 {
		t.Errorf("the booking cannot be shown: %s", got.body)
	}
	if got := site(t).visitor(t).get("/"); strings.Contains(string(got.body), banner) {
		t.Error("the demo has the banner of a sandbox")
	}
}

func TestADatabaseBelongsToOneProvider(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		data := t.TempDir() // the data directory of the demo and the sandbox, also with PostgreSQL
		at := func(c *server.Config) { c.Data = data; withDatabase(db)(c) }
		refused := func(what, want string, mode ...func(*server.Config)) {
			t.Helper()
			if err := opens(t, append(mode, at)...); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v; want %q", what, err, want)
			}
		}
		opened := func(what string, mode ...func(*server.Config)) {
			t.Helper()
			if err := opens(t, append(mode, at)...); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
		opened("a sandbox of a new database", sandbox)
		opened("going live before anything was paid", live)
		opened("a sandbox before anything was paid", sandbox)
		opened("going live again", live)
		writePaidBooking(t, db)
		refused("a sandbox after a real payment", "taken real payments", sandbox)
		refused("a demo after a real payment", "taken real payments")
		opened("live", live)
	})
}

func TestSimulatedPaymentsNeverMeetARealProvider(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		data := t.TempDir()
		at := func(c *server.Config) { c.Data = data; withDatabase(db)(c) }
		if err := opens(t, at); err != nil {
			t.Fatal(err)
		}
		writePaidBooking(t, db)
		if err := opens(t, at); err != nil {
			t.Errorf("the demo again: %v", err)
		}
		if err := opens(t, at, live); err == nil || !strings.Contains(err.Error(), "simulated cards") {
			t.Errorf("live over simulated payments: %v", err)
		}
	})
}

// sharedProvider starts a simulated provider for several nodes.
func sharedProvider(t *testing.T) (*simulator.Simulator, func(*server.Config)) {
	t.Helper()
	shared, err := simulator.New(simulator.Options{Dir: filepath.Join(t.TempDir(), "provider")})
	if err != nil {
		t.Fatal(err)
	}
	at := httptest.NewServer(shared)
	t.Cleanup(func() {
		at.Close()
		shared.Close()
	})
	return shared, func(c *server.Config) { c.SimulatorURL = at.URL }
}

func TestNodesOfADatabaseShareOneSimulatedProvider(t *testing.T) {
	db := storetest.EmptyPostgreSQL(t)
	shared, sharing := sharedProvider(t)
	first, second := start(t, withDatabase(db), sharing), start(t, withDatabase(db), sharing)
	v := first.visitor(t)
	ref := v.hold(v.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
	v.details(ref)
	v.base = second.URL() // the other node takes the payment
	prepared := v.prepay(ref, "full", "worldpay").ok(t)
	v.settled(ref, prepared, v.authorise(ref, prepared, plainCard, "A Visitor"))
	if orders := shared.Ledger(); len(orders) != 1 {
		t.Errorf("%d orders in the shared books", len(orders))
	}
	if err := opens(t, withDatabase(db)); err == nil || !strings.Contains(err.Error(), "holidaymaker simulator") {
		t.Errorf("a third node with a simulator of its own: %v", err)
	}
	if err := opens(t, func(c *server.Config) { c.SimulatorURL = second.URL() }); err == nil || !strings.Contains(err.Error(), "is not a simulator") {
		t.Errorf("another server taken for the simulator: %v", err)
	}
}
