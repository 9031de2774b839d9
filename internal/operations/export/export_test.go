package export_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/export"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// lived returns a world in which somebody paid a deposit, a full payment was
// refunded, a card was refused, a voucher paid a whole booking, and a booking
// was imported.
func lived(t *testing.T, db storetest.Database) *testworld.World {
	ctx, w := context.Background(), testworld.New(t, db)
	pay := func(option booking.PaymentOption, name string) booking.View {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, option)
		if _, err := w.Pay(v, view.Ref, p.ID, "4444333322221111", name); err != nil && name != "REFUSED" {
			t.Fatal(err)
		}
		w.Tick()
		return view
	}
	pay(booking.PayDeposit, "P O'Neill")
	pay(booking.PayFull, "REFUSED")
	if err := w.Payments.Change(ctx, pay(booking.PayFull, "P O'Neill").Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	v := testworld.Visitor()
	view := w.Booked(v, "caravan")
	d, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "GIFTBIG")
	if err != nil {
		t.Fatal(err)
	}
	p := w.Prepared(v, d.View, booking.PayFull)
	if _, err := w.Payments.Confirm(ctx, v, p.ID, view.Ref, payment.Result{}); err != nil {
		t.Fatal(err)
	}
	err = w.Bookings.Import(ctx, booking.Booking{Shown: "OLD-1", Total: 50000, AmountPaid: 12300,
		Contact: booking.Contact{Surname: "=SUM(A1)", Postcode: "YO11 2AB", Email: "old@mail.example"}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestExportsAddUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, w := context.Background(), lived(t, db)
		sums := func(s export.Summary) map[string]money.Pence {
			all := map[string]money.Pence{}
			for _, total := range s.Totals {
				all[total.Column] = total.Sum
			}
			return all
		}
		var out bytes.Buffer
		bookings, err := export.Bookings(ctx, &out, w.Store.Exports(), export.Options{Format: export.CSV})
		if err != nil || bookings.Rows != 4 {
			t.Fatalf("%d bookings, %v", bookings.Rows, err)
		}
		for _, personal := range []string{"mail.example", "YO11", "Neill", "SUM", "Priya"} {
			if strings.Contains(out.String(), personal) {
				t.Errorf("personal data was not asked for: %s", personal)
			}
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil || len(rows) != 5 {
			t.Fatalf("%d lines, %v", len(rows), err)
		}
		imported, referer := slices.Index(rows[0], "imported"), slices.Index(rows[0], "referer")
		if first := slices.Index(rows[0], "extras"); imported != 2 || rows[0][3] != "confirmed" || referer+1 != first {
			t.Errorf("a new column does not stand at the end, for readers by position: %v", rows[0])
		}
		for _, row := range rows[1:] {
			if want := map[string]string{"false": "MT", "true": ""}[row[imported]]; row[referer] != want {
				t.Errorf("a booking of the brand %q (imported: %s), want %q", row[referer], row[imported], want)
			}
		}
		payments, err := export.Payments(ctx, &out, w.Store.Exports(), export.Options{Format: export.CSV})
		if err != nil || payments.Rows != 4 {
			t.Fatalf("%d payments, %v", payments.Rows, err)
		}
		out.Reset()
		movements, err := export.Ledger(ctx, &out, w.Store.Exports(), export.Options{Format: export.NDJSON})
		if err != nil {
			t.Fatal(err)
		}
		var paid money.Pence
		for line := range strings.Lines(out.String()) {
			var row struct {
				Kind         string      `json:"kind"`
				CountsAsPaid money.Pence `json:"countsAsPaid"`
			}
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			paid += row.CountsAsPaid
		}
		vouchers, err := export.Vouchers(ctx, &out, w.Store.Exports(), export.Options{Format: export.CSV})
		if left := sums(vouchers)["amount"]; err != nil || left != 50_00+1000_00 { // GIFTALL is worth what was spent of GIFTBIG
			t.Errorf("left on vouchers: %s, %v", left, err)
		}
		b, p, m := sums(bookings), sums(payments), sums(movements)
		if b["paid"] != 4900+12300 || b["paid"] != m["countsAsPaid"] || paid != b["paid"] {
			t.Errorf("paid: bookings %s, ledger %s", b["paid"], m["countsAsPaid"])
		}
		if net := p["charged"] - p["cancelled"] - p["refunded"]; net != 4900 || p["captured"] != 4900+18900 || p["refunded"] != 18900 {
			t.Errorf("payments: %v", p)
		}
		// A settlement file made from the simulator's own orders agrees with
		// the ledger.
		settlement := "order,event,amount,currency,date\n"
		for _, o := range w.Provider.Ledger() {
			for event, pence := range map[string]int64{"CAPTURED": o.Captured, "REFUNDED": o.Refunded} {
				if pence > 0 {
					settlement += fmt.Sprintf("%s,%s,%s,GBP,%s\n", o.Code, event, money.Pence(pence), w.Clock.Now().Format("2006-01-02"))
				}
			}
		}
		settled, err := ledger.ReadSettlement(strings.NewReader(settlement))
		if err != nil {
			t.Fatal(err)
		}
		if differ, err := export.Reconcile(ctx, w.Store.Exports(), settled); err != nil || len(differ) != 0 {
			t.Errorf("differences %v, %v", differ, err)
		}
		settled[0].Amount++
		if differ, err := export.Reconcile(ctx, w.Store.Exports(), settled); err != nil || len(differ) != 1 {
			t.Errorf("differences %v, %v", differ, err)
		}
	})
}

// A booking and a payment that cannot be read are not missing in the sums.
func TestARowThatCannotBeReadIsExportedInPart(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := lived(t, db)
		kinds := []func(context.Context, io.Writer, export.Source, export.Options) (export.Summary, error){export.Bookings, export.Payments}
		var before []export.Summary
		for _, write := range kinds {
			sum, err := write(t.Context(), io.Discard, w.Store.Exports(), export.Options{Format: export.CSV})
			if err != nil || len(sum.Unreadable) != 0 {
				t.Fatalf("%+v, %v", sum, err)
			}
			before = append(before, sum)
		}
		err := w.Store.Update(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec("UPDATE booking SET terms = '{'")
			_, err2 := tx.Exec("UPDATE payment_attempt SET detail = '{'")
			return errors.Join(err, err2)
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, write := range kinds {
			var out bytes.Buffer
			sum, err := write(t.Context(), &out, w.Store.Exports(), export.Options{Format: export.CSV})
			if err != nil || sum.Rows != before[i].Rows || len(sum.Unreadable) != sum.Rows || !strings.Contains(sum.Unreadable[0], "unexpected end") {
				t.Errorf("%+v, %v", sum, err)
			}
			for j, total := range sum.Totals {
				if total != before[i].Totals[j] && !slices.Contains([]string{"price", "bookingFee", "extrasCost", "reduction"}, total.Column) {
					t.Errorf("the sum of %s is £%s, it was £%s", total.Column, total.Sum, before[i].Totals[j].Sum)
				}
			}
			if i == 0 && strings.Count(out.String(), testworld.Summer.ISO()) == 0 {
				t.Errorf("no arrival: %s", &out)
			}
		}
	})
}

// A spreadsheet reads the columns also where there is nothing to list.
func TestAnExportWithoutRowsHasItsColumns(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	if err := w.Store.Update(context.Background(), func(tx *store.Tx) error { _, err := tx.Exec("DELETE FROM entity WHERE kind = 'code'"); return err }); err != nil {
		t.Fatal(err)
	}
	for i, write := range []func(context.Context, io.Writer, export.Source, export.Options) (export.Summary, error){export.Bookings, export.Payments, export.Ledger, export.Vouchers} {
		var out bytes.Buffer
		sum, err := write(context.Background(), &out, w.Store.Exports(), export.Options{Format: export.CSV})
		if err != nil || sum.Rows != 0 || strings.Count(out.String(), "\n") != 1 || strings.Count(out.String(), ",") < 5 {
			t.Errorf("export %d: %q, %+v, %v", i, out.String(), sum, err)
		}
	}
}

func TestPersonalDataOnRequest(t *testing.T) {
	w := lived(t, storetest.SQLite(t))
	var out bytes.Buffer
	if _, err := export.Bookings(context.Background(), &out, w.Store.Exports(), export.Options{Format: export.CSV, Personal: true}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "priya@mail.example") || !strings.Contains(out.String(), ",'=SUM(A1),") || !strings.Contains(out.String(), ",country,referer,extras,") || !strings.Contains(out.String(), ",emailOptIn,smsOptIn,thirdPartyOptIn,optInWording,optInAt\n") {
		t.Errorf("got %s", out.String())
	}
	if _, err := export.Ledger(context.Background(), &out, w.Store.Exports(), export.Options{Format: "xml"}); err == nil {
		t.Error("an unknown format was written")
	}
}

// Who was given consent must be able to show it.
func TestConsentsGivenAtCheckoutAreExported(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	ctx, v := context.Background(), testworld.Visitor()
	view := w.Booked(v, "caravan")
	contact := testworld.Jo
	contact.EmailOpt, contact.OptWording = true, "booking form v2"
	if _, err := w.Bookings.SetUserDetails(ctx, v, view.Ref, contact); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(time.Minute)
	w.Paid(v, view, booking.PayFull)
	for personal, want := range map[bool]bool{true: true, false: false} {
		var out bytes.Buffer
		if _, err := export.Bookings(ctx, &out, w.Store.Exports(), export.Options{Format: export.NDJSON, Personal: personal}); err != nil {
			t.Fatal(err)
		}
		consents := `"emailOptIn":true,"smsOptIn":false,"thirdPartyOptIn":false,"optInWording":"booking form v2","optInAt":"2026-03-02T09:00:00.000Z"`
		if strings.Contains(out.String(), consents) != want {
			t.Errorf("with personal data %v: %s", personal, &out)
		}
	}
}

// An export has digests instead of the codes of vouchers: a reader cannot spend these,
// and can tell them apart.
func TestCodesOfVouchersOnRequest(t *testing.T) {
	w := lived(t, storetest.SQLite(t))
	for name, write := range map[string]func(context.Context, io.Writer, export.Source, export.Options) (export.Summary, error){
		"bookings": export.Bookings, "ledger": export.Ledger, "vouchers": export.Vouchers,
	} {
		of := func(personal bool) string {
			var out bytes.Buffer
			if _, err := write(context.Background(), &out, w.Store.Exports(), export.Options{Format: export.CSV, Personal: personal}); err != nil {
				t.Fatal(err)
			}
			return out.String()
		}
		digest := ledger.VoucherDigest("GIFTBIG")
		without, with := of(false), of(true)
		if strings.Contains(without, "GIFT") || !strings.Contains(without, digest) {
			t.Errorf("%s without personal data: %s", name, without)
		}
		if n := strings.Count(with, "GIFTBIG"); n == 0 || n != strings.Count(without, digest) || strings.Contains(with, digest) {
			t.Errorf("%s with personal data: %s", name, with)
		}
	}
	if ledger.VoucherDigest("GIFTBIG") == ledger.VoucherDigest("GIFT50") {
		t.Error("two vouchers have one digest")
	}
}

// What was bought beside the stay is in the export of bookings, and with personal data
// what the visitor agreed to.
func TestAnExportSaysWhatWasBought(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, w, v := context.Background(), testworld.New(t, db), testworld.Visitor()
		view := w.BookedMuch(v, map[string]int{"LIN": 3, "LCO": 1}, "GIFT50")
		contact := testworld.Jo
		contact.EmailOpt, contact.OptWording = true, "v1"
		if _, err := w.Bookings.SetUserDetails(ctx, v, view.Ref, contact); err != nil {
			t.Fatal(err)
		}
		w.Paid(v, view, booking.PayFull)
		read := func(personal bool) map[string]any {
			t.Helper()
			var out bytes.Buffer
			if _, err := export.Bookings(ctx, &out, w.Store.Exports(), export.Options{Format: export.NDJSON, Personal: personal}); err != nil {
				t.Fatal(err)
			}
			row := map[string]any{}
			if err := json.Unmarshal(out.Bytes(), &row); err != nil {
				t.Fatal(err)
			}
			return row
		}
		row := read(false)
		for column, want := range map[string]any{
			"extras": "LIN × 3: 37.50; LCO × 1: 35.00", "extrasCost": "72.50", "discountKind": "voucher", "reduction": "50.00",
			"dogCount": 2.0, "checkIn": "4pm", "checkOut": "midday", "total": "211.50",
		} {
			if row[column] != want {
				t.Errorf("%s: %v, want %v", column, row[column], want)
			}
		}
		if _, there := row["emailOptIn"]; there {
			t.Error("personal data was not asked for: consent")
		}
		row = read(true)
		for column, want := range map[string]any{
			"emailOptIn": true, "smsOptIn": false, "thirdPartyOptIn": false, "optInWording": "v1", "optInAt": "2026-03-02T09:00:00.000Z",
		} {
			if row[column] != want {
				t.Errorf("%s: %v, want %v", column, row[column], want)
			}
		}
	})
}
