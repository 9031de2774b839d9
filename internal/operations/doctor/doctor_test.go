package doctor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// examine returns a report about a database. The clock shows the test world's
// start.
func examine(t *testing.T, s *store.Store, db storetest.Database, change ...func(*doctor.Options)) *doctor.Report {
	t.Helper()
	o := doctor.Options{
		Settings: func(string) []string { return nil },
		Open: func(ctx context.Context) (*store.Store, error) {
			return store.Open(ctx, db.Source, s.Now, store.Existing())
		},
		Now: testclock.Now, ClockOffset: testclock.Ahead(),
	}
	for _, set := range change {
		set(&o)
	}
	return doctor.Examine(context.Background(), o)
}

// found returns whether a finding is in order, and its text with the details.
func found(t *testing.T, r *doctor.Report, check string) (ok bool, text string) {
	t.Helper()
	for _, f := range r.Findings {
		if f.Check == check {
			return f.OK, f.Text + " " + strings.Join(f.Details, "; ")
		}
	}
	t.Fatalf("no finding about %s in %+v", check, r.Findings)
	return false, ""
}

func exec(t *testing.T, s *store.Store, statement string, args ...any) {
	t.Helper()
	if err := s.Update(context.Background(), func(tx *store.Tx) error { _, err := tx.Exec(statement, args...); return err }); err != nil {
		t.Fatal(err)
	}
}

// publish publishes the small demo, and school holidays of the year to come.
func publish(t *testing.T, s *store.Store) {
	t.Helper()
	if _, err := demo.New(demo.Seed, 20).Stage(context.Background(), s, date.In(s.Now())); err != nil {
		t.Fatal(err)
	}
	holidays := fmt.Sprintf("council,nation,holiday,first_day,last_day\n,England,Summer holidays %[1]d,%[1]d-07-24,%[1]d-08-31\n", s.Now().Year()+1)
	if _, err := s.PublishSchoolHolidays(context.Background(), []byte(holidays)); err != nil {
		t.Fatal(err)
	}
}

func TestAHealthyDatabaseNeedsNoAttention(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		publish(t, s)
		r := examine(t, s, db)
		var out bytes.Buffer
		if err := r.Write(&out); err != nil || !r.Healthy || !strings.Contains(out.String(), "checks are in order") {
			t.Errorf("%v\n%s", err, &out)
		}
	})
}

func TestWhatNeedsAttentionIsNamed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		publish(t, s)
		old := s.Now().Add(-3 * time.Hour).UnixMilli()
		exec(t, s, "UPDATE price SET sheet = $1 WHERE unit_type = 'CF101-P3'", []byte("rubbish"))
		exec(t, s, "INSERT INTO outbox (id, kind, job_key, payload, state, due_ms, tries, created_ms) VALUES ('J1', 'email', 'k', '{}', 'given up', $1, 9, $1)", old)
		exec(t, s, `INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
			attempt, total, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
			VALUES ('R1', 'R1', 'held', '', '', '', '', 'boat', '2026-07-17', 3, '', 100, '{}', '{}', 1, $1, 0, 1)`, old)
		exec(t, s, `INSERT INTO payment_attempt (id, ref, seq, state, live, method, amount, order_code, provider_ref, client_key, holder,
			created_ms, expires_ms, sent_ms, call_ms, settled_ms, check_ms, alert, detail)
			VALUES ('A1', 'R1', 1, 'unknown', TRUE, 'worldpay', 100, 'R1-1', '', 'k', '', $1, $1, $1, $1, 0, 1, '', '{}')`, old)
		exec(t, s, `INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
			attempt, total, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
			VALUES ('R2', 'R2', 'cancelled', '', '', '', '', 'boat', '2099-07-17', 3, '', 100, '{}', '{}', 1, 1, 0, 1)`)
		exec(t, s, `INSERT INTO reservation (ref, partner, present, version, refused, waiting_ms) VALUES ('R2', 'p/1', TRUE, 1, 1, $1), ('R2', 'q/1', TRUE, 1, 0, $1)`, old)
		exec(t, s, `INSERT INTO ical_calendar (unit_type, source, address, private, etag, fewer, error, notice, stopped, added_ms, tried_ms, good_ms, due_ms, link, seed, read_ms, earlier)
			VALUES ('U1', 'airbnb', 'https://a.example', FALSE, '', '', 'status 500', 'a rule', TRUE, 1, 1, 1, 1, 1, '0d9ad1c1-4a3c-4a71-9d9a-5f4c3a1b2c3d', 0, FALSE)`)
		exec(t, s, "INSERT INTO ical_overlap (unit_type, source, ref, open) VALUES ('U1', 'airbnb', 'R1', TRUE), ('U1', 'vrbo', 'R1', TRUE), ('U1', 'vrbo', 'R2', FALSE)")
		r := examine(t, s, db, func(o *doctor.Options) {
			o.Settings = func(string) []string { return []string{"No mail server is set"} }
		})
		if r.Healthy {
			t.Error("healthy")
		}
		for check, want := range map[string]string{
			"records": "price_table CF101-P3", "outbox email": "1 given up", "holds": "1 have run out", "payments": "1 of unknown outcome, the oldest for 3h", "settings": "No mail server",
			"reservations": "1 not acknowledged by the park's system, the oldest for 3h",
			"calendars":    "1 not readable for a day: nothing of their unit types is sold, 1 not understood in part, 1 bookings are on nights that another channel has blocked",
		} {
			if ok, text := found(t, r, check); ok || !strings.Contains(text, want) {
				t.Errorf("%s: ok %v, %s; want %q", check, ok, text, want)
			}
		}
		if ok, text := found(t, r, "inventory"); !ok {
			t.Errorf("one bad record stops the rest: %s", text)
		}
	})
}

// During an upgrade a node and a command of the release before go on.
func TestANewerSchemaThatHasRoomForTheProgramIsInOrder(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		publish(t, s)
		exec(t, s, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (2, TRUE)")
		exec(t, s, "UPDATE schema_state SET release = '1.1.0'")
		exec(t, s, "INSERT INTO node (id, started, seen, release, schema) VALUES ('a', 1, $1, '1.0.0', 1), ('b', 1, $1, '1.1.0', 2), ('c', 1, 1, '0.9.0', 1)", s.Now().UnixMilli())
		r := examine(t, s, db)
		if ok, text := found(t, r, "schema"); !ok || !strings.Contains(text, "version 2, this program's is 1, which can work on it; release 1.1.0") {
			t.Errorf("ok %v, %s", ok, text)
		}
		if ok, text := found(t, r, "nodes"); !ok || !strings.Contains(text, "1 of release 1.0.0, 1 of release 1.1.0") {
			t.Errorf("ok %v, %s", ok, text)
		}
		exec(t, s, "UPDATE schema_state SET min_version = 2")
		if ok, text := found(t, examine(t, s, db), "database"); ok || !strings.Contains(text, "use release 1.1.0") {
			t.Errorf("a contracted schema: ok %v, %s", ok, text)
		}
	})
}

// While another program reads, SQLite cannot begin its write-ahead log anew.
func TestALogThatGrowsIsNamedUntilItIsEmptied(t *testing.T) {
	db := storetest.SQLite(t)
	s := db.Open(t)
	publish(t, s)
	if ok, text := found(t, examine(t, s, db), "database log"); !ok {
		t.Errorf("before: %s", text)
	}
	if err := os.Truncate(s.LogFile(), 300<<20); err != nil { // as if it had grown: SQLite ignores what is empty
		t.Fatal(err)
	}
	if ok, text := found(t, examine(t, s, db), "database log"); ok || !strings.Contains(text, "it has 300 MB") || !strings.Contains(text, "fuser -v "+s.LogFile()) {
		t.Errorf("ok %v, %s", ok, text)
	}
	// More than what SQLite collects before it empties the log, and the write with which the log begins anew.
	exec(t, s, "UPDATE price SET sheet = $1 WHERE unit_type = 'CF101-P3'", make([]byte, 5<<20))
	exec(t, s, "DELETE FROM newsletter")
	if ok, text := found(t, examine(t, s, db), "database log"); !ok {
		t.Errorf("after the next writes: %s", text)
	}
}

// What nodes have reported, and what the heartbeat of a node of this machine shows.
func TestADatabaseThatWentBackIsNamed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s, dir := db.Open(t), t.TempDir()
		h, err := s.NewHeartbeat(t.Context(), "node")
		if err != nil {
			t.Fatal(err)
		}
		h.At = s.Now().Truncate(time.Millisecond) // of which the database knows nothing
		if err := h.Save(dir); err != nil {
			t.Fatal(err)
		}
		in := func(o *doctor.Options) { o.Data = dir }
		if ok, text := found(t, examine(t, s, db, in), "history"); ok || !strings.Contains(text, "docs/operations.md") || strings.Contains(text, "outbox drop") {
			t.Errorf("by the heartbeat: ok %v, %s", ok, text)
		}
		if ok, text := found(t, examine(t, s, db), "history"); !ok {
			t.Errorf("without it: %s", text)
		}
		if err := s.Resume(t.Context(), h); err != nil {
			t.Fatal(err)
		}
		if ok, text := found(t, examine(t, s, db), "history"); ok || !strings.Contains(text, "went back in time") || !strings.Contains(text, "holidaymaker outbox drop ") {
			t.Errorf("reported: ok %v, %s", ok, text)
		}
	})
}

// Parks and unit types of a region that cannot be read are left out, too. They must
// hide neither the region nor records of other kinds.
func TestManyBadRecordsHideNeitherTheirCauseNorOtherKinds(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		if _, err := demo.New(demo.Seed, 200).Stage(t.Context(), s, date.In(s.Now())); err != nil {
			t.Fatal(err)
		}
		exec(t, s, "UPDATE entity SET body = '{' WHERE kind = 'region' AND id = '13'")
		exec(t, s, "UPDATE price SET sheet = $1 WHERE unit_type = 'CF101-P3'", []byte("rubbish"))
		_, text := found(t, examine(t, s, db), "records")
		for _, want := range []string{"catalogue_row region 13: unexpected end", "there is no region 13; ", "price_table CF101-P3: ", "catalogue_row: and "} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing in: %s", want, text)
			}
		}
	})
}

// The report has no code of a voucher, because anybody who has it can spend the
// voucher, but its digest.
func TestContradictingVouchersAreNamedByTheirDigests(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		guard := "voucher_line_is_covered"
		if db.Name == "PostgreSQL" {
			guard += " ON voucher_line"
		}
		exec(t, s, "DROP TRIGGER "+guard)
		exec(t, s, "INSERT INTO voucher (code, from_catalogue, until, purpose) VALUES ('GIFT-OVERSPENT', FALSE, '', ''), ('GIFT', FALSE, '', '')")
		exec(t, s, "INSERT INTO voucher_line VALUES ('1', 'GIFT-OVERSPENT', 'taken', -100, 'R1', 'test', '', 0), ('2', 'GIFT', 'issued', 100, '', 'test', '', 0)")
		ok, text := found(t, examine(t, s, db), "vouchers")
		if ok || !strings.HasPrefix(text, "1 contradict") || !strings.Contains(text, ledger.VoucherDigest("GIFT-OVERSPENT")) || strings.Contains(text, "GIFT") {
			t.Errorf("ok %v, %s", ok, text)
		}
	})
}

func TestPaymentsWaitForTheWallet(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		old := s.Now().Add(-30 * time.Hour).UnixMilli()
		exec(t, s, `INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
			attempt, total, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
			VALUES ('R1', 'R1', 'paying', '', '', '', '', 'boat', '2026-07-17', 3, 'A1', 100, '{}', '{}', 1, $1, 0, 1)`, old)
		exec(t, s, `INSERT INTO payment_attempt (id, ref, seq, state, live, method, amount, order_code, provider_ref, client_key, holder,
			created_ms, expires_ms, sent_ms, call_ms, settled_ms, check_ms, alert, detail)
			VALUES ('A1', 'R1', 1, 'pending', TRUE, 'paypal', 100, 'R1-1', '', 'k', '', $1, $1, $1, $1, 0, 1, '', '{}')`, old)
		r := examine(t, s, db)
		for check, want := range map[string]string{"pending": "1 that the wallet has not decided, the oldest for 30h", "wallet": "1 payments are at the wallet, and no account is configured"} {
			if ok, text := found(t, r, check); ok || !strings.Contains(text, want) {
				t.Errorf("%s: ok %v, %s; want %q", check, ok, text, want)
			}
		}
		r = examine(t, s, db, func(o *doctor.Options) { o.Wallet = true })
		if slices.ContainsFunc(r.Findings, func(f doctor.Finding) bool { return f.Check == "wallet" }) {
			t.Errorf("with an account: %+v", r.Findings)
		}
	})
}

func TestClocksAndAnEmptyDatabase(t *testing.T) {
	db := storetest.PostgreSQL(t)
	s := db.Open(t)
	r := examine(t, s, db, func(o *doctor.Options) { o.Now = func() time.Time { return testclock.Now().Add(time.Minute) } })
	if ok, text := found(t, r, "clock"); ok || !strings.Contains(text, "differs by") {
		t.Errorf("clock: ok %v, %s", ok, text)
	}
	if ok, text := found(t, r, "prices"); ok || !strings.Contains(text, "holidaymaker import prices") {
		t.Errorf("prices: ok %v, %s", ok, text)
	}
	r = examine(t, s, db, func(o *doctor.Options) {
		o.Open = func(context.Context) (*store.Store, error) { return nil, errors.New("unreachable") }
	})
	if ok, text := found(t, r, "database"); ok || !strings.Contains(text, "unreachable") {
		t.Errorf("database: ok %v, %s", ok, text)
	}
}

func TestTheReportOfANode(t *testing.T) {
	db := storetest.SQLite(t)
	s := db.Open(t)
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.String() != "/readyz?verbose" {
			http.NotFound(w, r)
			return
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(`{"ready":false,"reason":"shutting down","version":"v1","components":[{"name":"database","state":"ok"},{"name":"mail","state":"failing","detail":"refused"}],
			"follower":{"changesBehind":7,"lagSeconds":61},"loops":[{"name":"outbox","state":"stale","lastCompleted":"2026-03-02T09:00:00Z"}],"badRecords":{"hold":5001,"change":0},"records":[{"kind":"hold","id":"R1","reason":"no nights"}]}`))
	}))
	defer node.Close()
	ask := func(address string) *doctor.Report {
		return examine(t, s, db, func(o *doctor.Options) { o.Admin = address })
	}
	r := ask(strings.TrimPrefix(node.URL, "http://"))
	for check, want := range map[string]string{
		"node": "shutting down", "components": "mail is failing refused", "loops": "outbox is stale, last completed a round at 2026-03-02T09:00:00Z",
		"follower": "7 changes and 61.0 s", "node's records": "5001 are left out by the node hold R1: no nights; hold: and 5000 more",
	} {
		if ok, text := found(t, r, check); ok || !strings.Contains(text, want) {
			t.Errorf("%s: ok %v, %s; want %q", check, ok, text, want)
		}
	}
	for address, want := range map[string]string{node.URL + "/wrong": "--metrics-addr", "127.0.0.1:1": "ask the node"} {
		if ok, text := found(t, ask(address), "node"); ok || !strings.Contains(text, want) {
			t.Errorf("%s: ok %v, %s", address, ok, text)
		}
	}
}
