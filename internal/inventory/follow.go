package inventory

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

// Run follows the change log until ctx ends: it applies holds and prices to the
// index, builds a new state when the catalogue or all prices change, when
// changes were missed and at London's midnight, and swaps it in. Errors are
// told of and tried again; Ready knows.
func (v *Inventory) Run(ctx context.Context) {
	f := follower{Inventory: v, built: make(chan result, 1), loadedAt: v.applied.Load()}
	for ctx.Err() == nil {
		wake := v.store.Wake()
		if err := f.step(ctx); err != nil && ctx.Err() == nil {
			v.tell(Event{Kind: "apply", Err: err})
			pause(ctx, retryAfter(v.failed(err)))
		}
		select {
		case r := <-f.built:
			f.finish(ctx, r)
		default:
			wake(ctx)
		}
	}
	if f.building {
		<-f.built // it sees the same ctx
	}
}

// follower is the state of Run.
type follower struct {
	*Inventory
	building  bool
	again     bool      // a rebuild is wanted whatever the changes
	needs     int64     // the last change that only a rebuild brings
	loadedAt  int64     // the last change that the current state was loaded with
	notBefore time.Time // of the next rebuild, when one has failed
	built     chan result
}

type result struct {
	*loaded
	err error
}

func (f *follower) wanted() bool { return f.again || f.needs > f.loadedAt }

// step applies what has changed and looks at the clock.
func (f *follower) step(ctx context.Context) error {
	if first := f.tomorrow(); f.windowFirst() < first {
		// Past dates go at once; the new last date comes with the rebuild.
		f.Current().Index.HideBefore(first)
		f.tell(Event{Kind: "midnight"})
		f.again = true // also when a build is under way, which has the old window
	}
	if err := f.catchUp(ctx); err != nil {
		return err
	}
	if f.wanted() && !f.building && !time.Now().Before(f.notBefore) {
		f.rebuild(ctx)
	}
	return nil
}

func (f *follower) windowFirst() (first date.Date) {
	first, _ = f.Current().Index.Window()
	return first
}

// catchUp applies all changes that the current state does not show yet.
func (f *follower) catchUp(ctx context.Context) error {
	for {
		after := f.applied.Load()
		changes, complete, err := f.store.Changes(ctx, after)
		if err != nil {
			return err
		}
		if !complete {
			f.again = !f.building // changes are gone that nobody can tell us of
			return nil
		}
		if len(changes) == 0 {
			if !f.building && !f.wanted() {
				f.failed(nil)
			}
			return nil
		}
		whole, err := f.apply(ctx, f.Current(), changes)
		if err != nil {
			return err
		}
		last := changes[len(changes)-1].Number
		if whole {
			f.needs = last
		}
		f.advance(last)
		f.tell(Event{Kind: "apply", Changes: len(changes)})
	}
}

// rebuild loads a new state beside the running searches.
func (f *follower) rebuild(ctx context.Context) {
	f.building, f.again = true, false
	before := f.Current().Index.Version() + 1<<15
	go func() {
		l, err := f.load(ctx, before)
		f.built <- result{l, err}
		f.store.Nudge()
	}()
}

// finish brings a new state up to the changes that came while it was built, and
// swaps it in.
func (f *follower) finish(ctx context.Context, r result) {
	f.building = false
	err := r.err
	var loadedAt int64
	if err == nil {
		loadedAt = r.number
		err = f.bringUp(ctx, r.loaded)
	}
	if err != nil {
		f.again = true
		f.notBefore = time.Now().Add(retryAfter(f.failed(err)))
		f.tell(Event{Kind: "load", Err: err})
		return
	}
	f.failed(nil)
	f.loadedAt = loadedAt
	f.swap(r.loaded)
}

// retryAfter is how long to wait after a number of failures in a row.
func retryAfter(fails int) time.Duration { return min(100*time.Millisecond<<fails, 10*time.Second) }

func (f *follower) bringUp(ctx context.Context, l *loaded) error {
	for {
		changes, complete, err := f.store.Changes(ctx, l.number)
		if err != nil {
			return err
		}
		if !complete {
			return errors.New("changes were removed while a new state was built")
		}
		if len(changes) == 0 {
			return nil
		}
		whole, err := f.apply(ctx, l.state, changes)
		if err != nil {
			return err
		}
		l.number = changes[len(changes)-1].Number
		if whole {
			f.needs = l.number
		}
	}
}

// swap makes a loaded state the current one.
func (v *Inventory) swap(l *loaded) {
	v.state.Store(l.state)
	v.tell(l.event)
	l.event.Kind, l.event.Problems = "swap", nil
	v.tell(l.event)
	v.advance(l.number)
}

// applyMax is how many unit types' prices go into the index at once, and
// rebuildShare how much of all a delta may hold before a rebuild is cheaper.
const (
	applyMax     = 256
	rebuildShare = 4
)

// apply carries changes out on a state. whole says that they need a rebuild.
func (v *Inventory) apply(ctx context.Context, state *State, changes []store.Change) (whole bool, err error) {
	var batch []availability.Change
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := state.Index.Apply(batch)
		batch = nil
		return err
	}
	for _, c := range changes {
		switch c.Kind {
		case store.StockChanged:
			unit, ok := state.Index.Unit(c.Unit)
			if !ok {
				continue // withdrawn; its bookings stay
			}
			taken, err := store.ParseTaken(c.Detail)
			if err != nil {
				return false, err
			}
			batch = append(batch, availability.Change{Unit: unit, Taken: taken})
		case store.CatalogueLive:
			whole = true
		case store.PricesLive:
			if err := flush(); err != nil {
				return false, err
			}
			full, err := v.applyPrices(ctx, state, c.Detail)
			if err != nil {
				return false, err
			}
			whole = whole || full
		}
	}
	return whole, flush()
}

// applyPrices carries out a delta of prices. whole says that a rebuild is to
// bring it, being a full set or a large part of all.
func (v *Inventory) applyPrices(ctx context.Context, state *State, generation string) (whole bool, err error) {
	var batch []availability.Change
	most := len(state.Catalogue.AllUnits())/rebuildShare + applyMax
	err = v.store.View(ctx, func(tx *store.Tx) error {
		full, err := tx.Generation(generation)
		if errors.Is(err, store.ErrNotFound) {
			return nil // replaced by a full set, whose change follows
		}
		if err != nil || full {
			whole = full
			return err
		}
		size, err := tx.PricesIn(generation)
		if err != nil || size > most {
			whole = err == nil
			return err
		}
		return tx.PricesOf(generation, func(id string, sheet, allotment []byte) error {
			unit, ok := state.Index.Unit(id)
			if !ok {
				return nil
			}
			batch = append(batch, availability.Change{Unit: unit, Sheet: orEmpty(sheet), Allotment: orEmpty(allotment)})
			if len(batch) < applyMax {
				return nil
			}
			err := state.Index.Apply(batch)
			batch = nil
			return err
		})
	})
	if err == nil && len(batch) > 0 {
		err = state.Index.Apply(batch)
	}
	if err != nil {
		return false, fmt.Errorf("apply prices: %w", err)
	}
	return whole, nil
}

// orEmpty keeps "sells nothing" apart from "as it was", which is nil.
func orEmpty(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
