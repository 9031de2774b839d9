package api

import (
	"context"
	"net/http"
)

// Request is one request to an operation.
type Request struct {
	*http.Request
}

func (r *Request) decode(in any) error {
	return decodeInto(in, r.URL.Query())
}

var _ context.Context
