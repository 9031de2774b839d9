package payment

import (
	"context"
	"errors"
	"strconv"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/loop"
)

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
	stale := false
	a, call, err := s.claim(ctx, func(tx Tx) (a Attempt, send bool, err error) {
		stale = false
		b, a, err := s.lockOwn(tx, v, r.ID, r.BookID)
		if err != nil || a.State != StateCreated || a.Method != Card {
			return a, false, err // it was sent before: the answer is in the row
		}
		if !tx.Now().Before(a.ExpiresAt) {
			return a, false, errExpired
		}
		if err := s.refuseCardTesting(tx, v, a.Method); err != nil {
			return a, false, err
		}
		if stale = !a.fits(b); stale {
			return a, false, s.endAttempt(tx, &b, a, EventAbandoned, "the amounts have changed since")
		}
		if err := s.Bookings.SendPayment(tx, &b); err != nil {
			return a, false, err
		}
		if a.Link != "" && !r.BillingDifferent {
			return a, false, errForm // we know no address of whoever pays by a link
		}
		a.State, a.SentAt = transitions[StateCreated][EventSent], tx.Now()
		order = orderOf(a, b, v, r)
		return a, true, nil
	})
	if err != nil {
		return Answer{}, booking.Wrap("send a payment", err)
	}
	if stale {
		return Answer{}, errPrice
	}
	if call != nil {
		s.call(ctx, a, call, func(ctx context.Context) (Reply, error) { return s.Card.Authorise(ctx, order) })
	}
	if now := s.await(ctx, a.ID); now != nil {
		return s.answer(now.attempt, now.booking)
	}
	return s.Status(ctx, v, r.ID, r.BookID)
}

// fits reports whether the booking still costs what the attempt was made for.
func (a Attempt) fits(b booking.Booking) bool {
	return a.TopUp || b.Quote(date.In(a.CreatedAt)).Hash == a.QuoteHash
}

// call makes a provider call that begin has registered as f, and settles the
// attempt. Before the call it writes the order to the journal. It does not end with
// ctx, the request that started it, so the call continues when the visitor leaves; ctx
// says only to which trace the call belongs. A panic counts as no answer. A call that
// proves that the provider did nothing fails the attempt at once, so that the visitor
// can try again or pay in another way.
func (s *Service) call(ctx context.Context, a Attempt, f *flight, provider func(context.Context) (Reply, error)) {
	go func() {
		defer s.end(f)
		s.journal(a)
		ctx := context.WithoutCancel(ctx)
		calling, cancel := context.WithTimeout(ctx, s.Limits.Call)
		defer cancel()
		reply := Reply{Event: EventUnknown, Text: "no answer"}
		err := loop.Catch(func() error {
			r, err := provider(calling)
			switch {
			case err == nil:
				reply = r
			case errors.Is(err, ErrDeclined):
				reply = Reply{Event: EventFailed, Text: "the provider was not reached, or refused our credentials"}
			}
			return err
		})
		if err != nil {
			s.Log.Warn("the payment provider did not answer", append([]any{"attempt", a.ID}, loop.LogAttrs(err)...)...)
		}
		f.result = s.keepTrying(ctx, a, reply)
	}()
}

// keepTrying settles an attempt, and returns what it has become. While the database is
// down it tries again, at most as long as a call may take. After that the reconciler asks
// the provider for the lost answer.
func (s *Service) keepTrying(ctx context.Context, a Attempt, reply Reply) *attemptWithBooking {
	ctx, cancel := context.WithTimeout(ctx, s.Limits.Call)
	defer cancel()
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, 2*time.Second) {
		var now attemptWithBooking
		err := loop.Catch(func() (err error) {
			now, err = s.settleAndRead(ctx, a, reply)
			return err
		})
		if err == nil {
			return &now
		}
		s.Log.Warn("a payment's answer is not stored yet", append([]any{"attempt", a.ID}, loop.LogAttrs(err)...)...)
		if loop.Pause(ctx, pause); ctx.Err() != nil {
			s.Log.Error("the answer to a payment request is lost; the reconciler will inquire", "attempt", a.ID, "error", err)
			return nil
		}
	}
}

func orderOf(a Attempt, b booking.Booking, v booking.Visitor, r Submission) Order {
	c := a.told(b).Contact
	if r.BillingDifferent {
		c.Address1, c.Address2, c.Town, c.County, c.Postcode, c.Country =
			r.Billing.Address1, r.Billing.Address2, r.Billing.Town, r.Billing.County, r.Billing.Postcode, r.Billing.Country
	}
	browser := r.Browser
	browser.DeviceReference, browser.WindowSize = r.DeviceReference, r.WindowSize
	return Order{
		Code: a.OrderCode, Description: a.describe(b), Amount: a.Amount,
		EncryptedData: r.EncryptedData, SessionID: a.ID, ClientAddress: v.Address, Email: c.Email,
		Billing: Address{Line1: c.Address1, Line2: c.Address2, Town: c.Town, County: c.County, Postcode: c.Postcode, Country: c.Country},
		Browser: browser,
	}
}

// Confirm answers with the state of an attempt when the browser returns. After
// 3-D Secure the browser brings the signed result, which is verified but
// changes nothing. From a wallet it brings the id of the order, and Confirm
// captures the money. For a voucher or zero payment the result is empty, and
// Confirm makes the booking. Failures: those of Authorise, and MACInvalid.
func (s *Service) Confirm(ctx context.Context, v booking.Visitor, id, bookID string, r Result) (Answer, error) {
	a, b, err := s.readOwn(ctx, v, id, bookID)
	if err != nil {
		return Answer{}, booking.Wrap("confirm a payment", err)
	}
	if a.Method == Voucher {
		if a.State == StateCreated && !a.fits(b) {
			return Answer{}, s.endStale(ctx, id)
		}
		if a.State == StateCreated {
			if err := s.settle(ctx, a, Reply{Event: EventAuthorised, Currency: "GBP"}); err != nil {
				return Answer{}, booking.Wrap("confirm without payment", err)
			}
		}
		return s.Status(ctx, v, id, bookID)
	}
	if a.Method == Wallet {
		if err := s.confirmWallet(ctx, a, r.Order); err != nil {
			return Answer{}, booking.Wrap("confirm a wallet's payment", err)
		}
		return s.Status(ctx, v, id, bookID)
	}
	code, ok := s.Card.Verify(r)
	if !ok || code != a.OrderCode || r.Amount != strconv.FormatInt(int64(a.Amount), 10) || r.Currency != "GBP" {
		s.Log.Warn("signed payment result refused", "attempt", id)
		return Answer{}, errMAC
	}
	return s.Status(ctx, v, id, bookID)
}

// endStale ends an attempt whose amounts are no longer those of the booking, so
// that the next request does not find it still open, and returns PriceChanged.
func (s *Service) endStale(ctx context.Context, id string) error {
	err := s.Store.Update(ctx, func(tx Tx) error {
		b, a, err := lockByID(tx, id)
		if err != nil || a.State != StateCreated || a.fits(b) {
			return err
		}
		return s.endAttempt(tx, &b, a, EventAbandoned, "the amounts have changed since")
	})
	if err == nil {
		err = errPrice
	}
	return booking.Wrap("end a payment whose amounts have changed", err)
}

// Recall is for a page that has lost the card details, after a reload or Back.
// It ends an attempt that was not sent yet, or not approved at the wallet, so that
// the visitor can pay again at once; card details that arrive later are not sent,
// and an order that is approved later is not captured. For any other attempt
// it answers like Status. Failures: those of Authorise; PaymentRefused also for
// the attempt that it ended.
func (s *Service) Recall(ctx context.Context, v booking.Visitor, id, bookID string) (Answer, error) {
	err := s.Store.Update(ctx, func(tx Tx) error {
		b, a, err := s.lockOwn(tx, v, id, bookID)
		switch {
		case err != nil:
			return err
		case a.State == StateApproval:
			return s.endApproval(tx, &b, a, "left before it was approved")
		case a.State != StateCreated:
			return nil
		}
		return s.endAttempt(tx, &b, a, EventAbandoned, "left before anything was sent")
	})
	if err != nil {
		return Answer{}, booking.Wrap("recall a payment", err)
	}
	return s.Status(ctx, v, id, bookID)
}
