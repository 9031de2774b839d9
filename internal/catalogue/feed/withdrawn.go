package feed

import (
	"context"
	"fmt"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

// Withdrawn says how many of what is on sale an import withdraws.
type Withdrawn struct {
	// What is the kind: an entity of the catalogue, or PricesAndStock.
	What     string
	Gone, Of int64
}

// PricesAndStock is Withdrawn.What for unit types that lose all their prices or their
// stock.
const PricesAndStock = "unit type with prices or stock"

func (w Withdrawn) share() float64 { return float64(w.Gone) / float64(max(1, w.Of)) }

func (w Withdrawn) String() string { return fmt.Sprintf("%d of %d: %s", w.Gone, w.Of, w.What) }

// TooMuchWithdrawn means that a full import would withdraw more than
// Importer.MaxWithdrawn. Nothing was published.
type TooMuchWithdrawn struct {
	Withdrawn
	Max float64
}

func (e *TooMuchWithdrawn) Error() string {
	return fmt.Sprintf("the import was refused: it would withdraw %s (%.0f %%, at most %.0f %% without being told)",
		e.Withdrawn, 100*e.share(), 100*e.Max)
}

// publish publishes a staged import, unless it is a dry run or withdraws too much.
func (im Importer) publish(ctx context.Context, staging *store.Staging, report *Report, full bool) (err error) {
	for _, w := range report.Withdrawn {
		limited := w.What == PricesAndStock || w.What == string(catalogue.KindUnit) || w.What == string(catalogue.KindPark)
		if full && limited && im.MaxWithdrawn > 0 && w.share() > im.MaxWithdrawn {
			return &TooMuchWithdrawn{w, im.MaxWithdrawn}
		}
	}
	if im.DryRun {
		return nil
	}
	report.Change, err = staging.Publish(ctx)
	return err
}

// countWithdrawn counts the unit types that lose all their prices or all their stock.
func (p *pricesImport) countWithdrawn(ctx context.Context, staging *store.Staging) error {
	inCatalogue := map[string]bool{}
	for _, id := range p.ids[:p.known] {
		inCatalogue[id] = true
	}
	count := Withdrawn{What: PricesAndStock}
	sold, lost := map[string]bool{}, map[string]store.Lost{}
	err := staging.PricesLost(ctx, func(id string, l store.Lost) {
		if !inCatalogue[id] {
			return // left the catalogue before
		}
		sold[id] = true
		if l.Prices || l.Stock {
			lost[id] = l
		}
	})
	if err != nil {
		return err
	}
	count.Of = int64(len(sold))
	// What has only dates that are past sells nothing any more.
	var ids []string
	for id := range lost {
		ids = append(ids, id)
	}
	err = p.Store.View(ctx, func(tx *store.Tx) error {
		count.Gone = 0
		return tx.Prices(ids, func(id string, table, allotment []byte) error {
			if lost[id].Prices && sellsLater(table, p.today) || lost[id].Stock && p.hasUnitsLater(allotment) {
				count.Gone++
			}
			return nil
		})
	})
	if count.Gone > 0 {
		p.report.Withdrawn = append(p.report.Withdrawn, count)
	}
	return err
}

// sellsLater reports whether a price table has dates from today on. A table that cannot
// be read counts as one that has.
func sellsLater(table []byte, today date.Date) bool {
	decoded, err := availability.DecodePriceTable(table)
	if err != nil {
		return true
	}
	first, days := decoded.Window()
	return int(first)+days > int(today)
}

// hasUnitsLater reports whether an allotment has units from today on.
func (p *pricesImport) hasUnitsLater(allotment []byte) bool {
	decoded, err := availability.DecodeAllotment(allotment)
	if err != nil {
		return true
	}
	for i, units := range decoded.Units {
		if units > 0 && int(decoded.First)+i >= int(p.today) {
			return true
		}
	}
	return false
}

// countWithdrawn counts the entities that leave the catalogue.
func (c *catalogueImport) countWithdrawn(ctx context.Context) error {
	counts, err := c.staging.EntitiesLost(ctx)
	for _, kind := range catalogue.Kinds {
		if n := counts[kind]; n.Gone > 0 {
			c.report.Withdrawn = append(c.report.Withdrawn, Withdrawn{string(kind), n.Gone, n.Live})
		}
	}
	return err
}
