package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
)

// paymentCommand lists and shows payments, and enters what a member of staff has found
// out at the provider.
func paymentCommand(ctx context.Context, args []string) error {
	o := newOptions("payment", "look after payments: payment list, payment show|resolve|refund|clear-alert ID, payment refund-stray ORDER")
	db := o.databaseFlags()
	staff := o.staffFlags()
	stuck := o.Bool("stuck", false, "list: only those that a member of staff must look at")
	as := o.String("as", "", "resolve: what the provider says: captured, cancelled, refunded or failed")
	method := o.String("method", string(payment.Card), "refund-stray: the method of the payment, worldpay or paypal")
	walletOrder := o.String("wallet-order", "", "refund-stray: the wallet's id of the order")
	action, id, err := o.action(args, "list", "payment: say list, or show, resolve, refund or clear-alert and the id of a payment, or refund-stray and an order code")
	if err != nil {
		return err
	}
	return db.with(ctx, func(s *store.Store) (err error) {
		payments := paymentsOf(s)
		if action == "list" {
			return listPayments(ctx, payments, *stuck)
		}
		switch action {
		case "refund-stray":
			return staff.act(func(by payment.StaffMember) error {
				return payments.RefundStray(ctx, payment.Stray{Method: payment.Method(*method), Order: id, ProviderRef: *walletOrder}, by)
			})
		case "show":
		case "resolve":
			err = staff.act(func(by payment.StaffMember) error { return payments.Resolve(ctx, id, payment.Outcome(*as), by) })
		case "refund":
			err = staff.act(func(by payment.StaffMember) error { return payments.RefundAgain(ctx, id, by) })
		case "clear-alert":
			err = staff.act(func(by payment.StaffMember) error { return payments.ClearAlert(ctx, id, by) })
		default:
			return fmt.Errorf("payment: there is no %q, only list, show, resolve, refund, clear-alert and refund-stray", action)
		}
		if err != nil {
			return inWords("payment "+id, err)
		}
		a, found, err := payments.ShowPayment(ctx, id)
		if err != nil {
			return inWords("payment "+id, err)
		}
		return printPayment(a, found)
	})
}

func listPayments(ctx context.Context, payments *payment.Service, stuck bool) error {
	all, err := payments.Unsettled(ctx, stuck, listMost+1)
	if err != nil {
		return err
	}
	return printList("PAYMENT\tBOOKING\tSTATE\tAMOUNT\tBEGAN\tALERT", all, func(a payment.Attempt) string {
		return fmt.Sprintf("%s\t%s\t%s\t£%s\t%s\t%s", a.ID, a.Ref, a.State, a.Amount, a.CreatedAt.Format(time.DateTime), a.Alert)
	})
}

// printPayment prints a payment without personal data.
func printPayment(a payment.Attempt, found payment.Overview) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	lastCall := "none"
	if !a.LastCallAt.IsZero() {
		lastCall = a.LastCallAt.Format(time.DateTime)
	}
	outcomes := []string{}
	for _, o := range a.Outcomes() {
		outcomes = append(outcomes, string(o))
	}
	for _, line := range [][2]any{
		{"Payment", a.ID}, {"Booking", found.Booking.Shown}, {"Order code", a.OrderCode}, {"Method", a.Method}, {"Amount", "£" + a.Amount.String()},
		{"State", a.State}, {"Last answer", a.Note}, {"Alert", a.Alert}, {"Being refunded", "£" + a.ToRefund.String()},
		{"Last call", lastCall}, {"Can be resolved as", strings.Join(outcomes, ", ")},
	} {
		fmt.Fprintf(w, "%s\t%v\n", line[0], line[1])
	}
	printHistory(w, found, func(attempt string) bool { return attempt == a.ID })
	if err := w.Flush(); err != nil {
		return fmt.Errorf("print the payment: %w", err)
	}
	return nil
}
