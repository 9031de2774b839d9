package booking

import (
	"context"
	"crypto/rand"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/payment/ledger"
)

// NewVoucherCode returns a code that nobody can guess: twelve random characters of
// Crockford base 32 (60 bits), as XXXX-XXXX-XXXX.
func NewVoucherCode() string {
	var random [12]byte
	rand.Read(random[:]) // never returns an error: on a failure it ends the program
	for i, b := range random {
		random[i] = crockford[b&31]
	}
	code := string(random[:])
	return code[:4] + "-" + code[4:8] + "-" + code[8:]
}

// EndVouchers makes vouchers worth nothing that cannot be used any more: those that
// staff have issued, after their last day, and those that a member of staff has ended, if
// a booking has given something back since. It returns how many it handled. Several
// nodes may run it at the same time. A voucher that fails is reported and skipped.
func (s *Service) EndVouchers(ctx context.Context) (int, error) {
	return s.forEach(ctx, records{
		kind: badrecord.Voucher,
		list: func(tx Tx, after string) ([]string, error) {
			return tx.VouchersToEnd(date.In(tx.Now()), after, recordPage)
		},
		do: func(code string) error {
			return s.store.Update(ctx, func(tx Tx) error { return endVoucher(tx, code) })
		},
		name: ledger.VoucherDigest, // with the code, a reader of the log could spend it
	})
}

// endVoucher takes what is left on a voucher that cannot be used any more.
func endVoucher(tx Tx, code string) error {
	v, err := tx.LockVoucher(code)
	if err != nil || v.Left() <= 0 {
		return err // another node was faster
	}
	line := ledger.VoucherLine{Code: code, Kind: ledger.LineExpired, Amount: -v.Left(), Cause: "its last day was " + v.Until}
	if v.Voided() {
		line.Kind, line.Cause = ledger.LineVoided, "it came back to a voucher that was ended"
	}
	return tx.AddVoucherLine(line)
}

// VoucherLoop ends vouchers every hour. After its last day nobody can use a voucher,
// also while it waits for the loop.
func (s *Service) VoucherLoop() loop.Loop {
	return loop.Loop{Name: "voucher_expiry", Every: time.Hour, Deadline: 10 * time.Minute, Round: func(ctx context.Context) error {
		_, err := s.EndVouchers(ctx)
		return err
	}}
}
