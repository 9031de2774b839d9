package payment

import (
	"context"
	"crypto/hmac"

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
	var a Attempt
	var call *flight
	claimed := false
	err := s.Store.Update(ctx, func(tx Tx) error {
		claimed = false
		unlocked, err := tx.Attempt(id)
		if err != nil {
			return ifMissing(err, errReturn)
		}
		// Lock the booking too: a newer attempt may be replacing this one at
		// this moment, and then this one must not be completed.
		if _, a, err = lockBoth(tx, unlocked); err != nil {
			return err
		}
		if !hmac.Equal([]byte(s.proof(a)), []byte(proof)) || a.Challenge.TransactionID == "" || transactionID != a.Challenge.TransactionID {
			return errReturn
		}
		if a.State != StateChallenge {
			return nil // a repeated or late post: the row has the answer
		}
		a.State, a.LastCallAt = transitions[StateChallenge][EventReturned], tx.Now()
		a.NextCheck = tx.Now().Add(s.Limits.callOver())
		claimed, call = true, s.begin(a.ID, call)
		return tx.SaveAttempt(a)
	})
	if call != nil && (err != nil || !claimed) {
		s.end(call)
	}
	if err != nil {
		return Result{}, booking.Wrap("come back from a challenge", err)
	}
	if claimed {
		sent := a
		s.call(a, call, func(ctx context.Context) (Reply, error) {
			return s.Card.Complete(ctx, sent.OrderCode, sent.ID, sent.Stickiness)
		})
	}
	s.await(ctx, a.ID)
	err = s.Store.View(ctx, func(tx Tx) (err error) {
		a, err = tx.Attempt(id)
		return err
	})
	return s.Card.Sign(a.OrderCode, a.resultStatus(), a.Amount), booking.Wrap("read a payment", err)
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
