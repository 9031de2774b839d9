package store

import (
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Price returns the current price of a stay for a party, without what the catalogue
// charges, and what each dog costs. ok is false when the stay has no price or its type is
// not on sale.
func (tx *Tx) Price(unitType string, arrival date.Date, nights, partySize int) (price money.Pence, dogs money.Rates, ok bool, err error) {
	selling, err := tx.selling(unitType)
	if errors.Is(err, ErrNotFound) {
		return 0, nil, false, nil
	}
	if err != nil {
		return 0, nil, false, fmt.Errorf("price %d nights of %s: %w", nights, unitType, err)
	}
	price, _, ok = selling.table.Lookup(arrival, nights, partySize)
	return price, selling.table.Dogs(), ok, nil
}

// selling is the decoded price table and allotment of a unit type.
type selling struct {
	table     *availability.PriceTable
	allotment availability.Allotment
}

// decoded caches the decoded data of unit types that are being booked. An entry
// never gets out of date, because rows of a live generation never change.
type decoded struct {
	mu   sync.Mutex
	rows map[[2]string]selling // by unit type and generation
}

// decodedMax is how many unit types decoded holds. When it is full, it starts
// again with none.
const decodedMax = 256

func (d *decoded) get(key [2]string) (selling, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	row, ok := d.rows[key]
	return row, ok
}

func (d *decoded) put(key [2]string, row selling) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rows == nil || len(d.rows) >= decodedMax {
		d.rows = map[[2]string]selling{}
	}
	d.rows[key] = row
}

// selling reads what a unit type sells. It returns ErrNotFound when the type is
// not on sale or its data cannot be read. A transaction that has locked the
// booked nights reads it only once.
func (tx *Tx) selling(unitType string) (selling, error) {
	if row, ok := tx.sells[unitType]; ok {
		return row, nil
	}
	var onSale sql.NullBool
	var live sql.NullString
	err := tx.QueryRow(`SELECT
		(SELECT e.body <> '' FROM entity e JOIN generation g ON g.id = e.generation AND g.state = 'live'
			WHERE e.kind = 'unit' AND e.id = $1 ORDER BY g.live_since DESC LIMIT 1),
		(SELECT p.generation FROM price p JOIN generation g ON g.id = p.generation AND g.state = 'live'
			WHERE p.unit_type = $1 ORDER BY g.live_since DESC LIMIT 1)`, unitType).Scan(&onSale, &live)
	if err != nil {
		return selling{}, err
	}
	if !onSale.Bool || !live.Valid {
		return selling{}, ErrNotFound
	}
	key := [2]string{unitType, live.String}
	row, ok := tx.store.decoded.get(key)
	if !ok {
		row, err = tx.decode(key)
		if errors.Is(err, availability.ErrUnreadable) {
			return selling{}, ErrNotFound // the replica takes it off sale too, and reports it
		}
		if err != nil {
			return selling{}, err
		}
		tx.store.decoded.put(key, row)
	}
	if tx.locked {
		if tx.sells == nil {
			tx.sells = map[string]selling{}
		}
		tx.sells[unitType] = row
	}
	return row, nil
}

// decode reads and decodes the data of a unit type in a generation.
func (tx *Tx) decode(key [2]string) (row selling, err error) {
	var table, allotment []byte
	err = tx.QueryRow("SELECT sheet, allotment FROM price WHERE unit_type = $1 AND generation = $2", key[0], key[1]).Scan(&table, &allotment)
	if err != nil {
		return row, err
	}
	if len(table) == 0 {
		return row, ErrNotFound
	}
	if row.table, err = availability.DecodePriceTable(table); err != nil {
		return row, err
	}
	row.allotment, err = availability.DecodeAllotment(allotment)
	return row, err
}
