package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/operations/livefile"
)

// importCommand imports feed files. A server may be running meanwhile.
func importCommand(ctx context.Context, args []string) (err error) {
	o := newOptions("import", "import feeds: import catalogue|prices|rates|school-holidays FILE…; import --template rates [FOLDER]")
	template := o.String("template", "", "write the spreadsheet of this kind of import, which is rates, into a folder")
	db := o.databaseFlags()
	delta := o.Bool("delta", false, "the file is a change: what it does not contain stays unchanged")
	dryRun := o.Bool("dry-run", false, "read, check and compare the files, and publish nothing")
	mayWithdraw := o.Int("may-withdraw", defaultMayWithdraw, "the share in percent of parks, unit types or priced unit types that a full import may withdraw")
	rest, err := o.parseAround(args)
	if err != nil {
		return err
	}
	if *mayWithdraw < 1 || *mayWithdraw > 100 {
		return errors.New("import: --may-withdraw is 1 to 100")
	}
	if *template != "" {
		return writeTemplate(*template, rest)
	}
	if len(rest) < 2 || !slices.Contains([]string{"catalogue", "prices", "rates", "school-holidays"}, rest[0]) {
		o.Usage()
		return errors.New("import: say catalogue, prices, rates or school-holidays, and the files")
	}
	files, closeAll, err := openFeeds(rest[1:], !*delta)
	defer closeAll()
	if err != nil {
		return fmt.Errorf("import %s: %w", rest[0], err)
	}
	s, err := db.orNew(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return importFiles(ctx, feed.Importer{Store: s, DryRun: *dryRun, MaxWithdrawn: float64(*mayWithdraw) / 100, Wait: time.Minute}, rest[0], files)
}

// defaultMayWithdraw is the share in percent that a full import may withdraw without
// being told.
const defaultMayWithdraw = 20

// openFeeds opens the files of an import. closeAll closes those that it opened.
func openFeeds(names []string, full bool) (files []feed.File, closeAll func(), err error) {
	var opened []io.Closer
	closeAll = func() {
		for _, file := range opened {
			_ = file.Close() // it was only read
		}
	}
	for _, name := range names {
		from, err := livefile.OpenRegular(name)
		if err != nil {
			return nil, closeAll, err
		}
		opened = append(opened, from)
		file := feed.File{Name: name, Reader: from, Full: full, CSV: hasSuffix(name, ".csv"), XLSX: hasSuffix(name, ".xlsx")}
		if info, err := from.Stat(); err == nil {
			file.Size = info.Size()
		}
		files = append(files, file)
	}
	return files, closeAll, nil
}

func hasSuffix(name, suffix string) bool { return strings.EqualFold(filepath.Ext(name), suffix) }

// importFiles imports files as one import: all of them are published, or none.
func importFiles(ctx context.Context, importer feed.Importer, kind string, files []feed.File) error {
	bar := progressBar{name: kind, live: isTerminal(os.Stderr)}
	importer.Progress = bar.show
	read := map[string]func(context.Context, ...feed.File) (*feed.Report, error){
		"catalogue": importer.Catalogue, "prices": importer.Prices, "rates": importer.Rates, "school-holidays": importer.SchoolHolidays,
	}[kind]
	report, err := read(ctx, files...)
	bar.end()
	printReport(kind, report, importer.DryRun && err == nil)
	var much *feed.TooMuchWithdrawn
	if errors.As(err, &much) {
		return fmt.Errorf("%w: if the files are a change, say --delta; if they hold everything and this is meant, say --may-withdraw 100", err)
	}
	return err
}

func printBadRows(report *feed.Report) {
	for _, bad := range report.BadRows {
		fmt.Fprintf(os.Stderr, "%s: %s\n", bad.File, bad)
	}
	if more := report.Bad - int64(len(report.BadRows)); more > 0 {
		fmt.Fprintf(os.Stderr, "and %d more bad rows\n", more)
	}
}

func printReport(kind string, report *feed.Report, dryRun bool) {
	printBadRows(report)
	for _, doubt := range report.Doubted {
		fmt.Fprintf(os.Stderr, "warning: %s: %s\n", doubt.File, doubt)
	}
	if more := report.Doubts - int64(len(report.Doubted)); more > 0 {
		fmt.Fprintf(os.Stderr, "and %d more warnings\n", more)
	}
	for _, w := range report.Withdrawn {
		fmt.Printf("withdraws %s\n", w)
	}
	if report.Change == 0 && !dryRun {
		return
	}
	switch kind {
	case "rates":
		fmt.Printf("%d prices of %d unit types compiled from %d rows in %s\n", report.Prices, report.Units, report.Rows, report.Took.Round(time.Millisecond))
		printDeparted(report)
	case "catalogue":
		fmt.Printf("%d entities from %d rows in %s\n", report.Entities, report.Rows, report.Took.Round(time.Millisecond))
	case "school-holidays":
		fmt.Printf("%d school holidays\n", report.Entities)
	default:
		printPrices(report)
	}
	if dryRun {
		fmt.Println("a dry run: nothing was changed")
		return
	}
	fmt.Printf("committed as change %d: a server has it when its log shows that change or a later one\n", report.Change)
}

func printPrices(report *feed.Report) {
	fmt.Printf("%d prices of %d unit types from %d rows in %s (%.0f rows/s); %d past dates left out\n", report.Prices, report.Units,
		report.Rows, report.Took.Round(time.Millisecond), float64(report.Rows)/report.Took.Seconds(), report.Past)
	if report.EarlierLowered > 0 {
		fmt.Printf("%d earlier prices (was) lowered to what their stays cost until now\n", report.EarlierLowered)
	}
	printDeparted(report)
}

func printDeparted(report *feed.Report) {
	if n := len(report.Departed); n > 0 {
		fmt.Printf("%d rows left out, of %d unit types that have left the catalogue: %s\n", report.DepartedRows, n, strings.Join(report.Departed[:min(n, 10)], " "))
	}
}

// progressBar shows the progress of an import. It writes to terminals only.
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
