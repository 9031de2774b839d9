package payment_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// One test for each row of the table of payment failures that no other test
// proves. Each title has the number of its row.

// paying is a booking whose visitor begins to pay.
type paying struct {
	*testing.T
	*testworld.World
	v    booking.Visitor
	view booking.View
	p    payment.Prepared
}

// toPay prepares the full payment of a unit.
func toPay(t *testing.T, w *testworld.World, unit string) *paying {
	t.Helper()
	p := &paying{T: t, World: w, v: testworld.Visitor()}
	p.view = w.Booked(p.v, unit)
	p.p = w.Prepared(p.v, p.view, booking.PayFull)
	return p
}

func (p *paying) card(card, name string) (payment.Answer, error) {
	p.Helper()
	return p.Pay(p.v, p.view.Ref, p.p.ID, card, name)
}

// challenged sends a card that the bank asks about, and returns what the bank
// posts after the visitor's decision.
func (p *paying) challenged(card, name string) url.Values {
	p.Helper()
	a, err := p.card(card, name)
	if err != nil || a.Challenge == nil {
		p.Fatalf("got %+v, %v", a, err)
	}
	return p.AskBank(a.Challenge, "approve")
}

func (p *paying) returns(back url.Values) payment.Result {
	p.Helper()
	r, err := p.Payments.Return(context.Background(), back.Get("TransactionId"), back.Get("MD"))
	if err != nil {
		p.Fatal(err)
	}
	return r
}

// again prepares another attempt and pays it with a good card.
func (p *paying) again() {
	p.Helper()
	before := p.p.ID
	p.p = p.Prepared(p.v, p.view, booking.PayFull)
	if p.p.ID == before {
		p.Errorf("the attempt %s is used again", before)
	}
	p.pays()
}

// pays sends a good card and waits for the answer.
func (p *paying) pays() {
	p.Helper()
	if _, err := p.card(goodCard, "P O'Neill"); err != nil {
		p.Fatal(err)
	}
	p.CallsEnd()
	if a, err := p.Payments.Status(context.Background(), p.v, p.p.ID, p.view.Ref); err != nil || a.Status != payment.StatusAuthorised {
		p.Fatalf("got %+v, %v", a, err)
	}
}

func (p *paying) state(booked booking.State, attempt payment.State) {
	p.Helper()
	o := state(p.T, p.World, p.view.Ref)
	want(p.T, "booking", o.Booking.State, booked)
	want(p.T, "attempt", o.Attempts[len(o.Attempts)-1].State, attempt)
}

// expectKept checks how much money the provider keeps, and that as much counts as
// paid.
func (p *paying) expectKept(charges int, pence int64) {
	p.Helper()
	n, sum := providerTotals(p.World)
	want(p.T, "charges", n, charges)
	want(p.T, "charged", sum, pence)
	want(p.T, "paid", int64(state(p.T, p.World, p.view.Ref).Booking.AmountPaid), pence)
}

// loseHold ends a hold while its payment is under way, as a fault elsewhere
// could.
func (p *paying) loseHold() {
	p.Helper()
	err := p.Store.Payments().GroupCommit(context.Background(), func(tx payment.Tx) error {
		b, err := tx.LockBooking(p.view.Ref)
		if err != nil {
			return err
		}
		b.State = booking.Expired
		if err := tx.SaveBooking(b); err != nil {
			return err
		}
		return tx.ReturnNights(b.Stay.UnitTypeID, b.Stay.Arrival, b.Stay.Nights)
	})
	if err != nil {
		p.Fatal(err)
	}
}

func (p *paying) notify(event, more string) {
	p.Helper()
	err := p.Payments.Notify(context.Background(), payment.Card, nil, []byte(`<paymentService version="1.4" merchantCode="`+p.Account.MerchantCode+
		`"><notify><orderStatusEvent orderCode="`+p.p.ID+`"><payment>`+more+`<lastEvent>`+event+`</lastEvent></payment></orderStatusEvent></notify></paymentService>`))
	if err != nil {
		p.Fatalf("the notification %s: %v", event, err)
	}
}

func TestABrowserThatIsClosed(t *testing.T) {
	for title, atBank := range map[string]bool{
		"[PAYFAIL-1] during 3-D Secure: abandoned, released, and payable again":                      false,
		"[PAYFAIL-2] after the bank approved, before the return: abandoned, released, payable again": true,
	} {
		t.Run(title, func(t *testing.T) {
			anyDatabase(t, func(t *testing.T, w *testworld.World) {
				p := toPay(t, w, "caravan")
				a, err := p.card(challengedCard, "P O'Neill")
				if err != nil {
					t.Fatal(err)
				}
				if atBank {
					w.AskBank(a.Challenge, "approve")
				}
				runLoopsAfter(w, 10*time.Minute)
				p.state(booking.Paying, payment.StateChallenge)
				p.expectKept(0, 0)
				p.again() // the visitor returns
				want(t, "the first attempt", state(t, w, p.view.Ref).Attempts[0].State, payment.StateAbandoned)
				w.Tick()
				p.expectKept(1, 18900)

				gone := toPay(t, w, "last")
				if _, err := gone.card(challengedCard, "P O'Neill"); err != nil {
					t.Fatal(err)
				}
				runLoopsAfter(w, 61*time.Minute)
				gone.state(booking.Expired, payment.StateAbandoned)
				want(t, "taken", w.Taken("last"), 0)
				want(t, "money of it", w.Provider.Ledger()[0].Captured, 0)
			})
		})
	}
	t.Run("[PAYFAIL-3] after the return from the bank: the booking is confirmed without it, and found again", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			p.returns(p.challenged(challengedCard, "P O'Neill"))
			w.Tick()
			p.state(booking.Confirmed, payment.StateCaptured)
			p.expectKept(1, 18900)
			want(t, "e-mails", strings.Join(w.Emails.Kinds(), " "), booking.EmailConfirmation)
			a, err := w.Payments.Recall(context.Background(), p.v, p.p.ID, p.view.Ref) // after a reload
			if err != nil || a.ConfirmationID != p.view.Shown {
				t.Errorf("reloaded: %+v, %v", a, err)
			}
			found, err := w.Bookings.GetMyBooking(context.Background(), testworld.Visitor(),
				booking.Lookup{BookingID: p.view.Shown, Surname: "oneill bronte", Postcode: "YO11 2AB"})
			if err != nil || found.AmountPaid != 189_00 {
				t.Errorf("My Booking: %+v, %v", found, err)
			}
		})
	})
}

func TestSeveralTabsAndVisitors(t *testing.T) {
	ctx := context.Background()
	t.Run("[PAYFAIL-5] two tabs: the same amount is the same attempt, another amount in flight is refused, one charge", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			second := w.Prepared(p.v, p.view, booking.PayFull)
			want(t, "the second tab's attempt", second.ID, p.p.ID)
			if _, err := p.card(goodCard, "SIM_TIMEOUT_AFTER"); err != nil {
				t.Fatal(err)
			}
			_, err := w.Payments.Prepay(ctx, p.v, testworld.RequestFor(p.view, booking.PayDeposit))
			want(t, "another amount", codeOf(t, err), booking.PaymentInProgress)
			w.CallsEnd()
			runLoopsAfter(w, time.Minute)
			p.expectKept(1, 18900)
		}, impatient)
	})
	t.Run("[PAYFAIL-6] two visitors and the last unit: the second authorisation is cancelled, and its visitor told", func(t *testing.T) {
		eachDatabase(t, func(t *testing.T, w *testworld.World) {
			slow := toPay(t, w, "last")
			back := slow.challenged(challengedCard, "P O'Neill")
			slow.loseHold()
			quick := toPay(t, w, "last")
			quick.returns(quick.challenged(challengedCard, "S Brown"))
			slow.returns(back)
			w.Tick()
			quick.state(booking.Confirmed, payment.StateCaptured)
			slow.state(booking.Expired, payment.StateCancelled)
			_, err := w.Payments.Status(ctx, slow.v, slow.p.ID, slow.view.Ref)
			f, _ := booking.FailureOf(err)
			if f == nil || f.Message != "Sorry, this holiday is no longer available. Please try searching for another holiday" {
				t.Errorf("the slow visitor reads %v", err)
			}
			quick.expectKept(1, 18900)
			want(t, "taken", w.Taken("last"), 1)
		})
	})
	t.Run("[PAYFAIL-72] another visitor's session finds no payment and changes nothing", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			foreign := testworld.Visitor()
			_, err := w.Pay(foreign, p.view.Ref, p.p.ID, goodCard, "P O'Neill")
			want(t, "authorise", codeOf(t, err), booking.NotFound)
			_, err = w.Payments.Status(ctx, foreign, p.p.ID, p.view.Ref)
			want(t, "status", codeOf(t, err), booking.NotFound)
			_, err = w.Payments.Recall(ctx, foreign, p.p.ID, p.view.Ref)
			want(t, "recall", codeOf(t, err), booking.NotFound)
			_, err = w.Payments.Confirm(ctx, foreign, p.p.ID, p.view.Ref, payment.Result{})
			want(t, "confirm", codeOf(t, err), booking.NotFound)
			p.state(booking.Paying, payment.StateCreated)
			want(t, "orders", len(w.Provider.Ledger()), 0)
		})
	})
	t.Run("[PAYFAIL-55] two top-ups at once never pay more than what is outstanding", func(t *testing.T) {
		eachDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			p.p = w.Prepared(p.v, p.view, booking.PayDeposit)
			if _, err := p.card(goodCard, "P O'Neill"); err != nil {
				t.Fatal(err)
			}
			devices := []booking.Visitor{testworld.Visitor(), testworld.Visitor()}
			for _, v := range devices {
				if _, err := w.Bookings.GetMyBooking(ctx, v, booking.Lookup{BookingID: p.view.Shown, Surname: "oneill bronte", Postcode: "YO11 2AB"}); err != nil {
					t.Fatal(err)
				}
			}
			parallel(len(devices), func(i int) {
				request := testworld.RequestFor(p.view, booking.PayTopUp)
				request.TopUp, request.Expected = "100", 100_00
				prepared, err := w.Payments.Prepay(ctx, devices[i], request)
				if err == nil {
					_, err = w.Pay(devices[i], p.view.Ref, prepared.ID, goodCard, "P O'Neill")
				}
				codeOf(t, err)
			})
			w.CallsEnd()
			w.Tick()
			o := state(t, w, p.view.Ref)
			if o.Booking.AmountPaid != 49_00 && o.Booking.AmountPaid != 149_00 {
				t.Errorf("%s was paid of £189.00", o.Booking.AmountPaid)
			}
			_, sum := providerTotals(w)
			want(t, "at the provider", sum, int64(o.Booking.AmountPaid))
		})
	})
}

func TestAnswersThatDoNotCome(t *testing.T) {
	ctx := context.Background()
	t.Run("[PAYFAIL-8] a time-out before the provider received it: not found twice, failed, and payable with a new order code", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			a, err := p.card(goodCard, "SIM_TIMEOUT_BEFORE")
			want(t, "answer", a.Status, payment.StatusPending)
			if err != nil {
				t.Fatal(err)
			}
			w.CallsEnd()
			for range 4 {
				runLoopsAfter(w, time.Minute)
				p.state(booking.Paying, payment.StateUnknown)
			}
			_, err = w.Payments.Prepay(ctx, p.v, testworld.RequestFor(p.view, booking.PayFull))
			want(t, "another attempt meanwhile", codeOf(t, err), booking.PaymentInProgress)
			for range 10 {
				runLoopsAfter(w, time.Minute)
			}
			p.state(booking.Held, payment.StateFailed)
			p.again()
			w.Tick()
			p.expectKept(1, 18900)
		}, impatient)
	})
	t.Run("[PAYFAIL-10] Retry while the outcome is unknown sends nothing and stays with the attempt", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			for range 3 {
				a, err := p.card(goodCard, "SIM_TIMEOUT_AFTER")
				if err != nil || a.Status != payment.StatusPending {
					t.Fatalf("got %+v, %v", a, err)
				}
				w.CallsEnd()
				if a, err = w.Payments.Recall(ctx, p.v, p.p.ID, p.view.Ref); err != nil || a.Status != payment.StatusPending {
					t.Fatalf("got %+v, %v", a, err)
				}
			}
			want(t, "orders", len(w.Provider.Ledger()), 1)
			want(t, "attempts", len(state(t, w, p.view.Ref).Attempts), 1)
		}, impatient)
	})
	for _, fault := range []string{"SIM_HTTP500", "SIM_BAD_XML"} {
		t.Run("[PAY-23] [PAYFAIL-11] the answer "+fault+" is unknown, never refused, and settled later", func(t *testing.T) {
			anyDatabase(t, func(t *testing.T, w *testworld.World) {
				p := toPay(t, w, "caravan")
				a, err := p.card(goodCard, fault)
				if err != nil || a.Status != payment.StatusPending {
					t.Fatalf("got %+v, %v", a, err)
				}
				w.CallsEnd()
				p.state(booking.Paying, payment.StateUnknown)
				runLoopsAfter(w, aDay...)
				if fault == "SIM_BAD_XML" {
					p.state(booking.Confirmed, payment.StateCaptured)
					p.expectKept(1, 18900)
				} else {
					p.state(booking.Expired, payment.StateFailed)
					p.expectKept(0, 0)
				}
			}, impatient)
		})
	}
	t.Run("[PAYFAIL-41] 'duplicate order' means that it was received: it is asked for, with no new order code", func(t *testing.T) {
		storetest.Any(t, func(t *testing.T, db storetest.Database) {
			w := testworld.New(t, db)
			w.Account.Transport = &repeatFirstMessage{}
			w = w.SecondNode(db)
			p := toPay(t, w, "caravan")
			a, err := p.card(goodCard, "P O'Neill")
			if err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			w.CallsEnd()
			runLoopsAfter(w, time.Minute)
			p.state(booking.Confirmed, payment.StateCaptured)
			p.expectKept(1, 18900)
			want(t, "orders", len(w.Provider.Ledger()), 1)
		})
	})
	t.Run("[PAYFAIL-17] the database is down when the provider answers: confirmed once later", func(t *testing.T) {
		var flaky *flakyStore
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			flaky.failures.Store(1_000_000)
			a, err := p.card(goodCard, "P O'Neill")
			if err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			w.CallsEnd()
			flaky.failures.Store(0)
			runLoopsAfter(w, time.Minute, time.Minute)
			p.state(booking.Confirmed, payment.StateCaptured)
			p.expectKept(1, 18900)
			want(t, "e-mails", len(w.Emails.Kinds()), 1)
		}, impatient, func(_ *booking.Config, p *payment.Config) {
			flaky = &flakyStore{Store: p.Store}
			p.Store = flaky
		})
	})
}

// repeatFirstMessage sends the first message about an order twice, as a network may, and
// loses the first answer.
type repeatFirstMessage struct{ done atomic.Bool }

func (d *repeatFirstMessage) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	send := func() (*http.Response, error) {
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(bytes.NewReader(body))
		return http.DefaultTransport.RoundTrip(again)
	}
	if bytes.Contains(body, []byte("<submit>")) && !d.done.Swap(true) {
		resp, err := send()
		if err != nil {
			return nil, err
		}
		resp.Body.Close()
	}
	return send()
}

// deaf loses the provider's answers while it is set.
type deaf struct{ deaf atomic.Bool }

func (d *deaf) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err == nil && d.deaf.Load() {
		resp.Body.Close()
		return nil, errors.New("the answer was lost")
	}
	return resp, err
}

func TestNotificationsInAnyOrder(t *testing.T) {
	for title, fault := range map[string]string{
		"[PAYFAIL-18] before the answer: confirmed once, and the page shows it": "SIM_NOTIFY_FIRST",
		"[PAYFAIL-20] each twice: the state only moves forward":                 "SIM_NOTIFY_TWICE",
		"[PAYFAIL-20] out of order: the state only moves forward":               "SIM_NOTIFY_LATE",
	} {
		t.Run(title, func(t *testing.T) {
			anyDatabase(t, func(t *testing.T, w *testworld.World) {
				p := toPay(t, w, "caravan")
				var came, refused atomic.Int32
				merchant := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
					body, _ := io.ReadAll(r.Body)
					if err := w.Payments.Notify(context.Background(), payment.Card, nil, body); err != nil {
						refused.Add(1)
					}
					_, _ = io.WriteString(rw, "[OK]")
					came.Add(1)
				}))
				t.Cleanup(merchant.Close)
				want(t, "notified", w.Provider.NotifyAt(merchant.URL), nil)
				a, err := p.card(goodCard, fault)
				if err != nil || a.Status != payment.StatusAuthorised {
					t.Fatalf("got %+v, %v", a, err)
				}
				w.Tick()
				least := map[string]int32{"SIM_NOTIFY_FIRST": 1, "SIM_NOTIFY_TWICE": 4, "SIM_NOTIFY_LATE": 2}[fault]
				for deadline := time.Now().Add(30 * time.Second); came.Load() < least && time.Now().Before(deadline); {
					w.Tick()
				}
				if came.Load() < least || refused.Load() > 0 {
					t.Errorf("%d notifications came, %d were refused", came.Load(), refused.Load())
				}
				runLoopsAfter(w, aDay...)
				p.state(booking.Confirmed, payment.StateCaptured)
				p.expectKept(1, 18900)
				want(t, "alert", attemptOf(t, w, p.view.Ref).Alert, "")
				want(t, "e-mails", len(w.Emails.Kinds()), 1)
				if a, err = w.Payments.Status(context.Background(), p.v, p.p.ID, p.view.Ref); err != nil || a.Status != payment.StatusAuthorised {
					t.Errorf("the page gets %+v, %v", a, err)
				}
			})
		})
	}
	t.Run("[PAYFAIL-19] after the booking is confirmed: ignored", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			if _, err := p.card(goodCard, "P O'Neill"); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			before := attemptOf(t, w, p.view.Ref)
			p.notify("AUTHORISED", "")
			p.notify("CAPTURED", "")
			w.Tick()
			want(t, "attempt", attemptOf(t, w, p.view.Ref), before)
			p.expectKept(1, 18900)
			want(t, "e-mails", len(w.Emails.Kinds()), 1)
		})
	})
	t.Run("[PAYFAIL-21] of an unknown order: accepted, logged, and nothing else", func(t *testing.T) {
		var log bytes.Buffer
		w := testworld.New(t, storetest.SQLite(t), func(_ *booking.Config, p *payment.Config) { p.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		p := toPay(t, w, "caravan")
		before := attemptOf(t, w, p.view.Ref)
		known := p.p.ID
		p.p.ID = "nobodys"
		p.notify("AUTHORISED", "")
		p.p.ID = known
		w.Tick()
		want(t, "attempt", attemptOf(t, w, p.view.Ref), before)
		if !strings.Contains(log.String(), "notification for an order that is not ours") {
			t.Errorf("the log says %q", log.String())
		}
	})
}

func TestForgedResults(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		p, other := toPay(t, w, "caravan"), toPay(t, w, "caravan")
		honest := p.returns(p.challenged(challengedCard, "P O'Neill"))
		foreign := other.returns(other.challenged(challengedCard, "S Brown"))
		refused := func(t *testing.T, r payment.Result) {
			t.Helper()
			_, err := w.Payments.Confirm(ctx, p.v, p.p.ID, p.view.Ref, r)
			f, _ := booking.FailureOf(err)
			if f == nil || f.Code != booking.MACInvalid || f.Message != "There was an error during 3D Secure validation. Please try again." {
				t.Errorf("got %v", err)
			}
		}
		t.Run("[PAYFAIL-23] a wrong mac2 is refused, and an honest result succeeds later", func(t *testing.T) {
			before := attemptOf(t, w, p.view.Ref)
			forged := honest
			forged.MAC = strings.Map(func(r rune) rune { // another digit in every place
				return rune("123456789abcdef0"[strings.IndexRune("0123456789abcdef", r)])
			}, forged.MAC)
			refused(t, forged)
			want(t, "attempt", attemptOf(t, w, p.view.Ref), before)
			a, err := w.Payments.Confirm(ctx, p.v, p.p.ID, p.view.Ref, honest)
			if err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("the honest result: %+v, %v", a, err)
			}
		})
		t.Run("[PAYFAIL-25] a good mac2 of another booking's order is refused and says nothing of it", func(t *testing.T) {
			refused(t, foreign)
		})
		t.Run("[PAYFAIL-26] a status that was edited in the address fails the MAC", func(t *testing.T) {
			edited := w.Payments.Card.Sign(p.p.ID, "REFUSED", 189_00)
			edited.Status = "AUTHORISED"
			refused(t, edited)
		})
		t.Run("[PAYFAIL-27] a replayed result gets the same answer, and nothing is done again", func(t *testing.T) {
			w.Tick()
			first, err := w.Payments.Confirm(ctx, p.v, p.p.ID, p.view.Ref, honest)
			if err != nil {
				t.Fatal(err)
			}
			emails, events := len(w.Emails.Kinds()), len(w.Provider.Ledger()[0].Events)
			for range 3 {
				again, err := w.Payments.Confirm(ctx, p.v, p.p.ID, p.view.Ref, honest)
				if err != nil || again != first {
					t.Errorf("got %+v, %v, want %+v", again, err, first)
				}
				w.Tick()
			}
			want(t, "e-mails", len(w.Emails.Kinds()), emails)
			want(t, "events at the provider", len(w.Provider.Ledger()[0].Events), events)
		})
	})
	t.Run("[PAYFAIL-28] a replayed return from the bank makes one second call", func(t *testing.T) {
		eachDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			back := p.challenged(challengedCard, "P O'Neill")
			results := make([]payment.Result, 6)
			parallel(len(results), func(i int) { results[i], _ = w.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD")) })
			for _, r := range results {
				want(t, "result", r, results[0])
			}
			w.Tick()
			want(t, "events", strings.Join(w.Provider.Ledger()[0].Events, ", "), "CHALLENGED, the visitor: approve, AUTHORISED, CAPTURED")
			p.expectKept(1, 18900)
		})
	})
	t.Run("[PAYFAIL-29] a return with a foreign transaction or a changed MD is refused and changes nothing", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p, other := toPay(t, w, "caravan"), toPay(t, w, "caravan")
			back, foreign := p.challenged(challengedCard, "P O'Neill"), other.challenged(challengedCard, "S Brown")
			before := attemptOf(t, w, p.view.Ref)
			for _, r := range [][2]string{{foreign.Get("TransactionId"), back.Get("MD")}, {"", back.Get("MD")},
				{back.Get("TransactionId"), back.Get("MD") + "0"}, {back.Get("TransactionId"), ""}, {back.Get("TransactionId"), foreign.Get("MD")}} {
				_, err := w.Payments.Return(ctx, r[0], r[1])
				want(t, "code", codeOf(t, err), booking.InvalidRequest)
			}
			want(t, "attempt", attemptOf(t, w, p.view.Ref), before)
		})
	})
}

func TestAmountsThatDiffer(t *testing.T) {
	ctx := context.Background()
	for title, fault := range map[string]string{
		"[PAYFAIL-30] another amount is not booked: cancelled, with an alert":   "SIM_WRONG_AMOUNT",
		"[PAYFAIL-31] another currency is not booked: cancelled, with an alert": "SIM_WRONG_CURRENCY",
	} {
		t.Run(title, func(t *testing.T) {
			anyDatabase(t, func(t *testing.T, w *testworld.World) {
				p := toPay(t, w, "caravan")
				_, err := p.card(goodCard, fault)
				want(t, "code", codeOf(t, err), booking.UnitUnavailable)
				w.Tick()
				p.state(booking.Held, payment.StateCancelled)
				p.expectKept(0, 0)
				want(t, "at the provider", w.Provider.Ledger()[0].State, "CANCELLED")
				if attemptOf(t, w, p.view.Ref).Alert == "" {
					t.Error("no member of staff is told")
				}
			})
		})
	}
	t.Run("[PAYFAIL-31] another currency in a notification raises an alert and has no effect", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			if _, err := p.card(goodCard, "P O'Neill"); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			p.notify("CAPTURED", `<amount value="18900" currencyCode="EUR" exponent="2"/>`)
			w.Tick()
			p.state(booking.Confirmed, payment.StateCaptured)
			p.expectKept(1, 18900)
			first := attemptOf(t, w, p.view.Ref).Alert
			if first == "" {
				t.Error("no member of staff is told")
			}
			p.notify("CAPTURED", `<amount value="18900" currencyCode="USD" exponent="2"/>`)
			want(t, "the alert that nobody has read yet", attemptOf(t, w, p.view.Ref).Alert, first)
		})
	})
	t.Run("[PAYFAIL-32] an amount of the client's own is refused", func(t *testing.T) {
		w := testworld.New(t, storetest.SQLite(t))
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		for _, amount := range []money.Pence{1, 188_99, 189_01, 0, -189_00} {
			request := testworld.RequestFor(view, booking.PayFull)
			request.Expected = amount
			_, err := w.Payments.Prepay(ctx, v, request)
			want(t, amount.String(), codeOf(t, err), booking.PriceChanged)
		}
		want(t, "the server's own", w.Prepared(v, view, booking.PayFull).Amount, 189_00)
	})
	for title, change := range map[string]func(w *testworld.World, p *paying) error{
		"extras": func(w *testworld.World, p *paying) error {
			_, err := w.Bookings.SetExtras(ctx, p.v, p.view.Ref, booking.Choice{Quantities: map[string]int{"LIN": 1}})
			return err
		},
		"the discount": func(w *testworld.World, p *paying) error {
			_, err := w.Bookings.SetDiscount(ctx, p.v, p.view.Ref, "SPRING20")
			return err
		},
	} {
		t.Run("[PAYFAIL-33] "+title+" changed after pre-payment: the attempt ends, the new amounts are shown, nothing is charged", func(t *testing.T) {
			anyDatabase(t, func(t *testing.T, w *testworld.World) {
				p := toPay(t, w, "caravan")
				if err := change(w, p); err != nil {
					t.Fatal(err)
				}
				_, err := p.card(goodCard, "P O'Neill")
				want(t, "code", codeOf(t, err), booking.PriceChanged)
				want(t, "orders", len(w.Provider.Ledger()), 0)
				p.state(booking.Held, payment.StateAbandoned)
				today, err := w.Bookings.Load(ctx, p.v, p.view.Ref)
				if err != nil || today.Quote.Total == p.view.Quote.Total {
					t.Errorf("the new quote: %s, %v", today.Quote.Total, err)
				}
				p.view = today
				p.again()
				w.Tick()
				p.expectKept(1, int64(today.Quote.Total))
			})
		})
	}
	t.Run("[PAYFAIL-53] a penny, the largest amount and odd pence reach the provider exactly", func(t *testing.T) {
		for _, price := range []money.Pence{1, 33_33, 99_999_99} {
			w := testworld.New(t, storetest.SQLite(t))
			testworld.Publish(t, w.Store, price)
			v := testworld.Visitor()
			view, err := w.Bookings.Start(ctx, v, booking.StartRequest{
				OfferID: booking.Offer{UnitTypeID: "boat", Arrival: testworld.Summer, Nights: 3, Price: price}.ID(), Party: testworld.Couple})
			if err != nil {
				t.Fatal(err)
			}
			if _, err = w.Bookings.SetUserDetails(ctx, v, view.Ref, testworld.Jo); err != nil {
				t.Fatal(err)
			}
			members := append([]booking.Member{}, testworld.Members...)
			if view, err = w.Bookings.SetPartyDetails(ctx, v, view.Ref, members, false); err != nil {
				t.Fatal(err)
			}
			p := &paying{T: t, World: w, v: v, view: view, p: w.Prepared(v, view, booking.PayFull)}
			if _, err := p.card(goodCard, "P O'Neill"); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			want(t, "at the provider", w.Provider.Ledger()[0].Amount, int64(price))
			p.expectKept(1, int64(price))
		}
	})
	t.Run("[PAYFAIL-51] the operator's deposit rule decides, not the visitor's choice", func(t *testing.T) {
		w := testworld.New(t, storetest.SQLite(t))
		for _, c := range []struct {
			unit   string
			option booking.PaymentOption
			amount money.Pence
		}{{"euro", booking.PayFull, 47_25}, {"euro", booking.PayDeposit, 47_25}, {"boat", booking.PayDeposit, 189_00}} {
			v := testworld.Visitor()
			view := w.Booked(v, c.unit)
			request := testworld.RequestFor(view, c.option)
			request.Expected = c.amount
			p, err := w.Payments.Prepay(ctx, v, request)
			if err != nil || p.Amount != c.amount {
				t.Errorf("%s, %s: %s, %v", c.unit, c.option, p.Amount, err)
			}
		}
	})
}

func TestHoldsThatEndDuringAChallenge(t *testing.T) {
	t.Run("[PAYFAIL-34] the unit is free: it is taken again and booked", func(t *testing.T) {
		eachDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "last")
			back := p.challenged(challengedCard, "P O'Neill")
			p.loseHold()
			p.returns(back)
			w.Tick()
			p.state(booking.Confirmed, payment.StateCaptured)
			p.expectKept(1, 18900)
			want(t, "taken", w.Taken("last"), 1)
		})
	})
	t.Run("[PAYFAIL-35] the unit is sold: cancelled, and the visitor reads that it is gone", func(t *testing.T) {
		eachDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "last")
			back := p.challenged(challengedCard, "P O'Neill")
			p.loseHold()
			w.Booked(testworld.Visitor(), "last")
			p.returns(back)
			w.Tick()
			p.state(booking.Expired, payment.StateCancelled)
			p.expectKept(0, 0)
			_, err := w.Payments.Status(context.Background(), p.v, p.p.ID, p.view.Ref)
			f, _ := booking.FailureOf(err)
			if f == nil || f.Message != "Sorry, this holiday is no longer available. Please try searching for another holiday" {
				t.Errorf("the visitor reads %v", err)
			}
		})
	})
	t.Run("[PAYFAIL-39] a second challenge is refused, with one clear message, and the booking can be paid", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			p.returns(p.challenged(challengedCard, "SIM_SECOND_CHALLENGE"))
			_, err := w.Payments.Status(context.Background(), p.v, p.p.ID, p.view.Ref)
			want(t, "code", codeOf(t, err), booking.PaymentRefused)
			p.state(booking.Held, payment.StateRefused)
			p.again()
			w.Tick()
			p.expectKept(1, 18900)
		})
	})
	t.Run("[PAYFAIL-40] the cookie of the provider's machine survives a restart; without it the payment fails safely", func(t *testing.T) {
		storetest.Any(t, func(t *testing.T, db storetest.Database) {
			w := testworld.New(t, db)
			p := toPay(t, w, "caravan")
			back := p.challenged(challengedCard, "P O'Neill")
			p.World = w.SecondNode(db)
			p.returns(back)
			p.Tick()
			p.state(booking.Confirmed, payment.StateCaptured)
			p.expectKept(1, 18900)

			lost := toPay(t, w, "caravan")
			back = lost.challenged(challengedCard, "S Brown")
			if err := w.Store.Payments().Update(context.Background(), func(tx payment.Tx) error {
				a, err := tx.LockAttempt(lost.p.ID)
				if err != nil {
					return err
				}
				a.Stickiness = ""
				return tx.SaveAttempt(a)
			}); err != nil {
				t.Fatal(err)
			}
			lost.returns(back)
			lost.state(booking.Held, payment.StateAuthenticationFailed)
			lost.again()
			w.Tick()
			lost.state(booking.Confirmed, payment.StateCaptured)
		})
	})
	t.Run("[PAYFAIL-70] a form that has expired by a wrong clock is refused, and the visitor can try again", func(t *testing.T) {
		var wrong atomic.Int64
		var clock func() time.Time
		w := testworld.New(t, storetest.SQLite(t), func(_ *booking.Config, p *payment.Config) {
			clock = p.Clock
			p.Clock = func() time.Time { return clock().Add(time.Duration(wrong.Load())) }
		})
		for _, skew := range []time.Duration{-5 * time.Hour, 5 * time.Hour} {
			p := toPay(t, w, "caravan")
			wrong.Store(int64(skew))
			a, err := p.card(challengedCard, "P O'Neill")
			if err != nil {
				t.Fatal(err)
			}
			wrong.Store(0)
			resp, err := http.PostForm(a.Challenge.URL, url.Values{"JWT": {a.Challenge.JWT}, "MD": {a.Challenge.MD}})
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			want(t, "the bank's answer to a clock that is "+skew.String()+" off", resp.StatusCode, http.StatusBadRequest)
			p.view, err = w.Bookings.Load(context.Background(), p.v, p.view.Ref)
			if err != nil {
				t.Fatal(err)
			}
			runLoopsAfter(w, 16*time.Minute)
			p.again()
		}
	})
}

func TestCardsAndAddresses(t *testing.T) {
	t.Run("[PAYFAIL-44] a card that is no test card is refused in the demo, and nothing of it is stored", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p := toPay(t, w, "caravan")
			_, err := p.card("4000056655665556", "A Realperson")
			want(t, "code", codeOf(t, err), booking.PaymentRefused)
			want(t, "orders", len(w.Provider.Ledger()), 0)
			kept := everything(t, w.Store)
			if !strings.Contains(kept, testworld.Jo.Email) || strings.Contains(kept, "4000056655665556") || strings.Contains(kept, "Realperson") || strings.Contains(kept, "5556") {
				t.Error("something of the card is stored")
			}
			if note := attemptOf(t, w, p.view.Ref).Note; !strings.Contains(note, "7") {
				t.Errorf("the provider's answer is noted as %q", note)
			}
		})
	})
	t.Run("[PAYFAIL-45] the card's address is the home address, or the other one that was given", func(t *testing.T) {
		w := testworld.New(t, storetest.SQLite(t))
		for different, postcode := range map[bool]string{false: "YO11 2AB", true: "LS1 4DY"} {
			p := toPay(t, w, "caravan")
			jwe, err := simulator.EncryptCard(w.Account.PublicKey, goodCard, "123", "12", "2030", "P O'Neill")
			if err != nil {
				t.Fatal(err)
			}
			s := payment.Submission{ID: p.p.ID, BookID: p.view.Ref, EncryptedData: jwe, DeviceReference: "df", WindowSize: "390x400", BillingDifferent: different}
			if different {
				s.Billing = testworld.Jo
				s.Billing.Address1, s.Billing.Town, s.Billing.Postcode = "1 Park Row", "Leeds", "LS1 4DY"
			}
			if _, err := w.Payments.Authorise(context.Background(), p.v, s); err != nil {
				t.Fatal(err)
			}
			for _, o := range w.Provider.Ledger() {
				if o.Code == p.p.ID {
					want(t, "the card's postcode", o.Postcode, postcode)
				}
			}
		}
	})
}

func TestNothingToPay(t *testing.T) {
	ctx := context.Background()
	free := func(t *testing.T, w *testworld.World, unit, code string, option booking.PaymentOption) (*paying, booking.View) {
		t.Helper()
		v := testworld.Visitor()
		view := w.BookedWith(v, unit, code)
		return &paying{T: t, World: w, v: v, view: view, p: w.Prepared(v, view, option)}, view
	}
	for _, c := range []struct {
		title, unit, code string
		off, outstanding  money.Pence
	}{
		{"[PAYFAIL-46] a discount of everything: confirmed without the provider", "caravan", "HUGE", 189_00, 0},
		{"[PAYFAIL-47] a voucher of exactly everything: confirmed without the provider", "caravan", "GIFTALL", 189_00, 0},
		{"[PAYFAIL-47] [AMT-15] a voucher over a compulsory deposit: the deposit is £0, the balance is the operator's", "euro", "GIFT50", 47_25, 141_75},
		{"[PAYFAIL-48] [AMT-14] a voucher over the total is clamped, and its rest stays on it", "caravan", "GIFTBIG", 189_00, 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			anyDatabase(t, func(t *testing.T, w *testworld.World) {
				p, view := free(t, w, c.unit, c.code, booking.PayFull)
				want(t, "taken off", view.Quote.Discount, c.off)
				want(t, "to pay", p.p.Amount, 0)
				want(t, "method", p.p.Method, payment.Voucher)
				if c.code != "HUGE" {
					want(t, "paid with the voucher", view.Quote.PaidWithFullVoucher, true)
				}
				a, err := w.Payments.Confirm(ctx, p.v, p.p.ID, p.view.Ref, payment.Result{})
				if err != nil || a.Status != payment.StatusAuthorised || a.AmountPaid != 0 {
					t.Fatalf("got %+v, %v", a, err)
				}
				w.Tick()
				p.state(booking.Confirmed, payment.StateCaptured)
				p.expectKept(0, 0)
				want(t, "orders", len(w.Provider.Ledger()), 0)
				want(t, "e-mails", len(w.Emails.Kinds()), 1)
				want(t, "outstanding", state(t, w, p.view.Ref).Booking.Outstanding(), c.outstanding)
				if c.code != "HUGE" {
					want(t, "spent of the voucher", moneyOf(t, w, p.view.Ref).Voucher, c.off)
				}
			})
		})
	}
	t.Run("[PAYFAIL-49] a voucher used twice at once is spent once; the other visitor sees the new amounts", func(t *testing.T) {
		eachDatabase(t, func(t *testing.T, w *testworld.World) {
			visitors := []booking.Visitor{testworld.Visitor(), testworld.Visitor(), testworld.Visitor()}
			var refs []string
			for _, v := range visitors {
				refs = append(refs, w.Booked(v, "many").Ref)
			}
			parallel(len(visitors), func(i int) {
				if _, err := w.Bookings.SetDiscount(ctx, visitors[i], refs[i], "GIFT50"); err != nil {
					want(t, "the loser", codeOf(t, err), booking.DiscountInvalid)
				}
			})
			less := 0
			for i, v := range visitors {
				view, err := w.Bookings.Load(ctx, v, refs[i])
				if err != nil {
					t.Fatal(err)
				}
				if view.Quote.Total < 189_00 {
					less++
				}
				p := &paying{T: t, World: w, v: v, view: view, p: w.Prepared(v, view, booking.PayFull)}
				if _, err := p.card(goodCard, "P O'Neill"); err != nil {
					t.Fatal(err)
				}
			}
			want(t, "bookings with it", less, 1)
			want(t, "spent", spent(t, w, "GIFT50"), 50_00)
		})
	})
	t.Run("[PAYFAIL-50] a voucher whose booking fails is free again", func(t *testing.T) {
		eachDatabase(t, func(t *testing.T, w *testworld.World) {
			p, _ := free(t, w, "last", "GIFTALL", booking.PayFull)
			want(t, "reserved", spent(t, w, "GIFTALL"), 189_00)
			runLoopsAfter(w, 61*time.Minute)
			w.Booked(testworld.Visitor(), "last")
			if _, err := w.Payments.Confirm(ctx, p.v, p.p.ID, p.view.Ref, payment.Result{}); err == nil {
				t.Error("a booking whose unit is gone was confirmed")
			}
			want(t, "spent", spent(t, w, "GIFTALL"), 0)
			other, _ := free(t, w, "caravan", "GIFTALL", booking.PayFull)
			if _, err := w.Payments.Confirm(ctx, other.v, other.p.ID, other.view.Ref, payment.Result{}); err != nil {
				t.Errorf("the voucher on another booking: %v", err)
			}
		})
	})
}

func TestMoneyThatComesTooLate(t *testing.T) {
	t.Run("[PAYFAIL-56] a late capture above the price is refunded by itself, and noted", func(t *testing.T) {
		storetest.Any(t, func(t *testing.T, db storetest.Database) {
			ctx := context.Background()
			w := testworld.New(t, db, impatient)
			provider := &deaf{}
			w.Account.Transport = provider
			w = w.SecondNode(db, impatient)
			p := toPay(t, w, "caravan")
			p.p = w.Prepared(p.v, p.view, booking.PayDeposit)
			p.pays()
			w.Tick()
			rest := func(name string) {
				t.Helper()
				if _, err := w.Bookings.GetMyBooking(ctx, p.v, booking.Lookup{BookingID: p.view.Shown, Surname: "oneill bronte", Postcode: "YO11 2AB"}); err != nil {
					t.Fatal(err)
				}
				request := testworld.RequestFor(p.view, booking.PayTopUp)
				request.TopUp, request.Expected = "140", 140_00
				var err error
				if p.p, err = w.Payments.Prepay(ctx, p.v, request); err != nil {
					t.Fatal(err)
				}
				if _, err = p.card(goodCard, name); err != nil {
					t.Fatal(err)
				}
				w.CallsEnd()
			}
			provider.deaf.Store(true)
			rest("SIM_CANCEL_TOO_LATE")
			for range 100 {
				runLoopsAfter(w, time.Hour)
			}
			p.state(booking.Confirmed, payment.StateFailed)
			provider.deaf.Store(false)
			rest("P O'Neill")
			w.Tick()
			p.expectKept(2, 189_00)
			for range 30 {
				runLoopsAfter(w, time.Hour)
			}
			late := state(t, w, p.view.Ref).Attempts[2]
			want(t, "the late one", late.State, payment.StateRefunded)
			p.expectKept(2, 189_00)
			want(t, "sums", moneyOf(t, w, p.view.Ref), ledger.Sums{Charged: 329_00, Captured: 329_00, Refunded: 140_00})
			if late.Note == "" {
				t.Error("nothing is noted")
			}
		})
	})
	t.Run("[PAYFAIL-66] the card is switched off: payments under way finish, new ones are refused", func(t *testing.T) {
		var off atomic.Bool
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			off.Store(false)
			p, sent := toPay(t, w, "caravan"), toPay(t, w, "caravan")
			back := p.challenged(challengedCard, "P O'Neill")
			if _, err := sent.card(goodCard, "SIM_TIMEOUT_AFTER"); err != nil {
				t.Fatal(err)
			}
			w.CallsEnd()
			off.Store(true)
			p.returns(back)
			runLoopsAfter(w, time.Minute)
			p.state(booking.Confirmed, payment.StateCaptured)
			sent.state(booking.Confirmed, payment.StateCaptured)
			v := testworld.Visitor()
			_, err := w.Payments.Prepay(context.Background(), v, testworld.RequestFor(w.Booked(v, "caravan"), booking.PayFull))
			want(t, "a new payment", codeOf(t, err), booking.MethodUnavailable)
			want(t, "orders", len(w.Provider.Ledger()), 2)
		}, impatient, func(_ *booking.Config, c *payment.Config) { c.CardOn = func() bool { return !off.Load() } })
	})
}
