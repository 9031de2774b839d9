package api

import "context"

// identity tells a request and its answer from every other. One goroutine
// serves a request, so nothing guards it.
type identity struct {
	request, nonce string
	makeNonce      func() string
}

type identityKey struct{}

// WithIdentity puts into a request's context its id, which error bodies and
// logs take from there, and what makes the nonce of its answer's content
// security policy: most answers need none.
func WithIdentity(ctx context.Context, request string, nonce func() string) context.Context {
	return context.WithValue(ctx, identityKey{}, &identity{request: request, makeNonce: nonce})
}

// RequestID is the id of a request's context, "" without one.
func RequestID(ctx context.Context) string {
	if of, ok := ctx.Value(identityKey{}).(*identity); ok {
		return of.request
	}
	return ""
}

// Nonce is the nonce of a request's context, the same whenever it is asked for.
func Nonce(ctx context.Context) string {
	of, ok := ctx.Value(identityKey{}).(*identity)
	if !ok {
		return ""
	}
	if of.nonce == "" {
		of.nonce = of.makeNonce()
	}
	return of.nonce
}
