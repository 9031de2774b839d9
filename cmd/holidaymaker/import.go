package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holidaymaker/internal/feed"
)

// importCommand imports feeds, beside a running server or without one.
func importCommand(ctx context.Context, args []string) (err error) {
	o := newOptions("import", "import feeds: import [flags] catalogue|prices FILE…")
	data := o.String("data", "data", "directory of the database")
	db := o.String("db", "", "postgres://… instead of SQLite in the data directory")
	delta := o.Bool("delta", false, "the file is a change: what it does not name stays as it is")
	rest, err := o.parse(args)
	if err != nil {
		return err
	}
	if len(rest) < 2 || rest[0] != "catalogue" && rest[0] != "prices" {
		o.Usage()
		return errors.New("import: say catalogue or prices, and the files")
	}
	s, err := openStore(ctx, *data, *db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for i, name := range rest[1:] {
		// Of several files the first takes the place of all, the others add.
		if err := importFile(ctx, feed.Importer{Store: s}, rest[0], name, !*delta && i == 0); err != nil {
			return err
		}
	}
	return nil
}

func importFile(ctx context.Context, importer feed.Importer, kind, name string, full bool) error {
	from, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("import %s: %w", kind, err)
	}
	defer from.Close()
	file := feed.File{Reader: from, Full: full, CSV: strings.EqualFold(filepath.Ext(name), ".csv")}
	if info, err := from.Stat(); err == nil {
		file.Size = info.Size()
	}
	bar := progressBar{name: filepath.Base(name), live: isTerminal(os.Stderr)}
	importer.Progress = bar.show
	read := importer.Prices
	if kind == "catalogue" {
		read = importer.Catalogue
	}
	report, err := read(ctx, file)
	bar.end()
	printReport(name, kind, report)
	return err
}

func printReport(name, kind string, report *feed.Report) {
	if report == nil {
		return
	}
	for _, bad := range report.BadRows {
		fmt.Fprintf(os.Stderr, "%s: %s\n", name, bad)
	}
	if more := report.Bad - int64(len(report.BadRows)); more > 0 {
		fmt.Fprintf(os.Stderr, "%s: and %d more bad rows\n", name, more)
	}
	if report.Change == 0 {
		return
	}
	rate := float64(report.Rows) / report.Took.Seconds()
	if kind == "catalogue" {
		fmt.Printf("%s: %d entities from %d rows in %s\n", name, report.Entities, report.Rows, report.Took.Round(time.Millisecond))
		return
	}
	fmt.Printf("%s: %d prices of %d unit types from %d rows in %s (%.0f rows/s); %d past dates left out\n",
		name, report.Prices, report.Units, report.Rows, report.Took.Round(time.Millisecond), rate, report.Past)
}

// progressBar shows how far an import has come, on terminals only.
type progressBar struct {
	name  string
	live  bool
	drawn bool
}

const barWidth = 30

func (b *progressBar) show(p feed.Progress) {
	if !b.live {
		return
	}
	b.drawn = true
	filled := int(p.Share * barWidth)
	fmt.Fprintf(os.Stderr, "\r%s [%s%s] %3.0f %%  %d rows, %d bad", b.name,
		strings.Repeat("#", filled), strings.Repeat(" ", barWidth-filled), p.Share*100, p.Rows, p.Bad)
}

func (b *progressBar) end() {
	if b.drawn {
		fmt.Fprintln(os.Stderr)
	}
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
