package store

import (
	"context"
	"fmt"

	"holidaymaker/internal/catalogue"
)

// Lost says which of its live data a unit type would lose.
type Lost struct{ Prices, Stock bool }

// PricesLost reads what unit types with live prices or stock would lose if the staged
// prices were published now.
func (s *Staging) PricesLost(ctx context.Context, read func(unitType string, lost Lost)) error {
	return s.compare(ctx, func(tx *Tx) error {
		newest, err := tx.newest(PricesPart, "price", "t2.unit_type = t.unit_type")
		if err != nil {
			return err
		}
		// -1: the staged generation has no row, so a delta changes nothing.
		return tx.Query(func(scan func(into ...any) error) error {
			var unitType string
			var prices, stock, newPrices, newStock int64
			if err := scan(&unitType, &prices, &stock, &newPrices, &newStock); err != nil {
				return err
			}
			gone := func(before, after int64) bool { return before > 0 && (after == 0 || after < 0 && s.full) }
			if prices > 0 || stock > 0 {
				read(unitType, Lost{gone(prices, newPrices), gone(stock, newStock)})
			}
			return nil
		}, `SELECT t.unit_type, length(t.sheet), length(t.allotment), coalesce(length(n.sheet), -1), coalesce(length(n.allotment), -1)
			FROM price t JOIN generation g ON g.id = t.generation
			LEFT JOIN price n ON n.unit_type = t.unit_type AND n.generation = $1
			WHERE g.state = 'live'`+newest, s.id)
	})
}

// LiveCount counts the entities of a kind that are live, and those of them that would
// be withdrawn.
type LiveCount struct{ Live, Gone int64 }

// EntitiesLost counts what the catalogue would lose if the staged one were published
// now.
func (s *Staging) EntitiesLost(ctx context.Context) (map[catalogue.Kind]LiveCount, error) {
	gone := "n.body = ''"
	if s.full {
		gone = "n.id IS NULL"
	}
	counts := map[catalogue.Kind]LiveCount{}
	err := s.compare(ctx, func(tx *Tx) error {
		newest, err := tx.newest(CataloguePart, "entity", "t2.kind = t.kind AND t2.id = t.id")
		if err != nil {
			return err
		}
		return tx.Query(func(scan func(into ...any) error) error {
			var kind string
			var n LiveCount
			if err := scan(&kind, &n.Live, &n.Gone); err != nil {
				return err
			}
			counts[catalogue.Kind(kind)] = n
			return nil
		}, `SELECT t.kind, count(*), count(CASE WHEN `+gone+` THEN 1 END)
			FROM entity t JOIN generation g ON g.id = t.generation
			LEFT JOIN entity n ON n.kind = t.kind AND n.id = t.id AND n.generation = $1
			WHERE g.state = 'live' AND t.body <> ''`+newest+` GROUP BY t.kind`, s.id)
	})
	return counts, err
}

// compare writes what is collected and reads how it differs from what is live.
func (s *Staging) compare(ctx context.Context, read func(*Tx) error) error {
	if err := s.flush(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, BulkDeadline)
	defer cancel()
	if err := s.store.View(ctx, read); err != nil {
		return fmt.Errorf("compare %s with what is live: %w", s.part, err)
	}
	return nil
}
