package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/export"
	"holidaymaker/internal/payment/accounts"
	"holidaymaker/internal/store"
)

// exportKinds are the lists of rows that export writes.
var exportKinds = map[string]func(context.Context, io.Writer, export.Source, export.Options) (export.Summary, error){
	"bookings": export.Bookings, "payments": export.Payments, "ledger": export.Ledger, "vouchers": export.Vouchers, "subscribers": export.Subscribers,
}

// exportCommand writes rows for accountants and other systems to standard output,
// and their number and sums to standard error.
func exportCommand(ctx context.Context, args []string) error {
	o := newOptions("export", "write rows to standard output: export bookings|payments|ledger|vouchers|subscribers|journal|platform-report|levies")
	db := o.databaseFlags()
	format := o.String("format", "csv", "csv or ndjson; journal: xero, xero-invoices or sage")
	personal := o.Bool("personal", false, "with names, addresses, the last digits of cards and the codes of vouchers")
	b := booksOptions{file: o.accountsFlag(), format: format,
		from: o.String("from", "", "journal: the first day, such as 2027-01-01"), to: o.String("to", "", "journal: the last day, such as 2027-01-31"),
		year: o.Int("year", 0, "platform-report: the calendar year, such as 2027"), quarter: o.String("quarter", "", "levies: the quarter of the arrivals, such as 2027Q1")}
	rest, err := o.parseAround(args)
	if err != nil {
		return err
	}
	books := map[string]func(context.Context, *store.Store, booksOptions) error{"journal": exportJournal, "platform-report": exportPlatformReport, "levies": exportLevies}
	if len(rest) != 1 || exportKinds[rest[0]] == nil && books[rest[0]] == nil {
		o.Usage()
		return errors.New("export: say bookings, payments, ledger, vouchers, subscribers, journal, platform-report or levies")
	}
	return db.with(ctx, func(s *store.Store) (err error) {
		if write := books[rest[0]]; write != nil {
			return write(ctx, s, b)
		}
		sum, err := exportKinds[rest[0]](ctx, os.Stdout, s.Exports(), export.Options{Format: export.Format(*format), Personal: *personal})
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
	})
}

// booksOptions are the flags of the exports of a period.
type booksOptions struct {
	file, format, from, to, quarter *string
	year                            *int
}

// exportJournal writes the entries of some days for the program in which the books are kept.
func exportJournal(ctx context.Context, s *store.Store, o booksOptions) error {
	settings, err := readAccounts(*o.file)
	if err != nil {
		return err
	}
	first, err := date.ParseISO(*o.from)
	last, err2 := date.ParseISO(*o.to)
	if err != nil || err2 != nil || last < first {
		return errors.New("export journal: say --from and --to as days, such as 2027-01-01 and 2027-01-31")
	}
	events, err := accounts.EventsOf(ctx, s.Statements(), s.Exports(), first, last)
	if err != nil {
		return fmt.Errorf("export journal: %w", err)
	}
	entries, issued := settings.Journal(events, first, last), events.Issued(first, last)
	switch *o.format {
	case "xero":
		return accounts.WriteXero(os.Stdout, entries)
	case "xero-invoices":
		return settings.WriteXeroInvoices(os.Stdout, issued)
	case "sage":
		return settings.WriteSage(os.Stdout, entries, issued)
	}
	return fmt.Errorf("export journal: there is no format %q, only xero, xero-invoices and sage", *o.format)
}

// exportPlatformReport writes what HMRC wants to know of sellers on a platform.
func exportPlatformReport(ctx context.Context, s *store.Store, o booksOptions) error {
	settings, err := readAccounts(*o.file)
	if err != nil {
		return err
	}
	if *o.year < 2024 || *o.year > date.In(s.Now()).Time().Year() {
		return errors.New("export platform-report: say --year, a calendar year that has begun, 2024 or later")
	}
	all, left, err := accounts.PlatformReport(ctx, s.Statements(), settings, *o.year)
	if err != nil {
		return fmt.Errorf("export platform-report: %w", err)
	}
	for _, one := range left {
		fmt.Fprintln(os.Stderr, "left out:", one)
	}
	return errors.Join(accounts.WritePlatformReport(os.Stdout, *o.year, all), leftOut(left))
}

// exportLevies writes what was levied on the stays of a quarter, which their parks pay to
// councils.
func exportLevies(ctx context.Context, s *store.Store, o booksOptions) error {
	first, last, err := accounts.QuarterDays(*o.quarter)
	if err != nil {
		return fmt.Errorf("export levies: say --quarter: %w", err)
	}
	all, left, err := accounts.LeviesOf(ctx, s.Statements(), first, last)
	if err != nil {
		return fmt.Errorf("export levies: %w", err)
	}
	for _, one := range left {
		fmt.Fprintln(os.Stderr, "left out:", one)
	}
	return errors.Join(accounts.WriteLevies(os.Stdout, *o.quarter, all), leftOut(left))
}
