package main

import (
	"context"
	"errors"
	"fmt"

	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
)

// returnFlags are the flags of the commands that cancel a booking or give money back.
type returnFlags struct {
	amount, bears                            *string
	fee, keep, overpaid, goodwill, byMistake *bool
}

// returnFlags adds the flags of the commands that cancel a booking or give money back.
func (o *options) returnFlags() returnFlags {
	return returnFlags{
		amount:    o.String("amount", "", "cancel, refund, pay-link: this many pounds, such as 12.34; empty: cancel as the terms of the booking say, refund everything that was paid, ask for all that is left to pay"),
		bears:     o.String("bears", "", "with --goodwill, or cancel --amount: who bears it, operator, we or half; empty: the operator"),
		fee:       o.Bool("fee", false, "refund: keep the rest as a fee, so that it is not refunded later"),
		keep:      o.Bool("keep", false, "cancel: give nothing back for now, whatever the terms say"),
		overpaid:  o.Bool("overpaid", false, "refund: what was paid too much, or --amount of it; the booking stays"),
		goodwill:  o.Bool("goodwill", false, "refund: the price falls by --amount, because something was wrong; what is then paid too much is refunded, and the booking stays"),
		byMistake: o.Bool("mistake", false, "refund: --amount was taken by mistake and is to be paid again; the booking stays"),
	}
}

// change returns the change that a command asks for.
func (f returnFlags) change(ctx context.Context, payments *payment.Service, action, reference string) (c payment.Change, err error) {
	if *f.amount != "" {
		if c.Amount, err = money.Parse(*f.amount); err != nil || c.Amount < 0 {
			return c, fmt.Errorf("--amount %s is not an amount in pounds, such as 12.34", *f.amount)
		}
	}
	switch c.Bears = payment.Bearer(*f.bears); c.Bears {
	case "", payment.OperatorBears, payment.WeBear, payment.HalfEach:
	default:
		return c, fmt.Errorf("--bears is operator, we or half, not %q", *f.bears)
	}
	if action == "cancel" {
		return f.cancel(ctx, payments, reference, c)
	}
	return f.refund(c)
}

// cancel reads the flags of a cancellation. Without any, the terms of the booking count;
// where it has none, nothing goes back for now.
func (f returnFlags) cancel(ctx context.Context, payments *payment.Service, reference string, c payment.Change) (payment.Change, error) {
	switch {
	case *f.fee || *f.overpaid || *f.goodwill || *f.byMistake:
		return c, errors.New("--fee, --overpaid, --goodwill and --mistake belong to a refund")
	case *f.keep && *f.amount != "":
		return c, errors.New("--keep gives nothing back: say no --amount")
	case *f.amount != "":
		c.Kind, c.KeepRest, c.Command = payment.CancelReturning, true, "booking cancel"
		return c, nil
	}
	c.Kind = payment.CancelKeeping
	found, err := payments.Show(ctx, reference)
	if err == nil && !*f.keep && len(found.Booking.Stay.Cancellation.Steps) > 0 {
		c.Kind = payment.CancelByTerms
	}
	return c, err
}

// refund reads the flags of a refund.
func (f returnFlags) refund(c payment.Change) (payment.Change, error) {
	why := 0
	for flag, kind := range map[*bool]payment.ChangeKind{f.overpaid: payment.PaidTooMuch, f.goodwill: payment.SomethingWrong, f.byMistake: payment.TakenByMistake} {
		if *flag {
			c.Kind, why = kind, why+1
		}
	}
	switch {
	case *f.keep:
		return c, errors.New("--keep belongs to cancel")
	case why > 1:
		return c, errors.New("say one reason: --overpaid, --goodwill or --mistake")
	case why == 1 && *f.fee:
		return c, errors.New("--fee keeps the rest of a booking that is cancelled; with --overpaid, --goodwill or --mistake it stays")
	case c.Amount == 0 && (*f.amount != "" || *f.fee || c.Kind == payment.SomethingWrong || c.Kind == payment.TakenByMistake):
		return c, errors.New("say --amount, which is more than nothing")
	case why == 1:
		return c, nil
	}
	c.Kind, c.KeepRest = payment.CancelReturning, *f.fee
	if c.Amount == 0 {
		c.Kind = payment.CancelReturningAll
	}
	return c, nil
}
