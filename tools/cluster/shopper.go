//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/demo/simulator"
)

// shopper is a visitor with the cookies of their browser. Every call is written to the
// history before the next one begins.
type shopper struct {
	number  int
	client  *http.Client
	history *history
	random  *rand.Rand
	cookies map[string]*http.Cookie
}

// answer is what shoppers read of an answer.
type answer struct {
	call
	Data struct {
		SearchID       string
		Booking        struct{ BookID string }
		Quote          struct{ PayNowFull, Hash string }
		PaymntRecID    string
		Worldpay       struct{ CSEPublicKey string }
		Status         string
		ConfirmationID string
		Results        []struct {
			UnitID    string
			UnitsLeft int
		}
	}
	Errors []struct{ Code string }
}

// ok reports whether the call did what it was asked to.
func (a answer) ok() bool { return a.call.Status == http.StatusOK && a.Code == "" }

// do makes a call. What the answer means is said by its caller, who writes it.
func (s *shopper) do(ctx context.Context, patience time.Duration, name, method, path string, fields ...string) (a answer) {
	begin := time.Now()
	a.Visitor, a.Call = s.number, name
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	body, err := s.send(ctx, &a, method, path, fields)
	if err == nil && len(body) > 0 && body[0] == '{' {
		err = json.Unmarshal(body, &a)
	}
	if err != nil {
		a.call.Status, a.Error = 0, err.Error()
	}
	if len(a.Errors) > 0 {
		a.Code = a.Errors[0].Code
	}
	a.T, a.Took = time.Now().UnixMilli(), time.Since(begin).Milliseconds()
	return a
}

func (s *shopper) send(ctx context.Context, a *answer, method, path string, fields []string) ([]byte, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	query := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		query.Set(fields[i], fields[i+1])
		_ = form.WriteField(fields[i], fields[i+1]) // memory takes it
	}
	_ = form.Close()
	if method == http.MethodGet {
		path, body = path+"?"+query.Encode(), bytes.Buffer{}
	}
	request, err := http.NewRequestWithContext(ctx, method, "http://"+site+path, &body)
	if err != nil {
		return nil, err
	}
	if method == http.MethodPost {
		request.Header.Set("Content-Type", form.FormDataContentType())
	}
	for _, cookie := range s.cookies {
		request.AddCookie(cookie)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	for _, cookie := range response.Cookies() {
		s.cookies[cookie.Name] = &http.Cookie{Name: cookie.Name, Value: cookie.Value}
	}
	a.call.Status = response.StatusCode
	return io.ReadAll(response.Body)
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
	a := s.persist(ctx, "hold", http.MethodGet, "/api/book", "", unit, "unitId", unit, "searchId", "0", "adults", "2", "children", "0", "under5s", "0", "partySize", "2", "petFriendly", "N")
	switch {
	case a.ok():
		s.told(a, a.Data.Booking.BookID, unit, toldHeld)
		return a.Data.Booking.BookID
	case !a.failed():
		s.told(a, "", unit, toldRefused)
	}
	return ""
}

// person is who books, and looks bookings up.
var person = []string{"title", "Ms", "forename", "Wilhelmina", "surname", "Quackenbush", "dob", "03/07/1985", "email", "wilhelmina@mail.example",
	"telephone", "0131 496 0000", "address1", "3 Gannet Row", "town", "Scarborough", "county", "North Yorkshire", "postcode", "YO11 2AB", "country", "CNUK",
	"emailOpt", "N", "smsOpt", "N", "thirdOpt", "N"}

var party = []string{"onlyBooking", "N", "type1", "adult", "title1", "Ms", "initial1", "W", "lastName1", "Quackenbush", "age1", "41",
	"type2", "adult", "title2", "Mr", "initial2", "S", "lastName2", "Quackenbush", "age2", "40"}

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
	if _, ok := form("details", "/api/setuserdetails", person...); !ok {
		return ref, false
	}
	if _, ok := form("party", "/api/setpartydetails", party...); !ok {
		return ref, false
	}
	quote := s.persist(ctx, "quote", http.MethodGet, "/api/getdeposit", ref, unit, "bookId", ref)
	if !quote.ok() {
		return ref, false
	}
	prepared, ok := form("prepay", "/api/prepayment", "paymentOption", "full", "paymentMethod", "worldpay", "expectedAmount", quote.Data.Quote.PayNowFull,
		"quoteHash", quote.Data.Quote.Hash, "idempotencyKey", uuid.NewString())
	if !ok {
		return ref, false
	}
	return ref, s.pay(ctx, ref, unit, prepared)
}

// pay sends the card. Where the outcome is unknown, the visitor does as the page does: it
// asks for the state of the payment until it is known, and sends the card again where its
// first sending had no answer and the payment still waits (PaymentAction.tsx).
func (s *shopper) pay(ctx context.Context, ref, unit string, prepared answer) bool {
	card, err := simulator.EncryptCard(prepared.Data.Worldpay.CSEPublicKey, "4444333322221111", "123", "12", fmt.Sprint(time.Now().Year()+2), "W Quackenbush")
	if err != nil {
		s.history.fail(fmt.Errorf("encrypt a card: %w", err))
		return false
	}
	step := func(action string, fields ...string) answer {
		return s.do(ctx, patient, action, http.MethodPost, "/api/postpayment",
			append([]string{"bookId", ref, "paymntRecId", prepared.Data.PaymntRecID, "action", action}, fields...)...)
	}
	authorise := func() answer {
		return step("authorise", "encryptedData", card, "windowSize", "390x400", "dfReferenceId", "cluster")
	}
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
		case a.Code == "PAYMENT_REFUSED" || a.Code == "BOOKING_EXPIRED":
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
		a = step("status")
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
	case a.Code == "BOOKING_NOT_FOUND":
		means = toldNotFound
	}
	s.told(a, ref, "", means)
}
