package inventory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/badrecord"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

// indexBuild is a State with its position in the change log.
type indexBuild struct {
	state *State
	// show makes the state's view the current one.
	show func()
	// began is the number of the last change in the log when the build began to
	// read.
	began int64
	// number is the number of the last change that was applied. The state may
	// already include later ones. Applying these again does no harm, because a
	// change contains the new value, not the difference.
	number int64
	// pending holds the numbers, ascending, of changes up to number that only
	// another build can bring.
	pending []int64
	// torn means that a full set of prices was published after the build began:
	// some regions may have that set and others the previous one.
	torn bool
	// staged is a generation of prices that the build contains although it is not
	// live yet; announced, the last one that the log announces.
	staged    string
	live      int64 // the change that published staged; 0: it was not staged
	announced announcement
	// digests identify the prices of each unit type in the index; see
	// store.UnitPrices.
	digests []string
	// renewal is set while a build still has to take over most regions from the
	// current index. Until then, changes are applied only to the regions that
	// this build makes itself.
	renewal *availability.Renewal
	bad     badRecords
	event   Event
}

// announcement is a staged full set of prices that is going to be published. Its
// generation is empty when that is no longer so. Number is that of the change
// that says this.
type announcement struct {
	number     int64
	generation string
}

// noPrices is the digest of a unit type without prices.
const noPrices = "-"

// visible is the number of the last change that the build shows, with every
// earlier change too.
func (e *indexBuild) visible() int64 {
	if len(e.pending) > 0 {
		return e.pending[0] - 1
	}
	return e.number
}

// covers reports whether changes of a unit type are applied to this build.
func (e *indexBuild) covers(unit int) bool { return e.renewal == nil || e.renewal.Rebuilds(unit) }

// errMissed means that a node was away for longer than changes stay in the log.
var errMissed = errors.New("changes are no longer in the log")

// origin is what a build can reuse.
type origin struct {
	state   *State   // its catalogue is reused if it is still the published one; nil: none
	digests []string // of its index, whose unchanged regions are taken over; nil: no region is
	staged  string   // a generation to build with as if it were live; empty: none
}

// load builds an index and applies all changes up to now.
func (v *Replica) load(ctx context.Context, from origin) (*indexBuild, error) {
	for {
		e, err := v.read(ctx, from)
		if err == nil {
			err = v.follow(ctx, e)
		}
		if err != nil || !e.torn {
			return e, err
		}
	}
}

// follow applies to a build what has changed since it was read. It stops at the
// last change in the log when it begins, so that a steady flow of bookings does
// not prolong it.
func (v *Replica) follow(ctx context.Context, e *indexBuild) error {
	for {
		batch, err := v.store.Changes(ctx, e.number)
		if err != nil {
			return err
		}
		v.sawLog(batch.Last)
		if !batch.Complete {
			return fmt.Errorf("follow after change %d: %w", e.number, errMissed)
		}
		if len(batch.Changes) > 0 {
			if err := v.apply(ctx, e, batch.Changes); err != nil {
				return err
			}
			if e.state == v.Current() {
				v.reached()
				v.emit(Event{Kind: "apply", Changes: len(batch.Changes)})
			}
		}
		if len(batch.Changes) < store.ChangesMax {
			v.followed()
			return nil
		}
	}
}

// source is what one transaction reads for a build.
type source struct {
	entities catalogue.Entities // empty where the catalogue is reused
	kept     bool
	booked   map[string][]availability.BookedNight
	digests  map[string]string // of the published prices; nil where all prices are read
}

// read reads catalogue and prices from the database and builds an index.
func (v *Replica) read(ctx context.Context, from origin) (*indexBuild, error) {
	ctx, cancel := context.WithTimeout(ctx, store.BulkDeadline)
	defer cancel()
	start := time.Now()
	e := &indexBuild{state: &State{}, bad: badRecords{}, event: Event{Kind: "load"}}
	first := v.tomorrow()
	src, err := v.readSource(ctx, e, from, first)
	if err != nil {
		return nil, fmt.Errorf("load the catalogue: %w", err)
	}
	if src.kept {
		e.state.Catalogue, e.state.catalogueBad = from.state.Catalogue, from.state.catalogueBad
		e.bad[badrecord.CatalogueRow] = from.state.catalogueBad
	} else {
		snapshot, problems := catalogue.NewSnapshot(&src.entities)
		for _, problem := range problems {
			e.bad.addProblem(problem)
		}
		e.state.Catalogue, e.state.catalogueBad = snapshot, e.bad[badrecord.CatalogueRow]
	}
	if src.kept && src.digests != nil {
		err = v.renewIndex(ctx, e, from, src)
	} else {
		err = v.buildIndex(ctx, e, src, first)
	}
	if err != nil {
		return nil, fmt.Errorf("load the prices: %w", err)
	}
	e.show = v.prepare(e.state)
	e.event.Took = time.Since(start)
	e.event.Parks, e.event.Units = len(e.state.Catalogue.AllParks()), len(e.state.Catalogue.AllUnits())
	return e, nil
}

// readSource reads everything but the prices.
func (v *Replica) readSource(ctx context.Context, e *indexBuild, from origin, first date.Date) (*source, error) {
	src := &source{}
	err := v.store.View(ctx, func(tx *store.Tx) (err error) {
		if e.began, err = tx.LastChange(); err != nil {
			return err
		}
		e.number = e.began
		// Only arrivals from tomorrow on are sold, so stays in progress do not
		// matter.
		src.booked, err = tx.BookedNights(first, func(unitType string, err error) { e.bad.add(badrecord.BookedNights, unitType, err) })
		if err != nil {
			return err
		}
		if e.state.catalogueChange, err = tx.LiveSince(store.CataloguePart); err != nil {
			return err
		}
		if from.staged != "" {
			staged, err := tx.Staged(from.staged)
			if err != nil {
				return err
			}
			if staged { // otherwise it is live by now, or discarded
				e.staged = from.staged
			}
		}
		src.kept = from.state != nil && from.state.catalogueChange == e.state.catalogueChange
		if src.kept && from.digests != nil {
			src.digests = map[string]string{}
			read := func(unitType, digest string) { src.digests[unitType] = digest }
			if e.staged != "" {
				return tx.StagedDigests(e.staged, read)
			}
			return tx.PriceDigests(read)
		}
		if src.kept {
			return nil
		}
		return tx.Entities(func(kind catalogue.Kind, id string, body []byte) error {
			entity, err := catalogue.Read(kind, body)
			if err != nil {
				e.bad.addProblem(fmt.Errorf("%s %s: %w", kind, id, err))
				return nil
			}
			src.entities.Add(entity)
			return nil
		})
	})
	return src, err
}

// buildIndex builds a whole index.
func (v *Replica) buildIndex(ctx context.Context, e *indexBuild, src *source, first date.Date) (err error) {
	input := buildInput(e.state.Catalogue)
	input.First, input.Days, input.Version = first, Days, v.nextVersion()
	e.digests = slices.Repeat([]string{noPrices}, len(input.Units))
	input.Load, input.Unreadable = v.loader(ctx, e, src), e.unreadable
	if e.state.Index, err = availability.Build(input); err != nil {
		return err
	}
	e.event.Regions = e.state.Index.RegionCount()
	return nil
}

// renewIndex builds only the regions whose prices have changed.
func (v *Replica) renewIndex(ctx context.Context, e *indexBuild, from origin, src *source) (err error) {
	var changed []int
	for unit, info := range e.state.Catalogue.AllUnits() {
		digest, ok := src.digests[info.ID]
		if !ok {
			digest = noPrices
		}
		if digest == "" || digest != from.digests[unit] {
			changed = append(changed, unit)
		}
	}
	e.digests = slices.Clone(from.digests)
	e.renewal, err = from.state.Index.Renew(changed, v.nextVersion(), v.loader(ctx, e, src), e.unreadable)
	if err != nil {
		return err
	}
	e.state.Index, e.event.Regions = e.renewal.Index(), e.renewal.Regions()
	return nil
}

// takeOver completes a renewal with the other regions, taken from the current
// build. From then on the current build is no longer changed.
func (e *indexBuild) takeOver(current *indexBuild) {
	e.renewal.Finish()
	for unit := range e.digests {
		if !e.renewal.Rebuilds(unit) {
			e.digests[unit] = current.digests[unit]
		}
	}
	for id, err := range current.bad[badrecord.PriceTable] {
		if unit, ok := e.state.Index.Unit(id); ok && !e.renewal.Rebuilds(unit) {
			e.bad.add(badrecord.PriceTable, id, err)
		}
	}
	// In the regions taken over, this build has what the current build had
	// applied. Changes that the current build left pending since this build
	// began are still missing.
	e.number = min(e.number, current.number)
	for _, number := range current.pending {
		if number > e.began && number != e.live {
			e.pending = append(e.pending, number)
		}
	}
	e.pending = slices.DeleteFunc(e.pending, func(number int64) bool { return number > e.number })
	slices.Sort(e.pending)
	e.pending = slices.Compact(e.pending)
	e.renewal = nil
}

// unreadable records a unit type whose prices cannot be read.
func (e *indexBuild) unreadable(unit int, err error) {
	e.bad.add(badrecord.PriceTable, e.state.Catalogue.AllUnits()[unit].ID, err)
}

// nextVersion returns a version greater than that of every index of this
// process and of earlier ones.
func (v *Replica) nextVersion() uint64 {
	var above uint64
	if before := v.state.Load(); before != nil {
		above = before.Version() + 1<<15 // room for changes that the current index may still get
	}
	return max(above+1, uint64(v.clock().UnixMilli())<<16+v.builds.Add(1))
}

// buildInput lists parks and unit types, numbered in the order of the snapshot.
func buildInput(s *catalogue.Snapshot) availability.BuildInput {
	in := availability.BuildInput{HiddenRegions: []string{catalogue.HiddenRegion}}
	numbers := map[*catalogue.ParkInfo]int{}
	for i, p := range s.AllParks() {
		numbers[p] = i
		in.Parks = append(in.Parks, availability.Park{ID: p.ID, SortName: p.Folded, Region: p.RegionID, Operator: p.OperatorID})
	}
	for _, u := range s.AllUnits() {
		in.Units = append(in.Units, availability.Unit{
			ID: u.ID, Channel: u.Channel, Park: numbers[u.Park], Dogs: u.Dogs, Features: u.Keys, Offers: u.Offers,
		})
	}
	return in
}

// readsAtOnce limits how many regions are read at the same time, so that
// database connections are left for bookings.
const readsAtOnce = 4

// loader returns a function that reads the prices of a region's unit types.
// Each call uses its own transaction, so several regions can be read in
// parallel.
func (v *Replica) loader(ctx context.Context, e *indexBuild, src *source) func([]int, func(int, availability.UnitData)) error {
	units := e.state.Catalogue.AllUnits()
	generation := e.staged
	turns := make(chan struct{}, readsAtOnce)
	return func(wanted []int, yield func(int, availability.UnitData)) error {
		ids := make([]string, len(wanted))
		number := make(map[string]int, len(wanted))
		for i, unit := range wanted {
			id := units[unit].ID
			ids[i], number[id] = id, unit
			e.digests[unit] = noPrices
			if src.booked[id] != nil { // needed when a delta gives the unit type prices later
				yield(unit, availability.UnitData{Booked: src.booked[id]})
			}
		}
		turns <- struct{}{}
		defer func() { <-turns }()
		return v.store.View(ctx, func(tx *store.Tx) error {
			read := func(p store.UnitPrices) error {
				unit := number[p.UnitType]
				e.digests[unit] = p.Digest
				yield(unit, availability.UnitData{PriceTable: p.Table, Allotment: p.Allotment, Booked: src.booked[p.UnitType]})
				return nil
			}
			if generation != "" {
				return tx.StagedPrices(generation, ids, read)
			}
			return tx.UnitPrices(ids, read)
		})
	}
}
