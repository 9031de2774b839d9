package server_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// status is the part of /readyz?verbose that tests read.
type status struct {
	code       int
	body       string
	Ready      bool
	Reason     string
	Components []struct{ Name, State, Detail string }
	Follower   struct{ LastRead, IndexBuilt string }
	Loops      []struct{ Name, State, LastCompleted, Detail string }
	Queues     []struct {
		Name          string
		Depth         int
		OldestSeconds float64
	}
	BadRecords map[string]int
	Records    []struct{ Kind, ID, Reason string }
}

// fetch reads a URL, including those for staff.
func fetch(t testing.TB, url string) (code int, body string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// readiness reads /readyz?verbose at the server's administration address.
func readiness(t testing.TB, base string) (s status) {
	t.Helper()
	s.code, s.body = fetch(t, base+"/readyz?verbose")
	if err := json.Unmarshal([]byte(s.body), &s); err != nil {
		t.Fatalf("%v: %s", err, s.body)
	}
	return s
}

// state returns the state of a component.
func (s status) state(name string) string {
	for _, c := range s.Components {
		if c.Name == name {
			return c.State
		}
	}
	return "missing"
}

// metric returns a metric's value, or "" when it is missing.
func (r *running) metric(t testing.TB, name string) string {
	t.Helper()
	_, body := fetch(t, r.AdminURL()+"/metrics")
	for line := range strings.Lines(body) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func TestSearchesKeepAServerReadyWhileTheDatabaseCannotBeReached(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	polltest.Until(t, "a round of every loop", func() bool {
		for _, l := range readiness(t, s.AdminURL()).Loops {
			if l.LastCompleted == "" || l.State != "ok" && l.State != "unknown" {
				return false
			}
		}
		return true
	})
	if code, body := fetch(t, s.URL()+"/readyz?bookings"); code != 200 || body != "ready\n" {
		t.Errorf("before, the balancer of bookings is told %d %s", code, body)
	}
	before := readiness(t, s.AdminURL())
	if before.code != 200 || !before.Ready || before.state("database") != "ok" || before.state("follower") != "ok" || before.state("mail") != "not used" {
		t.Errorf("before: %s", before.body)
	}
	for _, want := range []string{"follower", "hold_sweep", "digests", "voucher_expiry", "balance_reminders", "reconcile", "outbox", "retention", "rates", "database_sweep", "demo_window", "database_probe", "simulator_notify"} {
		if !strings.Contains(before.body, `"`+want+`"`) {
			t.Errorf("the loop %s is not reported", want)
		}
	}
	s.CloseStore()
	if got := v.get("/readyz"); got.status != 200 || string(got.body) != "ready\n" {
		t.Errorf("readyz: %d %s", got.status, got.body)
	}
	v.get("/api/search", "nights", "7").ok(t)
	polltest.Until(t, "the database reported as unreachable", func() bool { return readiness(t, s.AdminURL()).state("database") == "unreachable" })
	if code, body := fetch(t, s.URL()+"/readyz?verbose"); code != 200 || body != "ready\n" {
		t.Errorf("visitors are told %d %s", code, body)
	}
	if code, body := fetch(t, s.URL()+"/readyz?bookings"); code != 503 || body != "no bookings: unreachable\n" {
		t.Errorf("the balancer of bookings is told %d %s", code, body)
	}
	detailed := readiness(t, s.AdminURL())
	if detailed.code != 200 || !strings.Contains(detailed.body, "database is closed") {
		t.Errorf("the administration report: %s", detailed.body)
	}
	if up := s.metric(t, `holidaymaker_component_up{component="database"}`); up != "0" {
		t.Errorf("component_up of the database: %q", up)
	}
}

// What the bank has posted is lost unless it is posted again: only with it does the
// payment go on.
func TestReturnFromTheBankWhileTheDatabaseIsAway(t *testing.T) {
	s := start(t)
	bank := s.visitor(t)
	s.CloseStore()
	page := bank.postEncoded("/api/threedsreturn", "TransactionId", `T-1"><script>`, "MD", "P1.2.3")
	text := string(page.body)
	if page.status != 503 || page.header.Get("Retry-After") == "" || page.header.Get("X-Frame-Options") != "" {
		t.Errorf("%d %v", page.status, page.header)
	}
	if last := bank.postEncoded("/api/threedsreturn", "TransactionId", "T-1", "MD", "P1.2.3", "again", "200"); last.status != 200 || !strings.Contains(string(last.body), "/booking/payment-action") {
		t.Errorf("after ten minutes: %d %s", last.status, last.body)
	}
	for _, part := range []string{`<form id="again" method="post">`, `name="MD" value="P1.2.3"`, `name="TransactionId" value="T-1&#34;&gt;&lt;script&gt;"`, "submit()"} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
}

func TestAProviderThatDoesNotAnswerIsReported(t *testing.T) {
	simulated := start(t)
	polltest.Until(t, "both simulated providers answer", func() bool {
		now := readiness(t, simulated.AdminURL())
		return now.state("card provider") == "ok" && now.state("wallet") == "ok"
	})
	const nobody = "https://127.0.0.1:1" // nothing listens there
	dead := start(t, live, func(c *server.Config) {
		c.Card.XMLURL, c.Secret, c.NotificationPath, c.BaseURL = nobody, strings.Repeat("s", 32), "/api/card-notifications-1", "https://holidays.example"
		c.Wallet = paypal.Config{BaseURL: nobody, ClientID: "C", Secret: "S", WebhookID: "W"}
		c.WalletNotificationPath = "/api/wallet-notifications-1"
	})
	polltest.Until(t, "both providers are reported", func() bool {
		now := readiness(t, dead.AdminURL())
		return now.state("card provider") == "failing" && now.state("wallet") == "failing"
	})
}

func TestAServerWithNothingForSaleIsNotReady(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Demo, c.Sandbox = false, true })
	for _, path := range []string{"/readyz", "/readyz?bookings"} {
		if code, body := fetch(t, s.URL()+path); code != 503 || !strings.Contains(body, "have not been imported") {
			t.Errorf("%s: %d %s", path, code, body)
		}
	}
	if verbose := readiness(t, s.AdminURL()); verbose.Ready || verbose.code != 503 || verbose.state("database") == "unreachable" {
		t.Errorf("verbose: %s", verbose.body)
	}
	if ready := s.metric(t, "holidaymaker_ready"); ready != "0" {
		t.Errorf("ready: %q", ready)
	}
}

// eachDatabase runs a server on both databases. The store is a second node on its
// database, with which a test can do what staff never do.
func eachDatabase(t *testing.T, suite func(t *testing.T, s *running, db *store.Store), change ...func(*server.Config)) {
	t.Run("SQLite", func(t *testing.T) {
		s := start(t, change...)
		suite(t, s, storetest.Database{Name: "SQLite", Source: s.dir}.Open(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		db := storetest.PostgreSQL(t)
		s := start(t, append(change, func(c *server.Config) { c.DB, c.Backups = db.Source, server.Backups{} })...)
		suite(t, s, db.Open(t))
	})
}

// execute runs SQL statements on a database.
func execute(t testing.TB, db *store.Store, statements ...string) {
	t.Helper()
	err := db.Update(context.Background(), func(tx *store.Tx) error {
		for _, statement := range statements {
			if _, err := tx.Exec(statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// refuseWrites makes a table refuse every inserted and changed row, as with a
// full disk.
func refuseWrites(t testing.TB, db *store.Store, table string) {
	t.Helper()
	if db.Dialect() == "sqlite" {
		execute(t, db, "CREATE TRIGGER full_i BEFORE INSERT ON "+table+" BEGIN SELECT RAISE(ABORT, 'disk full'); END",
			"CREATE TRIGGER full_u BEFORE UPDATE ON "+table+" BEGIN SELECT RAISE(ABORT, 'disk full'); END")
		return
	}
	execute(t, db, "CREATE FUNCTION full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk full'; END $$",
		"CREATE TRIGGER full_w BEFORE INSERT OR UPDATE ON "+table+" FOR EACH ROW EXECUTE FUNCTION full()")
}

func TestADatabaseThatTakesNoWritesIsReported(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, s *running, db *store.Store) {
		refuseWrites(t, db, "node")
		polltest.Until(t, "the database reported as read-only", func() bool { return readiness(t, s.AdminURL()).state("database") == "read-only" })
		if got := readiness(t, s.AdminURL()); !got.Ready || !strings.Contains(got.body, "disk full") {
			t.Errorf("report: %s", got.body)
		}
		if code, body := fetch(t, s.URL()+"/readyz?bookings"); code != 503 || body != "no bookings: read-only\n" {
			t.Errorf("the balancer of bookings is told %d %s", code, body)
		}
	})
}
