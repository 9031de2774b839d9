package store_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// PostgreSQL writes every index of a row again with an update that changes a column of
// one of them. What visitors enter, and that a payment is sent, changes none.
func TestWhatIsEnteredInABookingWritesNoIndex(t *testing.T) {
	ctx, s := context.Background(), storetest.PostgreSQL(t).Open(t)
	begun := booking.Booking{Ref: "0123456789", Shown: "01234-56789", State: booking.Paying, StartKey: "start"}
	err := s.Payments().Update(ctx, func(tx payment.Tx) error {
		_, err := tx.InsertBooking(begun)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Payments().Update(ctx, func(tx payment.Tx) error {
		b, err := tx.LockBooking(begun.Ref)
		if err != nil {
			return err
		}
		b.Contact.Forename, b.Members = "Priya", []booking.Member{{Initial: "P", LastName: "Marlowe"}}
		b.Steps, b.Extras, b.Sent, b.Attempt = []string{"party"}, []booking.ChosenExtra{{}}, true, "P1"
		b.ChangedAt = tx.Now().Add(time.Hour)
		if err := tx.SaveBooking(b); err != nil {
			return err
		}
		var updates, withoutIndex int
		row := tx.(interface {
			QueryRow(query string, args ...any) store.Row
		}).QueryRow("SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_xact_user_tables WHERE relname = 'booking'")
		if err := row.Scan(&updates, &withoutIndex); err != nil || updates != 1 || withoutIndex != 1 {
			t.Errorf("%d updates, %d of which wrote no index, %v", updates, withoutIndex, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An index of some rows is used only where the query names its condition. PostgreSQL
// chooses its plan by the size of a table, so the test asks SQLite.
func TestPartialIndexesAreUsed(t *testing.T) {
	s := storetest.SQLite(t).Open(t)
	indexes := maps.Clone(store.PartialIndexQueries)
	for _, trigger := range []string{"payment_attempt_has_its_charge", "payment_attempt_has_its_capture"} {
		err := s.View(t.Context(), func(tx *store.Tx) error {
			var rule string
			err := tx.QueryRow("SELECT sql FROM sqlite_master WHERE name = $1", trigger).Scan(&rule)
			query := regexp.MustCompile(`SELECT 1 FROM money_movement[^)]*`).FindString(rule)
			indexes[strings.ReplaceAll(query, "NEW.id", "$1")] = "money_movement_attempt"
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for query, index := range indexes {
		err := s.View(t.Context(), func(tx *store.Tx) error {
			steps, err := store.Select(tx, func(scan func(into ...any) error) (step string, err error) {
				var id, parent, unused int
				return step, scan(&id, &parent, &unused, &step)
			}, "EXPLAIN QUERY PLAN "+query, "R")
			if err == nil && !strings.Contains(strings.Join(steps, "\n"), "INDEX "+index+" (") {
				t.Errorf("%s: %q", query, steps)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// PostgreSQL may plan a guard once for all payments. Such a plan too must not read the
// whole ledger.
func TestThePlanOfAGuardForAnyPaymentUsesAnIndex(t *testing.T) {
	s := storetest.PostgreSQL(t).Open(t)
	err := s.Update(t.Context(), func(tx *store.Tx) error {
		for _, statement := range []string{
			`INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
				attempt, total, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
				VALUES ('R', 'R', 'paying', 'holder', '', 'start', '', 'U1', '2026-07-17', 3, '', 18900, '{}', '', 1000, 2000, 0, 1600)`,
			`INSERT INTO payment_attempt (id, ref, seq, state, live, method, amount, order_code, provider_ref, client_key, holder,
				created_ms, expires_ms, sent_ms, call_ms, settled_ms, check_ms, alert, detail)
				VALUES ('P7', 'R', 1, 'sending', TRUE, 'worldpay', 1000, 'O1', '', 'key', 'holder', 1000, 2000, 1500, 1500, 0, 1, '', '{}')`,
			`INSERT INTO money_movement SELECT kind || '/' || n, 'R', 'P' || n, kind, 1000, '', '', 'test', 1600
				FROM generate_series(1, 5000) AS n, (VALUES ('charge'), ('capture')) AS kinds (kind)`,
			"SET LOCAL plan_cache_mode = force_generic_plan",
			"UPDATE payment_attempt SET state = 'captured', live = FALSE",
		} {
			if _, err := tx.Exec(statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		var whole, byIndex int
		err := tx.QueryRow("SELECT seq_scan, idx_scan FROM pg_stat_xact_user_tables WHERE relname = 'money_movement'").Scan(&whole, &byIndex)
		if whole != 0 || byIndex != 2 {
			t.Errorf("the ledger was read %d times as a whole and %d times by an index", whole, byIndex)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The sweeper finds by the start of a hold what ended long ago, also where a clock was
// wrong when it started.
func TestHoldsThatEndedLongAgoAreDiscarded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		now := time.UnixMilli(1_000_000_000)
		before := now.Add(-time.Hour)
		s := db.Open(t, func() time.Time { return now })
		ended := func(ref string, state booking.State, started, changed time.Time) booking.Booking {
			return booking.Booking{Ref: ref, Shown: ref, State: state, StartKey: ref, StartedAt: started, ChangedAt: changed}
		}
		long, recent := before.Add(-time.Minute), before.Add(time.Minute)
		left := map[string]bool{"LONG": false, "AHEAD": false, "LATER": true, "RECENT": true, "HELD": true}
		err := s.Bookings().Update(t.Context(), func(tx booking.Tx) error {
			for _, b := range []booking.Booking{
				ended("LONG", booking.Expired, long.Add(-time.Minute), long),
				ended("AHEAD", booking.Expired, now.Add(time.Hour), long), // by a clock that was ahead
				ended("LATER", booking.Expired, long, recent),
				ended("RECENT", booking.Expired, recent, recent),
				ended("HELD", booking.Held, long, long),
			} {
				if _, err := tx.InsertBooking(b); err != nil {
					return err
				}
			}
			n, err := tx.Discard(before)
			if err == nil && n != 2 {
				t.Errorf("%d were discarded", n)
			}
			for ref, want := range left {
				if _, err := tx.Booking(ref); (err == nil) != want {
					t.Errorf("%s is there: %v, want %v", ref, err, want)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
