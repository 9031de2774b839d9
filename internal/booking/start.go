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
)

// StartRequest asks for a hold.
type StartRequest struct {
	OfferID string // the API's unitId
	Party   Party
	// Promo, if not nil, makes it a booking of the promotion. It reports whether this
	// visitor may book a stay on a channel and an arrival date as one.
	Promo func(channel string, arrival date.Date) bool
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
		return View{}, Refuse(InvalidUnit, "This unit is not known.")
	}
	channel, _ := catalogue.ChannelOf(unit.Type.Channel)
	r.Party.Dogs = r.Party.Dogs && channel.TakesDogs()
	if err := checkParty(r.Party, unit); err != nil {
		return View{}, err
	}
	if r.Promo != nil && !r.Promo(channel.Code, offer.Arrival) {
		return View{}, errPromo
	}
	return s.start(ctx, s.newBooking(v, r, offer, unit), []wanted{{offer, unit}}, r.PromoPrice)
}

// start holds a new booking of the wanted stays. promoPrice is the price under the promotion
// that the visitor was shown, or 0.
func (s *Service) start(ctx context.Context, newBooking Booking, stays []wanted, promoPrice money.Pence) (View, error) {
	var view View
	err := s.store.GroupCommit(ctx, func(tx Tx) error {
		b := newBooking
		b.Stay.Parts = slices.Clone(b.Stay.Parts) // this function may run more than once
		now := tx.Now()
		b.StartedAt, b.ChangedAt, b.ExpiresAt = now, now, now.Add(s.limits.Hold)
		b, err := s.hold(tx, b, stays, promoPrice)
		if err == nil {
			view = s.view(b, now)
		}
		return err
	})
	return view, Wrap("start a booking", err)
}

// hold writes the booking and takes its nights, or finds the one that the same start made
// before.
func (s *Service) hold(tx Tx, b Booking, stays []wanted, promoPrice money.Pence) (Booking, error) {
	if b.Stay.Arrival <= date.In(tx.Now()) {
		return b, errUnitGone
	}
	if existing, open, err := s.openHold(tx, b, stays[0].offer, promoPrice); open || err != nil {
		return existing, err
	}
	if err := b.setPrices(tx, stays, promoPrice); err != nil {
		return b, err
	}
	if err := s.makeRoom(tx, b); err != nil {
		return b, err
	}
	// The nights are taken before the booking is written: a start that gets none has then
	// mostly written nothing that must be undone in the commit that it shares with others.
	ok, err := takeStay(tx, b)
	if err != nil {
		return b, err
	}
	if !ok {
		return b, errUnitGone
	}
	return b, tx.AddBooking(b)
}

// setPrices sets today's prices of the wanted stays. Where one is not what the visitor was
// shown, it returns PriceChanged with the new price of all.
func (b *Booking) setPrices(tx Tx, stays []wanted, promoPrice money.Pence) error {
	var listed money.Pence
	var offers Together
	changed := false
	for i, w := range stays {
		stay, party := &b.Stay, b.Party
		if len(b.Stay.Parts) > 0 {
			stay, party = &b.Stay.Parts[i].Stay, b.Stay.Parts[i].Party
		}
		base, dogs, onSale, err := tx.Price(w.offer.UnitTypeID, w.offer.Arrival, w.offer.Nights, party.Size())
		if err != nil {
			return err
		}
		if !onSale {
			return errUnitGone
		}
		price := stay.setPrice(pricing{base, w.unit.charges(), dogs, w.unit.Levies}, party)
		changed = changed || price != w.offer.Price
		listed += price
		w.offer.Price = price
		offers = append(offers, PartOffer{w.offer, party})
	}
	id := offers.ID()
	if len(b.Stay.Parts) > 0 {
		b.Stay.addUp()
	} else {
		id = offers[0].Offer.ID()
	}
	due := b.Stay.PriceOf(listed)
	if changed || b.Promo && promoPrice != 0 && promoPrice != due {
		return &Failure{Code: PriceChanged, Price: due, OfferID: id, Message: "The price of this holiday has changed to " + due.Text() + "."}
	}
	return nil
}

// openHold returns the booking that the same start made before, if it is still open. It
// ends one whose hold ran out and was not swept yet, and one of another price than
// promoPrice: the promotion has changed since, and a hold at the shown price replaces it.
func (s *Service) openHold(tx Tx, b Booking, offer Offer, promoPrice money.Pence) (existing Booking, open bool, err error) {
	existing, err = tx.OpenByStartKey(b.StartKey)
	switch {
	case errors.Is(err, ErrNoRow):
		return existing, false, nil
	case err != nil:
		return existing, false, err
	case existing.Lapsed(tx.Now()):
		return existing, false, s.expireOverdue(tx, existing.Ref)
	case !b.Promo || promoPrice == 0 || promoPrice == existing.Stay.PriceOf(offer.Price):
		return existing, true, nil
	}
	ended, err := s.endHold(tx, existing.Ref)
	if err == nil && !ended {
		err = errOtherPayments
	}
	return existing, false, err
}

// endHold ends a hold that another one replaces, unless it is being paid for.
func (s *Service) endHold(tx Tx, ref string) (ended bool, err error) {
	b, err := tx.LockBooking(ref)
	if err != nil || b.State != Held {
		return false, err
	}
	return true, s.apply(tx, &b, TimedOut)
}

// makeRoom enforces the limits of open holds. For a cookie, the new hold
// replaces the oldest unpaid one. For a client's address, the new hold is
// refused.
func (s *Service) makeRoom(tx Tx, b Booking) error {
	if s.limits.Off {
		return nil
	}
	open, err := tx.CountOpenHolds(b.Client)
	if err != nil {
		return err
	}
	if open >= s.limits.HoldsPerClient {
		return &Failure{Code: RateLimited, Message: tooMany, RetryAfter: time.Minute}
	}
	holds, err := tx.OpenHolds(b.Holder)
	if err != nil || len(holds) < s.limits.HoldsPerCookie {
		return err
	}
	for _, ref := range holds {
		if ended, err := s.endHold(tx, ref); ended || err != nil {
			return err
		}
	}
	return errOtherPayments
}

const tooMany = "Too many requests. Please try again later."

func (s *Service) newBooking(v Visitor, r StartRequest, offer Offer, unit Unit) Booking {
	ref := newReference()
	p, stay := r.Party, stayIn(unit)
	if r.Promo != nil {
		stay.PercentOff = r.PercentOff
	}
	stay.Arrival, stay.Nights = offer.Arrival, offer.Nights
	return Booking{
		Ref: ref, Shown: showReference(ref), State: Held,
		Holder: v.Holder(), Client: s.Client(v),
		StartKey: digest(v.Holder(), r.OfferID, fmt.Sprint(p.Adults, p.Children, p.Under5s, p.Dogs, r.Promo != nil)),
		OfferID:  r.OfferID, Party: p, Promo: r.Promo != nil, Click: r.Click, Brand: s.brand,
		Stay: stay, Discount: Discount{Kind: NoDiscount},
	}
}

// Check refuses a party that nobody can book, or nobody on this channel.
func (p Party) Check(channel catalogue.Channel) error {
	const most = catalogue.MaxParty
	switch {
	case p.Adults < 1 || p.Children < 0 || p.Under5s < 0 || p.Adults > most || p.Children > most || p.Under5s > most || p.Size() > most:
		return Refuse(InvalidParty, "A party is 1 to 66 people, one of them an adult.")
	case p.Adults < channel.MinAdults():
		return Refuse(InvalidParty, "Min. 2 adults for Boating holidays.")
	}
	return nil
}

// checkParty checks whether a party may book a unit.
func checkParty(p Party, unit Unit) error {
	channel, _ := catalogue.ChannelOf(unit.Type.Channel)
	if err := p.Check(channel); err != nil {
		return err
	}
	if p.Dogs && !unit.Type.Dogs {
		return errUnitGone
	}
	rules := unit.Park.RulesFor(unit.Type)
	if rules.MaxAdults > 0 && p.Adults > rules.MaxAdults {
		return Refuse(InvalidParty, rules.AdultsText())
	}
	if rules.MaxDogs > 0 && p.DogCount > rules.MaxDogs {
		return Refuse(InvalidParty, rules.DogsText())
	}
	return nil
}
