package store_test

import (
	"context"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func change(s *store.Store, query string, args ...any) error {
	return s.Update(context.Background(), func(tx *store.Tx) error {
		_, err := tx.Exec(query, args...)
		return err
	})
}

// A text in a column of numbers would fail the queries that read its row.
func TestATextIsRefusedWhereANumberIsNeeded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		if err := s.Update(t.Context(), func(tx *store.Tx) error { return tx.Enqueue(outbox.Job{Kind: "email", Key: "1"}) }); err != nil {
			t.Fatal(err)
		}
		for _, query := range []string{
			"UPDATE outbox SET created_ms = 'yesterday'", "UPDATE outbox SET tries = 'many'", "UPDATE outbox SET due_ms = due_ms || 'x'",
			"UPDATE change_counter SET number = 'one'",
			"INSERT INTO stock (unit_type, night, taken) VALUES ('U1', '2026-07-17', 'many')",
			"INSERT INTO outbox (id, kind, job_key, payload, state, due_ms, tries, created_ms) VALUES ('J1', 'email', '2', '', 'due', 0, 0, 'now')",
		} {
			if err := change(s, query); err == nil {
				t.Errorf("accepted: %s", query)
			}
		}
		if err := change(s, "UPDATE outbox SET created_ms = $1, tries = tries + 1", 5); err != nil {
			t.Error(err)
		}
		if wrong, err := s.WrongNumbers(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("%v, %v", wrong, err)
		}
	})
}

// A text that was entered before triggers refused it is found, and stops nothing.
func TestATextThatIsThereAlreadyStopsNothing(t *testing.T) {
	s := storetest.SQLite(t).Open(t)
	err := s.Update(t.Context(), func(tx *store.Tx) error { return tx.Enqueue(outbox.Job{Kind: "email", Key: "1"}) })
	for _, query := range []string{
		`INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
			attempt, total, amount_paid, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
			VALUES ('R1', 'R1', 'held', '', '', '', '', 'boat', '2026-07-17', 3, '', 100, 0, '{}', '{}', 1, 1, 0, 1)`,
		`INSERT INTO payment_attempt (id, ref, seq, state, live, method, amount, order_code, provider_ref, client_key, holder,
			created_ms, expires_ms, sent_ms, call_ms, settled_ms, check_ms, alert, detail)
			VALUES ('A1', 'R1', 1, 'unknown', TRUE, 'worldpay', 100, 'R1-1', '', 'k', '', 1, 1, 1, 1, 0, 1, '', '{}')`,
		"DROP TRIGGER outbox_keeps_numbers", "DROP TRIGGER booking_keeps_numbers", "DROP TRIGGER payment_attempt_keeps_numbers",
		"UPDATE outbox SET created_ms = 'yesterday'", "UPDATE booking SET started_ms = 'then', expires_ms = 'later'", "UPDATE payment_attempt SET sent_ms = 'now'",
	} {
		if err == nil {
			err = change(s, query)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if jobs, err := s.Outbox().Status(t.Context()); err != nil || len(jobs) != 1 || jobs[0].Depth != 1 {
		t.Errorf("the outbox has %+v, %v", jobs, err)
	}
	err = s.Payments().View(t.Context(), func(tx payment.Tx) error {
		b, err := tx.Backlog()
		if b.Unknown != 1 {
			t.Errorf("payments: %+v", b)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	err = s.Bookings().View(t.Context(), func(tx booking.Tx) error {
		o, err := tx.CountOverdue()
		if o.Holds != 1 {
			t.Errorf("holds: %+v", o)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	wrong, err := s.WrongNumbers(t.Context())
	if text := strings.Join(wrong, "; "); err != nil || text != "booking, rowid 1: started_ms is no number; booking, rowid 1: expires_ms is no number; outbox, rowid 1: created_ms is no number; payment_attempt, rowid 1: sent_ms is no number" {
		t.Errorf("%s, %v", text, err)
	}
}

// The migration after the last one of numbers may forget a column.
func TestEveryColumnOfNumbersIsGuarded(t *testing.T) {
	s := storetest.SQLite(t).Open(t)
	missing, err := s.UnguardedNumbers(t.Context())
	if err != nil || len(missing) > 0 {
		t.Errorf("SQLite accepts texts in %v (%v): make the guards of numbers.go again", missing, err)
	}
}
