package payment_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func backlog(t *testing.T, w *testworld.World) payment.Backlog {
	t.Helper()
	b, err := w.Payments.Backlog(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// alter changes rows by SQL, without the product's own code.
func alter(t *testing.T, w *testworld.World, query string, args ...any) {
	t.Helper()
	if err := w.Store.Update(context.Background(), func(tx *store.Tx) error {
		_, err := tx.Exec(query, args...)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestBacklogOfUnknownOutcomes(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		want(t, "before", backlog(t, w), payment.Backlog{})
		a, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayDeposit).ID, goodCard, "SIM_TIMEOUT_BEFORE")
		if err != nil || a.Status != payment.StatusPending {
			t.Fatalf("got %+v, %v", a, err)
		}
		w.CallsEnd()
		w.Clock.Advance(time.Hour)
		b := backlog(t, w)
		want(t, "unknown", b.Unknown, 1)
		want(t, "since", b.UnknownSince.Equal(testworld.Start), true)
		want(t, "stuck", b.Stuck, 0)
	}, impatient)
}

func TestBacklogOfPendingPayments(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		p := atWallet(t, w, "crowd", booking.PayFull)
		if a, err := p.approve("SIM_WALLET_PENDING"); err != nil || a.Status != payment.StatusPending {
			t.Fatalf("got %+v, %v", a, err)
		}
		w.Clock.Advance(5 * time.Minute)
		b := backlog(t, w)
		want(t, "pending", b.Pending, 1)
		want(t, "since", b.PendingSince.Equal(testworld.Start), true)
		want(t, "at the wallet", b.AtWallet, 1)
		stuck, err := w.Payments.Unsettled(context.Background(), true, 10)
		if err != nil || len(stuck) != 1 || stuck[0].ID != p.p.ID {
			t.Errorf("a member of staff sees %v, %v", stuck, err)
		}
		w.Clock.Advance(time.Hour)
		w.Tick()
		want(t, "afterwards", backlog(t, w), payment.Backlog{})
	})
}

// Staff who look for the fault see the attempt whose details cannot be read, and the
// other ones.
func TestAnAttemptThatCannotBeReadHidesNoOther(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		var refs []string
		for range 2 {
			v := testworld.Visitor()
			view := w.Booked(v, "caravan")
			a, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayDeposit).ID, goodCard, "SIM_TIMEOUT_BEFORE")
			if err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			refs = append(refs, view.Ref)
		}
		w.CallsEnd()
		alter(t, w, "UPDATE payment_attempt SET detail = '{' WHERE ref = $1", refs[0])
		for _, stuck := range []bool{false, true} {
			listed, err := w.Payments.Unsettled(t.Context(), stuck, 10)
			if err != nil || len(listed) != 2 {
				t.Fatalf("a member of staff sees %v, %v", listed, err)
			}
			for _, a := range listed {
				want(t, "alert of "+a.ID, a.Alert != "", a.Ref == refs[0])
			}
		}
		o, err := w.Payments.Show(t.Context(), refs[0])
		if err != nil || len(o.Attempts) != 1 || !strings.Contains(o.Attempts[0].Alert, "cannot be read") {
			t.Errorf("the booking shows %+v, %v", o.Attempts, err)
		}
	}, impatient)
}

// A capture whose job is missing, or was given up, gets a new job and is done.
func TestAttemptWithoutAJob(t *testing.T) {
	for _, lost := range []string{"DELETE FROM outbox WHERE kind = $1", "UPDATE outbox SET state = 'given up', payload = '' WHERE kind = $1"} {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			v := testworld.Visitor()
			view := w.Booked(v, "caravan")
			if _, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayDeposit).ID, goodCard, "P O'Neill"); err != nil {
				t.Fatal(err)
			}
			alter(t, w, lost, payment.JobCapture)
			b := backlog(t, w)
			want(t, "stuck", b.Stuck, 1)
			want(t, "since", b.StuckSince.Equal(testworld.Start), true)
			w.Tick()
			n, sum := providerTotals(w)
			want(t, "charges", n, 1)
			want(t, "charged", sum, 4900)
			want(t, "attempt", state(t, w, view.Ref).Attempts[0].State, payment.StateCaptured)
			want(t, "afterwards", backlog(t, w), payment.Backlog{})
		})
	}
}

// An attempt that cannot be read is postponed; the others are settled.
func TestUnreadableAttempt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		left := badrecord.New(slog.New(slog.DiscardHandler))
		w := testworld.New(t, db, func(_ *booking.Config, p *payment.Config) { p.Bad = left })
		ctx := context.Background()
		var refs []string
		for i := range 3 {
			v := testworld.Visitor()
			view := w.Booked(v, "crowd")
			p := w.Prepared(v, view, booking.PayFull)
			if i < 2 {
				alter(t, w, "UPDATE payment_attempt SET detail = 'not JSON' WHERE id = $1", p.ID)
				continue
			}
			refs = append(refs, view.Ref)
		}
		w.Clock.Advance(20 * time.Minute)
		if n, err := w.Payments.Reconcile(ctx); n != 0 || err != nil {
			t.Fatalf("before they are due: %d, %v", n, err)
		}
		w.Clock.Advance(20 * time.Minute)
		n, err := w.Payments.Reconcile(ctx)
		if n != 3 || err != nil || left.Counts()[badrecord.Payment] != 2 {
			t.Errorf("took %d, error %v, reported %v", n, err, left.Records())
		}
		want(t, "the good attempt", state(t, w, refs[0]).Attempts[0].State, payment.StateAbandoned)
		if n, err := w.Payments.Reconcile(ctx); n != 0 || err != nil {
			t.Errorf("at once again: %d, %v", n, err)
		}
		w.Clock.Advance(time.Minute)
		if n, err := w.Payments.Reconcile(ctx); n != 2 || err != nil {
			t.Errorf("a minute later: %d, %v", n, err)
		}

		// Another node settles one attempt, and a member of staff repairs the other.
		alter(t, w, "UPDATE payment_attempt SET detail = '{}', state = 'abandoned', live = FALSE, check_ms = 0 WHERE detail = 'not JSON'")
		if _, err := w.Payments.Reconcile(ctx); err != nil || left.Counts()[badrecord.Payment] != 0 {
			t.Errorf("after the repair: %v, %v", left.Records(), err)
		}
	})
}

// A capture that fails for weeks is tried until it is done.
func TestCapturesAreNeverGivenUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, provider := context.Background(), &deaf{}
		w := testworld.New(t, db, impatient)
		w.Account.Transport = provider
		w = w.SecondNode(db, impatient)
		_, view, _ := paidBy(t, w, "P O'Neill")
		w.CallsEnd()
		provider.deaf.Store(true)
		for range 30 {
			w.Clock.Advance(25 * time.Hour)
			if _, err := w.Outbox.RunOnce(ctx); err != nil {
				t.Fatal(err)
			}
		}
		all, err := w.Store.Outbox().Status(ctx)
		i := slices.IndexFunc(all, func(s outbox.Status) bool { return s.Kind == payment.JobCapture })
		if err != nil || i < 0 || all[i].GivenUp != 0 || all[i].Depth != 1 {
			t.Errorf("jobs after a month: %+v, %v", all, err)
		}
		provider.deaf.Store(false)
		for range 3 {
			runLoopsAfter(w, 25*time.Hour)
		}
		want(t, "attempt", attemptOf(t, w, view.Ref).State, payment.StateCaptured)
		for kind, how := range w.Payments.Handlers() {
			want(t, kind+" is done however long it takes", how.UntilDone, kind != payment.JobStray) // a stray payment waits for staff
		}
	})
}
