// Package provider is the HTTP client of every payment provider, and of the systems of
// parks. A message may move money or book a unit, so the client writes it to a connection
// at most once, and it knows whether anything of it can have reached the provider.
package provider

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"holidaymaker/internal/payment"
	"holidaymaker/internal/web/httpx"
)

// nothingDone is an error that proves that the provider did nothing. It is
// payment.ErrDeclined.
type nothingDone string

func (e nothingDone) Error() string { return string(e) }

// Is makes the error payment.ErrDeclined for errors.Is.
func (nothingDone) Is(target error) bool { return target == payment.ErrDeclined }

// ErrUnsent means that nothing of a message can have reached the provider.
// ErrCredentials means that the provider has refused the sender and did not process
// the message. Both are payment.ErrDeclined.
var (
	ErrUnsent      error = nothingDone("the message was not sent to the provider")
	ErrCredentials error = nothingDone("the provider refuses our credentials")
)

// Transport returns the transport of a client. Each message has a connection of its
// own: net/http sends a message again where a connection that was used before breaks,
// and where it uses HTTP/2.
func Transport() http.RoundTripper {
	protocols := &http.Protocols{}
	protocols.SetHTTP1(true)
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
		TLSClientConfig:     &tls.Config{MinVersion: tls.VersionTLS12, ClientSessionCache: tls.NewLRUClientSessionCache(0)},
		DisableKeepAlives:   true,
		DisableCompression:  true,
		Protocols:           protocols,
	}
}

// Client sends messages to a provider. It follows no redirects. It is safe for
// concurrent use.
type Client struct {
	http     *http.Client
	maxReply int64
}

// New returns a client that reads answers of at most maxReply bytes. A nil transport
// means Transport.
func New(transport http.RoundTripper, maxReply int64) *Client {
	if transport == nil {
		transport = Transport()
	}
	return &Client{maxReply: maxReply, http: &http.Client{Transport: transport, CheckRedirect: httpx.NoRedirects}}
}

// Answer is a provider's answer with its whole body.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Cookies returns the cookies that the provider sets.
func (a Answer) Cookies() []*http.Cookie { return (&http.Response{Header: a.Header}).Cookies() }

// Send writes a request to a connection, once, and reads the answer. An error that is
// ErrUnsent proves that nothing was written. After any other error, nothing is known
// about what the provider did. Where only the body of the answer could not be read, the
// answer has the rest.
func (c *Client) Send(req *http.Request) (Answer, error) {
	// The connection decides, not httptrace.WroteHeaders or WroteRequest: a part of
	// the headers may be sent before these report anything.
	var looked, connected atomic.Bool
	trace := &httptrace.ClientTrace{
		GetConn: func(string) { looked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	}
	if err := req.Context().Err(); err != nil {
		return Answer{}, fmt.Errorf("%w: %w", ErrUnsent, err)
	}
	req = req.WithContext(httptrace.WithClientTrace(req.Context(), trace))
	req.GetBody = nil // without it, no transport can write the body again
	resp, err := c.http.Do(req)
	if err != nil && looked.Load() && !connected.Load() {
		return Answer{}, fmt.Errorf("%w: %w", ErrUnsent, err)
	}
	if err != nil {
		return Answer{}, err
	}
	defer resp.Body.Close()
	answer := Answer{Status: resp.StatusCode, Header: resp.Header}
	if answer.Body, err = httpx.ReadAll(resp.Body, c.maxReply); err != nil {
		return answer, fmt.Errorf("read the reply: %w", err)
	}
	return answer, nil
}

// Truncate shortens a text to a number of characters.
func Truncate(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most])
	}
	return s
}
