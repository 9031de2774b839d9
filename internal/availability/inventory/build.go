package inventory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/store"
)

// indexBuild is a State with its position in the change log.
type indexBuild struct {
	state *State
	// show makes the state's view the current one.
	show func()
	// startChange is the number of the last change in the log when the build began
	// to read.
	startChange int64
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
	live      int64 // the change that published it; 0: not published, or never staged
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

// announcement is what the log last said about a staged full set of prices: which
// generation is going to be published (empty: none any more), and the number of the
// change that said so.
type announcement struct {
	number     int64
	generation string
}

// noPrices is the digest of a unit type without prices.
const noPrices = "-"

// visible is the number of the last change that the build shows, with every
// earlier change too.
func (b *indexBuild) visible() int64 {
	if len(b.pending) > 0 {
		return b.pending[0] - 1
	}
	return b.number
}

// covers reports whether changes of a unit type are applied to this build.
func (b *indexBuild) covers(unit int) bool { return b.renewal == nil || b.renewal.Rebuilds(unit) }

// errMissed means that a node has not read the log for longer than changes stay in it.
var errMissed = errors.New("changes are no longer in the log")

// origin is what a build can reuse.
type origin struct {
	state   *State   // its catalogue is reused if it is still the published one; nil: none
	digests []string // of the unit types in its index, whose unchanged regions are taken over; nil: none are
	staged  string   // a generation to build with as if it were live; empty: none
}

// load builds an index and applies all changes up to now.
func (r *Replica) load(ctx context.Context, from origin) (*indexBuild, error) {
	for {
		build, err := r.read(ctx, from)
		if err == nil {
			err = r.follow(ctx, build)
		}
		if err != nil || !build.torn {
			return build, err
		}
	}
}

// follow applies to a build what has changed since it was read. It stops at the
// last change in the log when it begins, so that a steady flow of bookings does
// not prolong it.
func (r *Replica) follow(ctx context.Context, build *indexBuild) error {
	for {
		batch, err := r.store.Changes(ctx, build.number)
		if err != nil {
			return err
		}
		r.recordLogEnd(batch.Last)
		if !batch.Complete {
			return fmt.Errorf("follow after change %d: %w", build.number, errMissed)
		}
		if len(batch.Changes) > 0 {
			if err := r.apply(ctx, build, batch.Changes); err != nil {
				return err
			}
			if build.state == r.Current() {
				r.recordReached()
				r.emit(Event{Kind: "apply", Changes: len(batch.Changes)})
			}
		}
		if len(batch.Changes) < store.ChangesMax {
			r.recordFollowed()
			return nil
		}
	}
}

// source is what one transaction reads for a build.
type source struct {
	entities        catalogue.Entities // empty where the catalogue is reused
	reusesCatalogue bool
	booked          map[string][]availability.BookedNight
	digests         map[string]string // of the published prices; nil where all prices are read
}

// read reads catalogue and prices from the database and builds an index.
func (r *Replica) read(ctx context.Context, from origin) (*indexBuild, error) {
	ctx, cancel := context.WithTimeout(ctx, store.BulkDeadline)
	defer cancel()
	start := time.Now()
	build := &indexBuild{state: &State{}, bad: badRecords{}, event: Event{Kind: "load"}}
	first := r.tomorrow()
	src, err := r.readSource(ctx, build, from, first)
	if err != nil {
		return nil, fmt.Errorf("load the catalogue: %w", err)
	}
	if src.reusesCatalogue {
		build.state.Catalogue, build.state.catalogueBad = from.state.Catalogue, from.state.catalogueBad
		build.bad[badrecord.CatalogueRow] = from.state.catalogueBad
	} else {
		snapshot, problems := catalogue.NewSnapshot(&src.entities)
		for _, problem := range problems {
			build.bad.addProblem(problem)
		}
		build.state.Catalogue, build.state.catalogueBad = snapshot, build.bad[badrecord.CatalogueRow]
	}
	if src.reusesCatalogue && src.digests != nil {
		err = r.renewIndex(ctx, build, from, src)
	} else {
		err = r.buildIndex(ctx, build, src, first)
	}
	if err != nil {
		return nil, fmt.Errorf("load the prices: %w", err)
	}
	build.show = r.prepare(build.state)
	build.event.Took = time.Since(start)
	build.event.Parks, build.event.Units = len(build.state.Catalogue.AllParks()), len(build.state.Catalogue.AllUnits())
	return build, nil
}

// readSource reads everything but the prices.
func (r *Replica) readSource(ctx context.Context, build *indexBuild, from origin, first date.Date) (*source, error) {
	src := &source{}
	err := r.store.View(ctx, func(tx *store.Tx) (err error) {
		if build.startChange, err = tx.LastChange(); err != nil {
			return err
		}
		build.number = build.startChange
		if err := build.readHolidays(tx); err != nil {
			return err
		}
		// Only arrivals from tomorrow on are sold, so stays in progress do not
		// matter.
		src.booked, err = tx.BookedNights(first, func(unitType string, err error) { build.bad.add(badrecord.BookedNights, unitType, err) })
		if err != nil {
			return err
		}
		if build.state.catalogueChange, err = tx.LiveSince(store.CataloguePart); err != nil {
			return err
		}
		if from.staged != "" {
			staged, err := tx.Staged(from.staged)
			if err != nil {
				return err
			}
			if staged { // otherwise it is live by now, or discarded
				build.staged = from.staged
			}
		}
		src.reusesCatalogue = from.state != nil && from.state.catalogueChange == build.state.catalogueChange
		if src.reusesCatalogue && from.digests != nil {
			src.digests = map[string]string{}
			read := func(unitType, digest string) { src.digests[unitType] = digest }
			if build.staged != "" {
				return tx.StagedDigests(build.staged, read)
			}
			return tx.PriceDigests(read)
		}
		if src.reusesCatalogue {
			return nil
		}
		return tx.Entities(func(kind catalogue.Kind, id string, body []byte) error {
			entity, err := catalogue.Read(kind, body)
			if err != nil {
				build.bad.addProblem(fmt.Errorf("%s %s: %w", kind, id, err))
				return nil
			}
			src.entities.Add(entity)
			return nil
		})
	})
	return src, err
}

// readHolidays reads the school holidays, and records the rows that this release cannot
// read.
func (b *indexBuild) readHolidays(tx *store.Tx) error {
	file, err := tx.SchoolHolidays()
	if err != nil {
		return err
	}
	if b.state.Holidays = schoolholiday.Default(); file == nil {
		return nil
	}
	calendar, faults := schoolholiday.Read(file)
	b.state.Holidays = calendar
	for _, fault := range faults {
		b.bad.add(badrecord.SchoolHoliday, fmt.Sprintf("line %d", fault.Line), fmt.Errorf("%s %s", fault.Column, fault.Reason))
	}
	return nil
}

// buildIndex builds a whole index.
func (r *Replica) buildIndex(ctx context.Context, build *indexBuild, src *source, first date.Date) (err error) {
	input := buildInput(build.state.Catalogue)
	input.First, input.Days, input.Version = first, Days, r.nextVersion()
	build.digests = slices.Repeat([]string{noPrices}, len(input.Units))
	input.Load, input.Unreadable = r.loader(ctx, build, src), build.recordUnreadable
	if build.state.Index, err = availability.Build(input); err != nil {
		return err
	}
	build.event.Regions = build.state.Index.RegionCount()
	return nil
}

// renewIndex builds only the regions whose prices have changed.
func (r *Replica) renewIndex(ctx context.Context, build *indexBuild, from origin, src *source) (err error) {
	var changed []int
	for unit, info := range build.state.Catalogue.AllUnits() {
		digest, ok := src.digests[info.ID]
		if !ok {
			digest = noPrices
		}
		if digest != from.digests[unit] {
			changed = append(changed, unit)
		}
	}
	build.digests = slices.Clone(from.digests)
	build.renewal, err = from.state.Index.Renew(changed, r.nextVersion(), r.loader(ctx, build, src), build.recordUnreadable)
	if err != nil {
		return err
	}
	build.state.Index, build.event.Regions = build.renewal.Index(), build.renewal.Regions()
	return nil
}

// takeOver completes a renewal with the other regions, taken from the current
// build. From then on the current build is no longer changed.
func (b *indexBuild) takeOver(current *indexBuild) {
	b.renewal.Finish()
	for unit := range b.digests {
		if !b.renewal.Rebuilds(unit) {
			b.digests[unit] = current.digests[unit]
		}
	}
	for id, err := range current.bad[badrecord.PriceTable] {
		if unit, ok := b.state.Index.Unit(id); ok && !b.renewal.Rebuilds(unit) {
			b.bad.add(badrecord.PriceTable, id, err)
		}
	}
	// In the regions taken over, this build shows what the current build has
	// applied. Changes that the current build has left pending since startChange
	// are still missing there.
	b.number = min(b.number, current.number)
	for _, number := range current.pending {
		if number > b.startChange && number != b.live {
			b.pending = append(b.pending, number)
		}
	}
	b.pending = slices.DeleteFunc(b.pending, func(number int64) bool { return number > b.number })
	slices.Sort(b.pending)
	b.pending = slices.Compact(b.pending)
	b.renewal = nil
}

// recordUnreadable records a unit type whose prices cannot be read.
func (b *indexBuild) recordUnreadable(unit int, err error) {
	b.bad.add(badrecord.PriceTable, b.state.Catalogue.AllUnits()[unit].ID, err)
}

// nextVersion returns a version greater than that of every index of this
// process and of earlier ones.
func (r *Replica) nextVersion() uint64 {
	var above uint64
	if current := r.state.Load(); current != nil {
		above = current.Version() + 1<<15 // room for changes that the current index may still get
	}
	return max(above+1, uint64(r.clock().UnixMilli())<<16+r.builds.Add(1))
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
		unit := availability.Unit{ID: u.ID, Channel: u.Channel, Park: numbers[u.Park], Dogs: u.Dogs, Features: u.Keys, Offers: u.Offers, Charges: u.Charges(), Levies: u.LevyRules()}
		in.Units = append(in.Units, unit)
	}
	return in
}

// readsAtOnce limits how many regions are read at the same time, so that
// database connections are left for bookings.
const readsAtOnce = 4

// loader returns a function that reads the prices of a region's unit types.
// Each call uses its own transaction, so several regions can be read in
// parallel.
func (r *Replica) loader(ctx context.Context, build *indexBuild, src *source) func([]int, func(int, availability.UnitData)) error {
	units := build.state.Catalogue.AllUnits()
	generation := build.staged
	turns := make(chan struct{}, readsAtOnce)
	return func(unitNumbers []int, yield func(int, availability.UnitData)) error {
		ids := make([]string, len(unitNumbers))
		number := make(map[string]int, len(unitNumbers))
		for i, unit := range unitNumbers {
			id := units[unit].ID
			ids[i], number[id] = id, unit
			build.digests[unit] = noPrices
			if src.booked[id] != nil { // needed when a delta gives the unit type prices later
				yield(unit, availability.UnitData{Booked: src.booked[id]})
			}
		}
		turns <- struct{}{}
		defer func() { <-turns }()
		return r.store.View(ctx, func(tx *store.Tx) error {
			read := func(p store.UnitPrices) error {
				unit := number[p.UnitType]
				build.digests[unit] = p.Digest
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
