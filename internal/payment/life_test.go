package payment_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

const (
	goodCard       = testworld.GoodCard
	challengedCard = "4000000000001091"
	failingCard    = "4000000000001109"
	unprovenCard   = "4000000000001018"
)

// eachDatabase runs a test in a new world on each database: one in which PostgreSQL may do
// otherwise than SQLite, by its locks or by its answers that commit in parallel.
func eachDatabase(t *testing.T, story func(t *testing.T, w *testworld.World), options ...testworld.Option) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) { story(t, testworld.New(t, db, options...)) })
}

// anyDatabase runs a test that does not depend on the database in a new world.
func anyDatabase(t *testing.T, story func(t *testing.T, w *testworld.World), options ...testworld.Option) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) { story(t, testworld.New(t, db, options...)) })
}

func impatient(_ *booking.Config, p *payment.Config) {
	// Long enough for a provider that answers at once to a busy machine.
	p.Limits.Answer, p.Limits.Call = 600*time.Millisecond, time.Second
}

// codeOf and want are those of testworld, by shorter names.
var codeOf = testworld.CodeOf

func want[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	testworld.Want(t, what, got, want)
}

// providerTotals returns the number of orders at the provider and their total: captured
// minus refunded.
func providerTotals(w *testworld.World) (n int, sum int64) {
	for _, o := range w.Provider.Ledger() {
		if o.Captured > o.Refunded {
			n, sum = n+1, sum+o.Captured-o.Refunded
		}
	}
	return n, sum
}

func state(t *testing.T, w *testworld.World, ref string) payment.Overview {
	t.Helper()
	o, err := w.Payments.Show(context.Background(), ref)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestCardWithoutChallenge(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayDeposit)
		t.Run("[PAY-19] pre-payment answers the attempt's id, its amount and what the browser needs", func(t *testing.T) {
			want(t, "amount", p.Amount, 49_00)
			if p.ID == "" || p.Card.PublicKey == "" || p.Card.JWT == "" || !strings.HasSuffix(p.Card.URL, "/ddc.html") {
				t.Errorf("got %+v", p)
			}
			want(t, "orders at the provider", len(w.Provider.Ledger()), 0)
		})
		a, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill")
		if err != nil {
			t.Fatal(err)
		}
		t.Run("[PAY-20] post-payment answers the confirmed booking and the amount paid", func(t *testing.T) {
			want(t, "status", a.Status, payment.StatusAuthorised)
			want(t, "reference", a.ConfirmationID, view.Shown)
			want(t, "paid", a.AmountPaid, 49_00)
			want(t, "left", a.Outstanding, 140_00)
		})
		w.Tick()
		n, sum := providerTotals(w)
		want(t, "charges", n, 1)
		want(t, "charged", sum, 4900)
		o := state(t, w, view.Ref)
		want(t, "booking", o.Booking.State, booking.Confirmed)
		want(t, "attempt", o.Attempts[0].State, payment.StateCaptured)
		want(t, "taken", w.Taken("caravan"), 1)
		want(t, "e-mails", strings.Join(w.Emails.Kinds(), " "), booking.EmailConfirmation)
		t.Run("[PAY-24] asking again answers the same and charges nothing more", func(t *testing.T) {
			for range 3 {
				again, err := w.Payments.Status(ctx, v, p.ID, view.Ref)
				if err != nil || again != a {
					t.Errorf("got %+v, %v", again, err)
				}
				if again, err = w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill"); err != nil || again != a {
					t.Errorf("got %+v, %v", again, err)
				}
			}
			w.Tick()
			n, sum := providerTotals(w)
			want(t, "charges", n, 1)
			want(t, "charged", sum, 4900)
			want(t, "e-mails", len(w.Emails.Kinds()), 1)
		})
		_, err = w.Payments.Status(ctx, testworld.Visitor(), p.ID, view.Ref)
		want(t, "another visitor", codeOf(t, err), booking.NotFound)
	})
}

func TestChallenge(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayFull)
		a, err := w.Pay(v, view.Ref, p.ID, challengedCard, "P O'Neill")
		if err != nil || a.Status != payment.StatusChallenge {
			t.Fatalf("got %+v, %v", a, err)
		}
		back := w.AskBank(a.Challenge, "approve")

		_, err = w.Payments.Return(ctx, "another", back.Get("MD"))
		want(t, "foreign transaction", codeOf(t, err), booking.InvalidRequest)
		_, err = w.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD")+"0")
		want(t, "changed proof", codeOf(t, err), booking.InvalidRequest)

		var results [3]payment.Result
		var group sync.WaitGroup
		for i := range results {
			group.Go(func() {
				var err error
				if results[i], err = w.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD")); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		want(t, "signed status", results[0].Status, "AUTHORISED")
		want(t, "a replay's status", results[2], results[0])

		t.Run("[PAY-22] [PAYFAIL-24] a MAC that does not verify is refused and changes nothing", func(t *testing.T) {
			for name, change := range map[string]func(*payment.Result){
				"mac":      func(r *payment.Result) { r.MAC = r.MAC[1:] + r.MAC[:1] },
				"no mac":   func(r *payment.Result) { r.MAC = "" },
				"status":   func(r *payment.Result) { r.Status = "CAPTURED" },
				"amount":   func(r *payment.Result) { r.Amount = "1" },
				"currency": func(r *payment.Result) { r.Currency = "EUR" },
				"order":    func(r *payment.Result) { r.OrderKey += "1" },
			} {
				forged := results[0]
				change(&forged)
				_, err := w.Payments.Confirm(ctx, v, p.ID, view.Ref, forged)
				want(t, name, codeOf(t, err), booking.MACInvalid)
			}
		})
		done, err := w.Payments.Confirm(ctx, v, p.ID, view.Ref, results[0])
		if err != nil || done.Status != payment.StatusAuthorised || done.AmountPaid != 189_00 {
			t.Fatalf("got %+v, %v", done, err)
		}
		w.Tick()
		n, sum := providerTotals(w)
		want(t, "charges", n, 1)
		want(t, "charged", sum, 18900)
		if events := w.Provider.Ledger()[0].Events; !slices.Equal(events, []string{"CHALLENGED", "the visitor: approve", "AUTHORISED", "CAPTURED"}) {
			t.Errorf("events %v", events)
		}
	})
}

func TestDoubleClicks(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		request := testworld.RequestFor(view, booking.PayFull)
		ids := make([]string, 8)
		parallel(len(ids), func(i int) {
			p, err := w.Payments.Prepay(context.Background(), v, request)
			if err != nil {
				t.Error(err)
			}
			ids[i] = p.ID
		})
		if len(slices.Compact(ids)) != 1 {
			t.Fatalf("one key made several attempts: %v", ids)
		}
		t.Run("[PAY-24] [PAYFAIL-4] eight clicks on 'Make payment' are one order and one charge", func(t *testing.T) {
			parallel(8, func(int) {
				if a, err := w.Pay(v, view.Ref, ids[0], goodCard, "P O'Neill"); err != nil || a.Status != payment.StatusAuthorised {
					t.Errorf("got %+v, %v", a, err)
				}
			})
			w.Tick()
			want(t, "orders", len(w.Provider.Ledger()), 1)
			n, _ := providerTotals(w)
			want(t, "charges", n, 1)
		})
	})
}

func parallel(n int, do func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { do(i) })
	}
	group.Wait()
}

func TestTopUp(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		w.Paid(v, view, booking.PayDeposit)
		later := testworld.Visitor()
		request := testworld.RequestFor(view, booking.PayTopUp)
		request.TopUp, request.Expected = "60", 60_00
		_, err := w.Payments.Prepay(ctx, later, request)
		want(t, "without a look-up", codeOf(t, err), booking.NotFound)
		found, err := w.Bookings.GetMyBooking(ctx, later, booking.Lookup{BookingID: view.Shown, Surname: "oneill bronte", Postcode: "YO11 2AB"})
		if err != nil || found.Outstanding() != 140_00 {
			t.Fatalf("got %v, %v", found.Outstanding(), err)
		}
		t.Run("[MINE-19] [PAYFAIL-54] an amount outside the bounds starts no payment", func(t *testing.T) {
			for _, typed := range []string{"9.99", "140.01", "0", "-20", "ten", "20.001", ""} {
				bad := request
				bad.TopUp = typed
				_, err := w.Payments.Prepay(ctx, later, bad)
				want(t, typed, codeOf(t, err), booking.TopUpAmount)
			}
		})
		t.Run("[AMT-18] the whole of a top-up is the total cost minus what was paid", func(t *testing.T) {
			all := request
			all.TopUp, all.Expected, all.Key = "£140.00", 189_00-49_00, uuid.NewString()
			p, err := w.Payments.Prepay(ctx, later, all)
			if err != nil || p.Amount != found.Total-found.AmountPaid {
				t.Errorf("got %v, %v", p.Amount, err)
			}
		})
		p, err := w.Payments.Prepay(ctx, later, request)
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.Pay(later, view.Ref, p.ID, goodCard, "P O'Neill")
		if err != nil || a.AmountPaid != 60_00 || a.Outstanding != 80_00 {
			t.Fatalf("got %+v, %v", a, err)
		}
		w.Tick()
		n, sum := providerTotals(w)
		want(t, "charges", n, 2)
		want(t, "charged", sum, 10900)
		want(t, "e-mails", strings.Join(w.Emails.Kinds(), " "), booking.EmailConfirmation+" "+booking.EmailReceipt)
		mine, err := w.Bookings.MyBookings(ctx, later)
		if err != nil || len(mine) != 1 || len(mine[0].Payments) != 2 || mine[0].Payments[1].Amount != 60_00 {
			t.Errorf("got %+v, %v", mine, err)
		}
	})
}

func TestStaffCancelABookingAndRefundIt(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		w.Paid(v, view, booking.PayFull)
		if err := w.Payments.Change(ctx, view.Shown, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		want(t, "cancelled", state(t, w, view.Ref).Booking.State, booking.Cancelled)
		want(t, "taken", w.Taken("caravan"), 0)
		want(t, "again", codeOf(t, w.Payments.Change(ctx, view.Shown, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff)), booking.WrongState)
		if err := w.Payments.Change(ctx, view.Shown, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		o := state(t, w, view.Ref)
		want(t, "refunded", o.Booking.State, booking.Refunded)
		want(t, "left to pay", o.Booking.Outstanding(), 0)
		want(t, "attempt", o.Attempts[0].State, payment.StateRefunded)
		n, _ := providerTotals(w)
		want(t, "charges kept", n, 0)
		if o.Booking.Contact != (booking.Contact{}) {
			t.Error("a member of staff is shown personal data")
		}
	})
}

// The nights of old stays are deleted. Their money can still be refunded.
func TestRefundOfAStayLongPast(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	ctx, v := context.Background(), testworld.Visitor()
	view := w.Booked(v, "caravan")
	w.Paid(v, view, booking.PayFull)
	w.Clock.Advance(2 * 365 * 24 * time.Hour)
	if err := w.Store.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	if err := w.Payments.Change(ctx, view.Shown, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	n, _ := providerTotals(w)
	want(t, "charges kept", n, 0)
}

// The visitor goes back from the payment step and changes the booking. The
// attempt that waited for the browser must not be used any more.
func TestChangesAfterPrepayment(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayFull)
		view, err := w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Quantities: map[string]int{"LIN": 1}})
		if err != nil {
			t.Fatalf("back to the extras: %v", err)
		}
		_, err = w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill")
		want(t, "the attempt of before", codeOf(t, err), booking.PriceChanged)
		want(t, "orders", len(w.Provider.Ledger()), 0)

		d, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "GIFTBIG")
		if err != nil {
			t.Fatal(err)
		}
		free := w.Prepared(v, d.View, booking.PayFull)
		d, err = w.Bookings.SetDiscount(ctx, v, view.Ref, "")
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.Payments.Confirm(ctx, v, free.ID, view.Ref, payment.Result{})
		want(t, "a free booking whose voucher is gone", codeOf(t, err), booking.PriceChanged)

		p = w.Prepared(v, d.View, booking.PayFull)
		a, err := w.Pay(v, view.Ref, p.ID, challengedCard, "P O'Neill")
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{})
		want(t, "a change while the bank asks", codeOf(t, err), booking.PaymentInProgress)
		back := w.AskBank(a.Challenge, "approve")
		if _, err := w.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD")); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		n, sum := providerTotals(w)
		want(t, "charges", n, 1)
		want(t, "charged", sum, 20150)
	})
}
