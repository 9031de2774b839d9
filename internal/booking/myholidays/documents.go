package myholidays

import (
	"bytes"
	"context"
	"strconv"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
)

// The documents of a booking.
const (
	Invoice  = "invoice"
	Receipts = "receipt"
)

// HasReceipts reports whether anything was received for a booking.
func HasReceipts(b booking.Existing) bool { return len(b.Payments) > 0 }

// HasInvoice reports whether a booking is one that can be invoiced: confirmed and not cancelled.
func HasInvoice(b booking.Existing) bool { return b.Status() == "confirmed" }

// Document returns a document of a booking of the address, as PDF, and the name of its file.
// Failures: ErrEnded; NotFound where the booking is not one of the address or has no such
// document.
func (s *Service) Document(ctx context.Context, token, reference, kind string) (pdf []byte, name string, err error) {
	email, err := s.email(ctx, token)
	if err != nil {
		return nil, "", err
	}
	b, err := s.config.Bookings.ReadByEmail(ctx, email, reference)
	if err != nil {
		return nil, "", err
	}
	var out bytes.Buffer
	switch {
	case s.config.Invoices != nil && kind == Invoice && HasInvoice(b):
		err = s.config.Invoices.WriteInvoice(&out, b, s.config.Clock())
	case s.config.Invoices != nil && kind == Receipts && HasReceipts(b):
		err = s.config.Invoices.WriteReceipts(&out, b, s.config.Clock())
	default:
		err = booking.Refuse(booking.NotFound, "There is no such document.")
	}
	return out.Bytes(), kind + "-" + b.Shown + ".pdf", err
}

// stayText says when a stay is and for whom.
func stayText(b booking.Existing) string {
	nights := " nights, "
	if b.Stay.Nights == 1 {
		nights = " night, "
	}
	return b.Stay.Arrival.Long() + ", " + strconv.Itoa(b.Stay.Nights) + nights + b.Party.Text()
}

// LeftText says what is left to pay of a booking, to whom and until when; "" is nothing.
func LeftText(b booking.Existing) string {
	left := b.Outstanding()
	if left == 0 || b.Status() != "confirmed" {
		return ""
	}
	text := left.Text() + " left to pay"
	if b.BalanceToOperator() && b.DepositDue == 0 {
		text += " to " + b.Stay.OperatorName
	}
	if due, err := date.Parse(b.BalanceDue); err == nil {
		text += ", before " + due.Long()
	}
	return text
}
