package store_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
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

// What counts as paid is the same however a booking is read, also of one that was never
// confirmed and whose payment was taken too late.
func TestEveryWayOfReadingABookingAgreesOnWhatWasPaid(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		newBooking(t, s, "R1")
		charge := ledger.Movement{Key: "charge/P1", Ref: "R1", Attempt: "P1", Kind: ledger.Charge, Amount: 18900}
		if err := s.Payments().Update(ctx, func(tx payment.Tx) error {
			return errors.Join(tx.InsertAttempt(liveAttempt("P1", "R1")), tx.AddMovement(charge))
		}); err != nil {
			t.Fatal(err)
		}
		for name, read := range map[string]func(tx payment.Tx) (booking.Booking, error){
			"Booking":     func(tx payment.Tx) (booking.Booking, error) { return tx.Booking("R1") },
			"LockBooking": func(tx payment.Tx) (booking.Booking, error) { return tx.LockBooking("R1") },
			"WithBooking": func(tx payment.Tx) (b booking.Booking, err error) {
				b, _, err = tx.WithBooking("P1", "R1")
				return b, err
			},
			"LockWithBooking": func(tx payment.Tx) (b booking.Booking, err error) {
				b, _, err = tx.LockWithBooking("P1", "R1")
				return b, err
			},
			"LockWithAttempts": func(tx payment.Tx) (b booking.Booking, err error) {
				b, _, err = tx.LockWithAttempts("R1")
				return b, err
			},
			"OpenByStartKey": func(tx payment.Tx) (booking.Booking, error) { return tx.OpenByStartKey("R1") },
		} {
			err := s.Payments().Update(ctx, func(tx payment.Tx) error {
				b, err := read(tx)
				if b.Ref != "R1" || b.AmountPaid != 18900 {
					t.Errorf("%s: booking %q, paid %s", name, b.Ref, b.AmountPaid)
				}
				return err
			})
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for name, read := range map[string]func(tx payment.Tx) error{
			"LockBooking":      func(tx payment.Tx) error { _, err := tx.LockBooking("gone"); return err },
			"LockWithBooking":  func(tx payment.Tx) error { _, _, err := tx.LockWithBooking("P1", "gone"); return err },
			"LockWithAttempts": func(tx payment.Tx) error { _, _, err := tx.LockWithAttempts("gone"); return err },
		} {
			if err := s.Payments().Update(ctx, read); !errors.Is(err, booking.ErrNoRow) {
				t.Errorf("%s of a booking that is gone: %v", name, err)
			}
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

// shareACommit calls functions of which each queues one task, so that all tasks share
// a commit, and returns their errors.
func shareACommit(t *testing.T, s *store.Store, queue ...func() error) []error {
	t.Helper()
	results := make([]error, len(queue))
	began, queued := make(chan struct{}), make(chan struct{})
	var tasks sync.WaitGroup
	tasks.Go(func() { // while it runs, the others queue
		begin := sync.OnceFunc(func() { close(began) })
		_ = s.GroupCommit(context.Background(), func(*store.Tx) error { begin(); <-queued; return nil })
	})
	<-began
	for i, one := range queue {
		tasks.Go(func() { results[i] = one() })
		polltest.Until(t, "the task queues", func() bool { return s.Queued() == i+1 })
	}
	close(queued)
	tasks.Wait()
	return results
}

// In a commit that several tasks share, a statement that fails is an error of the
// task that queued it, and of no other.
func TestAStatementThatFailsLaterFailsItsOwnTaskAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		newBooking(t, s, "R1")
		newBooking(t, s, "R2")
		if err := s.Payments().Update(ctx, func(tx payment.Tx) error { return tx.InsertAttempt(liveAttempt("P1", "R1")) }); err != nil {
			t.Fatal(err)
		}
		task := func(a payment.Attempt) func() error {
			return func() error {
				return s.Payments().GroupCommit(ctx, func(tx payment.Tx) error {
					return errors.Join(tx.Enqueue(outbox.Job{Kind: "test", Key: a.ID}), tx.InsertAttempt(a))
				})
			}
		}
		results := shareACommit(t, s, task(liveAttempt("P2", "R1")), task(liveAttempt("P3", "R2")))
		if !errors.Is(results[0], payment.ErrLive) || results[1] != nil {
			t.Errorf("errors %v", results)
		}
		if ids := attemptsOf(t, s, "R2"); len(ids) != 1 {
			t.Errorf("the other task's attempts: %v", ids)
		}
		jobs, err := s.WaitingJobs(ctx, 9)
		if err != nil || len(jobs) != 1 || jobs[0].Key != "P3" {
			t.Errorf("jobs %+v, %v", jobs, err)
		}
	})
}

// A node that has stopped may hold a row for long.
func TestARowThatAStoppedNodeHoldsStopsNoOtherTask(t *testing.T) {
	db := storetest.PostgreSQL(t)
	ctx, s, stopped := context.Background(), db.Open(t), db.Open(t)
	newBooking(t, s, "R1")
	newBooking(t, s, "R2")
	locked, release := make(chan struct{}), make(chan struct{})
	var holder sync.WaitGroup
	holder.Go(func() {
		if err := stopped.Bookings().Update(ctx, func(tx booking.Tx) error {
			_, err := tx.LockBooking("R1")
			close(locked)
			<-release
			return err
		}); err != nil {
			t.Error(err)
		}
	})
	<-locked
	var tries, triesBeforeLater int // of the task that conflicts
	var later sync.WaitGroup
	waits := func() error {
		return s.Bookings().GroupCommit(ctx, func(tx booking.Tx) error {
			if tries++; tries == 1 {
				later.Go(func() {
					if err := s.Bookings().GroupCommit(ctx, func(booking.Tx) error { triesBeforeLater = tries; return nil }); err != nil {
						t.Error(err)
					}
				})
			}
			_, err := tx.LockBooking("R1")
			return err
		})
	}
	reads := func(ref string) func() error {
		return func() error {
			return s.Bookings().GroupCommit(ctx, func(tx booking.Tx) error { _, err := tx.LockBooking(ref); return err })
		}
	}
	writes := func(ref string) func() error {
		return func() error {
			return s.Bookings().GroupCommit(ctx, func(tx booking.Tx) error {
				return tx.SaveBooking(booking.Booking{Ref: ref, Shown: ref, State: booking.Paying, StartKey: ref})
			})
		}
	}
	results := shareACommit(t, s, waits, reads("R2"), writes("R2"))
	later.Wait()
	visitor, leave := context.WithCancel(ctx)
	abandoned := 0
	if err := s.Bookings().GroupCommit(visitor, func(tx booking.Tx) error {
		abandoned++
		leave()
		_, err := tx.LockBooking("R1")
		return err
	}); !errors.Is(err, store.ErrConflict) || abandoned != 1 {
		t.Errorf("the task of a visitor who has left was tried %d times: %v", abandoned, err)
	}
	close(release)
	holder.Wait()
	for i, conflicts := range []bool{true, false, false} {
		if errors.Is(results[i], store.ErrConflict) != conflicts || !conflicts && results[i] != nil {
			t.Errorf("task %d: %v", i, results[i])
		}
	}
	if triesBeforeLater != 1 || tries == 1 {
		t.Errorf("a later task waited for %d of the %d tries of the task that conflicts", triesBeforeLater, tries)
	}
}

// A task that fails undoes nothing that an earlier one has written, and a row
// of the ledger that is there already stays as it is.
func TestWorksOfASharedCommitKeepTheirOwnStatements(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		newBooking(t, s, "R1")
		charge := ledger.Movement{Key: "charge/P1", Ref: "R1", Attempt: "P1", Kind: ledger.Charge, Amount: 4900}
		other := charge
		other.Amount = 1
		if err := s.Payments().Update(ctx, func(tx payment.Tx) error { return tx.AddMovement(charge) }); err != nil {
			t.Fatal(err)
		}
		refused := errors.New("refused")
		task := func(key string, then func(tx payment.Tx) error) func() error {
			return func() error {
				return s.Payments().GroupCommit(ctx, func(tx payment.Tx) error {
					return errors.Join(tx.Enqueue(outbox.Job{Kind: "test", Key: key}), then(tx))
				})
			}
		}
		none := func(payment.Tx) error { return nil }
		check := func(results []error, fails ...bool) {
			t.Helper()
			for i, failed := range fails {
				if (results[i] != nil) != failed {
					t.Errorf("task %d: %v", i, results[i])
				}
			}
		}
		results := shareACommit(t, s, task("1", none), func() error { return s.GroupCommit(ctx, func(*store.Tx) error { return refused }) }, task("2", none))
		check(results, false, true, false)
		results = shareACommit(t, s,
			task("3", none),
			task("the same row", func(tx payment.Tx) error { return tx.AddMovement(charge) }),
			task("another row", func(tx payment.Tx) error { return tx.AddMovement(other) }),
			task("the same booking", func(tx payment.Tx) error {
				return tx.AddBooking(booking.Booking{Ref: "R1", Shown: "R1", State: booking.Held, StartKey: "R1"})
			}),
			task("4", none))
		check(results, false, false, true, true, false)
		if !errors.Is(results[3], store.ErrExists) {
			t.Errorf("the same booking: %v", results[3])
		}
		gone := func(tx payment.Tx) error { return tx.SaveBooking(booking.Booking{Ref: "gone"}) }
		read := func() error {
			return s.Payments().GroupCommit(ctx, func(tx payment.Tx) error { _, err := tx.Booking("R1"); return err })
		}
		results = shareACommit(t, s, task("a booking that is gone", gone), read, task("5", none))
		check(results, true, false, false)
		if !errors.Is(results[0], store.ErrNotFound) {
			t.Errorf("a booking that is gone: %v", results[0])
		}
		jobs, err := s.WaitingJobs(ctx, 9)
		keys := ""
		for _, job := range jobs {
			keys += job.Key + ";"
		}
		if err != nil || keys != "1;2;3;the same row;4;5;" {
			t.Errorf("jobs %q, %v", keys, err)
		}
	})
}

// Without other tasks too, a row of the ledger that is there already stays as it is.
func TestARowOfTheLedgerIsWrittenOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		newBooking(t, s, "R1")
		for _, commit := range []func(context.Context, func(payment.Tx) error) error{s.Payments().Update, s.Payments().GroupCommit, s.Payments().Update} {
			key := uuid.NewString()
			err := commit(ctx, func(tx payment.Tx) error {
				return errors.Join(tx.AddMovement(ledger.Movement{Key: "charge/P1", Ref: "R1", Attempt: "P1", Kind: ledger.Charge, Amount: 4900}),
					tx.Enqueue(outbox.Job{Kind: "test", Key: key}))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		jobs, err := s.WaitingJobs(ctx, 9)
		if err != nil || len(jobs) != 3 {
			t.Errorf("jobs %v, %v", jobs, err)
		}
	})
}

// The commit runs in a goroutine of its own.
func TestAPanicInASharedCommitEndsNothingElse(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		err := s.GroupCommit(t.Context(), func(tx *store.Tx) error { tx.BreakCommit(); return nil })
		if panicked := new(loop.Panic); !errors.As(err, &panicked) {
			t.Errorf("the caller gets %v", err)
		}
		if err := s.GroupCommit(t.Context(), func(*store.Tx) error { return nil }); err != nil {
			t.Errorf("the next caller gets %v", err)
		}
	})
}

// Rows that a panic leaves open would keep the connection busy for the other tasks.
func TestAPanicWhileRowsAreReadEndsItsOwnWorkAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		rows := "SELECT 1 AS one UNION ALL SELECT 2"
		for other, read := range map[string]func(tx *store.Tx) error{
			"Query": func(tx *store.Tx) error { return tx.Query(func(func(...any) error) error { panic("in a row") }, rows) },
			"queries": func(tx *store.Tx) error {
				return tx.Queries(func(int, func(...any) error) error { panic("in a row") }, rows, rows)
			},
		} {
			results := shareACommit(t, s,
				func() error { return s.GroupCommit(ctx, read) },
				func() error { return s.GroupCommit(ctx, func(tx *store.Tx) error { return note(tx, other) }) })
			if results[0] == nil || !strings.Contains(results[0].Error(), "in a row") {
				t.Errorf("%s: the panic came back as %v", other, results[0])
			}
			if results[1] != nil {
				t.Errorf("%s: the other task failed: %v", other, results[1])
			}
		}
		if got := notes(t, s); got != "Query queries" {
			t.Errorf("rows %q", got)
		}
	})
}

// The name of a statement that is sent later is part of its error on both databases.
func TestTheErrorOfAStatementThatIsSentLaterNamesIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		newBooking(t, s, "R1")
		text := "{}\x00" // PostgreSQL takes no zero byte in a text
		if db.Name == "SQLite" {
			err := s.Update(ctx, func(tx *store.Tx) (err error) {
				for _, table := range []string{"money_movement", "outbox", "payment_attempt"} {
					_, dropped := tx.Exec("DROP TABLE " + table)
					err = errors.Join(err, dropped)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for want, write := range map[string]func(tx payment.Tx) error{
			"write the movement charge/P1": func(tx payment.Tx) error {
				return tx.AddMovement(ledger.Movement{Key: "charge/P1", Ref: text, Attempt: "P1", Kind: ledger.Charge, Amount: 4900})
			},
			"write the outbox job test P1": func(tx payment.Tx) error {
				return tx.Enqueue(outbox.Job{Kind: "test", Key: "P1", Payload: text})
			},
			"write the payment attempt P1": func(tx payment.Tx) error { return tx.InsertAttempt(liveAttempt("P1", text)) },
			"save payment_attempt P1":      func(tx payment.Tx) error { return tx.SaveAttempt(liveAttempt("P1", text)) },
		} {
			if err := s.Payments().Update(ctx, write); err == nil || strings.Count(err.Error(), want) != 1 {
				t.Errorf("%v, want it to say %q once", err, want)
			}
		}
	})
}
