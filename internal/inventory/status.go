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
func (v *Replica) Status() Status {
	v.mu.Lock()
	defer v.mu.Unlock()
	p := &v.progress
	s := Status{
		Followed: p.followed, Behind: max(0, p.last-v.visible.Load()), Built: p.built, Took: p.took,
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
func (v *Replica) Ready() error {
	if len(v.Current().Catalogue.AllUnits()) == 0 {
		return errNothing
	}
	return nil
}

// sawLog records the number of the log's last change.
func (v *Replica) sawLog(last int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.progress.last = last
	v.noteLag()
}

// followed records that the log was read to its end.
func (v *Replica) followed() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.progress.followed = time.Now()
}

// noteLag records since when searches lack changes. The caller must hold mu.
func (v *Replica) noteLag() {
	switch p := &v.progress; {
	case p.last <= v.visible.Load():
		p.behindFor = time.Time{}
	case p.behindFor.IsZero():
		p.behindFor = time.Now()
	}
}

// failed records a failure, or success where err is nil, and returns the number
// of failures in a row.
func (v *Replica) failed(err error) (failures int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	p := &v.progress
	p.err = err
	if p.failures++; err == nil {
		p.failures = 0
	}
	return min(p.failures, 10)
}

// setBuilding records whether an index is being built.
func (v *Replica) setBuilding(on bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.progress.building = on
}
