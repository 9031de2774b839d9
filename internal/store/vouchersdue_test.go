package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// inCatalogue publishes codes as the whole catalogue.
func inCatalogue(t *testing.T, s *store.Store, bodies map[string]string) {
	t.Helper()
	ctx := context.Background()
	stage, err := s.Stage(ctx, store.CataloguePart, true)
	for code, body := range bodies {
		err = errors.Join(err, stage.Put(ctx, catalogue.KindCode, code, []byte(body)))
	}
	if err == nil {
		_, err = stage.Publish(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// What is left on vouchers is what their next use would find: with the corrections
// that the catalogue makes due, none of which is written.
func TestWhatIsLeftOnVouchersFollowsTheCatalogue(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		codes := map[string]string{"DISCOUNT": `{"code":"DISCOUNT","kind":"discount","amount":"5.00"}`}
		for _, code := range []string{"CUT", "CUT-BELOW", "EXPIRED", "RAISED", "SAME", "UNREADABLE", "VOIDED", "WITHDRAWN"} {
			codes[code] = `{"code":"` + code + `","kind":"voucher","amount":"50.00"}`
		}
		inCatalogue(t, s, codes)
		err := s.Payments().Update(ctx, func(tx payment.Tx) error {
			var all []error
			for code := range codes {
				if _, err := tx.LockCode(code); err != nil {
					return err
				}
				if code != "DISCOUNT" {
					all = append(all, tx.ReserveVoucher("R"+code, code, 20_00), tx.RedeemVoucher("R"+code))
				}
			}
			return errors.Join(append(all,
				tx.AddVoucherLine(ledger.VoucherLine{Code: "VOIDED", Kind: ledger.LineVoided, Amount: -30_00, Cause: "test"}),
				tx.InsertVoucher(ledger.Voucher{Code: "OPERATOR", Until: "2099-12-31"}),
				tx.AddVoucherLine(ledger.VoucherLine{Code: "OPERATOR", Kind: ledger.LineIssued, Amount: 7_00, Cause: "test"}))...)
		})
		if err != nil {
			t.Fatal(err)
		}
		delete(codes, "WITHDRAWN")
		for code, terms := range map[string]string{"CUT": `"amount":"30.00"`, "CUT-BELOW": `"amount":"10.00"`, "RAISED": `"amount":"80.00","until":"2099-12-31"`,
			"EXPIRED": `"amount":"50.00","until":"2020-12-31"`, "NEW": `"amount":"15.00"`, "NEW-EXPIRED": `"amount":"15.00","until":"2020-12-31"`} {
			codes[code] = `{"code":"` + code + `","kind":"voucher",` + terms + `}`
		}
		codes["UNREADABLE"] = "not JSON"
		inCatalogue(t, s, codes)

		left := map[string]money.Pence{"CUT": 10_00, "CUT-BELOW": 0, "EXPIRED": 0, "RAISED": 60_00, "SAME": 30_00, "VOIDED": 0, "WITHDRAWN": 0,
			"NEW": 15_00, "NEW-EXPIRED": 0, "OPERATOR": 7_00}
		until := map[string]string{"RAISED": "2099-12-31", "EXPIRED": "2020-12-31", "NEW-EXPIRED": "2020-12-31", "OPERATOR": "2099-12-31"}
		sum, open := money.Pence(30_00), 1 // of UNREADABLE
		err = s.Payments().View(ctx, func(tx payment.Tx) error {
			for code, want := range left {
				v, err := tx.VoucherToday(code)
				if err != nil || v.Check() != nil || v.Left() != want || v.Code != code || v.Until != until[code] || v.FromCatalogue != (code != "OPERATOR") {
					t.Errorf("%s: got %+v, want %s left, %v, %v", code, v, want, v.Check(), err)
				}
				sum += want
				if want > 0 {
					open++
				}
			}
			for _, none := range []string{"NONE", "DISCOUNT"} {
				if _, err := tx.VoucherToday(none); !errors.Is(err, booking.ErrNoRow) {
					t.Errorf("%s: %v", none, err)
				}
			}
			if _, err := tx.VoucherToday("UNREADABLE"); err == nil || errors.Is(err, booking.ErrNoRow) {
				t.Errorf("a code that cannot be read: %v", err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		status, err := s.Vouchers(ctx)
		if err != nil || status.Left != sum || status.Open != open || len(status.Wrong) != 0 {
			t.Errorf("got %+v, %v; want %s on %d", status, err, sum, open)
		}

		lines, err := s.Exports().VoucherLinesAfter(ctx, ledger.VoucherLine{}, 1000)
		if err != nil {
			t.Fatal(err)
		}
		var due []string
		var exported money.Pence
		for _, l := range lines {
			exported += l.Amount
			if l.ID == "" {
				due = append(due, fmt.Sprint(l.Code, " ", l.Kind, " ", l.Amount))
			}
		}
		if exported != sum {
			t.Errorf("exported lines add up to %s, want %s", exported, sum)
		}
		want := []string{"CUT corrected -20.00", "CUT-BELOW corrected -30.00", "EXPIRED corrected -30.00", "NEW issued 15.00", "RAISED corrected 30.00", "WITHDRAWN corrected -30.00"}
		if !slices.Equal(due, want) {
			t.Errorf("due: %q, want %q", due, want)
		}

		// The next use writes what was due.
		err = s.Payments().Update(ctx, func(tx payment.Tx) error {
			for _, code := range []string{"CUT", "NEW"} {
				before, err := tx.VoucherToday(code)
				if err != nil {
					return err
				}
				if _, err := tx.LockCode(code); err != nil {
					return err
				}
				after, err := tx.Voucher(code)
				if err != nil {
					return err
				}
				was, is := before.Lines[len(before.Lines)-1], after.Lines[len(after.Lines)-1]
				is.ID, is.At = was.ID, was.At
				if was != is {
					t.Errorf("%s: %+v was due and %+v was written", code, was, is)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
