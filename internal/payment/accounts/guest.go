package accounts

import (
	"fmt"
	"io"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Invoices is how guests' invoices and receipts look.
type Invoices struct {
	// Company is who issues them.
	Company Party `json:"company"`
	// VAT is what they say about VAT, in the company's words: only it knows whether it sells as an
	// agent, under a margin scheme, or itself.
	VAT string `json:"vat"`
}

// Check returns what is missing.
func (i Invoices) Check() error {
	if strings.TrimSpace(i.Company.Name) == "" || len(i.Company.Address) == 0 || strings.TrimSpace(i.VAT) == "" {
		return fmt.Errorf("invoices need the company's name and address, and what they say about VAT")
	}
	return nil
}

// WriteInvoice writes the invoice of a booking as PDF: what it costs, as of now, what was paid
// and what is left to pay.
func (i Invoices) WriteInvoice(w io.Writer, b booking.Existing, now time.Time) error {
	d := i.begin("Invoice "+b.Shown, b, now)
	for _, l := range b.PriceLines() {
		d.amount(l.Label, l.Amount)
		d.SetFont("Helvetica", "", 8)
		for _, note := range l.Notes {
			d.line(4.5, "    "+note)
		}
	}
	d.SetFont("Helvetica", "B", 10)
	d.amount("Total", b.Total)
	d.amount("Paid", b.AmountPaid)
	left := "Left to pay"
	if b.BalanceToOperator() {
		left = "Left to pay, to " + b.Stay.OperatorName + " unless it is the deposit"
	}
	d.amount(left, b.Outstanding())
	return i.end(d, w)
}

// WriteReceipts writes what was received for a booking and given back, as PDF.
func (i Invoices) WriteReceipts(w io.Writer, b booking.Existing, now time.Time) error {
	d := i.begin("Receipt "+b.Shown, b, now)
	for _, p := range b.Payments {
		what := "Received by "
		if p.Amount < 0 {
			what = "Returned by "
		}
		d.amount(date.In(p.Taken).String()+"  "+what+methodName(p.Method), p.Amount)
	}
	d.SetFont("Helvetica", "B", 10)
	d.amount("Paid in all", b.AmountPaid)
	return i.end(d, w)
}

// methodName names a method of payment as guests know it.
func methodName(method string) string {
	switch method {
	case "wallet":
		return "PayPal"
	case "elsewhere":
		return "another way"
	case "link":
		return "somebody else, by a link"
	}
	return method
}

// begin writes the head of a document about a booking.
func (i Invoices) begin(title string, b booking.Existing, now time.Time) document {
	c := b.Contact
	d := newDocument("P", title, i.Company.Name, now)
	d.SetFont("Helvetica", "B", 16)
	d.line(9, title)
	d.SetFont("Helvetica", "", 9)
	d.line(5, "Booked on "+date.In(b.ConfirmedAt).Long()+". This shows the booking as of "+date.Moment(now)+".")
	d.Ln(3)
	to := Party{Name: strings.Join(strings.Fields(c.Title+" "+c.Forename+" "+c.Surname), " ")}
	for _, line := range []string{c.Address1, c.Address2, c.Town, c.County, c.Postcode} {
		if line != "" {
			to.Address = append(to.Address, line)
		}
	}
	d.parties(i.Company, to, 95)
	d.SetFont("Helvetica", "", 10)
	d.MultiCell(0, 5.5, d.text(fmt.Sprintf("%s\n%s to %s, %s", b.Stay.Title(), b.Stay.Arrival.Long(), b.Stay.Departure().Long(), b.Party.Text())), "", "L", false)
	if b.Status() == "cancelled" {
		d.line(5.5, "This booking is cancelled.")
	}
	d.Ln(4)
	return d
}

// amount writes a line with an amount at its end.
func (d document) amount(label string, amount money.Pence) {
	text := amount.Text()
	if amount < 0 {
		text = "-" + (-amount).Text()
	}
	width, _ := d.GetPageSize()
	d.CellFormat(width-30-35, 6.5, d.text(label), "B", 0, "L", false, 0, "")
	d.CellFormat(35, 6.5, d.text(text), "B", 1, "R", false, 0, "")
	d.SetFont("Helvetica", "", 10)
}

// end writes what is said about VAT, and the document.
func (i Invoices) end(d document, w io.Writer) error {
	d.Ln(6)
	d.SetFont("Helvetica", "", 9)
	d.MultiCell(0, 5, d.text(i.VAT), "", "L", false)
	if err := d.Output(w); err != nil {
		return fmt.Errorf("write a document for a guest as PDF: %w", err)
	}
	return nil
}
