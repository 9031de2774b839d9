package feed

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

// Prices imports prices and allotments. Several files are read as if they were
// one, in their order. When it returns ErrRefused, the report lists the bad
// rows.
//
// All rows are parsed first and stored, grouped by unit type. When none is bad,
// the rows of each unit type are merged into its price table, which is staged.
// Then all price tables are published together.
func (im Importer) Prices(ctx context.Context, files ...File) (report *Report, err error) {
	start := time.Now()
	p := &pricesImport{Importer: im, report: &Report{}, today: date.In(im.Store.Now())}
	if p.full, p.size, err = kindOf(files); err != nil {
		return p.report, fmt.Errorf("import prices: %w", err)
	}
	p.rows = spill{parent: im.Temp, maxBytes: maxMemory}
	defer func() { p.report.Took = time.Since(start) }()
	defer func() { err = errors.Join(err, p.rows.close()) }()
	staging, err := im.Store.Stage(ctx, store.PricesPart, p.full)
	if err != nil {
		return p.report, fmt.Errorf("import prices: %w", err)
	}
	if err := p.run(ctx, staging, files); err != nil {
		return p.report, errors.Join(fmt.Errorf("import prices: %w", err), staging.Discard(context.WithoutCancel(ctx)))
	}
	if p.DryRun {
		return p.report, staging.Discard(context.WithoutCancel(ctx))
	}
	return p.report, nil
}

type pricesImport struct {
	Importer
	full   bool
	size   int64 // of the files, in bytes
	report *Report
	today  date.Date
	ids    []string // ids of the unit types, by number
	known  int      // unit types from this number on have left the catalogue
	rows   spill
	tally  tally
	read   atomic.Int64 // bytes read of the files
}

func (p *pricesImport) run(ctx context.Context, staging *store.Staging, files []File) error {
	units, err := p.knownUnits(ctx)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := p.parse(ctx, file, units); err != nil {
			return err
		}
	}
	if p.report.refuseEmpty(p.full, files); p.report.Bad > 0 {
		return ErrRefused
	}
	if err := p.build(ctx, staging); err != nil {
		return err
	}
	if err := p.departures(ctx, staging); err != nil {
		return err
	}
	if err := p.countWithdrawn(ctx, staging); err != nil {
		return err
	}
	return p.publish(ctx, staging, p.report, p.full)
}

// keepsPrices reports whether the import leaves the prices that are live as they are:
// a full import that has only allotments replaces only these.
func (p *pricesImport) keepsPrices() bool { return !p.full || p.tally.priceRows == 0 }

// keepsStock is keepsPrices for allotments.
func (p *pricesImport) keepsStock() bool { return !p.full || p.tally.stockRows == 0 }

// departures counts the rows of unit types that have left the catalogue. A full import
// stages them without prices, so that the next import still knows them.
func (p *pricesImport) departures(ctx context.Context, staging *store.Staging) error {
	for number, rows := range p.tally.departed {
		p.report.Departed = append(p.report.Departed, p.ids[number])
		p.report.DepartedRows += int64(rows)
		if p.full {
			if err := staging.PutPrices(ctx, p.ids[number], nil, nil); err != nil {
				return err
			}
		}
	}
	slices.Sort(p.report.Departed)
	return nil
}

// knownUnits returns the number of each unit type of the published catalogue, by id,
// and of those that an earlier import priced and that have left the catalogue since.
func (p *pricesImport) knownUnits(ctx context.Context) (map[string]int, error) {
	ctx, cancel := context.WithTimeout(ctx, store.BulkDeadline)
	defer cancel()
	numbers := map[string]int{}
	err := p.Store.View(ctx, func(tx *store.Tx) error {
		ids, err := tx.EntityIDs(catalogue.KindUnit)
		if err != nil {
			return err
		}
		p.ids, p.known = ids, len(ids)
		for number, id := range ids {
			numbers[id] = number
		}
		return tx.PriceDigests(func(id, _ string) {
			if _, known := numbers[id]; !known {
				numbers[id] = len(p.ids)
				p.ids = append(p.ids, id)
			}
		})
	})
	return numbers, err
}

// parse reads a whole file. It reports bad rows and keeps the good ones.
func (p *pricesImport) parse(ctx context.Context, file File, units map[string]int) error {
	parser := parser{units: units, known: p.known, today: p.today, full: p.full}
	text := bufio.NewReaderSize(file.Reader, 64<<10)
	line := int64(0)
	if err := skipMark(text); err != nil {
		return err
	}
	if file.CSV {
		first, size, err := readLine(text)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read the first line: %w", err)
		}
		line = 1
		p.read.Add(size)
		var wrong *fault
		if parser.columns, wrong = csvHeader(first); wrong != nil {
			p.report.bad(BadRow{file.Name, 1, wrong.column, wrong.reason})
			return nil
		}
	}
	return parser.parseAll(ctx, countingReader{text, &p.read}, workers(), func(b *block) error {
		p.tally.add(b.tally)
		p.report.Rows, p.report.Prices, p.report.Past = p.tally.rows, p.tally.prices, p.tally.past
		for _, doubt := range b.doubted {
			doubt.File = file.Name
			doubt.Line += line
			p.report.doubt(doubt)
		}
		p.report.Doubts += b.doubts - int64(len(b.doubted))
		for _, bad := range b.bad {
			bad.File = file.Name
			bad.Line += line
			p.report.bad(bad)
		}
		p.report.Bad += b.badAll - int64(len(b.bad))
		line += b.lines
		if p.report.Bad == 0 { // after a bad row the import will be refused, so no more rows are kept
			for _, row := range b.packed {
				p.rows.add(row.unit, b.buf[row.start:row.end])
			}
		}
		p.reportProgress(0)
		return p.rows.relieve()
	})
}

// countingReader is a reader that counts the bytes read from a file.
type countingReader struct {
	io.Reader
	n *atomic.Int64
}

func (c countingReader) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n.Add(int64(n))
	return n, err
}

func workers() int { return max(2, runtime.GOMAXPROCS(0)) }

// parseShare is the part of an import's time that it takes to read the files.
const parseShare = 0.5

// reportProgress reports progress. done is the part of the merging that is
// finished, 0 to 1.
func (p *pricesImport) reportProgress(done float64) {
	if p.Progress == nil {
		return
	}
	progress := Progress{Read: p.read.Load(), Size: p.size, Rows: p.report.Rows, Bad: p.report.Bad}
	if progress.Size > 0 {
		progress.Share = parseShare*min(1, float64(progress.Read)/float64(progress.Size)) + (1-parseShare)*done
	}
	p.Progress(progress)
}

// built is the merged price table and allotment of a unit type.
type built struct {
	id               string
	table, allotment []byte
	lowered          int64 // earlier prices, see knownReductions
	kept             bool  // the import does not name it, and leaves a part of it live
}

// build merges the stored rows into price tables and stages them.
func (p *pricesImport) build(ctx context.Context, staging *store.Staging) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	ready := make(chan []built, 1)
	var group sync.WaitGroup
	for range workers() {
		group.Go(func() {
			for part := range next {
				units, err := p.mergePart(ctx, part)
				if err != nil {
					cancel(err)
					return
				}
				select {
				case ready <- units:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	go func() {
		defer close(ready)
		defer group.Wait()
		defer close(next)
		for part := range parts {
			select {
			case next <- part:
			case <-ctx.Done():
				return
			}
		}
	}()
	done := 0
	for units := range ready {
		for _, u := range units {
			if ctx.Err() != nil {
				break
			}
			if err := staging.PutPrices(ctx, u.id, u.table, u.allotment); err != nil {
				cancel(err)
			}
			if !u.kept {
				p.report.Units++
			}
			p.report.EarlierLowered += u.lowered
		}
		done++
		p.reportProgress(float64(done) / parts)
	}
	return context.Cause(ctx)
}

// mergePart merges the unit types of one part.
func (p *pricesImport) mergePart(ctx context.Context, part int) ([]built, error) {
	rows, err := p.rows.read(part)
	if err != nil {
		return nil, err
	}
	var numbers []int
	if p.full && (p.keepsPrices() || p.keepsStock()) {
		for number := part; number < p.known; number += parts {
			numbers = append(numbers, number)
		}
	} else {
		numbers = slices.Sorted(maps.Keys(rows))
	}
	live, err := p.live(ctx, numbers, rows)
	if err != nil {
		return nil, err
	}
	var units []built
	for _, number := range numbers {
		u := built{id: p.ids[number]}
		var current base
		if p.keepsPrices() {
			current.table = live[u.id].table
		}
		if p.keepsStock() {
			current.allotment = live[u.id].allotment
		}
		if len(rows[number]) == 0 {
			u.table, u.allotment, u.kept = current.table, current.allotment, true
		} else if u.table, u.allotment, err = merge(rows[number], current, p.today); err != nil {
			return nil, ofPrices(u.id, err)
		}
		if len(u.table) > 0 && len(live[u.id].table) > 0 && hasReduction(rows[number]) {
			if u.table, u.lowered, err = knownReductions(u.table, live[u.id]); err != nil {
				return nil, ofPrices(u.id, err)
			}
		}
		if len(u.table) > 0 || len(u.allotment) > 0 || !p.full {
			units = append(units, u)
		}
	}
	return units, nil
}

// live reads what unit types sell now. Deltas are applied to this. A full import needs it
// for unit types with earlier prices, and where it has only prices or only allotments.
func (p *pricesImport) live(ctx context.Context, numbers []int, rows map[int][][]byte) (map[string]base, error) {
	var ids []string
	for _, number := range numbers {
		if p.keepsPrices() || p.keepsStock() || hasReduction(rows[number]) {
			ids = append(ids, p.ids[number])
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	found := map[string]base{}
	err := p.Store.View(ctx, func(tx *store.Tx) error {
		return tx.Prices(ids, func(id string, table, allotment []byte) error {
			found[id] = base{table, allotment}
			return nil
		})
	})
	return found, err
}
