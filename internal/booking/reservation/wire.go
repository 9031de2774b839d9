package reservation

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"holidaymaker/internal/payment/provider"
	"holidaymaker/internal/web/httpx"
)

const (
	sendTimeout = 20 * time.Second
	longestBody = 1 << 20 // of an answer
)

// Wire sends messages over HTTP: it refuses addresses of our own network, except for
// partners that may be there, and follows no redirects.
type Wire struct{ public, private *provider.Client }

// NewWire returns a Wire. wrap observes the calls; it may be nil.
func NewWire(wrap func(http.RoundTripper) http.RoundTripper) *Wire {
	client := func(private bool) *provider.Client {
		outbound := httpx.Outbound(private, 10*time.Second)
		outbound.DisableKeepAlives = true // on a connection of its own, a message that fails to connect was not sent
		var transport http.RoundTripper = outbound
		if wrap != nil {
			transport = wrap(transport)
		}
		return provider.New(transport, longestBody)
	}
	return &Wire{
		public:  client(false),
		private: client(true),
	}
}

// post sends a request. Where that fails, the answer says so, without the address: it may
// contain a secret. The body is empty if not all of it came.
func (w *Wire) post(ctx context.Context, p Partner, request *http.Request) (provider.Answer, Answer) {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	client := w.public
	if p.Private {
		client = w.private
	}
	got, err := client.Send(request.WithContext(ctx))
	if err == nil {
		return got, Answer{}
	}
	unsent := errors.Is(err, provider.ErrUnsent)
	if failed := new(url.Error); errors.As(err, &failed) {
		err = failed.Err
	}
	if got.Status == 0 {
		return got, Answer{Error: "its system cannot be reached: " + err.Error(), Unsent: unsent, Silent: true}
	}
	return got, Answer{Error: "its answer was cut off: " + err.Error()}
}

// retryAfter reads for how long the partner asks us to wait.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
