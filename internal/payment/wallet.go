package payment

import (
	"context"
	"errors"
	"net/url"
	"time"

	"holidaymaker/internal/booking"
)

// createOrder returns where the visitor approves a wallet's attempt. It creates the
// order at the wallet, outside of any transaction. Creating one moves no money,
// and repeating it returns the same order. If it fails, the attempt stays as it
// is; the next pre-payment tries again.
func (s *Service) createOrder(ctx context.Context, a Attempt, b booking.Booking) (Approval, error) {
	switch a.State {
	case StateApproval:
		return Approval{a.ProviderRef, a.ApproveURL}, nil
	case StateCreated:
	default: // it was paid or ended meanwhile: our own page says how
		return Approval{a.ProviderRef, s.walletAddress("return", a) + "&token=" + url.QueryEscape(a.ProviderRef)}, nil
	}
	if s.Wallet == nil {
		return Approval{}, errMethod // its account has been removed since
	}
	approval, err := s.Wallet.CreateOrder(ctx, WalletOrder{
		Code: a.OrderCode, Description: a.describe(b), Brand: s.Brand, Amount: a.Amount,
		ReturnURL: s.walletAddress("return", a), CancelURL: s.walletAddress("cancel", a),
	})
	if err != nil {
		s.Log.Warn("the wallet did not create an order", "attempt", a.ID, "error", err)
		return approval, errWallet
	}
	return approval, s.Store.Update(ctx, func(tx Tx) error {
		locked, err := tx.LockAttempt(a.ID)
		if err != nil {
			return err
		}
		if locked.State == StateApproval && locked.ProviderRef == approval.OrderID {
			return nil // a second request was faster
		}
		to, ok := Next(locked.State, EventOrdered)
		if !ok {
			return errInProgress // another tab has replaced it
		}
		locked.State, locked.ProviderRef, locked.ApproveURL, locked.SentAt = to, approval.OrderID, approval.URL, tx.Now()
		locked.NextCheck = locked.approvalCheck(tx.Now())
		return tx.SaveAttempt(locked)
	})
}

// errWallet is the failure of a pre-payment for which the wallet has no order.
// No money can have moved.
var errWallet = &booking.Failure{Code: booking.ProviderUnavailable, Message: "There was an error while loading required payment information for your booking. Please try again."}

// describe says in words what a payment is for.
func (a Attempt) describe(b booking.Booking) string {
	if a.Link != "" {
		return "Holiday at " + b.Stay.ParkName // whoever pays by a link does not know the reference
	}
	what := map[booking.PaymentOption]string{booking.PayFull: "Payment", booking.PayDeposit: "Deposit", booking.PayTopUp: "Balance"}[a.Option]
	return what + ", booking " + b.Shown
}

// lastChance is how long before its end the reconciler asks once more whether an
// order was approved.
const lastChance = 30 * time.Second

// approvalCheck returns when the reconciler asks about an attempt that waits for
// the visitor's approval: with growing pauses, shortly before its end, and at its
// end.
func (a Attempt) approvalCheck(now time.Time) time.Time {
	next := now.Add(checkPause(a.Checks + 1))
	if last := a.ExpiresAt.Add(-lastChance); next.After(last) {
		next = last
	}
	if !next.After(now) {
		next = a.ExpiresAt
	}
	return next
}

// walletAddress is the address to which the wallet sends the browser. Its proof
// identifies the attempt; the cookie need not come along.
func (s *Service) walletAddress(to string, a Attempt) string {
	return s.WalletURL + "/" + to + "?att=" + url.QueryEscape(s.sign(a.walletProof()))
}

// attemptByProof reads the attempt that a wallet's return address identifies.
func (s *Service) attemptByProof(ctx context.Context, proof string) (a Attempt, err error) {
	id, ok := attemptOf(proof)
	if !ok {
		return a, errAttempt
	}
	if a, err = s.read(ctx, id); err != nil {
		return a, ifMissing(err, errAttempt)
	}
	if a.Method != Wallet || !s.proves(proof, a.walletProof()) {
		return a, errAttempt
	}
	return a, nil
}

// WalletReturned handles the browser's return from the wallet with the order that
// the visitor may have approved. It starts the capture, once, and does not wait
// for its answer. Failures: NotFound for another attempt's proof or order.
func (s *Service) WalletReturned(ctx context.Context, proof, order string) error {
	a, err := s.attemptByProof(ctx, proof)
	if err == nil && (order == "" || order != a.ProviderRef) {
		s.Log.Warn("a return from the wallet with another order is refused", "attempt", a.ID)
		err = errAttempt
	}
	if err != nil {
		return booking.Wrap("come back from the wallet", err)
	}
	return booking.Wrap("come back from the wallet", s.collect(ctx, a.ID, StateApproval))
}

// WalletCancelled handles the browser's return from the wallet after the visitor
// has cancelled. It ends the attempt if it still waits for approval. Failures:
// NotFound for another attempt's proof.
func (s *Service) WalletCancelled(ctx context.Context, proof string) error {
	a, err := s.attemptByProof(ctx, proof)
	if err != nil {
		return booking.Wrap("cancel at the wallet", err)
	}
	return booking.Wrap("cancel at the wallet", s.Store.Update(ctx, func(tx Tx) error {
		b, locked, err := lockBoth(tx, a)
		if err != nil || locked.State != StateApproval {
			return err
		}
		return s.endApproval(tx, &b, locked, "cancelled at the wallet")
	}))
}

// confirmWallet is Confirm for a wallet's attempt.
func (s *Service) confirmWallet(ctx context.Context, a Attempt, order string) error {
	if order == "" || order != a.ProviderRef {
		s.Log.Warn("a confirmation with another order of the wallet is refused", "attempt", a.ID)
		return errAttempt
	}
	if err := s.collect(ctx, a.ID, StateApproval); err != nil {
		return err
	}
	s.await(ctx, a.ID)
	return nil
}

// maxDeclined is how often one order's capture may be declined. Each capture after
// that would be a new request to the visitor's bank.
const maxDeclined = 5

// collect captures the money of a wallet's order if the attempt is in a state. It
// first secures the nights, in the booking's transaction: a booking whose payment
// is sent does not expire. From StateUnknown it repeats a capture that the
// provider has not received.
func (s *Service) collect(ctx context.Context, id string, in State) error {
	if s.Wallet == nil {
		return errMethod
	}
	a, call, err := s.claim(ctx, func(tx Tx) (a Attempt, send bool, err error) {
		b, a, err := lockByID(tx, id)
		if err != nil || a.State != in {
			return a, false, err // it was collected or ended before
		}
		if in == StateUnknown && s.givesUp(a, tx.Now()) {
			return a, false, nil
		}
		if in == StateApproval && !tx.Now().Before(a.ExpiresAt) {
			return a, false, nil // too late: the reconciler ends it, and the approval lapses
		}
		if in == StateApproval && b.Attempt != a.ID {
			return a, false, s.endApproval(tx, &b, a, "another payment has replaced it")
		}
		if in == StateApproval && a.Declined >= maxDeclined {
			return a, false, s.endApproval(tx, &b, a, "declined too often")
		}
		if in == StateApproval && (!a.fits(b) || !b.CanTake(a.Amount)) {
			return a, false, s.endApproval(tx, &b, a, "the amounts have changed since")
		}
		if err := s.Bookings.SendPayment(tx, &b); err != nil {
			return a, false, err
		}
		if in == StateApproval {
			a.Checks, a.Prompted = 0, false // both were about the approval
		}
		a.State = transitions[in][EventCollecting]
		return a, true, nil
	})
	if call != nil {
		s.call(ctx, a, call, func(ctx context.Context) (Reply, error) {
			reply, err := s.Wallet.Collect(ctx, a.Handle())
			if in == StateUnknown && errors.Is(err, ErrDeclined) {
				err = errors.New("repeat a capture: " + err.Error()) // this proves nothing about the first one
			}
			return reply, err
		})
	}
	return err
}

// endApproval ends an attempt that waits for approval. If its money may have been
// captured by an earlier call, the reconciler inquires later.
func (s *Service) endApproval(tx Tx, b *booking.Booking, a Attempt, why string) error {
	if a.LastCallAt.IsZero() {
		return s.endAttempt(tx, b, a, EventAbandoned, why)
	}
	return s.endAndWatch(tx, b, a, why)
}

// awaitApproval asks the wallet about an attempt that waits for approval, and
// captures its money if it was approved. The visitor may have left after that. After a
// declined capture the order may still be shown as approved. Only the visitor's return
// or the notification of a newer approval then causes another capture.
func (s *Service) awaitApproval(ctx context.Context, a Attempt) error {
	if s.Wallet == nil {
		return errNoGateway
	}
	call, cancel := context.WithTimeout(ctx, s.Limits.Call)
	defer cancel()
	reply, err := s.Wallet.Inquire(call, a.Handle())
	switch {
	case err != nil:
		s.Log.Warn("the wallet did not answer an inquiry", "attempt", a.ID, "error", err)
		return nil // the next inquiry follows after the pause
	case reply.Event == EventApproved && a.Declined > 0 && !a.Prompted:
		return nil // maybe the approval that was declined: its way to pay is not charged again
	case reply.Event == EventApproved:
		return s.collect(ctx, a.ID, StateApproval)
	case reply.Event == EventNotApproved || reply.Event == EventNotFound:
		return nil
	}
	return s.settle(ctx, a, reply)
}

// claimApproval schedules the next inquiry about an attempt that waits for
// approval, or ends the attempt when its time is over. ask is false then.
func (s *Service) claimApproval(tx Tx, b *booking.Booking, a Attempt) (ask bool, err error) {
	if !tx.Now().Before(a.ExpiresAt) || a.CreatedAt.After(tx.Now().Add(booking.ClockSkew)) {
		return false, s.endApproval(tx, b, a, "not approved in time")
	}
	a.countInquiry()
	a.NextCheck = a.approvalCheck(tx.Now())
	return true, tx.SaveAttempt(a)
}

// errNoGateway means that an attempt's provider is not configured any more.
var errNoGateway = errors.New("the provider of this payment is not configured")
