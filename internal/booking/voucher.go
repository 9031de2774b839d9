package booking

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/ledger"
	"holidaymaker/internal/loop"
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

// endMost is how many vouchers one round ends.
const endMost = 500

// EndVouchers takes from vouchers what is left on them after their last day, and
// what comes back to a voucher that an operator has ended. It returns how many it
// changed. Several nodes may run it at the same time. A voucher that fails does not
// stop the others.
func (s *Service) EndVouchers(ctx context.Context) (ended int, err error) {
	var codes []string
	err = s.store.View(ctx, func(tx Tx) (err error) {
		codes, err = tx.OverVouchers(date.In(tx.Now()), endMost)
		return err
	})
	for _, code := range codes {
		done := false
		err2 := s.store.Update(ctx, func(tx Tx) error {
			v, err := tx.LockVoucher(code)
			over := v.Voided() || v.Until != "" && v.Until < date.In(tx.Now()).ISO()
			if done = err == nil && over && v.Left() > 0; !done {
				return err // another node was faster
			}
			line := ledger.VoucherLine{Code: code, Kind: ledger.VoucherExpired, Amount: -v.Left(), Cause: "its last day was " + v.Until}
			if v.Voided() {
				line.Kind, line.Cause = ledger.VoucherVoided, "it came back to a voucher that was ended"
			}
			return tx.AddVoucherLine(line)
		})
		if err2 == nil && done {
			ended++
		}
		err = errors.Join(err, err2)
	}
	return ended, wrap("end vouchers", err)
}

// VoucherLoop ends vouchers every hour. A voucher that has expired cannot be used
// before that either.
func (s *Service) VoucherLoop() loop.Loop {
	return loop.Loop{Name: "voucher_expiry", Every: time.Hour, Deadline: 10 * time.Minute, Round: func(ctx context.Context) error {
		_, err := s.EndVouchers(ctx)
		return err
	}}
}
