// Package httpx holds what every HTTP answer of the product has in common,
// whether it is a call's or a page's: the request's id and nonce, the client's
// address, the recorder of status and size, baseline headers, and bodies that
// are compressed and conditional. It imports nothing of ours.
package httpx

import (
	"context"
	"crypto/rand"
	"encoding/base64"
)

// identity names a request and its answer. One goroutine serves a request, so
// nothing guards it.
type identity struct {
	request, nonce string
	client         string
	flight         *Flight
}

type identityKey struct{}

// WithIdentity gives a request's context a new id, which error bodies and logs
// show, and returns the id. client is the address that it came from; flight, if
// not nil, bounds the bytes of its answer.
func WithIdentity(ctx context.Context, client string, flight *Flight) (context.Context, string) {
	id := RandomText(12)
	return context.WithValue(ctx, identityKey{}, &identity{request: id, client: client, flight: flight}), id
}

// Client is the address that a request came from, "" without an identity.
func Client(ctx context.Context) string {
	if of, ok := ctx.Value(identityKey{}).(*identity); ok {
		return of.client
	}
	return ""
}

// RequestID is the id of a request's context, "" without one.
func RequestID(ctx context.Context) string {
	if of, ok := ctx.Value(identityKey{}).(*identity); ok {
		return of.request
	}
	return ""
}

// Nonce is the nonce of the answer's content security policy. The first call of
// a request makes it: most answers need none. It is "" without an identity.
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

// RandomText is n random bytes in unpadded base64url.
func RandomText(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}
