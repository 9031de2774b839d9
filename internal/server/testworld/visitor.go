package testworld

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/payment"
)

// GoodCard is a card that the provider accepts.
const GoodCard = "4444333322221111"

// OfferOf returns the offer id of a unit on the first day.
func OfferOf(unit string) string {
	return booking.Offer{UnitTypeID: unit, Arrival: Summer, Nights: 3, Price: Price}.ID()
}

// Staff is the member of staff who intervenes in tests.
var Staff = payment.StaffMember{By: "test", Why: "a test"}

// Couple is the party of the tests.
var Couple = booking.Party{Adults: 2}

// Visitor returns a visitor with a new cookie.
func Visitor() booking.Visitor {
	return booking.Visitor{Token: booking.NewToken(), Address: "203.0.113.9", Network: "203.0.113.9"}
}

// Jo is the contact of the tests, and Members is the couple's party.
var (
	Jo = booking.Contact{Title: "Ms", Forename: "Priya", Surname: "O'Neill-Brontë", DOB: "03/07/1985", Email: "priya@mail.example",
		Telephone: "0131 496 0000", Address1: "3 Gull Row", Town: "Scarborough", County: "North Yorkshire", Postcode: "yo112ab",
		Country: booking.UnitedKingdom}
	Members = []booking.Member{
		{Type: booking.Adult, Title: "Ms", Initial: "P", LastName: "O'Neill", Age: "41", DOB: "03/07/1985"},
		{Type: booking.Adult, Title: "Mr", Initial: "S", LastName: "O'Neill", Age: "40", DOB: "03/07/1986"},
	}
)

// Booked starts a booking of a unit and enters the details.
func (w *World) Booked(v booking.Visitor, unit string) booking.View {
	w.T.Helper()
	return w.BookedAs(v, booking.StartRequest{OfferID: OfferOf(unit), Party: Couple})
}

// OfPromotion lets a stay be booked as one of the promotion.
func OfPromotion(string, date.Date) bool { return true }

// BookedAs is Booked with the request that starts the booking.
func (w *World) BookedAs(v booking.Visitor, r booking.StartRequest) booking.View {
	w.T.Helper()
	view, err := w.Bookings.Start(context.Background(), v, r)
	check(w.T, err)
	return w.Detailed(v, view)
}

// Detailed enters the details of a couple's booking.
func (w *World) Detailed(v booking.Visitor, view booking.View) booking.View {
	w.T.Helper()
	ctx := context.Background()
	_, err := w.Bookings.SetUserDetails(ctx, v, view.Ref, Jo)
	check(w.T, err)
	view, err = w.Bookings.SetPartyDetails(ctx, v, view.Ref, Members, false)
	check(w.T, err)
	return view
}

// BookedWith is Booked with a code of a discount or a voucher.
func (w *World) BookedWith(v booking.Visitor, unit, code string) booking.View {
	w.T.Helper()
	d, err := w.Bookings.SetDiscount(context.Background(), v, w.Booked(v, unit).Ref, code)
	check(w.T, err)
	return d.View
}

// BookedMuch is Booked for a caravan, with two dogs, extras and a code.
func (w *World) BookedMuch(v booking.Visitor, extras map[string]int, code string) booking.View {
	w.T.Helper()
	dogs := 2
	view := w.BookedAs(v, booking.StartRequest{OfferID: OfferOf("caravan"), Party: booking.Party{Adults: 2, Dogs: true}})
	_, err := w.Bookings.SetExtras(context.Background(), v, view.Ref, booking.Choice{Quantities: extras, Dogs: &dogs})
	check(w.T, err)
	d, err := w.Bookings.SetDiscount(context.Background(), v, view.Ref, code)
	check(w.T, err)
	return d.View
}

// Prepared records an attempt to pay the amount of the quote for an option.
func (w *World) Prepared(v booking.Visitor, view booking.View, option booking.PaymentOption) payment.Prepared {
	w.T.Helper()
	p, err := w.Payments.Prepay(context.Background(), v, RequestFor(view, option))
	check(w.T, err)
	return p
}

// RequestFor returns the pre-payment request that the browser sends.
func RequestFor(view booking.View, option booking.PaymentOption) payment.Request {
	_, amount := view.Quote.PayNow(option)
	return payment.Request{BookID: view.Ref, Option: option, Method: payment.Card, Expected: amount,
		QuoteHash: view.Quote.Hash, Key: uuid.NewString()}
}

// Pay sends a card with a number and a name.
func (w *World) Pay(v booking.Visitor, ref, id, card, name string) (payment.Answer, error) {
	w.T.Helper()
	return w.Payments.Authorise(context.Background(), v, w.Submission(ref, id, card, name))
}

// Paid pays an option of a booking by card, and does the jobs that follow.
func (w *World) Paid(v booking.Visitor, view booking.View, option booking.PaymentOption) booking.View {
	w.T.Helper()
	_, err := w.Pay(v, view.Ref, w.Prepared(v, view, option).ID, GoodCard, "P O'Neill")
	check(w.T, err)
	w.Tick()
	return view
}

// Submission is what the browser sends to pay an attempt by a card with a number and
// a name.
func (w *World) Submission(ref, id, card, name string) payment.Submission {
	w.T.Helper()
	jwe, err := simulator.EncryptCard(w.Account.PublicKey, card, "123", "12", "2030", name)
	check(w.T, err)
	s := payment.Submission{ID: id, BookID: ref, EncryptedData: jwe, DeviceReference: "df-1", WindowSize: "390x400"}
	if len(ref) > len("XXXXX-XXXXX") { // a link's token: whoever pays by it has to say the address
		s.BillingDifferent, s.Billing = true, Jo
	}
	return s
}

var hidden = regexp.MustCompile(`name="([A-Za-z]+)" value="([^"]*)"`)

// AskBank acts as the browser in the bank's frame: it posts the challenge,
// decides, and returns the form that the bank posts to the return address.
func (w *World) AskBank(f *payment.Frame, decision string) url.Values {
	w.T.Helper()
	page := w.post(f.URL, url.Values{"JWT": {f.JWT}, "MD": {f.MD}})
	form := url.Values{"decision": {decision}}
	for _, m := range hidden.FindAllStringSubmatch(page, -1) {
		if m[1] != "decision" {
			form.Set(m[1], m[2])
		}
	}
	page = w.post(strings.Replace(f.URL, "challenge.html", "decision", 1), form)
	back := url.Values{}
	for _, m := range hidden.FindAllStringSubmatch(page, -1) {
		back.Set(m[1], m[2])
	}
	return back
}

func (w *World) post(to string, form url.Values) string {
	w.T.Helper()
	req, err := http.NewRequestWithContext(w.T.Context(), http.MethodPost, to, strings.NewReader(form.Encode()))
	check(w.T, err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := (&http.Client{Transport: w.Browser}).Do(req)
	check(w.T, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	check(w.T, err)
	if resp.StatusCode != http.StatusOK {
		w.T.Fatalf("POST %s: %d %s", to, resp.StatusCode, text)
	}
	return string(text)
}
