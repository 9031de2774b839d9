//go:build linux

package main

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"holidaymaker/tools/visit"
)

// shopper is a visitor of a test. What they are told by a call, or that it failed, is written to
// the history before the next one begins.
type shopper struct {
	number  int
	visitor visit.Visitor
	history *history
	random  *rand.Rand
}

// answer is a call and its answer.
type answer struct {
	call
	visit.Answer
}

// ok reports whether the call did what it was asked to.
func (a answer) ok() bool { return a.call.Status == http.StatusOK && a.call.Code == "" }

// do makes a call. What the answer means is said by its caller, who writes it.
func (s *shopper) do(ctx context.Context, patience time.Duration, name, method, path string, fields ...string) (a answer) {
	begin := time.Now()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var err error
	a.Answer, err = s.visitor.Call(ctx, method, path, fields...)
	a.call = call{Visitor: s.number, Call: name, Status: a.Answer.Status, Code: a.Answer.Code()}
	if err != nil {
		a.call.Status, a.Error = 0, err.Error()
	}
	a.T, a.Took = time.Now().UnixMilli(), time.Since(begin).Milliseconds()
	return a
}

// told writes what an answer means.
func (s *shopper) told(a answer, ref, unit string, means told) {
	a.Ref, a.Unit, a.Told = ref, unit, means
	s.history.call(a.call)
}

const (
	quick   = 5 * time.Second  // how long visitors wait for most answers
	patient = 60 * time.Second // for those of a payment
	tries   = 30               // how often they try again, a second apart
)

// persist repeats a call that may be repeated until the site answers, as a visitor does
// who presses the button again.
func (s *shopper) persist(ctx context.Context, name, method, path, ref, unit string, fields ...string) (a answer) {
	for range tries {
		a = s.do(ctx, quick, name, method, path, fields...)
		if !a.failed() {
			return a
		}
		s.told(a, ref, unit, toldUnknown)
		pause(ctx, time.Second)
	}
	return a
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// book holds a unit, and returns the booking's reference, or "" where there is none.
func (s *shopper) book(ctx context.Context, unit string) string {
	a := s.persist(ctx, "hold", http.MethodGet, "/api/book", "", unit, visit.Hold(unit)...)
	switch {
	case a.ok():
		s.told(a, a.Data.Booking.BookID, unit, toldHeld)
		return a.Data.Booking.BookID
	case !a.failed():
		s.told(a, "", unit, toldRefused)
	}
	return ""
}

// buy books a unit and pays it in full. It reports whether the visitor was told that they
// paid.
func (s *shopper) buy(ctx context.Context, unit string) (ref string, paid bool) {
	if ref = s.book(ctx, unit); ref == "" {
		return "", false
	}
	form := func(name, path string, fields ...string) (answer, bool) {
		a := s.persist(ctx, name, http.MethodPost, path, ref, unit, append([]string{"bookId", ref}, fields...)...)
		if !a.ok() && !a.failed() {
			s.told(a, ref, unit, "")
		}
		return a, a.ok()
	}
	if _, ok := form("details", "/api/setuserdetails", visit.Person...); !ok {
		return ref, false
	}
	if _, ok := form("party", "/api/setpartydetails", visit.Party...); !ok {
		return ref, false
	}
	quote := s.persist(ctx, "quote", http.MethodGet, "/api/getdeposit", ref, unit, "bookId", ref)
	if !quote.ok() {
		return ref, false
	}
	prepared, ok := form("prepay", "/api/prepayment", visit.Prepayment(quote.Answer)...)
	if !ok {
		return ref, false
	}
	return ref, s.pay(ctx, ref, unit, prepared)
}

// pay sends the card. Where the outcome is unknown, the visitor does as the page does: it
// asks for the state of the payment until it is known, and sends the card again where its
// first sending had no answer and the payment still waits (PaymentAction.tsx).
func (s *shopper) pay(ctx context.Context, ref, unit string, prepared answer) bool {
	card, err := visit.Authorisation(prepared.Answer)
	if err != nil {
		s.history.fail(err)
		return false
	}
	step := func(action string, fields ...string) answer {
		return s.do(ctx, patient, action, http.MethodPost, "/api/postpayment", append([]string{"bookId", ref}, fields...)...)
	}
	authorise := func() answer { return step("authorise", card...) }
	a := authorise()
	if s.random.IntN(20) == 0 { // a double click, which comes late
		s.told(a, ref, unit, "")
		a = authorise()
	}
	unanswered := a.failed()
	for range 90 {
		switch {
		case a.ok() && a.Data.Status == "authorised":
			s.told(a, ref, unit, toldPaid)
			return true
		case a.call.Code == "PAYMENT_REFUSED" || a.call.Code == "BOOKING_EXPIRED":
			s.told(a, ref, unit, toldRefused)
			return false
		}
		s.told(a, ref, unit, toldUnknown)
		if unanswered && !a.failed() {
			a = authorise()
			unanswered = a.failed()
			continue
		}
		pause(ctx, time.Second)
		a = step("status", "paymntRecId", prepared.Data.PaymntRecID, "action", "status")
	}
	return false
}

// lookUp finds a booking again.
func (s *shopper) lookUp(ctx context.Context, ref string) {
	a := s.do(ctx, quick, "look up", http.MethodPost, "/api/getMyBooking", "bookingId", ref, "surname", "Quackenbush", "postcode", "YO11 2AB")
	means := toldUnknown
	switch {
	case a.ok():
		means = toldFound
	case a.call.Code == "BOOKING_NOT_FOUND":
		means = toldNotFound
	}
	s.told(a, ref, "", means)
}
