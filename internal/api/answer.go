package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/httpx"
	"holidaymaker/internal/loop"
	"holidaymaker/internal/store"
)

// envelope is how every answer in an envelope begins.
const envelope = `{"success":1,"data":`

// body puts an operation's result into its envelope.
func (o Operation) body(result any) ([]byte, error) {
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

// fail answers an error: a Failure as it is, a refusal of booking or payment
// with its code, a database that is away as UNAVAILABLE, anything else as
// INTERNAL. The text of the last two only the log has.
func (a *API) fail(w http.ResponseWriter, r *http.Request, o Operation, err error) {
	var failure *Failure
	if refused, ok := booking.FailureOf(err); ok {
		failure = ofBooking(refused)
	} else if errors.Is(err, httpx.ErrBusy) {
		failure = Busy()
	} else if !errors.As(err, &failure) {
		if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
			return // the visitor has gone
		}
		a.log.Error("request failed", append([]any{"operation", o.Name, "request", httpx.RequestID(r.Context())}, loop.LogAttrs(err)...)...)
		failure = Refuse(Internal, "We are sorry but we have encountered an error. Please try again.")
		if errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrConflict) {
			failure = Refuse(Unavailable, "We are sorry, but we cannot do this for a moment. Please try again in a few seconds.")
			failure.RetryAfter = retryUnavailable
		}
	}
	WriteFailure(w, r, failure)
}

// retryUnavailable, in seconds, is within what the database needs to be used
// again after it has returned.
const retryUnavailable = 2

// Busy is the failure of a request that came when there was too much to do.
func Busy() *Failure {
	failure := Refuse(Unavailable, "We are very busy at the moment. Please try again in a few seconds.")
	failure.RetryAfter = retryUnavailable
	return failure
}

// ofBooking turns a refusal of the booking rules into one of the API.
func ofBooking(f *booking.Failure) *Failure {
	made := &Failure{RetryAfter: int(f.RetryAfter.Seconds())}
	for _, field := range f.Fields {
		made.Errors = append(made.Errors, Problem{Message: field.Message, Code: Code(f.Code), Field: field.Field})
	}
	if len(made.Errors) == 0 {
		made.Errors = []Problem{{Message: f.Message, Code: Code(f.Code)}}
	}
	if Code(f.Code) == PriceChanged && f.Price > 0 {
		made.Price, made.UnitID = f.Price.String(), f.OfferID
	}
	return made
}

// WriteFailure answers a failure with its status. It is never cached.
func WriteFailure(w http.ResponseWriter, r *http.Request, f *Failure) {
	header := w.Header()
	header["Cache-Control"] = httpx.NoStore
	header["Content-Type"] = httpx.JSON
	if f.RetryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(f.RetryAfter))
	}
	body, err := json.Marshal(FailureBody{Errors: f.Errors, RequestID: httpx.RequestID(r.Context()), Price: f.Price, UnitID: f.UnitID})
	if err != nil {
		body = []byte(`{"success":0,"errors":[]}`)
	}
	_ = httpx.SendOnce(w, r, f.Status(), body, nil, nil) // small bodies always go
}

// FailureBody is a failed answer.
type FailureBody struct {
	Success   int       `json:"success" doc:"Always 0."`
	Errors    []Problem `json:"errors"`
	RequestID string    `json:"requestId,omitempty" doc:"Names the request in the logs."`
	Price     string    `json:"price,omitempty" doc:"With PRICE_CHANGED: the price that holds now."`
	UnitID    string    `json:"unitId,omitempty" doc:"With PRICE_CHANGED of book: the offer at that price."`
}
