package payment

import (
	"context"
	"crypto/hmac"
	"errors"
	"fmt"
	"net/http"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/loop"
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

// Submission is what the browser sends for a card payment.
type Submission struct {
	ID, BookID      string
	EncryptedData   string
	DeviceReference string
	WindowSize      string
	// Billing is the card's address, if it differs from the home address.
	BillingDifferent bool
	Billing          booking.Contact // only the address fields are used
	Browser          Browser         // only Accept and UserAgent are used
}

// Authorise sends an attempt to the card provider and waits about 8 seconds for
// the answer. Further calls for the attempt do not send it again. Failures:
// NoSession, NotFound for another visitor's attempt, Invalid for a wrong
// billing address, Refused for an unusable form, MethodUnavailable,
// PaymentRefused, ThreeDSFailed, UnitUnavailable.
func (s *Service) Authorise(ctx context.Context, v booking.Visitor, r Submission) (Answer, error) {
	if len(r.EncryptedData) < 20 || len(r.EncryptedData) > 8192 {
		return Answer{}, errForm
	}
	if r.BillingDifferent {
		billing, wrong := booking.CheckBilling(r.Billing)
		if len(wrong) > 0 {
			return Answer{}, &booking.Failure{Code: booking.Invalid, Message: wrong[0].Message, Fields: wrong}
		}
		r.Billing = billing
	}
	var order Order
	var a Attempt
	var done func()
	claimed, stale := false, false
	err := s.Store.Update(ctx, func(tx Tx) error {
		claimed, stale = false, false
		b, own, err := s.ownLocked(tx, v, r.ID, r.BookID)
		if err != nil {
			return err
		}
		a = own
		if a.State != StateCreated || a.Method != Card {
			return nil // it was sent before: the answer is in the row
		}
		if !tx.Now().Before(a.ExpiresAt) {
			return errExpired
		}
		if err := s.testsCards(tx, v, a.Method); err != nil {
			return err
		}
		if stale = !a.fits(b); stale {
			return s.end(tx, &b, a, EventAbandoned, "the amounts have changed since")
		}
		if err := s.Bookings.SendPayment(tx, &b); err != nil {
			return err
		}
		a.State = transitions[StateCreated][EventSent]
		a.SentAt, a.LastCallAt = tx.Now(), tx.Now()
		a.NextCheck = tx.Now().Add(s.Limits.Call + 10*time.Second)
		order = orderOf(a, b, v, r)
		claimed, done = true, s.begin(a.ID, done)
		return tx.SaveAttempt(a)
	})
	if done != nil && (err != nil || !claimed) {
		done()
	}
	if err != nil {
		return Answer{}, wrap("send a payment", err)
	}
	if stale {
		return Answer{}, errPrice
	}
	if claimed {
		s.call(a.ID, done, func(ctx context.Context) (Reply, error) { return s.Card.Authorise(ctx, order) })
	}
	s.await(ctx, a.ID)
	return s.Status(ctx, v, r.ID, r.BookID)
}

// fits reports whether the booking still costs what the attempt was made for.
func (a Attempt) fits(b booking.Booking) bool {
	return a.TopUp || b.Quote(date.In(a.CreatedAt)).Hash == a.QuoteHash
}

// call makes a provider call that begin has registered, and settles the
// attempt. It does not depend on the request that started it, so the call
// continues when the visitor leaves. A panic counts as no answer.
func (s *Service) call(id string, done func(), provider func(context.Context) (Reply, error)) {
	go func() {
		defer done()
		ctx, cancel := context.WithTimeout(context.Background(), s.Limits.Call)
		defer cancel()
		reply := Reply{Event: EventUnknown, Text: "no answer"}
		err := loop.Catch(func() error {
			r, err := provider(ctx)
			if err == nil {
				reply = r
			}
			return err
		})
		if err != nil {
			s.Log.Warn("the payment provider did not answer", append([]any{"attempt", id}, loop.LogAttrs(err)...)...)
		}
		s.keepTrying(id, reply)
	}()
}

// keepTrying settles an attempt. While the database is down it tries again, at
// most as long as a call may take. After that the reconciler asks the provider
// for the lost answer.
func (s *Service) keepTrying(id string, reply Reply) {
	ctx, cancel := context.WithTimeout(context.Background(), s.Limits.Call)
	defer cancel()
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, 2*time.Second) {
		err := loop.Catch(func() error { return s.settle(ctx, id, reply) })
		if err == nil {
			return
		}
		s.Log.Warn("a payment's answer is not stored yet", append([]any{"attempt", id}, loop.LogAttrs(err)...)...)
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			s.Log.Error("the answer to a payment request is lost; the reconciler will inquire", "attempt", id, "error", err)
			return
		}
	}
}

func orderOf(a Attempt, b booking.Booking, v booking.Visitor, r Submission) Order {
	c := b.Contact
	if r.BillingDifferent {
		c.Address1, c.Address2, c.Town, c.County, c.Postcode, c.Country =
			r.Billing.Address1, r.Billing.Address2, r.Billing.Town, r.Billing.County, r.Billing.Postcode, r.Billing.Country
	}
	browser := r.Browser
	browser.DeviceReference, browser.WindowSize = r.DeviceReference, r.WindowSize
	return Order{
		Code: a.OrderCode, Description: a.describe(b), Amount: a.Amount,
		EncryptedData: r.EncryptedData, SessionID: a.ID, ClientAddress: v.Address, Email: c.Email,
		Billing: Address{c.Address1, c.Address2, c.Town, c.County, c.Postcode, c.Country},
		Browser: browser,
	}
}

// ownLocked reads and locks this visitor's attempt and its booking.
func (s *Service) ownLocked(tx Tx, v booking.Visitor, id, bookID string) (booking.Booking, Attempt, error) {
	a, err := s.own(tx, v, id, bookID)
	if err != nil {
		return booking.Booking{}, a, err
	}
	return lockBoth(tx, a)
}

// lockBoth locks a booking and then its attempt, always in this order.
func lockBoth(tx Tx, a Attempt) (booking.Booking, Attempt, error) {
	b, err := tx.LockBooking(a.Ref)
	if err != nil {
		return b, a, err
	}
	a, err = tx.LockAttempt(a.ID)
	return b, a, err
}

// own reads an attempt and checks that it belongs to this visitor and to the
// given booking.
func (s *Service) own(tx Tx, v booking.Visitor, id, bookID string) (Attempt, error) {
	if v.Token == "" {
		return Attempt{}, booking.Refuse(booking.NoSession, "You have no booking in progress.")
	}
	a, err := tx.Attempt(id)
	if err != nil {
		return a, missing(err, errAttempt)
	}
	if a.Holder != v.Holder() || booking.NormalReference(bookID) != a.Ref {
		return a, errAttempt
	}
	return a, nil
}

// Confirm answers with the state of an attempt when the browser returns. After
// 3-D Secure the browser brings the signed result, which is verified but
// changes nothing. From a wallet it brings the id of the order, and Confirm
// captures the money. For a voucher or zero payment the result is empty, and
// Confirm makes the booking. Failures: those of Authorise, and MACInvalid.
func (s *Service) Confirm(ctx context.Context, v booking.Visitor, id, bookID string, r Result) (Answer, error) {
	var a Attempt
	var b booking.Booking
	err := s.Store.View(ctx, func(tx Tx) (err error) {
		if a, err = s.own(tx, v, id, bookID); err == nil {
			b, err = tx.Booking(a.Ref)
		}
		return err
	})
	if err != nil {
		return Answer{}, wrap("confirm a payment", err)
	}
	if a.Method == Voucher {
		if a.State == StateCreated && !a.fits(b) {
			return Answer{}, s.endStale(ctx, id)
		}
		if a.State == StateCreated {
			if err := s.settle(ctx, id, Reply{Event: EventAuthorised, Currency: "GBP"}); err != nil {
				return Answer{}, wrap("confirm without payment", err)
			}
		}
		return s.Status(ctx, v, id, bookID)
	}
	if a.Method == Wallet {
		if err := s.confirmWallet(ctx, a, r.Order); err != nil {
			return Answer{}, wrap("confirm a wallet's payment", err)
		}
		return s.Status(ctx, v, id, bookID)
	}
	code, ok := s.Card.Verify(r)
	amount, err := money.Parse(pounds(r.Amount))
	if !ok || code != a.OrderCode || err != nil || amount != a.Amount || r.Currency != "GBP" {
		s.Log.Warn("signed payment result refused", "attempt", id)
		return Answer{}, errMAC
	}
	return s.Status(ctx, v, id, bookID)
}

// endStale ends an attempt whose amounts are no longer those of the booking, so
// that the next request does not find it still open, and returns PriceChanged.
func (s *Service) endStale(ctx context.Context, id string) error {
	err := s.Store.Update(ctx, func(tx Tx) error {
		seen, err := tx.Attempt(id)
		if err != nil {
			return err
		}
		b, a, err := lockBoth(tx, seen)
		if err != nil || a.State != StateCreated || a.fits(b) {
			return err
		}
		return s.end(tx, &b, a, EventAbandoned, "the amounts have changed since")
	})
	if err == nil {
		err = errPrice
	}
	return wrap("end a payment whose amounts have changed", err)
}

// pounds converts pence to pounds, both as text.
func pounds(pence string) string {
	if len(pence) < 3 {
		pence = ("000" + pence)[len(pence):]
	}
	return pence[:len(pence)-2] + "." + pence[len(pence)-2:]
}

// Status returns the state of an attempt from its row, without asking the
// provider. Failures: those of Authorise.
func (s *Service) Status(ctx context.Context, v booking.Visitor, id, bookID string) (Answer, error) {
	var a Attempt
	var b booking.Booking
	err := s.Store.View(ctx, func(tx Tx) (err error) {
		if a, err = s.own(tx, v, id, bookID); err == nil {
			b, err = tx.Booking(a.Ref)
		}
		return err
	})
	if err != nil {
		return Answer{}, wrap("read a payment", err)
	}
	return s.answer(a, b)
}

// Recall is for a page that has lost the card details, after a reload or Back.
// It ends an attempt that was not sent yet, or not approved at the wallet, so that
// the visitor can pay again at once; card details that arrive later are not sent,
// and an order that is approved later is not captured. For any other attempt
// it answers like Status. Failures: those of Authorise; PaymentRefused also for
// the attempt that it ended.
func (s *Service) Recall(ctx context.Context, v booking.Visitor, id, bookID string) (Answer, error) {
	err := s.Store.Update(ctx, func(tx Tx) error {
		b, a, err := s.ownLocked(tx, v, id, bookID)
		switch {
		case err != nil:
			return err
		case a.State == StateApproval:
			return s.endApproval(tx, &b, a, "left before it was approved")
		case a.State != StateCreated:
			return nil
		}
		return s.end(tx, &b, a, EventAbandoned, "left before anything was sent")
	})
	if err != nil {
		return Answer{}, wrap("recall a payment", err)
	}
	return s.Status(ctx, v, id, bookID)
}

func (s *Service) answer(a Attempt, b booking.Booking) (Answer, error) {
	if !a.SettledAt.IsZero() { // even if the money was returned later
		return Answer{Status: StatusAuthorised, ConfirmationID: b.Shown, AmountPaid: a.Amount, Outstanding: b.Outstanding(),
			DueDate: b.BalanceDue, BalanceToOperator: b.BalanceToOperator()}, nil
	}
	switch a.State {
	case StateChallenge:
		url, jwt, err := s.Card.ChallengeForm(a.Challenge, s.ReturnURL, s.Clock())
		if err != nil {
			return Answer{}, wrap("make the challenge form", err)
		}
		return Answer{Status: StatusChallenge, Challenge: &Frame{URL: url, JWT: jwt, MD: s.proof(a), Width: 390, Height: 400}}, nil
	case StateApproval:
		return Answer{Status: StatusPending, PollAfter: s.Limits.PollAfter, ApproveURL: a.ApproveURL}, nil
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
	var done func()
	claimed := false
	err := s.Store.Update(ctx, func(tx Tx) error {
		claimed = false
		seen, err := tx.Attempt(id)
		if err != nil {
			return missing(err, errReturn)
		}
		// Lock the booking too: a newer attempt may be replacing this one at
		// this moment, and then this one must not be completed.
		if _, a, err = lockBoth(tx, seen); err != nil {
			return err
		}
		if !hmac.Equal([]byte(s.proof(a)), []byte(proof)) || a.Challenge.TransactionID == "" || transactionID != a.Challenge.TransactionID {
			return errReturn
		}
		if a.State != StateChallenge {
			return nil // a repeated or late post: the row has the answer
		}
		a.State, a.LastCallAt = transitions[StateChallenge][EventReturned], tx.Now()
		a.NextCheck = tx.Now().Add(s.Limits.Call + 10*time.Second)
		claimed, done = true, s.begin(a.ID, done)
		return tx.SaveAttempt(a)
	})
	if done != nil && (err != nil || !claimed) {
		done()
	}
	if err != nil {
		return Result{}, wrap("come back from a challenge", err)
	}
	if claimed {
		sent := a
		s.call(a.ID, done, func(ctx context.Context) (Reply, error) {
			return s.Card.Complete(ctx, sent.OrderCode, sent.ID, sent.Stickiness)
		})
	}
	s.await(ctx, a.ID)
	err = s.Store.View(ctx, func(tx Tx) (err error) {
		a, err = tx.Attempt(id)
		return err
	})
	return s.Card.Sign(a.OrderCode, a.resultStatus(), a.Amount), wrap("read a payment", err)
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

// Notify handles a notification from the provider of a method. It books
// nothing; it makes the reconciler ask the provider at once. An unknown order
// is not an error. A notification that contradicts the attempt sets its alert. A
// wrong signature is ErrForged; one that cannot be checked now is ErrUnverified.
func (s *Service) Notify(ctx context.Context, method Method, header http.Header, body []byte) error {
	g, err := s.gateway(method)
	if err != nil {
		return err
	}
	n, err := g.ParseNotification(ctx, header, body)
	if errors.Is(err, ErrForged) {
		s.Log.Warn("a notification is forged", "method", method, "error", err)
		return ErrForged
	}
	if errors.Is(err, ErrUnverified) {
		return wrap("take a notification", err)
	}
	if err != nil {
		return booking.Refuse(booking.InvalidRequest, "This notification cannot be read.")
	}
	var fault string
	err = s.Store.Update(ctx, func(tx Tx) (err error) {
		fault, err = notified(tx, method, n)
		return err
	})
	if fault != "" && err == nil {
		s.Log.Error("a notification contradicts what is known of a payment", "contradiction", fault)
	}
	if errors.Is(err, booking.ErrNoRow) {
		s.Log.Warn("notification for an order that is not ours")
		return nil
	}
	return wrap("take a notification", err)
}

// notified makes the reconciler ask about the order of a notification, unless it
// says what is known. It returns what in it contradicts the attempt.
func notified(tx Tx, method Method, n Notification) (fault string, err error) {
	a, err := tx.AttemptByOrder(n.OrderCode)
	if err != nil {
		return "", err
	}
	if a, err = tx.LockAttempt(a.ID); err != nil || a.SentAt.IsZero() || a.Method != method {
		return "", err
	}
	wrong := n.Amount != 0 && n.Amount != a.Amount && a.GiveBack == 0 && a.Refunds == 0 || n.Currency != "" && n.Currency != "GBP"
	if wrong {
		fault = fmt.Sprintf("a notification speaks of %s %s", n.Amount, n.Currency)
		if a.Alert == "" { // an operator must not lose what was there first
			a.Alert = fault
		}
		return fault, tx.SaveAttempt(a)
	}
	if a.foreignRefund(n) {
		fault = "the provider reports '" + string(n.Event) + "' of money that we did not refund: ask the provider and correct the booking"
		if a.Alert == "" {
			a.Alert = fault
		}
		a.NextCheck = tx.Now()
		return fault, tx.SaveAttempt(a)
	}
	_, news := Next(a.State, n.Event)
	waits := a.State == StateUnknown || a.State == StatePending || a.State == StateApproval
	if !waits && (a.State.Open() || !news && !Contradicts(a.State, n.Event)) {
		return "", nil // known, or a running call will return the answer
	}
	a.NextCheck = tx.Now()
	return "", tx.SaveAttempt(a)
}

// foreignRefund reports whether a wallet's notification is about a refund, or a
// reversal, that we have not started. A report without a reference may be about
// one of ours.
func (a Attempt) foreignRefund(n Notification) bool {
	refund := n.Event == EventRefunded || n.Event == EventRefundRequested || n.Event == EventRefundFailed
	if a.Method != Wallet || !refund || n.Refund == "" && a.Refunds > 0 {
		return false
	}
	for ; a.Refunds > 0; a.Refunds-- {
		if n.Refund == a.refundReference() {
			return false
		}
	}
	return true
}
