package payment

import (
	"context"
	"crypto/hmac"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/loop"
	"holidaymaker/internal/money"
)

// Answer is what post-payment answers while nothing went wrong.
type Answer struct {
	Status Status
	// ConfirmationID is the booking's shown reference, once authorised.
	ConfirmationID string
	// AmountPaid is this payment's amount; Outstanding what is left of the
	// booking after it. Both once authorised.
	AmountPaid, Outstanding money.Pence
	// DueDate is when what is left is due, dd/mm/yyyy or "", and
	// BalanceToOperator whom it is paid to. Both once authorised.
	DueDate           string
	BalanceToOperator bool
	Challenge         *Frame // with StatusChallenge
	PollAfter         time.Duration
}

// Status is where a payment stands for the browser.
type Status string

// The statuses of post-payment.
const (
	StatusAuthorised Status = "authorised"
	StatusChallenge  Status = "challenge"
	StatusPending    Status = "pending"
)

// Frame is what the browser posts into the bank's frame, and its size.
type Frame struct {
	URL, JWT, MD  string
	Width, Height int
}

// Submission is the browser's part of a card payment.
type Submission struct {
	ID, BookID      string
	EncryptedData   string
	DeviceReference string
	WindowSize      string
	// Billing is the card's address where it differs from the home address.
	BillingDifferent bool
	Billing          booking.Contact // address fields only
	Browser          Browser         // Accept and UserAgent
}

// Authorise sends an attempt to the card provider, once however often it is
// called, and waits about 8 seconds for the answer. Failures: NoSession,
// NotFound for another visitor's attempt, Invalid for a wrong billing address,
// Refused for an unusable form, MethodUnavailable, PaymentRefused,
// ThreeDSFailed, UnitUnavailable.
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
			return nil // sent before: the answer is in the row
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

// fits says whether the booking still costs what the attempt was made for.
func (a Attempt) fits(b booking.Booking) bool {
	return a.TopUp || b.Quote(date.In(a.CreatedAt)).Hash == a.QuoteHash
}

// call makes a provider call that was begun, apart from the request that asked
// for it, so that a visitor who goes away does not end it, and settles the
// attempt. A panic counts as no answer.
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
			s.Log.Warn("card provider did not answer", append([]any{"attempt", id}, loop.LogAttrs(err)...)...)
		}
		s.keepTrying(id, reply)
	}()
}

// keepTrying settles an attempt and tries again while the database is away, at
// most as long as a call may take. After that the reconciler asks the provider
// for the answer that was lost here.
func (s *Service) keepTrying(id string, reply Reply) {
	ctx, cancel := context.WithTimeout(context.Background(), s.Limits.Call)
	defer cancel()
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, 2*time.Second) {
		err := loop.Catch(func() error { return s.settle(ctx, id, reply) })
		if err == nil {
			return
		}
		s.Log.Warn("a payment's answer is not kept yet", append([]any{"attempt", id}, loop.LogAttrs(err)...)...)
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			s.Log.Error("a payment's answer is lost; the reconciler asks again", "attempt", id, "error", err)
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
	what := map[booking.PaymentOption]string{booking.PayFull: "Payment", booking.PayDeposit: "Deposit", booking.PayTopUp: "Balance"}[a.Option]
	browser := r.Browser
	browser.DeviceReference, browser.WindowSize = r.DeviceReference, r.WindowSize
	return Order{
		Code: a.OrderCode, Description: what + ", booking " + b.Shown, Amount: a.Amount,
		EncryptedData: r.EncryptedData, SessionID: a.ID, ClientAddress: v.Address, Email: c.Email,
		Billing: Address{c.Address1, c.Address2, c.Town, c.County, c.Postcode, c.Country},
		Browser: browser,
	}
}

// ownLocked reads an attempt of this visitor with its booking, both locked.
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

// own reads an attempt and makes sure that it is this visitor's and belongs to
// the booking named.
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

// Confirm answers an attempt after the browser came back: from 3-D Secure with
// the signed result, or for a voucher or zero payment with an empty one, which
// books it. The result proves where the browser comes from and changes
// nothing. Failures: as Authorise, MACInvalid.
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
	code, ok := s.Card.Verify(r)
	amount, err := money.Parse(pounds(r.Amount))
	if !ok || code != a.OrderCode || err != nil || amount != a.Amount || r.Currency != "GBP" {
		s.Log.Warn("signed payment result refused", "attempt", id)
		return Answer{}, errMAC
	}
	return s.Status(ctx, v, id, bookID)
}

// endStale ends an attempt whose amounts are no longer those of the booking, so
// that asking again does not find it waiting, and returns PriceChanged.
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

// pounds turns a number of pence as text into pounds as text.
func pounds(pence string) string {
	if len(pence) < 3 {
		pence = ("000" + pence)[len(pence):]
	}
	return pence[:len(pence)-2] + "." + pence[len(pence)-2:]
}

// Status answers where an attempt stands, from its row alone. Failures: as
// Authorise.
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

// Recall is for a page that has lost the card details, after a reload or Back. An
// attempt of which nothing was sent ends at once, so that the visitor may pay
// again; card details that arrive later are not sent. For any other attempt it
// answers as Status. Failures: as Authorise; PaymentRefused
// also for the attempt that it ended.
func (s *Service) Recall(ctx context.Context, v booking.Visitor, id, bookID string) (Answer, error) {
	err := s.Store.Update(ctx, func(tx Tx) error {
		b, a, err := s.ownLocked(tx, v, id, bookID)
		if err != nil || a.State != StateCreated {
			return err
		}
		return s.end(tx, &b, a, EventAbandoned, "left before anything was sent")
	})
	if err != nil {
		return Answer{}, wrap("recall a payment", err)
	}
	return s.Status(ctx, v, id, bookID)
}

func (s *Service) answer(a Attempt, b booking.Booking) (Answer, error) {
	if !a.SettledAt.IsZero() { // whatever became of the money later
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

// Return takes the browser's way back out of the bank's frame: it makes the
// second provider call, once, and gives the signed result for the page. The
// form proves nothing about success. Failures: InvalidRequest for a proof or a
// transaction that is not this attempt's.
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
		// The booking is locked too: a newer attempt may just be taking the
		// place of this one, which then must not be completed any more.
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

// resultStatus is the provider's word for where an attempt stands.
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

// Notify takes a notification of the provider of a method. It books nothing: it
// makes the reconciler ask the provider at once. An unknown order is no error. A
// notification that cannot be true raises the attempt's alert.
func (s *Service) Notify(ctx context.Context, method Method, body []byte) error {
	n, err := s.gateway(Attempt{Method: method}).ParseNotification(body)
	if err != nil {
		return booking.Refuse(booking.InvalidRequest, "This notification cannot be read.")
	}
	fault := ""
	err = s.Store.Update(ctx, func(tx Tx) error {
		fault = ""
		a, err := tx.AttemptByOrder(n.OrderCode)
		if err != nil {
			return err
		}
		if a, err = tx.LockAttempt(a.ID); err != nil || a.SentAt.IsZero() || a.Method != method {
			return err
		}
		wrong := n.Amount != 0 && n.Amount != a.Amount && a.GiveBack == 0 && a.Refunds == 0 || n.Currency != "" && n.Currency != "GBP"
		if wrong {
			fault = fmt.Sprintf("a notification speaks of %s %s", n.Amount, n.Currency)
			a.Alert = fault
			return tx.SaveAttempt(a)
		}
		_, news := Next(a.State, n.Event)
		if !news && !Contradicts(a.State, n.Event) || a.State.Open() && a.State != StateUnknown {
			return nil // known, or the call that is out will tell
		}
		a.NextCheck = tx.Now()
		return tx.SaveAttempt(a)
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
