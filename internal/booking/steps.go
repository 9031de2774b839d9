package booking

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Extras lists what may be booked along, each with the quantity chosen so far.
type Extras struct {
	Offered []catalogue.Extra
	Chosen  map[string]int // code → quantity
	// ShowDiscountBox is false for promotional stays.
	ShowDiscountBox bool
}

// GetExtras answers the extras of a booking's park. Failures: as Load.
func (s *Service) GetExtras(ctx context.Context, v Visitor, bookID string) (Extras, error) {
	view, err := s.Load(ctx, v, bookID)
	if err != nil {
		return Extras{}, err
	}
	return s.extras(view.Booking), nil
}

func (s *Service) extras(b Booking) Extras {
	e := Extras{Chosen: map[string]int{}, ShowDiscountBox: !b.Promo}
	if unit, ok := s.catalogue.Unit(b.Stay.UnitTypeID); ok {
		e.Offered = unit.Park.Extras
	}
	for _, x := range b.Extras {
		e.Chosen[x.Code] = x.Quantity
	}
	return e
}

// SetExtras replaces the chosen extras; codes that are absent count 0.
// Failures: as Load, WrongState, Invalid for unknown codes or quantities
// outside 0 to the extra's maximum, PaymentInProgress.
func (s *Service) SetExtras(ctx context.Context, v Visitor, bookID string, quantities map[string]int) (View, error) {
	return s.change(ctx, v, bookID, "set extras", func(tx Tx, b *Booking) error {
		chosen, err := choose(s.extras(*b).Offered, quantities)
		if err != nil {
			return err
		}
		b.Extras = chosen
		b.complete(StepExtras)
		b.uncomplete(StepPayment)
		return nil
	})
}

var errPaying = Refuse(PaymentInProgress, "A payment for this booking is in progress.")

// choose looks the wanted quantities up among the offered extras.
func choose(offered []catalogue.Extra, quantities map[string]int) ([]ChosenExtra, error) {
	var (
		chosen []ChosenExtra
		known  = map[string]bool{}
		wrong  fields
	)
	for _, e := range offered {
		n := quantities[e.Code]
		known[e.Code] = true
		wrong.when(n < 0 || n > max(1, e.Max), "extras["+e.Code+"]", "Please select a value")
		if n > 0 {
			chosen = append(chosen, ChosenExtra{Code: e.Code, Name: e.Name, Cost: e.Cost, DepCost: e.DepCost, Quantity: n})
		}
	}
	for _, code := range slices.Sorted(maps.Keys(quantities)) {
		wrong.when(!known[code] && quantities[code] != 0, "extras["+code+"]", "Please select a value")
	}
	return chosen, wrong.failure()
}

// SetUserDetails checks and keeps the details of the person who books.
// Failures: as Load, WrongState, Invalid with every wrong field.
func (s *Service) SetUserDetails(ctx context.Context, v Visitor, bookID string, c Contact) (View, error) {
	return s.change(ctx, v, bookID, "set user details", func(tx Tx, b *Booking) error {
		tidy, wrong := CheckContact(c, date.In(tx.Now()))
		if err := fields(wrong).failure(); err != nil {
			return err
		}
		tidy.OptAt = tx.Now().UnixMilli()
		b.Contact = tidy
		return nil
	})
}

// SetPartyDetails checks and keeps the members of the party; with the contact
// there the details step is complete. Failures: as SetUserDetails.
func (s *Service) SetPartyDetails(ctx context.Context, v Visitor, bookID string, members []Member, onlyBooking bool) (View, error) {
	return s.change(ctx, v, bookID, "set party details", func(tx Tx, b *Booking) error {
		tidy, wrong := CheckMembers(*b, members, date.In(tx.Now()))
		if err := fields(wrong).failure(); err != nil {
			return err
		}
		b.Members, b.OnlyBooking = tidy, onlyBooking
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
	// Deposit is the bare deposit, nil where none is allowed: the API's "".
	Deposit *money.Pence
	// Message is the operator's own text about its deposits.
	Message string
	// DiscountValue is 0 or negative.
	DiscountValue money.Pence
	// VoucherRemaining is what stays on an applied voucher.
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

// GetDeposit answers what deposit a booking allows. Failures: as Load.
func (s *Service) GetDeposit(ctx context.Context, v Visitor, bookID string) (Deposit, error) {
	view, err := s.Load(ctx, v, bookID)
	if err != nil {
		return Deposit{}, err
	}
	return deposit(view), nil
}

// SetDiscount applies a discount code or voucher in place of what was applied;
// "" removes it. An unusable one is DiscountInvalid and changes nothing.
// Failures: as Load, WrongState, PaymentInProgress, DiscountInvalid.
func (s *Service) SetDiscount(ctx context.Context, v Visitor, bookID, code string) (Deposit, error) {
	code = strings.ToUpper(strings.TrimSpace(code))
	view, err := s.change(ctx, v, bookID, "set a discount", func(tx Tx, b *Booking) error {
		if code == "" {
			b.Discount = Discount{Kind: NoDiscount}
			return tx.ReleaseVoucher(b.Ref)
		}
		d, err := s.usable(tx, *b, code)
		if err != nil {
			return err
		}
		if d.Kind != VoucherDiscount {
			err = tx.ReleaseVoucher(b.Ref)
		}
		b.Discount = d
		return err
	})
	return deposit(view), err
}

// usable looks a code up and says what it gives this booking.
func (s *Service) usable(tx Tx, b Booking, code string) (Discount, error) {
	if b.Promo || len(code) > 64 {
		return Discount{}, errDiscount
	}
	c, err := tx.LockCode(code)
	if errors.Is(err, ErrNoRow) {
		return Discount{}, errDiscount
	}
	if err != nil {
		return Discount{}, err
	}
	if !counts(c, b, date.In(tx.Now())) {
		return Discount{}, errDiscount
	}
	d := Discount{Code: c.Code, Kind: CodeDiscount, Amount: c.Amount, Percent: c.Percent}
	if c.Kind == catalogue.VoucherCode {
		d.Kind = VoucherDiscount
		used, err := tx.VoucherUsed(c.Code, b.Ref)
		if err != nil {
			return Discount{}, err
		}
		d.Amount, d.Percent = c.Amount-used, 0
	}
	b.Discount = d
	if b.Quote(date.In(tx.Now())).Discount <= 0 {
		return Discount{}, errDiscount
	}
	return d, nil
}

// counts says whether a code may be used for a booking on a day.
func counts(c catalogue.Code, b Booking, today date.Date) bool {
	day := today.ISO()
	return (c.From == "" || c.From <= day) && (c.Until == "" || day <= c.Until) &&
		(len(c.Channels) == 0 || slices.Contains(c.Channels, b.Stay.Channel)) &&
		(len(c.Operators) == 0 || slices.Contains(c.Operators, b.Stay.OperatorID)) &&
		b.Stay.Price >= c.MinPrice
}

// redeem spends what a confirmed booking has of a voucher. It is reserved anew:
// a booking that was confirmed late had given it back.
func redeem(tx Tx, b Booking) error {
	if b.Discount.Kind != VoucherDiscount {
		return nil
	}
	full := b.Stay.Price
	for _, e := range b.Extras {
		full += e.TotalCost()
	}
	if err := tx.ReserveVoucher(b.Ref, b.Discount.Code, full-b.Total); err != nil {
		return err
	}
	return tx.RedeemVoucher(b.Ref)
}

// refreshVoucher reserves what the booking's voucher now takes off it: extras
// may have changed since. A voucher that others used up meanwhile gives what
// it still holds.
func refreshVoucher(tx Tx, b *Booking) error {
	if b.Discount.Kind != VoucherDiscount {
		return nil
	}
	c, err := tx.LockCode(b.Discount.Code)
	if err != nil {
		return wrap("read the voucher of a booking", err)
	}
	used, err := tx.VoucherUsed(c.Code, b.Ref)
	if err != nil {
		return err
	}
	b.Discount.Amount = max(0, c.Amount-used)
	return tx.ReserveVoucher(b.Ref, c.Code, b.Quote(date.In(tx.Now())).Discount)
}
