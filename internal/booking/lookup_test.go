package booking_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestLookup(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		view, v := paidBooking(t, w, "caravan"), testworld.Visitor()
		good := booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: "YO11 2AB"}
		t.Run("[FORM-20] blank fields have their messages", func(t *testing.T) {
			_, err := w.Bookings.GetMyBooking(ctx, v, booking.Lookup{})
			f, _ := booking.FailureOf(err)
			if f == nil || fmt.Sprint(f.Fields) != "[{bookingId Please enter booking reference} {surname Please enter surname} {postcode Please enter postcode}]" {
				t.Errorf("got %v", err)
			}
		})
		t.Run("[MINE-18] a session without look-ups has no bookings", func(t *testing.T) {
			all, err := w.Bookings.MyBookings(ctx, v)
			testworld.Want(t, "bookings", len(all), 0)
			testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		})
		for _, l := range []booking.Lookup{
			good,
			{BookingID: strings.ToLower(view.Ref[:5]) + " " + view.Ref[5:], Surname: "O NEILL BRONTE", Postcode: "yo112ab"},
			{BookingID: strings.NewReplacer("0", "o", "1", "l").Replace(view.Ref), Surname: "oneill-brontë", Postcode: "YO1-12AB"},
		} {
			found, err := w.Bookings.GetMyBooking(ctx, v, l)
			testworld.Want(t, "found", found.Ref, view.Ref)
			testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		}
		t.Run("[MINE-18] a session's bookings are those it looked up, for 30 idle minutes", func(t *testing.T) {
			for range 3 {
				w.Clock.Advance(29 * time.Minute)
				all, err := w.Bookings.MyBookings(ctx, v)
				if err != nil || len(all) != 1 || all[0].Ref != view.Ref || all[0].Payments[0].Method != "card" {
					t.Fatalf("got %v, %v", all, err)
				}
			}
			others, _ := w.Bookings.MyBookings(ctx, testworld.Visitor())
			testworld.Want(t, "another visitor's", len(others), 0)
			w.Clock.Advance(31 * time.Minute)
			idle, _ := w.Bookings.MyBookings(ctx, v)
			testworld.Want(t, "after 31 idle minutes", len(idle), 0)
		})
		if _, err := w.Bookings.GetMyBooking(ctx, v, good); err != nil {
			t.Fatal(err)
		}
		if err := w.Bookings.Forget(ctx, v, view.Shown); err != nil {
			t.Fatal(err)
		}
		all, _ := w.Bookings.MyBookings(ctx, v)
		testworld.Want(t, "after forgetting", len(all), 0)

		wrong := []booking.Lookup{
			{BookingID: view.Ref, Surname: "Smith", Postcode: "YO11 2AB"},
			{BookingID: view.Ref, Surname: testworld.Jo.Surname, Postcode: "M1 1AE"},
			{BookingID: view.Ref, Surname: "-", Postcode: "YO11 2AB"},
			{BookingID: view.Ref, Surname: "Jones", Postcode: "YO11 2AB"},
			{BookingID: view.Ref, Surname: "Patel", Postcode: "YO11 2AB"},
		}
		for _, l := range wrong {
			_, err := w.Bookings.GetMyBooking(ctx, v, l)
			testworld.Want(t, "a wrong field", testworld.CodeOf(t, err), booking.BookingNotFound)
		}
		_, err := w.Bookings.GetMyBooking(ctx, v, good)
		f, _ := booking.FailureOf(err)
		if f == nil || f.Code != booking.RateLimited || f.Message != "Too many attempts. Please try again in 15 minutes." {
			t.Errorf("after 5 failures: %v", err)
		}
		w.Clock.Advance(16 * time.Minute)
		_, err = w.Bookings.GetMyBooking(ctx, v, good)
		testworld.Want(t, "16 minutes later", testworld.CodeOf(t, err), "")
		for i := range 21 {
			_, err = w.Bookings.GetMyBooking(ctx, v, booking.Lookup{BookingID: fmt.Sprint("NOTHING", i), Surname: "x", Postcode: "y"})
		}
		testworld.Want(t, "20 failures of one address", testworld.CodeOf(t, err), booking.RateLimited)
	})
}

// What a visitor types is a value, never a part of a statement.
func TestWhatVisitorsTypeIsNoSQL(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		view, v := paidBooking(t, w, "caravan"), testworld.Visitor()
		for _, text := range []string{"' OR '1'='1", "'; DELETE FROM booking_grant; --", "$1", `\'`} {
			for _, l := range []booking.Lookup{{BookingID: text, Surname: text, Postcode: text}, {BookingID: view.Shown, Surname: text, Postcode: "YO11 2AB"}} {
				_, err := w.Bookings.GetMyBooking(ctx, v, l)
				testworld.Want(t, text, testworld.CodeOf(t, err), booking.BookingNotFound)
			}
			hold := w.Booked(v, "many")
			_, err := w.Bookings.SetDiscount(ctx, v, hold.Ref, text)
			testworld.Want(t, "the code "+text, testworld.CodeOf(t, err), booking.DiscountInvalid)
		}
		owner := booking.Visitor{Token: booking.NewToken(), Network: "198.51.100.9"}
		_, err := w.Bookings.GetMyBooking(ctx, owner, booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: "YO11 2AB"})
		testworld.Want(t, "the owner", testworld.CodeOf(t, err), "")
	})
}

// However often it is used, access ends twelve hours after the look-up, and after the booking.
func TestAccessToABookingEndsHoweverOftenItIsUsed(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v, maker := testworld.Visitor(), testworld.Visitor()
		view := w.Booked(maker, "caravan")
		w.Paid(maker, view, booking.PayDeposit)
		granted := func(v booking.Visitor) booking.Code {
			t.Helper()
			return testworld.CodeOf(t, w.Store.Bookings().Update(ctx, func(tx booking.Tx) error {
				_, err := w.Bookings.Granted(tx, tx.Booking, v, view.Ref)
				return err
			}))
		}
		if _, err := w.Bookings.GetMyBooking(ctx, v, booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: "YO11 2AB"}); err != nil {
			t.Fatal(err)
		}
		for range 24 { // for 11 hours and 48 minutes
			w.Clock.Advance(29*time.Minute + 30*time.Second)
			all, err := w.Bookings.MyBookings(ctx, v)
			if err != nil || len(all) != 1 {
				t.Fatalf("got %v, %v", all, err)
			}
		}
		for who, visitor := range map[string]booking.Visitor{"who looked it up": v, "who made it": maker} {
			testworld.Want(t, who, granted(visitor), "")
		}
		w.Clock.Advance(29 * time.Minute)
		all, err := w.Bookings.MyBookings(ctx, v)
		if err != nil || len(all) != 0 {
			t.Errorf("after twelve hours: %v, %v", all, err)
		}
		for who, visitor := range map[string]booking.Visitor{"who looked it up": v, "who made it": maker} {
			testworld.Want(t, who+", after twelve hours", granted(visitor), booking.NotFound)
		}
	})
}

func TestALookUpGetsANewToken(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		view := paidBooking(t, w, "caravan")
		token := func(v booking.Visitor) string {
			t.Helper()
			got, err := w.Bookings.ForLookup(ctx, v)
			if err != nil || !booking.ValidToken(got.Token) || got.Network != v.Network {
				t.Fatalf("%+v, %v", got, err)
			}
			return got.Token
		}
		planted := testworld.Visitor()
		if planted.Token = booking.NewToken(); token(planted) == planted.Token {
			t.Error("a cookie that nothing depends on is granted the booking")
		}
		if none := token(booking.Visitor{}); none == token(booking.Visitor{}) {
			t.Error("a token comes twice")
		}
		holds := booking.Visitor{Token: booking.NewToken(), Network: planted.Network}
		if _, err := start(w, holds, "caravan"); err != nil {
			t.Fatal(err)
		}
		if token(holds) != holds.Token {
			t.Error("a holder loses its hold")
		}
		granted := booking.Visitor{Token: booking.NewToken(), Network: planted.Network}
		if _, err := w.Bookings.GetMyBooking(ctx, granted, booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: "YO11 2AB"}); err != nil {
			t.Fatal(err)
		}
		if token(granted) != granted.Token {
			t.Error("a second look-up loses the first")
		}
		w.Clock.Advance(31 * time.Minute)
		if token(granted) == granted.Token {
			t.Error("the token outlives what it granted")
		}
	})
}

func TestReferencesByEmail(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		paidBooking(t, w, "caravan")
		for range 4 {
			w.Clock.Advance(time.Second)
			if err := w.Bookings.SendReferences(ctx, " PRIYA@mail.example"); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Bookings.SendReferences(ctx, "nobody@mail.example"); err != nil {
			t.Errorf("an address without bookings: %v", err)
		}
		testworld.Want(t, "no address", testworld.CodeOf(t, w.Bookings.SendReferences(ctx, "nobody")), booking.Invalid)
		w.Tick()
		kinds := w.Emails.Kinds()
		testworld.Want(t, "e-mails: a confirmation and at most 3 an hour", strings.Join(kinds, " "),
			strings.Join([]string{booking.EmailConfirmation, booking.EmailReferences, booking.EmailReferences, booking.EmailReferences}, " "))
	})
}

func TestBookingsAreFoundByEmailAfterTheSecretHasChanged(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		paidBooking(t, w, "caravan")
		w.Tick()
		moved := func(secrets ...string) *booking.Service {
			return booking.New(booking.Config{Store: w.Store.Bookings(), Keys: ringOf(t, secrets...)})
		}
		for n, c := range []struct {
			bookings *booking.Service
			found    int
		}{{moved("new"), 0}, {moved("new", "another"), 0}, {moved("new", "another", "test secret"), 1}} {
			before := len(w.Emails.Kinds())
			w.Clock.Advance(time.Hour)
			if err := c.bookings.SendReferences(ctx, "PRIYA@mail.example"); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			if found := len(w.Emails.Kinds()) - before; found != c.found {
				t.Errorf("case %d: %d e-mails, want %d", n, found, c.found)
			}
		}
	})
}

func TestAnImportedBookingIsFoundAndImportedOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		made := booking.Booking{Shown: "mt-48 2915", Total: 300_00, AmountPaid: 100_00, Party: testworld.Couple, Contact: testworld.Jo,
			Stay: booking.Stay{Channel: "ukcaravan", ParkID: "P", UnitTypeID: "gone", Arrival: testworld.Summer, Nights: 7, Price: 300_00}}
		for range 2 {
			if err := w.Bookings.Import(ctx, made); err != nil {
				t.Fatal(err)
			}
		}
		v := testworld.Visitor()
		found, err := w.Bookings.GetMyBooking(ctx, v, booking.Lookup{BookingID: "MT482915", Surname: "O'Neill Bronte", Postcode: "YO11 2AB"})
		if err != nil || found.Shown != "mt-48 2915" || found.Outstanding() != 200_00 || found.BalanceDue != "08/05/2026" {
			t.Fatalf("got %+v, %v", found.Shown, err)
		}
		testworld.Want(t, "nobody to find it by", testworld.CodeOf(t, w.Bookings.Import(ctx, booking.Booking{Shown: "X"})), booking.Invalid)
		another, ours := made, made
		another.Stay.Arrival++
		ours.Shown = paidBooking(t, w, "caravan").Shown
		for why, b := range map[string]booking.Booking{"differs from the imported booking, which is of ": another, "belongs to a booking made here": ours} {
			var refused *booking.NotImported
			if err := w.Bookings.Import(ctx, b); !errors.As(err, &refused) || !strings.Contains(refused.Why, why) {
				t.Errorf("want %q: %v", why, err)
			}
		}
		if err := w.Payments.Change(ctx, "MT482915", payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Errorf("cancel one whose nights are not ours: %v", err)
		}
	})
}

func TestAnExpiredHoldKeepsNothingPersonal(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		kept := paidBooking(t, w, "caravan")
		w.Booked(testworld.Visitor(), "many")
		count := func(query string) (n int) {
			t.Helper()
			if err := w.Store.View(ctx, func(tx *store.Tx) error { return tx.QueryRow(query).Scan(&n) }); err != nil {
				t.Fatal(err)
			}
			return n
		}
		w.Clock.Advance(time.Hour)
		w.Tick()
		testworld.Want(t, "an expired hold keeps nothing personal", count("SELECT COUNT(*) FROM booking WHERE state = 'expired' AND (person <> '' OR address <> '' OR email_key <> '')"), 0)
		testworld.Want(t, "nor an e-mail that was sent", count("SELECT COUNT(*) FROM outbox WHERE payload <> ''"), 0)
		testworld.Want(t, "both are still there", count("SELECT (SELECT COUNT(*) FROM booking) + (SELECT COUNT(*) FROM outbox)"), 2+2)
		w.Clock.Advance(31 * 24 * time.Hour)
		w.Tick()
		testworld.Want(t, "after a month the booking alone stays", count("SELECT COUNT(*) FROM booking"), 1)
		testworld.Want(t, "and no job", count("SELECT COUNT(*) FROM outbox"), 0)
		o, err := w.Payments.Show(ctx, kept.Ref)
		testworld.Want(t, "it is", o.Booking.State, booking.Confirmed)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
	})
}

func TestSimultaneousGuessesAreCountedOneByOne(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		var wrong, limited atomic.Int32
		var all sync.WaitGroup
		for range 24 {
			all.Go(func() {
				_, err := w.Bookings.GetMyBooking(ctx, testworld.Visitor(), booking.Lookup{BookingID: "7K3QX9F2MA", Surname: "A", Postcode: "B"})
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
		testworld.Want(t, "tries that were compared", wrong.Load(), int32(5))
		testworld.Want(t, "tries that were turned away", limited.Load(), int32(19))
	})
}

// Other people's wrong look-ups block guesses of a reference, but not its
// owner.
func TestOwnerIsAnsweredWhileOthersGuess(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		view := paidBooking(t, w, "caravan")
		good := booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: "YO11 2AB"}
		bad := booking.Lookup{BookingID: view.Shown, Surname: "Smith", Postcode: "YO11 2AB"}
		from := func(n int) booking.Visitor {
			return booking.Visitor{Token: booking.NewToken(), Network: fmt.Sprintf("198.51.100.%d", n)}
		}
		guess := func(n int, l booking.Lookup) booking.Code {
			t.Helper()
			_, err := w.Bookings.GetMyBooking(ctx, from(n), l)
			return testworld.CodeOf(t, err)
		}
		for range 5 {
			testworld.Want(t, "a guess", guess(1, bad), booking.BookingNotFound)
		}
		testworld.Want(t, "the sixth try of the client that guessed, even when right", guess(1, good), booking.RateLimited)
		testworld.Want(t, "a wrong look-up from elsewhere", guess(2, bad), booking.RateLimited)
		testworld.Want(t, "the same client afterwards, even when right", guess(2, good), booking.RateLimited)
		testworld.Want(t, "the owner", guess(3, good), "")
		for n := range 50 {
			guess(10+n, bad)
		}
		testworld.Want(t, "after fifty guesses from everywhere", guess(4, good), booking.RateLimited)
	})
}

// A refused client does not make the database write anything.
func TestRefusedLookUpsWriteNothing(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		rows := func() (n int) {
			t.Helper()
			if err := w.Store.View(ctx, func(tx *store.Tx) error {
				return tx.QueryRow("SELECT (SELECT COUNT(*) FROM failure) + (SELECT COUNT(*) FROM attempt_lock)").Scan(&n)
			}); err != nil {
				t.Fatal(err)
			}
			return n
		}
		look := func(i int) booking.Code {
			_, err := w.Bookings.GetMyBooking(ctx, v, booking.Lookup{BookingID: fmt.Sprint("NOTHING", i), Surname: "x", Postcode: "y"})
			return testworld.CodeOf(t, err)
		}
		for i := range 20 {
			testworld.Want(t, "a look-up", look(i), booking.BookingNotFound)
		}
		before := rows()
		for i := range 10 {
			testworld.Want(t, "a refused look-up", look(100+i), booking.RateLimited)
		}
		testworld.Want(t, "rows", rows(), before)
	})
}

// One booking that cannot be read must not hide the others.
func TestAnUnreadableBookingBreaksNoList(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		v := testworld.Visitor()
		var refs []string
		for _, unit := range []string{"crowd", "caravan"} {
			view, err := start(w, v, unit)
			if err != nil {
				t.Fatal(err)
			}
			refs = append(refs, view.Ref)
		}
		spoil := func() {
			t.Helper()
			err := w.Store.Update(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec("UPDATE booking SET terms = 'not JSON' WHERE ref = $1", refs[0])
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		spoil()
		holds, err := w.Bookings.Holds(ctx, v)
		if err != nil || len(holds) != 1 || holds[0].Ref != refs[1] {
			t.Errorf("holds: %+v, %v", holds, err)
		}

		refs = nil
		for range 2 {
			payer := testworld.Visitor()
			view := w.Paid(payer, w.Booked(payer, "crowd"), booking.PayFull)
			refs = append(refs, view.Ref)
			if _, err := w.Bookings.GetMyBooking(ctx, v, booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode}); err != nil {
				t.Fatal(err)
			}
		}
		spoil()
		mine, err := w.Bookings.MyBookings(ctx, v)
		if err != nil || len(mine) != 1 || mine[0].Ref != refs[1] {
			t.Errorf("bookings: %+v, %v", mine, err)
		}
	})
}

// The clock of another node may differ, and a restore may round an instant: the attempt
// says which charge was the deposit.
func TestTheDepositIsTheChargeThatConfirmedTheBooking(t *testing.T) {
	confirmed := testworld.Start
	charge := func(attempt string, at time.Time, amount money.Pence) ledger.Movement {
		return ledger.Movement{Kind: ledger.Charge, Attempt: attempt, At: at, Amount: amount}
	}
	movements := []ledger.Movement{charge("P1", confirmed.Add(time.Millisecond), 49_00), charge("P2", confirmed, 20_00)}
	b := booking.Booking{State: booking.Confirmed, Compulsory: true, Total: 189_00, AmountPaid: 9_00, ConfirmedAt: confirmed}
	for confirmedBy, want := range map[string]money.Pence{"P1": 40_00, "": 11_00, "P0": 0} {
		b.ConfirmedBy = confirmedBy
		testworld.Want(t, "due of a booking confirmed by "+confirmedBy, booking.DepositDue(b, movements), want)
	}
}
