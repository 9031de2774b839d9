package payment

import (
	"context"

	"holidaymaker/internal/booking"
)

// Return handles the browser's return from the bank's frame. It makes the
// second provider call, once, and returns the signed result for the page. The
// form does not prove success. Failures: InvalidRequest for a proof or a
// transaction id that does not belong to the attempt.
func (s *Service) Return(ctx context.Context, transactionID, proof string) (Result, error) {
	id, ok := attemptOf(proof)
	if !ok {
		return Result{}, errReturn
	}
	a, call, err := s.claim(ctx, func(tx Tx) (a Attempt, send bool, err error) {
		// The booking is locked too: a newer attempt may be replacing this one at
		// this moment, and then this one must not be completed.
		if _, a, err = lockByID(tx, id); err != nil {
			return a, false, ifMissing(err, errReturn)
		}
		if !s.proves(proof, a.bankProof()) || a.Challenge.TransactionID == "" || transactionID != a.Challenge.TransactionID {
			return a, false, errReturn
		}
		if a.State != StateChallenge {
			return a, false, nil // a repeated or late post: the row has the answer
		}
		a.State = transitions[StateChallenge][EventReturned]
		return a, true, nil
	})
	if err != nil {
		return Result{}, booking.Wrap("come back from a challenge", err)
	}
	if call != nil {
		s.call(ctx, a, call, func(ctx context.Context) (Reply, error) {
			return s.Card.Complete(ctx, a.OrderCode, a.ID, a.Stickiness)
		})
	}
	s.await(ctx, id)
	now, err := s.read(ctx, id)
	return s.Card.Sign(now.OrderCode, now.resultStatus(), now.Amount), booking.Wrap("read a payment", err)
}

var errReturn = booking.Refuse(booking.InvalidRequest, "There was an error during 3D Secure validation. Please try again.")

// resultStatus is the provider's word for the state of an attempt.
func (a Attempt) resultStatus() string {
	switch {
	case !a.SettledAt.IsZero():
		return "AUTHORISED"
	case a.State.Open():
		return "SENT_FOR_AUTHORISATION"
	case a.State == StateCancelling || a.State == StateCancelRequested || a.State == StateCancelled:
		return "CANCELLED"
	}
	return "REFUSED"
}
