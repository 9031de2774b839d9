package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"holidaymaker/internal/operations/export"
)

// exportCommand writes rows for accountants and other systems to standard output,
// and their number and sums to standard error.
func exportCommand(ctx context.Context, args []string) (err error) {
	o := newOptions("export", "write rows to standard output: export bookings|payments|ledger|vouchers|subscribers")
	db := o.databaseFlags()
	format := o.String("format", "csv", "csv or ndjson")
	personal := o.Bool("personal", false, "with names, addresses, the last digits of cards and the codes of vouchers")
	rest, err := o.parseAround(args)
	if err != nil {
		return err
	}
	kinds := map[string]func(context.Context, io.Writer, export.Source, export.Options) (export.Summary, error){
		"bookings": export.Bookings, "payments": export.Payments, "ledger": export.Ledger, "vouchers": export.Vouchers, "subscribers": export.Subscribers,
	}
	if len(rest) != 1 || kinds[rest[0]] == nil {
		o.Usage()
		return errors.New("export: say bookings, payments, ledger, vouchers or subscribers")
	}
	s, err := db.existing(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	sum, err := kinds[rest[0]](ctx, os.Stdout, s.Exports(), export.Options{Format: export.Format(*format), Personal: *personal})
	fmt.Fprintf(os.Stderr, "%d rows of %s\n", sum.Rows, rest[0])
	for _, t := range sum.Totals {
		fmt.Fprintf(os.Stderr, "  %s £%s\n", t.Column, t.Sum)
	}
	for _, row := range sum.Unreadable {
		fmt.Fprintln(os.Stderr, "only in part:", row)
	}
	if n := len(sum.Unreadable); n > 0 {
		err = errors.Join(err, fmt.Errorf("export: %d rows have only what could be read", n))
	}
	return err
}
