package payment_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/orderlog"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// journalIn has a world keep its order journal in a folder.
func journalIn(dir string) testworld.Option {
	return func(_ *booking.Config, c *payment.Config) { c.Journal = orderlog.New(dir).Note }
}

// entries reads an order journal.
func entries(t *testing.T, dir string) []orderlog.Entry {
	t.Helper()
	all, unreadable, err := orderlog.Read([]string{dir})
	if err != nil || unreadable > 0 {
		t.Fatalf("%d unreadable lines, %v", unreadable, err)
	}
	return all
}

// An older database was restored. The journal of the node names the payments since, and the
// providers say what became of them.
func TestPaymentsThatADatabaseHasLostAreFound(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		dir := t.TempDir()
		before := testworld.New(t, storetest.SQLite(t), journalIn(dir)) // the database that is lost
		v := testworld.Visitor()
		before.Paid(v, before.Booked(v, "caravan"), booking.PayFull)
		inWallet := atWallet(t, before, "boat", booking.PayFull)
		if _, err := inWallet.approve(""); err != nil {
			t.Fatal(err)
		}
		refused := testworld.Visitor()
		view := before.Booked(refused, "many")
		if _, err := before.Pay(refused, view.Ref, before.Prepared(refused, view, booking.PayFull).ID, testworld.GoodCard, "REFUSED"); err == nil {
			t.Fatal("the card was not refused")
		}
		before.CallsEnd()
		before.Tick()
		journal := entries(t, dir)
		want(t, "orders in the journal", len(journal), 3)
		lost, err := before.Payments.LostOrders(t.Context(), journal)
		if err != nil || len(lost) != 0 {
			t.Fatalf("before: %+v, %v", lost, err)
		}

		w := before.SecondNode(db)
		if lost, err = w.Payments.LostOrders(t.Context(), journal); err != nil || len(lost) != 3 {
			t.Fatalf("got %+v, %v", lost, err)
		}
		fates := map[payment.Fate]int{}
		for _, l := range lost {
			reply, err := w.Payments.AskAbout(t.Context(), l.Entry)
			if err != nil {
				t.Fatal(err)
			}
			fate := payment.FateOf(reply.Event)
			if fates[fate]++; fate == payment.FateTaken {
				want(t, "known", l.Known, false)
				want(t, "amount", reply.Amount, testworld.Price)
				for range 2 {
					want(t, "reported", w.Payments.ReportStray(t.Context(), payment.Stray{Method: payment.Method(l.Method), Order: l.Order, ProviderRef: l.ProviderRef}), nil)
				}
			}
		}
		want(t, "taken", fates[payment.FateTaken], 2)
		want(t, "not taken", fates[payment.FateNone], 1)
		w.Tick()
		want(t, "reports", len(strays(t, w)), 2)
	})
}

// The backup has a payment as it was before the provider was asked: for the first time, or
// for the second time, after the bank's challenge. Servers do not ask by themselves then,
// because as far as they know nothing was sent.
func TestAPaymentFromBeforeItWasSentIsReturned(t *testing.T) {
	for name, challenge := range map[string]bool{"before the first call": false, "during a challenge": true} {
		t.Run(name, func(t *testing.T) {
			dir, backup := t.TempDir(), t.TempDir()
			w := testworld.New(t, storetest.SQLite(t), journalIn(dir))
			p := toPay(t, w, "caravan")
			copied := func() { want(t, "copy", w.Store.CopyTo(t.Context(), store.SQLiteFile(backup)), nil) }
			if challenge {
				back := p.challenged(challengedCard, "P O'Neill")
				copied()
				w.Clock.Advance(time.Minute)
				_, err := w.Payments.Return(t.Context(), back.Get("TransactionId"), back.Get("MD"))
				want(t, "return", err, nil)
			} else {
				copied()
				_, err := p.card(testworld.GoodCard, "P O'Neill")
				want(t, "pay", err, nil)
			}
			w.CallsEnd()
			w.Tick()
			p.state(booking.Confirmed, payment.StateCaptured)

			w.Clock.Advance(2 * time.Hour)
			restored := w.SecondNode(storetest.Database{Name: "SQLite", Source: backup, Schema: true})
			restored.Tick()
			stateOf := func() payment.State { return state(t, restored, p.view.Ref).Attempts[0].State }
			want(t, "restored", stateOf(), payment.StateAbandoned)
			lost, err := restored.Payments.LostOrders(t.Context(), entries(t, dir))
			if err != nil || len(lost) != 1 || !lost[0].Known {
				t.Fatalf("got %+v, %v", lost, err)
			}
			want(t, "ask again", restored.Payments.AskAgain(t.Context(), lost[0].Entry), nil)
			restored.Tick()
			want(t, "refunded", stateOf(), payment.StateRefunded)
			if lost, err = restored.Payments.LostOrders(t.Context(), entries(t, dir)); err != nil || len(lost) != 0 {
				t.Errorf("afterwards: %+v, %v", lost, err)
			}
			want(t, "asking once more", restored.Payments.AskAgain(t.Context(), entries(t, dir)[0]), nil)
		})
	}
	if _, err := payment.New(payment.Config{}).AskAbout(t.Context(), orderlog.Entry{Order: "P1", Method: string(payment.Card)}); err == nil {
		t.Error("without a provider: no error")
	}
}

// The journal is there before the provider is asked, and without personal data. One that
// cannot be written is a line in the log; the payment succeeds.
func TestThePaymentDoesNotDependOnTheJournal(t *testing.T) {
	for name, fails := range map[string]func() error{
		"it works":      func() error { return nil },
		"a full disk":   func() error { return errors.New("no space left") },
		"a fault of it": func() error { panic("a fault") },
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			var w *testworld.World
			noted := 0
			w = testworld.New(t, storetest.SQLite(t), func(_ *booking.Config, c *payment.Config) {
				c.Log = slog.New(slog.NewTextHandler(&log, nil))
				c.Journal = func(_ context.Context, e orderlog.Entry) error {
					noted++
					want(t, "orders at the provider", len(w.Provider.Ledger()), 0)
					if e.Ref == "" || e.Amount != testworld.Price || e.Method != string(payment.Card) || e.At.IsZero() {
						t.Errorf("got %+v", e)
					}
					return fails()
				}
			})
			v := testworld.Visitor()
			view := w.Paid(v, w.Booked(v, "caravan"), booking.PayFull)
			want(t, "state", state(t, w, view.Ref).Booking.State, booking.Confirmed)
			want(t, "entries", noted, 1)
			if said := strings.Contains(log.String(), "not in the order journal"); said == (name == "it works") {
				t.Errorf("the log: %s", log.String())
			}
		})
	}
}
