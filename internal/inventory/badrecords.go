package inventory

import (
	"fmt"
	"strings"

	"holidaymaker/internal/badrecord"
)

// BadRecords has records that cannot be used reported to a register: unreadable
// price tables, catalogue rows, booked nights and changes. They are left out; a
// unit type without readable data is not on sale.
func BadRecords(register *badrecord.Register) Option {
	return func(v *Replica) { v.register = register }
}

// badRecords are the records that an index build left out.
type badRecords map[badrecord.Kind]map[string]error

// replicaKinds are the kinds of records that a Replica reads.
var replicaKinds = []badrecord.Kind{badrecord.PriceTable, badrecord.CatalogueRow, badrecord.BookedNights, badrecord.Change}

func (b badRecords) add(kind badrecord.Kind, id string, err error) {
	if b[kind] == nil {
		b[kind] = map[string]error{}
	}
	b[kind][id] = err
}

// addProblem adds a problem of the catalogue, whose text begins with what it is
// about and a colon.
func (b badRecords) addProblem(problem error) {
	id, _, _ := strings.Cut(problem.Error(), ":")
	b.add(badrecord.CatalogueRow, id, problem)
}

// leaveOut records that a record is left out of an index build, and reports it
// at once when searches see that build.
func (v *Replica) leaveOut(e *indexBuild, kind badrecord.Kind, id string, err error) {
	e.bad.add(kind, id, err)
	if e == v.current {
		v.register.Report(kind, id, err)
	}
}

// readable records that the data of a unit type could be read.
func (v *Replica) readable(e *indexBuild, unit string) {
	if e.bad[badrecord.PriceTable][unit] == nil {
		return
	}
	delete(e.bad[badrecord.PriceTable], unit)
	if e == v.current {
		v.register.Report(badrecord.PriceTable, unit, nil)
	}
}

// reportAll replaces what was reported of the index before.
func (v *Replica) reportAll(e *indexBuild) {
	for _, kind := range replicaKinds {
		v.register.Set(kind, e.bad[kind])
	}
}

// changeID names a change of the log in the register.
func changeID(number int64) string { return fmt.Sprint(number) }
