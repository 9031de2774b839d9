package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/livefile"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// bookingCommand shows, cancels or refunds one booking, or imports bookings. It
// does not call the card provider itself: it writes a job to the database, and
// a running server does it.
func bookingCommand(ctx context.Context, args []string) error {
	o := newOptions("booking", "show, cancel, refund, change, move or re-address a booking, let others pay for it, end the access to it, list overdue balances, or import some: booking show|cancel|refund|change|move|email|pay-link|sign-out REF, booking overdue, booking import FILE")
	db := o.databaseFlags()
	secret := o.secretString("secret", "the servers' HOLIDAYMAKER_SECRET, for import, email and pay-link; empty: the one in the database")
	staff := o.staffFlags()
	back := o.returnFlags()
	stay := o.stayFlags()
	link := o.linkFlags()
	address := o.String("to", "", "email: the right address; the confirmation is sent there")
	action, subject, err := o.action(args, "overdue", "booking: say show, cancel, refund, change, move, email, pay-link or sign-out and a reference, overdue, or import and a file")
	if err != nil {
		return err
	}
	return db.with(ctx, func(s *store.Store) (err error) {
		if action == "import" {
			return importBookings(ctx, s, subject, *secret)
		}
		if action == "overdue" {
			return printOverdue(ctx, s)
		}
		payments, reference := paymentsOf(s), subject
		switch action {
		case "email":
			var keys keyring.Ring
			if keys, err = server.DigestKeys(ctx, s, *secret); err == nil {
				payments.Bookings = bookingsOf(s, keys)
				err = staff.act(func(by payment.StaffMember) error { return payments.SetEmail(ctx, reference, *address, by) })
			}
		case "show":
		case "cancel", "refund":
			var c payment.Change
			if c, err = back.change(ctx, payments, action, reference); err == nil {
				err = staff.act(func(by payment.StaffMember) error { return payments.Change(ctx, reference, c, by) })
			}
		case "change", "move":
			err = stay.act(ctx, s, payments, action, reference, staff)
		case "pay-link":
			err = link.act(ctx, s, payments, reference, *back.amount, *secret, staff)
		case "sign-out":
			err = staff.act(func(by payment.StaffMember) error { return payments.SignOut(ctx, reference, by) })
		default:
			return fmt.Errorf("booking: there is no %q, only show, cancel, refund, change, move, email, pay-link, sign-out, overdue and import", action)
		}
		if err != nil {
			return inWords("booking "+reference, err)
		}
		found, err := payments.Show(ctx, reference)
		if err != nil {
			return inWords("booking "+reference, err)
		}
		return printBooking(found)
	})
}

// printOverdue lists the balances that should have been paid, without personal details.
func printOverdue(ctx context.Context, s *store.Store) error {
	overdue, err := booking.New(booking.Config{Store: s.Bookings()}).BalancesOverdue(ctx)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "BOOKING\tOUTSTANDING\tDUE BEFORE\tARRIVAL\tPARK")
	for _, b := range overdue {
		due, _ := date.Parse(b.BalanceDue) // it was read before
		fmt.Fprintf(out, "%s\t£%s\t%s\t%s\t%s\n", b.Shown, b.Outstanding(), due.ISO(), b.Stay.Arrival.ISO(), b.Stay.ParkName)
	}
	return out.Flush()
}

// paymentsOf returns the payments of a database. They have no provider.
func paymentsOf(s *store.Store) *payment.Service {
	return payment.New(payment.Config{Store: s.Payments(), Bookings: bookingsOf(s, keyring.Ring{}), Clock: s.Now})
}

// bookingsOf returns the bookings of a database. A running server tells parks what a command
// changes. keys may be empty where no e-mail address changes.
func bookingsOf(s *store.Store, keys keyring.Ring) *booking.Service {
	return booking.New(booking.Config{Store: s.Bookings(), Keys: keys, ServerTells: true})
}

// stayFlags are the flags of the commands that give a booking another stay.
type stayFlags struct {
	unit, day *string
	nights    *int
}

// stayFlags adds the flags of the commands that give a booking another stay.
func (o *options) stayFlags() stayFlags {
	return stayFlags{
		unit:   o.String("unit", "", "change, move: the id of the unit type to go to; empty: it stays"),
		day:    o.String("date", "", "change, move: the day of arrival, such as 2027-05-01; empty: it stays"),
		nights: o.Int("nights", 0, "change: how many nights; 0: as many as before"),
	}
}

// act moves a booking, or changes its stay as its guest may: by the terms of the booking.
func (f stayFlags) act(ctx context.Context, s *store.Store, payments *payment.Service, action, reference string, staff staffFlags) error {
	to, err := f.destination(ctx, s)
	if err != nil {
		return err
	}
	if action == "move" {
		if to.Nights != 0 {
			return errors.New("--nights belongs to change: a move keeps the nights")
		}
		return staff.act(func(by payment.StaffMember) error { return payments.Move(ctx, reference, to, by) })
	}
	if to.Unit == nil {
		found, err := payments.Show(ctx, reference)
		if err != nil {
			return err
		}
		if to.Unit, err = unitOf(ctx, s, found.Booking.Stay.UnitTypeID); err != nil {
			return err
		}
	}
	return staff.act(func(by payment.StaffMember) error {
		return payments.Change(ctx, reference, payment.Change{Kind: payment.ChangeStay, To: to}, by)
	})
}

// destination reads the flags.
func (f stayFlags) destination(ctx context.Context, s *store.Store) (to booking.Destination, err error) {
	if to.Nights = *f.nights; *f.unit == "" && *f.day == "" && to.Nights == 0 {
		return to, errors.New("say what is new: --unit, --date or, for change, --nights")
	}
	if to.Nights < 0 {
		return to, errors.New("--nights is a number of nights, such as 7")
	}
	if *f.day != "" {
		if to.Arrival, err = date.ParseAny(*f.day); err != nil {
			return to, errors.New("--date " + *f.day + " is not a day, such as 2027-05-01 or 01/05/2027")
		}
	}
	if *f.unit != "" {
		to.Unit, err = unitOf(ctx, s, *f.unit)
	}
	return to, err
}

// unitOf finds a unit type that is on sale.
func unitOf(ctx context.Context, s *store.Store, id string) (*booking.Unit, error) {
	found, err := s.Unit(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, fmt.Errorf("unit type %s is not on sale", id)
	}
	if err != nil {
		return nil, err
	}
	return &found, nil
}

// inWords returns an error with a text for staff. what is a booking or
// payment with its name.
func inWords(what string, err error) error {
	var refusal payment.Refusal
	if errors.Is(err, booking.ErrNoRow) {
		return fmt.Errorf("there is no %s", what)
	}
	if errors.As(err, &refusal) {
		if strings.HasPrefix(refusal.Error(), what+" ") {
			return refusal
		}
		return fmt.Errorf("%s: %w", what, refusal)
	}
	if refused, ok := booking.FailureOf(err); ok {
		return fmt.Errorf("%s: %s", what, refused.Message)
	}
	return err
}

// printBooking prints a booking without personal data.
func printBooking(found payment.Overview) error {
	b := found.Booking
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	times := b.Times()
	for _, line := range [][2]any{
		{"Reference", b.Shown}, {"State", b.State}, {"Park", b.Stay.ParkName + " (" + b.Stay.ParkID + ")"},
		{"Operator", orUnknown("", b.Stay.OperatorName)},
		{"Unit type", b.Stay.UnitDesc + " (" + b.Stay.UnitTypeID + ")"},
		{"Arrival", b.Stay.Arrival}, {"Nights", b.Stay.Nights},
		{"Check in", orUnknown("from ", times.CheckIn)}, {"Check out", orUnknown("by ", times.CheckOut)},
		{"Party", strings.TrimSpace(fmt.Sprint(b.Party.Size(), " ", b.Party.DogsText()))},
	} {
		fmt.Fprintf(w, "%s\t%v\n", line[0], line[1])
	}
	for _, line := range b.PriceLines() {
		amount := "£" + line.Amount.String()
		if line.Amount < 0 {
			amount = "-£" + (-line.Amount).String()
		}
		fmt.Fprintf(w, "%s\t%s\n", shownLine(b, line), amount)
		for _, note := range line.Notes {
			fmt.Fprintf(w, "\t%s\n", note)
		}
	}
	for _, line := range [][2]any{
		{"Total", "£" + b.Total.String()}, {"Paid", "£" + b.AmountPaid.String()}, {"Outstanding", "£" + b.Outstanding().String()}, {"Personal details", found.Details},
	} {
		fmt.Fprintf(w, "%s\t%v\n", line[0], line[1])
	}
	if b.State == booking.Confirmed && b.Outstanding() > 0 {
		fmt.Fprintf(w, "Balance\t%s\n", balanceText(found))
	}
	for _, attempt := range found.Attempts {
		fmt.Fprintf(w, "Payment %s\t£%s, %s, %s\n", attempt.ID, attempt.Amount, attempt.Method, attempt.State)
		if attempt.Alert != "" {
			fmt.Fprintf(w, "\tneeds attention: %s\n", attempt.Alert)
		}
	}
	printHistory(w, found, func(string) bool { return true })
	return errors.Join(w.Flush(), found.Audit())
}

// shownLine is the label of a part of the price. The code of a voucher may have
// something left, so staff see its digest.
func shownLine(b booking.Booking, line booking.PriceLine) string {
	if b.Discount.Kind == booking.VoucherDiscount && line.Label == b.Discount.Label() {
		return "Voucher (" + ledger.VoucherDigest(b.Discount.Code) + ")"
	}
	return line.Label
}

// orUnknown returns a text with a prefix, or says that it is not known.
func orUnknown(prefix, text string) string {
	if text == "" {
		return "not known"
	}
	return prefix + text
}

// balanceText says how much of a confirmed booking is left to pay, to whom, and before
// which day.
func balanceText(found payment.Overview) string {
	b := found.Booking
	deposit := booking.DepositDue(b, found.Movements)
	balance, to := b.Outstanding()-deposit, " to be paid to us"
	if b.BalanceToOperator() {
		to = " payable direct to the park operator"
	}
	if b.BalanceDue != "" {
		to += " before " + b.BalanceDue
	}
	var parts []string
	if balance > 0 {
		parts = append(parts, "£"+balance.String()+to)
	}
	if deposit > 0 {
		parts = append(parts, "£"+deposit.String()+" of the deposit to be paid to us")
	}
	return strings.Join(parts, ", and ")
}

// importBookings imports confirmed bookings that were made in another system. A
// database without a recorded card provider is marked as one with real
// bookings.
func importBookings(ctx context.Context, s *store.Store, name, secret string) error {
	file, err := livefile.OpenRegular(name)
	if err != nil {
		return fmt.Errorf("import bookings: %w", err)
	}
	defer file.Close()
	keys, err := server.DigestKeys(ctx, s, secret)
	if err != nil {
		return fmt.Errorf("import bookings: %w", err)
	}
	bookings := booking.New(booking.Config{Store: s.Bookings(), Keys: keys})
	first := true
	report, err := feed.Bookings(name, file, func(b booking.Booking) error {
		if first {
			first = false
			if err := recordLive(ctx, s); err != nil {
				return err
			}
		}
		return bookings.Import(ctx, b)
	})
	printBadRows(report)
	if err == nil || errors.Is(err, feed.ErrLeftOut) {
		fmt.Printf("%d bookings from %d rows\n", report.Entities, report.Rows)
	}
	return err
}

// recordLive records that a database has real bookings, unless something is
// recorded already.
func recordLive(ctx context.Context, s *store.Store) error {
	found, err := s.Inspect(ctx)
	if err == nil && found.Provider == "" {
		_, err = s.RecordProvider(ctx, store.ProviderLive)
	}
	return err
}
