package booking

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment/ledger"
)

// StartRequest asks for a hold.
type StartRequest struct {
	OfferID string // the API's unitId
	Party   Party
	Promo   bool
	// PromoAllowed means that this visitor has passed the promotion gate and
	// that the promotion includes the arrival date. It is only used with Promo.
	PromoAllowed bool
	// PercentOff is what the promotion takes off the price; PromoPrice is the price
	// under the promotion that the visitor was shown, 0 if it is not known. They are
	// only used with Promo.
	PercentOff int64
	PromoPrice money.Pence
	// Click is the affiliate network's id of the click that brought the visitor,
	// who has agreed to that; "" where there is none.
	Click string
}

// Start takes every night of an offer, or returns the booking that the same
// visitor already holds for it. Failures: InvalidUnit, InvalidParty,
// PromoNotValid, UnitUnavailable, PriceChanged with the new price, RateLimited
// when the client's address has too many holds, PaymentInProgress when all of
// the cookie's holds are being paid. The visitor's token must be set.
func (s *Service) Start(ctx context.Context, v Visitor, r StartRequest) (View, error) {
	if v.Token == "" {
		return View{}, errNoSession
	}
	offer, err := ParseOffer(r.OfferID)
	if err != nil {
		return View{}, Refuse(InvalidUnit, "This unit is not known.")
	}
	unit, ok := s.catalogue.Unit(offer.UnitTypeID)
	if !ok {
		return View{}, errUnitGone
	}
	channel, _ := catalogue.ChannelOf(unit.Type.Channel)
	r.Party.Dogs = r.Party.Dogs && channel.TakesDogs()
	if err := checkParty(r.Party, unit); err != nil {
		return View{}, err
	}
	if r.Promo && !r.PromoAllowed {
		return View{}, errPromo
	}
	newBooking := s.newBooking(v, r, offer, unit)
	var view View
	err = s.store.GroupCommit(ctx, func(tx Tx) error {
		b := newBooking
		now := tx.Now()
		b.StartedAt, b.ChangedAt, b.ExpiresAt = now, now, now.Add(s.limits.Hold)
		b, err := s.hold(tx, b, offer, r.PromoPrice)
		if err == nil {
			view = s.view(b, now)
		}
		return err
	})
	return view, Wrap("start a booking", err)
}

// hold writes the booking and takes its nights, or finds the one that the same
// start made before. shown is the price under the promotion that the visitor was
// shown, or 0.
func (s *Service) hold(tx Tx, b Booking, offer Offer, shown money.Pence) (Booking, error) {
	now := tx.Now()
	if b.Stay.Arrival <= date.In(now) {
		return b, errUnitGone
	}
	existing, err := tx.OpenByStartKey(b.StartKey)
	outdated := err == nil && b.Promo && shown != 0 && shown != existing.Stay.Price
	switch {
	case err == nil && existing.Lapsed(now): // its hold ran out but was not swept yet
		err = s.expire(tx, existing.Ref)
	case outdated: // the promotion has changed since: a hold at the shown price replaces it
		err = s.release(tx, existing.Ref)
	case err == nil:
		return existing, nil
	}
	if err != nil && !errors.Is(err, ErrNoRow) {
		return b, err
	}
	price, onSale, err := tx.Price(offer.UnitTypeID, offer.Arrival, offer.Nights, b.Party.Size())
	if err != nil {
		return b, err
	}
	if !onSale {
		return b, errUnitGone
	}
	if due := b.Stay.PriceOf(price); price != offer.Price || b.Promo && shown != 0 && shown != due {
		offer.Price = price
		return b, &Failure{Code: PriceChanged, Price: due, OfferID: offer.ID(),
			Message: "The price of this holiday has changed to " + due.Text() + "."}
	}
	if err := s.makeRoom(tx, b); err != nil {
		return b, err
	}
	// The nights are taken first: a start that gets none has then written
	// nothing, so nothing has to be undone in the commit that it shares with
	// others.
	ok, err := tx.TakeNights(b.Stay.UnitTypeID, b.Stay.Arrival, b.Stay.Nights)
	if err != nil {
		return b, err
	}
	if !ok {
		return b, errUnitGone
	}
	return b, tx.AddBooking(b)
}

// release ends a hold that another one replaces, unless it is being paid for.
func (s *Service) release(tx Tx, ref string) error {
	b, err := tx.LockBooking(ref)
	if err != nil {
		return err
	}
	if b.State != Held {
		return Refuse(PaymentInProgress, "Please finish your other payments first.")
	}
	return s.apply(tx, &b, TimedOut)
}

// makeRoom enforces the limits of open holds. For a cookie, the new hold
// replaces the oldest unpaid one. For a client's address, the new hold is
// refused.
func (s *Service) makeRoom(tx Tx, b Booking) error {
	if s.limits.Off {
		return nil
	}
	open, err := tx.CountOpenHolds(b.Address)
	if err != nil {
		return err
	}
	if open >= s.limits.HoldsPerClient {
		return &Failure{Code: RateLimited, Message: tooMany, RetryAfter: time.Minute}
	}
	holds, err := tx.OpenHolds(b.Holder)
	for _, ref := range holds {
		if err != nil || len(holds) < s.limits.HoldsPerCookie {
			break
		}
		var hold Booking
		if hold, err = tx.LockBooking(ref); err == nil && hold.State == Held {
			return s.apply(tx, &hold, TimedOut)
		}
	}
	if err == nil && len(holds) >= s.limits.HoldsPerCookie {
		err = Refuse(PaymentInProgress, "Please finish your other payments first.")
	}
	return err
}

const tooMany = "Too many requests. Please try again later."

func (s *Service) newBooking(v Visitor, r StartRequest, offer Offer, unit Unit) Booking {
	ref := newReference()
	p, stay := r.Party, stayIn(unit)
	if r.Promo {
		stay.PercentOff = r.PercentOff
	}
	stay.Arrival, stay.Nights, stay.Price = offer.Arrival, offer.Nights, stay.PriceOf(offer.Price)
	return Booking{
		Ref: ref, Shown: showReference(ref), State: Held,
		Holder: v.Holder(), Address: s.Client(v),
		StartKey: digest(v.Holder(), r.OfferID, fmt.Sprint(p.Adults, p.Children, p.Under5s, p.Dogs, r.Promo)),
		OfferID:  r.OfferID, Party: p, Promo: r.Promo, Click: r.Click, Brand: s.brand,
		Stay: stay, Discount: Discount{Kind: NoDiscount},
	}
}

// stayIn returns what is known of a stay from its unit alone.
func stayIn(unit Unit) Stay {
	return Stay{
		Channel: unit.Type.Channel, ParkID: unit.Park.ID, ParkName: unit.Park.Name,
		Place:      commaSeparated(unit.Park.Town, unit.Region),
		UnitTypeID: unit.Type.ID, UnitDesc: unit.Type.Title(), BookingFee: unit.Type.BookingFee,
		OperatorID: unit.Operator.ID, OperatorName: unit.Operator.Name, Deposit: unit.Operator.Deposit,
		CheckIn: unit.Park.CheckIn, CheckOut: unit.Park.CheckOut, Rules: unit.Park.Rules,
	}
}

// checkParty checks whether a party may book a unit.
func checkParty(p Party, unit Unit) error {
	const most = catalogue.MaxParty
	channel, _ := catalogue.ChannelOf(unit.Type.Channel)
	if p.Adults < channel.MinAdults() || p.Children < 0 || p.Under5s < 0 || p.Adults > most || p.Children > most || p.Under5s > most || p.Size() > most {
		return Refuse(InvalidParty, "This party cannot be booked.")
	}
	if p.Dogs && !unit.Type.Dogs {
		return errUnitGone
	}
	rules := unit.Park.Rules
	if rules.MaxAdults > 0 && p.Adults > rules.MaxAdults {
		return Refuse(InvalidParty, rules.AdultsText())
	}
	if rules.MaxDogs > 0 && p.DogCount > rules.MaxDogs {
		return Refuse(InvalidParty, rules.DogsText())
	}
	return nil
}

// apply applies an event to a locked booking: it changes the state and does the
// effects in the same transaction. It returns WrongState for an event that is
// not possible in the booking's state.
func (s *Service) apply(tx Tx, b *Booking, e Event) error {
	next, ok := Next(b.State, e)
	if !ok {
		return errState
	}
	b.State, b.ChangedAt = next.To, tx.Now()
	for _, effect := range next.Effects {
		if err := s.doEffect(tx, b, effect); err != nil {
			return err
		}
	}
	if b.State == Expired || b.State == Cancelled && b.ConfirmedAt.IsZero() {
		forgetPerson(b)
	}
	return tx.SaveBooking(*b)
}

func (s *Service) doEffect(tx Tx, b *Booking, effect Effect) error {
	switch effect {
	case TakeNights:
		ok, err := tx.TakeNights(b.Stay.UnitTypeID, b.Stay.Arrival, b.Stay.Nights)
		if err == nil && !ok {
			err = ErrHolidayGone
		}
		return err
	case ReturnNights:
		if b.Imported {
			return nil // we never took its nights: the feed's allotment leaves them out
		}
		if b.Stay.Departure()+nightsKept <= date.In(tx.Now()) {
			return nil // the store may have deleted them
		}
		return tx.ReturnNights(b.Stay.UnitTypeID, b.Stay.Arrival, b.Stay.Nights)
	case RedeemVoucher:
		return redeem(tx, *b)
	case ReleaseVoucher:
		return tx.ReleaseVoucher(b.Ref)
	case ConfirmByEmail, ReceiptByEmail:
		return tx.Enqueue(emailJob(*b, effect))
	case CancelByEmail:
		return notify(tx, *b, EmailCancelled)
	case VoucherByEmail:
		lines, err := tx.VoucherLinesOf(b.Ref)
		isReturned := func(l ledger.VoucherLine) bool { return l.Kind == ledger.LineReturned }
		if err != nil || !slices.ContainsFunc(lines, isReturned) {
			return err
		}
		return notify(tx, *b, EmailVoucher)
	}
	return fmt.Errorf("effect %q is not known", effect)
}

// notify writes the job of an e-mail of which a booking has at most one.
func notify(tx Tx, b Booking, kind string) error {
	if b.Contact.Email == "" {
		return nil // an imported booking may have none
	}
	return tx.Enqueue(outbox.Job{Kind: kind, Key: b.Ref, Payload: EmailJob{Ref: b.Ref}.encode()})
}

// emailJob returns the outbox job of a booking's e-mail. Its payload is the
// reference; the text is written when the e-mail is sent.
func emailJob(b Booking, effect Effect) outbox.Job {
	kind := EmailConfirmation
	if effect == ReceiptByEmail {
		kind = EmailReceipt
	}
	return outbox.Job{Kind: kind, Key: b.Ref + "/" + b.lastPayment, Payload: EmailJob{Ref: b.Ref}.encode()}
}
