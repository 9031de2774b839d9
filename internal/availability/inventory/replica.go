// Package inventory holds what is for sale in memory: the snapshot of the
// catalogue and the price index. It loads them from the database at start, and
// follows the database's change log. Holds and small price changes reach the
// index within milliseconds. For a new catalogue, a full set of prices or a
// large change it builds a new index while searches go on, and then swaps it
// in.
package inventory

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/store"
)

// Days is how many arrival dates are on sale, beginning tomorrow in London:
// about eighteen months.
const Days = 550

// State is what is for sale at one moment. The catalogue and the school holidays never
// change. The
// index receives bookings and prices until another State replaces this one.
type State struct {
	Catalogue *catalogue.Snapshot
	Holidays  *schoolholiday.Calendar
	Index     *availability.Index

	catalogueBad    map[string]error // rows that were left out
	catalogueChange int64            // number of the change that published the catalogue
}

// Park returns the park with a number that the index has returned.
func (s *State) Park(number int) *catalogue.ParkInfo { return s.Catalogue.AllParks()[number] }

// Unit returns the unit type with a number that the index has returned.
func (s *State) Unit(number int) *catalogue.UnitInfo { return s.Catalogue.AllUnits()[number] }

// Version changes whenever an answer may change, and never repeats, not even
// after a restart. The tags of cached answers contain it. Read it before the
// search whose answer it tags.
func (s *State) Version() uint64 { return s.Index.Version() }

// Event is something that happened to a Replica, for logs and metrics.
type Event struct {
	Kind    string        // "load", "apply", "prices", "swap" or "midnight"
	Took    time.Duration // of a load: the time to read and build
	Changes int           // of an apply: how many changes
	Change  int64         // of prices: their change; of a swap: the last change that searches show, with all earlier ones
	Parks   int           // of a swap
	Regions int           // of a swap: how many regions were built; the others were taken over
	Units   int           // of a swap: in the index; of prices: with new prices
	Err     error
}

// Replica is a copy in memory of what one store sells. Its methods may be
// called from any goroutine.
type Replica struct {
	store   *store.Store
	clock   store.Clock
	emit    func(Event)
	prepare func(*State) (show func()) // see Viewed
	content func()                     // see ContentChanged

	register *badrecord.Register // may be nil

	state       atomic.Pointer[State]
	applied     atomic.Int64  // number of the last change that is applied or pending
	contentSeen atomic.Int64  // number of the last change of content that was reported
	visible     atomic.Int64  // number of the last change that searches show, with all earlier ones
	builds      atomic.Uint64 // number of builds; makes versions unique
	current     *indexBuild   // the one that searches see; used by Open, then only by Loop

	mu       sync.Mutex
	advanced chan struct{} // closed when applied or visible rises
	progress progress
}

// Option changes how Open sets up a Replica.
type Option func(*Replica)

// Observed makes the Replica call fn on every event.
func Observed(fn func(Event)) Option { return func(r *Replica) { r.emit = fn } }

// ContentChanged makes the Replica call fn when content has changed, or may have
// while changes were missed. The calls come from any goroutine.
func ContentChanged(fn func()) Option { return func(r *Replica) { r.content = fn } }

// View holds what was computed from the current State, such as answers that are
// already encoded. It is empty until Open returns.
type View[V any] struct{ current atomic.Pointer[V] }

// Current returns what was computed from the current State, or nil before Open
// has returned.
func (w *View[V]) Current() *V { return w.current.Load() }

// Viewed fills a view. fn is called with every State before searches see it, so
// no search waits for it; the view changes together with the State. fn must not
// read prices, because some regions of the index are added after it has run.
func Viewed[V any](view *View[V], fn func(*State) *V) Option {
	return func(r *Replica) {
		r.prepare = func(state *State) func() {
			computed := fn(state)
			return func() { view.current.Store(computed) }
		}
	}
}

// Logged writes the events that a member of staff should know about to a log.
func Logged(log *slog.Logger) Option {
	return Observed(func(e Event) {
		switch {
		case e.Err != nil:
			log.Error("inventory", "event", e.Kind, "error", e.Err)
		case e.Kind == "prices":
			log.Info("inventory", "event", e.Kind, "change", e.Change, "units", e.Units)
		case e.Kind == "swap":
			log.Info("inventory", "event", e.Kind, "change", e.Change, "parks", e.Parks, "units", e.Units, "regions_built", e.Regions, "took", e.Took)
		}
	})
}

// Open loads everything and returns a Replica that can be searched. Run its
// Loop to keep it up to date.
func Open(ctx context.Context, s *store.Store, options ...Option) (*Replica, error) {
	r := &Replica{store: s, clock: s.Now, emit: func(Event) {}, prepare: func(*State) func() { return func() {} }, content: func() {}, advanced: make(chan struct{})}
	for _, set := range options {
		set(r)
	}
	build, err := r.load(ctx, origin{})
	if err != nil {
		return nil, err
	}
	r.swap(build)
	return r, nil
}

// Current returns what is for sale now. Use the same State for the whole of an
// answer, so that its catalogue and its index belong together.
func (r *Replica) Current() *State { return r.state.Load() }

// WaitFor returns when searches show the change with a number and all earlier
// ones, or when ctx ends. A catalogue, a full set of prices and a large change
// show once an index with them has been swapped in.
func (r *Replica) WaitFor(ctx context.Context, change int64) error {
	return r.await(ctx, &r.visible, change)
}

// SyncBookings returns when searches show every night that this process has
// taken or returned so far. Booking calls use it, so that the visitor's next
// search shows the booking. It does not wait for index builds.
func (r *Replica) SyncBookings(ctx context.Context) error {
	return r.await(ctx, &r.applied, r.store.Committed())
}

// await waits until a position in the log, applied or visible, has reached a change.
func (r *Replica) await(ctx context.Context, position *atomic.Int64, change int64) error {
	for {
		r.mu.Lock()
		advanced := r.advanced
		r.mu.Unlock()
		if position.Load() >= change {
			return nil
		}
		select {
		case <-advanced:
		case <-ctx.Done():
			return fmt.Errorf("wait for change %d: %w", change, ctx.Err())
		}
	}
}

// swap makes searches use an index build.
func (r *Replica) swap(build *indexBuild) {
	build.state.Index.HideBefore(r.tomorrow()) // midnight may have passed while it was built
	r.current = build
	r.state.Store(build.state)
	r.reportAll(build)
	build.show()
	r.mu.Lock()
	r.progress.built, r.progress.took = time.Now(), build.event.Took
	r.mu.Unlock()
	r.emit(build.event)
	build.event.Kind, build.event.Change = "swap", build.visible()
	r.emit(build.event)
	r.recordReached() // last, so that waiting callers see everything above
}

// recordReached records the changes that the current index includes.
func (r *Replica) recordReached() {
	r.applied.Store(r.current.number)
	r.visible.Store(r.current.visible())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.noteLag()
	close(r.advanced)
	r.advanced = make(chan struct{})
}

// tomorrow returns the first date that can be booked now.
func (r *Replica) tomorrow() date.Date { return date.In(r.clock()) + 1 }
