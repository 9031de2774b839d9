package server_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/badrecord"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// names reports whether the operators' report lists a bad record.
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

// poison is one bad record of a kind in a running server's database.
type poison struct {
	kind, id string
	spoil    func()
}

// poisons returns one bad record of each kind. Those of bookings and payments
// belong to a visitor of their own.
func poisons(t *testing.T, s *running, db *store.Store, sold unit) []poison {
	var units []*catalogue.UnitInfo
	for _, u := range s.Catalogue().AllUnits() {
		if u.Park.ID != sold.park {
			units = append(units, u)
		}
	}
	bad := s.visitor(t)
	offers := bad.somewhere("GC101")
	paid := bad.buy(offers[0], "full")
	held := s.visitor(t).hold(offers[0]).ok(t).text("booking", "bookId")
	attempt := ""
	err := db.View(t.Context(), func(tx *store.Tx) error {
		if err := tx.QueryRow("SELECT ref FROM booking WHERE ref = $1 OR shown = $1", held).Scan(&held); err != nil {
			return err
		}
		return tx.QueryRow("SELECT id FROM payment_attempt WHERE ref IN (SELECT ref FROM booking WHERE ref = $1 OR shown = $1)", paid).Scan(&attempt)
	})
	if err != nil {
		t.Fatal(err)
	}
	all := []poison{
		{"catalogue_row", units[1].ID, func() {
			spoil(t, db, "UPDATE entity SET body = '{' WHERE kind = 'unit' AND id = $1", units[1].ID)
			stage(t, db, store.CataloguePart, func(g *store.Staging) error { return g.Put(t.Context(), catalogue.KindOffer, "none", nil) })
		}},
		{"booked_nights", units[3].ID, func() {
			spoil(t, db, "INSERT INTO stock (unit_type, night, taken) VALUES ($1, '2099-99-99', 1)", units[3].ID)
			stage(t, db, store.CataloguePart, func(g *store.Staging) error { return g.Put(t.Context(), catalogue.KindOffer, "none", nil) }) // for a new index
		}},
		{"price_table", units[0].ID, func() {
			stage(t, db, store.PricesPart, func(g *store.Staging) error {
				return g.PutPrices(t.Context(), units[0].ID, []byte("no table"), nil)
			})
		}},
		{"change", "", func() {
			spoil(t, db, `INSERT INTO change_log (number, kind, unit_type, detail, at_ms)
				SELECT number + 1, 'stock', '`+units[2].ID+`', 'rubbish', $1 FROM change_counter`, db.Now().UnixMilli())
			spoil(t, db, "UPDATE change_counter SET number = number + 1")
		}},
		{"hold", held, func() {
			spoil(t, db, "UPDATE booking SET terms = '{', expires_ms = 1 WHERE ref = $1 OR shown = $1", held)
		}},
		{"payment", attempt, func() {
			spoil(t, db, "UPDATE payment_attempt SET state = 'unknown', detail = '{', check_ms = 1 WHERE id = $1", attempt)
		}},
		{"outbox_job", "poison", func() {
			spoil(t, db, `INSERT INTO outbox (id, kind, job_key, payload, state, due_ms, tries, created_ms)
				SELECT 'poison', kind, 'poison', '{', 'due', 1, 11, 1 FROM outbox WHERE kind LIKE '%confirmation%' LIMIT 1`)
		}},
		{"picture", "hero/home", func() {
			s.SpoilPicture("hero/home.svg")
			if got := s.visitor(t).get("/images/hero/home.svg"); got.status != 500 {
				t.Errorf("a picture that cannot be drawn: %d", got.status)
			}
		}},
	}
	for _, kind := range badrecord.Kinds {
		if !slices.ContainsFunc(all, func(p poison) bool { return p.kind == string(kind) }) {
			t.Errorf("no bad record of the kind %s is tried", kind)
		}
	}
	return all
}

// heldRef returns the reference of the hold among bad records.
func heldRef(all []poison) string {
	return all[slices.IndexFunc(all, func(p poison) bool { return p.kind == string(badrecord.Hold) })].id
}

// TestOneBadRecordOfEachKindStopsNothing damages one record of each kind while
// a server runs. The server must still sell, and its report must name all of
// them.
func TestOneBadRecordOfEachKindStopsNothing(t *testing.T) {
	each(t, func(t *testing.T, s *running, db *store.Store) {
		v := s.visitor(t)
		sold := v.somewhere("CF101")[0]
		overdue := s.visitor(t).hold(v.somewhere("CF101")[1]).ok(t).text("booking", "bookId")
		all := poisons(t, s, db, sold)
		for _, p := range all {
			p.spoil()
			what := "the report naming the " + p.kind + " " + p.id
			eventually(t, what, func() bool { return readiness(t, s.AdminURL()).names(p.kind, p.id) })
			if n := s.metric(t, `holidaymaker_bad_records{kind="`+p.kind+`"}`); n != "1" {
				t.Errorf("%s: %q counted", p.kind, n)
			}
			if n := strings.Count(s.log.String(), `"bad record left out","kind":"`+p.kind+`"`); n != 1 {
				t.Errorf("%s: logged %d times", p.kind, n)
			}
		}
		spoil(t, db, "UPDATE booking SET expires_ms = 2 WHERE ref = $1 OR shown = $1", overdue)
		eventually(t, "the other hold's end", func() bool {
			state := ""
			err := db.View(t.Context(), func(tx *store.Tx) error {
				return tx.QueryRow("SELECT state FROM booking WHERE ref = $1 OR shown = $1", overdue).Scan(&state)
			})
			return err == nil && state == "expired"
		})
		before := len(s.emails(t))
		v.buy(sold, "full")
		eventually(t, "the e-mail about another booking", func() bool { return len(s.emails(t)) > before })
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
		if public := readiness(t, s.URL()); public.BadRecords["hold"] != 1 || strings.Contains(public.body, heldRef(all)) {
			t.Errorf("the public report: %s", public.body)
		}
	})
}

// TestAServerStartsOverBadRecords starts a server on a database with a bad
// record of each kind.
func TestAServerStartsOverBadRecords(t *testing.T) {
	dir := t.TempDir()
	first, err := launch(dir)
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), dir, first.clock.now)
	if err != nil {
		t.Fatal(err)
	}
	all := poisons(t, first, db, first.visitor(t).somewhere("CF101")[0])
	first.stop()
	for _, p := range all {
		if p.kind != "picture" {
			p.spoil()
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	// In sandbox mode, because the demo would write its catalogue again.
	second, err := launch(dir, func(c *server.Config) { c.Demo, c.Sandbox = false, true })
	if err != nil {
		t.Fatal(err)
	}
	defer second.stop()
	v := second.visitor(t)
	v.buy(v.somewhere("CF101")[0], "full")
	for _, p := range all {
		if p.kind != "picture" && p.kind != "change" { // the new index holds all changes
			eventually(t, "the report naming the "+p.kind, func() bool { return readiness(t, second.AdminURL()).names(p.kind, p.id) })
		}
	}
}
