package mail_test

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// The visitor gets one e-mail about a cancellation and one about a refund, and
// none that is no longer true when it is sent.
func TestCancellationAndRefund(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	ctx, v := context.Background(), testworld.Visitor()
	view := w.Booked(v, "caravan")
	p := w.Prepared(v, view, booking.PayFull)
	if _, err := w.Pay(v, view.Ref, p.ID, "4444333322221111", "SIM_REFUND_REVERSED"); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	cancelled := outbox.Job{ID: "cancelled", Kind: booking.EmailCancelled, Payload: `{"ref":"` + view.Ref + `"}`}
	refunded := outbox.Job{ID: "refunded", Kind: booking.EmailRefunded, Payload: `{"ref":"` + view.Ref + `","refund":"refund/` + p.ID + `/1"}`}
	if sent(t, w, cancelled) != "" {
		t.Error("a booking that stands was called cancelled")
	}
	if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	if kinds := strings.Join(w.Emails.Kinds(), " "); kinds != booking.EmailConfirmation+" "+booking.EmailCancelled+" "+booking.EmailRefunded {
		t.Fatalf("e-mails %s", kinds)
	}
	contains(t, sent(t, w, cancelled), "Your holiday booking has been cancelled", "Dear Priya", "Gannet Sands", "Fri 17th Jul 2026", view.Shown)
	contains(t, sent(t, w, refunded), "We have refunded £189", view.Shown, "Gannet Sands")

	w.Clock.Advance(4 * time.Hour) // the refund fails after all
	if err := w.Payments.Resolve(ctx, p.ID, payment.OutcomeFailed, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	if sent(t, w, refunded) != "" {
		t.Error("a refund that failed was called done")
	}
}

// The visitor reads what went back to a voucher in the e-mail about the cancellation,
// or in one of its own where the refund came later.
func TestWhatGoesBackToAVoucher(t *testing.T) {
	const back = "We have put £50 back on your voucher GIFT50. Its last day has not changed."
	cancel := func(w *testworld.World, ref string) error {
		return w.Payments.Change(context.Background(), ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff)
	}
	refund := func(w *testworld.World, ref string) error {
		return w.Payments.Change(context.Background(), ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff)
	}
	type steps []func(w *testworld.World, ref string) error
	for title, c := range map[string]struct {
		code  string
		steps steps
		named map[string]int // how many e-mails of a kind say it
	}{
		"refunded":                                     {"GIFT50", steps{refund}, map[string]int{booking.EmailCancelled: 1}},
		"cancelled without a refund":                   {"GIFT50", steps{cancel}, map[string]int{}},
		"cancelled, and refunded later":                {"GIFT50", steps{cancel, refund}, map[string]int{booking.EmailVoucher: 1}},
		"cancelled and refunded, without a voucher":    {"", steps{cancel, refund}, map[string]int{}},
		"cancelled and refunded, with a discount code": {"SPRING20", steps{cancel, refund}, map[string]int{}},
	} {
		t.Run(title, func(t *testing.T) {
			w := testworld.New(t, storetest.SQLite(t))
			v := testworld.Visitor()
			view := w.BookedWith(v, "caravan", c.code)
			p := w.Prepared(v, view, booking.PayFull)
			if _, err := w.Pay(v, view.Ref, p.ID, "4444333322221111", "P O'Neill"); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			named := map[string]int{}
			for _, step := range c.steps {
				before := len(w.Emails.Sent())
				if err := step(w, view.Ref); err != nil {
					t.Fatal(err)
				}
				w.Tick()
				for _, job := range w.Emails.Sent()[before:] {
					text := sent(t, w, job)
					if strings.Contains(text, back) {
						contains(t, text, "your stay at Gannet Sands from Fri 17th Jul 2026 has been cancelled.")
						named[job.Kind]++
					}
				}
			}
			if !maps.Equal(named, c.named) {
				t.Errorf("named in %v instead of %v", named, c.named)
			}
			if n := len(w.Emails.Jobs(booking.EmailVoucher)); n != c.named[booking.EmailVoucher] {
				t.Errorf("%d e-mails about a voucher", n)
			}
		})
	}
}

// pendingThenDenied pays at the wallet, which checks the payment for some minutes and
// then denies it.
func pendingThenDenied(t *testing.T, w *testworld.World, v booking.Visitor) booking.View {
	t.Helper()
	view := w.Booked(v, "crowd")
	p := w.PreparedWallet(v, view, booking.PayFull)
	query := w.AtWallet(p.Wallet, "approve", "SIM_WALLET_PENDING_DENIED")
	if _, err := w.Payments.Confirm(context.Background(), v, p.ID, view.Ref, payment.Result{Order: query.Get("token")}); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	return view
}

// A voucher that has ended since cannot be used again.
func TestWhatGoesBackToAVoucherThatHasEnded(t *testing.T) {
	ctx, w, v := context.Background(), testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	issued, err := w.Payments.IssueVoucher(ctx, payment.NewVoucher{Amount: 50_00, Until: testworld.Summer, Purpose: "a test"}, testworld.Staff)
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{issued, "GIFT50"} {
		view := w.BookedWith(v, "caravan", code)
		w.Paid(v, view, booking.PayFull)
		for _, end := range []error{w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff), w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff)} {
			if end != nil {
				t.Fatal(end)
			}
		}
		w.Tick()
	}
	jobs := w.Emails.Jobs(booking.EmailVoucher)
	says := func(i int, usable bool) {
		t.Helper()
		text := sent(t, w, jobs[i])
		contains(t, text, "We have put £50 back on your voucher")
		if usable {
			contains(t, text, "Your voucher can be used again", "Its last day has not changed.")
		} else {
			contains(t, text, "Please call us about your voucher", "which cannot be used any more.")
			lacks(t, text, "can be used again", "last day")
		}
	}
	says(0, true)
	says(1, true)
	if err := w.Payments.VoidVoucher(ctx, "GIFT50", testworld.Staff); err != nil {
		t.Fatal(err)
	}
	says(1, false)
	goTo(w, testworld.Summer.Midnight())
	says(0, true)
	goTo(w, (testworld.Summer + 1).Midnight())
	says(0, false)
}

func TestAPendingPaymentIsAnnouncedUntilItIsDecided(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	v := testworld.Visitor()
	view := pendingThenDenied(t, w, v)
	pending := w.Emails.Jobs(booking.EmailPaymentPending)[0]
	contains(t, sent(t, w, pending), "PayPal is checking your payment", "Dear Priya", "Gannet Sands from Fri 17th Jul 2026", "do not pay again", view.Shown, "you find your booking at https://127.0.0.1:1/login")
	w.Clock.Advance(3 * time.Hour)
	w.Tick()
	if sent(t, w, pending) != "" {
		t.Error("a payment that is decided was called pending")
	}
	jobs := w.Emails.Sent()
	text := sent(t, w, jobs[len(jobs)-1]) // the hold has ended
	contains(t, text, "No payment has been taken", "Dear Priya", "payment of £189 for your stay at Gannet Sands from Fri 17th Jul 2026", "not booked", view.Shown)
	if strings.Contains(text, "/login") {
		t.Error("the e-mail leads to a booking that cannot be looked up")
	}
}

// E-mails that wait while the mail server is down must not ask for a second payment,
// nor keep a visitor from paying.
func TestLateEmailsAboutAPendingPayment(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		v := testworld.Visitor()
		view := pendingThenDenied(t, w, v)
		w.Clock.Advance(20 * time.Minute) // within the hold
		w.Tick()
		pending, denied := w.Emails.Jobs(booking.EmailPaymentPending), w.Emails.Jobs(booking.EmailPaymentDenied)
		if len(pending) != 1 || len(denied) != 1 {
			t.Fatalf("e-mails %v", w.Emails.Kinds())
		}
		contains(t, sent(t, w, denied[0]), "not booked", "book again")
		card := w.Prepared(v, view, booking.PayFull)
		if text := sent(t, w, pending[0]); text != "" {
			t.Errorf("while the visitor pays by card: %s", text)
		}
		if _, err := w.Pay(v, view.Ref, card.ID, "4444333322221111", "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		for _, job := range []outbox.Job{pending[0], denied[0]} {
			if text := sent(t, w, job); text != "" {
				t.Errorf("after the payment by card: %s", text)
			}
		}
	})
}

// The terms stand in the confirmation; the e-mail about a cancellation says the sums and
// the rule.
func TestTheTermsOfACancellationInEmails(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view := w.Paid(v, w.Booked(v, "flex"), booking.PayFull)
	w.Tick()
	about := func(kind string) string {
		t.Helper()
		return sent(t, w, outbox.Job{ID: strings.TrimPrefix(kind, "mail."), Kind: kind, Payload: `{"ref":"` + view.Ref + `"}`})
	}
	contains(t, about(booking.EmailConfirmation), "If you cancel", "by Mon 2nd Mar 2026, 90% of the price comes back.", "We keep a cancellation fee of £5.")
	p, err := w.Payments.PlanCancel(t.Context(), v, view.Ref)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Payments.CancelOwn(t.Context(), v, view.Ref, p.Hash(), "00000000-0000-4000-8000-000000000001"); err != nil {
		t.Fatal(err)
	}
	contains(t, about(booking.EmailCancelled), "has been cancelled. The terms of your booking say:", "90% of the price comes back. The deposit of £49 does not come back. We keep a cancellation fee of £5.", "£135 goes back the way you paid", "£54 of what you paid is kept.")
}
