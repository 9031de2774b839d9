package payment_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// logged is a testworld.Option that writes the log of payments to a buffer.
func logged(log *lockedBuffer) testworld.Option {
	return func(_ *booking.Config, p *payment.Config) { p.Log = slog.New(slog.NewTextHandler(log, nil)) }
}

// lockedBuffer is a buffer that several goroutines write to.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// noAlert fails the test if a payment of a booking has an alert or an error was logged.
func noAlert(t *testing.T, w *testworld.World, ref string, log *lockedBuffer) {
	t.Helper()
	for _, a := range state(t, w, ref).Attempts {
		if a.Alert != "" {
			t.Errorf("attempt %s, %s: alert %q", a.ID, a.State, a.Alert)
		}
	}
	if strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("logged: %s", log)
	}
}

// Alerts call a member of staff. What a visitor does must not raise one.
func TestVisitorsCauseNoAlert(t *testing.T) {
	ctx := context.Background()
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		log := &lockedBuffer{}
		w := testworld.New(t, db, logged(log))
		t.Run("a double click on a booking that a code covers", func(t *testing.T) {
			v := testworld.Visitor()
			view := w.BookedWith(v, "crowd", "GIFTBIG")
			p := w.Prepared(v, view, booking.PayFull)
			parallel(8, func(int) {
				if a, err := w.Payments.Confirm(ctx, v, p.ID, view.Ref, payment.Result{}); err != nil || a.Status != payment.StatusAuthorised {
					t.Errorf("got %+v, %v", a, err)
				}
			})
			noAlert(t, w, view.Ref, log)
		})
		t.Run("a page that confirms what another tab has recalled", func(t *testing.T) {
			v := testworld.Visitor()
			view := w.BookedWith(v, "crowd", "HUGE")
			p := w.Prepared(v, view, booking.PayFull)
			parallel(8, func(i int) {
				var err error
				if i%2 == 0 {
					_, err = w.Payments.Recall(ctx, v, p.ID, view.Ref)
				} else {
					_, err = w.Payments.Confirm(ctx, v, p.ID, view.Ref, payment.Result{})
				}
				if _, refused := booking.FailureOf(err); err != nil && !refused {
					t.Error(err)
				}
			})
			noAlert(t, w, view.Ref, log)
		})
		t.Run("a challenge that is left, and refused at the bank later", func(t *testing.T) {
			v := testworld.Visitor()
			view := w.Booked(v, "crowd")
			p := w.Prepared(v, view, booking.PayFull)
			a, err := w.Pay(v, view.Ref, p.ID, challengedCard, "P O'Neill")
			if err != nil {
				t.Fatal(err)
			}
			w.AskBank(a.Challenge, "decline")
			runLoopsAfter(w, 2*time.Hour)
			want(t, "attempt", state(t, w, view.Ref).Attempts[0].State, payment.StateAbandoned)
			want(t, "notified", w.Payments.Notify(ctx, payment.Card, nil, cardEvent(p.ID, "REFUSED", "18900")), nil)
			runLoopsAfter(w, time.Minute, time.Hour)
			noAlert(t, w, view.Ref, log)
		})
	})
}

// cardEvent is the card provider's notification of an event about an order.
func cardEvent(order, event, amount string) []byte {
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE paymentService PUBLIC "-//WorldPay//DTD WorldPay PaymentService v1//EN" "http://dtd.worldpay.com/paymentService_v1.dtd">
<paymentService version="1.4" merchantCode="HOLIDAYGBP"><notify><orderStatusEvent orderCode="%s">
<payment><paymentMethod>VISA-SSL</paymentMethod><amount value="%[3]s" currencyCode="GBP" exponent="2" debitCreditIndicator="credit"/>
<lastEvent>%[2]s</lastEvent><balance accountType="%[2]s"><amount value="%[3]s" currencyCode="GBP" exponent="2" debitCreditIndicator="credit"/></balance></payment>
<journal journalType="%[2]s" sent="n"><bookingDate><date dayOfMonth="09" month="12" year="2026"/></bookingDate></journal>
</orderStatusEvent></notify></paymentService>`, order, event, amount)
}

func TestDisputesAreAlerts(t *testing.T) {
	ctx := context.Background()
	log := &lockedBuffer{}
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db, logged(log))
		for _, event := range []string{"CHARGED_BACK", "INFORMATION_REQUESTED"} {
			v := testworld.Visitor()
			view := w.Paid(v, w.Booked(v, "crowd"), booking.PayFull)
			order := state(t, w, view.Ref).Attempts[0].OrderCode
			for range 2 { // providers repeat their notifications
				want(t, event, w.Payments.Notify(ctx, payment.Card, nil, cardEvent(order, event, "9000")), nil)
			}
			runLoopsAfter(w, later...) // inquiries still say that it is captured
			alert := state(t, w, view.Ref).Attempts[0].Alert
			if strings.Count(alert, event) != 1 || !strings.Contains(alert, view.Ref) {
				t.Errorf("%s: the alert is %q", event, alert)
			}
			if !strings.Contains(log.String(), "event="+event) {
				t.Errorf("%s is not in the log: %s", event, log)
			}
			want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Confirmed)
		}
		t.Run("an alert that nobody has read yet stays", func(t *testing.T) {
			v := testworld.Visitor()
			view := w.Paid(v, w.Booked(v, "crowd"), booking.PayFull)
			order := state(t, w, view.Ref).Attempts[0].OrderCode
			want(t, "first", w.Payments.Notify(ctx, payment.Card, nil, cardEvent(order, "INFORMATION_REQUESTED", "18900")), nil)
			want(t, "second", w.Payments.Notify(ctx, payment.Card, nil, cardEvent(order, "CHARGED_BACK", "18900")), nil)
			alert := state(t, w, view.Ref).Attempts[0].Alert
			if !strings.Contains(alert, "INFORMATION_REQUESTED") || !strings.Contains(alert, "CHARGED_BACK") {
				t.Errorf("the alert is %q", alert)
			}
		})
		b, err := w.Payments.Backlog(ctx)
		if err != nil || b.Alerts != 3 {
			t.Errorf("%d alerts, %v", b.Alerts, err)
		}
	})
}

// signedHook returns a webhook with the signature of the simulated wallet.
func signedHook(t *testing.T, w *testworld.World, event string, resource map[string]any) (http.Header, []byte) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"id": "WH-9", "event_type": event, "create_time": "2026-03-02T10:00:00Z", "resource": resource})
	if err != nil {
		t.Fatal(err)
	}
	return w.Provider.Signed(body), body
}

func TestDisputesAtTheWalletAreAlerts(t *testing.T) {
	log := &lockedBuffer{}
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		p := atWallet(t, w, "crowd", booking.PayFull)
		if _, err := p.approve(""); err != nil {
			t.Fatal(err)
		}
		order := state(t, w, p.view.Ref).Attempts[0].OrderCode
		header, body := signedHook(t, w, "CUSTOMER.DISPUTE.CREATED", map[string]any{
			"dispute_id": "PP-D-27803", "reason": "MERCHANDISE_OR_SERVICE_NOT_RECEIVED", "seller_response_due_date": "2026-03-12T10:00:00Z",
			"disputed_transactions": []map[string]any{{"seller_transaction_id": "3BC38643YC807283D", "invoice_number": order}}})
		want(t, "taken", w.Payments.Notify(context.Background(), payment.Wallet, header, body), nil)
		alert := state(t, w, p.view.Ref).Attempts[0].Alert
		for _, part := range []string{"CUSTOMER.DISPUTE.CREATED", "PP-D-27803", "2026-03-12", p.view.Ref} {
			if !strings.Contains(alert, part) {
				t.Errorf("%q does not name %s", alert, part)
			}
		}
		if !strings.Contains(log.String(), "PP-D-27803") {
			t.Errorf("logged: %s", log)
		}
		// Only a refund of ours names it, and the dispute has ended.
		header, body = signedHook(t, w, "CUSTOMER.DISPUTE.RESOLVED", map[string]any{
			"dispute_id": "PP-D-27804", "disputed_transactions": []map[string]any{{"custom": "R1-" + order}}})
		want(t, "taken", w.Payments.Notify(context.Background(), payment.Wallet, header, body), nil)
		alert = state(t, w, p.view.Ref).Attempts[0].Alert
		if _, ended, _ := strings.Cut(alert, "CUSTOMER.DISPUTE.RESOLVED"); !strings.Contains(ended, "PP-D-27804") || strings.Contains(ended, "answer it") {
			t.Errorf("%q does not say that the dispute has ended", alert)
		}
	}, logged(log))
}

func TestUnknownEventsAreLogged(t *testing.T) {
	log := &lockedBuffer{}
	w := testworld.New(t, storetest.SQLite(t), logged(log))
	v := testworld.Visitor()
	view := w.Paid(v, w.Booked(v, "crowd"), booking.PayFull)
	want(t, "card", w.Payments.Notify(context.Background(), payment.Card, nil, cardEvent(state(t, w, view.Ref).Attempts[0].OrderCode, "BLESSED", "18900")), nil)
	header, body := signedHook(t, w, "MERCHANT.ONBOARDING.COMPLETED", nil)
	want(t, "wallet", w.Payments.Notify(context.Background(), payment.Wallet, header, body), nil)
	for _, event := range []string{"BLESSED", "MERCHANT.ONBOARDING.COMPLETED"} {
		if strings.Count(log.String(), "event="+event) != 1 {
			t.Errorf("%s is not in the log: %s", event, log)
		}
	}
	if alert := state(t, w, view.Ref).Attempts[0].Alert; alert != "" {
		t.Errorf("alert %q", alert)
	}
}

// hangingCards is a provider that answers no inquiry before a number of them wait.
type hangingCards struct {
	payment.CardProvider
	together *sync.WaitGroup
}

func (g hangingCards) Inquire(ctx context.Context, _ payment.Handle) (payment.Reply, error) {
	g.together.Done()
	all := make(chan struct{})
	go func() {
		g.together.Wait()
		close(all)
	}()
	select {
	case <-all:
		return payment.Reply{}, errors.New("the provider hangs")
	case <-ctx.Done():
		return payment.Reply{}, ctx.Err()
	}
}

// A provider that hangs takes the whole time of each inquiry, so these are made together.
func TestAHangingProviderDoesNotHoldUpTheRound(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	const together = 8
	for range together {
		v := testworld.Visitor()
		view := w.Booked(v, "crowd")
		p := w.Prepared(v, view, booking.PayFull)
		change(t, w, view.Ref, func(tx payment.Tx, _ *booking.Booking) error {
			a, err := tx.LockAttempt(p.ID)
			if err != nil {
				return err
			}
			a.State, a.SentAt, a.LastCallAt, a.NextCheck = payment.StateUnknown, tx.Now(), tx.Now(), tx.Now()
			return tx.SaveAttempt(a)
		})
	}
	cards := hangingCards{w.Payments.Card, &sync.WaitGroup{}}
	cards.together.Add(together)
	w.Payments.Card = cards
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	n, err := w.Payments.Reconcile(ctx)
	if err != nil || n != together {
		t.Errorf("handled %d, %v", n, err)
	}
}

// has fails the test unless an attempt's alert has some parts and lacks others.
func has(t *testing.T, when string, a payment.Attempt, parts, others []string) {
	t.Helper()
	for _, part := range parts {
		if strings.Count(a.Alert, part) != 1 {
			t.Errorf("%s: %q is not once in the alert %q", when, part, a.Alert)
		}
	}
	for _, other := range others {
		if strings.Contains(a.Alert, other) {
			t.Errorf("%s: %q is in the alert %q", when, other, a.Alert)
		}
	}
}

// A dispute lasts for weeks. What happens to the money meanwhile is an alert, too, and does
// not end that of the dispute.
func TestAlertsDoNotHideEachOther(t *testing.T) {
	ctx := context.Background()
	const dispute, failed = "CHARGED_BACK", "a refund failed"
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		_, view, p := paidBy(t, w, "SIM_REFUND_FAILED")
		w.Tick()
		want(t, "disputed", w.Payments.Notify(ctx, payment.Card, nil, cardEvent(p.ID, dispute, "18900")), nil)
		for range 2 { // anyone may send these
			want(t, "another amount", w.Payments.Notify(ctx, payment.Card, nil, cardEvent(p.ID, "CAPTURED", "17000")), nil)
			want(t, "and another", w.Payments.Notify(ctx, payment.Card, nil, cardEvent(p.ID, "CAPTURED", "16000")), nil)
		}
		has(t, "notified", attemptOf(t, w, view.Ref), []string{dispute, "a notification names the "}, nil)
		refundPart(t, w, view, payment.Change{Kind: payment.CancelReturningAll})
		runLoopsAfter(w, aDay...)
		has(t, "refunded", attemptOf(t, w, view.Ref), []string{dispute, failed, "a notification names the "}, nil)
		want(t, "refunded again", w.Payments.RefundAgain(ctx, p.ID, testworld.Staff), nil)
		has(t, "refunded again", attemptOf(t, w, view.Ref), []string{dispute, "a notification names the "}, []string{failed})
		runLoopsAfter(w, aDay...)
		has(t, "failed again", attemptOf(t, w, view.Ref), []string{dispute, failed}, nil)
		resolve(t, w, p.ID, payment.OutcomeRefunded)
		has(t, "resolved", attemptOf(t, w, view.Ref), []string{dispute}, []string{failed})
	})
}

// An inquiry shows the last event of an order, also when staff have dealt with it.
func TestADisputeThatAnInquiryShowsIsOneAlert(t *testing.T) {
	ctx := context.Background()
	log := &lockedBuffer{}
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		before := strings.Count(log.String(), "event=CHARGED_BACK")
		_, view, p := paidBy(t, w, "P O'Neill")
		w.Tick()
		shows := func(event string) {
			w.Payments.Card = &countedRefunds{CardProvider: w.Payments.Card, answer: func() (payment.Reply, error) {
				return payment.Reply{Event: payment.EventUnknown, Dispute: event}, nil
			}}
			change(t, w, view.Ref, func(tx payment.Tx, _ *booking.Booking) error {
				a, err := tx.LockAttempt(p.ID)
				if err != nil {
					return err
				}
				a.NextCheck = tx.Now()
				return tx.SaveAttempt(a)
			})
			w.Tick()
		}
		shows("CHARGED_BACK")
		shows("CHARGED_BACK")
		has(t, "asked", attemptOf(t, w, view.Ref), []string{"CHARGED_BACK", "answer it"}, nil)
		want(t, "lines in the log", strings.Count(log.String(), "event=CHARGED_BACK")-before, 1)
		want(t, "cleared", w.Payments.ClearAlert(ctx, p.ID, testworld.Staff), nil)
		shows("CHARGED_BACK")
		want(t, "alert", attemptOf(t, w, view.Ref).Alert, "")
		shows("CHARGEBACK_REVERSED")
		has(t, "it has ended", attemptOf(t, w, view.Ref), []string{"CHARGEBACK_REVERSED"}, []string{"answer it"})
	}, logged(log))
}
