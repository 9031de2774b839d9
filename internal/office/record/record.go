// Package record is the booking as the people of the office see it: everything that was
// bought, paid, said, sent, changed and acknowledged, in one record with one timeline; the
// notes and special requests that they write; and the check of a caller.
package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/office/find"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
)

// Store runs transactions over bookings and what is written about them.
type Store interface {
	Update(ctx context.Context, fn func(Tx) error) error
}

// Tx is a transaction. Lists are in the order of time.
type Tx interface {
	Booking(ref string) (booking.Booking, error)
	LockBooking(ref string) (booking.Booking, error)
	AttemptsToShow(ref string) ([]payment.Attempt, error)
	Movements(ref string) ([]ledger.Movement, error)
	Actions(ref string) ([]payment.Action, error)
	Deeds(ref string) ([]payment.Deed, error)
	Reservations(ref string) ([]reservation.Row, error)
	// Mails lists the e-mails about a booking whose jobs have one of some keys, or one that
	// begins with the reference.
	Mails(ref string, keys []string) ([]Mail, error)
	Notes(ref string) ([]Note, error)
	// AddNote writes a note; added is false where the booking has its key already, and id is
	// that of the note then.
	AddNote(n Note) (id string, added bool, err error)
	// Checks lists the checks of callers about a booking, as events.
	Checks(ref string) ([]staff.Event, error)
	// CheckOf returns what a person has ticked last for a booking, and when; zero: nothing.
	CheckOf(person, ref string) (matched []string, at time.Time, err error)
	SaveCheck(person, ref string, matched []string) error
	staff.Recorder
}

// Mail is an e-mail about a booking.
type Mail struct {
	Kind  string // of the outbox
	Key   string
	State string // waiting, sent or failed
	At    time.Time
}

// Service answers the calls about one booking. Its methods are safe for concurrent use.
type Service struct{ store Store }

// New returns a Service over a store.
func New(store Store) *Service { return &Service{store} }

// RefIn names a booking.
type RefIn struct {
	Ref string `json:"ref"`
}

// parts is what a record is made of.
type parts struct {
	booking      booking.Booking
	attempts     []payment.Attempt
	movements    []ledger.Movement
	actions      []payment.Action
	deeds        []payment.Deed
	reservations []reservation.Row
	mails        []Mail
	notes        []Note
	checks       []staff.Event
	today        date.Date
}

// Open is the call that returns a booking's record. A booking of another park does not exist
// for the staff of a park.
func (s *Service) Open(ctx context.Context, p *staff.Person, in RefIn) (out BookingRecord, err error) {
	err = s.store.Update(ctx, func(tx Tx) error { // it records who has read what
		b, err := readable(tx, p, in.Ref)
		if err != nil {
			return err
		}
		all, err := readParts(tx, b)
		if err != nil {
			return err
		}
		out = all.record(find.ScopeOf(p))
		if out.Check, err = checkOf(tx, p, b.Ref); err != nil {
			return err
		}
		event := staff.EventOf(p, "read booking", b.Ref)
		if out.Guest != nil {
			event.Fields = []string{"name", "email", "phone", "address"}
		}
		return staff.AddReading(tx, event)
	})
	return out, wrap("read a booking", err)
}

// wrap says what was being done when something failed that is no answer to a person.
func wrap(doing string, err error) error {
	var refusal *staff.Refusal
	if err == nil || errors.As(err, &refusal) || errors.Is(err, staff.ErrNotFound) {
		return err
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// readable reads a booking that a person may know of, by its reference as written.
func readable(tx Tx, p *staff.Person, written string) (booking.Booking, error) {
	for _, ref := range booking.ReadingsOfReference(written) {
		b, err := tx.Booking(ref)
		if errors.Is(err, booking.ErrNoRow) {
			continue
		}
		if err == nil && !p.SeesPark(b.Stay.ParkID) {
			break
		}
		return b, err
	}
	return booking.Booking{}, staff.ErrNotFound
}

func readParts(tx Tx, b booking.Booking) (all parts, err error) {
	all = parts{booking: b, today: date.In(tx.Now())}
	if all.attempts, err = tx.AttemptsToShow(b.Ref); err != nil {
		return all, err
	}
	if all.movements, err = tx.Movements(b.Ref); err != nil {
		return all, err
	}
	if all.actions, err = tx.Actions(b.Ref); err != nil {
		return all, err
	}
	if all.deeds, err = tx.Deeds(b.Ref); err != nil {
		return all, err
	}
	if all.reservations, err = tx.Reservations(b.Ref); err != nil {
		return all, err
	}
	if all.notes, err = tx.Notes(b.Ref); err != nil {
		return all, err
	}
	if all.checks, err = tx.Checks(b.Ref); err != nil {
		return all, err
	}
	keys := []string{b.Ref}
	for _, a := range all.attempts {
		keys = append(keys, a.ID)
	}
	for _, m := range all.movements {
		keys = append(keys, m.Key)
	}
	all.mails, err = tx.Mails(b.Ref, keys)
	return all, err
}

// record is the whole record, as somebody with a scope sees it.
func (p parts) record(scope find.Scope) BookingRecord {
	b := p.booking
	r := BookingRecord{Ref: b.Shown, Version: b.Version, Pending: p.pending(scope.Sums), State: find.StateOn(b, p.today), Brand: b.Brand,
		Arrival: b.Stay.Arrival.ISO(), Departure: b.Stay.Departure().ISO(), Nights: b.Stay.Nights, Unit: b.Stay.UnitDesc,
		Party: RecordParty{b.Party.Adults, b.Party.Children, b.Party.Under5s, b.Party.Text()}, Dogs: dogs(b.Party),
		CheckIn: b.Times().CheckIn, CheckOut: b.Times().CheckOut, Park: p.park(), Settled: b.Outstanding() == 0,
		Timeline: p.timeline(scope), Requests: []Request{}, Record: p.about()}
	if scope.Names {
		r.Requests = p.requests()
	}
	if !b.ErasedAt.IsZero() {
		r.ErasedOn = date.In(b.ErasedAt).ISO()
	}
	if scope.Names && b.Contact.Surname != "" {
		c := b.Contact
		r.Guest = &RecordGuest{Name: strings.Join(strings.Fields(c.Title+" "+c.Forename+" "+c.Surname), " "), Email: c.Email, Phone: c.Telephone,
			Address: joined(c.Address1, c.Address2, c.Town, c.County), Postcode: c.Postcode}
	}
	if scope.Sums {
		m := p.money()
		r.Money = &m
	}
	return r
}

func joined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), ", ")
}

// withoutSum says what somebody does, to those who see no sums.
var withoutSum = map[string]string{"refund": "refunds a sum, or takes it off the price", "cancel": "cancels the booking"}

// pending is what people have asked for and can still be undone.
func (p parts) pending(sums bool) []RecordPending {
	all := []RecordPending{}
	for _, d := range p.deeds {
		if d.State != payment.DeedWaiting {
			continue
		}
		text := d.Text
		if !sums {
			text = cmp.Or(withoutSum[d.Kind], "changes the booking")
		}
		all = append(all, RecordPending{d.ID, d.By, d.Kind, d.By + " " + text, instant(d.Due)})
	}
	return all
}

// dogs is how many dogs come; 1 where nobody was asked how many.
func dogs(p booking.Party) int {
	if p.Dogs {
		return max(1, p.DogCount)
	}
	return 0
}

// park is the park, and what its own system or office knows of the booking.
func (p parts) park() RecordPark {
	b := p.booking
	park := RecordPark{ID: b.Stay.ParkID, Name: b.Stay.ParkName, Operator: b.Stay.OperatorName, Told: "none"}
	for _, r := range p.reservations {
		if !r.Present {
			continue
		}
		park.Version, park.Number, park.Told = r.Version, r.Number, string(r.Status())
		park.Partner, _, _ = strings.Cut(r.Partner, "/")
		park.At = instant(latest(r.SentAt, r.AckedAt))
		park.Refusal = r.Refusal
	}
	return park
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// instant is a time in London as RFC 3339, "" for none.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(date.London).Format(time.RFC3339)
}

// money is what was bought, paid and returned.
func (p parts) money() RecordMoney {
	b := p.booking
	m := RecordMoney{Total: int64(b.Total), Paid: int64(b.AmountPaid), Left: int64(b.Outstanding()), Due: find.DueDay(b), Lines: []RecordLine{}, Payments: []RecordPayment{}}
	if due, err := date.Parse(b.BalanceDue); err == nil {
		m.Overdue = m.Left > 0 && due <= p.today && !b.BalanceToOperator()
	}
	m.ToOperator = b.BalanceToOperator()
	for _, l := range b.PriceLines() {
		m.Lines = append(m.Lines, RecordLine{l.Label, strings.Join(l.Notes, ", "), int64(l.Amount)})
	}
	for _, a := range p.attempts {
		sums := ledger.Sum(slices.DeleteFunc(slices.Clone(p.movements), func(x ledger.Movement) bool { return x.Attempt != a.ID }))
		m.Returned += int64(sums.Refunded)
		m.Unsure = m.Unsure || a.State.Open()
		m.Payments = append(m.Payments, RecordPayment{a.ID, instant(a.CreatedAt), string(a.Method), cardText(a), string(a.State), int64(a.Amount), int64(sums.Refunded), a.Alert})
	}
	return m
}

// cardText names a payment: "Card ending 4421".
func cardText(a payment.Attempt) string {
	switch {
	case a.Authorised.LastFour != "":
		return "Card ending " + a.Authorised.LastFour
	case a.Method == payment.Wallet:
		return "PayPal"
	case a.Method == payment.Voucher:
		return "Voucher"
	}
	return "Card"
}

// about is what is known of the booking itself.
func (p parts) about() []RecordFact {
	b := p.booking
	source := "website"
	if b.Brand != "" {
		source = b.Brand + " website"
	}
	if b.Imported {
		source = "imported from another system"
	}
	facts := []RecordFact{{"Booked", date.Moment(b.StartedAt) + ", " + source}}
	if !b.ConfirmedAt.IsZero() {
		facts = append(facts, RecordFact{"Confirmed", date.Moment(b.ConfirmedAt)})
	}
	if b.Contact.OptWording != "" {
		said := "no"
		if b.Contact.EmailOpt {
			said = "yes"
		}
		facts = append(facts, RecordFact{"Consent", "offers by e-mail: " + said + ", wording " + b.Contact.OptWording})
	}
	for _, text := range b.Stay.CancellationTexts(p.today, b.BalanceToOperator()) {
		facts = append(facts, RecordFact{"Terms", text})
	}
	facts = append(facts, RecordFact{"Details", b.Details()}, RecordFact{"Changed", date.Moment(b.ChangedAt)})
	return facts
}

func pounds(amount money.Pence) string { return "£" + amount.String() }
