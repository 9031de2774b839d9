package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/store"
)

// voucherCommand issues, shows or ends a voucher.
func voucherCommand(ctx context.Context, args []string) error {
	o := newOptions("voucher", "issue, show or end a voucher: voucher issue, voucher show|void CODE")
	db := o.databaseFlags()
	staff := o.staffFlags()
	amount := o.String("amount", "", "issue: how many pounds, such as 50 or 12.34")
	expires := o.String("expires", "", "issue: the last day on which it can be used, such as 2027-12-31")
	purpose := o.String("for", "", "issue: what it is for, such as the reference of a booking; kept for ever, so no names")
	action, code, err := o.action(args, "issue", "voucher: say issue, or show or void and a code")
	if err != nil {
		return err
	}
	return db.with(ctx, func(s *store.Store) (err error) {
		payments := paymentsOf(s)
		if action == "issue" {
			return issueVoucher(ctx, payments, staff, *amount, *expires, *purpose)
		}
		code = strings.ToUpper(strings.TrimSpace(code))
		switch action {
		case "show":
		case "void":
			err = staff.act(func(by payment.StaffMember) error { return payments.VoidVoucher(ctx, code, by) })
		default:
			return fmt.Errorf("voucher: there is no %q, only issue, show and void", action)
		}
		if err != nil {
			return inWords("voucher "+code, err)
		}
		return showVoucher(ctx, payments, code)
	})
}

func issueVoucher(ctx context.Context, payments *payment.Service, staff staffFlags, amount, expires, purpose string) error {
	pence, err := money.Parse(amount)
	if err != nil {
		return errors.New("voucher issue: say --amount in pounds, such as 12.34")
	}
	until, err := date.ParseISO(expires)
	if err != nil {
		return errors.New("voucher issue: say --expires as a day, such as 2027-12-31")
	}
	var code string
	err = staff.act(func(by payment.StaffMember) (err error) {
		code, err = payments.IssueVoucher(ctx, payment.NewVoucher{Amount: pence, Until: until, Purpose: purpose}, by)
		return err
	})
	if err != nil {
		return inWords("voucher", err)
	}
	return showVoucher(ctx, payments, code)
}

// showVoucher prints a voucher with its history, and what contradicts itself in it.
func showVoucher(ctx context.Context, payments *payment.Service, code string) error {
	v, err := payments.ShowVoucher(ctx, code)
	if err != nil {
		return inWords("voucher "+code, err)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	from, until := "a member of staff", v.Until
	if v.FromCatalogue {
		from = "the catalogue"
	}
	if until == "" {
		until = "no end"
	}
	for _, line := range [][2]string{{"Voucher", v.Code}, {"From", from}, {"For", v.Purpose}, {"Valid until", until}, {"Left", "£" + v.Left().String()}} {
		fmt.Fprintf(w, "%s\t%s\n", line[0], line[1])
	}
	var left money.Pence
	fmt.Fprintln(w, "TIME\tWHAT\tAMOUNT\tLEFT\tBOOKING\tWHO\tWHY")
	for _, l := range v.Lines {
		left += l.Amount
		at := "with the next use"
		if !l.At.IsZero() {
			at = l.At.Format(time.DateTime)
		}
		fmt.Fprintf(w, "%s\t%s\t£%s\t£%s\t%s\t%s\t%s\n", at, l.Kind, l.Amount, left, l.Ref, who(l), l.Cause)
	}
	return errors.Join(w.Flush(), v.Check())
}

// who says who caused a line of a voucher's history.
func who(l ledger.VoucherLine) string {
	switch {
	case l.By != "":
		return l.By
	case l.Ref != "":
		return "the booking"
	}
	return "the server"
}
