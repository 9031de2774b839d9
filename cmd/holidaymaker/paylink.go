package main

import (
	"context"
	"fmt"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// linkFlags are the flags of the command that makes links by which others pay.
type linkFlags struct {
	name, base, end *string
	days            *int
}

// linkFlags adds the flags of the command that makes links by which others pay.
func (o *options) linkFlags() linkFlags {
	return linkFlags{
		name: o.String("name", "", "pay-link: what the guest sees it called, such as who is to pay"),
		base: o.String("base-url", "", "pay-link: address under which visitors reach the site, for a whole link"),
		end:  o.String("end", "", "pay-link: the link, or what follows its #, to take back"),
		days: o.Int("days", 14, "pay-link: for how many days it is valid, at the latest until the day before which the balance must be paid"),
	}
}

// act makes a link by which somebody else pays an amount or, without one, all that is left to
// pay, and prints it. With --end it takes one back.
func (f linkFlags) act(ctx context.Context, s *store.Store, payments *payment.Service, reference, amount, secret string, staff staffFlags) error {
	keys, err := server.PaymentKeys(ctx, s, secret)
	if err != nil {
		return err
	}
	payments.Keys = keys
	if *f.end != "" {
		link := (*f.end)[strings.LastIndexByte(*f.end, '#')+1:]
		return staff.act(func(by payment.StaffMember) error { return payments.TakeLinkBack(ctx, reference, link, by) })
	}
	token := ""
	err = staff.act(func(by payment.StaffMember) (err error) {
		token, err = payments.MakeLink(ctx, reference, booking.Share{Name: *f.name, Amount: amount}, *f.days, by)
		return err
	})
	if err == nil {
		fmt.Println(strings.TrimSuffix(*f.base, "/") + payment.LinkPath(token))
	}
	return err
}
