package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Request is a request for a payment attempt.
type Request struct {
	// BookID is the booking's reference or, of somebody who pays by a link, its token.
	BookID string
	Option booking.PaymentOption
	// TopUp is the amount of a top-up, as typed.
	TopUp  string
	Method Method
	// Expected and QuoteHash are what the visitor was shown; any other price is
	// refused. QuoteHash is ignored for a top-up.
	Expected  money.Pence
	QuoteHash string
	Key       string // idempotency key, a UUID
	// Email is where whoever pays by a link wants a receipt, or "".
	Email string
	// Rejected is true where the visitor has rejected cookies, maybe after the
	// booking began: its sale is then reported to no affiliate network.
	Rejected bool
}

// Prepared is an attempt that is ready for the browser to pay.
type Prepared struct {
	ID        string // paymntRecId
	Amount    money.Pence
	ExpiresAt time.Time  // of the hold
	Card      Collection // only for a card
	Wallet    Approval   // only for a wallet
	Method    Method
}

// Prepay records an attempt and fixes its amount. It calls no card provider; at a
// wallet it creates the order. A repeated key returns the same attempt, and so does
// the same amount while the attempt waits for the browser. If a new booking was paid
// from another tab meanwhile, Prepay returns the attempt that paid it. Failures: NoSession,
// NotFound, MethodUnavailable, HoldExpired, WrongState, PriceChanged,
// TopUpAmount, PaymentInProgress, RateLimited after too many attempts, and
// ProviderUnavailable.
func (s *Service) Prepay(ctx context.Context, v booking.Visitor, r Request) (Prepared, error) {
	if _, err := uuid.Parse(r.Key); err != nil {
		return Prepared{}, booking.Refuse(booking.InvalidRequest, "The idempotency key must be a UUID.")
	}
	var a Attempt
	var b booking.Booking
	var holdEnds time.Time
	var changed error
	err := s.Store.Update(ctx, func(tx Tx) error {
		changed = nil
		var err error
		var earlier []Attempt
		var link *booking.PayLink
		if b, earlier, link, err = s.payable(tx, v, r.BookID); err != nil {
			return err
		}
		if r.Rejected && link == nil && b.Click != "" {
			b.Click = ""
			if err := tx.SaveBooking(b); err != nil {
				return err
			}
		}
		if i := slices.IndexFunc(earlier, func(x Attempt) bool { return x.Key == r.Key }); i >= 0 {
			a, holdEnds = earlier[i], b.ExpiresAt
			return sameRequest(a, r, link)
		}
		if link == nil && b.State == booking.Confirmed && r.Option != booking.PayTopUp {
			holdEnds = tx.Now().Add(s.Limits.Finish)
			a, err = paidAttempt(earlier, v)
			return err
		}
		if changed, err = s.refreshVoucher(tx, &b); err != nil || changed != nil {
			return err
		}
		attempt, err := s.attemptFor(tx, b, r, link)
		if err != nil {
			return err
		}
		if err := s.refuseCardTesting(tx, v, attempt.Method); err != nil {
			return err
		}
		attempt.Holder = v.Holder()
		if attempt.Method == Card {
			attempt.Client = s.Bookings.Client(v)
		}
		a, err = s.open(tx, &b, earlier, attempt)
		holdEnds = b.ExpiresAt
		return err
	})
	if err = asInProgress(err); err == nil {
		err = changed
	}
	if err != nil {
		return Prepared{}, booking.Wrap("prepare a payment", err)
	}
	p, err := s.atProvider(ctx, a, b)
	p.ExpiresAt = holdEnds
	return p, booking.Wrap("prepare a payment at its provider", err)
}

// asInProgress translates ErrLive into PaymentInProgress: another transaction has
// opened an attempt meanwhile.
func asInProgress(err error) error {
	if errors.Is(err, ErrLive) {
		return errInProgress
	}
	return err
}

// atProvider returns what the browser needs from the provider of an attempt.
func (s *Service) atProvider(ctx context.Context, a Attempt, b booking.Booking) (p Prepared, err error) {
	p = Prepared{ID: a.ID, Amount: a.Amount, Method: a.Method}
	switch a.Method {
	case Card:
		p.Card, err = s.Card.Collection(s.Clock())
	case Wallet:
		p.Wallet, err = s.createOrder(ctx, a, b)
	default:
	}
	return p, err
}

// Collection returns what the browser needs to collect device data before a payment by
// card is prepared. Failures: NoSession, MethodUnavailable.
func (s *Service) Collection(v booking.Visitor) (Collection, error) {
	switch {
	case v.Token == "":
		return Collection{}, errNoSession
	case !s.offers(Card):
		return Collection{}, errMethod
	}
	c, err := s.Card.Collection(s.Clock())
	return c, booking.Wrap("prepare the device data collection", err)
}

// refreshVoucher reserves the amount that the voucher of a new booking takes
// off today. If that changes the amounts, they are saved, and changed is the
// PriceChanged failure to return.
func (s *Service) refreshVoucher(tx Tx, b *booking.Booking) (changed, err error) {
	if b.State == booking.Confirmed {
		return nil, nil
	}
	old, today := *b, date.In(tx.Now())
	if err := booking.RefreshVoucher(tx, b); err != nil || b.Quote(today).Hash == old.Quote(today).Hash {
		return nil, err // others may have used a part that this booking does not need
	}
	changed = errPrice
	if b.Discount.Kind == booking.NoDiscount {
		changed = booking.Refuse(booking.PriceChanged, "The code "+old.Discount.Code+" can no longer be used. Please check the amounts again.")
	}
	return changed, tx.SaveBooking(*b)
}

// payable reads the booking that this visitor may pay for now, with its attempts: the
// booking in progress, or a confirmed booking that the visitor has looked up, or that of a link.
func (s *Service) payable(tx Tx, v booking.Visitor, bookID string) (booking.Booking, []Attempt, *booking.PayLink, error) {
	if _, ok := s.linkOf(bookID); ok {
		return s.payableByLink(tx, v, bookID)
	}
	var attempts []Attempt
	b, err := s.Bookings.Granted(tx, func(ref string) (b booking.Booking, err error) {
		b, attempts, err = tx.LockWithAttempts(ref)
		return b, err
	}, v, bookID)
	switch {
	case err != nil:
	case b.Lapsed(tx.Now()):
		err = errExpired
	case b.State == booking.Paying && !b.Sent && !tx.Now().Before(b.ExpiresAt):
		err = errExpired // otherwise repeated requests would keep the unit for ever
	case b.State == booking.Cancelled || b.State == booking.Refunded:
		err = errState
	}
	return b, attempts, nil, err
}

// paidAttempt finds the attempt by which this visitor paid for a new booking.
func paidAttempt(all []Attempt, v booking.Visitor) (Attempt, error) {
	i := slices.IndexFunc(all, func(a Attempt) bool { return a.State.TookMoney() && !a.TopUp && a.Holder == v.Holder() })
	if i < 0 {
		return Attempt{}, errState
	}
	return all[i], nil
}

// sameRequest refuses a key that was used before for a different request.
func sameRequest(a Attempt, r Request, link *booking.PayLink) error {
	method := r.Method
	if a.Amount == 0 {
		method = Voucher // nothing to pay: the requested method does not matter
	}
	if a.Amount != r.Expected || a.Method != method || link != nil && a.Link != link.ID {
		return booking.Refuse(booking.InvalidRequest, "This idempotency key was used for another payment.")
	}
	return nil
}

// attemptFor returns the attempt that a request asks for.
func (s *Service) attemptFor(tx Tx, b booking.Booking, r Request, link *booking.PayLink) (Attempt, error) {
	if link != nil {
		return s.attemptByLink(tx, b, *link, r)
	}
	now := tx.Now()
	a := Attempt{Ref: b.Ref, State: StateCreated, Method: r.Method, Key: r.Key, CreatedAt: now}
	var err error
	if b.State == booking.Confirmed {
		a.TopUp, a.Option = true, booking.PayTopUp
		a.Amount, err = topUp(b, r)
	} else {
		a.Option, a.Amount, a.QuoteHash, err = firstPayment(b, r, now)
	}
	if err != nil {
		return a, err
	}
	if a.Amount == 0 {
		a.Method = Voucher // nothing for a provider to do
	} else if !s.offers(r.Method) {
		return a, errMethod
	}
	return a, nil
}

// offers reports whether a new payment may be made by a method.
func (s *Service) offers(m Method) bool {
	return m == Card && s.CardOn() || m == Wallet && s.Wallet != nil && s.WalletOn()
}

// firstPayment returns the amount to pay now for a new booking. The booking
// rules override the requested option. If the amount differs from what the
// visitor was shown, it fails with PriceChanged.
func firstPayment(b booking.Booking, r Request, now time.Time) (booking.PaymentOption, money.Pence, string, error) {
	if r.Option != booking.PayFull && r.Option != booking.PayDeposit {
		return "", 0, "", booking.Refuse(booking.InvalidRequest, "The payment option is not known.")
	}
	if b.Contact.Email == "" || len(b.Members) == 0 {
		return "", 0, "", errState
	}
	if err := b.CheckLead(); err != nil {
		return "", 0, "", err
	}
	q := b.Quote(date.In(now))
	option, amount := q.PayNow(r.Option)
	if amount != r.Expected || q.Hash != r.QuoteHash {
		return "", 0, "", errPrice
	}
	return option, amount, q.Hash, nil
}

// topUp checks the amount of a payment towards a confirmed booking.
func topUp(b booking.Booking, r Request) (money.Pence, error) {
	if r.Option != booking.PayTopUp || b.BalanceToOperator() || b.Outstanding() == 0 {
		return 0, errState
	}
	if !b.ErasedAt.IsZero() {
		return 0, booking.ErrErased
	}
	amount, err := booking.CheckTopUp(r.TopUp, b.Outstanding())
	if err != nil {
		return 0, err
	}
	if amount != r.Expected {
		return 0, errPrice
	}
	return amount, nil
}

// open writes the attempt. It replaces one that still waits for the browser
// with another amount.
func (s *Service) open(tx Tx, b *booking.Booking, earlier []Attempt, a Attempt) (Attempt, error) {
	if i := slices.IndexFunc(earlier, func(x Attempt) bool { return x.State.Open() }); i >= 0 {
		live := earlier[i]
		waits := live.State == StateCreated || live.State == StateApproval
		if waits && live.Holder == a.Holder && live.Amount == a.Amount && live.Method == a.Method && live.QuoteHash == a.QuoteHash && live.Link == a.Link && live.Payer == a.Payer {
			return s.prolong(tx, b, live)
		}
		if live.State.InFlight() {
			return a, errInProgress
		}
		if err := s.replace(tx, b, live); err != nil {
			return a, err
		}
	}
	if !s.Limits.Off && sentFor(earlier, a, tx.Now()) >= s.Limits.Attempts {
		return a, errTooMany
	}
	id, err := uuid.NewV7()
	if err != nil {
		return a, fmt.Errorf("make an id: %w", err)
	}
	a.ID, a.Seq = "P"+id.String(), len(earlier)+1
	a.OrderCode = a.ID // never used twice, even if a booking reference is
	if err := s.Bookings.OpenPayment(tx, b, a.ID); err != nil {
		return a, err
	}
	s.setExpiry(tx, *b, &a)
	return a, tx.InsertAttempt(a)
}

// replace ends an attempt that still waits for the visitor.
func (s *Service) replace(tx Tx, b *booking.Booking, live Attempt) error {
	const why = "replaced by a newer attempt"
	if live.State == StateApproval {
		return s.endApproval(tx, b, live, why)
	}
	return s.endAttempt(tx, b, live, EventAbandoned, why)
}

// refusedSpan is how long a refused card counts against its client network.
const refusedSpan = time.Hour

// refuseCardTesting refuses a client network that had too many refused cards, because
// it may be testing stolen cards. Cards in progress do not count; the API
// limits pre-payments.
func (s *Service) refuseCardTesting(tx Tx, v booking.Visitor, method Method) error {
	if s.Limits.Off || method != Card {
		return nil
	}
	n, err := tx.Failures(refusedKey(s.Bookings.Client(v)), refusedSpan)
	if err == nil && n >= s.Limits.Refused {
		err = errTooMany
	}
	return err
}

// refusedKey is the key of the counter of a client network's refused cards.
func refusedKey(client string) string { return "cards " + client }

// prolong gives an attempt that still waits for the browser as much time as a
// new one.
func (s *Service) prolong(tx Tx, b *booking.Booking, a Attempt) (Attempt, error) {
	if err := s.Bookings.OpenPayment(tx, b, a.ID); err != nil {
		return a, err
	}
	s.setExpiry(tx, *b, &a)
	return a, tx.SaveAttempt(a)
}

// setExpiry sets how long an attempt waits for the browser: until the hold expires,
// or longer if finishing the payment needs it.
func (s *Service) setExpiry(tx Tx, b booking.Booking, a *Attempt) {
	a.ExpiresAt = tx.Now().Add(s.Limits.Finish)
	if a.TopUp {
		if a.Link == "" { // a guest may not change the booking while somebody else pays
			a.ExpiresAt = tx.Now().Add(4 * s.Limits.Finish) // a confirmed booking has no hold
		}
	} else if b.ExpiresAt.After(a.ExpiresAt) {
		a.ExpiresAt = b.ExpiresAt
	}
	a.NextCheck = a.ExpiresAt
	if a.State == StateApproval {
		a.NextCheck = a.approvalCheck(tx.Now())
	}
}

// sentFor counts the attempts that were sent to a provider: all attempts for a
// booking in progress, the last day's for top-ups, and for each link. A visit to the wallet counts
// only if the visitor approved the payment.
func sentFor(all []Attempt, next Attempt, now time.Time) int {
	n := 0
	for _, a := range all {
		if !a.SentAt.IsZero() && (a.Method != Wallet || !a.LastCallAt.IsZero()) && a.TopUp == next.TopUp && a.Link == next.Link && (!next.TopUp || !a.State.TookMoney() && now.Sub(a.SentAt) < 24*time.Hour) {
			n++
		}
	}
	return n
}
