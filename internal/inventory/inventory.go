// Package inventory keeps what is for sale in memory: the catalogue's snapshot
// and the price index, loaded from the database at start and kept up by its
// change log. Holds and small changes of prices reach the index within
// milliseconds; a new catalogue, a full set of prices or a large change makes a
// new edition, which is built beside the running searches and swapped in whole.
package inventory

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

// Days is how many arrival dates are on sale, from tomorrow in London on:
// eighteen months.
const Days = 550

// State is what is for sale at one moment. The catalogue never changes; the
// index follows bookings and prices until another State takes its place.
type State struct {
	Catalogue *catalogue.Snapshot
	Index     *availability.Index
	// Prepared is what the function of the option Prepared made of the state.
	Prepared any

	catalogue int64 // number of the change with which the catalogue went live
}

// Park returns the park of a number that the index answers with.
func (s *State) Park(number int) *catalogue.ParkInfo { return s.Catalogue.AllParks()[number] }

// Unit returns the unit type of a number that the index answers with.
func (s *State) Unit(number int) *catalogue.UnitInfo { return s.Catalogue.AllUnits()[number] }

// Version moves whenever an answer may change, and never comes again, not even
// after a restart: what tags of cached answers are made of. Read it before the
// search whose answer it is to tag.
func (s *State) Version() uint64 { return s.Index.Version() }

// Event is something that happened to an Inventory, for logs and metrics.
type Event struct {
	Kind     string        // "load", "apply", "prices", "swap" or "midnight"
	Took     time.Duration // of a load: reading and building
	Changes  int           // of an apply: how many changes
	Change   int64         // of prices: their change; of a swap: the last that searches show with all before it
	Parks    int           // of a swap
	Units    int           // of a swap; of prices: how many unit types have new ones
	Problems []error       // of a load: records that were left out
	Err      error
}

// Inventory follows one store. Its methods may be called from any goroutine.
type Inventory struct {
	store   *store.Store
	clock   store.Clock
	tell    func(Event)
	prepare func(*State) any

	state   atomic.Pointer[State]
	carried atomic.Int64  // number of the last change that was carried out or put off
	shown   atomic.Int64  // number of the last change that searches show with all before it
	builds  atomic.Uint64 // for versions that never come again
	now     *edition      // the one that searches see; Open's, then Run's alone

	mu      sync.Mutex
	moved   chan struct{} // closed when carried or shown rises
	failure error         // why a reload or the following does not work
	fails   int           // in a row
}

// Option changes how Open sets an Inventory up.
type Option func(*Inventory)

// Told has fn called on every event.
func Told(fn func(Event)) Option { return func(v *Inventory) { v.tell = fn } }

// Prepared has fn make something of every state before searches see it, so that
// no search has to wait for it.
func Prepared(fn func(*State) any) Option { return func(v *Inventory) { v.prepare = fn } }

// Logged has events that an operator should know of written to a log.
func Logged(log *slog.Logger) Option {
	return Told(func(e Event) {
		switch {
		case e.Err != nil:
			log.Error("inventory", "event", e.Kind, "error", e.Err)
		case e.Kind == "prices":
			log.Info("inventory", "event", e.Kind, "change", e.Change, "units", e.Units)
		case e.Kind == "swap":
			log.Info("inventory", "event", e.Kind, "change", e.Change, "parks", e.Parks, "units", e.Units, "took", e.Took)
		}
		for i, problem := range e.Problems {
			if i == 20 {
				log.Warn("inventory", "event", "left out", "more", len(e.Problems)-i)
				break
			}
			log.Warn("inventory", "event", "left out", "reason", problem)
		}
	})
}

// Open loads everything and returns an Inventory that is ready to be searched;
// Run keeps it up.
func Open(ctx context.Context, s *store.Store, options ...Option) (*Inventory, error) {
	v := &Inventory{store: s, clock: s.Now, tell: func(Event) {}, prepare: func(*State) any { return nil }, moved: make(chan struct{})}
	for _, set := range options {
		set(v)
	}
	e, err := v.load(ctx, nil)
	if err != nil {
		return nil, err
	}
	v.swap(e)
	return v, nil
}

// Current returns what is for sale now. Keep it for one answer, so that its
// catalogue and its index belong together.
func (v *Inventory) Current() *State { return v.state.Load() }

// failsMax is how many reloads may fail in a row before Ready says so.
const failsMax = 3

// errNothing says that nothing was ever imported.
var errNothing = errors.New("nothing is for sale: catalogue and prices have not been imported")

// Ready returns nil while searches show what is for sale, else why they do not:
// nothing was imported yet, or the database cannot be followed or loaded.
func (v *Inventory) Ready() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.fails >= failsMax {
		return v.failure
	}
	if len(v.state.Load().Catalogue.AllUnits()) == 0 {
		return errNothing
	}
	return nil
}

// failed notes a failure, or with nil that all is well, and returns the number
// of failures in a row.
func (v *Inventory) failed(err error) (fails int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.failure = err
	if v.fails = v.fails + 1; err == nil {
		v.fails = 0
	}
	return min(v.fails, 10)
}

// WaitFor returns when searches show the change of a number, and all before it,
// or when ctx ends. A catalogue, a full set of prices and a large change show
// when the edition that holds them has been swapped in.
func (v *Inventory) WaitFor(ctx context.Context, change int64) error {
	return v.await(ctx, &v.shown, change)
}

// SyncStock returns when searches show every night that this process has taken
// or returned so far: after a booking call, so that the visitor's next search
// knows of it. It does not wait for editions that are being made.
func (v *Inventory) SyncStock(ctx context.Context) error {
	return v.await(ctx, &v.carried, v.store.Committed())
}

func (v *Inventory) await(ctx context.Context, at *atomic.Int64, change int64) error {
	for {
		v.mu.Lock()
		moved := v.moved
		v.mu.Unlock()
		if at.Load() >= change {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return fmt.Errorf("wait for change %d: %w", change, ctx.Err())
		}
	}
}

// swap makes an edition the one that searches see.
func (v *Inventory) swap(e *edition) {
	e.state.Index.HideBefore(v.tomorrow()) // midnight may have passed while it was made
	v.now = e
	v.state.Store(e.state)
	v.reached()
	v.tell(e.event)
	e.event.Kind, e.event.Problems, e.event.Change = "swap", nil, e.shown()
	v.tell(e.event)
}

// reached notes how far the current edition has come.
func (v *Inventory) reached() {
	v.carried.Store(v.now.number)
	v.shown.Store(v.now.shown())
	v.mu.Lock()
	defer v.mu.Unlock()
	close(v.moved)
	v.moved = make(chan struct{})
}

// tomorrow is the first date that can be booked now.
func (v *Inventory) tomorrow() date.Date { return date.In(v.clock()) + 1 }
