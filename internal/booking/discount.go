package booking

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// SetDiscount applies a discount code or voucher instead of the current one; ""
// removes it. For a code that cannot be used it returns DiscountInvalid and
// changes nothing; after too many of these, RateLimited for the client's network.
// Other failures: as Load, WrongState, PaymentInProgress.
func (s *Service) SetDiscount(ctx context.Context, v Visitor, bookID, code string) (Deposit, error) {
	code = typedCode(code)
	guesses := s.keys.Digest("code", v.Network)
	var result codeResult
	// A client with too many failures is refused before anything is locked or
	// written.
	err := s.store.View(ctx, func(tx Tx) (err error) {
		if code != "" {
			result.refused, err = s.tooMany(tx.Failures, guesses, s.limits.ClientFailures)
		}
		return err
	})
	var view View
	if err == nil && result.refused == nil {
		err = s.store.Update(ctx, func(tx Tx) error {
			b, err := changeable(tx, v, bookID)
			if err != nil {
				return err
			}
			oldKind := b.Discount.Kind
			if result, err = s.tryCode(tx, b, code, guesses); err != nil || result.refused != nil {
				return err
			}
			b.Discount = result.discount
			if oldKind == VoucherDiscount && b.Discount.Kind != VoucherDiscount {
				if err := tx.ReleaseVoucher(b.Ref); err != nil {
					return err
				}
			}
			view, err = s.saveChange(tx, b)
			return err
		})
	}
	if err == nil {
		err = result.refused
	}
	return deposit(view), Wrap("set a discount", err)
}

// typedCode reads a code as the catalogue writes it: in capitals, with plain hyphens,
// without spaces and what e-mails and documents put around and into it.
func typedCode(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case isDash(r):
			return '-'
		case r == ' ':
			return -1
		}
		return unicode.ToUpper(r)
	}, Clean(s))
	return strings.Trim(s, ".,;:\"'\u2018\u2019\u201c\u201d\u00ab\u00bb")
}

// codeResult is what a code gives a booking. refused says why it gives nothing. It is not
// the transaction's error, because the failure that was counted must be committed.
type codeResult struct {
	discount Discount
	refused  error
}

// tryCode looks up a code. It counts a code that cannot be used under a key, and
// refuses further codes when there were too many.
func (s *Service) tryCode(tx Tx, b Booking, code, key string) (codeResult, error) {
	if code == "" {
		return codeResult{discount: Discount{Kind: NoDiscount}}, nil
	}
	refused, err := s.tooMany(tx.LockFailures, key, s.limits.ClientFailures)
	if err != nil || refused != nil {
		return codeResult{refused: refused}, err
	}
	d, err := s.usable(tx, b, code)
	if errors.Is(err, errDiscount) {
		return codeResult{refused: err}, tx.AddFailure(key)
	}
	return codeResult{discount: d}, err
}

// maxCodeLength is longer than any code: a longer text is not looked up.
const maxCodeLength = 64

// usable looks up a code and returns the discount that it gives this booking.
func (s *Service) usable(tx Tx, b Booking, code string) (Discount, error) {
	if b.Promo || len(code) > maxCodeLength {
		return Discount{}, errDiscount
	}
	c, err := tx.LockCode(code)
	if errors.Is(err, ErrNoRow) {
		return Discount{}, errDiscount
	}
	if err != nil {
		return Discount{}, err
	}
	if !mayUse(c, b, date.In(tx.Now())) {
		return Discount{}, errDiscount
	}
	d := Discount{Code: c.Code, Kind: CodeDiscount, Amount: c.Amount, Percent: c.Percent}
	if c.Kind == catalogue.VoucherCode {
		d.Kind = VoucherDiscount
		if d.Amount, err = voucherLeft(tx, b, c); err != nil {
			return Discount{}, err
		}
		d.Percent = 0
	}
	b.Discount = d
	if b.Quote(date.In(tx.Now())).Discount <= 0 {
		return Discount{}, errDiscount
	}
	return d, nil
}

// mayUse reports whether a code may be used for a booking on a day.
func mayUse(c catalogue.Code, b Booking, today date.Date) bool {
	day := today.ISO()
	return (c.From == "" || c.From <= day) && (c.Until == "" || day <= c.Until) &&
		(len(c.Channels) == 0 || slices.Contains(c.Channels, b.Stay.Channel)) &&
		(len(c.Operators) == 0 || slices.Contains(c.Operators, b.Stay.OperatorID)) &&
		b.Stay.Price >= c.MinPrice
}

// applyMinPrice takes the code off a booking whose price has fallen below the lowest one for
// which the code may be used: fewer dogs come.
func applyMinPrice(tx Tx, b *Booking) error {
	if b.Discount.Kind == NoDiscount {
		return nil
	}
	c, err := tx.LockCode(b.Discount.Code)
	if errors.Is(err, ErrNoRow) {
		return nil
	}
	if err != nil || b.Stay.Price >= c.MinPrice {
		return Wrap("read the code of a booking", err)
	}
	kind := b.Discount.Kind
	b.Discount = Discount{Kind: NoDiscount}
	if kind == VoucherDiscount {
		err = tx.ReleaseVoucher(b.Ref)
	}
	return err
}

// ErrVoucherSpent means that a voucher does not cover the amount any more that
// a booking took off its price.
var ErrVoucherSpent = errors.New("the voucher does not hold this amount any more")

// redeem spends the amount that a voucher takes off a booking which is being
// confirmed. It first reserves the amount again, while it holds the code's lock: a
// booking whose hold has expired has released it. It returns ErrVoucherSpent when
// other bookings have used the amount since.
func redeem(tx Tx, b Booking) error {
	if b.Discount.Kind != VoucherDiscount {
		return nil
	}
	spends, err := voucherSpends(tx, b)
	if err != nil {
		return err
	}
	if err := tx.ReserveVoucher(b.Ref, b.Discount.Code, spends); err != nil {
		return err
	}
	return tx.RedeemVoucher(b.Ref)
}

// voucherSpends locks the voucher of a booking to be confirmed and returns the
// amount that the booking takes from it. It returns ErrVoucherSpent when the
// voucher has less left and the booking has not reserved the amount. A reserved amount
// can be taken even if the voucher was ended, withdrawn or cut since.
func voucherSpends(tx Tx, b Booking) (money.Pence, error) {
	spends := b.Reduction()
	c, err := tx.LockCode(b.Discount.Code)
	var left money.Pence
	if err == nil {
		left, err = voucherLeft(tx, b, c)
	} else if errors.Is(err, ErrNoRow) {
		err = nil // ended or withdrawn: nothing is left
	}
	if err != nil || spends <= left {
		return spends, err
	}
	lines, err := tx.VoucherLinesOf(b.Ref)
	if err == nil && spends > ledger.VoucherUses(lines)[b.Discount.Code].Reserved {
		err = ErrVoucherSpent
	}
	return spends, err
}

// checkVoucher returns ErrVoucherSpent when the voucher of a booking to be
// confirmed does not cover what the booking takes from it. It does not change the
// booking.
func checkVoucher(tx Tx, b Booking) error {
	if b.Discount.Kind != VoucherDiscount {
		return nil
	}
	_, err := voucherSpends(tx, b)
	return err
}

// voucherLeft returns the amount of a voucher that other bookings have not used. It
// starts from the amount in the catalogue and not from the voucher's history: where the
// catalogue has cut the voucher to less than this booking reserves, the history is
// corrected only after the booking has released its amount.
func voucherLeft(tx Tx, b Booking, c catalogue.Code) (money.Pence, error) {
	used, err := tx.VoucherUsed(c.Code, b.Ref)
	return max(0, c.Amount-used), err
}

// RefreshVoucher reserves the amount that a booking's voucher takes off today,
// because extras or the day may have changed. A voucher that others have used
// meanwhile, or that the catalogue has cut, gives what is left on it; one that was
// ended or withdrawn gives nothing. The caller saves the booking, and tells the
// visitor when its amounts have changed.
func RefreshVoucher(tx Tx, b *Booking) error {
	if b.Discount.Kind != VoucherDiscount {
		return nil
	}
	c, err := tx.LockCode(b.Discount.Code)
	if errors.Is(err, ErrNoRow) {
		b.Discount = Discount{Kind: NoDiscount}
		return tx.ReleaseVoucher(b.Ref)
	}
	if err == nil {
		b.Discount.Amount, err = voucherLeft(tx, *b, c)
	}
	if err != nil {
		return Wrap("read the voucher of a booking", err)
	}
	return tx.ReserveVoucher(b.Ref, b.Discount.Code, b.Quote(date.In(tx.Now())).Discount)
}
