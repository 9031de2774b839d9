package store

import (
	"fmt"
	"strconv"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// newest is a condition that holds for the rows of table t, joined with their
// live generation g, over which no other live one lies. It costs a look-up per
// row, so it is empty where there is but one generation.
func (tx *Tx) newest(part Part, table, sameKey string) (string, error) {
	live, err := tx.generations("kind = $1 AND state = 'live'", string(part))
	if err != nil || len(live) < 2 {
		return "", err
	}
	return ` AND NOT EXISTS (SELECT 1 FROM ` + table + ` t2 JOIN generation g2 ON g2.id = t2.generation
		WHERE ` + sameKey + ` AND g2.state = 'live' AND g2.live_since > g.live_since)`, nil
}

// Entities reads everything that is for sale, in no particular order.
func (tx *Tx) Entities(read func(kind catalogue.Kind, id string, body []byte) error) error {
	newest, err := tx.newest(CataloguePart, "entity", "t2.kind = t.kind AND t2.id = t.id")
	if err != nil {
		return fmt.Errorf("read the catalogue: %w", err)
	}
	err = tx.Query(func(scan func(into ...any) error) error {
		var kind, id string
		var body []byte
		if err := scan(&kind, &id, &body); err != nil {
			return err
		}
		return read(catalogue.Kind(kind), id, body)
	}, `SELECT t.kind, t.id, t.body FROM entity t JOIN generation g ON g.id = t.generation
		WHERE g.state = 'live' AND t.body <> ''`+newest)
	if err != nil {
		return fmt.Errorf("read the catalogue: %w", err)
	}
	return nil
}

// EntityIDs lists the ids of everything of a kind that is for sale, ascending.
func (tx *Tx) EntityIDs(kind catalogue.Kind) ([]string, error) {
	newest, err := tx.newest(CataloguePart, "entity", "t2.kind = t.kind AND t2.id = t.id")
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	return Select(tx, func(scan func(into ...any) error) (id string, err error) {
		return id, scan(&id)
	}, `SELECT t.id FROM entity t JOIN generation g ON g.id = t.generation
		WHERE t.kind = $1 AND g.state = 'live' AND t.body <> ''`+newest+` ORDER BY t.id`, string(kind))
}

// Entity reads one live entity's JSON; ErrNotFound when there is none.
func (tx *Tx) Entity(kind catalogue.Kind, id string) ([]byte, error) {
	var body []byte
	err := tx.QueryRow(`SELECT e.body FROM entity e JOIN generation g ON g.id = e.generation AND g.state = 'live'
		WHERE e.kind = $1 AND e.id = $2 ORDER BY g.live_since DESC LIMIT 1`, string(kind), id).Scan(&body)
	if err == nil && len(body) == 0 {
		return nil, ErrNotFound
	}
	return body, err
}

// pricesPiece is how many unit types one statement of Prices names.
const pricesPiece = 400

// Prices reads the live prices and allotments of unit types, in no particular
// order; those that have none are passed over.
func (tx *Tx) Prices(unitTypes []string, read func(unitType string, sheet, allotment []byte) error) error {
	newest, err := tx.newest(PricesPart, "price", "t2.unit_type = t.unit_type")
	if err != nil {
		return fmt.Errorf("read prices: %w", err)
	}
	for len(unitTypes) > 0 {
		piece := unitTypes[:min(pricesPiece, len(unitTypes))]
		unitTypes = unitTypes[len(piece):]
		list, args := placeholders(piece)
		err := tx.prices(read, "g.state = 'live' AND t.unit_type IN ("+list+")"+newest, args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// PricesOf reads the prices and allotments of one generation; an empty sheet
// withdraws.
func (tx *Tx) PricesOf(generation string, read func(unitType string, sheet, allotment []byte) error) error {
	return tx.prices(read, "t.generation = $1", generation)
}

// PricesIn counts the unit types of one generation of prices.
func (tx *Tx) PricesIn(generation string) (n int, err error) {
	err = tx.QueryRow("SELECT count(*) FROM price WHERE generation = $1", generation).Scan(&n)
	return n, err
}

func (tx *Tx) prices(read func(unitType string, sheet, allotment []byte) error, where string, args ...any) error {
	err := tx.Query(func(scan func(into ...any) error) error {
		var unitType string
		var sheet, allotment []byte
		if err := scan(&unitType, &sheet, &allotment); err != nil {
			return err
		}
		return read(unitType, sheet, allotment)
	}, `SELECT t.unit_type, t.sheet, t.allotment FROM price t JOIN generation g ON g.id = t.generation WHERE `+where, args...)
	if err != nil {
		return fmt.Errorf("read prices: %w", err)
	}
	return nil
}

// LiveSince is the number of the change by which what is live of a part was
// last changed, 0 when nothing is.
func (tx *Tx) LiveSince(part Part) (change int64, err error) {
	err = tx.QueryRow("SELECT coalesce(max(live_since), 0) FROM generation WHERE kind = $1 AND state = 'live'", string(part)).Scan(&change)
	return change, err
}

// Generation tells whether a generation replaced all before it; ErrNotFound
// when it is no longer live, since later ones have replaced all of it, whichever
// it was.
func (tx *Tx) Generation(id string) (full bool, err error) {
	err = tx.QueryRow("SELECT complete FROM generation WHERE id = $1 AND state = 'live'", id).Scan(&full)
	return full, err
}

// Taken reads how many units are taken, by unit type and night, from a night on.
func (tx *Tx) Taken(from date.Date) (map[string][]availability.Taken, error) {
	taken := map[string][]availability.Taken{}
	err := tx.Query(func(scan func(into ...any) error) error {
		var unitType, night string
		var units int
		if err := scan(&unitType, &night, &units); err != nil {
			return err
		}
		on, err := date.ParseISO(night)
		taken[unitType] = append(taken[unitType], availability.Taken{Night: on, Units: units})
		return err
	}, "SELECT unit_type, night, taken FROM stock WHERE night >= $1 AND taken > 0", from.ISO())
	if err != nil {
		return nil, fmt.Errorf("read the stock: %w", err)
	}
	return taken, nil
}

func placeholders(ids []string) (list string, args []any) {
	var b strings.Builder
	for i, id := range ids {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("$" + strconv.Itoa(i+1))
		args = append(args, id)
	}
	return b.String(), args
}
