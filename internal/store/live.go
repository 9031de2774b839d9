package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// newest returns an SQL condition for rows of table t, joined with their live
// generation g: no later live generation has a row with the same key. It is
// empty if only one generation is live, because it costs one look-up per row.
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
	return tx.entities(read, "")
}

// EntitiesOf is Entities for one kind.
func (tx *Tx) EntitiesOf(kind catalogue.Kind, read func(id string, body []byte) error) error {
	return tx.entities(func(_ catalogue.Kind, id string, body []byte) error { return read(id, body) }, " AND t.kind = $1", string(kind))
}

// entities reads the live entities that meet a further condition.
func (tx *Tx) entities(read func(kind catalogue.Kind, id string, body []byte) error, and string, args ...any) error {
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
		WHERE g.state = 'live' AND t.body <> ''`+and+newest, args...)
	if err != nil {
		return fmt.Errorf("read the catalogue: %w", err)
	}
	return nil
}

// EntityIDs returns the ids of all entities of a kind that are for sale,
// sorted.
func (tx *Tx) EntityIDs(kind catalogue.Kind) ([]string, error) {
	newest, err := tx.newest(CataloguePart, "entity", "t2.kind = t.kind AND t2.id = t.id")
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	return Select(tx, readText, `SELECT t.id FROM entity t JOIN generation g ON g.id = t.generation
		WHERE t.kind = $1 AND g.state = 'live' AND t.body <> ''`+newest+` ORDER BY t.id`, string(kind))
}

// Entity reads the JSON of one live entity, or returns ErrNotFound.
func (tx *Tx) Entity(kind catalogue.Kind, id string) ([]byte, error) {
	var body []byte
	err := tx.QueryRow(`SELECT e.body FROM entity e JOIN generation g ON g.id = e.generation AND g.state = 'live'
		WHERE e.kind = $1 AND e.id = $2 ORDER BY g.live_since DESC LIMIT 1`, string(kind), id).Scan(&body)
	if err == nil && len(body) == 0 {
		return nil, ErrNotFound
	}
	return body, err
}

// Unit reads a unit type on sale with its park, operator and region. It returns
// ErrNotFound where there is none.
func (s *Store) Unit(ctx context.Context, id string) (u booking.Unit, err error) {
	err = s.View(ctx, func(tx *Tx) (err error) {
		u, err = tx.unit(id)
		return err
	})
	if err != nil {
		return u, fmt.Errorf("read unit type %s: %w", id, err)
	}
	return u, nil
}

func (tx *Tx) unit(id string) (u booking.Unit, err error) {
	var region catalogue.Region
	read := func(kind catalogue.Kind, id string, into any) error {
		body, err := tx.Entity(kind, id)
		if err == nil {
			err = json.Unmarshal(body, into)
		}
		return err
	}
	if err := read(catalogue.KindUnit, id, &u.Type); err != nil {
		return u, err
	}
	if err := read(catalogue.KindPark, u.Type.ParkID, &u.Park); err != nil {
		return u, err
	}
	if err := read(catalogue.KindOperator, u.Park.OperatorID, &u.Operator); err != nil {
		return u, err
	}
	if err := read(catalogue.KindRegion, u.Park.RegionID, &region); err != nil {
		return u, err
	}
	u.Region, u.Levies = region.Name, u.Park.LeviesOn(u.Type, region)
	return u, nil
}

// Levies returns today's levies on stays in a unit type; none where it is not on sale.
func (tx *Tx) Levies(unitType string) ([]catalogue.Levy, error) {
	u, err := tx.unit(unitType)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, fmt.Errorf("read the levies of %s: %w", unitType, err)
	}
	return u.Levies, nil
}

// pricesPiece is how many unit types one statement of Prices reads.
const pricesPiece = 400

// UnitPrices is what a unit type sells, as an import has staged it.
type UnitPrices struct {
	UnitType         string
	Table, Allotment []byte // as encoded by availability; an empty table means withdrawn
	// Digest identifies table and allotment.
	Digest string
}

// Prices reads the live prices and allotments of unit types, in no particular
// order. It skips unit types without any.
func (tx *Tx) Prices(unitTypes []string, read func(unitType string, table, allotment []byte) error) error {
	return tx.UnitPrices(unitTypes, func(p UnitPrices) error { return read(p.UnitType, p.Table, p.Allotment) })
}

// UnitPrices is like Prices, and reads the digests too.
func (tx *Tx) UnitPrices(unitTypes []string, read func(UnitPrices) error) error {
	newest, err := tx.newest(PricesPart, "price", "t2.unit_type = t.unit_type")
	if err != nil {
		return fmt.Errorf("read prices: %w", err)
	}
	return tx.pricesInPieces(unitTypes, read, "g.state = 'live'"+newest)
}

// pricesInPieces reads the rows of unit types that meet a condition, a limited
// number of unit types with each statement.
func (tx *Tx) pricesInPieces(unitTypes []string, read func(UnitPrices) error, where string, args ...any) error {
	for piece := range slices.Chunk(unitTypes, pricesPiece) {
		list, all := placeholders(piece, args...)
		if err := tx.prices(read, where+" AND t.unit_type IN ("+list+")", all...); err != nil {
			return err
		}
	}
	return nil
}

// PriceDigests reads the digest of the live prices of every unit type that has
// prices, without reading the prices.
func (tx *Tx) PriceDigests(read func(unitType, digest string)) error {
	newest, err := tx.newest(PricesPart, "price", "t2.unit_type = t.unit_type")
	if err != nil {
		return fmt.Errorf("read the digests of prices: %w", err)
	}
	return tx.digests(read, "g.kind = 'prices' AND g.state = 'live'"+newest)
}

func (tx *Tx) digests(read func(unitType, digest string), where string, args ...any) error {
	err := tx.Query(func(scan func(into ...any) error) error {
		var unitType, digest string
		if err := scan(&unitType, &digest); err != nil {
			return err
		}
		read(unitType, digest)
		return nil
	}, "SELECT t.unit_type, t.digest FROM price t JOIN generation g ON g.id = t.generation WHERE "+where, args...)
	if err != nil {
		return fmt.Errorf("read the digests of prices: %w", err)
	}
	return nil
}

// PricesOf reads the prices of one generation.
func (tx *Tx) PricesOf(generation string, read func(UnitPrices) error) error {
	return tx.prices(read, "t.generation = $1", generation)
}

// PricesIn counts the unit types of one generation of prices.
func (tx *Tx) PricesIn(generation string) (n int, err error) {
	err = tx.QueryRow("SELECT count(*) FROM price WHERE generation = $1", generation).Scan(&n)
	return n, err
}

// prices reads the rows of table price that meet a condition. The column sheet
// contains the price table.
func (tx *Tx) prices(read func(UnitPrices) error, where string, args ...any) error {
	err := tx.Query(func(scan func(into ...any) error) error {
		var p UnitPrices
		if err := scan(&p.UnitType, &p.Table, &p.Allotment, &p.Digest); err != nil {
			return err
		}
		return read(p)
	}, `SELECT t.unit_type, t.sheet, t.allotment, t.digest FROM price t JOIN generation g ON g.id = t.generation WHERE `+where, args...)
	if err != nil {
		return fmt.Errorf("read prices: %w", err)
	}
	return nil
}

// LiveSince returns the number of the change that last changed what is live of
// a part, or 0 when nothing is live.
func (tx *Tx) LiveSince(part Part) (change int64, err error) {
	err = tx.QueryRow("SELECT coalesce(max(live_since), 0) FROM generation WHERE kind = $1 AND state = 'live'", string(part)).Scan(&change)
	return change, err
}

// Generation reports whether a live generation is a full one. It returns
// ErrNotFound when the generation is not live any more, because later ones
// replaced all of it.
func (tx *Tx) Generation(id string) (full bool, err error) {
	err = tx.QueryRow("SELECT complete FROM generation WHERE id = $1 AND state = 'live'", id).Scan(&full)
	return full, err
}

// BookedNights reads how many units are booked, held or closed by hand, by unit type and
// night, for all nights from first on. A row without a readable night is reported to bad,
// which may be nil, and skipped.
func (tx *Tx) BookedNights(from date.Date, bad func(unitType string, err error)) (map[string][]availability.BookedNight, error) {
	booked := map[string][]availability.BookedNight{}
	err := tx.stockNights(from, func(n stockNight) {
		booked[n.unitType] = append(booked[n.unitType], availability.BookedNight{Night: n.night, Units: n.taken + n.closed})
	}, bad)
	return booked, err
}

// stockNight is a row of table stock: the units taken by bookings and closed by hand.
type stockNight struct {
	unitType      string
	night         date.Date
	taken, closed int
}

const selectStock = "SELECT unit_type, night, taken, closed FROM stock WHERE taken + closed > 0 AND "

// stockNights reads the nights from first on on which units are taken or closed.
func (tx *Tx) stockNights(from date.Date, read func(stockNight), bad func(unitType string, err error)) error {
	err := tx.Query(func(scan func(into ...any) error) error {
		n, err := readStockNight(scan)
		switch {
		case err == nil:
			read(n)
		case bad != nil:
			bad(n.unitType, err)
		}
		return nil
	}, selectStock+"night >= $1", from.ISO())
	if err != nil {
		return fmt.Errorf("read the booked nights: %w", err)
	}
	return nil
}

// readStockNight reads a row of selectStock.
func readStockNight(scan func(into ...any) error) (n stockNight, err error) {
	var night string
	if err := scan(&n.unitType, &night, &n.taken, &n.closed); err != nil {
		return n, err
	}
	if n.night, err = date.ParseISO(night); err != nil {
		return n, fmt.Errorf("booked night: %w", err)
	}
	return n, nil
}

// placeholders lists placeholders for ids after those of other arguments, and
// returns all arguments.
func placeholders(ids []string, before ...any) (list string, args []any) {
	args = append(args, before...)
	var b strings.Builder
	for i, id := range ids {
		if i > 0 {
			b.WriteByte(',')
		}
		args = append(args, id)
		b.WriteString("$" + strconv.Itoa(len(args)))
	}
	return b.String(), args
}
