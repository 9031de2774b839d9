package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
)

// eraseCommand deletes what a person left under an e-mail address, or the personal
// details of one booking. The rest of a booking stays: the law requires the
// records.
func eraseCommand(ctx context.Context, args []string) error {
	o := newOptions("erase", "delete what a person left apart from bookings, or the personal details of a booking: erase --email ADDRESS|--booking REF --why REASON")
	db := o.databaseFlags()
	staff := o.staffFlags()
	email := o.String("email", "", "the person's e-mail address")
	reference := o.String("booking", "", "reference of a booking whose personal details are erased")
	if err := o.parse(args); err != nil {
		return err
	}
	address := strings.TrimSpace(*email)
	if (address == "") == (*reference == "") || !booking.ValidEmail(address) {
		o.Usage()
		return errors.New("erase: say the address with --email, or the reference with --booking")
	}
	return db.with(ctx, func(s *store.Store) (err error) {
		if *reference != "" {
			err := staff.act(func(by payment.StaffMember) error {
				return errors.Join(paymentsOf(s).Erase(ctx, *reference, by), s.Overwrite(ctx))
			})
			if err == nil {
				fmt.Printf("Erased the personal details of booking %s. E-mails that were sent, and backups, are not reached by this command: see docs/backup.md.\n", *reference)
			}
			return inWords("booking "+*reference, err)
		}
		return staff.act(func(by payment.StaffMember) error {
			if strings.Contains(strings.ToLower(by.Why), strings.ToLower(address)) {
				return errors.New("--why is recorded: leave the address out of it")
			}
			found, err := s.Erase(ctx, address, by)
			if err == nil {
				err = s.Overwrite(ctx)
			}
			if err != nil {
				return err
			}
			fmt.Printf("Done: %s.\n", strings.Join(found.Steps(), ", "))
			fmt.Println("Bookings under the address were kept: erase their details with --booking. E-mails that were sent, and backups, are not reached by this command: see docs/backup.md.")
			return nil
		})
	})
}
