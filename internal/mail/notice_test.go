package mail_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store/storetest"
	"holidaymaker/internal/testworld"
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
	m, dir := newMailer(t, w)
	jobs := map[string]string{}
	send := func(id, kind string) bool {
		t.Helper()
		if err := m.Handlers()[kind].Do(ctx, outbox.Job{ID: id, Kind: kind, Payload: jobs[kind]}); err != nil {
			t.Fatal(err)
		}
		_, err := os.Stat(filepath.Join(dir, id+".eml"))
		return err == nil
	}
	jobs[booking.EmailCancelled] = `{"ref":"` + view.Ref + `"}`
	if send("early", booking.EmailCancelled) {
		t.Error("a booking that stands was called cancelled")
	}
	if err := w.Payments.Refund(ctx, view.Ref, payment.Return{}, testworld.Operator); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	if kinds := strings.Join(w.Emails.Kinds(), " "); kinds != booking.EmailConfirmation+" "+booking.EmailCancelled+" "+booking.EmailRefunded {
		t.Fatalf("e-mails %s", kinds)
	}
	jobs[booking.EmailRefunded] = `{"ref":"` + view.Ref + `","refund":"refund/` + p.ID + `/1"}`
	if !send("cancelled", booking.EmailCancelled) || !send("refunded", booking.EmailRefunded) {
		t.Fatal("the e-mails were not sent")
	}
	contains(t, shown(t, dir, "/cancelled.txt"), "Your holiday booking has been cancelled", "Dear Priya", "Gannet Sands", "Fri 17 Jul 2026", view.Shown)
	contains(t, shown(t, dir, "/refunded.txt"), "We have refunded £189", view.Shown, "Gannet Sands")

	w.Clock.Advance(4 * time.Hour) // the refund fails after all
	if err := w.Payments.Resolve(ctx, p.ID, payment.OutcomeFailed, testworld.Operator); err != nil {
		t.Fatal(err)
	}
	if send("late", booking.EmailRefunded) {
		t.Error("a refund that failed was called done")
	}
}

func TestPendingPayment(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	ctx, v := context.Background(), testworld.Visitor()
	view := w.Booked(v, "crowd")
	p := w.PreparedWallet(v, view, booking.PayFull)
	query := w.AtWallet(p.Wallet, "approve", "SIM_WALLET_PENDING_DENIED")
	if _, err := w.Payments.Confirm(ctx, v, p.ID, view.Ref, payment.Result{Order: query.Get("token")}); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	m, dir := newMailer(t, w)
	send := func(id string, job outbox.Job) bool {
		t.Helper()
		job.ID = id
		if err := m.Handlers()[job.Kind].Do(ctx, job); err != nil {
			t.Fatal(err)
		}
		_, err := os.Stat(filepath.Join(dir, id+".eml"))
		return err == nil
	}
	pending := w.Emails.Jobs(booking.EmailPaymentPending)[0]
	if !send("pending", pending) {
		t.Error("no e-mail while the wallet has the payment")
	}
	contains(t, shown(t, dir, "/pending.txt"), "PayPal is checking your payment", "Dear Priya", "Gannet Sands from Fri 17 Jul 2026", "do not pay again", view.Shown)
	w.Clock.Advance(3 * time.Hour)
	w.Tick()
	if send("late", pending) {
		t.Error("a payment that is decided was called pending")
	}
	jobs := w.Emails.Sent()
	if !send("denied", jobs[len(jobs)-1]) {
		t.Error("no e-mail after the hold has ended")
	}
	text := shown(t, dir, "/denied.txt")
	contains(t, text, "No payment has been taken", "Dear Priya", "payment of £189 for your stay at Gannet Sands from Fri 17 Jul 2026", "not booked", view.Shown)
	if strings.Contains(text, "/login") {
		t.Error("the e-mail leads to a booking that cannot be looked up")
	}
}

// E-mails that wait while the mail server is away must not ask for a second payment,
// nor keep a visitor from paying.
func TestLateEmailsAboutAPendingPayment(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "crowd")
		p := w.PreparedWallet(v, view, booking.PayFull)
		query := w.AtWallet(p.Wallet, "approve", "SIM_WALLET_PENDING_DENIED")
		if _, err := w.Payments.Confirm(ctx, v, p.ID, view.Ref, payment.Result{Order: query.Get("token")}); err != nil {
			t.Fatal(err)
		}
		w.Tick()
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
