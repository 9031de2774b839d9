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
