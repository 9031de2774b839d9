package inventory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/store"
)

// Bounds of a delta of prices that is carried out on the running index. While
// it is, bookings wait to be seen, so what takes longer is left to a new
// edition: deltas of many unit types, and those that give unit types other
// party sizes or numbers of nights, for which the index has to build whole
// regions anew.
const (
	deltaMost  = 512 // unit types
	deltaBatch = 64  // unit types of one region, in the index at once
	deltaTime  = 250 * time.Millisecond
)

// apply carries changes out on an edition and notes those that it lacks.
func (v *Inventory) apply(ctx context.Context, e *edition, changes []store.Change) error {
	var batch []availability.Change
	var lacks []int64
	mixed := false
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := e.state.Index.Apply(batch)
		batch = nil
		return err
	}
	for _, c := range changes {
		switch c.Kind {
		case store.StockChanged:
			unit, ok := e.state.Index.Unit(c.Unit)
			if !ok {
				continue // withdrawn; its bookings stay
			}
			taken, err := store.ParseTaken(c.Detail)
			if err != nil {
				return err
			}
			batch = append(batch, availability.Change{Unit: unit, Taken: taken})
		case store.CatalogueLive:
			lacks = append(lacks, c.Number)
		case store.PricesLive:
			if err := flush(); err != nil {
				return err
			}
			d, err := v.readDelta(ctx, e.state, c.Detail)
			if err != nil {
				return fmt.Errorf("apply prices: %w", err)
			}
			mixed = mixed || d.full
			if d.full || d.large || !v.applyPrices(e.state, d.changes) {
				lacks = append(lacks, c.Number)
			} else if e.state == v.Current() {
				v.tell(Event{Kind: "prices", Change: c.Number, Units: len(d.changes)})
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	e.number = changes[len(changes)-1].Number
	e.lacks = append(e.lacks, lacks...)
	e.mixed = e.mixed || mixed
	return nil
}

// delta is the content of a generation of prices.
type delta struct {
	full    bool // it took the place of everything, or is gone, so that it may have
	large   bool // it has too many unit types to be carried out
	changes []availability.Change
}

// readDelta reads a generation of prices.
func (v *Inventory) readDelta(ctx context.Context, state *State, generation string) (d delta, err error) {
	err = v.store.View(ctx, func(tx *store.Tx) error {
		full, err := tx.Generation(generation)
		if errors.Is(err, store.ErrNotFound) {
			full, err = true, nil
		}
		if err != nil || full {
			d.full = full
			return err
		}
		size, err := tx.PricesIn(generation)
		if err != nil || size > deltaMost {
			d.large = err == nil
			return err
		}
		return tx.PricesOf(generation, func(id string, sheet, allotment []byte) error {
			if unit, ok := state.Index.Unit(id); ok {
				d.changes = append(d.changes, availability.Change{Unit: unit, Sheet: orEmpty(sheet), Allotment: orEmpty(allotment)})
			}
			return nil
		})
	})
	return d, err
}

// applyPrices carries new prices out region by region. It reports false when
// only a new edition can bring the rest: it took too long, or prices could not
// be read, which must not keep bookings from being seen.
func (v *Inventory) applyPrices(state *State, changes []availability.Change) (all bool) {
	ground := func(c availability.Change) (channel, region string) {
		u := state.Unit(c.Unit)
		return u.Channel, u.Park.RegionID
	}
	slices.SortStableFunc(changes, func(a, b availability.Change) int {
		aChannel, aRegion := ground(a)
		bChannel, bRegion := ground(b)
		return cmp.Or(cmp.Compare(aChannel, bChannel), cmp.Compare(aRegion, bRegion))
	})
	start := time.Now()
	for len(changes) > 0 {
		if time.Since(start) > deltaTime {
			return false
		}
		channel, region := ground(changes[0])
		n := 1
		for n < min(len(changes), deltaBatch) {
			if c, r := ground(changes[n]); c != channel || r != region {
				break
			}
			n++
		}
		if err := state.Index.Apply(changes[:n]); err != nil {
			v.tell(Event{Kind: "apply", Err: fmt.Errorf("apply prices: %w", err)})
			return false
		}
		changes = changes[n:]
	}
	return true
}

// orEmpty keeps "sells nothing" apart from "as it was", which is nil.
func orEmpty(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
