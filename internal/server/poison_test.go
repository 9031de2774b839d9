package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// names reports whether the administration report lists a bad record.
func (s status) names(kind, id string) bool {
	for _, r := range s.Records {
		if r.Kind == kind && strings.Contains(r.ID, id) {
			return true
		}
	}
	return false
}

// spoil damages the database by an SQL statement that bypasses the product. It
// must change at least one row.
func spoil(t *testing.T, db *store.Store, query string, args ...any) {
	t.Helper()
	err := db.Update(context.Background(), func(tx *store.Tx) error {
		n, err := tx.Exec(query, args...)
		if err == nil && n == 0 {
			err = fmt.Errorf("%q changed nothing", query)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// stage publishes a delta with one record.
func stage(t *testing.T, db *store.Store, part store.Part, put func(*store.Staging) error) {
	t.Helper()
	g, err := db.Stage(t.Context(), part, false)
	if err == nil {
		err = put(g)
	}
	if err == nil {
		_, err = g.Publish(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// poison is one bad record of a kind, in a running server's database or in one of
// its sources.
type poison struct {
	kind, id string
	spoil    func()
	// onDemand is true where the server reads the record only when a visitor asks
	// for it.
	onDemand bool
}

// withSources gives a server a file of flags, a partner without parks and a CMS with one broken post, and
// runs often what otherwise runs once an hour or a day.
func withSources(t *testing.T) func(*server.Config) {
	t.Helper()
	cms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := "[]"
		if r.URL.Query().Get("slug") == "broken" {
			answer = `[{"id":77,"slug":"broken","status":"publish","title":7},{"id":78,"slug":"sound","status":"publish","title":{"rendered":"Sound"}}]`
		}
		_, _ = w.Write([]byte(answer))
	}))
	t.Cleanup(cms.Close)
	partners := filepath.Join(t.TempDir(), "partners.json")
	if err := os.WriteFile(partners, []byte(`{"partners": [{"id": "office", "name": "Office", "transport": "email", "email": "office@park.example", "parks": {"NONE": {}}}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	ads := showsAds(t, "MT")
	return func(c *server.Config) {
		ads(c)
		c.CMS = server.CMS{URL: cms.URL + "/wp-json/wp/v2"}
		c.FlagsFile = flagsFile(c.Data)
		c.Partners, c.PriceWatch = partners, true
		if _, err := os.Stat(c.FlagsFile); err != nil {
			writeFlags(t, c.FlagsFile, `{"features":{"banner":{"defaultValue":true}}}`)
		}
		server.AroundLoops(func(l loop.Loop) loop.Loop {
			switch l.Name {
			case "retention", "digests", "balance_reminders", "voucher_expiry", "reservation_watch":
				l.Every = 100 * time.Millisecond
			}
			return l
		})(c)
	}
}

// flagsFile returns the path of the flags of a server with a data directory.
func flagsFile(dir string) string { return filepath.Join(dir, "flags-source.json") }

// writeFlags replaces a file of flags at once, so that no half of it is read.
func writeFlags(t *testing.T, path, flags string) {
	t.Helper()
	err := os.WriteFile(path+".new", []byte(flags), 0o600)
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ofSources returns a bad record of each kind that does not come from the
// catalogue, its prices or the work on bookings.
func ofSources(t *testing.T, s *running, db *store.Store, ended string) []poison {
	t.Helper()
	return []poison{
		{kind: "picture", id: "hero/home", onDemand: true, spoil: func() {
			s.SpoilPicture("hero/home.svg")
			if got := s.visitor(t).get("/images/hero/home.svg"); got.status != 500 {
				t.Errorf("a picture that cannot be drawn: %d", got.status)
			}
		}},
		{kind: "content", id: "posts 77", onDemand: true, spoil: func() {
			if status, text := fetch(t, s.URL()+"/cms/wp/v2/posts?slug=broken"); status != http.StatusOK || !strings.Contains(text, "Sound") || strings.Contains(text, "77") {
				t.Errorf("a list with a post that cannot be used: %d %s", status, text)
			}
		}},
		{kind: "flag", id: "banner", spoil: func() {
			writeFlags(t, flagsFile(s.dir), `{"features":{"banner":7,"isWorldpayOn":{"defaultValue":true}}}`)
		}},
		{kind: "erasure", id: ended, spoil: func() {
			spoil(t, db, "UPDATE booking SET arrival = '2001-01-01', terms = '{' WHERE ref = $1", ended)
		}},
	}
}

// ofBalances returns a booking that cannot be read, with a balance to pay and a park that has
// not acknowledged it, and a voucher whose last day is over but cannot be entered.
func ofBalances(t *testing.T, db *store.Store, owing string) []poison {
	t.Helper()
	return []poison{
		{kind: "reminder", id: owing, spoil: func() {
			spoil(t, db, "UPDATE booking SET terms = '{' WHERE ref = $1", owing)
		}},
		{kind: "reservation", id: owing, spoil: func() {
			spoil(t, db, "UPDATE booking SET terms = '{' WHERE ref = $1", owing)
			spoil(t, db, "INSERT INTO reservation (ref, partner, present, version, waiting_ms) VALUES ($1, 'office/NONE', TRUE, 1, 1)", owing)
		}},
		{kind: "digest", id: owing, spoil: func() {
			spoil(t, db, "UPDATE booking SET terms = '{', email_key = 'another:0' WHERE ref = $1", owing)
		}},
		{kind: "voucher", id: ledger.VoucherDigest("BROKEN"), spoil: func() {
			refuse := "CREATE TRIGGER broken BEFORE INSERT ON voucher_line WHEN NEW.kind = 'expired' BEGIN SELECT RAISE(ABORT, 'broken'); END"
			if db.Dialect() == "postgres" {
				refuse = "ALTER TABLE voucher_line ADD CONSTRAINT broken CHECK (kind <> 'expired')"
			}
			execute(t, db, "INSERT INTO voucher (code, from_catalogue, until, purpose) VALUES ('BROKEN', FALSE, '2001-01-01', '')",
				"INSERT INTO voucher_line (id, code, kind, amount, ref, cause, by_whom, at_ms) VALUES ('1', 'BROKEN', 'issued', 100, '', '', '', 1)", refuse)
		}},
	}
}

// poisons returns one bad record of each kind. Those of bookings and payments
// belong to visitors of their own.
func poisons(t *testing.T, s *running, db *store.Store, sold unit) []poison {
	var units []*catalogue.UnitInfo
	for _, u := range s.Catalogue().AllUnits() {
		if u.Park.ID != sold.park {
			units = append(units, u)
		}
	}
	bad := s.visitor(t)
	offers := slices.DeleteFunc(bad.juneUnits("GC101"), func(u unit) bool { return u.left < 3 })
	paid := bad.buy(offers[0], "full")
	held := s.visitor(t).hold(offers[0]).ok(t).text("booking", "bookId")
	ended, owing := s.visitor(t).buy(offers[0], "full"), s.visitor(t).buy(bad.juneUnits("CF101")[2], "deposit")
	attempt := ""
	err := db.View(t.Context(), func(tx *store.Tx) error {
		for _, ref := range []*string{&held, &ended, &owing} {
			if err := tx.QueryRow("SELECT ref FROM booking WHERE ref = $1 OR shown = $1", *ref).Scan(ref); err != nil {
				return err
			}
		}
		return tx.QueryRow("SELECT id FROM payment_attempt WHERE ref IN (SELECT ref FROM booking WHERE ref = $1 OR shown = $1)", paid).Scan(&attempt)
	})
	if err != nil {
		t.Fatal(err)
	}
	all := []poison{
		{kind: "catalogue_row", id: units[1].ID, spoil: func() {
			spoil(t, db, "UPDATE entity SET body = '{' WHERE kind = 'unit' AND id = $1", units[1].ID)
			stage(t, db, store.CataloguePart, func(g *store.Staging) error { return g.Put(t.Context(), catalogue.KindOffer, "none", nil) })
		}},
		{kind: "booked_nights", id: units[3].ID, spoil: func() {
			spoil(t, db, "INSERT INTO stock (unit_type, night, taken) VALUES ($1, '2099-99-99', 1)", units[3].ID)
			stage(t, db, store.CataloguePart, func(g *store.Staging) error { return g.Put(t.Context(), catalogue.KindOffer, "none", nil) }) // for a new index
		}},
		{kind: "price_table", id: units[0].ID, spoil: func() {
			stage(t, db, store.PricesPart, func(g *store.Staging) error {
				return g.PutPrices(t.Context(), units[0].ID, []byte("no table"), nil)
			})
			// Early, because the loop that finds it runs every ten seconds.
			spoil(t, db, "UPDATE price SET rates = '{', compiled = '2000-01-01' WHERE unit_type = $1", units[3].ID)
		}},
		{kind: "change", id: "", spoil: func() {
			spoil(t, db, `INSERT INTO change_log (number, kind, unit_type, detail, at_ms)
				SELECT number + 1, 'stock', '`+units[2].ID+`', 'rubbish', $1 FROM change_counter`, db.Now().UnixMilli())
			spoil(t, db, "UPDATE change_counter SET number = number + 1")
		}},
		{kind: "hold", id: held, spoil: func() {
			spoil(t, db, "UPDATE booking SET terms = '{', expires_ms = 1 WHERE ref = $1 OR shown = $1", held)
		}},
		{kind: "payment", id: attempt, spoil: func() {
			spoil(t, db, "UPDATE payment_attempt SET state = 'unknown', live = TRUE, detail = '{', check_ms = 1 WHERE id = $1", attempt)
		}},
		{kind: "outbox_job", id: "poison", spoil: func() {
			spoil(t, db, `INSERT INTO outbox (id, kind, job_key, payload, state, due_ms, tries, created_ms)
				SELECT 'poison', kind, 'poison', '{', 'due', 1, 11, 1 FROM outbox WHERE kind LIKE '%confirmation%' LIMIT 1`)
		}},
	}
	all = append(append(all, ofSources(t, s, db, ended)...), ofBalances(t, db, owing)...)
	all = append(all, poison{kind: "rates", id: units[3].ID, spoil: func() {}}, ofSentRates(t, db, units[5].ID), ofHotelAds(t, s), ofWatches(t, db), ofSchoolHolidays(t, db))
	for _, kind := range badrecord.Kinds {
		if !slices.ContainsFunc(all, func(p poison) bool { return p.kind == string(kind) }) {
			t.Errorf("no bad record of the kind %s is tried", kind)
		}
	}
	return all
}

// ofSentRates spoils what a partner has sent of a unit type.
func ofSentRates(t *testing.T, db *store.Store, unitType string) poison {
	return poison{kind: "sent_rates", id: unitType, spoil: func() {
		spoil(t, db, "UPDATE price SET source = 'office' WHERE unit_type = $1", unitType)
		spoil(t, db, "INSERT INTO ari_unit (partner, park, unit_type, rates, version, compiled) VALUES ('office', 'NONE', $1, '{', 1, 0)", unitType)
	}}
}

// ofWatches is a watched stay on no day.
func ofWatches(t *testing.T, db *store.Store) poison {
	return poison{kind: "price_watch", id: "broken", spoil: func() {
		spoil(t, db, "INSERT INTO watcher (email_key, email, token) VALUES ('a@mail.example', 'a@mail.example', 'token')")
		spoil(t, db, `INSERT INTO price_watch (id, email_key, ref, channel, park, unit_type, arrival, nights, adults, children, under5s, dogs, told, returns, confirmed, created_ms)
			VALUES ('broken', 'a@mail.example', '', 'ukcaravan', 'CF101', '', '2099-99-99', 7, 2, 0, 0, FALSE, 0, TRUE, TRUE, 1)`)
		spoil(t, db, "DELETE FROM watch_lease")                                                                                         // as after two minutes: a server that starts again tests all
		stage(t, db, store.CataloguePart, func(g *store.Staging) error { return g.Put(t.Context(), catalogue.KindOffer, "none", nil) }) // has all tested
	}}
}

// ofSchoolHolidays is a line of the imported file that this release cannot read.
func ofSchoolHolidays(t *testing.T, db *store.Store) poison {
	return poison{kind: "school_holiday", id: "line 3", spoil: func() {
		file := "council,nation,holiday,first_day,last_day\n,England,Summer holidays 2099,2099-07-20,2099-08-31\n,England,Summer holidays 2100,soon,2100-08-31\n"
		if _, err := db.PublishSchoolHolidays(t.Context(), []byte(file)); err != nil {
			t.Fatal(err)
		}
	}}
}

// ofHotelAds is the park of the demo without a position, which hotel ads need.
func ofHotelAds(t *testing.T, s *running) poison {
	t.Helper()
	for _, park := range s.Catalogue().AllParks() {
		if park.Lat == 0 && park.Lon == 0 {
			return poison{kind: "hotel_ad", id: "parks " + park.ID, spoil: func() {}}
		}
	}
	t.Fatal("every park has a position")
	return poison{}
}

// TestOneBadRecordOfEachKindStopsNothing damages one record of each kind while
// a server runs. The server must still sell, and its report must name all of
// them.
func TestOneBadRecordOfEachKindStopsNothing(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, s *running, db *store.Store) {
		v := s.visitor(t)
		sold := v.juneUnits("CF101")[0]
		overdue := s.visitor(t).hold(v.juneUnits("CF101")[1]).ok(t).text("booking", "bookId")
		all := poisons(t, s, db, sold)
		for _, p := range all {
			p.spoil()
			what := "the report naming the " + p.kind + " " + p.id
			polltest.Until(t, what, func() bool { return readiness(t, s.AdminURL()).names(p.kind, p.id) })
			if n := s.metric(t, `holidaymaker_bad_records{kind="`+p.kind+`"}`); n != "1" {
				t.Errorf("%s: %q counted", p.kind, n)
			}
			line := `"bad record left out","kind":"` + p.kind + `"`
			polltest.Until(t, "the line of the "+p.kind+" in the log, which follows the report", func() bool { return strings.Contains(s.log.String(), line) })
			if n := strings.Count(s.log.String(), line); n != 1 {
				t.Errorf("%s: logged %d times", p.kind, n)
			}
		}
		spoil(t, db, "UPDATE booking SET expires_ms = 2 WHERE ref = $1 OR shown = $1", overdue)
		polltest.Until(t, "the other hold's end", func() bool {
			state := ""
			err := db.View(t.Context(), func(tx *store.Tx) error {
				return tx.QueryRow("SELECT state FROM booking WHERE ref = $1 OR shown = $1", overdue).Scan(&state)
			})
			return err == nil && state == "expired"
		})
		before := len(s.emails(t))
		v.buy(sold, "full")
		polltest.Until(t, "the e-mail about another booking", func() bool { return len(s.emails(t)) > before })
		v.get("/images/regions/" + s.Catalogue().AllParks()[0].RegionID + ".svg")
		report := readiness(t, s.AdminURL())
		if !report.Ready {
			t.Errorf("report %s", report.body)
		}
		for _, l := range report.Loops {
			if l.State == "failing" || l.State == "stale" {
				t.Errorf("the loop %s is %s: %s", l.Name, l.State, l.Detail)
			}
		}
		if report.BadRecords["hold"] != 1 {
			t.Errorf("the report: %s", report.body)
		}
	}, withSources(t))
}

// TestAServerStartsOverBadRecords starts a server on a database with a bad
// record of each kind.
func TestAServerStartsOverBadRecords(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		dir := t.TempDir()
		startOverBadRecords(t, dir, dir)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		source := storetest.PostgreSQL(t).Source
		startOverBadRecords(t, t.TempDir(), source, func(c *server.Config) { c.DB = source })
	})
}

func startOverBadRecords(t *testing.T, dir, source string, change ...func(*server.Config)) {
	t.Helper()
	change = append(change, withSources(t))
	first, err := launch(dir, change...)
	if err != nil {
		t.Fatal(err)
	}
	defer first.stop()
	db, err := store.Open(t.Context(), source, first.clock.now)
	if err != nil {
		t.Fatal(err)
	}
	all := poisons(t, first, db, first.visitor(t).juneUnits("CF101")[0])
	first.stop()
	for _, p := range all {
		if !p.onDemand {
			p.spoil()
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	// In sandbox mode, because the demo would write its catalogue again.
	second, err := launch(dir, append(change, func(c *server.Config) { c.Demo, c.Sandbox = false, true })...)
	if err != nil {
		t.Fatal(err)
	}
	defer second.stop()
	v := second.visitor(t)
	v.buy(v.juneUnits("CF101")[0], "full")
	for _, p := range all {
		if !p.onDemand && p.kind != "change" { // the new index holds all changes
			polltest.Until(t, "the report naming the "+p.kind, func() bool { return readiness(t, second.AdminURL()).names(p.kind, p.id) })
		}
	}
}
