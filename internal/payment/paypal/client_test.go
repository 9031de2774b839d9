package paypal_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
)

// hanging is a provider that does not answer before released is closed.
type hanging struct{ asked, released chan struct{} }

func (h hanging) RoundTrip(*http.Request) (*http.Response, error) {
	h.asked <- struct{}{}
	<-h.released
	return nil, errors.New("no answer")
}

// The requests of many visitors must not wait for a token one after the other.
func TestACallDoesNotWaitForAnothersTokenBeyondItsTime(t *testing.T) {
	provider := hanging{make(chan struct{}, 1), make(chan struct{})}
	client := paypal.New(paypal.Config{BaseURL: "http://provider.example", Transport: provider})
	first := make(chan error, 1)
	go func() {
		_, err := client.Inquire(context.Background(), payment.Handle{ProviderRef: "1"})
		first <- err
	}()
	<-provider.asked
	over, cancel := context.WithCancel(context.Background())
	cancel()
	second := make(chan error, 1)
	go func() {
		_, err := client.Inquire(over, payment.Handle{ProviderRef: "2"})
		second <- err
	}()
	select {
	case err := <-second:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the second call waits for the first one's token although its time is over")
	}
	close(provider.released)
	if err := <-first; err == nil {
		t.Error("the first call had an answer")
	}
}

// half answers every request with the beginning of a certificate.
type half struct{}

func (half) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader("-----BEGIN CERTIFICATE-----\nMIIC"))}, nil
}

// The provider sends a webhook again that was not verified. One that counts as
// forged alarms a member of staff.
func TestAWebhookWhoseCertificateIsCutOffIsUnverified(t *testing.T) {
	const base = "http://provider.example"
	client := paypal.New(paypal.Config{BaseURL: base, Transport: half{}, Certificates: paypal.Certificates{Origin: base}})
	header := http.Header{}
	header.Set("Paypal-Auth-Algo", "SHA256withRSA")
	header.Set("Paypal-Cert-Url", base+"/v1/notifications/certs/CERT-1")
	_, err := client.ParseNotification(context.Background(), header, []byte("{}"))
	if !errors.Is(err, payment.ErrUnverified) || errors.Is(err, payment.ErrForged) {
		t.Errorf("got %v", err)
	}
}
