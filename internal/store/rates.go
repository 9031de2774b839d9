package store

import (
	"fmt"
	"slices"

	"holidaymaker/internal/date"
)

// UnitRates is what a unit type sells, and from what it was compiled.
type UnitRates struct {
	Table, Allotment []byte // as encoded by availability; an empty table means that nothing is sold
	// Rates are the rows of package rates, "" where the prices were imported as those
	// of stays.
	Rates string
	// Source is the partner that sends the rates (package ari); "" where they came from a file.
	Source string
	// Compiled is the day in London for which the prices were compiled, yyyy-mm-dd; ""
	// where they do not depend on the day.
	Compiled string
}

// Rates reads what unit types sell now, with their rates, in no particular order. It
// skips unit types that never had prices.
func (tx *Tx) Rates(unitTypes []string, read func(unitType string, r UnitRates) error) error {
	newest, err := tx.newest(PricesPart, "price", "t2.unit_type = t.unit_type")
	if err != nil {
		return fmt.Errorf("read rates: %w", err)
	}
	for piece := range slices.Chunk(unitTypes, pricesPiece) {
		list, all := placeholders(piece)
		err := tx.Query(func(scan func(into ...any) error) error {
			var id string
			var r UnitRates
			if err := scan(&id, &r.Rates, &r.Source, &r.Compiled, &r.Table, &r.Allotment); err != nil {
				return err
			}
			return read(id, r)
		}, `SELECT t.unit_type, t.rates, t.source, t.compiled, t.sheet, t.allotment FROM price t JOIN generation g ON g.id = t.generation
			WHERE g.state = 'live'`+newest+" AND t.unit_type IN ("+list+")", all...)
		if err != nil {
			return fmt.Errorf("read rates: %w", err)
		}
	}
	return nil
}

// AllRates reads the rates of every unit type that has some, with the partner that sends
// them, see UnitRates.
func (tx *Tx) AllRates(read func(unitType, rates, source string) error) error {
	return tx.eachRated(func(scan func(into ...any) error) error {
		var id, text, source string
		if err := scan(&id, &text, &source); err != nil {
			return err
		}
		return read(id, text, source)
	}, "t.unit_type, t.rates, t.source", "t.rates <> ''")
}

// RatesBefore returns the unit types whose prices depend on the day and were compiled for
// one before today, sorted.
func (tx *Tx) RatesBefore(today date.Date) (unitTypes []string, err error) {
	err = tx.eachRated(func(scan func(into ...any) error) error {
		var id string
		err := scan(&id)
		unitTypes = append(unitTypes, id)
		return err
	}, "t.unit_type", "t.compiled <> '' AND t.compiled < $1", today.ISO())
	slices.Sort(unitTypes)
	return unitTypes, err
}

// eachRated reads columns of the live rows of table price that meet a condition.
func (tx *Tx) eachRated(read func(scan func(into ...any) error) error, columns, where string, args ...any) error {
	newest, err := tx.newest(PricesPart, "price", "t2.unit_type = t.unit_type")
	if err == nil {
		err = tx.Query(read, "SELECT "+columns+" FROM price t JOIN generation g ON g.id = t.generation WHERE g.state = 'live' AND "+where+newest, args...)
	}
	if err != nil {
		return fmt.Errorf("read rates: %w", err)
	}
	return nil
}
