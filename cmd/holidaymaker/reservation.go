package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
)

// reservationCommand lists the bookings that parks have not acknowledged, shows what
// partners know of one, or has one sent again. A running server sends it.
func reservationCommand(ctx context.Context, args []string) error {
	o := newOptions("reservation", "list the bookings that parks have not acknowledged, show what partners know of one, or send one again: reservation list, reservation show|resend REF")
	db := o.databaseFlags()
	staff := o.staffFlags()
	action, reference, err := o.action(args, "list", "reservation: say list, or show or resend and a reference")
	if err != nil {
		return err
	}
	return db.with(ctx, func(s *store.Store) error {
		switch action {
		case "list":
			return listReservations(ctx, s)
		case "show":
			return showReservations(ctx, s, reference)
		case "resend":
			return staff.act(func(by payment.StaffMember) error { return resend(ctx, s, reference, by) })
		}
		return fmt.Errorf("reservation: there is no %q, only list, show and resend", action)
	})
}

func listReservations(ctx context.Context, s *store.Store) error {
	all, err := s.ReservationsOpen(ctx, listMost+1)
	if err != nil {
		return fmt.Errorf("list reservations: %w", err)
	}
	return printList("BOOKING\tPARTNER\tVERSION\tSTATUS\tSINCE\tLAST SENT\tWHY", all, func(r reservation.Row) string {
		why := r.Error
		if r.Status() == reservation.Refused {
			why = r.Refusal
		}
		return fmt.Sprintf("%s\t%s\t%d\t%s\t%s\t%s\t%s", r.Ref, r.Partner, r.Version, r.Status(), moment(r.Waiting), moment(r.SentAt), why)
	})
}

// moment writes an instant, and "never" for none.
func moment(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.Format(time.DateTime)
}

// reservationsOf reads the reservations of a booking.
func reservationsOf(ctx context.Context, s *store.Store, reference string) (b booking.Booking, rows []reservation.Row, err error) {
	err = s.Reservations().View(ctx, func(tx reservation.Tx) (err error) {
		if b, err = booking.Find(tx, reference); err == nil {
			rows, err = tx.Reservations(b.Ref)
		}
		return err
	})
	return b, rows, inWords("booking "+reference, err)
}

func showReservations(ctx context.Context, s *store.Store, reference string) error {
	b, rows, err := reservationsOf(ctx, s, reference)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "booking\t%s, %s, %s\n", b.Shown, b.State, b.Stay.ParkName)
	for _, r := range rows {
		fmt.Fprintf(w, "\npartner\t%s\n", r.Partner)
		if !r.Present {
			fmt.Fprintln(w, "\tthe booking has moved to another park: this partner must give it up")
		}
		for _, line := range [][2]string{
			{"status", fmt.Sprintf("%s, version %d; acknowledged is %d", r.Status(), r.Version, r.Acked)}, {"their number", r.Number}, {"last sent", moment(r.SentAt)},
			{"acknowledged", moment(r.AckedAt)}, {"refusal", r.Refusal}, {"error", r.Error}, {"warning", r.Warning},
		} {
			if line[1] != "" {
				fmt.Fprintf(w, "%s\t%s\n", line[0], line[1])
			}
		}
	}
	if rows == nil {
		fmt.Fprintln(w, "\tno partner was told of it")
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("print the reservations: %w", err)
	}
	return nil
}

// resend has a server send a booking again to the partner that takes it now, even if it was
// refused or acknowledged, or if the partner's address was gone.
func resend(ctx context.Context, s *store.Store, reference string, by payment.StaffMember) error {
	b, _, err := reservationsOf(ctx, s, reference)
	if err != nil {
		return err
	}
	if !b.ToldToPark() {
		return fmt.Errorf("booking %s was not made here, or was never paid: no park is told of it", b.Shown)
	}
	step := fmt.Sprintf("booking %s is sent again, until it is acknowledged, to the partner that takes the bookings of %s", b.Shown, b.Stay.ParkName)
	if err := by.Agreed(step); err != nil {
		return err
	}
	err = s.Reservations().Update(ctx, func(tx reservation.Tx) error {
		if _, err := tx.LockBooking(b.Ref); err != nil {
			return err
		}
		if err := booking.TellLater(tx, booking.Change{Ref: b.Ref, Again: true}); err != nil {
			return err
		}
		return tx.AddAction(payment.Action{At: tx.Now(), By: by.By, Why: by.Why, Command: "reservation resend", Ref: b.Ref, Done: step})
	})
	if err != nil {
		return fmt.Errorf("resend booking %s: %w", b.Shown, err)
	}
	return nil
}
