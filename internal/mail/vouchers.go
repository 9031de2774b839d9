package mail

import (
	"context"
	"errors"
	"fmt"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/payment/ledger"
)

// returned is what a booking has given back to a voucher. over means that the voucher
// cannot be used any more.
type returned struct {
	ledger.VoucherLine
	over bool
}

// returnedOf reads what a booking has given back to vouchers.
func (m *Mailer) returnedOf(ctx context.Context, ref string) (all []returned, err error) {
	err = m.config.Bookings.View(ctx, func(tx booking.Tx) error {
		all = nil
		lines, err := tx.VoucherLinesOf(ref)
		if err != nil {
			return err
		}
		for _, l := range lines {
			if l.Kind != ledger.LineReturned {
				continue
			}
			v, err := tx.VoucherToday(l.Code)
			gone := errors.Is(err, booking.ErrNoRow) // there is no such voucher any more
			if err != nil && !gone {
				return err
			}
			all = append(all, returned{l, gone || v.Over(date.In(tx.Now()))})
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("read the vouchers of a booking for an e-mail: %w", err)
	}
	return all, err
}

// inWords says what a booking has given back to vouchers. usable is false where none of
// them can be used any more.
func inWords(vouchers []returned) (text string, usable bool) {
	for _, l := range vouchers {
		text += " We have put " + l.Amount.Text() + " back on your voucher " + l.Code
		if l.over {
			text += ", which cannot be used any more. Please call us about it."
			continue
		}
		text += ". Its last day has not changed."
		usable = true
	}
	return text, usable
}
