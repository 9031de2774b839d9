package ledger_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

func TestCheckFindsContradictions(t *testing.T) {
	charge := ledger.Movement{Key: "1", Attempt: "P", Kind: ledger.Charge, Amount: 100}
	capture := ledger.Movement{Key: "2", Attempt: "P", Kind: ledger.Capture, Amount: 100}
	of := func(kind ledger.Kind, amount money.Pence) ledger.Movement {
		return ledger.Movement{Key: "3", Attempt: "P", Kind: kind, Amount: amount}
	}
	voucher := func(kind ledger.Kind, amount money.Pence) ledger.Movement {
		return ledger.Movement{Key: "4", Kind: kind, Amount: amount, Voucher: "GIFT"}
	}
	for name, c := range map[string]struct {
		wrong     bool
		movements []ledger.Movement
	}{
		"nothing":                        {false, nil},
		"charged":                        {false, []ledger.Movement{charge}},
		"captured":                       {false, []ledger.Movement{charge, capture}},
		"captured without a charge":      {true, []ledger.Movement{capture}},
		"cancelled":                      {false, []ledger.Movement{charge, of(ledger.AuthorisationCancelled, 100)}},
		"captured and cancelled":         {true, []ledger.Movement{charge, capture, of(ledger.AuthorisationCancelled, 1)}},
		"refunded in part":               {false, []ledger.Movement{charge, capture, of(ledger.Refund, 40)}},
		"refunded too much":              {true, []ledger.Movement{charge, capture, of(ledger.Refund, 101)}},
		"refunded before it is captured": {true, []ledger.Movement{charge, of(ledger.Refund, 100)}},
		"a refund that failed later":     {false, []ledger.Movement{charge, capture, of(ledger.Refund, 100), of(ledger.RefundReversed, 100), of(ledger.Refund, 100)}},
		"reversed and not refunded":      {true, []ledger.Movement{charge, capture, of(ledger.RefundReversed, 40)}},
		"refunded beside a fee":          {false, []ledger.Movement{charge, capture, of(ledger.Refund, 60), of(ledger.Fee, 40)}},
		"refunded with the fee":          {true, []ledger.Movement{charge, capture, of(ledger.Refund, 61), of(ledger.Fee, 40)}},
		"a voucher":                      {false, []ledger.Movement{voucher(ledger.VoucherTaken, 50), voucher(ledger.VoucherReturned, 50)}},
		"a voucher returned twice":       {true, []ledger.Movement{voucher(ledger.VoucherTaken, 50), voucher(ledger.VoucherReturned, 50), voucher(ledger.VoucherReturned, 50)}},
		"nothing moved":                  {true, []ledger.Movement{of(ledger.Charge, 0)}},
		"a negative charge":              {true, []ledger.Movement{of(ledger.Charge, -1)}},
		"less than nothing paid":         {true, []ledger.Movement{of(ledger.Correction, -1)}},
	} {
		if err := ledger.Check(c.movements); (err != nil) != c.wrong {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The difference between the amount paid and the refundable amount is exactly
// what was not captured yet, was paid elsewhere, or is kept as a fee.
func TestSumsAgree(t *testing.T) {
	kinds := []ledger.Kind{ledger.Charge, ledger.Capture, ledger.AuthorisationCancelled, ledger.Refund, ledger.RefundReversed, ledger.VoucherTaken,
		ledger.VoucherReturned, ledger.Fee, ledger.Correction}
	rapid.Check(t, func(t *rapid.T) {
		var all []ledger.Movement
		for i := range rapid.IntRange(0, 12).Draw(t, "movements") {
			next := ledger.Movement{Key: fmt.Sprint(i), Attempt: "P", Voucher: "V", Kind: rapid.SampledFrom(kinds).Draw(t, "kind"),
				Amount: money.Pence(rapid.IntRange(1, 500).Draw(t, "amount"))}
			if with := append(slices.Clone(all), next); ledger.Check(with) == nil {
				all = with
			}
		}
		if err := ledger.Check(all); err != nil {
			t.Fatalf("movements that were accepted one by one: %v", err)
		}
		s := ledger.Sum(all)
		if s.Paid() != s.Refundable()+s.Fees+s.Corrected+(s.Charged-s.Captured-s.Cancelled) {
			t.Fatalf("sums %+v", s)
		}
		if s.Refundable() < 0 || s.Voucher < 0 {
			t.Fatalf("sums %+v", s)
		}
	})
}

func TestReconcileListsTheDifferences(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 7, d, 12, 0, 0, 0, time.UTC) }
	rows := []ledger.Movement{
		{Key: "a", Kind: ledger.Charge, ProviderRef: "A", Amount: 10000, At: day(1)},
		{Key: "b", Kind: ledger.Capture, ProviderRef: "A", Amount: 10000, At: day(1)},
		{Key: "c", Kind: ledger.Refund, ProviderRef: "A", Amount: 2500, At: day(3)},
		{Key: "d", Kind: ledger.Refund, ProviderRef: "A", Amount: 2500, At: day(5)},
		{Key: "h", Kind: ledger.Refund, ProviderRef: "C", Amount: 700, At: day(3)},
		{Key: "i", Kind: ledger.RefundReversed, ProviderRef: "C", Amount: 700, At: day(4)},
		{Key: "e", Kind: ledger.Capture, ProviderRef: "B", Amount: 4900, At: day(2)},
		{Key: "f", Kind: ledger.Capture, ProviderRef: "LATE", Amount: 4900, At: day(9)},
		{Key: "g", Kind: ledger.Capture, ProviderRef: "BEFORE", Amount: 4900, At: day(1).AddDate(0, -1, 0)},
	}
	for name, c := range map[string]struct{ file, want string }{
		"all agrees": {`Order Code,Event,Amount,Currency,Date
A,CAPTURED,100.00,GBP,2026-07-02
A,REFUNDED,-25.00,GBP,2026-07-04
A,SENT_FOR_REFUND,25,GBP,2026-07-06
C,REFUNDED,7.00,GBP,2026-07-04
C,REFUND_FAILED,7.00,GBP,2026-07-05
D,SENT_FOR_REFUND,3.00,GBP,2026-07-05
D,REFUND_FAILED,3.00,GBP,2026-07-06
B,SETTLED,49.00,GBP,2026-07-10
`, ""},
		"a second refund of an order, whose first is in the file before": {`order code,event,amount,currency,date
B,SETTLED,49.00,GBP,2026-07-04
A,REFUNDED,25.00,GBP,2026-07-06
`, ""},
		"a first refund, whose reversal is in a later file, and one that is not ours": {`order code,event,amount,currency,date
C,REFUNDED,7.00,GBP,2026-07-03
A,REFUNDED,24.00,GBP,2026-07-04
`, "A: refund of £24.00 in the file (1 lines), of £50.00 in the ledger (2 rows)"},
		"one is missing, one is too much, one differs, one is not ours": {`order_code,status,gross,currency,settlement-date
A,CAPTURED,100.00,GBP,2026-06-30
A,CAPTURED,100.00,GBP,2026-07-06
A,REFUNDED,25.00,GBP,2026-07-06
X,CAPTURED,1.00,GBP,2026-07-10
`, `A: capture of £200.00 in the file (2 lines), of £100.00 in the ledger (1 rows)
A: refund of £25.00 in the file (1 lines), of £50.00 in the ledger (2 rows)
B: capture of £49.00 is in the ledger and not in the file
X: capture of £1.00 is in the file and not in the ledger`},
	} {
		file, err := ledger.ReadSettlement(strings.NewReader(c.file))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got []string
		for _, d := range ledger.Reconcile(file, rows) {
			got = append(got, d.String())
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s:\n%s", name, strings.Join(got, "\n"))
		}
	}
}

func TestUnreadableSettlementFiles(t *testing.T) {
	const header = "order,event,amount,currency,date\n"
	for name, file := range map[string]string{
		"empty": "", "no amount": "order,event,currency,date\n", "event": header + "A,BLESSED,1,GBP,2026-07-01\n",
		"currency": header + "A,CAPTURED,1,EUR,2026-07-01\n", "amount": header + "A,CAPTURED,1.001,GBP,2026-07-01\n",
		"date": header + "A,CAPTURED,1,GBP,01/07/2026\n", "order": header + ",CAPTURED,1,GBP,2026-07-01\n", "short": header + "A,CAPTURED\n",
		"a quote without an end": header + "\"A,CAPTURED,1,GBP,2026-07-01\n", "a negative capture": header + "A,CAPTURED,-5.00,GBP,2026-07-01\n",
		"an escape sequence": header + "\x1b]0;title\x07,CAPTURED,1,GBP,2026-07-01\n",
	} {
		if all, err := ledger.ReadSettlement(strings.NewReader(file)); err == nil {
			t.Errorf("%s: %v", name, all)
		} else if strings.ContainsRune(err.Error(), '\x1b') {
			t.Errorf("%s: the error has an escape sequence", name)
		}
	}
}

// The ledger has no chargebacks, so each is listed. The other lines are compared.
func TestChargebacksInASettlementFileAreListed(t *testing.T) {
	file, err := ledger.ReadSettlement(strings.NewReader("order,event,amount,currency,date\n" +
		"A,CHARGED_BACK,-189.00,GBP,2026-07-01\nB,CHARGED_BACK,20.00,GBP,2026-07-01\nB,CHARGEBACK_REVERSED,20.00,GBP,2026-07-02\n" +
		"C,INFORMATION_REQUESTED,0.00,GBP,2026-07-02\nD,CAPTURED,5.00,GBP,2026-07-02\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range ledger.Reconcile(file, nil) {
		got = append(got, d.String())
	}
	want := []string{"A: chargeback of £189.00 is in the file and not in the ledger", "C: request for information of £0.00 is in the file and not in the ledger",
		"D: capture of £5.00 is in the file and not in the ledger"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
