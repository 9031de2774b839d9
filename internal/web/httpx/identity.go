// Package httpx holds what all HTTP answers of the product have in common, API
// calls and pages alike: request id and nonce, the client's address, the
// recorder of status and size, baseline headers, compressed and conditional
// bodies, and limits on load; and what calls of other hosts share. It imports no other
// package of the project.
package httpx

import (
	"context"
	"crypto/rand"
	"encoding/base64"
)

// identity is the id and nonce of a request. It needs no lock, because one
// goroutine serves a request.
type identity struct {
	request, nonce string
	client         string
	flight         *Flight
}

type identityKey struct{}

// WithIdentity gives a request's context a new id and returns the id, which
// error bodies and logs show. client is the address of the request's sender.
// flight, if not nil, limits the bytes of the answer.
func WithIdentity(ctx context.Context, client string, flight *Flight) (context.Context, string) {
	id := RandomText(12)
	return context.WithValue(ctx, identityKey{}, &identity{request: id, client: client, flight: flight}), id
}

// Client returns the address of a request's sender, or "" for a context without
// identity.
func Client(ctx context.Context) string {
	if of, ok := ctx.Value(identityKey{}).(*identity); ok {
		return of.client
	}
	return ""
}

// RequestID returns the request id in a context, or "".
func RequestID(ctx context.Context) string {
	if of, ok := ctx.Value(identityKey{}).(*identity); ok {
		return of.request
	}
	return ""
}

// Nonce returns the nonce of the answer's content security policy, or "" for a
// context without identity. It is made at the first call, because most answers
// need none.
func Nonce(ctx context.Context) string {
	of, ok := ctx.Value(identityKey{}).(*identity)
	if !ok {
		return ""
	}
	if of.nonce == "" {
		of.nonce = RandomText(16)
	}
	return of.nonce
}

// RandomText returns n random bytes in base64url without padding.
func RandomText(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}
