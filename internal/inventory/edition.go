package inventory

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

// edition is a State with its place in the change log.
type edition struct {
	state *State
	// number is that of the last change that was carried out. The state may
	// show later ones too: carrying them out again does no harm, since changes
	// say what is, not what is added.
	number int64
	// lacks are the numbers, ascending, of changes up to there that were not
	// carried out, since only a new edition brings them.
	lacks []int64
	// mixed says that a full set of prices went live after the edition was
	// begun: some regions may show that set and others the one before.
	mixed bool
	event Event
}

// shown is the number of the last change that the edition shows together with
// all before it.
func (e *edition) shown() int64 {
	if len(e.lacks) > 0 {
		return e.lacks[0] - 1
	}
	return e.number
}

// errMissed says that a node was away for longer than the log is kept.
var errMissed = errors.New("changes are no longer in the log")

// load makes an edition and brings it up to now. keep is a state whose
// catalogue is taken over when it is still the live one; nil reads everything.
func (v *Inventory) load(ctx context.Context, keep *State) (*edition, error) {
	for {
		e, err := v.read(ctx, keep)
		if err == nil {
			err = v.follow(ctx, e)
		}
		if err != nil || !e.mixed {
			return e, err
		}
	}
}

// follow carries out on an edition what has changed since, up to the moment at
// which it last looked: bookings that keep coming do not keep it.
func (v *Inventory) follow(ctx context.Context, e *edition) error {
	for {
		changes, complete, err := v.store.Changes(ctx, e.number)
		switch {
		case err != nil:
			return err
		case !complete:
			return fmt.Errorf("follow after change %d: %w", e.number, errMissed)
		case len(changes) == 0:
			return nil
		}
		if err := v.apply(ctx, e, changes); err != nil {
			return err
		}
		if e.state == v.Current() {
			v.reached()
			v.tell(Event{Kind: "apply", Changes: len(changes)})
		}
		if len(changes) < store.ChangesMost {
			return nil
		}
	}
}

// read reads catalogue and prices and builds the index.
func (v *Inventory) read(ctx context.Context, keep *State) (*edition, error) {
	start := time.Now()
	e := &edition{state: &State{}, event: Event{Kind: "load"}}
	var above uint64 // versions begin above those of the state before
	if before := v.state.Load(); before != nil {
		above = before.Version() + 1<<15
	}
	var entities catalogue.Entities
	var taken map[string][]availability.Taken
	first := v.tomorrow()
	err := v.store.View(ctx, func(tx *store.Tx) (err error) {
		if e.number, err = tx.LastChange(); err != nil {
			return err
		}
		// Stays in progress do not matter to arrivals from tomorrow on.
		if taken, err = tx.Taken(first); err != nil {
			return err
		}
		if e.state.catalogue, err = tx.LiveSince(store.CataloguePart); err != nil {
			return err
		}
		if keep != nil && keep.catalogue == e.state.catalogue {
			e.state.Catalogue = keep.Catalogue
			return nil
		}
		return tx.Entities(func(kind catalogue.Kind, id string, body []byte) error {
			entity, err := catalogue.Read(kind, body)
			if err != nil {
				e.event.Problems = append(e.event.Problems, fmt.Errorf("%s %s: %w", kind, id, err))
				return nil
			}
			entities.Add(entity)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("load the catalogue: %w", err)
	}
	if e.state.Catalogue == nil {
		snapshot, problems := catalogue.NewSnapshot(&entities)
		e.state.Catalogue, e.event.Problems = snapshot, append(e.event.Problems, problems...)
	}
	e.state.Index, err = availability.Build(v.describe(ctx, e.state.Catalogue, taken, first, above))
	if err != nil {
		return nil, fmt.Errorf("load the prices: %w", err)
	}
	e.state.Prepared = v.prepare(e.state)
	e.event.Took = time.Since(start)
	e.event.Parks, e.event.Units = len(e.state.Catalogue.AllParks()), len(e.state.Catalogue.AllUnits())
	return e, nil
}

// readsAtOnce bounds how many regions are read at the same time, so that
// bookings find connections meanwhile.
const readsAtOnce = 4

// describe tells the index what there is, numbered as the snapshot lists it.
func (v *Inventory) describe(ctx context.Context, s *catalogue.Snapshot, taken map[string][]availability.Taken, first date.Date, above uint64) availability.Inventory {
	inv := availability.Inventory{
		First: first, Days: Days, HiddenRegions: []string{catalogue.HiddenRegion},
		Version: max(above+1, uint64(v.clock().UnixMilli())<<16+v.builds.Add(1)),
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
	// Each call reads by itself, so several regions are read at once. What is
	// taken of a unit type without prices counts when a delta gives it some.
	turns := make(chan struct{}, readsAtOnce)
	inv.Load = func(wanted []int, yield func(int, availability.Stock)) error {
		ids := make([]string, len(wanted))
		number := make(map[string]int, len(wanted))
		for i, unit := range wanted {
			id := units[unit].ID
			ids[i], number[id] = id, unit
			if taken[id] != nil {
				yield(unit, availability.Stock{Taken: taken[id]})
			}
		}
		turns <- struct{}{}
		defer func() { <-turns }()
		return v.store.View(ctx, func(tx *store.Tx) error {
			return tx.Prices(ids, func(id string, sheet, allotment []byte) error {
				yield(number[id], availability.Stock{Sheet: sheet, Allotment: allotment, Taken: taken[id]})
				return nil
			})
		})
	}
	return inv
}
