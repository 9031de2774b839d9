package reservation

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"holidaymaker/internal/web/httpx"
)

const (
	sendTimeout = 20 * time.Second
	longestBody = 1 << 20 // of an answer
)

// Wire sends messages over HTTP: it refuses addresses of our own network, except for
// partners that may be there, and follows no redirects.
type Wire struct{ public, private *http.Client }

// NewWire returns a Wire. wrap observes the calls; it may be nil.
func NewWire(wrap func(http.RoundTripper) http.RoundTripper) *Wire {
	client := func(dialer *net.Dialer) *http.Client {
		var transport http.RoundTripper = &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: 10 * time.Second,
			DisableKeepAlives: true, // on a connection of its own, a message that fails to connect was not sent
		}
		if wrap != nil {
			transport = wrap(transport)
		}
		return &http.Client{Transport: transport, Timeout: sendTimeout, CheckRedirect: httpx.NoRedirects}
	}
	return &Wire{
		public:  client(&net.Dialer{Timeout: 10 * time.Second, Control: httpx.PublicOnly}),
		private: client(&net.Dialer{Timeout: 10 * time.Second}),
	}
}

// reply is an answer over HTTP. The body is empty if not all of it came.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// post sends a request. Where that fails, the answer says so, without the address: it may
// contain a secret.
func (w *Wire) post(ctx context.Context, p Partner, request *http.Request) (reply, Answer) {
	client := w.public
	if p.Private {
		client = w.private
	}
	response, err := client.Do(request.WithContext(ctx))
	if failed := new(url.Error); errors.As(err, &failed) {
		err = failed.Err
	}
	if err != nil {
		dial := new(net.OpError)
		return reply{}, Answer{Error: "its system cannot be reached: " + err.Error(), Unsent: errors.As(err, &dial) && dial.Op == "dial", Silent: true}
	}
	defer response.Body.Close()
	body, err := httpx.ReadAll(response.Body, longestBody)
	if err != nil {
		return reply{status: response.StatusCode, header: response.Header}, Answer{Error: "its answer was cut off: " + err.Error()}
	}
	return reply{response.StatusCode, response.Header, body}, Answer{}
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
