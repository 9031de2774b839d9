package store_test

import (
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestTheBooksAreVerified(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		v := testworld.Visitor()
		paid := w.Paid(v, w.Booked(v, "caravan"), booking.PayDeposit).Ref
		other := testworld.Visitor()
		w.Paid(other, w.BookedWith(other, "many", "GIFT50"), booking.PayFull)
		held := w.Booked(testworld.Visitor(), "boat").Ref
		verify := func() store.Books {
			t.Helper()
			books, err := w.Store.Verify(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return books
		}
		if b := verify(); len(b.Wrong) > 0 || b.Bookings != 3 || b.Payments != 2 || b.Nights != 9 || b.Paid != 49_00+testworld.Price-50_00 {
			t.Fatalf("in order: %+v", b)
		}
		spoil := func(statement string, args ...any) {
			t.Helper()
			err := w.Store.Update(t.Context(), func(tx *store.Tx) error {
				_, err := tx.Exec(statement, args...)
				return err
			})
			if err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
		}
		first := testworld.Summer.ISO()
		spoil("UPDATE stock SET taken = 4 WHERE unit_type = 'boat' AND night = $1", first)
		spoil("DELETE FROM stock WHERE unit_type = 'caravan' AND night = $1", first)
		spoil("DELETE FROM outbox WHERE kind <> 'nothing'")
		spoil("UPDATE payment_attempt SET state = 'authorised' WHERE ref = $1", paid)
		spoil("UPDATE booking SET terms = '{' WHERE ref = $1", held)
		var got []string
		for _, c := range verify().Wrong {
			got = append(got, c.About+": "+c.Text)
		}
		text := strings.Join(got, "\n")
		for _, want := range []string{
			"booking: booking " + paid + ": attempt ",
			"booking: booking " + held + " cannot be read: read the terms",
			"nights: unit type boat on " + first + ": 4 are taken, bookings have 0",
			"nights: unit type caravan on " + first + ": 0 are taken, bookings have 1",
			"oversold: unit type boat on " + first + ": 4 are taken of 3",
			"payment: payment ",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing in\n%s", want, text)
			}
		}
		if strings.Contains(text, testworld.Jo.Surname) || slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "file") }) {
			t.Errorf("got %s", text)
		}
	})
}
