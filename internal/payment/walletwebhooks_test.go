package payment_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/server/testworld"
)

func TestWalletNotifications(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		merchant := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			body := make([]byte, r.ContentLength)
			if _, err := r.Body.Read(body); err != nil && len(body) == 0 {
				t.Error(err)
			}
			if err := w.Payments.Notify(ctx, payment.Wallet, r.Header, body); err != nil {
				if _, refused := booking.FailureOf(err); !refused {
					t.Errorf("a webhook was refused: %v", err)
				}
			}
			if _, err := w.Payments.Reconcile(ctx); err != nil {
				t.Error(err)
			}
		}))
		defer merchant.Close()
		want(t, "webhooks on", w.Provider.WebhooksAt(w.Wallet.BaseURL, merchant.URL), nil)
		for _, fault := range []string{"SIM_WALLET_HOOK_FIRST", "SIM_WALLET_HOOK_TWICE"} {
			t.Run("[PAYFAIL-18] "+fault+": a webhook before the browser's return books once, and the return shows it", func(t *testing.T) {
				p := atWallet(t, w, "crowd", booking.PayFull)
				query := w.AtWallet(p.p.Wallet, "approve", fault)
				a, err := p.back(query)
				if err != nil || a.Status != payment.StatusAuthorised {
					t.Errorf("got %+v, %v", a, err)
				}
				w.Tick()
				p.states(payment.StateCaptured, booking.Confirmed, 189_00)
				want(t, "captures", len(orderOf(t, w, p.p.ID).Captures), 1)
			})
		}
		want(t, "webhooks off", w.Provider.WebhooksAt(w.Wallet.BaseURL, ""), nil)
		t.Run("[PAYFAIL-63] a webhook with a wrong signature or a foreign certificate is refused, and no foreign host is asked", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			foreign := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a foreign host was asked") }))
			defer foreign.Close()
			before := attemptOf(t, w, p.view.Ref)
			body, err := json.Marshal(map[string]any{"id": "WH-2", "event_type": "PAYMENT.CAPTURE.COMPLETED", "resource": map[string]any{
				"invoice_id": p.p.ID, "amount": map[string]string{"currency_code": "GBP", "value": "189.00"}}})
			if err != nil {
				t.Fatal(err)
			}
			for name, change := range map[string]func(http.Header){
				"signature":    func(h http.Header) { h.Set("Paypal-Transmission-Sig", "AAAA") },
				"time":         func(h http.Header) { h.Set("Paypal-Transmission-Time", "2020-01-01T00:00:00Z") },
				"algorithm":    func(h http.Header) { h.Set("Paypal-Auth-Algo", "none") },
				"foreign host": func(h http.Header) { h.Set("Paypal-Cert-Url", foreign.URL+"/v1/notifications/certs/CERT-SIMULATED") },
				"host as user": func(h http.Header) {
					h.Set("Paypal-Cert-Url", strings.Replace(foreign.URL, "http://", "http://api.paypal.com@", 1))
				},
				"no signature":  func(h http.Header) { clear(h) },
				"transmission":  func(h http.Header) { h.Set("Paypal-Transmission-Id", "another") },
				"a long prefix": func(h http.Header) { h.Set("Paypal-Cert-Url", w.Wallet.BaseURL+".example.com/cert") },
			} {
				header := w.Provider.Signed(body)
				change(header)
				if err := w.Payments.Notify(ctx, payment.Wallet, header, body); !errors.Is(err, payment.ErrForged) {
					t.Errorf("%s: got %v", name, err)
				}
			}
			if err := w.Payments.Notify(ctx, payment.Wallet, w.Provider.Signed(body), append(body, ' ')); !errors.Is(err, payment.ErrForged) {
				t.Errorf("another body: got %v", err)
			}
			another := w.Wallet
			another.WebhookID = "WH-ANOTHER"
			if _, err := paypal.New(another).ParseNotification(ctx, w.Provider.Signed(body), body); !errors.Is(err, payment.ErrForged) {
				t.Errorf("signed for another webhook: got %v", err)
			}
			want(t, "attempt", attemptOf(t, w, p.view.Ref), before)
		})
		t.Run("[PAYFAIL-63] a webhook that is replayed, or claims what is not so, is accepted and has no effect", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			body := []byte(`{"id":"WH-3","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"invoice_id":"` + p.p.ID + `","amount":{"currency_code":"GBP","value":"189.00"}}}`)
			header := w.Provider.Signed(body)
			for range 3 {
				if err := w.Payments.Notify(ctx, payment.Wallet, header, body); err != nil {
					t.Error(err)
				}
				if _, err := w.Payments.Reconcile(ctx); err != nil {
					t.Error(err)
				}
			}
			p.states(payment.StateApproval, booking.Paying, 0)
			if a, err := p.approve(""); err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("got %+v, %v", a, err)
			}
			before := state(t, w, p.view.Ref)
			for range 3 {
				if err := w.Payments.Notify(ctx, payment.Wallet, header, body); err != nil {
					t.Error(err)
				}
				w.Tick()
			}
			want(t, "movements", len(state(t, w, p.view.Ref).Movements), len(before.Movements))
			want(t, "attempt", attemptOf(t, w, p.view.Ref), before.Attempts[0])
		})
	})
}

// The provider repeats a webhook only if it is refused, so one that cannot be
// verified for a moment must be.
func TestWebhooksWhileTheWalletsCertificateCannotBeFetched(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		var failures atomic.Int32
		account := w.Wallet
		account.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			if strings.Contains(r.URL.Path, "/certs/") && failures.Add(-1) >= 0 {
				return &http.Response{StatusCode: http.StatusInternalServerError, Body: http.NoBody, Request: r}, nil
			}
			return http.DefaultTransport.RoundTrip(r)
		})
		w.Payments.Wallet = paypal.New(account)
		p := atWallet(t, w, "crowd", booking.PayFull)
		w.AtWallet(p.p.Wallet, "approve", "")
		body := []byte(`{"id":"WH-4","event_type":"CHECKOUT.ORDER.APPROVED","resource":{"purchase_units":[{"custom_id":"` + p.p.ID + `"}]}}`)
		failures.Store(1)
		err := w.Payments.Notify(ctx, payment.Wallet, w.Provider.Signed(body), body)
		if _, refused := booking.FailureOf(err); refused || !errors.Is(err, payment.ErrUnverified) {
			t.Errorf("got %v, which does not make the provider repeat it", err)
		}
		p.states(payment.StateApproval, booking.Paying, 0)
		if err := w.Payments.Notify(ctx, payment.Wallet, w.Provider.Signed(body), body); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		w.CallsEnd()
		p.states(payment.StateCaptured, booking.Confirmed, 189_00)
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// The reconciler asks as often as before when webhooks are repeated.
func TestWebhooksDoNotCountAsInquiries(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		p := atWallet(t, w, "crowd", booking.PayFull)
		if a, err := p.approve("SIM_WALLET_PENDING"); err != nil || a.Status != payment.StatusPending {
			t.Fatalf("got %+v, %v", a, err)
		}
		body := []byte(`{"id":"WH-6","event_type":"PAYMENT.CAPTURE.PENDING","resource":{"invoice_id":"` + p.p.ID + `","amount":{"currency_code":"GBP","value":"189.00"}}}`)
		for range 10 {
			if err := w.Payments.Notify(ctx, payment.Wallet, w.Provider.Signed(body), body); err != nil {
				t.Fatal(err)
			}
			if n, err := w.Payments.Reconcile(ctx); err != nil || n != 1 {
				t.Fatalf("got %d, %v: the webhook causes an inquiry", n, err)
			}
		}
		a := attemptOf(t, w, p.view.Ref)
		want(t, "alert", a.Alert, "")
		want(t, "next inquiry", a.NextCheck, w.Clock.Now().Add(w.Payments.Limits.Call+10*time.Second))
	}, impatient)
}

// An attempt has ended, and the wallet captures its money late. Webhooks say so while
// the wallet answers no inquiry. The money is given back when it answers again.
func TestWebhooksOfAnEndedAttemptWhileTheWalletIsDown(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		var down atomic.Bool
		account := w.Wallet
		account.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			if strings.HasSuffix(r.URL.Path, "/capture") {
				r.Header.Set("PayPal-Mock-Response", `{"mock_application_codes":"TRANSACTION_LIMIT_EXCEEDED"}`)
			}
			if down.Load() && r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/orders/") {
				return nil, errors.New("the connection was reset")
			}
			return http.DefaultTransport.RoundTrip(r)
		})
		wallet := w.Payments.Wallet
		w.Payments.Wallet = paypal.New(account)
		p := atWallet(t, w, "crowd", booking.PayFull)
		_, err := p.approve("")
		p.refused(err, booking.PaymentRefused)
		handle := attemptOf(t, w, p.view.Ref).Handle()
		handle.Declined++ // another request id
		if r, err := wallet.Collect(ctx, handle); err != nil || r.Event != payment.EventCaptured {
			t.Fatalf("got %+v, %v", r, err)
		}
		down.Store(true)
		body := []byte(`{"id":"WH-7","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"invoice_id":"` + p.p.ID + `","amount":{"currency_code":"GBP","value":"189.00"}}}`)
		for range 4 {
			if err := w.Payments.Notify(ctx, payment.Wallet, w.Provider.Signed(body), body); err != nil {
				t.Fatal(err)
			}
			if n, err := w.Payments.Reconcile(ctx); err != nil || n != 1 {
				t.Fatalf("got %d, %v: the webhook causes an inquiry", n, err)
			}
			if a := attemptOf(t, w, p.view.Ref); a.Checks < 1 || !a.NextCheck.After(w.Clock.Now()) {
				t.Errorf("%d inquiries, the next at %s", a.Checks, a.NextCheck)
			}
		}
		down.Store(false)
		w.Clock.Advance(time.Hour)
		w.Tick()
		w.Tick()
		want(t, "attempt", attemptOf(t, w, p.view.Ref).State, payment.StateRefunded)
		want(t, "left at the wallet", orderOf(t, w, p.p.ID).Net(), 0)
	}, impatient)
}

// sendWebhook sends a webhook about an attempt's order, written at a time.
func (p *paying) sendWebhook(event string, at time.Time) {
	p.Helper()
	body, err := json.Marshal(map[string]any{"id": "WH-8", "event_type": event, "create_time": at.UTC().Format(time.RFC3339), "resource": map[string]any{"custom_id": p.p.ID}})
	if err != nil {
		p.Fatal(err)
	}
	if err := p.Payments.Notify(context.Background(), payment.Wallet, p.Provider.Signed(body), body); err != nil {
		p.Fatal(err)
	}
}

// passMinutes lets minutes pass, with a round of all loops in each.
func (p *paying) passMinutes(minutes int) {
	p.Helper()
	for range minutes {
		p.Clock.Advance(time.Minute)
		p.Tick()
		p.CallsEnd()
	}
}

// The order stays approved after its way to pay was declined. Only a webhook about a
// newer approval charges it again.
func TestWebhooksAfterADeclinedCapture(t *testing.T) {
	const approved, declined = "CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.DECLINED"
	for name, c := range map[string]struct {
		event  string
		delay  time.Duration // between the approval and the webhook's own time
		before bool          // it comes before the browser
	}{
		"of the approval, before the browser's return": {approved, 0, true},
		"of the approval, after the decline":           {approved, 0, false},
		"of the approval, written late":                {approved, 3 * time.Second, false},
		"of the decline":                               {declined, time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			anyDatabase(t, func(t *testing.T, w *testworld.World) {
				p := atWallet(t, w, "crowd", booking.PayFull)
				query := w.AtWallet(p.p.Wallet, "approve", "SIM_WALLET_DECLINES_ALL")
				at := w.Clock.Now().Add(c.delay)
				if c.before {
					p.sendWebhook(c.event, at)
				}
				if a, err := p.back(query); err != nil || a.Status != payment.StatusPending {
					t.Fatalf("got %+v, %v", a, err)
				}
				w.CallsEnd()
				declines := len(orderOf(t, w, p.p.ID).Declines)
				if !c.before {
					p.sendWebhook(c.event, at)
				}
				p.passMinutes(10)
				want(t, "declined captures", len(orderOf(t, w, p.p.ID).Declines), declines)
				p.sendWebhook(approved, w.Clock.Now())
				p.passMinutes(10)
				want(t, "declined captures after another approval", len(orderOf(t, w, p.p.ID).Declines), declines+1)
			})
		})
	}
}

// The provider does not repeat a webhook that was accepted. The visitor has approved
// again and does not come back.
func TestANewApprovalIsNotForgottenWhenAnInquiryFails(t *testing.T) {
	for name, answer := range map[string]func(*http.Request) (*http.Response, error){
		"no answer": func(*http.Request) (*http.Response, error) { return nil, errors.New("the connection was reset") },
		"an older state": func(r *http.Request) (*http.Response, error) {
			resp, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				return nil, err
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			older := strings.Replace(string(body), `"status":"APPROVED"`, `"status":"PAYER_ACTION_REQUIRED"`, 1)
			resp.Body, resp.ContentLength = io.NopCloser(strings.NewReader(older)), int64(len(older))
			return resp, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			anyDatabase(t, func(t *testing.T, w *testworld.World) {
				var failing atomic.Int32
				account := w.Wallet
				account.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
					if r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/orders/") && failing.Add(-1) >= 0 {
						return answer(r)
					}
					return http.DefaultTransport.RoundTrip(r)
				})
				w.Payments.Wallet = paypal.New(account)
				p := atWallet(t, w, "crowd", booking.PayFull)
				if a, err := p.approve("SIM_WALLET_DECLINED"); err != nil || a.Status != payment.StatusPending {
					t.Fatalf("got %+v, %v", a, err)
				}
				p.passMinutes(1)
				w.AtWallet(p.p.Wallet, "approve", "")
				failing.Store(2)
				p.sendWebhook("CHECKOUT.ORDER.APPROVED", w.Clock.Now())
				p.passMinutes(1)
				p.states(payment.StateApproval, booking.Paying, 0)
				p.passMinutes(9)
				p.states(payment.StateCaptured, booking.Confirmed, 189_00)
			})
		})
	}
}
