package payment_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// After payments with every kind of result, no log line contains personal data,
// and neither the database nor the log contains card data.
func TestNothingOfTheCardStays(t *testing.T) {
	t.Run("[PAYFAIL-74] neither card number nor security number is in the log or the database", nothingOfTheCardStays)
}

func nothingOfTheCardStays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		var log bytes.Buffer
		logger := slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		w := testworld.New(t, db, func(b *booking.Config, p *payment.Config) { b.Log, p.Log = logger, logger })
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		const holder = "Priya Oneill Cardholder"
		for _, try := range []struct{ card, name string }{{goodCard, "REFUSED"}, {"4000056655665556", holder}, {challengedCard, holder}} {
			p := w.Prepared(v, view, booking.PayFull)
			a, err := w.Pay(v, view.Ref, p.ID, try.card, try.name)
			if err != nil {
				log.WriteString(err.Error())
			}
			if a.Challenge != nil {
				back := w.AskBank(a.Challenge, "approve")
				if _, err := w.Payments.Return(context.Background(), back.Get("TransactionId"), back.Get("MD")); err != nil {
					t.Fatal(err)
				}
			}
		}
		_, err := w.Bookings.GetMyBooking(context.Background(), v, booking.Lookup{BookingID: view.Ref, Surname: "Wrongname", Postcode: "ZZ9 9ZZ"})
		log.WriteString(err.Error())
		w.Tick()
		n, _ := providerTotals(w)
		want(t, "charges", n, 1)

		kept := everything(t, w.Store)
		if !strings.Contains(kept, testworld.Jo.Email) {
			t.Fatal("the search looks in the wrong place")
		}
		books, err := json.Marshal(w.Provider.Ledger())
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{goodCard, challengedCard, "4000056655665556", holder, `"123"`, "eyJhbGciOiJSU0ExXzUi"} {
			for where, text := range map[string]string{"the database": kept, "the log": log.String(), "the provider's books": string(books)} {
				if strings.Contains(text, secret) {
					t.Errorf("%s holds %q", where, secret)
				}
			}
		}
		for _, person := range []string{"Priya", "Neill", "Brontë", testworld.Jo.Email, "YO11", "Gull Row", "496 0000", "Wrongname", "ZZ9", v.Token, v.Address} {
			if strings.Contains(log.String(), person) {
				t.Errorf("the log names %q:\n%s", person, log.String())
			}
		}
		if strings.Contains(kept, v.Token) || strings.Contains(kept, v.Address) {
			t.Error("the database holds the cookie or the client's address")
		}
	})
}

// everything returns all rows of the tables of bookings and payments as text.
func everything(t *testing.T, s *store.Store) string {
	t.Helper()
	var all strings.Builder
	for table, columns := range map[string]string{
		"booking":         "ref, holder, address, start_key, terms, person",
		"payment_attempt": "id, order_code, client_key, holder, detail, state",
		"outbox":          "id, kind, job_key, payload, state, state",
		"failure":         "id, key, key, key, key, key",
	} {
		err := s.View(context.Background(), func(tx *store.Tx) error {
			return tx.Query(func(scan func(...any) error) error {
				var c [6]string
				err := scan(&c[0], &c[1], &c[2], &c[3], &c[4], &c[5])
				fmt.Fprintln(&all, table, c)
				return err
			}, "SELECT "+columns+" FROM "+table)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
