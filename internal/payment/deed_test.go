package payment_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
)

// person is somebody of the office. Up to £100 they need nothing, up to £500 a step-up, and
// above it a second person.
func person(name string) payment.Doer {
	return payment.Doer{ID: name, Name: name, Needs: func(_ payment.Change, sum money.Pence) (payment.Need, error) {
		switch {
		case sum <= 100_00:
			return payment.NeedNothing, nil
		case sum <= 500_00:
			return payment.NeedStepUp, nil
		default:
			return payment.NeedSecond, nil
		}
	}}
}

var priya, megan = person("Priya S"), person("Megan O")

// agrees has a person plan a change and agree to it, under a key.
func agrees(w *testworld.World, ref string, c payment.Change, who payment.Doer, key string) (payment.Deed, error) {
	ctx := context.Background()
	p, err := w.Payments.Preview(ctx, ref, 0, c, who)
	if err != nil {
		return payment.Deed{}, err
	}
	return w.Payments.Do(ctx, ref, payment.Ask{Change: c, Version: p.Version, Hash: p.Hash(), Key: key, Why: "the heater was broken"}, who)
}

// did is agrees where nothing may fail.
func did(t testing.TB, w *testworld.World, ref string, c payment.Change, who payment.Doer) payment.Deed {
	t.Helper()
	d, err := agrees(w, ref, c, who, uuid.NewString())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func offPrice(amount money.Pence) payment.Change {
	return payment.Change{Kind: payment.SomethingWrong, Amount: amount}
}

// paidInFull is the reference of a booking that is paid and captured.
func paidInFull(w *testworld.World, unit string) string {
	v := testworld.Visitor()
	view := w.Booked(v, unit)
	w.Paid(v, view, booking.PayFull)
	w.Tick()
	return view.Ref
}

func wantRefunded(t *testing.T, w *testworld.World, ref string, want money.Pence) {
	t.Helper()
	if got := ledger.Sum(state(t, w, ref).Movements).Refunded; got != want {
		t.Errorf("£%s was refunded, want £%s", got, want)
	}
}

// deedIs reads a deed as it is now.
func deedIs(t *testing.T, w *testworld.World, d payment.Deed, want payment.DeedState) payment.Deed {
	t.Helper()
	now, err := w.Payments.Deed(context.Background(), d.ID)
	if err != nil || now.State != want {
		t.Errorf("the deed is %q (%s), want %q; %v", now.State, now.Note, want, err)
	}
	return now
}

func TestRefundWaitsAMinuteAndIsMadeOnceByTwoNodes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, ref, key := context.Background(), paidInFull(w, "crowd"), uuid.NewString()
		d, err := agrees(w, ref, offPrice(40_00), priya, key)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "text", d.By+" "+d.Text, "Priya S refunds £40.00")
		want(t, "waits", d.Due.Sub(d.At), payment.UndoTime)
		again, err := w.Payments.Do(ctx, ref, payment.Ask{Change: offPrice(40_00), Hash: d.Hash, Key: key, Why: "twice"}, priya)
		if err != nil || again.ID != d.ID {
			t.Errorf("a double press: %+v, %v", again, err)
		}
		_, err = agrees(w, ref, offPrice(10_00), megan, uuid.NewString())
		if err == nil || !strings.Contains(err.Error(), "Priya S refunds £40.00") {
			t.Errorf("another one meanwhile: %v", err)
		}
		w.Clock.Advance(59 * time.Second)
		w.Tick()
		wantRefunded(t, w, ref, 0)
		w.Clock.Advance(2 * time.Second)
		parallel(4, func(int) { // the worker of another node, and people who press 'Now'
			if _, err := w.Payments.Now(ctx, d.ID); err != nil {
				t.Error(err)
			}
		})
		w.Tick()
		wantRefunded(t, w, ref, 40_00)
		deedIs(t, w, d, payment.DeedDone)
		_, err = w.Payments.Undo(ctx, d.ID, priya)
		if err == nil || !strings.Contains(err.Error(), "cannot be undone any more") {
			t.Errorf("undo after it: %v", err)
		}
		actions := state(t, w, ref).Actions
		want(t, "record", actions[len(actions)-1].By+": "+actions[len(actions)-1].Why, "Priya S: the heater was broken")
		if done := actions[len(actions)-1].Done; strings.Contains(done, "card ending") || !strings.Contains(done, "is refunded") {
			t.Errorf("the record is %s", done)
		}
	})
}

func TestUndoDropsWhatWaitsAndNowSkipsTheWait(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, ref := context.Background(), paidInFull(w, "crowd")
		first := did(t, w, ref, offPrice(40_00), priya)
		for range 2 { // pressed twice
			if _, err := w.Payments.Undo(ctx, first.ID, megan); err != nil {
				t.Fatal(err)
			}
		}
		w.Clock.Advance(2 * time.Minute)
		w.Tick()
		wantRefunded(t, w, ref, 0)
		if now, err := w.Payments.Now(ctx, first.ID); err != nil || now.State != payment.DeedUndone {
			t.Errorf("'Now' after Undo: %+v, %v", now, err)
		}
		second := did(t, w, ref, offPrice(30_00), priya)
		if now, err := w.Payments.Now(ctx, second.ID); err != nil || now.State != payment.DeedDone {
			t.Errorf("'Now': %+v, %v", now, err)
		}
		w.Clock.Advance(2 * time.Minute)
		w.Tick()
		wantRefunded(t, w, ref, 30_00)
	})
}

func TestDeedWhosePlanDoesNotHoldAnyMoreIsRefused(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, ref := context.Background(), paidInFull(w, "crowd")
		plan, err := w.Payments.Preview(ctx, ref, 0, offPrice(40_00), priya)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Payments.Change(ctx, ref, offPrice(5_00), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, time.Minute, 20*time.Minute, 20*time.Minute)
		ask := payment.Ask{Change: offPrice(40_00), Version: plan.Version, Hash: plan.Hash(), Key: uuid.NewString(), Why: "cold"}
		_, err = w.Payments.Do(ctx, ref, ask, priya)
		var conflict *payment.Conflict
		if !errors.As(err, &conflict) || conflict.By != testworld.Staff.By {
			t.Errorf("another version: %v", err)
		}
		ask.Version = state(t, w, ref).Booking.Version
		if _, err = w.Payments.Do(ctx, ref, ask, priya); !errors.Is(err, payment.ErrChanged) {
			t.Errorf("another hash: %v", err)
		}
		d := did(t, w, ref, offPrice(40_00), priya)
		if err := w.Payments.Change(ctx, ref, offPrice(6_00), testworld.Staff); err != nil { // within the minute
			t.Fatal(err)
		}
		w.Clock.Advance(2 * time.Minute)
		w.Tick()
		deedIs(t, w, d, payment.DeedRefused)
		runLoopsAfter(w, time.Minute, 20*time.Minute, 20*time.Minute)
		wantRefunded(t, w, ref, 11_00)

		late := did(t, w, ref, offPrice(40_00), priya)
		w.Clock.Advance(2 * time.Hour) // no server ran
		w.Tick()
		wantRefunded(t, w, ref, 11_00)
		deedIs(t, w, late, payment.DeedRefused)
	})
}

// While the outcome of a payment is not known, money waits.
func TestDeedWaitsForAnOpenPayment(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		w.Paid(v, view, booking.PayDeposit)
		w.Tick()
		d := did(t, w, view.Ref, payment.Change{Kind: payment.SomethingWrong, Amount: 150_00}, unlimited)
		request := testworld.RequestFor(view, booking.PayTopUp)
		request.TopUp, request.Expected = "60", 60_00
		p, err := w.Payments.Prepay(ctx, v, request)
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.Pay(v, view.Ref, p.ID, challengedCard, "P O'Neill")
		if err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(2 * time.Minute)
		w.Tick()
		deedIs(t, w, d, payment.DeedWaiting)
		if _, err := w.Payments.Now(ctx, d.ID); codeOf(t, err) != booking.PaymentInProgress {
			t.Errorf("'Now' meanwhile: %v", err)
		}
		back := w.AskBank(a.Challenge, "decline")
		if _, err := w.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD")); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, time.Minute, time.Minute, 20*time.Minute)
		wantRefunded(t, w, view.Ref, 10_00)
		deedIs(t, w, d, payment.DeedDone)
	})
}

func TestLimitsAddUpAndASecondPersonAgrees(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, ref := context.Background(), paidInFull(w, "crowd")
		did(t, w, ref, offPrice(60_00), priya)
		runLoopsAfter(w, 2*time.Minute, 20*time.Minute, 20*time.Minute)
		_, err := agrees(w, ref, offPrice(41_00), megan, uuid.NewString())
		if !errors.Is(err, payment.ErrStepUp) {
			t.Errorf("£101 in all: %v", err)
		}
		w.Clock.Advance(30 * 24 * time.Hour)
		asks := person("Priya S")
		asks.Needs = func(payment.Change, money.Pence) (payment.Need, error) { return payment.NeedSecond, nil }
		if p, err := w.Payments.Preview(ctx, ref, 0, offPrice(41_00), asks); err != nil || p.Given != 0 {
			t.Errorf("after 30 days: %v, %v", p.Given, err)
		}
		d := did(t, w, ref, offPrice(41_00), asks)
		want(t, "state", d.State, payment.DeedAsked)
		waiting, err := w.Payments.Asked(ctx, 10)
		if err != nil || len(waiting) != 1 || len(waiting[0].Body.Lines) == 0 {
			t.Errorf("approvals: %+v, %v", waiting, err)
		}
		if _, err := w.Payments.Approve(ctx, d.ID, asks); err == nil {
			t.Error("somebody has agreed to their own deed")
		}
		if d, err = w.Payments.Approve(ctx, d.ID, megan); err != nil || d.State != payment.DeedWaiting {
			t.Fatalf("%+v, %v", d, err)
		}
		runLoopsAfter(w, 2*time.Minute, 20*time.Minute, 20*time.Minute)
		wantRefunded(t, w, ref, 101_00)
		actions := state(t, w, ref).Actions
		want(t, "record", actions[len(actions)-1].By, "Priya S, with Megan O")
		refused := did(t, w, ref, offPrice(2_00), asks)
		if _, err := w.Payments.Refuse(ctx, refused.ID, "ask the park first", megan); err != nil {
			t.Fatal(err)
		}
		want(t, "why", deedIs(t, w, refused, payment.DeedRefused).Note, "ask the park first")
	})
}

// A change of the stay is done at once. Its e-mail waits for a minute, in which it can be undone.
func TestUndoOfAChangeGivesTheOldStayBack(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, ref := context.Background(), paidInFull(w, "flex")
		before, emails := state(t, w, ref).Booking, len(w.Emails.Kinds())
		later := payment.Change{Kind: payment.MoveStay, Wish: &booking.Wish{Arrival: before.Stay.Arrival + 4}}
		d := did(t, w, ref, later, priya)
		want(t, "moved", state(t, w, ref).Booking.Stay.Arrival, before.Stay.Arrival+4)
		want(t, "digest of the address in the deed", d.Body.Undo.Before.EmailKey, "")
		w.Tick()
		want(t, "e-mails in the minute", len(w.Emails.Kinds()), emails)
		if _, err := w.Payments.Undo(ctx, d.ID, megan); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(2 * time.Minute)
		w.Tick()
		after := state(t, w, ref).Booking
		want(t, "arrival", after.Stay.Arrival, before.Stay.Arrival)
		want(t, "total", after.Total, before.Total)
		want(t, "digest of the address", after.EmailKey, before.EmailKey)
		want(t, "e-mails", len(w.Emails.Kinds()), emails)
		want(t, "taken", w.Taken("flex"), 1)

		d = did(t, w, ref, later, priya)
		if err := w.Payments.Change(ctx, ref, offPrice(5_00), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		var conflict *payment.Conflict
		if _, err := w.Payments.Undo(ctx, d.ID, priya); !errors.As(err, &conflict) {
			t.Errorf("undo of what another has changed since: %v", err)
		}
		w.Clock.Advance(2 * time.Minute)
		w.Tick()
		if _, err := w.Payments.Undo(ctx, d.ID, priya); err == nil {
			t.Error("undone after the minute")
		}
		if !slices.Contains(w.Emails.Kinds(), booking.EmailChanged) {
			t.Error("nobody told the guest of the change")
		}
	})
}

func TestStaffCorrectDetailsAndSendAgain(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ref := paidInFull(w, "crowd")
		did(t, w, ref, payment.Change{Kind: payment.CorrectDetails, Details: booking.Details{Email: "new@example.org", Contact: booking.Contact{Surname: "Brontë"}}}, priya)
		w.Tick()
		want(t, "told at once", len(w.Emails.Jobs(booking.EmailMoved)), 0)
		w.Clock.Advance(61 * time.Second)
		w.Tick()
		moved := w.Emails.Jobs(booking.EmailMoved)
		if len(moved) != 1 || strings.Contains(moved[0].Payload, "new@example.org") {
			t.Errorf("the old address was told %v", moved)
		}
		for _, action := range state(t, w, ref).Actions {
			if strings.Contains(action.Done, "example.org") || strings.Contains(action.Done, "Brontë") {
				t.Errorf("the record has personal details: %s", action.Done)
			}
		}
		confirmations := len(w.Emails.Jobs(booking.EmailConfirmation))
		did(t, w, ref, payment.Change{Kind: payment.SendConfirmation}, priya)
		w.Tick()
		want(t, "confirmations", len(w.Emails.Jobs(booking.EmailConfirmation)), confirmations+1)
		_, err := agrees(w, ref, payment.Change{Kind: payment.SendReminder}, priya, uuid.NewString())
		want(t, "a reminder of what is paid", codeOf(t, err), booking.WrongState)
		_, err = agrees(w, ref, payment.Change{Kind: payment.CorrectDetails, Details: booking.Details{Email: "no address"}}, priya, uuid.NewString())
		want(t, "a wrong address", codeOf(t, err), booking.Invalid)
	})
}

// Two people change one booking: whoever reads an older version is told so, and changes nothing.
func TestTwoPeopleOnOneBookingLoseNoUpdate(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, ref := context.Background(), paidInFull(w, "flex")
		arrival := state(t, w, ref).Booking.Stay.Arrival
		asks := make([]payment.Ask, 4)
		for i := range asks {
			c := payment.Change{Kind: payment.MoveStay, Wish: &booking.Wish{Arrival: arrival + 1 + date.Date(i)}}
			p, err := w.Payments.Preview(ctx, ref, 0, c, priya)
			if err != nil {
				t.Fatal(err)
			}
			asks[i] = payment.Ask{Change: c, Version: p.Version, Hash: p.Hash(), Key: uuid.NewString(), Why: "they rang"}
		}
		errs := make([]error, len(asks))
		parallel(len(asks), func(i int) { _, errs[i] = w.Payments.Do(ctx, ref, asks[i], priya) })
		done := 0
		for i, err := range errs {
			var conflict *payment.Conflict
			switch {
			case err == nil:
				done++
				want(t, "arrival", state(t, w, ref).Booking.Stay.Arrival, arrival+1+date.Date(i))
			case !errors.As(err, &conflict):
				t.Errorf("got %v", err)
			}
		}
		want(t, "changes that were done", done, 1)
	})
}
