package inventory

import (
	"context"
	"errors"
	"time"
)

// Run follows the change log until ctx ends: it carries out holds and prices
// on the index, makes a new edition when the catalogue or all prices change,
// when changes were missed and at London's midnight, and swaps it in. Errors
// are told of and tried again; Ready knows. One Run goes at a time.
func (v *Inventory) Run(ctx context.Context) {
	f := follower{Inventory: v, built: make(chan result, 1)}
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
	notBefore time.Time // of the next edition, when making one has failed
	built     chan result
}

type result struct {
	*edition
	err error
}

// step carries out what has changed, looks at the clock, and begins a new
// edition where one is wanted.
func (f *follower) step(ctx context.Context) error {
	index := f.now.state.Index
	if first, _ := index.Window(); first < f.tomorrow() {
		// Past dates go at once; the new last date comes with the next edition.
		index.HideBefore(f.tomorrow())
		f.tell(Event{Kind: "midnight"})
	}
	err := f.follow(ctx, f.now)
	missed := errors.Is(err, errMissed)
	if err != nil && !missed {
		return err
	}
	_, days := index.Window()
	switch {
	case f.building:
	case !missed && len(f.now.lacks) == 0 && days == Days:
		f.failed(nil)
	case !time.Now().Before(f.notBefore):
		f.begin(ctx, missed)
	}
	return nil
}

// begin makes a new edition beside the running searches.
func (f *follower) begin(ctx context.Context, missed bool) {
	f.building = true
	keep := f.now.state
	if missed {
		keep = nil // the log cannot tell whether its catalogue is the database's
	}
	go func() {
		e, err := f.load(ctx, keep)
		f.built <- result{e, err}
		f.store.Nudge()
	}()
}

// finish brings a new edition up to the changes that came since it was made,
// and swaps it in.
func (f *follower) finish(ctx context.Context, r result) {
	f.building = false
	err := r.err
	if err == nil {
		err = f.follow(ctx, r.edition)
	}
	if err != nil {
		f.notBefore = time.Now().Add(retryAfter(f.failed(err)))
		f.tell(Event{Kind: "load", Err: err})
		return
	}
	if r.mixed {
		return // the current edition lacks the same set of prices: step begins anew
	}
	f.failed(nil)
	f.swap(r.edition)
}

// retryAfter is how long to wait after a number of failures in a row.
func retryAfter(fails int) time.Duration { return min(100*time.Millisecond<<fails, 10*time.Second) }

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
