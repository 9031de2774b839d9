package payment_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/server/testworld"
)

func TestWalletCaptures(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		for _, fault := range []string{"SIM_WALLET_DROP_BEFORE", "SIM_WALLET_DROP_AFTER", "SIM_WALLET_HTTP500", "SIM_WALLET_BAD_JSON"} {
			t.Run("[PAYFAIL-59] no answer to a capture ("+fault+"): one capture in the end", func(t *testing.T) {
				p := atWallet(t, w, "crowd", booking.PayFull)
				a, err := p.approve(fault)
				if err != nil || a.Status != payment.StatusPending || a.ApproveURL != "" {
					t.Fatalf("got %+v, %v", a, err)
				}
				w.CallsEnd()
				p.states(payment.StateUnknown, booking.Paying, 0)
				w.Clock.Advance(time.Minute)
				w.Tick()
				w.CallsEnd()
				p.states(payment.StateCaptured, booking.Confirmed, 189_00)
				want(t, "captures", len(orderOf(t, w, p.p.ID).Captures), 1)
			})
		}
		t.Run("an access token that is refused is replaced", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			if a, err := p.approve("SIM_WALLET_HTTP401"); err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("got %+v, %v", a, err)
			}
		})
		t.Run("[PAYFAIL-60] two captures at once with the same key are one, and both get its result", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			w.AtWallet(p.p.Wallet, "approve", "")
			client, handle := paypal.New(w.Wallet), attemptOf(t, w, p.view.Ref).Handle()
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					r, err := client.Collect(ctx, handle)
					if err != nil || r.Event != payment.EventCaptured || r.Amount != 189_00 || r.Currency != "GBP" {
						t.Errorf("got %+v, %v", r, err)
					}
				})
			}
			all.Wait()
			w.Clock.Advance(time.Minute) // the reconciler finds what was captured
			w.Tick()
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
			want(t, "captures", len(orderOf(t, w, p.p.ID).Captures), 1)
		})
		t.Run("[PAYFAIL-60] of two captures at once the second fails, and its sender reads the first one's result", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			w.AtWallet(p.p.Wallet, "approve", "SIM_WALLET_DROP_AFTER")
			client, handle := paypal.New(w.Wallet), attemptOf(t, w, p.view.Ref).Handle()
			hanging, hangUp := context.WithCancel(ctx)
			defer hangUp()
			ended := make(chan error, 1)
			go func() {
				_, err := client.Collect(hanging, handle)
				ended <- err
			}()
			polltest.Until(t, "the first capture is made", func() bool { return len(orderOf(t, w, p.p.ID).Captures) == 1 })
			r, err := client.Collect(ctx, handle)
			if err != nil || r.Event != payment.EventUnknown || r.Code != "ORDER_COMPLETION_IN_PROGRESS" {
				t.Errorf("the second capture: %+v, %v", r, err)
			}
			if r, err = client.Inquire(ctx, handle); err != nil || r.Event != payment.EventCaptured || r.Amount != 189_00 {
				t.Errorf("what it reads: %+v, %v", r, err)
			}
			hangUp()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Errorf("the first capture: %v", err)
			}
			w.Clock.Advance(time.Minute) // the reconciler finds what was captured
			w.Tick()
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
			want(t, "captures", len(orderOf(t, w, p.p.ID).Captures), 1)
		})
		t.Run("[PAYFAIL-61] a declined way to pay: the visitor goes back to the same order", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			a, err := p.approve("SIM_WALLET_DECLINED")
			if err != nil || a.Status != payment.StatusPending || a.ApproveURL != p.p.Wallet.URL {
				t.Fatalf("got %+v, %v", a, err)
			}
			p.states(payment.StateApproval, booking.Paying, 0)
			if a, err = p.approve(""); err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("got %+v, %v", a, err)
			}
			want(t, "attempts", len(state(t, w, p.view.Ref).Attempts), 1)
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
		})
		t.Run("[PAYFAIL-61] a declined way to pay of which no answer came: the visitor goes back to the same order", func(t *testing.T) {
			account, lost := w.Wallet, false
			account.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
				resp, err := http.DefaultTransport.RoundTrip(r)
				if err == nil && !lost && strings.HasSuffix(r.URL.Path, "/capture") {
					lost = true
					resp.Body.Close()
					return nil, errors.New("the connection was reset")
				}
				return resp, err
			})
			service := w.Payments.Wallet
			w.Payments.Wallet = paypal.New(account)
			defer func() { w.Payments.Wallet = service }()
			p := atWallet(t, w, "crowd", booking.PayFull)
			if a, err := p.approve("SIM_WALLET_DECLINED"); err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			w.CallsEnd()
			p.states(payment.StateUnknown, booking.Paying, 0)
			w.Clock.Advance(15 * time.Second)
			w.Tick()
			p.states(payment.StateApproval, booking.Paying, 0)
			if a, err := p.approve(""); err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("got %+v, %v", a, err)
			}
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
			want(t, "captures", len(orderOf(t, w, p.p.ID).Captures), 1)
		})
		t.Run("an answer about another order is no answer", func(t *testing.T) {
			other := atWallet(t, w, "crowd", booking.PayFull)
			if a, err := other.approve(""); err != nil || a.Status != payment.StatusAuthorised {
				t.Fatalf("got %+v, %v", a, err)
			}
			p := atWallet(t, w, "crowd", booking.PayFull)
			account, mixed := w.Wallet, true
			account.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
				if mixed && strings.Contains(r.URL.Path, p.p.Wallet.OrderID) {
					r = r.Clone(r.Context())
					r.Method, r.Body, r.ContentLength = http.MethodGet, nil, 0
					r.URL.Path = "/v2/checkout/orders/" + other.p.Wallet.OrderID
				}
				return http.DefaultTransport.RoundTrip(r)
			})
			service := w.Payments.Wallet
			w.Payments.Wallet = paypal.New(account)
			defer func() { w.Payments.Wallet = service }()
			w.Clock.Advance(time.Minute)
			w.Tick()
			p.states(payment.StateApproval, booking.Paying, 0)
			if a, err := p.approve(""); err != nil || a.Status != payment.StatusPending {
				t.Errorf("got %+v, %v", a, err)
			}
			w.CallsEnd()
			p.states(payment.StateUnknown, booking.Paying, 0)
			mixed = false
			w.Clock.Advance(15 * time.Second)
			w.Tick()
			w.CallsEnd()
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
		})
		t.Run("a payer who cannot pay is refused", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			_, err := p.approve("SIM_WALLET_REFUSED")
			p.refused(err, booking.PaymentRefused)
			p.states(payment.StateRefused, booking.Held, 0)
		})
		pending := func(t *testing.T, unit, fault string) *paying {
			before := len(w.Emails.Kinds())
			p := atWallet(t, w, unit, booking.PayFull)
			if a, err := p.approve(fault); err != nil || a.Status != payment.StatusPending || !a.InReview {
				t.Fatalf("got %+v, %v", a, err)
			}
			w.Clock.Advance(10 * time.Minute)
			w.Tick()
			p.states(payment.StatePending, booking.Paying, 0)
			want(t, "e-mails", strings.Count(strings.Join(w.Emails.Kinds()[before:], " "), booking.EmailPaymentPending), 1)
			return p
		}
		lastEmail := func() string { return w.Emails.Kinds()[len(w.Emails.Kinds())-1] }
		for name, news := range map[string]func(p *paying, event string){
			"poll": func(*paying, string) { w.Clock.Advance(3 * time.Hour) },
			"webhook": func(p *paying, event string) {
				for _, pause := range []time.Duration{11 * time.Second, 31 * time.Second, 121 * time.Second} {
					w.Clock.Advance(pause)
					w.Tick()
				}
				w.Clock.Advance(3 * time.Minute) // the wallet has decided, and the next poll is not due
				body := []byte(`{"id":"WH-7","event_type":"PAYMENT.CAPTURE.` + event + `","resource":{"invoice_id":"` + p.p.ID + `","amount":{"currency_code":"GBP","value":"189.00"}}}`)
				if n, err := w.Payments.Reconcile(ctx); err != nil || n != 0 {
					p.Fatalf("%d attempts are due: %v", n, err)
				}
				if err := w.Payments.Notify(ctx, payment.Wallet, w.Provider.Signed(body), body); err != nil {
					p.Fatal(err)
				}
			},
		} {
			t.Run("[PAYFAIL-62] a pending capture that is completed later, by "+name+": not paid before, and the visitor has an e-mail", func(t *testing.T) {
				p := pending(t, "crowd", "SIM_WALLET_PENDING")
				news(p, "COMPLETED")
				w.Tick()
				p.states(payment.StateCaptured, booking.Confirmed, 189_00)
				want(t, "last e-mail", lastEmail(), booking.EmailConfirmation)
			})
			t.Run("[PAYFAIL-62] a pending capture that is denied, by "+name+": the nights are released, and the visitor has an e-mail", func(t *testing.T) {
				p := pending(t, "boat", "SIM_WALLET_PENDING_DENIED")
				news(p, "DENIED")
				w.Tick()
				want(t, "attempt", attemptOf(t, w, p.view.Ref).State, payment.StateRefused)
				want(t, "last e-mail", lastEmail(), booking.EmailPaymentDenied)
				w.Clock.Advance(time.Hour) // the hold ends
				w.Tick()
				p.states(payment.StateRefused, booking.Expired, 0)
				want(t, "taken", w.Taken("boat"), 0)
			})
		}
		t.Run("a member of staff enters what the wallet says of a pending capture, and the money can be refunded", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			if a, err := p.approve("SIM_WALLET_PENDING"); err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			if err := w.Payments.Resolve(ctx, p.p.ID, payment.OutcomeCaptured, testworld.Staff); err != nil {
				t.Fatal(err)
			}
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
			w.Clock.Advance(time.Hour) // the wallet has completed it
			if err := w.Payments.Change(ctx, p.view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			p.states(payment.StateRefunded, booking.Refunded, 0)
			want(t, "refunds", len(orderOf(t, w, p.p.ID).Refunds), 1)
		})
		t.Run("[PAYFAIL-59] after many inquiries about the approval, a capture of unknown outcome is inquired about soon", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			for range 8 {
				w.Clock.Advance(time.Minute)
				w.Tick()
			}
			if a, err := p.approve("SIM_WALLET_DROP_AFTER"); err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			w.CallsEnd()
			p.states(payment.StateUnknown, booking.Paying, 0)
			w.Clock.Advance(15 * time.Second)
			w.Tick()
			w.CallsEnd()
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
		})
	}, impatient)
}

func TestWalletRefusesForAnotherReason(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		account := w.Wallet
		account.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			if strings.HasSuffix(r.URL.Path, "/capture") {
				r.Header.Set("PayPal-Mock-Response", `{"mock_application_codes":"TRANSACTION_LIMIT_EXCEEDED"}`)
			}
			return http.DefaultTransport.RoundTrip(r)
		})
		w.Payments.Wallet = paypal.New(account)
		p := atWallet(t, w, "crowd", booking.PayFull)
		_, err := p.approve("")
		p.refused(err, booking.PaymentRefused)
		p.states(payment.StateFailed, booking.Held, 0)
		if attemptOf(t, w, p.view.Ref).NextCheck.IsZero() {
			t.Error("nobody looks whether money appears later")
		}
	})
}

// The order stays approved after its way to pay was declined. The reconciler does not
// charge it again; the visitor may try a few times.
func TestADeclinedWayToPayIsNotChargedAgainByItself(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		p := atWallet(t, w, "crowd", booking.PayFull)
		query := w.AtWallet(p.p.Wallet, "approve", "SIM_WALLET_DECLINES_ALL")
		if a, err := p.back(query); err != nil || a.Status != payment.StatusPending {
			t.Fatalf("got %+v, %v", a, err)
		}
		declines := len(orderOf(t, w, p.p.ID).Declines)
		for range 10 {
			w.Clock.Advance(time.Minute)
			w.Tick()
			w.CallsEnd()
		}
		want(t, "declined captures", len(orderOf(t, w, p.p.ID).Declines), declines)
		p.states(payment.StateApproval, booking.Paying, 0)
		for range 10 {
			if err := w.Payments.WalletReturned(context.Background(), query.Get("att"), query.Get("token")); err != nil {
				t.Fatal(err)
			}
			w.CallsEnd()
		}
		want(t, "declined captures", len(orderOf(t, w, p.p.ID).Declines), 5)
		p.states(payment.StateFailed, booking.Held, 0)
	}, impatient)
}

// An imported booking may have no address.
func TestAPendingPaymentOfABookingWithoutAnAddress(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		p := atWallet(t, w, "crowd", booking.PayFull)
		change(t, w, p.view.Ref, func(tx payment.Tx, b *booking.Booking) error {
			b.Contact.Email = ""
			return tx.SaveBooking(*b)
		})
		if a, err := p.approve("SIM_WALLET_PENDING"); err != nil || a.Status != payment.StatusPending {
			t.Fatalf("got %+v, %v", a, err)
		}
		w.Tick()
		p.states(payment.StatePending, booking.Paying, 0)
		if jobs := w.Emails.Jobs(booking.EmailPaymentPending); len(jobs) != 0 {
			t.Errorf("e-mails to nobody: %v", jobs)
		}
	})
}

func TestAWalletThatTakesAnotherAmount(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		for _, fault := range []string{"SIM_WALLET_WRONG_AMOUNT", "SIM_WALLET_WRONG_CURRENCY"} {
			t.Run("[PAYFAIL-30] [PAYFAIL-31] "+fault+": not booked, given back, and a member of staff is told", func(t *testing.T) {
				p := atWallet(t, w, "crowd", booking.PayFull)
				_, err := p.approve(fault)
				p.refused(err, booking.UnitUnavailable)
				w.Tick()
				o := state(t, w, p.view.Ref)
				want(t, "paid", o.Booking.AmountPaid, 0)
				if o.Attempts[0].Alert == "" || len(orderOf(t, w, p.p.ID).Refunds) != 1 {
					t.Errorf("got %+v, %+v", o.Attempts[0], orderOf(t, w, p.p.ID))
				}
				want(t, "attempt", o.Attempts[0].State, payment.StateRefunded)
				want(t, "left at the wallet", orderOf(t, w, p.p.ID).Net(), 0)
			})
			t.Run("[PAYFAIL-30] [PAYFAIL-31] "+fault+", found while the visitor is at the wallet: given back, and a member of staff is told", func(t *testing.T) {
				p := atWallet(t, w, "crowd", booking.PayFull)
				w.AtWallet(p.p.Wallet, "approve", fault)
				if _, err := paypal.New(w.Wallet).Collect(ctx, attemptOf(t, w, p.view.Ref).Handle()); err != nil {
					t.Fatal(err)
				}
				w.Clock.Advance(time.Minute)
				w.Tick()
				w.Tick()
				if a := attemptOf(t, w, p.view.Ref); !strings.HasPrefix(a.Alert, "captured of 189.") || a.State != payment.StateRefunded {
					t.Errorf("got %+v", a)
				}
				want(t, "left at the wallet", orderOf(t, w, p.p.ID).Net(), 0)
			})
		}
	})
}
