package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/ledger"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestTheHistoryOfAVoucherIsOnlyAddedTo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		open := booking.Booking{Ref: "0123456789", Shown: "01234-56789", State: booking.Held, StartKey: "start"}
		err := s.Payments().Update(ctx, func(tx payment.Tx) error {
			if _, err := tx.InsertBooking(open); err != nil {
				return err
			}
			if err := tx.InsertVoucher(ledger.Voucher{Code: "GIFT"}); err != nil {
				return err
			}
			if err := tx.AddVoucherLine(ledger.VoucherLine{Code: "GIFT", Kind: ledger.VoucherIssued, Amount: 50_00, Cause: "test"}); err != nil {
				return err
			}
			return tx.ReserveVoucher(open.Ref, "GIFT", 20_00)
		})
		if err != nil {
			t.Fatal(err)
		}
		line := func(kind string, amount int, ref string) string {
			return fmt.Sprintf("INSERT INTO voucher_line VALUES ('x', 'GIFT', '%s', %d, '%s', 'test', '', 0)", kind, amount, ref)
		}
		for name, change := range map[string]string{
			"update":                 "UPDATE voucher_line SET amount = 60 WHERE kind = 'issued'",
			"delete":                 "DELETE FROM voucher_line",
			"more than is left":      line("taken", -3001, "R"),
			"a kind":                 line("gift", 1, ""),
			"a sign":                 line("taken", 1, "R"),
			"without its booking":    line("taken", -1, ""),
			"a booking that ends":    "UPDATE booking SET state = 'expired'",
			"of the version before":  "INSERT INTO voucher_use (ref, code, amount, redeemed) VALUES ('0123456789', 'GIFT', 1, FALSE)",
			"in the ledger as well":  "INSERT INTO money_movement VALUES ('k', '0123456789', '', 'voucher taken', 1, '', 'GIFT', '', '', 0)",
			"a code that is unknown": "INSERT INTO voucher_line VALUES ('x', 'NONE', 'issued', 1, '', 'test', '', 0)",
		} {
			if err := s.Update(ctx, func(tx *store.Tx) error { _, err := tx.Exec(change); return err }); err == nil {
				t.Errorf("%s: it was done", name)
			}
		}
		err = s.Payments().Update(ctx, func(tx payment.Tx) error {
			if err := tx.RedeemVoucher(open.Ref); err != nil {
				return err
			}
			b, err := tx.LockBooking(open.Ref)
			b.State = booking.Confirmed
			if err != nil {
				return err
			}
			return tx.SaveBooking(b)
		})
		if err != nil {
			t.Fatalf("a booking that has taken its amount: %v", err)
		}
		err = s.Payments().View(ctx, func(tx payment.Tx) error {
			v, err := tx.Voucher("GIFT")
			if err != nil || v.Check() != nil || v.Left() != 30_00 || len(v.Lines) != 4 {
				t.Errorf("voucher %+v, %v, %v", v, v.Check(), err)
			}
			movements, err := tx.Movements(open.Ref)
			if err != nil || len(movements) != 1 || movements[0].Kind != ledger.VoucherTaken || movements[0].Amount != 20_00 || movements[0].Voucher != "GIFT" {
				t.Errorf("ledger %+v, %v", movements, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// The end of a hold, which keeps nights locked, does not wait for a visitor who uses
// the same voucher.
func TestAVoucherIsReleasedWhileAnotherBookingUsesIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		if db.Name != "PostgreSQL" {
			t.Skip("SQLite has one writer")
		}
		ctx, s := context.Background(), db.Open(t)
		err := s.Payments().Update(ctx, func(tx payment.Tx) error {
			return errors.Join(tx.InsertVoucher(ledger.Voucher{Code: "GIFT"}),
				tx.AddVoucherLine(ledger.VoucherLine{Code: "GIFT", Kind: ledger.VoucherIssued, Amount: 50_00, Cause: "test"}),
				tx.ReserveVoucher("0123456789", "GIFT", 20_00))
		})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Payments().Update(ctx, func(tx payment.Tx) error {
			if _, err := tx.LockVoucher("GIFT"); err != nil {
				return err
			}
			other, cancel := context.WithTimeout(ctx, 5*time.Second)
			defer cancel()
			return s.Payments().Update(other, func(tx payment.Tx) error { return tx.ReleaseVoucher("0123456789") })
		})
		if err != nil {
			t.Error(err)
		}
	})
}
