package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/store"
)

// partnerCommand lists the partners that send availability and rates, the messages of one,
// or shows a message.
func partnerCommand(ctx context.Context, args []string) error {
	o := newOptions("partner", "list the partners that send availability and rates, the newest messages of one with their verdicts, or show a message: partner list, partner messages PARTNER, partner message ID")
	db := o.databaseFlags()
	action, subject, err := o.action(args, "list", "partner: say list, messages and a partner, or message and its id")
	if err != nil {
		return err
	}
	return db.with(ctx, func(s *store.Store) error {
		switch action {
		case "list":
			return listSenders(ctx, s)
		case "messages":
			return listMessages(ctx, s, subject)
		case "message":
			return showMessage(ctx, s, subject)
		}
		return fmt.Errorf("partner: there is no %q, only list, messages and message", action)
	})
}

func listSenders(ctx context.Context, s *store.Store) error {
	all, err := s.Senders(ctx)
	if err != nil {
		return fmt.Errorf("list the partners: %w", err)
	}
	return printList("PARTNER\tLAST STORED\tLAST REFUSED\tREFUSED SINCE\tON SALE\tTO COMPILE\tWHAT IS WRONG", all, func(p ari.Sender) string {
		return fmt.Sprintf("%s\t%s\t%s\t%d\t%v\t%d\t%s", p.Partner, moment(p.Stored), moment(p.Refused), p.Refusals, p.Selling, p.Waiting, p.Wrong(s.Now()))
	})
}

func listMessages(ctx context.Context, s *store.Store, partner string) error {
	all, err := s.Receipts(ctx, partner, listMost+1)
	if err != nil {
		return fmt.Errorf("list messages: %w", err)
	}
	return printList("ID\tAT\tPARK\tMESSAGE\tVERDICT", all, func(r store.ReceiptOf) string {
		return fmt.Sprintf("%s\t%s\t%s\t%s\t%s", r.ID, moment(r.At), r.Park, r.Kind, verdict(r.Receipt))
	})
}

func verdict(r ari.Receipt) string {
	if r.Refused != "" {
		return r.Refused
	}
	return strings.Join(append([]string{"stored"}, r.Warnings...), "; ")
}

func showMessage(ctx context.Context, s *store.Store, id string) error {
	r, err := s.Receipt(ctx, id)
	if err != nil {
		return inWords("message "+id, err)
	}
	fmt.Printf("%s, %s about %s: %s\n\n", moment(r.At), r.Kind, cmp.Or(r.Park, "no park"), verdict(r.Receipt))
	if _, err := os.Stdout.Write(append(r.Body, '\n')); err != nil {
		return fmt.Errorf("print a message: %w", err)
	}
	return nil
}
