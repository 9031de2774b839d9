package inventory

import (
	"context"
	"fmt"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

// loaded is a state with the number of the last change that it surely shows.
// It may show later ones too; applying those again does no harm, since changes
// carry what is, not what is added.
type loaded struct {
	state  *State
	number int64
	event  Event
}

// load reads catalogue and prices and builds the index. Versions begin above
// that of the state before.
func (v *Inventory) load(ctx context.Context, before uint64) (*loaded, error) {
	start := time.Now()
	l := &loaded{event: Event{Kind: "load"}}
	var entities catalogue.Entities
	var taken map[string][]availability.Taken
	first := v.tomorrow()
	err := v.store.View(ctx, func(tx *store.Tx) (err error) {
		if l.number, err = tx.LastChange(); err != nil {
			return err
		}
		// Stays in progress do not matter to arrivals from tomorrow on.
		if taken, err = tx.Taken(first); err != nil {
			return err
		}
		return tx.Entities(func(kind catalogue.Kind, id string, body []byte) error {
			entity, err := catalogue.Read(kind, body)
			if err != nil {
				l.event.Problems = append(l.event.Problems, fmt.Errorf("%s %s: %w", kind, id, err))
				return nil
			}
			entities.Add(entity)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("load the catalogue: %w", err)
	}
	snapshot, problems := catalogue.NewSnapshot(&entities)
	l.event.Problems = append(l.event.Problems, problems...)
	index, err := availability.Build(v.describe(ctx, snapshot, taken, first, before))
	if err != nil {
		return nil, fmt.Errorf("load the prices: %w", err)
	}
	l.state = &State{Catalogue: snapshot, Index: index}
	l.event.Took = time.Since(start)
	l.event.Parks, l.event.Units = len(snapshot.AllParks()), len(snapshot.AllUnits())
	return l, nil
}

// describe tells the index what there is, numbered as the snapshot lists it.
func (v *Inventory) describe(ctx context.Context, s *catalogue.Snapshot, taken map[string][]availability.Taken, first date.Date, before uint64) availability.Inventory {
	inv := availability.Inventory{
		First: first, Days: Days, HiddenRegions: []string{catalogue.HiddenRegion},
		Version: max(before+1, uint64(v.clock().UnixMilli())<<16+v.builds.Add(1)),
	}
	numbers := map[*catalogue.ParkInfo]int{}
	for i, p := range s.AllParks() {
		numbers[p] = i
		inv.Parks = append(inv.Parks, availability.Park{ID: p.ID, SortName: p.Folded, Region: p.RegionID, Operator: p.OperatorID})
	}
	units := s.AllUnits()
	for _, u := range units {
		inv.Units = append(inv.Units, availability.Unit{
			ID: u.ID, Channel: u.Channel, Park: numbers[u.Park], Dogs: u.Dogs, Features: u.Keys, Offers: u.Offers,
		})
	}
	// Each call reads by itself, so several regions are read at once.
	inv.Load = func(wanted []int, yield func(int, availability.Stock)) error {
		ids := make([]string, len(wanted))
		number := make(map[string]int, len(wanted))
		for i, unit := range wanted {
			ids[i] = units[unit].ID
			number[ids[i]] = unit
		}
		return v.store.View(ctx, func(tx *store.Tx) error {
			return tx.Prices(ids, func(id string, sheet, allotment []byte) error {
				if len(sheet) > 0 {
					yield(number[id], availability.Stock{Sheet: sheet, Allotment: allotment, Taken: taken[id]})
				}
				return nil
			})
		})
	}
	return inv
}
