package payment_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// days is long enough for a request to be repeated.
var days = append(append([]time.Duration{}, aDay...), 7*time.Hour, 24*time.Hour, 24*time.Hour)

// refunding is a world in which a payment by a card with a name was captured, and
// whose calls end within a second.
func refunding(t *testing.T, db storetest.Database, name string) (*testworld.World, booking.View) {
	t.Helper()
	w := testworld.New(t, db)
	w.Account.Transport = &hurried{}
	w = w.SecondNode(db)
	_, view, _ := paidBy(t, w, name)
	runLoopsAfter(w, aDay...)
	want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateCaptured)
	return w, view
}

func refundPart(t *testing.T, w *testworld.World, view booking.View, r payment.Change) {
	t.Helper()
	if err := w.Payments.Change(context.Background(), view.Ref, r, testworld.Staff); err != nil {
		t.Fatal(err)
	}
}

// The provider accepts a refund and its answer is lost. Its replicas show the
// refund only later, and it has no idempotency.
func TestARefundIsSentOnce(t *testing.T) {
	for _, fault := range []string{"SIM_MODIFY_HANG", "SIM_MODIFY_BAD_XML"} {
		t.Run("[PAYFAIL-68] a part is refunded once after "+fault, func(t *testing.T) {
			storetest.Any(t, func(t *testing.T, db storetest.Database) {
				w, view := refunding(t, db, "SIM_LATE_INQUIRY")
				arm(t, w, fault)
				refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 40_00})
				runLoopsAfter(w, days...)
				want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateCaptured)
				want(t, "refunded at the provider", w.Provider.Ledger()[0].Refunded, 40_00)
				want(t, "sums", moneyOf(t, w, view.Ref), ledger.Sums{Charged: 18900, Captured: 18900, Refunded: 40_00})
			})
		})
	}
	t.Run("a second part is refunded once, though inquiries show the first", func(t *testing.T) {
		storetest.Any(t, func(t *testing.T, db storetest.Database) {
			w, view := refunding(t, db, "P O'Neill")
			refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 40_00})
			runLoopsAfter(w, days...)
			arm(t, w, "SIM_MODIFY_HANG")
			refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 40_00})
			runLoopsAfter(w, days...)
			want(t, "refunded at the provider", w.Provider.Ledger()[0].Refunded, 80_00)
			// Inquiries only ever show 'refunded', so a member of staff must ask the provider.
			a := attemptOf(t, w, view.Ref)
			want(t, "state", a.State, payment.StateRefunding)
			want(t, "refunded for certain", moneyOf(t, w, view.Ref).Refunded, 40_00)
			if a.Alert == "" {
				t.Error("no member of staff is told")
			}
			resolve(t, w, a.ID, payment.OutcomeRefunded)
			want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateCaptured)
			want(t, "alert", attemptOf(t, w, view.Ref).Alert, "")
			want(t, "refunded", moneyOf(t, w, view.Ref).Refunded, 80_00)
			runLoopsAfter(w, days...)
			want(t, "refunded at the provider", w.Provider.Ledger()[0].Refunded, 80_00)
		})
	})
}

func resolve(t *testing.T, w *testworld.World, id string, as payment.Outcome) {
	t.Helper()
	if err := w.Payments.Resolve(context.Background(), id, as, testworld.Staff); err != nil {
		t.Fatal(err)
	}
}

// A member of staff enters what the provider's portal says of an unknown outcome. The
// provider itself answers nothing.
func TestUnknownOutcomesAreResolved(t *testing.T) {
	for _, c := range []struct {
		as      payment.Outcome
		state   payment.State
		booking booking.State
		paid    int64
	}{
		{payment.OutcomeCaptured, payment.StateCaptured, booking.Confirmed, 18900},
		{payment.OutcomeCancelled, payment.StateRefused, booking.Held, 0},
		{payment.OutcomeFailed, payment.StateFailed, booking.Held, 0},
	} {
		t.Run(string(c.as), func(t *testing.T) {
			storetest.Any(t, func(t *testing.T, db storetest.Database) {
				w := testworld.New(t, db, impatient)
				provider := &hurried{}
				w.Account.Transport = provider
				w = w.SecondNode(db, impatient)
				_, view, p := paidBy(t, w, "SIM_TIMEOUT_BEFORE")
				w.CallsEnd()
				provider.silent.Store(true)
				runLoopsAfter(w, time.Minute)
				for _, wrong := range []payment.Outcome{payment.OutcomeRefunded, "paid", ""} {
					if err := w.Payments.Resolve(context.Background(), p.ID, wrong, testworld.Staff); err == nil {
						t.Errorf("the outcome %q was entered", wrong)
					}
				}
				stuck, err := w.Payments.Unsettled(context.Background(), true, 10)
				if err != nil || len(stuck) != 1 || stuck[0].ID != p.ID {
					t.Errorf("stuck: %+v, %v", stuck, err)
				}
				resolve(t, w, p.ID, c.as)
				o := state(t, w, view.Ref)
				want(t, "state", o.Attempts[0].State, c.state)
				want(t, "booking", o.Booking.State, c.booking)
				want(t, "paid", int64(o.Booking.AmountPaid), c.paid)
				want(t, "recorded", len(o.Actions), 1)
				if stuck, err = w.Payments.Unsettled(context.Background(), true, 10); err != nil || len(stuck) != 0 {
					t.Errorf("stuck after all: %+v, %v", stuck, err)
				}
			})
		})
	}
}

// A payment that ended as failed was captured after all: it is given back.
func TestALateCaptureIsEntered(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	v := testworld.Visitor()
	view := w.Booked(v, "caravan")
	p := w.Prepared(v, view, booking.PayFull)
	if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "REFUSED"); err != nil {
		codeOf(t, err)
	}
	resolve(t, w, p.ID, payment.OutcomeCaptured)
	a := attemptOf(t, w, view.Ref)
	want(t, "state", a.State, payment.StateRefunding)
	want(t, "given back", a.ToRefund, 18900)
	want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Held)
}

// A note is cut to its length without cutting a character in two, which
// PostgreSQL would refuse.
func TestALongNoteIsCutBetweenCharacters(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayFull)
		if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "REFUSED"); err != nil {
			codeOf(t, err)
		}
		by := payment.StaffMember{By: strings.Repeat("é", 120), Why: "the provider says so"}
		if err := w.Payments.Resolve(context.Background(), p.ID, payment.OutcomeCaptured, by); err != nil {
			t.Fatal(err)
		}
		for _, m := range state(t, w, view.Ref).Movements {
			if !utf8.ValidString(m.Cause) {
				t.Errorf("%s: the cause %q", m.Kind, m.Cause)
			}
		}
	})
}

// A refund failed. The member of staff has it made again, or returns the money
// elsewhere and enters that.
func TestFailedRefundsHaveExits(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		_, view, p := paidBy(t, w, "SIM_REFUND_FAILED")
		w.Tick()
		if err := w.Payments.RefundAgain(ctx, p.ID, testworld.Staff); err == nil {
			t.Error("a refund that never failed was made again")
		}
		refundPart(t, w, view, payment.Change{Kind: payment.CancelReturningAll})
		runLoopsAfter(w, aDay...)
		want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateRefundFailed)
		if err := w.Payments.RefundAgain(ctx, p.ID, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, aDay...)
		want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateRefundFailed)
		if err := w.Payments.ClearAlert(ctx, p.ID, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		resolve(t, w, p.ID, payment.OutcomeRefunded)
		want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateRefunded)
		want(t, "sums", moneyOf(t, w, view.Ref), ledger.Sums{Charged: 18900, Captured: 18900, Refunded: 18900})
		backlog, err := w.Payments.Backlog(ctx)
		want(t, "alerts", backlog.Alerts, 0)
		want(t, "actions", len(state(t, w, view.Ref).Actions), 4)
		if err != nil {
			t.Error(err)
		}
	})
}

// A part was refunded, and its refund failed after it was reported as done. Only
// that part is refunded again, not the rest that staff kept.
func TestOnlyThePartThatFailedIsRefundedAgain(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		_, view, p := paidBy(t, w, "SIM_REFUND_REVERSED")
		runLoopsAfter(w, aDay...)
		refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 40_00})
		w.Tick()
		want(t, "refunded", moneyOf(t, w, view.Ref).Refunded, 40_00)
		w.Clock.Advance(4 * time.Hour)
		if err := w.Payments.Notify(ctx, payment.Card, nil, []byte(`<paymentService version="1.4" merchantCode="`+w.Account.MerchantCode+
			`"><notify><orderStatusEvent orderCode="`+p.ID+`"><payment><lastEvent>REFUND_FAILED</lastEvent></payment></orderStatusEvent></notify></paymentService>`)); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateRefundFailed)
		var steps []string
		look := payment.StaffMember{By: "Ann", Why: "to see the steps", Agree: func(planned []string) bool { steps = planned; return false }}
		if err := w.Payments.Resolve(ctx, p.ID, payment.OutcomeRefunded, look); !errors.Is(err, payment.ErrNotAgreed) || !strings.Contains(strings.Join(steps, "; "), "from £189.00 to £149.00") {
			t.Errorf("entering the refund would do %q, %v", steps, err)
		}
		if err := w.Payments.RefundAgain(ctx, p.ID, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, days...)
		want(t, "refunded at the provider", w.Provider.Ledger()[0].Refunded, 40_00)
		want(t, "sums", moneyOf(t, w, view.Ref), ledger.Sums{Charged: 18900, Captured: 18900, Refunded: 40_00})
	})
}

// What the provider shows proves that it did not receive the refund.
func TestARefundThatWasNotReceivedIsSentAgain(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w, view := refunding(t, db, "P O'Neill")
		arm(t, w, "SIM_MODIFY_HTTP500")
		refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 40_00})
		runLoopsAfter(w, time.Minute, time.Minute, time.Hour, time.Hour)
		want(t, "while it may have been received", attemptOf(t, w, view.Ref).State, payment.StateRefunding)
		want(t, "refunded at the provider", w.Provider.Ledger()[0].Refunded, 0)
		runLoopsAfter(w, days...)
		want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateCaptured)
		want(t, "refunded at the provider", w.Provider.Ledger()[0].Refunded, 40_00)
		want(t, "sums", moneyOf(t, w, view.Ref).Refunded, 40_00)
	})
}

func TestAPartOfAPaymentIsRefunded(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		_, view, _ := paidBy(t, w, "P O'Neill")
		err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: 40_00}, testworld.Staff)
		if err == nil {
			t.Error("a part of an authorisation was refunded")
		}
		w.Tick()
		if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: 18901}, testworld.Staff); err == nil {
			t.Error("more than everything was refunded")
		}
		if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: 40_00}, payment.StaffMember{By: "Jo"}); err == nil {
			t.Error("no reason was given")
		}
		refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 40_00})
		runLoopsAfter(w, aDay...)
		o := state(t, w, view.Ref)
		want(t, "booking", o.Booking.State, booking.Cancelled)
		want(t, "taken", w.Taken("caravan"), 0)
		refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 100_00, KeepRest: true})
		runLoopsAfter(w, aDay...)
		o = state(t, w, view.Ref)
		want(t, "booking", o.Booking.State, booking.Refunded)
		want(t, "state", o.Attempts[0].State, payment.StateRefunded)
		want(t, "refunded at the provider", w.Provider.Ledger()[0].Refunded, 140_00)
		want(t, "sums", moneyOf(t, w, view.Ref), ledger.Sums{Charged: 18900, Captured: 18900, Refunded: 140_00, Fees: 49_00})
		want(t, "recorded", len(o.Actions), 2)
		want(t, "recorded", o.Actions[1].By+" "+o.Actions[1].Why+" "+o.Actions[1].Command, "test a test booking refund")
		want(t, "the rest", codeOf(t, w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff)), booking.WrongState)
	})
}

// A member of staff sees what a command will do, and it does that or nothing.
func TestStaffAgreeToTheSteps(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	ctx := context.Background()
	_, view, _ := paidBy(t, w, "P O'Neill")
	w.Tick()
	o := testworld.Staff
	var seen []string
	o.Agree = func(steps []string) bool { seen = steps; return false }
	if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturningAll}, o); err == nil || !slices.Equal(seen, []string{"booking " + view.Shown + " becomes refunded", "its nights go back on sale", "the guest is told that the booking has been cancelled",
		"the park is told, if it takes bookings from us", "£189.00 of payment " + attemptOf(t, w, view.Ref).ID + " is refunded to card ending 1111", "the guest is told of £189.00 that went back, when the provider has done it"}) {
		t.Errorf("steps %q, %v", seen, err)
	}
	want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Confirmed)
	o.Agree = func([]string) bool { // another member of staff is quicker
		return w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff) == nil
	}
	if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturningAll}, o); err == nil {
		t.Error("other steps were taken than those agreed to")
	}
	w.Tick()
	want(t, "captured money stays", attemptOf(t, w, view.Ref).State, payment.StateCaptured)
	want(t, "actions", len(state(t, w, view.Ref).Actions), 1)
}
