package payment

import (
	"context"
	"errors"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// NewVoucher is a voucher that a member of staff issues.
type NewVoucher struct {
	Amount money.Pence
	Until  date.Date // the last day
	// Purpose is what it is for, such as the reference of a booking. It is kept for
	// ever, so it must not name a person.
	Purpose string
}

// maxVoucher is the largest amount of a voucher.
const maxVoucher = money.Pence(5000_00)

// IssueVoucher issues a voucher and returns its code.
func (s *Service) IssueVoucher(ctx context.Context, n NewVoucher, o StaffMember) (code string, err error) {
	code = booking.NewVoucherCode()
	return code, s.operate(ctx, o, "voucher issue", func(tx Tx, p *Plan) error {
		switch {
		case n.Amount <= 0 || n.Amount > maxVoucher:
			return Refusal("a voucher has between £0.01 and £" + maxVoucher.String())
		case n.Until < date.In(tx.Now()):
			return Refusal("its last day, " + n.Until.ISO() + ", is over")
		case strings.TrimSpace(n.Purpose) == "":
			return Refusal("say what it is for")
		}
		p.add("voucher %s of £%s is issued, valid until %s, for %s", code, n.Amount, n.Until.ISO(), n.Purpose)
		if err := tx.InsertVoucher(ledger.Voucher{Code: code, Until: n.Until.ISO(), Purpose: n.Purpose}); err != nil {
			return err
		}
		return tx.AddVoucherLine(ledger.VoucherLine{Code: code, Kind: ledger.LineIssued, Amount: n.Amount, Cause: o.Why, By: o.By})
	})
}

// VoidVoucher ends a voucher: what is left on it cannot be spent any more, nor what
// comes back to it. Bookings in progress keep what they have reserved until they
// change something.
func (s *Service) VoidVoucher(ctx context.Context, code string, o StaffMember) error {
	return s.operate(ctx, o, "voucher void", func(tx Tx, p *Plan) error {
		// A voucher of the catalogue that was never used has its first line now.
		if _, err := tx.LockCode(code); err != nil && !errors.Is(err, booking.ErrNoRow) {
			return err
		}
		v, err := tx.LockVoucher(code)
		if err != nil {
			return err
		}
		if v.Voided() {
			return Refusal("it was ended already")
		}
		p.add("voucher %s is ended, and £%s that is left on it cannot be spent any more", v.Code, v.Left())
		return tx.AddVoucherLine(ledger.VoucherLine{Code: v.Code, Kind: ledger.LineVoided, Amount: -v.Left(), Cause: o.Why, By: o.By})
	})
}

// ShowVoucher reads a voucher with its history, as its next use would find it. It
// returns booking.ErrNoRow if there is none.
func (s *Service) ShowVoucher(ctx context.Context, code string) (v ledger.Voucher, err error) {
	err = s.Store.View(ctx, func(tx Tx) (err error) {
		v, err = tx.VoucherToday(code)
		return err
	})
	return v, booking.Wrap("show a voucher", err)
}
