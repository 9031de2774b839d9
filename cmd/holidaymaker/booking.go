package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
)

// bookingCommand is the operator's tool for one booking. Money is moved by the
// running server, which finds the order in the database.
func bookingCommand(ctx context.Context, args []string) (err error) {
	o := newOptions("booking", "show, cancel or refund a booking: booking show|cancel|refund REF")
	data := o.String("data", "data", "directory of the database")
	db := o.String("db", "", "postgres://… instead of SQLite in the data directory")
	rest, err := o.parse(args)
	if err != nil {
		return err
	}
	if len(rest) > 2 { // flags may follow the words
		words := rest[:2]
		if _, err := o.parse(rest[2:]); err != nil {
			return err
		}
		rest = words
	}
	if len(rest) != 2 {
		o.Usage()
		return errors.New("booking: say show, cancel or refund, and a reference")
	}
	s, err := openStore(ctx, *data, *db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	bookings := booking.New(booking.Config{Store: s.Bookings()})
	payments := payment.New(payment.Config{Store: s.Payments(), Bookings: bookings, Clock: s.Now})
	action, reference := rest[0], rest[1]
	switch action {
	case "show":
	case "cancel":
		err = payments.Cancel(ctx, reference)
	case "refund":
		err = payments.Refund(ctx, reference)
	default:
		return fmt.Errorf("booking: there is no %q, only show, cancel and refund", action)
	}
	if err != nil {
		return inWords(reference, err)
	}
	found, err := payments.Show(ctx, reference)
	if err != nil {
		return inWords(reference, err)
	}
	return printBooking(found)
}

// inWords says what an operator needs to know of a refusal.
func inWords(reference string, err error) error {
	if errors.Is(err, booking.ErrNoRow) {
		return fmt.Errorf("there is no booking %s", reference)
	}
	if refused, ok := booking.FailureOf(err); ok {
		return fmt.Errorf("booking %s: %s", reference, refused.Message)
	}
	return err
}

// printBooking shows a booking without personal data.
func printBooking(found payment.Overview) error {
	b := found.Booking
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	for _, line := range [][2]any{
		{"Reference", b.Shown}, {"State", b.State}, {"Park", b.Stay.ParkName + " (" + b.Stay.ParkID + ")"},
		{"Unit type", b.Stay.UnitDesc + " (" + b.Stay.UnitTypeID + ")"},
		{"Arrival", b.Stay.Arrival}, {"Nights", b.Stay.Nights}, {"Party", b.Party.Size()},
		{"Total", "£" + b.Total.String()}, {"Paid", "£" + b.AmountPaid.String()}, {"Outstanding", "£" + b.Outstanding().String()},
	} {
		fmt.Fprintf(w, "%s\t%v\n", line[0], line[1])
	}
	for _, attempt := range found.Attempts {
		fmt.Fprintf(w, "Payment %s\t£%s, %s, %s\n", attempt.ID, attempt.Amount, attempt.Method, attempt.State)
	}
	return w.Flush()
}
