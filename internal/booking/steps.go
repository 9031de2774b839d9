package booking

import (
	"context"
	"errors"
	"maps"
	"slices"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Extras lists the extras that may be booked, and the quantities chosen so far.
type Extras struct {
	// Offered are also those chosen earlier that the park does not offer with the unit any
	// more: they are part of the price until the visitor saves the step again.
	Offered []OfferedExtra
	Chosen  map[string]int // code → quantity
	// ShowDiscountBox is false for promotional stays.
	ShowDiscountBox bool
	// DogsPriced means that prices depend on the number of dogs.
	DogsPriced bool
	// Times are those of the stay without extras.
	Times Times
}

// OfferedExtra is an extra as it is offered for a stay. Its own quantity does not count.
type OfferedExtra struct {
	ChosenExtra
	Desc string
	Max  int // pieces of one booking
}

// GetExtras returns the extras of a booking. Failures: as Load.
func (s *Service) GetExtras(ctx context.Context, v Visitor, bookID string) (Extras, error) {
	view, err := s.Load(ctx, v, bookID)
	if err != nil {
		return Extras{}, err
	}
	e := s.extras(view.Booking)
	if !slices.ContainsFunc(e.Offered, OfferedExtra.limited) {
		return e, nil
	}
	err = s.store.View(ctx, func(tx Tx) error {
		for i := range e.Offered {
			if err := view.limit(tx, &e.Offered[i], e.Chosen[e.Offered[i].Code]); err != nil {
				return err
			}
		}
		return nil
	})
	e.Offered = slices.DeleteFunc(e.Offered, func(o OfferedExtra) bool { return o.limited() && o.Max == 0 })
	return e, Wrap("read what is left of extras", err)
}

// limited reports whether the park has only so many.
func (o OfferedExtra) limited() bool { return o.Stock.Pieces > 0 }

func (s *Service) extras(b Booking) Extras {
	e := Extras{Chosen: map[string]int{}, ShowDiscountBox: !b.Promo, Times: b.Stay.Times()}
	if unit, ok := s.unitOf(b); ok {
		for _, extra := range unit.Park.Choices(unit.Type, b.Party.Dogs) {
			e.Offered = append(e.Offered, OfferedExtra{chosenOf(extra, 0, b.Stay, b.Party), extra.Desc, extra.Max})
		}
	}
	rates := b.Stay.rates()
	for _, o := range e.Offered {
		rates = append(rates, o.Rate)
	}
	e.DogsPriced = b.Party.Dogs && rates.PerDog()
	for _, x := range b.Extras {
		e.Chosen[x.Code] = x.Quantity
		if !slices.ContainsFunc(e.Offered, func(o OfferedExtra) bool { return o.Code == x.Code }) {
			e.Offered = append(e.Offered, OfferedExtra{ChosenExtra: x, Max: x.Quantity})
		}
	}
	return e
}

// Choice is what a visitor chooses in the step of extras.
type Choice struct {
	Quantities map[string]int // of extras, by code; a code that is absent means 0
	// Dogs is how many dogs come; nil: not said, so it stays as it was.
	Dogs *int
}

// SetExtras replaces the chosen extras, without those that the unit includes by now or
// that are not on sale any more (open point BOOK-30). Failures: as Load; WrongState;
// PaymentInProgress; Invalid for unknown codes, for quantities outside 0 to the
// extra's maximum or of which too few are left, and for more dogs than the park takes.
func (s *Service) SetExtras(ctx context.Context, v Visitor, bookID string, c Choice) (View, error) {
	counting := false
	set := func(tx Tx, b *Booking) error {
		had, price := b.Pieces(), b.Stay.Price
		unit, _ := s.unitOf(*b)
		if err := b.setDogs(c.Dogs); err != nil {
			return err
		}
		chosen, err := b.choose(unit, c.Quantities)
		if err != nil {
			return err
		}
		b.Extras = chosen
		if !counting && !slices.Equal(had, b.Pieces()) {
			return errPieces
		}
		if err := replacePieces(tx, had, *b); err != nil {
			return err
		}
		if b.Stay.Price < price {
			if err := applyMinPrice(tx, b); err != nil {
				return err
			}
		}
		b.complete(StepExtras)
		b.uncomplete(StepPayment)
		return nil
	}
	view, err := s.change(ctx, v, bookID, "set extras", set)
	if errors.Is(err, errPieces) { // few extras are limited: others need not wait for the lock of all changes
		counting = true
		view, err = s.changeIn(ctx, s.store.GroupCommit, v, bookID, "set extras", set)
	}
	return view, err
}

var errPieces = errors.New("what is taken of limited extras changes, which needs GroupCommit")

var errPaying = Refuse(PaymentInProgress, "A payment for this booking is in progress.")

// choose finds the wanted extras among those that the booking may have. What the unit
// includes or every guest pays comes with it, whatever quantity is wanted: it is never
// chosen and never refused. What was chosen earlier and is not on sale any more is not
// refused either.
func (b Booking) choose(unit Unit, quantities map[string]int) ([]ChosenExtra, error) {
	var (
		chosen []ChosenExtra
		known  = map[string]bool{}
		wrong  fields
	)
	for _, e := range b.Extras {
		known[e.Code] = true
	}
	for _, e := range unit.Park.Extras {
		known[e.Code] = true
	}
	for _, e := range unit.Park.Choices(unit.Type, b.Party.Dogs) {
		n := quantities[e.Code]
		wrong.when(n < 0 || n > max(1, e.Max), extraField(e.Code), "Please select a value")
		if n > 0 {
			chosen = append(chosen, chosenOf(e, n, b.Stay, b.Party))
		}
	}
	for _, code := range slices.Sorted(maps.Keys(quantities)) {
		wrong.when(!known[code] && quantities[code] != 0, extraField(code), "Please select a value")
	}
	return chosen, wrong.failure()
}

// SetUserDetails checks and stores the details of the person who books.
// Failures: as Load, WrongState, Invalid with every wrong field.
func (s *Service) SetUserDetails(ctx context.Context, v Visitor, bookID string, c Contact) (View, error) {
	return s.change(ctx, v, bookID, "set user details", func(tx Tx, b *Booking) error {
		tidy, wrong := CheckContact(c, date.In(tx.Now()))
		if err := fields(wrong).failure(); err != nil {
			return err
		}
		tidy.OptAt = tx.Now().UnixMilli()
		b.Contact, b.EmailKey = tidy, s.EmailKey(tidy.Email)
		if len(b.Members) > 0 { // else the party's members are checked with it later
			return b.CheckLead()
		}
		return nil
	})
}

// SetPartyDetails checks and stores the members of the party. Once the contact
// is stored too, the details step is complete. Failures: as SetUserDetails.
func (s *Service) SetPartyDetails(ctx context.Context, v Visitor, bookID string, members []Member, onlyBooking bool) (View, error) {
	return s.change(ctx, v, bookID, "set party details", func(tx Tx, b *Booking) error {
		tidy, wrong := CheckMembers(*b, members, date.In(tx.Now()))
		b.Members, b.OnlyBooking = tidy, onlyBooking
		if err := append(b.wrongLead(), wrong...).failure(); err != nil {
			return err
		}
		if b.Contact.Email != "" {
			b.complete(StepDetails)
		}
		return nil
	})
}

func (b *Booking) complete(step string) {
	if !slices.Contains(b.Steps, step) {
		b.Steps = append(slices.Clone(b.Steps), step)
	}
}

func (b *Booking) uncomplete(step string) {
	b.Steps = slices.DeleteFunc(slices.Clone(b.Steps), func(s string) bool { return s == step })
}

// Deposit is the answer of getdeposit and setdiscount.
type Deposit struct {
	View
	// Deposit is the deposit alone, or nil where none is allowed; the API then
	// sends "".
	Deposit *money.Pence
	// Message is the operator's own text about its deposits.
	Message string
	// DiscountValue is 0 or negative.
	DiscountValue money.Pence
	// VoucherRemaining is the amount left on an applied voucher.
	VoucherRemaining money.Pence
}

func deposit(view View) Deposit {
	d := Deposit{View: view, Deposit: view.Quote.Deposit, DiscountValue: -view.Quote.Discount}
	if d.Deposit != nil {
		d.Message = view.Stay.Deposit.Message
	}
	if view.Discount.Kind == VoucherDiscount {
		d.VoucherRemaining = view.Discount.Amount - view.Quote.Discount
	}
	return d
}

// GetDeposit returns the deposit that a booking allows. Failures: as Load.
func (s *Service) GetDeposit(ctx context.Context, v Visitor, bookID string) (Deposit, error) {
	view, err := s.Load(ctx, v, bookID)
	if err != nil {
		return Deposit{}, err
	}
	return deposit(view), nil
}
