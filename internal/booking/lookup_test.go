package booking_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/bookingtest"
	"holidaymaker/internal/store"
)

func TestLookup(t *testing.T) {
	each(t, func(t *testing.T, w *bookingtest.World) {
		view, v := paid(t, w, "caravan"), bookingtest.Visitor()
		good := booking.Lookup{BookingID: view.Shown, Surname: bookingtest.Jo.Surname, Postcode: "YO11 2AB"}
		t.Run("[FORM-20] blank fields have their messages", func(t *testing.T) {
			_, err := w.Bookings.GetMyBooking(ctx, v, booking.Lookup{})
			f, _ := booking.FailureOf(err)
			if f == nil || fmt.Sprint(f.Fields) != "[{bookingId Please enter booking reference} {surname Please enter surname} {postcode Please enter postcode}]" {
				t.Errorf("got %v", err)
			}
		})
		t.Run("[MINE-18] a session without look-ups has no bookings", func(t *testing.T) {
			all, err := w.Bookings.MyBookings(ctx, v)
			want(t, "bookings", len(all), 0)
			want(t, "failure", codeOf(t, err), "")
		})
		for _, l := range []booking.Lookup{
			good,
			{BookingID: strings.ToLower(view.Ref[:5]) + " " + view.Ref[5:], Surname: "O NEILL BRONTE", Postcode: "yo112ab"},
			{BookingID: strings.NewReplacer("0", "o", "1", "l").Replace(view.Ref), Surname: "oneill-brontë", Postcode: "YO1-12AB"},
		} {
			found, err := w.Bookings.GetMyBooking(ctx, v, l)
			want(t, "found", found.Ref, view.Ref)
			want(t, "failure", codeOf(t, err), "")
		}
		t.Run("[MINE-18] a session's bookings are those it looked up, for 30 idle minutes", func(t *testing.T) {
			for range 3 {
				w.Clock.Advance(29 * time.Minute)
				all, err := w.Bookings.MyBookings(ctx, v)
				if err != nil || len(all) != 1 || all[0].Ref != view.Ref || all[0].Payments[0].Method != "card" {
					t.Fatalf("got %v, %v", all, err)
				}
			}
			others, _ := w.Bookings.MyBookings(ctx, bookingtest.Visitor())
			want(t, "another visitor's", len(others), 0)
			w.Clock.Advance(31 * time.Minute)
			idle, _ := w.Bookings.MyBookings(ctx, v)
			want(t, "after 31 idle minutes", len(idle), 0)
		})
		if _, err := w.Bookings.GetMyBooking(ctx, v, good); err != nil {
			t.Fatal(err)
		}
		if err := w.Bookings.Forget(ctx, v, view.Shown); err != nil {
			t.Fatal(err)
		}
		all, _ := w.Bookings.MyBookings(ctx, v)
		want(t, "after forgetting", len(all), 0)

		wrong := []booking.Lookup{
			{BookingID: view.Ref, Surname: "Smith", Postcode: "YO11 2AB"},
			{BookingID: view.Ref, Surname: bookingtest.Jo.Surname, Postcode: "M1 1AE"},
			{BookingID: view.Ref, Surname: "-", Postcode: "YO11 2AB"},
			{BookingID: view.Ref, Surname: "Jones", Postcode: "YO11 2AB"},
			{BookingID: view.Ref, Surname: "Patel", Postcode: "YO11 2AB"},
		}
		for _, l := range wrong {
			_, err := w.Bookings.GetMyBooking(ctx, v, l)
			want(t, "a wrong field", codeOf(t, err), booking.BookingNotFound)
		}
		_, err := w.Bookings.GetMyBooking(ctx, v, good)
		f, _ := booking.FailureOf(err)
		if f == nil || f.Code != booking.RateLimited || f.Message != "Too many attempts. Please try again in 15 minutes." {
			t.Errorf("after 5 failures: %v", err)
		}
		w.Clock.Advance(16 * time.Minute)
		_, err = w.Bookings.GetMyBooking(ctx, v, good)
		want(t, "16 minutes later", codeOf(t, err), "")
		for i := range 21 {
			_, err = w.Bookings.GetMyBooking(ctx, v, booking.Lookup{BookingID: fmt.Sprint("NOTHING", i), Surname: "x", Postcode: "y"})
		}
		want(t, "20 failures of one address", codeOf(t, err), booking.RateLimited)
	})
}

func TestReferencesByEmail(t *testing.T) {
	each(t, func(t *testing.T, w *bookingtest.World) {
		paid(t, w, "caravan")
		for range 4 {
			w.Clock.Advance(time.Second)
			if err := w.Bookings.SendReferences(ctx, " PRIYA@mail.example"); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Bookings.SendReferences(ctx, "nobody@mail.example"); err != nil {
			t.Errorf("an address without bookings: %v", err)
		}
		want(t, "no address", codeOf(t, w.Bookings.SendReferences(ctx, "nobody")), booking.Invalid)
		w.Tick()
		kinds := w.Letters.Kinds()
		want(t, "letters: a confirmation and at most 3 an hour", strings.Join(kinds, " "),
			strings.Join([]string{booking.LetterConfirmation, booking.LetterReferences, booking.LetterReferences, booking.LetterReferences}, " "))
	})
}

func TestImportedBookings(t *testing.T) {
	each(t, func(t *testing.T, w *bookingtest.World) {
		made := booking.Booking{Shown: "mt-48 2915", Total: 300_00, AmountPaid: 100_00, Party: bookingtest.Couple, Contact: bookingtest.Jo,
			Stay: booking.Stay{Channel: "ukcaravan", ParkID: "P", UnitTypeID: "gone", Arrival: bookingtest.Summer, Nights: 7, Price: 300_00}}
		for range 2 {
			if err := w.Bookings.Import(ctx, made); err != nil {
				t.Fatal(err)
			}
		}
		v := bookingtest.Visitor()
		found, err := w.Bookings.GetMyBooking(ctx, v, booking.Lookup{BookingID: "MT482915", Surname: "O'Neill Bronte", Postcode: "YO11 2AB"})
		if err != nil || found.Shown != "mt-48 2915" || found.Outstanding() != 200_00 || found.BalanceDue != "08/05/2026" {
			t.Fatalf("got %+v, %v", found.Shown, err)
		}
		want(t, "nobody to find it by", codeOf(t, w.Bookings.Import(ctx, booking.Booking{Shown: "X"})), booking.Invalid)
		if err := w.Payments.Cancel(ctx, "MT482915"); err != nil {
			t.Errorf("cancel one whose nights are not ours: %v", err)
		}
	})
}

func TestRetention(t *testing.T) {
	each(t, func(t *testing.T, w *bookingtest.World) {
		kept := paid(t, w, "caravan")
		w.Booked(bookingtest.Visitor(), "many")
		count := func(query string) (n int) {
			t.Helper()
			if err := w.Store.View(ctx, func(tx *store.Tx) error { return tx.QueryRow(query).Scan(&n) }); err != nil {
				t.Fatal(err)
			}
			return n
		}
		w.Clock.Advance(time.Hour)
		w.Tick()
		want(t, "an expired hold keeps nothing personal", count("SELECT COUNT(*) FROM booking WHERE state = 'expired' AND (person <> '' OR address <> '' OR email_key <> '')"), 0)
		want(t, "nor a letter that was sent", count("SELECT COUNT(*) FROM outbox WHERE payload <> ''"), 0)
		want(t, "both are still there", count("SELECT (SELECT COUNT(*) FROM booking) + (SELECT COUNT(*) FROM outbox)"), 2+2)
		w.Clock.Advance(31 * 24 * time.Hour)
		w.Tick()
		want(t, "after a month the booking alone stays", count("SELECT COUNT(*) FROM booking"), 1)
		want(t, "and no job", count("SELECT COUNT(*) FROM outbox"), 0)
		o, err := w.Payments.Show(ctx, kept.Ref)
		want(t, "it is", o.Booking.State, booking.Confirmed)
		want(t, "failure", codeOf(t, err), "")
	})
}

func TestGuessesThatComeAtOnceAreCountedOneByOne(t *testing.T) {
	each(t, func(t *testing.T, w *bookingtest.World) {
		var wrong, limited atomic.Int32
		var all sync.WaitGroup
		for range 24 {
			all.Go(func() {
				_, err := w.Bookings.GetMyBooking(ctx, bookingtest.Visitor(), booking.Lookup{BookingID: "7K3QX9F2MA", Surname: "A", Postcode: "B"})
				switch f, _ := booking.FailureOf(err); {
				case f == nil:
					t.Errorf("answered %v", err)
				case f.Code == booking.RateLimited:
					limited.Add(1)
				default:
					wrong.Add(1)
				}
			})
		}
		all.Wait()
		want(t, "tries that were compared", wrong.Load(), int32(5))
		want(t, "tries that were turned away", limited.Load(), int32(19))
	})
}
