package store_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// In a rolling upgrade a node of this release saves bookings and payments into which a node of
// the next one has written what this release does not know. It must not lose it.
func TestWhatALaterReleaseHasWrittenIsKept(t *testing.T) {
	const ref, attempt = "0123456789", "P1"
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		err := s.Payments().Update(t.Context(), func(tx payment.Tx) error {
			_, err := tx.InsertBooking(booking.Booking{Ref: ref, Shown: "01234-56789", State: booking.Paying, StartKey: "start", OfferID: "offer",
				Stay:    booking.Stay{UnitTypeID: "U1", Arrival: summer, Nights: 7, Price: 100_00},
				Extras:  []booking.ChosenExtra{{Code: "cot", Quantity: 1}},
				Promo:   true,
				Contact: booking.Contact{Forename: "Priya", Surname: "Marlowe"},
				Members: []booking.Member{{Initial: "P", LastName: "Marlowe"}}})
			return errors.Join(err, tx.InsertAttempt(payment.Attempt{ID: attempt, Ref: ref, Seq: 1, State: payment.StateSending, Method: payment.Card, Amount: 100_00, OrderCode: "O1", Key: "k"}))
		})
		if err != nil {
			t.Fatal(err)
		}
		column := func(query string) (text string) {
			t.Helper()
			if err := s.View(t.Context(), func(tx *store.Tx) error { return tx.QueryRow(query).Scan(&text) }); err != nil {
				t.Fatal(err)
			}
			return text
		}
		read := func(query string) map[string]any {
			t.Helper()
			var value map[string]any
			if err := json.Unmarshal([]byte(column(query)), &value); err != nil {
				t.Fatal(err)
			}
			return value
		}
		const terms, person, detail = "SELECT terms FROM booking", "SELECT person FROM booking", "SELECT detail FROM payment_attempt"
		// What the later release writes, at the top, in an object, and in an element of a list.
		later := func(query, update string, write func(value map[string]any)) map[string]any {
			t.Helper()
			value := read(query)
			write(value)
			text, err := json.Marshal(value)
			if err := errors.Join(err, change(s, update, string(text))); err != nil {
				t.Fatal(err)
			}
			return value
		}
		wantTerms := later(terms, "UPDATE booking SET terms = $1", func(value map[string]any) {
			value["instalments"] = []any{"50.00", "50.00"}
			value["stay"].(map[string]any)["cancelTerms"] = map[string]any{"days": 28.0}
			value["extras"].([]any)[0].(map[string]any)["colour"] = "blue"
			value["onlyBooking"] = false // which this release leaves out
		})
		wantPerson := later(person, "UPDATE booking SET person = $1", func(value map[string]any) {
			value["pets"] = "Rex"
			value["contact"].(map[string]any)["language"] = "cy"
		})
		wantDetail := later(detail, "UPDATE payment_attempt SET detail = $1", func(value map[string]any) {
			value["agreement"] = 12345678901234567.0
			value["challenge"].(map[string]any)["scheme"] = "3"
		})
		save := func(write func(b *booking.Booking, a *payment.Attempt)) {
			t.Helper()
			err := s.Payments().Update(t.Context(), func(tx payment.Tx) error {
				b, a, err := tx.LockWithBooking(attempt, ref)
				if err != nil {
					return err
				}
				write(&b, &a)
				return errors.Join(tx.SaveBooking(b), tx.SaveAttempt(a))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		check := func(when string) {
			t.Helper()
			for query, want := range map[string]map[string]any{terms: wantTerms, person: wantPerson, detail: wantDetail} {
				if got := read(query); !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %s\n got %v\nwant %v", when, query, got, want)
				}
			}
		}
		save(func(*booking.Booking, *payment.Attempt) {})
		check("saved as it is")

		save(func(b *booking.Booking, a *payment.Attempt) {
			b.Stay.Price, b.Promo, b.Steps = money.Pence(120_00), false, []string{"EXTRAS"}
			b.Contact.Forename, a.Checks, a.Challenge.Payload = "Priyanka", 3, "<&>"
		})
		wantTerms["stay"].(map[string]any)["price"] = read(terms)["stay"].(map[string]any)["price"]
		delete(wantTerms, "promo")
		wantTerms["steps"] = []any{"EXTRAS"}
		wantPerson["contact"].(map[string]any)["Forename"] = "Priyanka"
		wantDetail["checks"] = 3.0
		wantDetail["challenge"] = read(detail)["challenge"]
		check("changed")
		if scheme := wantDetail["challenge"].(map[string]any)["scheme"]; scheme != "3" {
			t.Errorf("the changed challenge has scheme %v", scheme)
		}
		err = s.Bookings().View(t.Context(), func(tx booking.Tx) error {
			b, err := tx.Booking(ref)
			if b.Stay.Price != 120_00 || b.Promo || b.Contact.Forename != "Priyanka" {
				t.Errorf("the booking is %+v", b)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}

		// A list that this release changes is as this release wants it.
		save(func(b *booking.Booking, _ *payment.Attempt) {
			b.Extras = append(b.Extras, booking.ChosenExtra{Code: "linen", Quantity: 2})
		})
		if extras := read(terms)["extras"].([]any); len(extras) != 2 {
			t.Errorf("extras: %v", extras)
		}
		// Personal details are erased as a whole.
		save(func(b *booking.Booking, _ *payment.Attempt) { b.Contact, b.Members = booking.Contact{}, nil })
		if text := column(person); text != "" {
			t.Errorf("after the details were erased there is %s", text)
		}
	})
}
