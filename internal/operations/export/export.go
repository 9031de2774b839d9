// Package export writes bookings, payments, the ledger, vouchers and the
// newsletter's subscribers as CSV or NDJSON, for accountants and other systems. Amounts are pounds with two decimals; times
// are UTC. Personal data is omitted unless it is asked for.
package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
)

// Source reads the rows to export, page by page, in a fixed order. Each method
// continues after the row of the previous page.
type Source interface {
	// ConfirmedBookings lists, by reference, the bookings that were ever
	// confirmed, including those cancelled since.
	ConfirmedBookings(ctx context.Context, afterRef string, limit int) ([]Booking, error)
	// PaymentsAfter lists payment attempts by id, each with the sums of its
	// movements.
	PaymentsAfter(ctx context.Context, afterID string, limit int) ([]Payment, error)
	// MovementsAfter lists the ledger by time and key.
	MovementsAfter(ctx context.Context, after ledger.Movement, limit int) ([]ledger.Movement, error)
	// VoucherLinesAfter lists the history of all vouchers by time and id. After its end,
	// beyond the limit, it lists the lines that vouchers of the catalogue lack because
	// the catalogue has another amount. These have no id.
	VoucherLinesAfter(ctx context.Context, after ledger.VoucherLine, limit int) ([]ledger.VoucherLine, error)
	// SubscribersAfter lists, by address, the subscribers to whom newsletters may
	// be sent.
	SubscribersAfter(ctx context.Context, afterEmail string, limit int) ([]visitor.Subscriber, error)
}

// Booking is a booking as it is exported.
type Booking struct {
	booking.Booking
	Unreadable error // why it has only its sums and what else could be read; nil: it has all
}

// Payment is a payment attempt with the sums of its movements.
type Payment struct {
	payment.Attempt
	Sums       ledger.Sums
	Unreadable error // as in Booking
}

// Format is the file format.
type Format string

// The formats.
const (
	CSV    Format = "csv"
	NDJSON Format = "ndjson"
)

// Options choose what is written.
type Options struct {
	Format Format
	// Personal adds names, addresses and other personal data, and the codes of
	// vouchers, with which a reader could spend them.
	Personal bool
}

// page is how many rows are read at once.
const page = 500

// Total is the sum of a column of amounts.
type Total struct {
	Column string
	Sum    money.Pence
}

// Summary reports the number of rows written and their totals.
type Summary struct {
	Rows   int
	Totals []Total
	// Unreadable lists the rows of which only a part could be read, with the reasons.
	// What was booked and paid is among that part.
	Unreadable []string
}

func (s *Summary) add(column string, amount money.Pence) {
	for i := range s.Totals {
		if s.Totals[i].Column == column {
			s.Totals[i].Sum += amount
			return
		}
	}
	s.Totals = append(s.Totals, Total{column, amount})
}

// cell is one value in a row, with the name of its column.
type cell struct {
	column string
	value  any  // string, int, bool or money.Pence
	free   bool // free text that a person entered
}

// Bookings writes the bookings that were ever confirmed.
func Bookings(ctx context.Context, out io.Writer, from Source, o Options) (Summary, error) {
	var unreadable []string
	sum, err := list(out, o, bookingCells, func(after Booking) ([]Booking, error) {
		all, err := from.ConfirmedBookings(ctx, after.Ref, page)
		for _, b := range all {
			unreadable = appendUnreadable(unreadable, "booking "+b.Shown, b.Unreadable)
		}
		return all, err
	})
	sum.Unreadable = unreadable
	return sum, err
}

func appendUnreadable(rows []string, row string, err error) []string {
	if err == nil {
		return rows
	}
	return append(rows, row+": "+err.Error())
}

func bookingCells(b Booking, personal bool) []cell {
	cells := []cell{
		{"reference", b.Shown, false}, {"state", string(b.State), false}, {"imported", b.Imported, false}, {"confirmed", instant(b.ConfirmedAt), false},
		{"channel", b.Stay.Channel, false}, {"parkId", b.Stay.ParkID, false}, {"park", b.Stay.ParkName, true},
		{"operatorId", b.Stay.OperatorID, false}, {"unitTypeId", b.Stay.UnitIDs(), false}, {"unit", b.Stay.UnitDesc, true},
		{"arrival", b.Stay.Arrival.ISO(), false}, {"nights", b.Stay.Nights, false},
		{"adults", b.Party.Adults, false}, {"children", b.Party.Children, false}, {"under5s", b.Party.Under5s, false}, {"dogs", b.Party.Dogs, false},
		{"price", b.Stay.Price, false}, {"bookingFee", b.Stay.BookingFee, false}, {"discountCode", discountCode(b.Discount, personal), true},
		{"total", b.Total, false}, {"paid", b.AmountPaid, false}, {"outstanding", b.Outstanding(), false},
		{"balanceDue", b.BalanceDue, false}, {"balanceToOperator", b.BalanceToOperator(), false},
		{"personalDetails", b.Details(), false},
	}
	if personal {
		c := b.Contact
		for _, p := range [][2]string{{"title", c.Title}, {"forename", c.Forename}, {"surname", c.Surname}, {"email", c.Email}, {"telephone", c.Telephone},
			{"address1", c.Address1}, {"address2", c.Address2}, {"town", c.Town}, {"county", c.County}, {"postcode", c.Postcode}, {"country", c.Country}} {
			cells = append(cells, cell{p[0], p[1], true})
		}
	}
	cells = append(cells, cell{"referer", b.Brand, false}) // new columns come last, for readers by position
	cells = append(cells, boughtCells(b.Booking)...)
	if personal {
		cells = append(cells, consentCells(b.Contact)...)
	}
	return cells
}

// boughtCells are what was bought beside the stay, and what it changes.
func boughtCells(b booking.Booking) []cell {
	var extras []string
	var cost, reduction money.Pence
	for _, e := range b.Extras {
		extras = append(extras, e.Code+" × "+strconv.Itoa(e.Quantity)+": "+e.TotalCost().String())
		cost += e.TotalCost()
	}
	kind := b.Discount.Kind
	if kind == "" {
		kind = booking.NoDiscount
	}
	if !b.Imported && kind != booking.NoDiscount {
		reduction = b.Reduction()
	}
	times := b.Times()
	return []cell{
		{"extras", strings.Join(extras, "; "), true}, {"extrasCost", cost, false}, {"discountKind", string(kind), false}, {"reduction", reduction, false},
		{"dogCount", b.Party.DogCount, false}, {"checkIn", times.CheckIn, true}, {"checkOut", times.CheckOut, true},
		{"goodwill", b.Goodwill, false}, {"includedCharges", b.Stay.Included(), true}, {"levies", b.Levied(), false},
	}
}

// consentCells says which offers the person who booked has asked for, beside which
// texts, and when. Without a contact, as after its erasure, all are empty.
func consentCells(c booking.Contact) []cell {
	if c.OptAt == 0 {
		return []cell{{"emailOptIn", "", false}, {"smsOptIn", "", false}, {"thirdPartyOptIn", "", false}, {"optInWording", "", false}, {"optInAt", "", false}}
	}
	return []cell{
		{"emailOptIn", c.EmailOpt, false}, {"smsOptIn", c.SmsOpt, false}, {"thirdPartyOptIn", c.ThirdOpt, false},
		{"optInWording", c.OptWording, true}, {"optInAt", instant(time.UnixMilli(c.OptAt)), false},
	}
}

// discountCode is the code of a booking's discount. A voucher may have something left,
// so without personal data it has its digest.
func discountCode(d booking.Discount, personal bool) string {
	if d.Kind != booking.VoucherDiscount {
		return d.Code
	}
	return voucher(d.Code, personal)
}

// voucher stands for the code of a voucher, or "": its digest, or the code itself.
func voucher(code string, personal bool) string {
	if code == "" || personal {
		return code
	}
	return ledger.VoucherDigest(code)
}

// Payments writes all payment attempts, with the money that each has moved.
func Payments(ctx context.Context, out io.Writer, from Source, o Options) (Summary, error) {
	var unreadable []string
	sum, err := list(out, o, paymentCells, func(after Payment) ([]Payment, error) {
		all, err := from.PaymentsAfter(ctx, after.ID, page)
		for _, p := range all {
			unreadable = appendUnreadable(unreadable, "payment "+p.ID, p.Unreadable)
		}
		return all, err
	})
	sum.Unreadable = unreadable
	return sum, err
}

func paymentCells(p Payment, personal bool) []cell {
	cells := []cell{
		{"payment", p.ID, false}, {"booking", p.Ref, false}, {"number", p.Seq, false}, {"method", string(p.Method), false},
		{"option", string(p.Option), false}, {"state", string(p.State), false}, {"orderCode", p.OrderCode, false},
		{"created", instant(p.CreatedAt), false}, {"settled", instant(p.SettledAt), false}, {"amount", p.Amount, false},
		{"charged", p.Sums.Charged, false}, {"cancelled", p.Sums.Cancelled, false}, {"captured", p.Sums.Captured, false}, {"refunded", p.Sums.Refunded, false},
		{"scheme", p.Authorised.CardScheme, true},
	}
	if personal {
		cells = append(cells, cell{"lastFour", p.Authorised.LastFour, true})
	}
	return cells
}

// Ledger writes all movements of money.
func Ledger(ctx context.Context, out io.Writer, from Source, o Options) (Summary, error) {
	return list(out, o, movementCells, func(after ledger.Movement) ([]ledger.Movement, error) {
		return from.MovementsAfter(ctx, after, page)
	})
}

func movementCells(m ledger.Movement, personal bool) []cell {
	return []cell{
		{"key", m.Key, false}, {"time", instant(m.At), false}, {"booking", m.Ref, false}, {"payment", m.Attempt, false},
		{"kind", string(m.Kind), false}, {"amount", m.Amount, false}, {"countsAsPaid", ledger.Sum([]ledger.Movement{m}).Paid(), false},
		{"method", m.Method, false}, {"voucher", voucher(m.Voucher, personal), true}, {"providerRef", m.ProviderRef, false}, {"cause", m.Cause, true},
	}
}

// Vouchers writes the history of all vouchers, and after it the corrections that those
// of the catalogue lack, so that the sum of the amounts is what is left on them.
func Vouchers(ctx context.Context, out io.Writer, from Source, o Options) (Summary, error) {
	return list(out, o, voucherCells, func(after ledger.VoucherLine) ([]ledger.VoucherLine, error) {
		if after.Code != "" && after.ID == "" {
			return nil, nil // the corrections were listed
		}
		return from.VoucherLinesAfter(ctx, after, page)
	})
}

func voucherCells(l ledger.VoucherLine, personal bool) []cell {
	return []cell{
		{"id", l.ID, false}, {"time", instant(l.At), false}, {"voucher", voucher(l.Code, personal), true}, {"kind", string(l.Kind), false},
		{"amount", l.Amount, false}, {"booking", l.Ref, false}, {"by", l.By, true}, {"cause", l.Cause, true},
	}
}

// Subscribers writes the addresses to which newsletters may be sent: those that
// were confirmed and have not been taken off the list, with the evidence of
// consent. An address is the purpose of this list, so Options.Personal is not
// needed.
func Subscribers(ctx context.Context, out io.Writer, from Source, o Options) (Summary, error) {
	return list(out, o, subscriberCells, func(after visitor.Subscriber) ([]visitor.Subscriber, error) {
		return from.SubscribersAfter(ctx, after.Email, page)
	})
}

func subscriberCells(s visitor.Subscriber, _ bool) []cell {
	return []cell{
		{"email", s.Email, true}, {"firstName", s.FirstName, true}, {"signedUp", instant(s.SignedUpAt), false}, {"confirmed", instant(s.ConfirmedAt), false},
		{"source", s.Source, false}, {"newspaper", s.Newspaper, true}, {"referer", s.Brand, false}, {"wording", s.Wording, true}, {"unsubscribe", s.Token, false},
	}
}

func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

// list writes records as rows of cells, page by page. read returns the page after a
// record; the first page comes after the zero value.
func list[T any](out io.Writer, o Options, cells func(one T, personal bool) []cell, read func(after T) ([]T, error)) (Summary, error) {
	var last T
	return write(out, o.Format, cells(last, o.Personal), func() (rows [][]cell, err error) {
		all, err := read(last)
		for _, one := range all {
			last = one
			rows = append(rows, cells(one, o.Personal))
		}
		return rows, err
	})
}

// write writes pages of rows until a page is not full. A CSV file begins with the
// names of the columns, which are those of sample, also where there is no row.
func write(out io.Writer, format Format, sample []cell, next func() ([][]cell, error)) (Summary, error) {
	var sum Summary
	row := ndjson(out)
	flush := func() error { return nil }
	switch format {
	case CSV:
		w := csv.NewWriter(out)
		row, flush = csvRow(w), func() error { w.Flush(); return w.Error() }
		if err := w.Write(columns(sample)); err != nil {
			return sum, fmt.Errorf("export: %w", err)
		}
	case NDJSON:
	default:
		return sum, fmt.Errorf("export: there is no format %q, only csv and ndjson", format)
	}
	for {
		rows, err := next()
		if err != nil {
			return sum, fmt.Errorf("export: %w", err)
		}
		for _, cells := range rows {
			if err := row(cells); err != nil {
				return sum, fmt.Errorf("export: %w", err)
			}
			sum.Rows++
			for _, c := range cells {
				if amount, ok := c.value.(money.Pence); ok {
					sum.add(c.column, amount)
				}
			}
		}
		if len(rows) < page {
			if err := flush(); err != nil {
				return sum, fmt.Errorf("export: %w", err)
			}
			return sum, nil
		}
	}
}

func columns(cells []cell) []string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = c.column
	}
	return names
}

func csvRow(w *csv.Writer) func([]cell) error {
	return func(cells []cell) error {
		values := make([]string, len(cells))
		for i, c := range cells {
			values[i] = fmt.Sprint(c.value)
			if c.free {
				values[i] = Cell(values[i])
			}
		}
		return w.Write(values)
	}
}

// Cell keeps a spreadsheet from reading a text as a formula.
func Cell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

func ndjson(out io.Writer) func([]cell) error {
	return func(cells []cell) error {
		var line bytes.Buffer
		for i, c := range cells {
			value, err := json.Marshal(c.value)
			if err != nil {
				return err
			}
			separator := ","
			if i == 0 {
				separator = "{"
			}
			fmt.Fprintf(&line, "%s%q:%s", separator, c.column, value)
		}
		line.WriteString("}\n")
		_, err := out.Write(line.Bytes())
		return err
	}
}

// Reconcile compares a settlement file with the whole ledger.
func Reconcile(ctx context.Context, from Source, file []ledger.Settled) ([]ledger.Difference, error) {
	var rows []ledger.Movement
	for last := (ledger.Movement{}); ; {
		all, err := from.MovementsAfter(ctx, last, page)
		if err != nil {
			return nil, fmt.Errorf("read the ledger: %w", err)
		}
		for _, m := range all {
			last = m
			if m.Kind.Settles() {
				rows = append(rows, m)
			}
		}
		if len(all) < page {
			return ledger.Reconcile(file, rows), nil
		}
	}
}
