package booking

import (
	"context"
	"maps"
	"slices"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Extras lists the extras that may be booked, and the quantities chosen so far.
type Extras struct {
	// Offered are also those chosen earlier that the park does not offer with the unit any
	// more: they are part of the price until the visitor saves the step again.
	Offered []catalogue.Extra
	Chosen  map[string]int // code → quantity
	// ShowDiscountBox is false for promotional stays.
	ShowDiscountBox bool
	// Times are those of the stay without extras.
	Times Times
}

// GetExtras returns the extras of a booking. Failures: as Load.
func (s *Service) GetExtras(ctx context.Context, v Visitor, bookID string) (Extras, error) {
	view, err := s.Load(ctx, v, bookID)
	if err != nil {
		return Extras{}, err
	}
	return s.extras(view.Booking), nil
}

func (s *Service) extras(b Booking) Extras {
	e := Extras{Chosen: map[string]int{}, ShowDiscountBox: !b.Promo, Times: b.Stay.Times()}
	if unit, ok := s.catalogue.Unit(b.Stay.UnitTypeID); ok {
		e.Offered = slices.DeleteFunc(slices.Clone(unit.Park.Extras), unit.Type.Includes)
	}
	for _, x := range b.Extras {
		e.Chosen[x.Code] = x.Quantity
		if !slices.ContainsFunc(e.Offered, func(o catalogue.Extra) bool { return o.Code == x.Code }) {
			e.Offered = append(e.Offered, catalogue.Extra{Code: x.Code, Name: x.Name, Cost: x.Cost, DepCost: x.DepCost, Max: x.Quantity, CheckIn: x.CheckIn, CheckOut: x.CheckOut})
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
// extra's maximum, and for more dogs than the park takes.
func (s *Service) SetExtras(ctx context.Context, v Visitor, bookID string, c Choice) (View, error) {
	return s.change(ctx, v, bookID, "set extras", func(tx Tx, b *Booking) error {
		unit, _ := s.catalogue.Unit(b.Stay.UnitTypeID)
		chosen, err := choose(unit, c.Quantities, b.Extras)
		if err != nil {
			return err
		}
		if err := b.setDogs(c.Dogs); err != nil {
			return err
		}
		b.Extras = chosen
		b.complete(StepExtras)
		b.uncomplete(StepPayment)
		return nil
	})
}

// setDogs stores how many dogs come. Only parks that state a limit ask for it.
func (b *Booking) setDogs(dogs *int) error {
	most := b.Stay.Rules.MaxDogs
	if dogs == nil || !b.Party.Dogs || most == 0 {
		return nil
	}
	var wrong fields
	wrong.when(*dogs < 1, "dogs", "Please say how many dogs come")
	wrong.when(*dogs > most, "dogs", b.Stay.Rules.DogsText())
	if err := wrong.failure(); err != nil {
		return err
	}
	b.Party.DogCount = *dogs
	return nil
}

var errPaying = Refuse(PaymentInProgress, "A payment for this booking is in progress.")

// choose finds the wanted extras among those of a unit's park. What the unit includes
// comes with it, whatever quantity is wanted: it is never chosen and never refused. What
// was chosen earlier and is not on sale any more is not refused either.
func choose(unit Unit, quantities map[string]int, earlier []ChosenExtra) ([]ChosenExtra, error) {
	var (
		chosen []ChosenExtra
		known  = map[string]bool{}
		wrong  fields
	)
	for _, e := range earlier {
		known[e.Code] = true
	}
	for _, e := range unit.Park.Extras {
		known[e.Code] = true
		if unit.Type.Includes(e) {
			continue
		}
		n := quantities[e.Code]
		wrong.when(n < 0 || n > max(1, e.Max), "extras["+e.Code+"]", "Please select a value")
		if n > 0 {
			chosen = append(chosen, ChosenExtra{Code: e.Code, Name: e.Name, Cost: e.Cost, DepCost: e.DepCost, Quantity: n, CheckIn: e.CheckIn, CheckOut: e.CheckOut})
		}
	}
	for _, code := range slices.Sorted(maps.Keys(quantities)) {
		wrong.when(!known[code] && quantities[code] != 0, "extras["+code+"]", "Please select a value")
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
