// Package reservation tells parks of their bookings: each partner (the park's own system, a
// channel manager, an office with e-mail) learns every booking of its parks in its newest
// state, by the transport that the partners file names, and acknowledges it. What a partner
// is to know, and what it knows, is a row for each booking; state.go has its rules.
package reservation

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
)

// Store runs transactions over reservations.
type Store interface {
	View(ctx context.Context, fn func(Tx) error) error
	Update(ctx context.Context, fn func(Tx) error) error
}

// Tx is one transaction.
type Tx interface {
	booking.Tx

	// Reservations lists the reservations of a booking, by partner.
	Reservations(ref string) ([]Row, error)
	// LockReservation reads one in order to change it, and returns booking.ErrNoRow where
	// there is none.
	LockReservation(ref, partner string) (Row, error)
	// SaveReservation writes what is known of a partner; it changes neither Version nor
	// Present.
	SaveReservation(r Row) error
	// Gone returns the address that a partner's system has said to be gone, or "". SetGone
	// notes one, and ForgetGone removes the note.
	Gone(partner string) (address string, err error)
	SetGone(partner, address string) error
	ForgetGone(partner string) error
	// AddReceipt keeps a message for staff.
	AddReceipt(r ari.Receipt) error
	// AddAction records what a member of staff has done.
	AddAction(a payment.Action) error
	// Unacknowledged lists late reservations that nobody was told about, oldest first.
	Unacknowledged(l Late, limit int) ([]Row, error)
	// ReservationsOf lists the bookings of a partner that begin on a day or later, also those
	// whose day cannot be read: first those that are not acknowledged, then by arrival.
	ReservationsOf(partner string, from date.Date) ([]Expected, error)
}

// Transport sends a message to a partner and reads the answer. An answer with an Error is
// tried again, one with a Refusal is not.
type Transport interface {
	Send(ctx context.Context, p Partner, m Message) Answer
}

// Answer is what came of a message. Where Error and Refusal are empty, the partner has
// acknowledged it.
type Answer struct {
	// Number is the partner's own number of the reservation, if it gave one.
	Number string
	// Warning is what the partner said although it accepted the message, such as that it is
	// overbooked.
	Warning string
	// Refusal is why the partner will never accept the message.
	Refusal string
	// Error is why nothing is known. Unsent means that nothing can have reached the partner,
	// RetryAfter for how long it asked us to wait.
	Error      string
	Unsent     bool
	RetryAfter time.Duration
	// Silent means that the partner did not answer at all.
	Silent bool
	// Gone means that the partner wants nothing more at this address.
	Gone bool
	// Unread means that the message has arrived, and a person acknowledges it later.
	Unread bool
}

// Config is what New needs.
type Config struct {
	Store Store
	// Partners returns the content of the partners file.
	Partners func() *Partners
	// Transports are the transports by their names.
	Transports map[string]Transport
	// Keys sign the links of pages of arrivals.
	Keys keyring.Ring
	// Clock returns the time.
	Clock func() time.Time
	// Bad has the bookings that the watch and the pages of arrivals leave out; nil: nobody is
	// told.
	Bad *badrecord.Register
}

// Service tells partners of bookings. It is safe for concurrent use.
type Service struct {
	config Config
	rests  *rests
}

// New returns a service.
func New(c Config) *Service { return &Service{c, &rests{of: map[string]silence{}}} }

// Handlers returns the outbox handlers of this package. A partner may be down for days, and
// must still learn of its bookings.
func (s *Service) Handlers() map[string]outbox.Kind {
	return map[string]outbox.Kind{
		booking.ReservationJob:     {Do: s.tell, Keep: true, UntilDone: true},
		booking.ReservationChanged: {Do: s.changed, Keep: true, UntilDone: true},
	}
}

// Nobody returns the outbox handler of a server without a partners file: nobody must learn
// of what commands have changed.
func Nobody() map[string]outbox.Kind {
	return map[string]outbox.Kind{booking.ReservationChanged: {Do: func(context.Context, outbox.Job) error { return nil }, Keep: true, UntilDone: true}}
}

// changed has the partner told that takes a booking now, which a command has changed.
func (s *Service) changed(ctx context.Context, job outbox.Job) error {
	c, err := booking.ReadChange(job)
	if err != nil {
		return err
	}
	err = s.config.Store.Update(ctx, func(tx Tx) error {
		b, err := tx.LockBooking(c.Ref)
		if err != nil || !b.ToldToPark() {
			return err
		}
		partner := s.config.Partners().Of(b.Stay)
		if id, _, _ := strings.Cut(partner, "/"); c.Again && id != "" {
			if err := tx.ForgetGone(id); err != nil {
				return err
			}
		}
		return booking.TellPartner(tx, c.Ref, partner, c.Moved)
	})
	if err != nil {
		return fmt.Errorf("decide who learns of booking %s: %w", c.Ref, err)
	}
	return nil
}

const (
	// claimTime is for how long a sender has a reservation for itself: longer than a job may take.
	claimTime = outbox.Lease
	// longestPause is the longest pause between two messages to a partner that is down.
	longestPause = time.Hour
	// messages limits the messages of one job: a Commit, what has changed since, and a change
	// meanwhile.
	messages = 4
)

// errBusy means that another job is sending to the same partner about the same booking.
var errBusy = errors.New("another message about the booking is under way")

// tell brings the partners of a booking to its newest state. A job whose version is not the
// newest any more ends: a newer one has the rest to do. A partner that rests does not hide
// that another one has failed.
func (s *Service) tell(ctx context.Context, job outbox.Job) error {
	ref, text, _ := strings.Cut(job.Key, "/")
	version, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("read the job of a reservation: %w", err)
	}
	var rows []Row
	err = s.config.Store.View(ctx, func(tx Tx) (err error) {
		rows, err = tx.Reservations(ref)
		return err
	})
	if err != nil {
		return fmt.Errorf("read the reservations of booking %s: %w", ref, err)
	}
	var failed, rested error
	pause, rest := jitter(min(outbox.Pause(job.Tries), longestPause)), time.Duration(0)
	for _, r := range rows {
		answer, err := s.bring(ctx, r, version)
		if err != nil {
			err = fmt.Errorf("tell %s of booking %s: %w", r.Partner, ref, err)
		}
		switch {
		case errors.Is(err, outbox.ErrNotYet):
			rested, rest = errors.Join(rested, err), max(rest, answer.RetryAfter)
		case err != nil:
			failed, pause = errors.Join(failed, err), max(pause, min(answer.RetryAfter, outbox.LongestPause))
		}
	}
	switch {
	case failed != nil:
		return outbox.RetryIn(pause, failed)
	case rested != nil:
		return outbox.RetryIn(max(pause, rest), rested)
	}
	return nil
}

// jitter spreads the messages to a partner that is back.
func jitter(pause time.Duration) time.Duration {
	return pause*3/4 + rand.N(pause/2+1) //nolint:gosec // nothing secret
}

// bring sends one partner what it does not know yet, message by message.
func (s *Service) bring(ctx context.Context, r Row, version int) (answer Answer, err error) {
	for range messages {
		p, ok := s.config.Partners().find(r.Partner)
		if rest := s.rests.left(p.Address, s.config.Clock()); rest > 0 && r.Status() == Waits {
			return Answer{RetryAfter: rest + rand.N(firstRest/2)}, errRests //nolint:gosec // nothing secret
		}
		m, err := s.claim(ctx, r, version, p, ok)
		if err != nil || m.Action == Nothing {
			return answer, err
		}
		answer = s.config.Transports[p.Transport].Send(ctx, p, m)
		answer.Error, answer.Refusal, answer.Warning = withoutNames(answer.Error, m.Booking.Guest), withoutNames(answer.Refusal, m.Booking.Guest), withoutNames(answer.Warning, m.Booking.Guest)
		s.rests.note(p.Address, answer.Silent, s.config.Clock())
		// The answer is kept although the job's time is over.
		if err := s.record(context.WithoutCancel(ctx), r, m, answer, p); err != nil {
			return answer, err
		}
		if answer.Error != "" {
			return answer, errors.New(answer.Error)
		}
	}
	return answer, nil // a newer job has what is left
}

// claim decides in a transaction what the partner is to be told, and notes that it is about
// to be sent. known says that p is in the partners file.
func (s *Service) claim(ctx context.Context, r Row, version int, p Partner, known bool) (m Message, err error) {
	err = s.config.Store.Update(ctx, func(tx Tx) error {
		m = Message{}
		b, err := tx.LockBooking(r.Ref) // before its reservations, as every change of a booking does
		if err != nil {
			return err
		}
		row, err := tx.LockReservation(r.Ref, r.Partner)
		if err != nil || row.Version > version {
			return err
		}
		live := row.live(b)
		action, of := row.next(live)
		switch {
		case action == Nothing:
			if row.Refused != row.Version && row.Delivered != row.Version {
				row.settle()
				return tx.SaveReservation(row)
			}
			return nil
		case b.Stay.Departure() < date.In(tx.Now()):
			row.Refused, row.Refusal, row.Base = row.Version, "the stay is over: it was never told", 0
			return tx.SaveReservation(row)
		case row.Claimed.After(tx.Now()):
			return errBusy
		case !known:
			return errors.New("the partners file has no such partner")
		}
		gone, err := tx.Gone(p.ID)
		if err != nil {
			return err
		}
		if gone != "" && gone == p.Address {
			return errors.New("its system has said that the address is gone: correct the partners file, or try again with `holidaymaker reservation resend`")
		}
		m = Message{Partner: row.Partner, Action: action, Version: of, claimed: tx.Now().Add(claimTime), newest: row.Version, live: live, first: row.Base == 0 && row.Ending == 0}
		if m.Booking, err = contentOf(row, b, p, action); err != nil {
			return err
		}
		m.ID = messageID(row, m)
		row.markSending(action, of, tx.Now(), m.claimed)
		m.kept = row.doubt(m)
		if row.Told, err = toldOf(m.Booking); err != nil {
			return err
		}
		return tx.SaveReservation(row)
	})
	return m, err
}

// contentOf returns what a message with an action says of the booking.
func contentOf(row Row, b booking.Booking, p Partner, action Action) (State, error) {
	if row.live(b) && action != Cancel || row.Told == "" {
		return p.stateOf(row, b), nil
	}
	told, err := row.told()
	return givenUp(told, b, action), err
}

// told returns what the partner was last told.
func (r Row) told() (s State, err error) {
	if err := json.Unmarshal([]byte(r.Told), &s); err != nil {
		return s, fmt.Errorf("read what %s was told: %w", r.Partner, err)
	}
	return s, nil
}

// toldOf encodes what a partner is told, without the guest.
func toldOf(s State) (string, error) {
	s.Guest = Guest{}
	text, err := json.Marshal(s)
	return string(text), err
}

// messageID names a message. It depends on what is sent, not on the job that sends it: a
// later job may have to repeat the Commit of an earlier one.
func messageID(row Row, m Message) string {
	return uuid.NewSHA1(uuid.NameSpaceURL, fmt.Appendf(nil, "%s/%s/%d/%s", row.Partner, row.Ref, m.Version, m.Action)).String()
}

// record stores the answer to a message.
func (s *Service) record(ctx context.Context, r Row, m Message, a Answer, p Partner) error {
	return s.config.Store.Update(ctx, func(tx Tx) error {
		if a.Gone {
			if err := tx.SetGone(p.ID, p.Address); err != nil {
				return err
			}
		}
		b, err := tx.LockBooking(r.Ref)
		if err != nil {
			return err
		}
		row, err := tx.LockReservation(r.Ref, r.Partner)
		if err != nil {
			return err
		}
		row.record(m, a, tx.Now())
		if err := tx.SaveReservation(row); err != nil {
			return err
		}
		return logMessage(tx, p, b.Stay.ParkID, m, a)
	})
}

// logMessage keeps what a partner was told, without the guest, and what it answered.
func logMessage(tx Tx, p Partner, park string, m Message, a Answer) error {
	told, err := toldOf(m.Booking)
	if err != nil {
		return err
	}
	receipt := ari.Receipt{Partner: p.ID, Park: park, Kind: "reservation " + string(m.Action), At: tx.Now(), Refused: cmp.Or(a.Refusal, a.Error), Body: []byte(told)}
	if a.Warning != "" {
		receipt.Warnings = []string{a.Warning}
	}
	return tx.AddReceipt(receipt)
}
