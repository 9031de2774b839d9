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
	"holidaymaker/internal/booking/bookingtest"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store/storetest"
)

const (
	goodCard       = "4444333322221111"
	challengedCard = "4000000000001091"
	failingCard    = "4000000000001109"
	unprovenCard   = "4000000000001018"
)

// each runs a life story in a world on each database.
func each(t *testing.T, story func(t *testing.T, w *bookingtest.World), options ...bookingtest.Option) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) { story(t, bookingtest.New(t, db, options...)) })
}

func impatient(_ *booking.Config, p *payment.Config) {
	p.Limits.Answer, p.Limits.Call = 100*time.Millisecond, 300*time.Millisecond
}

func codeOf(t *testing.T, err error) booking.Code {
	t.Helper()
	if err == nil {
		return ""
	}
	f, ok := booking.FailureOf(err)
	if !ok {
		t.Fatalf("not a failure: %v", err)
	}
	return f.Code
}

func want[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// ledger sums up what the provider holds: captured minus refunded.
func ledger(w *bookingtest.World) (n int, sum int64) {
	for _, o := range w.Provider.Ledger() {
		if o.Captured > o.Refunded {
			n, sum = n+1, sum+o.Captured-o.Refunded
		}
	}
	return n, sum
}

func state(t *testing.T, w *bookingtest.World, ref string) payment.Overview {
	t.Helper()
	o, err := w.Payments.Show(context.Background(), ref)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestCardWithoutChallenge(t *testing.T) {
	each(t, func(t *testing.T, w *bookingtest.World) {
		ctx, v := context.Background(), bookingtest.Visitor()
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
		n, sum := ledger(w)
		want(t, "charges", n, 1)
		want(t, "charged", sum, 4900)
		o := state(t, w, view.Ref)
		want(t, "booking", o.Booking.State, booking.Confirmed)
		want(t, "attempt", o.Attempts[0].State, payment.Paid)
		want(t, "taken", w.Taken("caravan"), 1)
		want(t, "letters", strings.Join(w.Letters.Kinds(), " "), booking.LetterConfirmation)
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
			n, sum := ledger(w)
			want(t, "charges", n, 1)
			want(t, "charged", sum, 4900)
			want(t, "letters", len(w.Letters.Kinds()), 1)
		})
		_, err = w.Payments.Status(ctx, bookingtest.Visitor(), p.ID, view.Ref)
		want(t, "another visitor", codeOf(t, err), booking.NotFound)
	})
}

func TestChallenge(t *testing.T) {
	each(t, func(t *testing.T, w *bookingtest.World) {
		ctx, v := context.Background(), bookingtest.Visitor()
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

		t.Run("[PAY-22] a MAC that does not verify is refused and changes nothing", func(t *testing.T) {
			for name, change := range map[string]func(*payment.Result){
				"mac":      func(r *payment.Result) { r.MAC = "00" + r.MAC[2:] },
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
		n, sum := ledger(w)
		want(t, "charges", n, 1)
		want(t, "charged", sum, 18900)
		if events := w.Provider.Ledger()[0].Events; !slices.Equal(events, []string{"CHALLENGED", "the visitor: approve", "AUTHORISED", "CAPTURED"}) {
			t.Errorf("events %v", events)
		}
	})
}

func TestKnownFailures(t *testing.T) {
	for _, c := range []struct {
		title, card, name, decision string
		code                        booking.Code
	}{
		{"[PAY-26] a refused card is known to have taken no money", goodCard, "REFUSED51", "", booking.PaymentRefused},
		{"[PAY-26] an order that ends in error took no money", goodCard, "ERROR", "", booking.PaymentRefused},
		{"a card that is no test card is refused", "4000056655665556", "P O'Neill", "", booking.PaymentRefused},
		{"[PAY-22] an authentication that fails without a question", unprovenCard, "P O'Neill", "", booking.ThreeDSFailed},
		{"[PAY-22] a challenge that the visitor declines", challengedCard, "P O'Neill", "decline", booking.ThreeDSFailed},
		{"[PAY-22] a challenge that fails at the bank", failingCard, "P O'Neill", "approve", booking.ThreeDSFailed},
	} {
		t.Run(c.title, func(t *testing.T) {
			w := bookingtest.New(t, storetest.SQLite(t))
			ctx, v := context.Background(), bookingtest.Visitor()
			view := w.Booked(v, "caravan")
			p := w.Prepared(v, view, booking.PayFull)
			a, err := w.Pay(v, view.Ref, p.ID, c.card, c.name)
			if c.decision != "" {
				back := w.AskBank(a.Challenge, c.decision)
				if _, err := w.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD")); err != nil {
					t.Fatal(err)
				}
				_, err = w.Payments.Status(ctx, v, p.ID, view.Ref)
			}
			want(t, "code", codeOf(t, err), c.code)
			want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Held)
			// The hold is kept, and a second try with a good card pays once.
			p = w.Prepared(v, view, booking.PayFull)
			if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill"); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			n, sum := ledger(w)
			want(t, "charges", n, 1)
			want(t, "charged", sum, 18900)
			want(t, "taken", w.Taken("caravan"), 1)
		})
	}
}

func TestUnknownOutcome(t *testing.T) {
	for _, c := range []struct {
		title, fault string
		wait         time.Duration
		confirmed    bool
	}{
		{"[PAY-23] no answer after authorising: asked later, charged once", "SIM_TIMEOUT_AFTER", time.Minute, true},
		{"[PAY-23] a broken answer: asked later, charged once", "SIM_BAD_XML", time.Minute, true},
		{"no answer and no order: believed after minutes, twice running", "SIM_TIMEOUT_BEFORE", time.Hour, false},
		{"an error of the provider's server", "SIM_HTTP500", time.Hour, false},
	} {
		t.Run(c.title, func(t *testing.T) {
			w := bookingtest.New(t, storetest.SQLite(t), impatient)
			ctx, v := context.Background(), bookingtest.Visitor()
			view := w.Booked(v, "caravan")
			p := w.Prepared(v, view, booking.PayFull)
			a, err := w.Pay(v, view.Ref, p.ID, goodCard, c.fault)
			if err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			w.Payments.Wait()
			a, err = w.Payments.Status(ctx, v, p.ID, view.Ref)
			if err != nil || a.Status != payment.StatusPending {
				t.Fatalf("while unknown: %+v, %v", a, err)
			}
			_, err = w.Payments.Prepay(ctx, v, bookingtest.RequestFor(view, booking.PayDeposit))
			want(t, "another attempt while unknown", codeOf(t, err), booking.PaymentInProgress)
			// The hold's time is over, but a payment may have been made.
			for range 20 {
				w.Clock.Advance(c.wait)
				w.Tick()
			}
			a, err = w.Payments.Status(ctx, v, p.ID, view.Ref)
			n, _ := ledger(w)
			if c.confirmed {
				if err != nil || a.Status != payment.StatusAuthorised || n != 1 || w.Taken("caravan") != 1 {
					t.Errorf("got %+v, %v, %d charges", a, err, n)
				}
				return
			}
			want(t, "in the end", codeOf(t, err), booking.PaymentRefused)
			want(t, "charges", n, 0)
			want(t, "taken", w.Taken("caravan"), 0)
		})
	}
}

func TestUnitGone(t *testing.T) {
	each(t, func(t *testing.T, w *bookingtest.World) {
		ctx, slow, quick := context.Background(), bookingtest.Visitor(), bookingtest.Visitor()
		view := w.Booked(slow, "last")
		p := w.Prepared(slow, view, booking.PayFull)
		a, err := w.Pay(slow, view.Ref, p.ID, challengedCard, "P O'Neill")
		if err != nil {
			t.Fatal(err)
		}
		back := w.AskBank(a.Challenge, "approve")
		w.Clock.Advance(2 * time.Hour)
		w.Tick() // the attempt is left, the hold runs out
		want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Expired)
		other := w.Booked(quick, "last")
		p2 := w.Prepared(quick, other, booking.PayFull)
		if _, err := w.Pay(quick, other.Ref, p2.ID, goodCard, "S Brown"); err != nil {
			t.Fatal(err)
		}
		// The slow one comes back from the bank: nothing is sent any more.
		if _, err := w.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD")); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		_, err = w.Payments.Status(ctx, slow, p.ID, view.Ref)
		want(t, "the slow one", codeOf(t, err), booking.PaymentRefused)
		n, _ := ledger(w)
		want(t, "charges", n, 1)
		want(t, "taken", w.Taken("last"), 1)
	})
}

// A payment that the provider approved while the hold was lost: the unit is
// retaken where it is free, else the authorisation is released.
func TestMoneyComesLate(t *testing.T) {
	for _, c := range []struct {
		title  string
		rebook bool
	}{
		{"the unit is free: it is retaken and booked", false},
		{"[PAY-21] the unit is sold: the money is released and the visitor reads so", true},
	} {
		t.Run(c.title, func(t *testing.T) {
			w := bookingtest.New(t, storetest.SQLite(t), impatient)
			ctx, v := context.Background(), bookingtest.Visitor()
			view := w.Booked(v, "last")
			p := w.Prepared(v, view, booking.PayFull)
			if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "SIM_TIMEOUT_AFTER"); err != nil {
				t.Fatal(err)
			}
			w.Payments.Wait()
			// An operator's mistake, or a fault elsewhere, loses the hold.
			if err := w.Store.Payments().Together(ctx, func(tx payment.Tx) error {
				b, err := tx.LockBooking(view.Ref)
				if err != nil {
					return err
				}
				b.State = booking.Expired
				if err := tx.SaveBooking(b); err != nil {
					return err
				}
				return tx.ReturnNights(b.Stay.UnitTypeID, b.Stay.Arrival, b.Stay.Nights)
			}); err != nil {
				t.Fatal(err)
			}
			if c.rebook {
				w.Booked(bookingtest.Visitor(), "last")
			}
			w.Clock.Advance(20 * time.Second)
			w.Tick()
			a, err := w.Payments.Status(ctx, v, p.ID, view.Ref)
			n, _ := ledger(w)
			want(t, "taken", w.Taken("last"), 1)
			if c.rebook {
				want(t, "code", codeOf(t, err), booking.UnitUnavailable)
				want(t, "charges", n, 0)
				want(t, "provider", w.Provider.Ledger()[0].State, "CANCELLED")
				return
			}
			if err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("got %+v, %v", a, err)
			}
			want(t, "charges", n, 1)
		})
	}
}

func TestWrongAmount(t *testing.T) {
	w := bookingtest.New(t, storetest.SQLite(t))
	v := bookingtest.Visitor()
	view := w.Booked(v, "caravan")
	p := w.Prepared(v, view, booking.PayFull)
	_, err := w.Pay(v, view.Ref, p.ID, goodCard, "SIM_WRONG_AMOUNT")
	want(t, "code", codeOf(t, err), booking.UnitUnavailable)
	w.Tick()
	n, _ := ledger(w)
	want(t, "charges", n, 0)
	want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Held)
}

func TestDoubleClicks(t *testing.T) {
	each(t, func(t *testing.T, w *bookingtest.World) {
		v := bookingtest.Visitor()
		view := w.Booked(v, "caravan")
		request := bookingtest.RequestFor(view, booking.PayFull)
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
		t.Run("[PAY-24] eight clicks on 'Make payment' are one order and one charge", func(t *testing.T) {
			parallel(8, func(int) {
				if a, err := w.Pay(v, view.Ref, ids[0], goodCard, "P O'Neill"); err != nil || a.Status != payment.StatusAuthorised {
					t.Errorf("got %+v, %v", a, err)
				}
			})
			w.Tick()
			want(t, "orders", len(w.Provider.Ledger()), 1)
			n, _ := ledger(w)
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
	each(t, func(t *testing.T, w *bookingtest.World) {
		ctx, v := context.Background(), bookingtest.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayDeposit)
		if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		later := bookingtest.Visitor()
		request := bookingtest.RequestFor(view, booking.PayTopUp)
		request.TopUp, request.Expected = "60", 60_00
		_, err := w.Payments.Prepay(ctx, later, request)
		want(t, "without a look-up", codeOf(t, err), booking.NotFound)
		found, err := w.Bookings.GetMyBooking(ctx, later, booking.Lookup{BookingID: view.Shown, Surname: "oneill bronte", Postcode: "YO11 2AB"})
		if err != nil || found.Outstanding() != 140_00 {
			t.Fatalf("got %v, %v", found.Outstanding(), err)
		}
		t.Run("[MINE-19] an amount outside the bounds starts no payment", func(t *testing.T) {
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
		p, err = w.Payments.Prepay(ctx, later, request)
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.Pay(later, view.Ref, p.ID, goodCard, "P O'Neill")
		if err != nil || a.AmountPaid != 60_00 || a.Outstanding != 80_00 {
			t.Fatalf("got %+v, %v", a, err)
		}
		w.Tick()
		n, sum := ledger(w)
		want(t, "charges", n, 2)
		want(t, "charged", sum, 10900)
		want(t, "letters", strings.Join(w.Letters.Kinds(), " "), booking.LetterConfirmation+" "+booking.LetterReceipt)
		mine, err := w.Bookings.MyBookings(ctx, later)
		if err != nil || len(mine) != 1 || len(mine[0].Payments) != 2 || mine[0].Payments[1].Amount != 60_00 {
			t.Errorf("got %+v, %v", mine, err)
		}
	})
}

func TestZeroPayments(t *testing.T) {
	for _, c := range []struct{ title, unit, code string }{
		{"[AMT-14] a voucher over the total pays all of it", "caravan", "GIFTBIG"},
		{"a discount over the total leaves nothing to pay", "caravan", "HUGE"},
		{"[AMT-15] a voucher over a compulsory deposit pays the deposit", "euro", "GIFT50"},
	} {
		t.Run(c.title, func(t *testing.T) {
			w := bookingtest.New(t, storetest.SQLite(t))
			ctx, v := context.Background(), bookingtest.Visitor()
			view := w.Booked(v, c.unit)
			d, err := w.Bookings.SetDiscount(ctx, v, view.Ref, c.code)
			if err != nil {
				t.Fatal(err)
			}
			p := w.Prepared(v, d.View, booking.PayFull)
			want(t, "amount", p.Amount, 0)
			want(t, "method", p.Method, payment.Voucher)
			a, err := w.Payments.Confirm(ctx, v, p.ID, view.Ref, payment.Result{})
			if err != nil || a.Status != payment.StatusAuthorised || a.AmountPaid != 0 {
				t.Fatalf("got %+v, %v", a, err)
			}
			w.Tick()
			want(t, "orders at the provider", len(w.Provider.Ledger()), 0)
			want(t, "letters", len(w.Letters.Kinds()), 1)
			left := money.Pence(0)
			if c.unit == "euro" {
				left = 189_00 - 47_25 // the operator's balance
			}
			want(t, "outstanding", state(t, w, view.Ref).Booking.Outstanding(), left)
		})
	}
}

func TestAttemptsAreLimited(t *testing.T) {
	w := bookingtest.New(t, storetest.SQLite(t))
	v := bookingtest.Visitor()
	view := w.Booked(v, "caravan")
	for range 5 {
		p := w.Prepared(v, view, booking.PayFull)
		_, err := w.Pay(v, view.Ref, p.ID, goodCard, "REFUSED")
		want(t, "refused", codeOf(t, err), booking.PaymentRefused)
	}
	_, err := w.Payments.Prepay(context.Background(), v, bookingtest.RequestFor(view, booking.PayFull))
	want(t, "the sixth", codeOf(t, err), booking.RateLimited)
	want(t, "orders", len(w.Provider.Ledger()), 5)
}

func TestPriceChangesAndMethods(t *testing.T) {
	w := bookingtest.New(t, storetest.SQLite(t), func(_ *booking.Config, p *payment.Config) { p.CardOn = func() bool { return false } })
	ctx, v := context.Background(), bookingtest.Visitor()
	view := w.Booked(v, "caravan")
	request := bookingtest.RequestFor(view, booking.PayFull)
	request.Expected--
	_, err := w.Payments.Prepay(ctx, v, request)
	want(t, "another amount", codeOf(t, err), booking.PriceChanged)
	request = bookingtest.RequestFor(view, booking.PayFull)
	request.QuoteHash = "other"
	_, err = w.Payments.Prepay(ctx, v, request)
	want(t, "another quote", codeOf(t, err), booking.PriceChanged)
	t.Run("[PAY-30] with the card flag off the card is refused", func(t *testing.T) {
		_, err = w.Payments.Prepay(ctx, v, bookingtest.RequestFor(view, booking.PayFull))
		want(t, "card", codeOf(t, err), booking.MethodUnavailable)
	})
	request = bookingtest.RequestFor(view, booking.PayFull)
	request.Method = payment.Wallet
	_, err = w.Payments.Prepay(ctx, v, request)
	want(t, "wallet", codeOf(t, err), booking.MethodUnavailable)
}

func TestOperators(t *testing.T) {
	each(t, func(t *testing.T, w *bookingtest.World) {
		ctx, v := context.Background(), bookingtest.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayFull)
		if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		if err := w.Payments.Cancel(ctx, view.Shown); err != nil {
			t.Fatal(err)
		}
		want(t, "cancelled", state(t, w, view.Ref).Booking.State, booking.Cancelled)
		want(t, "taken", w.Taken("caravan"), 0)
		want(t, "again", codeOf(t, w.Payments.Cancel(ctx, view.Shown)), booking.WrongState)
		if err := w.Payments.Refund(ctx, view.Shown); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		o := state(t, w, view.Ref)
		want(t, "refunded", o.Booking.State, booking.Refunded)
		want(t, "attempt", o.Attempts[0].State, payment.Refunded)
		n, _ := ledger(w)
		want(t, "charges kept", n, 0)
		if o.Booking.Contact != (booking.Contact{}) {
			t.Error("an operator is shown personal data")
		}
	})
}

func TestNotificationsOnlyMakeUsAsk(t *testing.T) {
	w := bookingtest.New(t, storetest.SQLite(t), impatient)
	ctx, v := context.Background(), bookingtest.Visitor()
	view := w.Booked(v, "caravan")
	p := w.Prepared(v, view, booking.PayFull)
	note := func(code, merchant string) []byte {
		return []byte(`<paymentService version="1.4" merchantCode="` + merchant + `"><notify><orderStatusEvent orderCode="` + code +
			`"><payment><lastEvent>AUTHORISED</lastEvent></payment></orderStatusEvent></notify></paymentService>`)
	}
	code := state(t, w, view.Ref).Attempts[0].OrderCode
	if err := w.Payments.Notify(ctx, note(code, w.Account.MerchantCode)); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	want(t, "a forged notification books nothing", state(t, w, view.Ref).Booking.State, booking.Paying)
	if err := w.Payments.Notify(ctx, note("nothing-01", w.Account.MerchantCode)); err != nil {
		t.Errorf("an unknown order: %v", err)
	}
	want(t, "another merchant", codeOf(t, w.Payments.Notify(ctx, note(code, "OTHER"))), booking.InvalidRequest)
	if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "SIM_TIMEOUT_AFTER"); err != nil {
		t.Fatal(err)
	}
	w.Payments.Wait()
	for range 2 {
		if err := w.Payments.Notify(ctx, note(code, w.Account.MerchantCode)); err != nil {
			t.Fatal(err)
		}
		w.Tick() // no time has passed: it is the notification that made us ask
	}
	n, _ := ledger(w)
	want(t, "charges", n, 1)
	want(t, "letters", len(w.Letters.Kinds()), 1)
}

// The visitor goes back from the payment step and changes what is paid for: the
// attempt that waited for the browser is worth nothing any more.
func TestChangesAfterPrepayment(t *testing.T) {
	each(t, func(t *testing.T, w *bookingtest.World) {
		ctx, v := context.Background(), bookingtest.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayFull)
		view, err := w.Bookings.SetExtras(ctx, v, view.Ref, map[string]int{"LIN": 1})
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
		_, err = w.Bookings.SetExtras(ctx, v, view.Ref, nil)
		want(t, "a change while the bank asks", codeOf(t, err), booking.PaymentInProgress)
		back := w.AskBank(a.Challenge, "approve")
		if _, err := w.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD")); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		n, sum := ledger(w)
		want(t, "charges", n, 1)
		want(t, "charged", sum, 20150)
	})
}
