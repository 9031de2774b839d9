package inventory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/store"
)

// Limits of a price delta that is applied to the running index. While it is
// applied, new bookings do not show in searches. A larger delta waits for an
// index build, which runs while searches go on. So does a delta with new party
// sizes or numbers of nights, because whole regions must be rebuilt for it.
const (
	deltaMaxUnits = 512                    // unit types in a delta
	deltaBatch    = 64                     // unit types of one region that are applied together
	deltaTime     = 250 * time.Millisecond // for the whole delta
)

// contentChanged reports a change of content once, whichever build reads it first.
// Before the first build is swapped in there is no content that could be out of date.
func (r *Replica) contentChanged(number int64) {
	if r.Current() == nil {
		return
	}
	for {
		last := r.contentSeen.Load()
		if number <= last {
			return
		}
		if r.contentSeen.CompareAndSwap(last, number) {
			r.content()
			return
		}
	}
}

// apply applies changes to an index build. It notes a change that needs another
// build as pending. It leaves out a change that cannot be read, and reports it.
func (r *Replica) apply(ctx context.Context, build *indexBuild, changes []store.Change) error {
	var batch []availability.Change
	var pending []int64
	torn := false
	for _, change := range changes {
		switch change.Kind {
		case store.NightsChanged:
			unit, ok := build.state.Index.Unit(change.Unit)
			if !ok || !build.covers(unit) {
				continue // the unit type was withdrawn, or is not in this index
			}
			booked, err := store.ParseBookedNights(change.Detail)
			if err != nil {
				r.leaveOut(build, badrecord.Change, changeID(change.Number), err)
				continue
			}
			batch = append(batch, availability.Change{Unit: unit, Booked: booked})
		case store.CatalogueLive, store.HolidaysLive:
			pending = append(pending, change.Number)
		case store.ContentChanged:
			r.contentChanged(change.Number)
		case store.PricesStaged:
			build.announced = announcement{change.Number, change.Detail}
		case store.PricesLive:
			build.announced = announcement{number: change.Number}
			if build.goesLive(change) {
				continue
			}
			if _, err := r.applyBatch(build, batch); err != nil {
				return err
			}
			batch = nil
			d, err := r.readDelta(ctx, build, change.Detail)
			if err != nil {
				return fmt.Errorf("apply prices: %w", err)
			}
			torn = torn || d.full
			if d.full || d.large || !r.applyPrices(build, d.changes) {
				pending = append(pending, change.Number)
			} else if build.state == r.Current() {
				r.emit(Event{Kind: "prices", Change: change.Number, Units: len(d.changes)})
			}
		}
	}
	if _, err := r.applyBatch(build, batch); err != nil {
		return err
	}
	build.number = changes[len(changes)-1].Number
	build.pending = append(build.pending, pending...)
	build.torn = build.torn || torn
	return nil
}

// goesLive reports whether a change publishes the staged set of prices that the
// build contains.
func (b *indexBuild) goesLive(change store.Change) bool {
	if b.staged != "" {
		// While a set is staged no other can be published, unless the staged one
		// was discarded.
		b.torn = b.torn || change.Detail != b.staged
		b.staged, b.live = "", change.Number
	}
	return change.Number == b.live
}

// applyBatch applies changes together. It takes a unit type off sale, reports it
// and returns it when its new data cannot be read.
func (r *Replica) applyBatch(build *indexBuild, batch []availability.Change) (unreadable []*availability.UnitError, err error) {
	if len(batch) == 0 {
		return nil, nil
	}
	unreadable, err = splitUnitErrors(build.state.Index.ApplyInPlace(batch))
	for _, bad := range unreadable {
		r.leaveOut(build, badrecord.PriceTable, bad.ID, bad.Err)
		withdraw := []availability.Change{{Unit: bad.Unit, PriceTable: []byte{}}}
		err = errors.Join(err, build.state.Index.ApplyInPlace(withdraw))
	}
	return unreadable, err
}

// splitUnitErrors separates the errors of Apply that concern one unit type from
// all others.
func splitUnitErrors(err error) (units []*availability.UnitError, rest error) {
	switch err := err.(type) { //nolint:errorlint // the type of the outermost error decides
	case nil:
		return nil, nil
	case *availability.UnitError:
		return []*availability.UnitError{err}, nil
	case interface{ Unwrap() []error }:
		for _, one := range err.Unwrap() {
			more, other := splitUnitErrors(one)
			units, rest = append(units, more...), errors.Join(rest, other)
		}
		return units, rest
	}
	return nil, err
}

// delta is what a generation of prices contains.
type delta struct {
	full    bool // it replaced all prices, or it is deleted and may have done so
	large   bool // it has too many unit types to be applied to the running index
	changes []priceChange
}

// priceChange holds the new prices of one unit type.
type priceChange struct {
	availability.Change
	channel, region string
	digest          string
}

// readDelta reads a generation of prices.
func (r *Replica) readDelta(ctx context.Context, build *indexBuild, generation string) (d delta, err error) {
	err = r.store.View(ctx, func(tx *store.Tx) error {
		full, err := tx.Generation(generation)
		if errors.Is(err, store.ErrNotFound) {
			full, err = true, nil
		}
		if err != nil || full {
			d.full = full
			return err
		}
		size, err := tx.PricesIn(generation)
		if err != nil || size > deltaMaxUnits {
			d.large = err == nil
			return err
		}
		return tx.PricesOf(generation, func(p store.UnitPrices) error {
			if unit, ok := build.state.Index.Unit(p.UnitType); ok && build.covers(unit) {
				info := build.state.Unit(unit)
				change := availability.Change{Unit: unit, PriceTable: orEmpty(p.Table), Allotment: orEmpty(p.Allotment)}
				d.changes = append(d.changes, priceChange{change, info.Channel, info.Park.RegionID, p.Digest})
			}
			return nil
		})
	})
	return d, err
}

// applyPrices applies new prices, one region after another. It returns false
// when some of them need another build: a region had no room for them, or time
// ran out.
func (r *Replica) applyPrices(build *indexBuild, changes []priceChange) (all bool) {
	slices.SortStableFunc(changes, func(a, b priceChange) int {
		return cmp.Or(cmp.Compare(a.channel, b.channel), cmp.Compare(a.region, b.region))
	})
	all = true
	start := time.Now()
	for len(changes) > 0 {
		if time.Since(start) > deltaTime {
			return false
		}
		n := 1
		for n < min(len(changes), deltaBatch) && changes[n].channel == changes[0].channel && changes[n].region == changes[0].region {
			n++
		}
		all = r.applyRegion(build, changes[:n]) && all
		changes = changes[n:]
	}
	return all
}

// applyRegion applies the new prices of one region together. It returns false
// when it applied none.
func (r *Replica) applyRegion(build *indexBuild, changes []priceChange) bool {
	batch := make([]availability.Change, len(changes))
	for i, c := range changes {
		batch[i] = c.Change
	}
	unreadable, err := r.applyBatch(build, batch)
	if err != nil && !errors.Is(err, availability.ErrNoRoom) {
		r.emit(Event{Kind: "apply", Err: fmt.Errorf("apply prices: %w", err)})
	}
	if err != nil {
		return false
	}
	for _, c := range changes {
		build.digests[c.Unit] = c.digest
		if !slices.ContainsFunc(unreadable, func(bad *availability.UnitError) bool { return bad.Unit == c.Unit }) {
			r.recordReadable(build, build.state.Unit(c.Unit).ID)
		}
	}
	return true
}

// orEmpty replaces nil by empty bytes. In an availability.Change nil means "not
// changed" and empty means "sells nothing".
func orEmpty(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
