package inventory

import (
	"errors"
	"fmt"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/operations/badrecord"
)

// A park is left out because its region is a bad record, another because its region
// does not exist at all: only the first one follows from another record.
func TestARecordFollowsOnlyFromABadRecord(t *testing.T) {
	bad := badRecords{}
	bad.addProblem(fmt.Errorf("region 13: %w", errors.New("cut off")))
	_, problems := catalogue.NewSnapshot(&catalogue.Entities{
		Parks: []catalogue.Park{{ID: "P1", RegionID: "13"}, {ID: "P2", RegionID: "99"}},
		Units: []catalogue.UnitType{{ID: "U1", ParkID: "P2"}, {ID: "U2", ParkID: "P9"}},
	})
	for _, problem := range problems {
		bad.addProblem(problem)
	}
	for id, want := range map[string]bool{"region 13": false, "park P1": true, "park P2": false, "unit type U1": true, "unit type U2": false} {
		reason := bad[badrecord.CatalogueRow][id]
		if _, follows := errors.AsType[badrecord.Consequence](reason); reason == nil || follows != want {
			t.Errorf("%s: %v, follows: %v, want %v", id, reason, follows, want)
		}
	}
}
