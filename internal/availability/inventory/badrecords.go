package inventory

import (
	"errors"
	"fmt"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/operations/badrecord"
)

// BadRecords makes a Replica report unusable records to a register: unreadable
// price tables, catalogue rows, booked nights and changes. The replica leaves
// them out. A unit type whose data cannot be read is not on sale.
func BadRecords(register *badrecord.Register) Option {
	return func(r *Replica) { r.register = register }
}

// badRecords holds the errors of the records that an index build left out, by
// kind and id.
type badRecords map[badrecord.Kind]map[string]error

// replicaKinds are the kinds of records that a Replica reads.
var replicaKinds = []badrecord.Kind{badrecord.PriceTable, badrecord.CatalogueRow, badrecord.BookedNights, badrecord.Change, badrecord.SchoolHoliday}

func (b badRecords) add(kind badrecord.Kind, id string, err error) {
	if b[kind] == nil {
		b[kind] = map[string]error{}
	}
	b[kind][id] = err
}

// addProblem adds a problem of the catalogue. Its text begins with the entity
// and a colon; it wraps the reason. Add the problems of an entity after
// those of the entities to which it refers: a problem is a consequence only if such
// an entity is itself a bad record, not if it does not exist at all.
func (b badRecords) addProblem(problem error) {
	id, _, _ := strings.Cut(problem.Error(), ":")
	reason := errors.Unwrap(problem)
	missing, refers := errors.AsType[catalogue.Missing](problem)
	if refers && b[badrecord.CatalogueRow][missing.Kind+" "+missing.ID] != nil {
		reason = badrecord.Consequence{Err: reason}
	}
	b.add(badrecord.CatalogueRow, id, reason)
}

// leaveOut records that an index build lacks a record. It reports the record at
// once when searches already use that build.
func (r *Replica) leaveOut(build *indexBuild, kind badrecord.Kind, id string, err error) {
	build.bad.add(kind, id, err)
	if build == r.current {
		r.register.Report(kind, id, err)
	}
}

// recordReadable records that the data of a unit type could be read again.
func (r *Replica) recordReadable(build *indexBuild, unit string) {
	if build.bad[badrecord.PriceTable][unit] == nil {
		return
	}
	delete(build.bad[badrecord.PriceTable], unit)
	if build == r.current {
		r.register.Report(badrecord.PriceTable, unit, nil)
	}
}

// reportAll replaces everything that was reported for the previous index.
func (r *Replica) reportAll(build *indexBuild) {
	for _, kind := range replicaKinds {
		r.register.Set(kind, build.bad[kind])
	}
}

// changeID is the id of a change of the log in the register.
func changeID(number int64) string { return fmt.Sprint(number) }
