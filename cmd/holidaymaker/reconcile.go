package main

import (
	"context"
	"errors"
	"fmt"

	"holidaymaker/internal/operations/export"
	"holidaymaker/internal/operations/livefile"
	"holidaymaker/internal/payment/ledger"
)

// reconcileCommand compares a settlement file with the ledger. Any difference is
// an error.
func reconcileCommand(ctx context.Context, args []string) (err error) {
	o := newOptions("reconcile", "list the differences between a provider's settlement file and the ledger: reconcile FILE")
	db := o.databaseFlags()
	rest, err := o.parseAround(args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		o.Usage()
		return errors.New("reconcile: name one settlement file")
	}
	file, err := livefile.OpenRegular(rest[0])
	if err != nil {
		return fmt.Errorf("reconcile: %w", err)
	}
	defer file.Close()
	settled, err := ledger.ReadSettlement(file)
	if err != nil {
		return fmt.Errorf("reconcile %s: %w", rest[0], err)
	}
	s, err := db.existing(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	differ, err := export.Reconcile(ctx, s.Exports(), settled)
	if err != nil {
		return err
	}
	for _, d := range differ {
		fmt.Println(d)
	}
	if len(differ) > 0 {
		return fmt.Errorf("reconcile: %d differences in %d lines", len(differ), len(settled))
	}
	fmt.Printf("%d lines agree with the ledger\n", len(settled))
	return nil
}
