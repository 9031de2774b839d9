package provider_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/provider"
	"holidaymaker/internal/server/testworld"
)

func post(t *testing.T, ctx context.Context, address string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader("refund £100"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Idempotency-Key", "1") // net/http takes this as permission to send it again
	return req
}

// The first message is answered, so that a client that keeps connections has one that
// was used before. The connection then breaks under the second one.
func TestAMessageIsSentAtMostOnce(t *testing.T) {
	keeping := http.DefaultTransport.(*http.Transport).Clone()
	t.Cleanup(keeping.CloseIdleConnections)
	for name, transport := range map[string]http.RoundTripper{"its own transport": nil, "one that keeps connections": keeping} {
		for _, how := range testworld.Breaks {
			t.Run(name+", "+string(how), func(t *testing.T) {
				var received atomic.Int32
				wire, base := testworld.NewWire(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, _ = io.ReadAll(r.Body)
					received.Add(1)
					_, _ = io.WriteString(w, "a long answer")
				}))
				client := provider.New(transport, 1<<10)
				if answer, err := client.Send(post(t, t.Context(), base)); err != nil || string(answer.Body) != "a long answer" {
					t.Fatalf("got %s, %v", answer.Body, err)
				}
				wire.BreakNext(how)
				_, err := client.Send(post(t, t.Context(), base))
				if err == nil || errors.Is(err, payment.ErrDeclined) {
					t.Errorf("got %v, although the message may have been received", err)
				}
				processed := how != testworld.ResetBeforeReading && how != testworld.ResetWhileReading && how != testworld.ResetBeforeWork && how != testworld.SilenceBeforeWork
				want := int32(1)
				if processed {
					want = 2
				}
				if received.Load() != want {
					t.Errorf("the provider processed %d messages instead of %d", received.Load(), want)
				}
			})
		}
	}
}

func TestAMessageThatCannotBeSentIsKnownToBeUnsent(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	encrypted := httptest.NewUnstartedServer(http.NotFoundHandler())
	encrypted.Config.ErrorLog = log.New(io.Discard, "", 0) // its certificate is nobody's
	encrypted.StartTLS()
	t.Cleanup(encrypted.Close)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for name, req := range map[string]*http.Request{
		"nobody listens":               post(t, t.Context(), "http://"+closed.Addr().String()),
		"a certificate of nobody":      post(t, t.Context(), encrypted.URL),
		"no such host":                 post(t, t.Context(), "http://provider.invalid"),
		"the time is over before that": post(t, over, encrypted.URL),
	} {
		if _, err := provider.New(nil, 10).Send(req); !errors.Is(err, provider.ErrUnsent) || !errors.Is(err, payment.ErrDeclined) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestAnswersAreReadWhole(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/elsewhere" {
			t.Error("a redirect was followed")
		}
		http.SetCookie(w, &http.Cookie{Name: "machine", Value: "7"})
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(http.StatusFound)
		_, _ = io.WriteString(w, "0123456789")
	}))
	t.Cleanup(server.Close)
	answer, err := provider.New(nil, 10).Send(post(t, t.Context(), server.URL))
	if err != nil || answer.Status != http.StatusFound || string(answer.Body) != "0123456789" || answer.Cookies()[0].Value != "7" {
		t.Errorf("got %+v, %v", answer, err)
	}
	if answer, err := provider.New(nil, 9).Send(post(t, t.Context(), server.URL)); err == nil || errors.Is(err, payment.ErrDeclined) {
		t.Errorf("too long an answer: got %+v, %v", answer, err)
	}
}
