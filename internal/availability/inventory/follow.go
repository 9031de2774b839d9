package inventory

import (
	"context"
	"errors"
	"slices"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
)

// followDeadline limits one round of the follower. An index build is not part
// of a round and may take longer.
const followDeadline = 10 * time.Second

// Loop follows the change log. It applies holds and prices to the index. It
// builds a new index and swaps it in when the catalogue or all prices change,
// when changes were missed, and at midnight in London. Status reports its
// failures. ctx ends the index builds. Run only one Loop at a time.
func (r *Replica) Loop(ctx context.Context) loop.Loop {
	f := &follower{Replica: r, life: ctx, built: make(chan result, 1)}
	return loop.Loop{Name: "follower", Every: time.Second, Deadline: followDeadline, Wake: r.store.Subscribe, Round: f.round, End: f.end}
}

// follower is the state of a Loop.
type follower struct {
	*Replica
	life        context.Context // ends index builds
	building    bool
	notBefore   time.Time // no index build starts before this time, after one has failed
	built       chan result
	prepared    *indexBuild // has a staged set of prices and waits for its publication; may be nil
	dropAt      time.Time   // prepared is dropped then, because the import has probably ended
	preparingOf string      // the announced generation that this node has said to prepare
	wentBack    int64       // how often the database went back in time before the last index build began
}

// preparedLifetime is longer than a publication waits for the nodes.
const preparedLifetime = time.Minute

type result struct {
	*indexBuild
	err error
}

// round swaps in a new index when one is ready, and follows the change log.
func (f *follower) round(ctx context.Context) error {
	select {
	case r := <-f.built:
		f.finish(ctx, r)
	default:
	}
	err := f.step(ctx)
	if err != nil {
		f.recordFailure(err)
	}
	return err
}

// end waits for the index build in progress, if any.
func (f *follower) end() {
	if f.building {
		<-f.built
	}
}

// step applies changes, checks for midnight, and starts an index build where
// one is needed.
func (f *follower) step(ctx context.Context) error {
	index := f.current.state.Index
	if first, _ := index.Window(); first < f.tomorrow() {
		// Past dates disappear at once. The new last date comes with the next
		// index.
		index.HideBefore(f.tomorrow())
		f.emit(Event{Kind: "midnight"})
	}
	err := f.follow(ctx, f.current)
	missed := errors.Is(err, errMissed)
	if err != nil && !missed {
		return err
	}
	missed = missed || f.store.WentBack() != f.wentBack // even where the log is as long again
	if swapped, err := f.publishPrepared(ctx); swapped || err != nil {
		return err
	}
	if err := f.announcePreparing(ctx); err != nil {
		return err
	}
	_, days := index.Window()
	incomplete := missed || len(f.current.pending) > 0 || days != Days
	announced := f.current.announced.generation
	switch {
	case f.building:
	case !incomplete && (announced == "" || f.prepared != nil):
		f.recordFailure(nil)
	case time.Now().Before(f.notBefore):
	case incomplete:
		f.begin(missed, "") // an announced set is prepared for the index that comes next
	default:
		f.begin(missed, announced)
	}
	return nil
}

// announcePreparing tells the import that this node prepares the announced prices.
func (f *follower) announcePreparing(ctx context.Context) error {
	announced := f.current.announced.generation
	if announced == "" || announced == f.preparingOf {
		return nil
	}
	if err := f.store.Preparing(ctx, announced); err != nil {
		return err
	}
	f.preparingOf = announced
	return nil
}

// publishPrepared brings a prepared index up to date, and swaps it in when its
// prices have been published.
func (f *follower) publishPrepared(ctx context.Context) (swapped bool, err error) {
	build := f.prepared
	if build == nil {
		return false, nil
	}
	err = f.follow(ctx, build)
	switch {
	case errors.Is(err, errMissed), err == nil && build.torn:
		f.prepared = nil
	case err != nil:
		return false, err
	case build.staged == "":
		f.prepared = nil
		f.finish(ctx, result{indexBuild: build})
		return true, nil
	case time.Now().After(f.dropAt):
		f.prepared, f.current.announced.generation = nil, ""
	}
	return false, nil
}

// begin starts to build a new index while searches go on. It reuses what has
// not changed: the catalogue, and the regions whose prices are the same. It
// reuses no regions when the window of dates has moved or booked nights could
// not be read. The new index has the prices of a staged generation, or the
// published ones where it is empty.
func (f *follower) begin(missed bool, staged string) {
	f.building, f.prepared, f.wentBack = true, nil, f.store.WentBack()
	f.setBuilding(true)
	from := origin{staged: staged}
	if missed {
		f.content()
	} else { // the log says whether the catalogue is still the published one
		from.state = f.current.state
		_, days := from.state.Index.Window()
		if bad := f.current.bad; days == Days && len(bad[badrecord.Change])+len(bad[badrecord.BookedNights]) == 0 {
			from.digests = slices.Clone(f.current.digests)
		}
	}
	go func() {
		var r result
		r.err = loop.Catch(func() (err error) {
			r.indexBuild, err = f.load(f.life, from)
			return err
		})
		f.built <- r
		f.store.Wake()
	}()
}

// finish applies the changes that came while a new index was built, and swaps
// the index in.
func (f *follower) finish(ctx context.Context, r result) {
	f.building = false
	f.setBuilding(false)
	err := r.err
	if err == nil && r.renewal != nil {
		err = f.follow(ctx, f.current) // the new index takes over regions of the current one
	}
	if err == nil {
		err = f.follow(ctx, r.indexBuild)
	}
	if err == nil && r.staged != "" {
		err = f.store.Prepared(ctx, r.staged)
	}
	if err != nil {
		f.notBefore = time.Now().Add(retryAfter(f.recordFailure(err)))
		f.emit(Event{Kind: "load", Err: err})
		return
	}
	if r.torn {
		return // the current index lacks the same set of prices: step starts another build
	}
	f.recordFailure(nil)
	if r.staged != "" {
		f.prepared, f.dropAt = r.indexBuild, time.Now().Add(preparedLifetime)
		return
	}
	if r.announced.number < f.current.announced.number {
		r.announced = f.current.announced
	}
	if r.renewal != nil {
		r.takeOver(f.current)
	}
	f.swap(r.indexBuild)
}

// retryAfter returns how long to wait after a number of failures in a row.
func retryAfter(fails int) time.Duration { return min(100*time.Millisecond<<fails, 10*time.Second) }
