package accounts

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/export"
	"holidaymaker/internal/payment/ledger"
)

// Entry is a line of a journal: a debit, or with a negative amount a credit. The entries of
// a day with one narration add up to nothing.
type Entry struct {
	Day       date.Date
	Narration string
	Text      string
	Account   string // code of a nominal account
	Amount    money.Pence
}

// Events are what the journal of some days is made of.
type Events struct {
	Movements   []ledger.Movement // of all bookings
	Statements  []Statement       // with their totals
	Remittances []Remittance
}

// Movements lists the ledger by time and key, after a movement.
type Movements interface {
	MovementsAfter(ctx context.Context, after ledger.Movement, limit int) ([]ledger.Movement, error)
}

// EventsOf reads the events of the days from first to last.
func EventsOf(ctx context.Context, from Store, of Movements, first, last date.Date) (e Events, err error) {
	if e.Statements, err = from.Statements(ctx, ""); err != nil {
		return e, fmt.Errorf("read the statements: %w", err)
	}
	if e.Remittances, err = from.Remittances(ctx, ""); err != nil {
		return e, fmt.Errorf("read the remittances: %w", err)
	}
	for after := (ledger.Movement{At: first.Midnight().Add(-time.Millisecond)}); ; {
		page, err := of.MovementsAfter(ctx, after, bookedPage)
		if err != nil {
			return e, fmt.Errorf("read the ledger: %w", err)
		}
		e.Movements = append(e.Movements, page...)
		if len(page) < bookedPage || date.In(page[len(page)-1].At) > last {
			return e, nil
		}
		after = page[len(page)-1]
	}
}

// Issued lists the statements that were issued on some days.
func (e Events) Issued(first, last date.Date) (all []Statement) {
	for _, s := range e.Statements {
		if day := date.In(s.IssuedAt); day >= first && day <= last {
			all = append(all, s)
		}
	}
	return all
}

// Journal makes the entries of the days from first to last: a pair for each kind of movement
// of money a day, four for each statement, two for each remittance. Commission, fees and
// their VAT go to the account where the sales invoice meets them.
func (a Settings) Journal(e Events, first, last date.Date) []Entry {
	n := a.Nominal
	j := journal{first: first, last: last, sums: map[Entry]money.Pence{}}
	for _, m := range e.Movements {
		day := date.In(m.At)
		switch m.Kind {
		case ledger.Capture:
			j.transfer(day, "Card payments", n.CardClearing, n.ClientMoney, m.Amount)
		case ledger.Refund:
			if m.Method == ledger.Elsewhere { // from our bank: the provider has not paid it
				j.transfer(day, "Refunds made elsewhere", n.ClientMoney, n.Remittances, m.Amount)
				continue
			}
			j.transfer(day, "Refunds", n.ClientMoney, n.CardClearing, m.Amount)
		case ledger.RefundReversed:
			j.transfer(day, "Refunds that failed", n.CardClearing, n.ClientMoney, m.Amount)
		case ledger.VoucherTaken:
			j.transfer(day, "Vouchers spent", n.VoucherLiability, n.ClientMoney, m.Amount)
		case ledger.VoucherReturned:
			j.transfer(day, "Vouchers returned", n.ClientMoney, n.VoucherLiability, m.Amount)
		default: // an authorisation is no money yet; a fee stays where the payment is
		}
	}
	for _, s := range e.Statements {
		day, name := date.In(s.IssuedAt), "Statement "+strconv.FormatInt(s.Number, 10)
		j.transfer(day, name+" commission", n.ClientMoney, n.IncomeClearing, s.Total.Commission+s.Total.VAT)
		j.transfer(day, name+" booking fees", n.ClientMoney, n.IncomeClearing, s.Total.Fee)
		j.transfer(day, name+" discounts", n.Marketing, n.ClientMoney, s.discounts())
	}
	for _, r := range e.Remittances {
		j.transfer(r.Day, "Remittances", n.ClientMoney, n.Remittances, r.Amount)
	}
	return j.entries()
}

// discounts is what we pay of the bookings of a statement beside vouchers, which come into
// the journal when they are spent.
func (s Statement) discounts() money.Pence { return s.Total.Ours - s.Total.Vouchers }

// journal adds up entries by day, narration, text and account.
type journal struct {
	first, last date.Date
	sums        map[Entry]money.Pence
}

func (j *journal) transfer(day date.Date, what, debit, credit string, amount money.Pence) {
	if day < j.first || day > j.last {
		return
	}
	j.sums[Entry{Day: day, Narration: what + " " + day.ISO(), Text: what, Account: debit}] += amount
	j.sums[Entry{Day: day, Narration: what + " " + day.ISO(), Text: what, Account: credit}] -= amount
}

func (j *journal) entries() []Entry {
	var all []Entry
	for e, amount := range j.sums {
		if e.Amount = amount; amount != 0 {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b Entry) int {
		if a.Day != b.Day {
			return int(a.Day - b.Day)
		}
		if c := strings.Compare(a.Narration, b.Narration); c != 0 {
			return c
		}
		return int(b.Amount - a.Amount)
	})
	return all
}

// WriteXero writes entries as manual journals of Xero: lines with one narration and date are
// one journal.
func WriteXero(w io.Writer, entries []Entry) error {
	rows := [][]string{{"*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount", "TrackingName1", "TrackingOption1", "TrackingName2", "TrackingOption2"}}
	for _, e := range entries {
		rows = append(rows, []string{export.Cell(e.Narration), e.Day.String(), export.Cell(e.Text), e.Account, "No VAT", e.Amount.String(), "", "", "", ""})
	}
	return writeRows(w, rows)
}

// WriteXeroInvoices writes the commission and booking fees of statements as sales invoices
// of Xero.
func (a Settings) WriteXeroInvoices(w io.Writer, all []Statement) error {
	rows := [][]string{{"*ContactName", "*InvoiceNumber", "Reference", "*InvoiceDate", "*DueDate", "*Description", "*Quantity", "*UnitAmount", "*AccountCode", "*TaxType"}}
	for _, s := range all {
		for _, i := range a.income(s) {
			rows = append(rows, []string{export.Cell(s.To.Name), invoiceNumber(s), "Statement " + strconv.FormatInt(s.Number, 10), date.In(s.IssuedAt).String(), date.In(s.IssuedAt).String(),
				i.text, "1", i.net.String(), i.account, s.VATPercent.String() + "% (VAT on Income)"})
			if rounding := i.vat - s.VATPercent.Of(i.net); rounding != 0 { // Xero computes the VAT of a line, we add up that of bookings
				rows = append(rows, []string{export.Cell(s.To.Name), invoiceNumber(s), "Statement " + strconv.FormatInt(s.Number, 10), date.In(s.IssuedAt).String(), date.In(s.IssuedAt).String(),
					"Rounding of VAT", "1", rounding.String(), i.account, "No VAT"})
			}
		}
	}
	return writeRows(w, rows)
}

// WriteSage writes entries and the income of statements as an audit trail of Sage 50: JD and
// JC lines without VAT (T9), and sales invoices and credits at the standard rate (T1).
func (a Settings) WriteSage(w io.Writer, entries []Entry, all []Statement) error {
	rows := [][]string{{"Type", "Account Reference", "Nominal A/C Ref", "Department Code", "Date", "Reference", "Details", "Net Amount", "Tax Code", "Tax Amount"}}
	for _, e := range entries {
		kind, amount := "JD", e.Amount
		if amount < 0 {
			kind, amount = "JC", -amount
		}
		rows = append(rows, []string{kind, "", e.Account, "0", e.Day.String(), sageReference(e.Narration), export.Cell(e.Text), amount.String(), "T9", "0.00"})
	}
	for _, s := range all {
		for _, i := range a.income(s) {
			kind, net, vat := "SI", i.net, i.vat
			if net+vat < 0 {
				kind, net, vat = "SC", -net, -vat
			}
			rows = append(rows, []string{kind, export.Cell(s.OperatorID), i.account, "0", date.In(s.IssuedAt).String(), invoiceNumber(s), i.text, net.String(), "T1", vat.String()})
		}
	}
	return writeRows(w, rows)
}

// sageReference fits a narration into the 30 letters that Sage keeps of a reference.
func sageReference(narration string) string { return narration[max(0, len(narration)-30):] }

func invoiceNumber(s Statement) string { return fmt.Sprintf("S%06d", s.Number) }

// income is what a statement invoices.
type income struct {
	text, account string
	net, vat      money.Pence
}

func (a Settings) income(s Statement) (all []income) {
	for _, one := range []income{
		{"Commission", a.Nominal.Commission, s.Total.Commission, s.Total.VAT},
		{"Booking fees", a.Nominal.BookingFees, s.Total.Fee - s.Total.FeeVAT, s.Total.FeeVAT},
	} {
		if one.net != 0 || one.vat != 0 {
			all = append(all, one)
		}
	}
	return all
}
