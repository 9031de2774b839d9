package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/date"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// eraseCommand deletes what a person left under an e-mail address, or the personal
// details of one booking, or both because the person has asked for it in My Holidays. The
// rest of a booking stays: the law requires the records.
func eraseCommand(ctx context.Context, args []string) error {
	o := newOptions("erase", "delete what a person left apart from bookings, or the personal details of a booking, or both as asked for in My Holidays: erase --email ADDRESS|--booking REF|--request ADDRESS --why REASON, erase --requests")
	db := o.databaseFlags()
	staff := o.staffFlags()
	email := o.String("email", "", "the person's e-mail address")
	reference := o.String("booking", "", "reference of a booking whose personal details are erased")
	list := o.Bool("requests", false, "list the requests for erasure from My Holidays that nobody has carried out")
	asked := o.String("request", "", "the address of such a request: also its bookings are erased whose stays are over or that are cancelled")
	secret := o.secretString("secret", "the servers' HOLIDAYMAKER_SECRET, for --request; empty: the one in the database")
	if err := o.parse(args); err != nil {
		return err
	}
	said := 0
	for _, is := range []bool{*email != "", *reference != "", *list, *asked != ""} {
		if is {
			said++
		}
	}
	address := strings.ToLower(strings.TrimSpace(*email + *asked))
	if said != 1 || !booking.ValidEmail(address) {
		o.Usage()
		return errors.New("erase: say the address with --email, the reference with --booking, or --requests, or the address of a request with --request")
	}
	return db.with(ctx, func(s *store.Store) (err error) {
		switch {
		case *list:
			return printErasureRequests(ctx, s)
		case *reference != "":
			return eraseBooking(ctx, s, *reference, staff)
		case strings.Contains(strings.ToLower(*staff.why), address):
			return errors.New("--why is recorded: leave the address out of it")
		case *asked != "":
			return carryOutErasure(ctx, s, address, *secret, staff)
		}
		if err := eraseAddress(ctx, s, address, staff); err != nil {
			return err
		}
		fmt.Println("Bookings under the address were kept: erase their details with --booking. E-mails that were sent, and backups, are not reached by this command: see docs/backup.md.")
		return nil
	})
}

// eraseBooking erases the personal details of a booking.
func eraseBooking(ctx context.Context, s *store.Store, reference string, staff staffFlags) error {
	err := staff.act(func(by payment.StaffMember) error {
		return errors.Join(paymentsOf(s).Erase(ctx, reference, by), s.Overwrite(ctx))
	})
	if err == nil {
		fmt.Printf("Erased the personal details of booking %s. E-mails that were sent, and backups, are not reached by this command: see docs/backup.md.\n", reference)
	}
	return inWords("booking "+reference, err)
}

// eraseAddress deletes what a person left under an address apart from bookings.
func eraseAddress(ctx context.Context, s *store.Store, address string, staff staffFlags) error {
	return staff.act(func(by payment.StaffMember) error {
		found, err := s.Erase(ctx, address, by)
		if err == nil {
			err = s.Overwrite(ctx)
		}
		if err == nil {
			fmt.Printf("Done: %s.\n", strings.Join(found.Steps(), ", "))
		}
		return err
	})
}

func printErasureRequests(ctx context.Context, s *store.Store) error {
	all, err := s.ErasureRequests(ctx)
	if err != nil {
		return err
	}
	return printList("ASKED\tDONE BY\tADDRESS", all, func(r myholidays.ErasureRequest) string {
		return date.In(r.AskedAt).String() + "\t" + date.In(r.Due()).String() + "\t" + r.Email
	})
}

// carryOutErasure erases everything under an address that may be erased now. The request stays
// while a booking under it has its details.
func carryOutErasure(ctx context.Context, s *store.Store, address, secret string, staff staffFlags) error {
	keys, err := server.DigestKeys(ctx, s, secret)
	if err != nil {
		return fmt.Errorf("erase: %w", err)
	}
	bookings := bookingsOf(s, keys)
	found, err := bookings.OfEmail(ctx, address)
	if err != nil {
		return err
	}
	for _, b := range found {
		var refusal payment.Refusal
		err := eraseBooking(ctx, s, b.Shown, staff)
		switch {
		case errors.As(err, &refusal):
			fmt.Println(err)
		case err != nil:
			return err
		}
	}
	if err := eraseAddress(ctx, s, address, staff); err != nil {
		return err
	}
	// Also those beyond booking.MostOfEmail, open holds, and bookings that cannot be read.
	kept, err := bookings.RefsOfEmail(ctx, address)
	if err != nil {
		return err
	}
	if len(kept) > 0 {
		return fmt.Errorf("bookings keep their details: %s; type the command again, and once more when their stays are over; the request stays", strings.Join(kept, ", "))
	}
	return s.EndErasureRequest(ctx, address)
}
