package feed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

// Rates imports rates, and publishes the prices of stays that are compiled from them.
// Several files are read as if they were one, in their order. A full import replaces the
// rates of all unit types that have some; those whose prices came as prices of stays are
// kept, unless a row names them. A delta adds its rows after those that a unit type has.
// When it returns ErrRefused, the report lists the bad rows.
func (im Importer) Rates(ctx context.Context, files ...File) (report *Report, err error) {
	p := &ratesImport{Importer: im, report: &Report{}, files: files, today: date.In(im.Store.Now()), seasons: rates.Seasons{}}
	if p.full, _, err = kindOf(files); err != nil {
		return p.report, fmt.Errorf("import rates: %w", err)
	}
	p.rows = spill{parent: im.Temp, maxBytes: maxMemory}
	defer func() { err = errors.Join(err, p.rows.close()) }()
	// What is staged is a delta of the unit types with rates: all others stay as they are.
	return p.report, im.staged(ctx, "rates", false, p.report, func(staging *store.Staging) error { return p.run(ctx, staging) })
}

type ratesImport struct {
	Importer
	unitTypes
	full    bool
	files   []File
	report  *Report
	today   date.Date
	seasons rates.Seasons
	ranges  int // season rows
	rows    spill

	departed tally

	mu  sync.Mutex
	bad badRows // found while compiling
}

// keptRow is a row as the spill keeps it.
type keptRow struct {
	File int
	Line int64
	Row  rates.Row
}

func (p *ratesImport) run(ctx context.Context, staging *store.Staging) (err error) {
	if p.unitTypes, err = p.readUnitTypes(ctx); err != nil {
		return err
	}
	for number, file := range p.files {
		if err := p.read(ctx, number, file); err != nil {
			return fmt.Errorf("%s: %w", file.Name, err)
		}
	}
	if p.report.refuseEmpty(p.full, p.files); p.report.Bad > 0 {
		return ErrRefused
	}
	lost := Withdrawn{What: PricesAndStock}
	done := 0
	err = eachPart(ctx, p.compilePart, func(units []built) error {
		for _, u := range units {
			if u.sold {
				lost.Of++
				if len(u.Table) == 0 {
					lost.Gone++
				}
			}
			if u.Rates != "" {
				p.report.Units++
			}
			p.report.Prices += u.prices
			if err := staging.PutRates(ctx, u.id, u.UnitRates); err != nil {
				return err
			}
		}
		done++
		if p.Progress != nil {
			p.Progress(Progress{Rows: p.report.Rows, Share: float64(done) / parts})
		}
		return nil
	})
	if err != nil {
		return err
	}
	if p.report.addSorted(p.bad, p.files); p.report.Bad > 0 {
		return ErrRefused
	}
	if lost.Gone > 0 {
		p.report.Withdrawn = append(p.report.Withdrawn, lost)
	}
	for number, rows := range p.departed.departed {
		p.report.Departed = append(p.report.Departed, p.ids[number])
		p.report.DepartedRows += int64(rows)
	}
	slices.Sort(p.report.Departed)
	return p.publish(ctx, staging, p.report, p.full)
}

// read reads a file, reports its bad rows and keeps the good ones.
func (p *ratesImport) read(ctx context.Context, number int, file File) error {
	take := func(line int64, cells []rates.Cell, wrong *fault) error {
		p.report.Rows++
		if wrong == nil {
			wrong = p.take(number, line, cells)
		}
		if wrong != nil {
			p.report.bad(BadRow{file.Name, line, wrong.column, wrong.reason})
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return p.rows.relieve()
	}
	if file.XLSX {
		return readWorkbook(file.Reader, take)
	}
	return readRateLines(file, take)
}

// take checks a row and keeps it for each unit type that it names.
func (p *ratesImport) take(file int, number int64, cells []rates.Cell) *fault {
	line, wrong := rates.Read(cells, p.today)
	if wrong != nil {
		return &fault{wrong.Column, wrong.Reason}
	}
	switch line.Kind {
	case rates.KindSeason:
		if p.ranges++; p.ranges > rates.MaxSeasons {
			return faultf("kind", "there are more than %d season rows", rates.MaxSeasons)
		}
		p.seasons.Add(line)
		return nil
	case rates.KindWithdraw:
		if p.full {
			return faultf("kind", "withdraw is for deltas only: a full file withdraws whatever it does not contain")
		}
	default:
	}
	line.At = fmt.Sprintf("%s line %d", filepath.Base(p.files[file].Name), number)
	packed, err := json.Marshal(keptRow{file, number, line.Row})
	if err != nil {
		return faultf("kind", "%v", err)
	}
	for _, id := range line.UnitIDs {
		unit, known := p.numbers[id]
		switch {
		case !known:
			return faultf("unit", "there is no unit type %q in the catalogue", shorten([]byte(id)))
		case unit >= p.known:
			p.departed.depart(unit, 1)
		default:
			p.rows.add(unit, packed)
		}
	}
	return nil
}

// compilePart compiles the unit types of one part.
func (p *ratesImport) compilePart(ctx context.Context, part int) ([]built, error) {
	rows, err := p.rows.read(part)
	if err != nil {
		return nil, err
	}
	var numbers []int
	var ids []string
	for number := part; number < len(p.ids); number += parts {
		_, rated := p.rated[number]
		if _, sent := p.sent[number]; len(rows[number]) > 0 || p.full && rated && !sent {
			numbers, ids = append(numbers, number), append(ids, p.ids[number])
		}
	}
	live, err := p.ratesOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	var units []built
	for _, number := range numbers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		sold := live[p.ids[number]].Table
		u := built{id: p.ids[number], sold: number < p.known && len(sold) > 0 && sellsLater(sold, p.today)}
		if len(rows[number]) > 0 {
			if err := p.compile(&u, rows[number], live[u.id]); err != nil {
				return nil, ofPrices(u.id, err)
			}
		} else if !p.rated[number] { // its units came from a prices file
			u.Allotment = live[u.id].Allotment
		}
		units = append(units, u)
	}
	return units, nil
}

// compile compiles a unit type's rows after those that it has.
func (p *ratesImport) compile(u *built, packed [][]byte, live store.UnitRates) error {
	var sheet, more rates.Sheet
	var first keptRow
	for i, b := range packed {
		var kept keptRow
		if err := json.Unmarshal(b, &kept); err != nil {
			return fmt.Errorf("read a kept row: %w", err)
		}
		if i == 0 {
			first = kept
		}
		if wrong := p.seasons.Resolve(&kept.Row); wrong != nil {
			p.refuse(kept, wrong.Column, wrong.Reason)
			return nil
		}
		more = append(more, kept.Row)
	}
	withdrawn := slices.ContainsFunc(more, func(r rates.Row) bool { return r.Kind == rates.KindWithdraw })
	if live.Source != "" && !withdrawn {
		p.refuse(first, "unit", fmt.Sprintf("partner %[2]s sends the rates of %[1]s: take the unit type out of the partners file, then put a withdraw row before its rates in a delta, which removes them", u.id, live.Source))
		return nil
	}
	if !p.full && !withdrawn {
		if len(live.Table) > 0 && live.Rates == "" {
			p.refuse(first, "unit", fmt.Sprintf("the prices of %s come from a prices file: put a withdraw row before its rates, which removes them, or import all rates without --delta", u.id))
			return nil
		}
		var err error
		if sheet, err = rates.Decode(live.Rates); err != nil {
			return err
		}
	}
	sheet, err := sheet.Add(more, p.today)
	if err == nil {
		base := live
		if withdrawn {
			base.Allotment = nil
		}
		u.UnitRates, u.prices, err = compileSheet(sheet, live, base.Allotment, p.today)
	}
	if errors.Is(err, rates.ErrManyPrices) {
		p.refuse(first, "unit", fmt.Sprintf("%s: %v: shorten its dates, its longest stay (max) or its list of party sizes", u.id, err))
		return nil
	}
	if errors.Is(err, rates.ErrManyRows) {
		p.refuse(first, "unit", fmt.Sprintf("%s: %v: import all its rates without --delta", u.id, err))
		return nil
	}
	return err
}

func (p *ratesImport) refuse(at keptRow, column, reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bad.add(lineRef{at.File, at.Line}, BadRow{p.files[at.File].Name, at.Line, column, reason})
}

// compileSheet compiles a sheet. live is what is on sale now, from which earlier prices
// follow; allotment are the units that stay where the sheet has none. It returns the
// number of prices, too.
func compileSheet(sheet rates.Sheet, live store.UnitRates, allotment []byte, today date.Date) (u store.UnitRates, prices int64, err error) {
	table, err := sheet.Compile(today)
	if err != nil {
		return u, 0, err
	}
	if u.Rates, err = sheet.Encode(); err != nil {
		return u, 0, err
	}
	if sheet.DependsOnToday() {
		u.Compiled = today.ISO()
	}
	u.Allotment = allotment
	if sheet.OwnsUnits() {
		u.Allotment = sheet.Allotment(today).Encode()
	}
	if table == nil {
		return u, 0, nil
	}
	if err := keepEarlier(table, live); err != nil {
		return u, 0, err
	}
	u.Table = table.Encode()
	return u, int64(table.Count()), nil
}

// keepEarlier is rates.KeepEarlier with what a unit type sells now. Of what cannot be
// read, nothing is known.
func keepEarlier(table *availability.PriceTable, live store.UnitRates) error {
	if len(live.Table) == 0 {
		return nil
	}
	sold, err := availability.DecodePriceTable(live.Table)
	if err != nil {
		return nil
	}
	units, err := availability.DecodeAllotment(live.Allotment)
	if err != nil {
		return nil
	}
	return rates.KeepEarlier(table, sold, units)
}
