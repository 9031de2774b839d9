package store

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// TakeNights takes one unit of a type for every night of a stay. ok is false,
// and nothing is taken, when a night has none left or the type is not on sale.
func (tx *Tx) TakeNights(unitType string, arrival date.Date, nights int) (ok bool, err error) {
	if err := tx.LockStock(); err != nil {
		return false, err
	}
	selling, err := tx.selling(unitType)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("take %d nights of %s: %w", nights, unitType, err)
	}
	var rows strings.Builder
	args := []any{unitType}
	for night := arrival; night < arrival+date.Date(nights); night++ {
		units := selling.allotment.At(night)
		if units == 0 {
			return false, nil
		}
		if night > arrival {
			rows.WriteByte(',')
		}
		fmt.Fprintf(&rows, "($1,$%d,1,$%d)", len(args)+1, len(args)+2)
		args = append(args, night.ISO(), units)
	}
	taken, err := tx.stockRows(`INSERT INTO stock (unit_type, night, taken, allotment) VALUES `+rows.String()+`
		ON CONFLICT (unit_type, night) DO UPDATE SET taken = stock.taken + 1, allotment = excluded.allotment
		WHERE stock.taken < excluded.allotment RETURNING night, taken`, args...)
	if err != nil {
		return false, fmt.Errorf("take %d nights of %s: %w", nights, unitType, err)
	}
	if len(taken) < nights {
		return false, tx.giveBack(unitType, taken)
	}
	tx.change(StockChanged, unitType, formatTaken(taken))
	return true, nil
}

// giveBack undoes a taking that did not get all of its nights.
func (tx *Tx) giveBack(unitType string, taken []availability.Taken) error {
	for _, night := range taken {
		if _, err := tx.Exec("UPDATE stock SET taken = taken - 1 WHERE unit_type = $1 AND night = $2", unitType, night.Night.ISO()); err != nil {
			return fmt.Errorf("give back a night of %s: %w", unitType, err)
		}
	}
	return nil
}

// ReturnNights gives back one unit of a type for every night of a stay that was
// taken before.
func (tx *Tx) ReturnNights(unitType string, arrival date.Date, nights int) error {
	if err := tx.LockStock(); err != nil {
		return err
	}
	taken, err := tx.stockRows(`UPDATE stock SET taken = taken - 1
		WHERE unit_type = $1 AND night >= $2 AND night < $3 AND taken > 0 RETURNING night, taken`,
		unitType, arrival.ISO(), (arrival + date.Date(nights)).ISO())
	if err != nil {
		return fmt.Errorf("return %d nights of %s: %w", nights, unitType, err)
	}
	if len(taken) != nights {
		return fmt.Errorf("return %d nights of %s from %s: only %d were taken", nights, unitType, arrival, len(taken))
	}
	tx.change(StockChanged, unitType, formatTaken(taken))
	return nil
}

// Price is the price of a stay for a party as the database has it now, with
// every compulsory charge; ok is false when the stay has none or its type is
// not on sale.
func (tx *Tx) Price(unitType string, arrival date.Date, nights, partySize int) (price money.Pence, ok bool, err error) {
	selling, err := tx.selling(unitType)
	if errors.Is(err, ErrNotFound) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("price %d nights of %s: %w", nights, unitType, err)
	}
	price, _, ok = selling.sheet.Lookup(arrival, nights, partySize)
	return price, ok, nil
}

func (tx *Tx) stockRows(query string, args ...any) ([]availability.Taken, error) {
	taken, err := Select(tx, func(scan func(into ...any) error) (t availability.Taken, err error) {
		var night string
		if err := scan(&night, &t.Units); err != nil {
			return t, err
		}
		t.Night, err = date.ParseISO(night)
		return t, err
	}, query, args...)
	slices.SortFunc(taken, func(a, b availability.Taken) int { return int(a.Night - b.Night) })
	return taken, err
}

// formatTaken writes consecutive nights as first night and numbers taken, such
// as "2026-07-17:1,2,1".
func formatTaken(taken []availability.Taken) string {
	var b strings.Builder
	b.WriteString(taken[0].Night.ISO())
	for i, t := range taken {
		b.WriteByte(":,"[min(i, 1)])
		b.WriteString(strconv.Itoa(t.Units))
	}
	return b.String()
}

// ParseTaken reads the detail of a StockChanged: how many units are taken on
// each night since that change. The numbers are absolute, so a follower may
// apply a change twice.
func ParseTaken(detail string) ([]availability.Taken, error) {
	first, numbers, _ := strings.Cut(detail, ":")
	night, err := date.ParseISO(first)
	if err != nil {
		return nil, fmt.Errorf("stock change %q: %w", detail, err)
	}
	var taken []availability.Taken
	for number := range strings.SplitSeq(numbers, ",") {
		units, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("stock change %q: %w", detail, err)
		}
		taken = append(taken, availability.Taken{Night: night, Units: units})
		night++
	}
	return taken, nil
}

// selling is what a unit type sells, decoded.
type selling struct {
	sheet     *availability.Sheet
	allotment availability.Allotment
}

// decoded keeps the decoded blobs of the types that are just being booked.
// Rows of a live generation never change, so their key is their truth.
type decoded struct {
	mu   sync.Mutex
	rows map[[2]string]selling
}

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

// selling reads what a unit type sells; ErrNotFound when it is not on sale.
// Within one transaction that has the stock locked it is read once.
func (tx *Tx) selling(unitType string) (selling, error) {
	if row, ok := tx.sells[unitType]; ok {
		return row, nil
	}
	var onSale bool
	err := tx.QueryRow(`SELECT e.body <> '' FROM entity e JOIN generation g ON g.id = e.generation AND g.state = 'live'
		WHERE e.kind = 'unit' AND e.id = $1 ORDER BY g.live_since DESC LIMIT 1`, unitType).Scan(&onSale)
	if err != nil {
		return selling{}, err
	}
	var generation string
	err = tx.QueryRow(`SELECT p.generation FROM price p JOIN generation g ON g.id = p.generation AND g.state = 'live'
		WHERE p.unit_type = $1 ORDER BY g.live_since DESC LIMIT 1`, unitType).Scan(&generation)
	if err != nil {
		return selling{}, err
	}
	if !onSale {
		return selling{}, ErrNotFound
	}
	key := [2]string{unitType, generation}
	row, ok := tx.store.decoded.get(key)
	if !ok {
		if row, err = tx.decode(key); err != nil {
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

func (tx *Tx) decode(key [2]string) (row selling, err error) {
	var sheet, allotment []byte
	err = tx.QueryRow("SELECT sheet, allotment FROM price WHERE unit_type = $1 AND generation = $2", key[0], key[1]).Scan(&sheet, &allotment)
	if err != nil {
		return row, err
	}
	if len(sheet) == 0 {
		return row, ErrNotFound
	}
	if row.sheet, err = availability.DecodeSheet(sheet); err != nil {
		return row, err
	}
	row.allotment, err = availability.DecodeAllotment(allotment)
	return row, err
}
