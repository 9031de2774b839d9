package store_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
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
			if err := tx.AddVoucherLine(ledger.VoucherLine{Code: "GIFT", Kind: ledger.LineIssued, Amount: 50_00, Cause: "test"}); err != nil {
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
		for change, message := range map[string]string{
			"UPDATE voucher_line SET amount = 60 WHERE kind = 'issued'": "is never changed",
			"DELETE FROM voucher_line":                                  "is never removed",
			line("taken", -3001, "R"):                                   "has less left",
			line("gift", 1, ""):                                         "constraint",
			line("taken", 1, "R"):                                       "constraint",
			line("taken", -1, ""):                                       "constraint", // without its booking
			"UPDATE booking SET state = 'expired'":                      "still reserves an amount",
			"INSERT INTO money_movement VALUES ('k', '0123456789', '', 'voucher taken', 1, '', '', '', 0)": "constraint", // vouchers are in voucher_line
			"INSERT INTO voucher_line VALUES ('x', 'NONE', 'issued', 1, '', 'test', '', 0)":                "constraint", // no such voucher
		} {
			err := s.Update(ctx, func(tx *store.Tx) error { _, err := tx.Exec(change); return err })
			if err == nil || !strings.Contains(strings.ToLower(err.Error()), message) {
				t.Errorf("%s: got %v, want %q", change, err, message)
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

// What a booking reserves is released, and what it has taken is returned, of every voucher
// and once.
func TestABookingGivesBackWhatItHasOfVouchers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		const ref = "0123456789"
		s := db.Open(t)
		err := s.Payments().Update(t.Context(), func(tx payment.Tx) error {
			for _, code := range []string{"KEPT", "RESERVED", "TAKEN"} {
				err := errors.Join(tx.InsertVoucher(ledger.Voucher{Code: code}),
					tx.AddVoucherLine(ledger.VoucherLine{Code: code, Kind: ledger.LineIssued, Amount: 50_00, Cause: "test"}))
				if err != nil {
					return err
				}
			}
			return errors.Join(tx.ReserveVoucher("OTHER", "KEPT", 5_00), tx.ReserveVoucher(ref, "TAKEN", 20_00), tx.RedeemVoucher(ref),
				tx.AddVoucherLine(ledger.VoucherLine{Code: "RESERVED", Kind: ledger.LineReserved, Amount: -7_00, Ref: ref, Cause: "test"}),
				tx.ReleaseVoucher(ref), tx.ReleaseVoucher(ref))
		})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Payments().View(t.Context(), func(tx payment.Tx) error {
			lines, err := tx.VoucherLinesOf(ref)
			back := map[string]money.Pence{}
			for _, l := range lines {
				if l.Amount > 0 && l.Cause == "the booking gave it back" {
					back[l.Code+" "+string(l.Kind)] += l.Amount
				}
			}
			if want := (map[string]money.Pence{"TAKEN returned": 20_00, "RESERVED released": 7_00}); err != nil || !maps.Equal(back, want) {
				t.Errorf("given back %v, want %v, %v", back, want, err)
			}
			for code, left := range map[string]money.Pence{"KEPT": 45_00, "RESERVED": 50_00, "TAKEN": 50_00} {
				if v, err := tx.Voucher(code); err != nil || v.Check() != nil || v.Left() != left {
					t.Errorf("%s: £%s is left, want £%s, %v, %v", code, v.Left(), left, v.Check(), err)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// The end of a hold, which keeps nights locked, does not wait for a visitor who uses
// the same voucher. On SQLite, which has one writer, all transactions wait.
func TestAVoucherIsReleasedWhileAnotherBookingUsesIt(t *testing.T) {
	db := storetest.PostgreSQL(t)
	ctx, s := context.Background(), db.Open(t)
	err := s.Payments().Update(ctx, func(tx payment.Tx) error {
		return errors.Join(tx.InsertVoucher(ledger.Voucher{Code: "GIFT"}),
			tx.AddVoucherLine(ledger.VoucherLine{Code: "GIFT", Kind: ledger.LineIssued, Amount: 50_00, Cause: "test"}),
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
}

// The lines of one booking are found without reading those of all vouchers.
// PostgreSQL chooses its plan by the size of a table, so the test asks SQLite.
func TestVoucherLinesOfABookingAreFoundByAnIndex(t *testing.T) {
	db := storetest.SQLite(t)
	for _, query := range []string{
		"SELECT * FROM voucher_line WHERE ref = $1 ORDER BY at_ms, id",
		"SELECT SUM(l.amount) FROM voucher_line l WHERE l.ref = $1 AND l.kind IN ('reserved', 'released')",
	} {
		err := db.Open(t).View(context.Background(), func(tx *store.Tx) error {
			var id, parent, unused int
			var step string
			if err := tx.QueryRow("EXPLAIN QUERY PLAN "+query, "R").Scan(&id, &parent, &unused, &step); err != nil {
				return err
			}
			if !strings.Contains(step, "USING INDEX voucher_line_ref") {
				t.Errorf("%s: %s", query, step)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
