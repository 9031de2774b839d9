package payment

import (
	"context"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
)

// Answer is the result of post-payment if there is no failure.
type Answer struct {
	Status Status
	// ConfirmationID is the booking reference to show. It is set once the payment is authorised.
	ConfirmationID string
	// AmountPaid is the amount of this payment, and Outstanding the booking's
	// amount still to pay after it. Both are set once the payment is
	// authorised.
	AmountPaid, Outstanding money.Pence
	// DueDate is when the outstanding amount is due, dd/mm/yyyy or "".
	// BalanceToOperator means that it is paid to the operator. Both are set
	// once the payment is authorised.
	DueDate           string
	BalanceToOperator bool
	Challenge         *Frame // only with StatusChallenge
	// ApproveURL is where the visitor must approve the payment (again); only with
	// StatusPending, for a wallet.
	ApproveURL string
	PollAfter  time.Duration
	// InReview means that the wallet has the payment and decides later, maybe in
	// hours. Only with StatusPending.
	InReview bool
	// ByLink means that it was paid by a link: the payer is told nothing about the booking.
	ByLink bool
}

// Status is the state of a payment, as the browser sees it.
type Status string

// The statuses of post-payment.
const (
	StatusAuthorised Status = "authorised"
	StatusChallenge  Status = "challenge"
	StatusPending    Status = "pending"
)

// Frame is the form that the browser posts into the bank's frame, and the
// frame's size.
type Frame struct {
	URL, JWT, MD  string
	Width, Height int
}

// Status returns the state of an attempt from its row, without asking the
// provider. Failures: those of Authorise.
func (s *Service) Status(ctx context.Context, v booking.Visitor, id, bookID string) (Answer, error) {
	a, b, err := s.readOwn(ctx, v, id, bookID)
	if err != nil {
		return Answer{}, booking.Wrap("read a payment", err)
	}
	return s.answer(a, b)
}

// readOwn reads a visitor's own attempt with its booking.
func (s *Service) readOwn(ctx context.Context, v booking.Visitor, id, bookID string) (a Attempt, b booking.Booking, err error) {
	err = s.Store.View(ctx, func(tx Tx) (err error) {
		if v.Token == "" {
			return errNoSession
		}
		ref, err := s.refOf(tx, id, bookID)
		if err == nil {
			b, a, err = tx.WithBooking(id, ref)
		}
		if err == nil && !s.isOf(a, v, bookID) {
			err = errAttempt
		}
		return ifMissing(err, errAttempt)
	})
	return a, b, err
}

func (s *Service) answer(a Attempt, b booking.Booking) (Answer, error) {
	if a.Link != "" && !a.SettledAt.IsZero() {
		return Answer{Status: StatusAuthorised, AmountPaid: a.Amount, ByLink: true}, nil
	}
	if !a.SettledAt.IsZero() { // even if the money was returned later
		return Answer{Status: StatusAuthorised, ConfirmationID: b.Shown, AmountPaid: a.Amount, Outstanding: b.Outstanding(),
			DueDate: b.BalanceDue, BalanceToOperator: b.BalanceToOperator()}, nil
	}
	switch a.State {
	case StateChallenge:
		url, jwt, err := s.Card.ChallengeForm(a.Challenge, s.ReturnURL, s.Clock())
		if err != nil {
			return Answer{}, booking.Wrap("make the challenge form", err)
		}
		return Answer{Status: StatusChallenge, Challenge: &Frame{URL: url, JWT: jwt, MD: s.sign(a.bankProof()), Width: 390, Height: 400}}, nil
	case StateApproval:
		return Answer{Status: StatusPending, PollAfter: s.Limits.PollAfter, ApproveURL: a.ApproveURL}, nil
	case StatePending:
		return Answer{Status: StatusPending, PollAfter: s.Limits.PollAfter, InReview: true}, nil
	case StateRefused, StateFailed, StateAbandoned:
		return Answer{}, errRefused
	case StateAuthenticationFailed:
		return Answer{}, errThreeDS
	case StateCancelling, StateCancelRequested, StateCancelled, StateCaptured, StateRefunding, StateRefundRequested, StateRefundFailed, StateRefunded:
		if a.TopUp {
			return Answer{}, errRefused
		}
		return Answer{}, booking.ErrHolidayGone
	default:
		return Answer{Status: StatusPending, PollAfter: s.Limits.PollAfter}, nil
	}
}

// lockOwn reads and locks this visitor's attempt and its booking.
func (s *Service) lockOwn(tx Tx, v booking.Visitor, id, bookID string) (booking.Booking, Attempt, error) {
	if v.Token == "" {
		return booking.Booking{}, Attempt{}, errNoSession
	}
	ref, err := s.refOf(tx, id, bookID)
	if err != nil {
		return booking.Booking{}, Attempt{}, ifMissing(err, errAttempt)
	}
	b, a, err := lockBoth(tx, Attempt{ID: id, Ref: ref})
	if err == nil && !s.isOf(a, v, bookID) {
		err = errAttempt
	}
	return b, a, ifMissing(err, errAttempt)
}

// lockBoth locks a booking and then its attempt, always in this order.
func lockBoth(tx Tx, a Attempt) (booking.Booking, Attempt, error) {
	return tx.LockWithBooking(a.ID, a.Ref)
}

// lockByID locks an attempt with its booking.
func lockByID(tx Tx, id string) (booking.Booking, Attempt, error) {
	unlocked, err := tx.Attempt(id)
	if err != nil {
		return booking.Booking{}, unlocked, err
	}
	return lockBoth(tx, unlocked)
}

// isOf reports whether an attempt belongs to a visitor and to a booking, given the
// reference as written or the token of a link.
func (s *Service) isOf(a Attempt, v booking.Visitor, bookID string) bool {
	if link, ok := s.linkOf(bookID); ok {
		return a.Holder == v.Holder() && a.Link == link
	}
	return a.Holder == v.Holder() && a.Link == "" && booking.NormalReference(bookID) == a.Ref
}

// refOf returns the reference of the booking that a visitor names for an attempt.
func (s *Service) refOf(tx Tx, id, bookID string) (string, error) {
	if _, ok := s.linkOf(bookID); ok {
		a, err := tx.Attempt(id)
		return a.Ref, err
	}
	return booking.NormalReference(bookID), nil
}
