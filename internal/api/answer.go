package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/store"
	"holidaymaker/internal/web/httpx"
)

// envelope is the beginning of every successful answer that has an envelope.
const envelope = `{"success":1,"data":`

// body encodes an operation's result as JSON inside its envelope.
func (o *Operation) body(result any) ([]byte, error) {
	raw, ok := result.(Encoded)
	if !ok {
		marshalled, err := json.Marshal(result)
		if err != nil {
			return nil, fmt.Errorf("write the answer of %s: %w", o.Name, err)
		}
		raw.JSON = marshalled
	}
	switch {
	case o.Bare:
		return raw.JSON, nil
	case raw.writer != nil:
		return raw.writer.close(), nil
	}
	body := make([]byte, 0, len(envelope)+len(raw.JSON)+1)
	return append(append(append(body, envelope...), raw.JSON...), '}'), nil
}

// fail answers an error of an operation with its Failure.
func (a *API) fail(w http.ResponseWriter, r *http.Request, operation string, err error) {
	if failure := a.failureOf(r, operation, err); failure != nil {
		WriteFailure(w, r, failure)
	}
}

// failureOf returns the Failure of an error: a Failure as it is, a refusal of
// booking or payment with its code, an unreachable database as UNAVAILABLE,
// anything else as INTERNAL. For the last two, the text of the error is only
// logged, never sent. It returns nil if the visitor has closed the connection.
func (a *API) failureOf(r *http.Request, operation string, err error) *Failure {
	var failure *Failure
	if refused, ok := booking.FailureOf(err); ok {
		failure = ofBooking(refused)
	} else if errors.Is(err, httpx.ErrBusy) {
		failure = Busy()
	} else if !errors.As(err, &failure) {
		if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
			return nil
		}
		a.Log.Error("request failed", append([]any{"operation", operation, "request", httpx.RequestID(r.Context())}, loop.LogAttrs(err)...)...)
		failure = Refuse(Internal, "We are sorry but we have encountered an error. Please try again.")
		if errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrConflict) {
			failure = Refuse(Unavailable, "We are sorry, but we cannot do this for a moment. Please try again in a few seconds.")
			failure.RetryAfter = retryUnavailable
		}
	}
	return failure
}

// retryUnavailable is the Retry-After of UNAVAILABLE, in seconds. A database
// that is back is used again within this time.
const retryUnavailable = 2

// Busy returns the failure for a request that is refused because the server is
// overloaded.
func Busy() *Failure {
	failure := Refuse(Unavailable, "We are very busy at the moment. Please try again in a few seconds.")
	failure.RetryAfter = retryUnavailable
	return failure
}

// ofBooking converts a refusal by the booking rules into a Failure of the API.
func ofBooking(f *booking.Failure) *Failure {
	failure := &Failure{RetryAfter: int(f.RetryAfter.Seconds())}
	for _, field := range f.Fields {
		failure.Errors = append(failure.Errors, Problem{Message: field.Message, Code: f.Code, Field: field.Field})
	}
	if len(failure.Errors) == 0 {
		failure.Errors = []Problem{{Message: f.Message, Code: f.Code}}
	}
	if f.Code == PriceChanged && f.Price > 0 {
		failure.Price, failure.UnitID = f.Price.String(), f.OfferID
	}
	return failure
}

// WriteFailure answers a failure with its status. It is never cached.
func WriteFailure(w http.ResponseWriter, r *http.Request, f *Failure) {
	header := w.Header()
	header["Cache-Control"] = httpx.NoStore
	header["Content-Type"] = httpx.JSON
	f.setRetryAfter(header)
	body, err := json.Marshal(FailureBody{Errors: f.Errors, RequestID: httpx.RequestID(r.Context()), Price: f.Price, UnitID: f.UnitID})
	if err != nil {
		body = []byte(`{"success":0,"errors":[]}`)
	}
	_ = httpx.SendOnce(w, r, f.Status(), body, nil, nil) // the error can be ignored: the body is small
}

func (f *Failure) setRetryAfter(header http.Header) {
	if f.RetryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(f.RetryAfter))
	}
}

// FailureBody is the JSON body of a failed answer.
type FailureBody struct {
	Success   int       `json:"success" doc:"Always 0."`
	Errors    []Problem `json:"errors"`
	RequestID string    `json:"requestId,omitempty" doc:"Identifies the request in the logs."`
	Price     string    `json:"price,omitempty" doc:"With PRICE_CHANGED: the price that is valid now."`
	UnitID    string    `json:"unitId,omitempty" doc:"With PRICE_CHANGED of book: the offer at that price."`
}
