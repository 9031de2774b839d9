package payment

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Somebody who pays by a link names the booking by the link's token: an L, the link's id, and
// the beginning of its signature. The token is in the fragment of the link's address, which
// browsers send to nobody, and is not stored.
const (
	linkIDBytes = 16
	linkIDText  = 22
	linkToken   = 1 + 2*linkIDText
)

var linkText = base64.RawURLEncoding.Strict() // so that a signature has one text

func signedLink(id string) []byte { return []byte("pay link|" + id) }

// LinkToken returns the token of a link.
func (s *Service) LinkToken(id string) string {
	return "L" + id + linkText.EncodeToString(s.Keys.Sign(signedLink(id))[:linkIDBytes])
}

// LinkPath is the address of the page on which somebody pays by a link, below the site's.
func LinkPath(token string) string { return "/booking/payment#" + token }

// linkOf returns the id of the link whose token a text is; ok is false for any other text,
// such as a booking reference.
func (s *Service) linkOf(text string) (id string, ok bool) {
	if len(text) != linkToken || text[0] != 'L' {
		return "", false
	}
	mac, err := linkText.DecodeString(text[1+linkIDText:])
	id = text[1 : 1+linkIDText]
	return id, err == nil && s.Keys.Signed(signedLink(id), mac)
}

// The refusals for those who pay by a link.
var (
	errLink       = booking.Refuse(booking.NotFound, "This link is not valid. Please check that you have all of it.")
	errLinkPaid   = booking.Refuse(booking.WrongState, "This link has been paid. Thank you.")
	errLinkClosed = booking.Refuse(booking.WrongState, "Nothing can be paid by this link any more. Please ask whoever sent it to you for another one.")
)

// Shared is what somebody who pays by a link sees: nothing about people, and no reference.
type Shared struct {
	Park    string
	Arrival date.Date
	Nights  int
	Amount  money.Pence
	LastDay date.Date // on which the link can be used
}

// OpenLink returns what the holder of a link sees. Failures: NotFound for a link that is not
// ours, WrongState with a text for one by which nothing can be paid now.
func (s *Service) OpenLink(ctx context.Context, token string) (shared Shared, err error) {
	err = s.Store.View(ctx, func(tx Tx) error {
		l, err := s.readLink(tx, token)
		if err != nil {
			return err
		}
		b, err := tx.Booking(l.Ref)
		if err == nil {
			err = s.usable(tx, &l, b)
		}
		shared = Shared{Park: b.Stay.ParkName, Arrival: b.Stay.Arrival, Nights: b.Stay.Nights, Amount: l.Due(b), LastDay: l.LastDay()}
		return err
	})
	return shared, booking.Wrap("open a link to pay by", err)
}

// payableByLink is payable for the holder of a link.
func (s *Service) payableByLink(tx Tx, v booking.Visitor, token string) (b booking.Booking, attempts []Attempt, link *booking.PayLink, err error) {
	if v.Token == "" {
		return b, nil, nil, errNoSession
	}
	l, err := s.readLink(tx, token)
	if err == nil {
		b, attempts, err = tx.LockWithAttempts(l.Ref)
	}
	return b, attempts, &l, err
}

// readLink reads the link of a token.
func (s *Service) readLink(tx Tx, token string) (booking.PayLink, error) {
	id, ok := s.linkOf(token)
	if !ok {
		return booking.PayLink{}, errLink
	}
	l, err := tx.PayLink(id)
	return l, ifMissing(err, errLink)
}

// usable refuses a link of a booking by which nothing can be paid now. It adds what was paid
// by it.
func (s *Service) usable(tx Tx, l *booking.PayLink, b booking.Booking) error {
	all, err := tx.PayLinks(b.Ref)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(all, func(x booking.PayLink) bool { return x.ID == l.ID }); i >= 0 {
		*l = all[i]
	}
	switch l.State(b, tx.Now()) {
	case booking.LinkOpen:
		return nil
	case booking.LinkPaid:
		return errLinkPaid
	default:
		return errLinkClosed
	}
}

// attemptByLink returns the attempt by which the holder of a link pays. A link asks for one
// amount: what the request asks for is only compared.
func (s *Service) attemptByLink(tx Tx, b booking.Booking, l booking.PayLink, r Request) (Attempt, error) {
	a := Attempt{Ref: b.Ref, State: StateCreated, Method: r.Method, Key: r.Key, CreatedAt: tx.Now(), TopUp: true, Option: booking.PayTopUp, Link: l.ID}
	if err := s.usable(tx, &l, b); err != nil {
		return a, err
	}
	if a.Payer = booking.TypedEmail(r.Email); !booking.ValidEmail(a.Payer) {
		return a, &booking.Failure{Code: booking.Invalid, Message: "Please enter a valid email address", Fields: []booking.FieldError{{Field: "email", Message: "Please enter a valid email address"}}}
	}
	a.Amount = l.Due(b)
	switch {
	case a.Amount != r.Expected:
		return a, errPrice
	case !s.offers(r.Method):
		return a, errMethod
	}
	return a, nil
}

// told is the booking as an e-mail about an attempt may know it: whoever pays by a link is
// told at the address that was given, and nothing about the booking.
func (a Attempt) told(b booking.Booking) booking.Booking {
	if a.Link == "" {
		return b
	}
	b.Contact, b.Shown = booking.Contact{Email: a.Payer}, ""
	return b
}

// MakeLinks makes a link for each share of a booking to which the visitor has access. A
// repeated key makes no more. Failures: NoSession, NotFound, WrongState, Invalid.
func (s *Service) MakeLinks(ctx context.Context, v booking.Visitor, bookingID string, shares []booking.Share, key string) error {
	if _, err := uuid.Parse(key); err != nil {
		return errKey
	}
	if s.LinkDays == 0 {
		return errState
	}
	err := s.Store.Update(ctx, func(tx Tx) error {
		b, err := s.Bookings.Granted(tx, tx.LockBooking, v, bookingID)
		if err != nil {
			return err
		}
		done, err := tx.Actions(b.Ref)
		if err != nil || slices.ContainsFunc(done, func(a Action) bool { return a.Key == key }) {
			return err
		}
		made, err := addLinks(tx, b, shares, s.LinkDays)
		if err != nil {
			return err
		}
		return tx.AddAction(Action{By: byGuest, Why: "in My Booking", Command: makeLink, Ref: b.Ref, Done: strings.Join(describeLinks(made), ", "), Key: key})
	})
	return booking.Wrap("make links to pay by", err)
}

// The commands in the record of what was done.
const (
	makeLink = "booking pay-link"
	endLink  = "booking pay-link --end"
)

// addLinks writes the links of shares.
func addLinks(tx Tx, b booking.Booking, shares []booking.Share, days int) ([]booking.PayLink, error) {
	links, err := tx.PayLinks(b.Ref)
	if err != nil {
		return nil, err
	}
	made, err := b.NewLinks(links, shares, days, tx.Now())
	if err != nil {
		return nil, err
	}
	for i := range made {
		var id [linkIDBytes]byte
		if _, err := rand.Read(id[:]); err != nil {
			return nil, fmt.Errorf("make an id: %w", err)
		}
		made[i].ID = linkText.EncodeToString(id[:])
		if err := tx.InsertPayLink(made[i]); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// describeLinks says what links ask for, without names.
func describeLinks(links []booking.PayLink) (texts []string) {
	for _, l := range links {
		text := "a link asks for all that is left to pay"
		if l.Amount > 0 {
			text = "a link asks for £" + l.Amount.String()
		}
		texts = append(texts, text+", until "+l.LastDay().ISO())
	}
	return texts
}

// EndLink takes a link back. What is being paid by it at this moment is paid. Failures:
// NoSession, NotFound.
func (s *Service) EndLink(ctx context.Context, v booking.Visitor, bookingID, id string) error {
	return booking.Wrap("end a link to pay by", s.Store.Update(ctx, func(tx Tx) error {
		b, err := s.Bookings.Granted(tx, tx.LockBooking, v, bookingID)
		if err == nil {
			err = s.endLinkOf(tx, b, id)
		}
		if err != nil {
			return err
		}
		return tx.AddAction(Action{By: byGuest, Why: "in My Booking", Command: endLink, Ref: b.Ref, Done: "a link is not valid any more"})
	}))
}

// endLinkOf takes back a link of a booking that is locked, and ends a payment by it that waits
// for its browser.
func (s *Service) endLinkOf(tx Tx, b booking.Booking, id string) error {
	l, err := tx.PayLink(id)
	if err == nil && l.Ref != b.Ref {
		err = booking.ErrNoRow
	}
	if err == nil {
		err = tx.EndPayLink(id)
	}
	if err != nil {
		return ifMissing(err, errLink)
	}
	if b.Attempt == "" {
		return nil
	}
	a, err := tx.LockAttempt(b.Attempt)
	if err != nil || a.Link != id || a.State != StateCreated && a.State != StateApproval {
		return err
	}
	return s.replace(tx, &b, a)
}

// MakeLink makes a link for staff, who say how many days it is valid, and returns its token.
func (s *Service) MakeLink(ctx context.Context, reference string, share booking.Share, days int, by StaffMember) (token string, err error) {
	if days < 1 {
		return "", Refusal("say for how many days the link is valid")
	}
	err = s.operate(ctx, by, makeLink, func(tx Tx, p *Plan) error {
		b, err := booking.ByReference(tx, reference)
		if err != nil {
			return err
		}
		p.Ref = b.Ref
		made, err := addLinks(tx, b, []booking.Share{share}, days)
		if err != nil {
			return err
		}
		p.add("%s", strings.Join(describeLinks(made), ", "))
		token = s.LinkToken(made[0].ID)
		return nil
	})
	return token, err
}

// TakeLinkBack ends a link for staff, given its id or its token.
func (s *Service) TakeLinkBack(ctx context.Context, reference, link string, by StaffMember) error {
	if id, ok := s.linkOf(link); ok {
		link = id
	}
	return s.operate(ctx, by, endLink, func(tx Tx, p *Plan) error {
		b, err := booking.ByReference(tx, reference)
		if err != nil {
			return err
		}
		p.Ref = b.Ref
		p.add("a link of booking %s is not valid any more", b.Shown)
		return s.endLinkOf(tx, b, link)
	})
}
