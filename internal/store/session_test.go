package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/ledger"
	"holidaymaker/internal/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/polltest"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// Some statements are sent later than they are written down. Nothing else about a
// transaction may change by that.

func newBooking(t *testing.T, s *store.Store, ref string) {
	t.Helper()
	err := s.Bookings().Update(context.Background(), func(tx booking.Tx) error {
		_, err := tx.InsertBooking(booking.Booking{Ref: ref, Shown: ref, State: booking.Paying, StartKey: ref, Total: 18900})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func liveAttempt(id, ref string) payment.Attempt {
	return payment.Attempt{ID: id, Ref: ref, Seq: 1, State: payment.StateCreated, Method: payment.Card, Amount: 4900, OrderCode: id, Key: id}
}

func attemptsOf(t *testing.T, s *store.Store, ref string) (ids []string) {
	t.Helper()
	err := s.Payments().View(context.Background(), func(tx payment.Tx) error {
		all, err := tx.Attempts(ref)
		for _, a := range all {
			ids = append(ids, a.ID)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestATransactionReadsWhatItHasWritten(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		newBooking(t, s, "R1")
		err := s.Payments().Update(ctx, func(tx payment.Tx) error {
			b, err := tx.LockBooking("R1")
			if err != nil {
				return err
			}
			b.Attempt = "P1"
			charge := ledger.Movement{Key: "charge/P1", Ref: "R1", Attempt: "P1", Kind: ledger.Charge, Amount: 4900}
			if err := errors.Join(tx.SaveBooking(b), tx.InsertAttempt(liveAttempt("P1", "R1")), tx.AddMovement(charge)); err != nil {
				return err
			}
			both, a, err := tx.WithBooking("P1", "R1")
			if err != nil || a.ID != "P1" || both.Attempt != "P1" || both.AmountPaid != 4900 {
				t.Errorf("attempt %q of %q, paid %s, %v", a.ID, both.Attempt, both.AmountPaid, err)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestNothingIsCommittedWhenASavedBookingIsGone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		newBooking(t, s, "R1")
		err := s.Payments().Update(ctx, func(tx payment.Tx) error {
			return errors.Join(tx.InsertAttempt(liveAttempt("P1", "R1")), tx.SaveBooking(booking.Booking{Ref: "gone"}))
		})
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a booking that is gone was saved: %v", err)
		}
		if ids := attemptsOf(t, s, "R1"); len(ids) > 0 {
			t.Errorf("the rest was committed: %v", ids)
		}
	})
}

func TestASecondOpenAttemptIsNotCommitted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		newBooking(t, s, "R1")
		insert := func(a payment.Attempt) error {
			return s.Payments().Update(ctx, func(tx payment.Tx) error { return tx.InsertAttempt(a) })
		}
		if err := insert(liveAttempt("P1", "R1")); err != nil {
			t.Fatal(err)
		}
		if err := insert(liveAttempt("P2", "R1")); !errors.Is(err, payment.ErrLive) {
			t.Errorf("a second open attempt: %v", err)
		}
		if ids := attemptsOf(t, s, "R1"); len(ids) != 1 || ids[0] != "P1" {
			t.Errorf("attempts %v", ids)
		}
	})
}

// In a commit that several works share, a statement that fails is an error of the
// work that wrote it down, and of no other.
func TestAStatementThatFailsLaterFailsItsOwnWorkAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		newBooking(t, s, "R1")
		newBooking(t, s, "R2")
		if err := s.Payments().Update(ctx, func(tx payment.Tx) error { return tx.InsertAttempt(liveAttempt("P1", "R1")) }); err != nil {
			t.Fatal(err)
		}
		results := make([]error, 2)
		began, queued := make(chan struct{}), make(chan struct{})
		var works sync.WaitGroup
		works.Go(func() { // while it runs, the others queue for one commit
			begin := sync.OnceFunc(func() { close(began) })
			_ = s.GroupCommit(ctx, func(*store.Tx) error { begin(); <-queued; return nil })
		})
		<-began
		for i, a := range []payment.Attempt{liveAttempt("P2", "R1"), liveAttempt("P3", "R2")} {
			works.Go(func() {
				results[i] = s.Payments().GroupCommit(ctx, func(tx payment.Tx) error {
					return errors.Join(tx.Enqueue(outbox.Job{Kind: "test", Key: a.ID}), tx.InsertAttempt(a))
				})
			})
		}
		polltest.Until(t, "both works queue", func() bool { return s.Queued() == len(results) })
		close(queued)
		works.Wait()
		if !errors.Is(results[0], payment.ErrLive) || results[1] != nil {
			t.Errorf("errors %v", results)
		}
		if ids := attemptsOf(t, s, "R2"); len(ids) != 1 {
			t.Errorf("the other work's attempts: %v", ids)
		}
		jobs, err := s.WaitingJobs(ctx, 9)
		if err != nil || len(jobs) != 1 || jobs[0].Key != "P3" {
			t.Errorf("jobs %+v, %v", jobs, err)
		}
	})
}
