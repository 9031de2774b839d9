package feed

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/loop"
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
	p := &pricesImport{Importer: im, report: &Report{}, today: date.In(im.Store.Now())}
	if p.full, p.size, err = kindOf(files); err != nil {
		return p.report, fmt.Errorf("import prices: %w", err)
	}
	p.rows = spill{parent: im.Temp, maxBytes: maxMemory}
	defer func() { err = errors.Join(err, p.rows.close()) }()
	return p.report, im.staged(ctx, "prices", p.full, p.report, func(staging *store.Staging) error { return p.run(ctx, staging, files) })
}

// staged stages prices, runs an import of them, and discards what it did not publish.
func (im Importer) staged(ctx context.Context, what string, full bool, report *Report, run func(*store.Staging) error) error {
	start := time.Now()
	defer func() { report.Took = time.Since(start) }()
	staging, err := im.stage(ctx, full)
	if err != nil {
		return fmt.Errorf("import %s: %w", what, err)
	}
	if err := run(staging); err != nil {
		return errors.Join(fmt.Errorf("import %s: %w", what, err), staging.Discard(context.WithoutCancel(ctx)))
	}
	if im.DryRun {
		return staging.Discard(context.WithoutCancel(ctx))
	}
	return nil
}

// stageRetry is how long an import that waits for another one pauses between two tries.
const stageRetry = 200 * time.Millisecond

// stage begins to stage prices. While another import of prices runs, it waits.
func (im Importer) stage(ctx context.Context, full bool) (*store.Staging, error) {
	for start := time.Now(); ; loop.Pause(ctx, stageRetry) {
		staging, err := im.Store.Stage(ctx, store.PricesPart, full)
		if !errors.Is(err, store.ErrBusy) || time.Since(start) >= im.Wait || ctx.Err() != nil {
			return staging, err
		}
	}
}

type pricesImport struct {
	Importer
	full   bool
	size   int64 // of the files, in bytes
	report *Report
	today  date.Date
	unitTypes
	rows      spill
	tally     tally
	ratedRows ratedRows
	read      atomic.Int64 // bytes read of the files
}

func (p *pricesImport) run(ctx context.Context, staging *store.Staging, files []File) error {
	var err error
	if p.unitTypes, err = p.readUnitTypes(ctx); err != nil {
		return err
	}
	for number, file := range files {
		if err := p.parse(ctx, number, file); err != nil {
			return err
		}
	}
	p.report.addSorted(p.ratedRows.bad(), files)
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

// unitTypes are those that rows may name: of the published catalogue, and those that an
// earlier import priced and that have left the catalogue since.
type unitTypes struct {
	ids     []string       // by number
	numbers map[string]int // by id
	known   int            // unit types from this number on have left the catalogue
	rated   map[int]bool   // those whose prices come from rates; true: their units, too
	sent    map[int]string // those whose rates a partner sends, with the partner
}

func (im Importer) readUnitTypes(ctx context.Context) (u unitTypes, err error) {
	ctx, cancel := context.WithTimeout(ctx, store.BulkDeadline)
	defer cancel()
	err = im.Store.View(ctx, func(tx *store.Tx) error {
		u = unitTypes{numbers: map[string]int{}, rated: map[int]bool{}, sent: map[int]string{}}
		if u.ids, err = tx.EntityIDs(catalogue.KindUnit); err != nil {
			return err
		}
		u.known = len(u.ids)
		for number, id := range u.ids {
			u.numbers[id] = number
		}
		err := tx.PriceDigests(func(id, _ string) {
			if _, known := u.numbers[id]; !known {
				u.numbers[id] = len(u.ids)
				u.ids = append(u.ids, id)
			}
		})
		if err != nil {
			return err
		}
		return tx.AllRates(func(id, text, source string) error {
			sheet, err := rates.Decode(text)
			u.rated[u.numbers[id]] = err == nil && sheet.OwnsUnits()
			if source != "" {
				u.sent[u.numbers[id]] = source
			}
			return nil
		})
	})
	return u, err
}

// parse reads a whole file. It reports bad rows and keeps the good ones.
func (p *pricesImport) parse(ctx context.Context, number int, file File) error {
	parser := parser{unitTypes: p.unitTypes, today: p.today, full: p.full}
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
		if parser.columns, wrong = csvHeader(first, priceColumn, "unit"); wrong != nil {
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
		p.ratedRows.addBlock(b.rated, number, file, line)
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
	id string
	store.UnitRates
	lowered int64 // earlier prices, see knownReductions
	kept    bool  // the import does not name it, and leaves a part of it live
	prices  int64 // compiled from rates
	sold    bool  // is in the catalogue, and has prices now
}

// build merges the stored rows into price tables and stages them.
func (p *pricesImport) build(ctx context.Context, staging *store.Staging) error {
	done := 0
	return eachPart(ctx, p.mergePart, func(units []built) error {
		for _, u := range units {
			if err := staging.PutRates(ctx, u.id, u.UnitRates); err != nil {
				return err
			}
			if !u.kept {
				p.report.Units++
			}
			p.report.EarlierLowered += u.lowered
		}
		done++
		p.reportProgress(float64(done) / parts)
		return nil
	})
}

// eachPart lets workers merge the parts of the rows, and takes what they built, one part
// at a time.
func eachPart(ctx context.Context, merge func(ctx context.Context, part int) ([]built, error), take func([]built) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	ready := make(chan []built, 1)
	var group sync.WaitGroup
	for range workers() {
		group.Go(func() {
			for part := range next {
				units, err := merge(ctx, part)
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
	for units := range ready {
		if ctx.Err() == nil {
			if err := take(units); err != nil {
				cancel(err)
			}
		}
	}
	return context.Cause(ctx)
}

// mergePart merges the unit types of one part.
func (p *pricesImport) mergePart(ctx context.Context, part int) ([]built, error) {
	rows, err := p.rows.read(part)
	if err != nil {
		return nil, err
	}
	numbers := p.numbersOf(part, rows)
	live, err := p.live(ctx, numbers, rows)
	if err != nil {
		return nil, err
	}
	var units []built
	for _, number := range numbers {
		u := built{id: p.ids[number]}
		before := live[u.id]
		ownsUnits, rated := p.rated[number]
		var current store.UnitRates
		if p.keepsPrices() || rated {
			current.Table = before.Table
		}
		if p.keepsStock() || ownsUnits {
			current.Allotment = before.Allotment
		}
		if len(rows[number]) == 0 {
			u.UnitRates, u.kept = current, true
		} else if u.Table, u.Allotment, err = merge(rows[number], current, p.today); err != nil {
			return nil, ofPrices(u.id, err)
		}
		if rated && !withdraws(rows[number]) {
			u.Rates, u.Source, u.Compiled = before.Rates, before.Source, before.Compiled
		}
		if len(u.Table) > 0 && len(before.Table) > 0 && hasReduction(rows[number]) {
			if u.Table, u.lowered, err = knownReductions(u.Table, before); err != nil {
				return nil, ofPrices(u.id, err)
			}
		}
		if len(u.Table) > 0 || len(u.Allotment) > 0 || u.Rates != "" || !p.full {
			units = append(units, u)
		}
	}
	return units, nil
}

// numbersOf returns the unit types of a part that the import must write: those with
// rows, and of a full import those of which it keeps something.
func (p *pricesImport) numbersOf(part int, rows map[int][][]byte) (numbers []int) {
	for number := part; number < len(p.ids); number += parts {
		_, rated := p.rated[number]
		keeps := p.full && (rated || number < p.known && (p.keepsPrices() || p.keepsStock()))
		if keeps || len(rows[number]) > 0 {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// live reads what unit types sell now. Deltas are applied to this. A full import needs it
// for unit types with earlier prices or rates, and where it has only prices or only
// allotments.
func (p *pricesImport) live(ctx context.Context, numbers []int, rows map[int][][]byte) (map[string]store.UnitRates, error) {
	var ids []string
	for _, number := range numbers {
		if _, rated := p.rated[number]; rated || p.keepsPrices() || p.keepsStock() || hasReduction(rows[number]) {
			ids = append(ids, p.ids[number])
		}
	}
	return p.ratesOf(ctx, ids)
}

// ratesOf reads what unit types sell now, and their rates.
func (im Importer) ratesOf(ctx context.Context, ids []string) (map[string]store.UnitRates, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	found := map[string]store.UnitRates{}
	err := im.Store.View(ctx, func(tx *store.Tx) error {
		return tx.Rates(ids, func(id string, r store.UnitRates) error {
			found[id] = r
			return nil
		})
	})
	return found, err
}

// withdraws reports whether one of a unit type's rows withdraws it.
func withdraws(rows [][]byte) bool {
	return slices.ContainsFunc(rows, func(packed []byte) bool { return packed[0] == packedWithdraw })
}
