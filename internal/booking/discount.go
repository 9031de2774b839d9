package booking

import (
	"context"
	"errors"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

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

// ErrVoucherSpent says that a voucher no longer holds what a booking took off
// its price.
var ErrVoucherSpent = errors.New("the voucher does not hold this amount any more")

// redeem spends what a confirmed booking has of a voucher. It is reserved again
// under the code's lock, since a booking that is confirmed late has given it
// back; ErrVoucherSpent where others have it now. A voucher that a feed has
// withdrawn since is honoured.
func redeem(tx Tx, b Booking) error {
	if b.Discount.Kind != VoucherDiscount {
		return nil
	}
	full := b.Stay.Price
	for _, e := range b.Extras {
		full += e.TotalCost()
	}
	left, err := voucherLeft(tx, b)
	if err != nil && !errors.Is(err, ErrNoRow) {
		return err
	}
	if spent := full - b.Total; err == nil && spent > left {
		return ErrVoucherSpent
	} else if err == nil {
		if err := tx.ReserveVoucher(b.Ref, b.Discount.Code, spent); err != nil {
			return err
		}
	}
	return tx.RedeemVoucher(b.Ref)
}

// voucherLeft locks a booking's voucher and returns what it holds beside what
// other bookings have of it. ErrNoRow: there is no such voucher any more.
func voucherLeft(tx Tx, b Booking) (money.Pence, error) {
	c, err := tx.LockCode(b.Discount.Code)
	if err != nil {
		return 0, err
	}
	used, err := tx.VoucherUsed(c.Code, b.Ref)
	return max(0, c.Amount-used), err
}

// RefreshVoucher reserves what a booking's voucher takes off it today: extras or
// the day may have changed since. A voucher that others used up meanwhile gives
// what it still holds; one that a feed has withdrawn gives nothing. The caller
// saves the booking and says so where its amounts changed.
func RefreshVoucher(tx Tx, b *Booking) error {
	if b.Discount.Kind != VoucherDiscount {
		return nil
	}
	left, err := voucherLeft(tx, *b)
	if errors.Is(err, ErrNoRow) {
		b.Discount = Discount{Kind: NoDiscount}
		return tx.ReleaseVoucher(b.Ref)
	}
	if err != nil {
		return wrap("read the voucher of a booking", err)
	}
	b.Discount.Amount = left
	return tx.ReserveVoucher(b.Ref, b.Discount.Code, b.Quote(date.In(tx.Now())).Discount)
}
