package booking

import (
	"errors"

	"holidaymaker/internal/money"
)

// ReducePrice takes an amount off the price of a confirmed booking, such as for a heater
// that was broken. So much less is left to pay, or it was paid too much. ours is the part of it
// that we bear; the operator bears the rest. It needs a
// transaction of GroupCommit. It returns a *Failure with the reason when it is not possible.
func (s *Service) ReducePrice(tx Tx, b *Booking, amount, ours money.Pence) error {
	if err := b.CheckReduction(amount); err != nil {
		return err
	}
	*b = b.Reduced(amount, ours)
	b.ChangedAt = tx.Now()
	if err := errors.Join(tx.SaveBooking(*b), s.tellPark(tx, *b, false)); err != nil {
		return err
	}
	return tellChange(tx, *b)
}

// Reduced is the booking with a price that is so much less.
func (b Booking) Reduced(amount, ours money.Pence) Booking {
	b.Total, b.Goodwill, b.OurGoodwill = b.Total-amount, b.Goodwill+amount, b.OurGoodwill+ours
	return b
}

// CheckReduction returns why ReducePrice would not take an amount off the price, as a
// *Failure, or nil.
func (b Booking) CheckReduction(amount money.Pence) error {
	switch {
	case b.State != Confirmed:
		return Refuse(WrongState, "it is "+string(b.State)+": only the price of a confirmed booking can be reduced")
	case b.BalanceToOperator() && b.Outstanding() > 0:
		return Refuse(WrongState, "its balance is paid to the park operator: only the operator can reduce it")
	case amount <= 0 || amount > b.Total:
		return Refuse(WrongState, "say an amount of at most £"+b.Total.String())
	}
	return nil
}
