package inventory_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// listed lists kind and id of every record in a register.
func listed(register *badrecord.Register) string {
	var all []string
	for _, r := range register.Records() {
		all = append(all, fmt.Sprint(r.Kind, " ", r.ID))
	}
	return strings.Join(all, ", ")
}

// spoil damages the database by an SQL statement that bypasses the product.
func spoil(t *testing.T, s *store.Store, query string, args ...any) {
	t.Helper()
	err := s.Update(within(t), func(tx *store.Tx) error {
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

// badPrices publishes unreadable prices of U1 and good prices of U2.
func badPrices(t *testing.T, s *store.Store, full bool, table []byte) int64 {
	t.Helper()
	price(t, s, true, 90, 3, "U1", "U2")
	g, err := s.Stage(within(t), store.PricesPart, full)
	if err != nil {
		t.Fatal(err)
	}
	err = s.View(within(t), func(tx *store.Tx) error {
		return tx.Prices([]string{"U2"}, func(id string, table, allotment []byte) error {
			return g.PutPrices(within(t), id, bytes.Clone(table), bytes.Clone(allotment))
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.PutPrices(within(t), "U1", table, nil); err != nil {
		t.Fatal(err)
	}
	return publish(t, g)
}

// nightsChange logs a change of U1's nights with an unreadable detail.
func nightsChange(t *testing.T, s *store.Store) {
	t.Helper()
	spoil(t, s, `INSERT INTO change_log (number, kind, unit_type, detail, at_ms)
		SELECT number + 1, 'stock', 'U1', 'rubbish', $1 FROM change_counter`, s.Now().UnixMilli())
	spoil(t, s, "UPDATE change_counter SET number = number + 1")
}

// TestOneBadRecordIsLeftOutAndTheRestGoesOn damages one record of each kind:
// while a node follows the log, and before another node starts.
func TestOneBadRecordIsLeftOutAndTheRestGoesOn(t *testing.T) {
	for name, kind := range map[string]struct {
		spoil  func(t *testing.T, s *store.Store)
		record string // what the register holds on the node that follows
		atOpen string // and on a node that starts afterwards
		u1     string // what searches show of U1
	}{
		"price table of a full set": {
			func(t *testing.T, s *store.Store) { badPrices(t, s, true, []byte("no table")) },
			"price_table U1", "price_table U1", "not on sale",
		},
		"price table of a delta": {
			func(t *testing.T, s *store.Store) { badPrices(t, s, false, []byte("no table")) },
			"price_table U1", "price_table U1", "not on sale",
		},
		"price table of a version to come": {
			func(t *testing.T, s *store.Store) { badPrices(t, s, false, []byte{3, 1, 6}) },
			"price_table U1", "price_table U1", "not on sale",
		},
		"row of the catalogue": {
			func(t *testing.T, s *store.Store) {
				spoil(t, s, "UPDATE entity SET body = '{' WHERE kind = 'unit' AND id = 'U1'")
				g, err := s.Stage(within(t), store.CataloguePart, false)
				if err != nil {
					t.Fatal(err)
				}
				if err := g.Put(within(t), catalogue.KindOffer, "none", nil); err != nil {
					t.Fatal(err)
				}
				publish(t, g)
			},
			"catalogue_row unit U1", "catalogue_row unit U1", "withdrawn",
		},
		"booked nights": {
			func(t *testing.T, s *store.Store) {
				spoil(t, s, "INSERT INTO stock (unit_type, night, taken) VALUES ('U1', '2026-99-99', 1)")
				price(t, s, true, 90, 3, "U1", "U2") // for a new index
			},
			"booked_nights U1", "booked_nights U1", "90.00, 3 left",
		},
		"change of nights": {nightsChange, "change 3", "", "100.00, 3 left"},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db storetest.Database) {
				c := newClock()
				s := db.Open(t, c.now)
				sell(t, s, "U1", "U2")
				price(t, s, true, 100, 3, "U1", "U2")
				var log bytes.Buffer
				register := badrecord.New(slog.New(slog.NewTextHandler(&log, nil)))
				v, err := inventory.Open(within(t), s, inventory.BadRecords(register))
				if err != nil {
					t.Fatal(err)
				}
				stop := run(v)
				defer func() { stop() }()
				kind.spoil(t, s)
				take(t, s, "U2", arrival, 3)
				err = v.WaitFor(within(t), s.Committed())
				if err != nil {
					t.Fatal(err)
				}
				if u1, u2 := shows(v, "U1", arrival), shows(v, "U2", arrival); u1 != kind.u1 || !strings.HasSuffix(u2, "2 left") {
					t.Errorf("U1: %s, want %s; U2: %s", u1, kind.u1, u2)
				}
				if status := v.Status(); status.Err != nil || v.Ready() != nil {
					t.Errorf("status %+v, ready %v", status, v.Ready())
				}
				if got := listed(register); got != kind.record {
					t.Errorf("the register names %q, want %q", got, kind.record)
				}
				if n := strings.Count(log.String(), "bad record left out"); n != 1 {
					t.Errorf("logged %d times:\n%s", n, &log)
				}
				if kind.u1 == "not on sale" {
					sells(t, s, "U1", false)
				}

				again := badrecord.New(slog.New(slog.DiscardHandler))
				restarted, err := inventory.Open(within(t), s, inventory.BadRecords(again))
				if err != nil {
					t.Fatal(err)
				}
				if u1, u2 := shows(restarted, "U1", arrival), shows(restarted, "U2", arrival); u1 != kind.u1 || !strings.HasSuffix(u2, "2 left") {
					t.Errorf("after a restart U1: %s; U2: %s", u1, u2)
				}
				if got := listed(again); got != kind.atOpen {
					t.Errorf("after a restart the register names %q, want %q", got, kind.atOpen)
				}

				// Readable data removes it from the register.
				change := max(sell(t, s, "U1", "U2"), price(t, s, false, 80, 3, "U1"))
				if err := v.WaitFor(within(t), change); err != nil {
					t.Fatal(err)
				}
				if got := shows(v, "U1", arrival); got != "80.00, 3 left" {
					t.Errorf("with better data: %s", got)
				}
				if got := listed(register); got != "" && name != "booked nights" {
					t.Errorf("with better data the register still names %q", got)
				}
			})
		})
	}
}

// sells checks whether a unit type can be booked.
func sells(t *testing.T, s *store.Store, unit string, want bool) {
	t.Helper()
	err := s.GroupCommit(within(t), func(tx *store.Tx) error {
		if ok, err := tx.TakeNights(unit, arrival, 3); ok != want || err != nil {
			return fmt.Errorf("nights of %s taken: %v, %w", unit, ok, err)
		}
		if _, _, ok, err := tx.Price(unit, arrival, 3, 2); ok != want || err != nil {
			return fmt.Errorf("%s has a price: %v, %w", unit, ok, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
