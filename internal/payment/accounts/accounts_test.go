package accounts_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/accounts"
	"holidaymaker/internal/payment/ledger"
)

const file = `{
  "company": {"name": "Meridian Times Holidays", "address": ["1 Harbour Road", "Whitby"], "vatNumber": "GB000000000"},
  "vat": [{"from": "2011-01-04", "percent": "20"}],
  "nominal": {"cardClearing": "1250", "clientMoney": "2250", "commission": "4000", "bookingFees": "4010", "marketing": "6200",
    "voucherLiability": "2260", "incomeClearing": "1260", "remittances": "1270"},
  "operators": {
    "HAV": {"name": "Havens", "address": ["Sandy Bay", "Newquay"], "vatNumber": "GB111111111", "seller": {"companyNumber": "01234567", "account": "GB00 0000", "residence": "GB"},
      "commission": [{"from": "2026-01-01", "percent": "15", "channels": {"uklodge": "12.5"}, "base": "gross", "vat": "added", "earned": "departure"},
        {"from": "2027-01-01", "percent": "18", "base": "stay", "vat": "included", "earned": "booking"}]}
  }
}`

func settings(t *testing.T) accounts.Settings {
	t.Helper()
	a, err := accounts.Read(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// stayOf is a confirmed booking of a stay of £612.00 with a cot of £15.00.
func stayOf(change func(*booking.Booking)) booking.Booking {
	b := booking.Booking{State: booking.Confirmed, Shown: "K7QXM-2PHRW", Ref: "K7QXM2PHRW", Total: 627_00, ConfirmedAt: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	b.Stay = booking.Stay{Channel: "ukcaravan", ParkID: "HV101", ParkName: "Sandy Bay", UnitDesc: "Gold", OperatorID: "HAV", Price: 612_00, Arrival: date.Of(2027, time.July, 16), Nights: 3}
	b.Extras = []booking.ChosenExtra{{Code: "COT", Name: "Cot", Cost: 15_00, Quantity: 1}}
	change(&b)
	return b
}

func moved(kind ledger.Kind, amount money.Pence) ledger.Movement {
	return ledger.Movement{Kind: kind, Amount: amount, Attempt: "P"}
}

func TestWhatABookingIsWorth(t *testing.T) {
	a := settings(t)
	agreed := a.Operators["HAV"].Commission
	paid := []ledger.Movement{moved(ledger.Charge, 627_00), moved(ledger.Capture, 627_00)}
	for name, c := range map[string]struct {
		change    func(*booking.Booking)
		agreed    accounts.Commission
		movements []ledger.Movement
		want      accounts.Amounts
	}{
		"the worked example, of 612.00 without extras": {
			func(b *booking.Booking) { b.Extras, b.Total = nil, 612_00 }, agreed[0], []ledger.Movement{moved(ledger.Charge, 612_00), moved(ledger.Capture, 612_00)},
			accounts.Amounts{Gross: 612_00, Paid: 612_00, Commission: 91_80, VAT: 18_36, Due: 501_84},
		},
		"a lodge, at another percentage": {
			func(b *booking.Booking) { b.Stay.Channel = "uklodge" }, agreed[0], paid,
			accounts.Amounts{Gross: 627_00, Paid: 627_00, Commission: 78_38, VAT: 15_68, Due: 532_94},
		},
		"goodwill that we bear": {
			func(b *booking.Booking) { *b = b.Reduced(40_00, 40_00) }, agreed[0], append(slices.Clone(paid), moved(ledger.Refund, 40_00)),
			accounts.Amounts{Gross: 627_00, Paid: 627_00, Refunded: 40_00, Ours: 40_00, Commission: 94_05, VAT: 18_81, Due: 514_14},
		},
		"cancelled with more than the terms give, which we bear": {
			func(b *booking.Booking) {
				b.State, b.Settled = booking.Refunded, &booking.Settled{Money: 427_00, MoneyKept: 200_00, Ours: 100_00}
			}, agreed[0], append(slices.Clone(paid), moved(ledger.Refund, 427_00), moved(ledger.Fee, 200_00)),
			accounts.Amounts{Gross: 300_00, Paid: 627_00, Refunded: 427_00, Ours: 100_00, Commission: 45_00, VAT: 9_00, Due: 246_00},
		},
		"of the stay alone, VAT included": {
			func(*booking.Booking) {}, agreed[1], paid,
			accounts.Amounts{Gross: 627_00, Paid: 627_00, Commission: 91_80, VAT: 18_36, Due: 516_84},
		},
		"our booking fee is ours, and pays no commission": {
			func(b *booking.Booking) { b.Stay.BookingFee = 12_00 }, agreed[0], paid,
			accounts.Amounts{Gross: 615_00, Paid: 627_00, Fee: 12_00, FeeVAT: 2_00, Commission: 92_25, VAT: 18_45, Due: 504_30},
		},
		"no commission on what the operator owes its council": {
			func(b *booking.Booking) {
				b.Stay.Charges = []booking.Charge{{Name: "City levy", Amount: 27_00, Levy: "5%"}, {Code: "PASS", Name: "Resort pass", Amount: 9_00}}
			}, agreed[0], paid,
			accounts.Amounts{Gross: 627_00, Levies: 27_00, Paid: 627_00, Commission: 90_00, VAT: 18_00, Due: 519_00},
		},
		"a cancelled stay owes no levy": {
			func(b *booking.Booking) {
				b.State, b.Stay.Charges = booking.Refunded, []booking.Charge{{Name: "City levy", Amount: 27_00, Levy: "5%"}}
			}, agreed[0], append([]ledger.Movement{moved(ledger.Refund, 527_00), moved(ledger.Fee, 100_00)}, paid...),
			accounts.Amounts{Gross: 100_00, Paid: 627_00, Refunded: 527_00, Commission: 15_00, VAT: 3_00, Due: 82_00},
		},
		"a code of ours does not lower what the operator gets": {
			func(b *booking.Booking) {
				b.Discount, b.Total = booking.Discount{Kind: booking.CodeDiscount, Code: "SPRING20"}, 607_00
			}, agreed[0],
			[]ledger.Movement{moved(ledger.Charge, 607_00), moved(ledger.Capture, 607_00)},
			accounts.Amounts{Gross: 627_00, Paid: 607_00, Ours: 20_00, Commission: 94_05, VAT: 18_81, Due: 514_14},
		},
		"nor does a voucher": {
			func(b *booking.Booking) {
				b.Discount, b.Total = booking.Discount{Kind: booking.VoucherDiscount, Code: "GIFT"}, 577_00
			}, agreed[0],
			[]ledger.Movement{moved(ledger.Charge, 577_00), moved(ledger.Capture, 577_00), {Kind: ledger.VoucherTaken, Amount: 50_00, Voucher: "GIFT"}},
			accounts.Amounts{Gross: 627_00, Paid: 577_00, Ours: 50_00, Vouchers: 50_00, Commission: 94_05, VAT: 18_81, Due: 514_14},
		},
		"goodwill lowers what the operator gets": {
			func(b *booking.Booking) { b.Goodwill, b.Total = 27_00, 600_00 }, agreed[0], append([]ledger.Movement{moved(ledger.Refund, 27_00)}, paid...),
			accounts.Amounts{Gross: 600_00, Paid: 627_00, Refunded: 27_00, Commission: 90_00, VAT: 18_00, Due: 492_00},
		},
		"the operator takes the balance, and our commission is more than the deposit": {
			func(b *booking.Booking) { b.Compulsory = true }, agreed[0], []ledger.Movement{moved(ledger.Charge, 49_00), moved(ledger.Capture, 49_00)},
			accounts.Amounts{Gross: 627_00, Paid: 49_00, Commission: 94_05, VAT: 18_81, Due: -63_86},
		},
		"authorised, and no money yet": {
			func(*booking.Booking) {}, agreed[0], paid[:1],
			accounts.Amounts{Gross: 627_00, Commission: 94_05, VAT: 18_81, Due: -112_86},
		},
		"cancelled, and a part kept": {
			func(b *booking.Booking) { b.State = booking.Refunded }, agreed[0], append([]ledger.Movement{moved(ledger.Refund, 527_00), moved(ledger.Fee, 100_00)}, paid...),
			accounts.Amounts{Gross: 100_00, Paid: 627_00, Refunded: 527_00, Commission: 15_00, VAT: 3_00, Due: 82_00},
		},
		"cancelled, and the refund is under way: it is the guest's": {
			func(b *booking.Booking) { b.State = booking.Refunded }, agreed[0], paid,
			accounts.Amounts{Paid: 627_00, Guest: 627_00},
		},
		"moved to a cheaper week, and the rest not refunded yet": {
			func(b *booking.Booking) { b.Stay.Price, b.Total = 585_00, 600_00 }, agreed[0], paid,
			accounts.Amounts{Gross: 600_00, Paid: 627_00, Guest: 27_00, Commission: 90_00, VAT: 18_00, Due: 492_00},
		},
		"cancelled, and everything back": {
			func(b *booking.Booking) { b.State, b.Stay.BookingFee = booking.Refunded, 12_00 }, agreed[0], append([]ledger.Movement{moved(ledger.Refund, 627_00)}, paid...),
			accounts.Amounts{Paid: 627_00, Refunded: 627_00},
		},
		"booked elsewhere: its balance is the operator's, its commission was paid there": {
			func(b *booking.Booking) { b.Imported = true }, agreed[0],
			[]ledger.Movement{moved(ledger.Correction, 100_00), moved(ledger.Charge, 527_00), moved(ledger.Capture, 527_00)},
			accounts.Amounts{Gross: 627_00, Paid: 527_00, Due: 527_00},
		},
	} {
		if got := a.Account(stayOf(c.change), c.movements, c.agreed); got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
	}
}

func TestWhichCommissionCounts(t *testing.T) {
	o := settings(t).Operators["HAV"]
	for day, want := range map[string]money.Percent{"2025-12-31": 0, "2026-01-01": 15_00, "2026-12-31": 15_00, "2027-01-01": 18_00, "2030-01-01": 18_00} {
		on, err := date.ParseISO(day)
		if c, ok := o.At(on); err != nil || c.Percent != want || ok != (want != 0) {
			t.Errorf("on %s: %s, %v", day, c.Percent, ok)
		}
	}
}

func TestAnAccountsFileThatIsWrongIsRefused(t *testing.T) {
	for want, change := range map[string][2]string{
		"company.vatNumber is missing":      {`, "vatNumber": "GB000000000"`, ``},
		"a code of nominal is missing":      {`"clientMoney": "2250", `, ``},
		"unknown field":                     {`"vat": [`, `"vatRate": [`},
		`percentage "true"`:                 {`"percent": "15"`, `"percent": true`},
		"a percentage is from 0 to 100":     {`"percent": "15"`, `"percent": "115"`},
		"want at most two decimals":         {`"percent": "15"`, `"percent": "15.125"`},
		"a day is a text":                   {`"2026-01-01"`, `"01/01/2026"`},
		"base is gross or stay":             {`"base": "gross"`, `"base": "net"`},
		"earned is booking or departure":    {`"departure"`, `"arrival"`},
		`there is no channel "lodge"`:       {`"uklodge"`, `"lodge"`},
		"must stand after the earlier ones": {`"2027-01-01"`, `"2025-01-01"`},
		"the address of operator HAV":       {`["Sandy Bay", "Newquay"]`, `[]`},
		"operator NEW has no commission":    {`"operators": {`, `"operators": {"NEW": {"name": "New", "address": ["x"], "commission": []},`},
		"at about line 1: unexpected EOF":   {file, `{"company": {`},
		"text after its end":                {file, file + "{}"},
	} {
		_, err := accounts.Read(strings.NewReader(strings.Replace(file, change[0], change[1], 1)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", change, err, want)
		}
	}
}

// issued is a statement of two bookings, one of which begins like a formula.
func issued(t *testing.T) accounts.Statement {
	t.Helper()
	a := settings(t)
	s := accounts.Statement{Number: 7, Seq: 2, OperatorID: "HAV", First: accounts.Day{Date: date.Of(2027, time.July, 1)}, Last: accounts.Day{Date: date.Of(2027, time.July, 31)},
		IssuedAt: time.Date(2027, 8, 1, 9, 0, 0, 0, time.UTC), From: a.Company, To: a.Operators["HAV"].Party, VATPercent: a.VAT[0].Percent, Opening: 10_00, Remitted: 4_00}
	for _, park := range []string{"Sandy Bay", "=1+1"} {
		s.Lines = append(s.Lines, accounts.Line{Shown: "K7QXM-2PHRW", Arrival: date.Of(2027, time.July, 16), Nights: 3, Park: park, Unit: "Gold Caravan – Château", Included: "City levy £9.50 (5%)",
			Amounts: accounts.Amounts{Gross: 600_00, Levies: 9_50, Paid: 612_00, Ours: 20_00, Fee: 12_00, FeeVAT: 2_00, Commission: 90_00, VAT: 18_00, Due: 512_00}})
		s.Total = s.Total.Plus(s.Lines[0].Amounts)
	}
	return s
}

func TestAStatementAsCSV(t *testing.T) {
	var out bytes.Buffer
	if err := issued(t).WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	want := `statement,operator,booking,arrival,nights,park,unit,gross,guestPaid,refunded,ours,guest,bookingFee,commission,vat,due,levies,included
7,HAV,K7QXM-2PHRW,2027-07-16,3,Sandy Bay,Gold Caravan – Château,600.00,612.00,0.00,20.00,0.00,12.00,90.00,18.00,512.00,9.50,City levy £9.50 (5%)
7,HAV,K7QXM-2PHRW,2027-07-16,3,'=1+1,Gold Caravan – Château,600.00,612.00,0.00,20.00,0.00,12.00,90.00,18.00,512.00,9.50,City levy £9.50 (5%)
7,HAV,Total,,,,,1200.00,1224.00,0.00,40.00,0.00,24.00,180.00,36.00,1024.00,19.00,
7,HAV,Opening balance,,,,,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,10.00,0.00,
7,HAV,Remitted,,,,,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,-4.00,0.00,
7,HAV,Closing balance,,,,,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,1030.00,0.00,
`
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}

func TestAStatementAsPDFIsTheSameEachTime(t *testing.T) {
	var first, second bytes.Buffer
	s := issued(t)
	for len(s.Lines) < 120 { // several pages
		s.Lines = append(s.Lines, s.Lines...)
	}
	if err := s.WritePDF(&first); err != nil {
		t.Fatal(err)
	}
	if err := s.WritePDF(&second); err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(first.Bytes(), []byte("%PDF-1.")) || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("%d and %d bytes, begins %q", first.Len(), second.Len(), first.Bytes()[:8])
	}
	if pages := bytes.Count(first.Bytes(), []byte("/Type /Page\n")); pages < 3 {
		t.Errorf("%d pages", pages)
	}
}

func TestJournalsForXeroAndSage(t *testing.T) {
	a, s := settings(t), issued(t)
	day := s.IssuedAt
	e := accounts.Events{Statements: []accounts.Statement{s}, Movements: []ledger.Movement{
		{Kind: ledger.Capture, Amount: 612_00, At: day}, {Kind: ledger.Capture, Amount: 612_00, At: day}, {Kind: ledger.Charge, Amount: 5_00, At: day},
		{Kind: ledger.Refund, Amount: 1_00, At: day.AddDate(0, 0, 1)}, // another day
	}, Remittances: []accounts.Remittance{{Amount: 500_00, Day: date.In(day)}}}
	entries := a.Journal(e, date.In(day), date.In(day))
	for name, c := range map[string]struct {
		write func(*bytes.Buffer) error
		want  string
	}{
		"xero": {func(w *bytes.Buffer) error { return accounts.WriteXero(w, entries) }, `*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2
Card payments 2027-08-01,01/08/2027,Card payments,1250,No VAT,1224.00,,,,
Card payments 2027-08-01,01/08/2027,Card payments,2250,No VAT,-1224.00,,,,
Remittances 2027-08-01,01/08/2027,Remittances,2250,No VAT,500.00,,,,
Remittances 2027-08-01,01/08/2027,Remittances,1270,No VAT,-500.00,,,,
Statement 7 booking fees 2027-08-01,01/08/2027,Statement 7 booking fees,2250,No VAT,24.00,,,,
Statement 7 booking fees 2027-08-01,01/08/2027,Statement 7 booking fees,1260,No VAT,-24.00,,,,
Statement 7 commission 2027-08-01,01/08/2027,Statement 7 commission,2250,No VAT,216.00,,,,
Statement 7 commission 2027-08-01,01/08/2027,Statement 7 commission,1260,No VAT,-216.00,,,,
Statement 7 discounts 2027-08-01,01/08/2027,Statement 7 discounts,6200,No VAT,40.00,,,,
Statement 7 discounts 2027-08-01,01/08/2027,Statement 7 discounts,2250,No VAT,-40.00,,,,
`},
		"xero-invoices": {func(w *bytes.Buffer) error { return a.WriteXeroInvoices(w, e.Statements) }, `*ContactName,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,*Description,*Quantity,*UnitAmount,*AccountCode,*TaxType
Havens,S000007,Statement 7,01/08/2027,01/08/2027,Commission,1,180.00,4000,20% (VAT on Income)
Havens,S000007,Statement 7,01/08/2027,01/08/2027,Booking fees,1,20.00,4010,20% (VAT on Income)
`},
		"sage": {func(w *bytes.Buffer) error { return a.WriteSage(w, entries[:2], e.Statements) }, `Type,Account Reference,Nominal A/C Ref,Department Code,Date,Reference,Details,Net Amount,Tax Code,Tax Amount
JD,,1250,0,01/08/2027,Card payments 2027-08-01,Card payments,1224.00,T9,0.00
JC,,2250,0,01/08/2027,Card payments 2027-08-01,Card payments,1224.00,T9,0.00
SI,HAV,4000,0,01/08/2027,S000007,Commission,180.00,T1,36.00
SI,HAV,4010,0,01/08/2027,S000007,Booking fees,20.00,T1,4.00
`},
	} {
		var out bytes.Buffer
		if err := c.write(&out); err != nil || out.String() != c.want {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
	}
}

func TestWhatAChangeDoesToTheStatement(t *testing.T) {
	a, paid := settings(t), []ledger.Movement{moved(ledger.Charge, 627_00), moved(ledger.Capture, 627_00)}
	before := stayOf(func(*booking.Booking) {})
	then := append(slices.Clone(paid), moved(ledger.Refund, 40_00))
	for _, c := range []struct {
		ours money.Pence
		want string
	}{
		{0, "Havens: due £32.80 less (sales £40.00 less, commission £6.00 less, VAT on it £1.20 less)"},
		{20_00, "Havens: due £16.40 less (sales £20.00 less, commission £3.00 less, VAT on it £0.60 less, borne by us £20.00 more)"},
		{40_00, "nothing changes"},
	} {
		if got := a.Difference(before, before.Reduced(40_00, c.ours), paid, then); got != c.want {
			t.Errorf("of £40.00 we bear £%s: %q, want %q", c.ours, got, c.want)
		}
	}
	unknown := stayOf(func(b *booking.Booking) { b.Stay.OperatorID = "NONE" })
	if got := a.Difference(unknown, unknown, paid, paid); got != "not known: the accounts file has no commission of operator NONE on 2026-11-30" {
		t.Error(got)
	}
}
