package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
)

// eraseCommand deletes what a person left under an e-mail address. Bookings stay:
// the law requires their records for six years.
func eraseCommand(ctx context.Context, args []string) (err error) {
	o := newOptions("erase", "delete what a person left apart from bookings: erase --email ADDRESS --why REASON")
	db := o.databaseFlags()
	operator := o.operatorFlags()
	email := o.String("email", "", "the person's e-mail address")
	if _, err := o.parse(args); err != nil {
		return err
	}
	if !booking.ValidEmail(strings.TrimSpace(*email)) {
		o.Usage()
		return errors.New("erase: say the address with --email")
	}
	s, err := db.existing(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return operator.act(func(by payment.Operator) error {
		if strings.Contains(strings.ToLower(by.Why), strings.ToLower(strings.TrimSpace(*email))) {
			return errors.New("--why is recorded: leave the address out of it")
		}
		found, err := s.Erase(ctx, *email, by)
		if err != nil {
			return err
		}
		fmt.Printf("Deleted: %d newsletter subscriptions, %d messages, %d waiting e-mails.\n", found.Subscriptions, found.Messages, found.Jobs)
		fmt.Println("Bookings under the address were kept. E-mails that were sent, and copies of the database, are not reached by this command.")
		return nil
	})
}
