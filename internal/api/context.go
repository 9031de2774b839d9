package api

import "context"

type requestIDKey struct{}

// WithRequestID puts a request's id into its context, from which error bodies
// and logs take it.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID is the id of a request's context, "" without one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

type nonceKey struct{}

// WithNonce puts the nonce of the answer's content security policy into a
// request's context.
func WithNonce(ctx context.Context, nonce string) context.Context {
	return context.WithValue(ctx, nonceKey{}, nonce)
}

// Nonce is the nonce of a request's context.
func Nonce(ctx context.Context) string {
	nonce, _ := ctx.Value(nonceKey{}).(string)
	return nonce
}
