package inventory

import (
	"errors"
	"time"
)

// Status says how up to date a Replica is.
type Status struct {
	// Followed is when the Replica last read the change log to its end.
	Followed time.Time
	// Behind is how many changes of the log, as it was last read, searches do
	// not show yet. Lag is for how long there has been at least one such
	// change; 0 when there is none.
	Behind int64
	Lag    time.Duration

	Built    time.Time     // when the index that searches read was put in place
	Took     time.Duration // how long reading and building it took
	Building bool          // a new index is being built

	// Err is why following or building fails, nil while both work. Failures
	// counts the failures in a row. Searches are still answered from memory.
	Err      error
	Failures int
}

// progress is what a Replica records for its Status.
type progress struct {
	followed  time.Time
	last      int64     // number of the log's last change, as last read
	behindFor time.Time // since when searches lack changes; zero when they lack none
	built     time.Time
	took      time.Duration
	building  bool
	err       error
	failures  int // in a row
}

// Status reports how well the Replica keeps up.
func (r *Replica) Status() Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &r.progress
	s := Status{
		Followed: p.followed, Behind: max(0, p.last-r.visible.Load()), Built: p.built, Took: p.took,
		Building: p.building, Err: p.err, Failures: p.failures,
	}
	if !p.behindFor.IsZero() {
		s.Lag = time.Since(p.behindFor)
	}
	return s
}

// errNothing means that nothing was ever imported.
var errNothing = errors.New("nothing is for sale: catalogue and prices have not been imported")

// Ready returns nil while searches can be answered, that is, while there is
// something for sale in memory. It does not depend on whether the database can
// be reached; see Status.
func (r *Replica) Ready() error {
	if len(r.Current().Catalogue.AllUnits()) == 0 {
		return errNothing
	}
	return nil
}

// recordLogEnd records the number of the log's last change.
func (r *Replica) recordLogEnd(last int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.last = last
	r.noteLag()
}

// recordFollowed records that the log was read to its end.
func (r *Replica) recordFollowed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.followed = time.Now()
}

// noteLag records since when searches lack changes. The caller must hold mu.
func (r *Replica) noteLag() {
	switch p := &r.progress; {
	case p.last <= r.visible.Load():
		p.behindFor = time.Time{}
	case p.behindFor.IsZero():
		p.behindFor = time.Now()
	}
}

// recordFailure records a failure, or success where err is nil, and returns the number
// of failures in a row.
func (r *Replica) recordFailure(err error) (failures int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &r.progress
	p.err = err
	if p.failures++; err == nil {
		p.failures = 0
	}
	return min(p.failures, 10)
}

// setBuilding records whether an index is being built.
func (r *Replica) setBuilding(on bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.building = on
}
