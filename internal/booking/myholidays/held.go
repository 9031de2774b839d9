package myholidays

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
)

// EmailErasure is the kind of the outbox jobs that confirm a request for erasure, each with a
// Job as payload.
const EmailErasure = "mail.erasure-asked"

// ErasureDays is how long we may take to carry a request for erasure out: one month (UK GDPR,
// article 12(3)).
const ErasureDays = 30

// ErasureRequest is the wish of an address that what is held under it be erased.
type ErasureRequest struct {
	Email   string
	AskedAt time.Time
}

// Due is when the request must have been carried out.
func (r ErasureRequest) Due() time.Time { return r.AskedAt.AddDate(0, 0, ErasureDays) }

// Held is what is held under an address beside bookings.
type Held struct {
	Subscriptions []visitor.Subscriber
	Consents      []Consent
	Messages      []visitor.Message
	Watches       []watch.Watch
}

// Consent is a consent to newsletters.
type Consent struct {
	At        time.Time `json:"at"`
	Source    string    `json:"source"`
	Newspaper string    `json:"newspaper,omitempty"`
	Wording   string    `json:"wording"`
}

// The data of a person as they get it: names in lower case, amounts in pounds, times in UTC.
type (
	personalData struct {
		Email             string         `json:"email"`
		At                time.Time      `json:"at"`
		Brand             string         `json:"brand"`
		Bookings          []heldBooking  `json:"bookings"`
		Newsletter        []subscription `json:"newsletter"`
		NewsletterConsent []Consent      `json:"newsletterConsents"`
		Messages          []message      `json:"messages"`
		PriceWatches      []priceWatch   `json:"priceWatches"`
		ErasureAskedAt    time.Time      `json:"erasureAskedAt,omitzero"`
	}
	heldBooking struct {
		Reference    string        `json:"reference"`
		Status       string        `json:"status"`
		BookedAt     time.Time     `json:"bookedAt"`
		Park         string        `json:"park"`
		Unit         string        `json:"unit"`
		Arrival      string        `json:"arrival"`
		Nights       int           `json:"nights"`
		Party        booking.Party `json:"party"`
		Extras       []string      `json:"extras"`
		Total        money.Pence   `json:"total"`
		Paid         money.Pence   `json:"paid"`
		DiscountCode string        `json:"discountCode,omitempty"`
		Payments     []heldPayment `json:"payments"`
		Contact      heldContact   `json:"contact"`
		Members      []heldMember  `json:"members"`
		Click        string        `json:"affiliateClick,omitempty"`
	}
	heldPayment struct {
		At     time.Time   `json:"at"`
		Amount money.Pence `json:"amount"`
		Method string      `json:"method"`
	}
	// heldContact and heldMember have the fields of booking.Contact and booking.Member.
	heldContact struct {
		Title      string `json:"title"`
		Forename   string `json:"forename"`
		Surname    string `json:"surname"`
		DOB        string `json:"dateOfBirth"`
		Email      string `json:"email"`
		Telephone  string `json:"telephone"`
		Address1   string `json:"address1"`
		Address2   string `json:"address2"`
		Town       string `json:"town"`
		County     string `json:"county"`
		Postcode   string `json:"postcode"`
		Country    string `json:"country"`
		EmailOpt   bool   `json:"emailOptIn"`
		SmsOpt     bool   `json:"smsOptIn"`
		ThirdOpt   bool   `json:"thirdPartyOptIn"`
		OptWording string `json:"optInWording"`
		OptAt      int64  `json:"optInAtMs"`
	}
	heldMember struct {
		Type     booking.MemberKind `json:"type"`
		Title    string             `json:"title"`
		Initial  string             `json:"initial"`
		LastName string             `json:"lastName"`
		Age      string             `json:"age"`
		DOB      string             `json:"dateOfBirth"`
	}
	subscription struct {
		FirstName      string    `json:"firstName"`
		Source         string    `json:"source"`
		Newspaper      string    `json:"newspaper,omitempty"`
		SignedUpAt     time.Time `json:"signedUpAt"`
		ConfirmedAt    time.Time `json:"confirmedAt,omitzero"`
		UnsubscribedAt time.Time `json:"unsubscribedAt,omitzero"`
	}
	message struct {
		Reference string    `json:"reference"`
		Name      string    `json:"name"`
		Phone     string    `json:"phone,omitempty"`
		Booking   string    `json:"booking,omitempty"`
		Text      string    `json:"text"`
		SentAt    time.Time `json:"sentAt"`
	}
	priceWatch struct {
		Park    string      `json:"park"`
		Unit    string      `json:"unit,omitempty"`
		Stay    string      `json:"stay"`
		Price   money.Pence `json:"lastPriceTold"`
		Booking string      `json:"booking,omitempty"`
	}
)

// Data returns what is held under the address of a browser, as JSON. It fails with ErrEnded.
func (s *Service) Data(ctx context.Context, token string) ([]byte, error) {
	o, err := s.own(ctx, token)
	if err != nil {
		return nil, err
	}
	held, err := s.config.Store.Held(ctx, o.Email)
	if err != nil {
		return nil, err
	}
	data := personalData{Email: o.Email, At: s.config.Clock().UTC(), Brand: s.config.Brand, ErasureAskedAt: o.Erasure.AskedAt, NewsletterConsent: held.Consents}
	for _, b := range append(o.Coming, o.Past...) {
		data.Bookings = append(data.Bookings, dataOf(b))
	}
	for _, n := range held.Subscriptions {
		data.Newsletter = append(data.Newsletter, subscription{n.FirstName, n.Source, n.Newspaper, n.SignedUpAt, n.ConfirmedAt, n.UnsubscribedAt})
	}
	for _, m := range held.Messages {
		data.Messages = append(data.Messages, message{m.Reference, m.Name, m.Phone, m.BookingRef, m.Text, m.SentAt})
	}
	for _, w := range held.Watches {
		data.PriceWatches = append(data.PriceWatches, priceWatch{w.Stay.Park, w.Stay.Unit, w.Stay.Text(), w.Told, w.Ref})
	}
	encoded, err := json.MarshalIndent(data, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the data of a person: %w", err)
	}
	return encoded, nil
}

func dataOf(b booking.Existing) heldBooking {
	h := heldBooking{
		Reference: b.Shown, Status: b.Status(), BookedAt: b.StartedAt.UTC(), Park: b.Stay.ParkName, Unit: b.Stay.UnitDesc, Arrival: b.Stay.Arrival.ISO(), Nights: b.Stay.Nights,
		Party: b.Party, Total: b.Total, Paid: b.AmountPaid, DiscountCode: b.Discount.Code, Contact: heldContact(b.Contact), Click: b.Click,
	}
	for _, e := range b.Extras {
		h.Extras = append(h.Extras, fmt.Sprintf("%d × %s", e.Quantity, e.Name))
	}
	for _, p := range b.Payments {
		h.Payments = append(h.Payments, heldPayment{p.Taken.UTC(), p.Amount, p.Method})
	}
	for _, m := range b.Members {
		h.Members = append(h.Members, heldMember(m))
	}
	return h
}

// AskErasure records that the owner of a browser's address wants what is held under it erased,
// for staff, and has that confirmed by e-mail. To ask again changes nothing. It fails with
// ErrEnded.
func (s *Service) AskErasure(ctx context.Context, token string) error {
	email, err := s.email(ctx, token)
	if err != nil {
		return err
	}
	return s.config.Store.AskErasure(ctx, email, func(at time.Time) outbox.Job {
		job := Job{Email: email, At: at.UnixMilli()}
		return outbox.Job{Kind: EmailErasure, Key: digest("erasure", strings.Join([]string{email, at.String()}, " ")), Payload: job.encode()}
	})
}
