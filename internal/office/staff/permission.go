package staff

import (
	"fmt"
	"slices"
	"strings"
)

// Permission is something that people may do: a row of the table 'Who may', or the part of a
// row that has a limit of its own.
type Permission string

// The permissions. Amounts and their limits are settings; a permission with Small, Middle or
// Large in its name is for a sum up to the first limit, up to the second, and above it.
const (
	Find            Permission = "find"            // find and open bookings
	SeeNames        Permission = "seeNames"        // of guests, with their details
	SeeMoney        Permission = "seeMoney"        // sums; without it: paid or not
	Book            Permission = "book"            // hold, book, send a link, take a card by keypad
	RecordTransfer  Permission = "recordTransfer"  // transfers and cheques
	RecordCash      Permission = "recordCash"      //
	Change          Permission = "change"          // stay and details; send again
	Note            Permission = "note"            // notes, special requests
	RefundSmall     Permission = "refundSmall"     // refund or goodwill
	RefundMiddle    Permission = "refundMiddle"    //
	RefundLarge     Permission = "refundLarge"     //
	RefundOtherWay  Permission = "refundOtherWay"  // not to the payment that it came from; resolve stuck payments
	CancelByTerms   Permission = "cancelByTerms"   //
	CancelAgainst   Permission = "cancelAgainst"   // more or less than the terms give
	VoucherSmall    Permission = "voucherSmall"    //
	VoucherLarge    Permission = "voucherLarge"    //
	CloseUnits      Permission = "closeUnits"      // close and open units
	Publish         Permission = "publish"         // publish, roll back
	TakeParksOff    Permission = "takeParksOff"    // publish what takes parks off sale
	ReportSales     Permission = "reportSales"     //
	ReportOccupancy Permission = "reportOccupancy" //
	ReportAll       Permission = "reportAll"       //
	IssueStatements Permission = "issueStatements" // and mark them as remitted
	ExportNames     Permission = "exportNames"     // exports with names
	ExportArrivals  Permission = "exportArrivals"  // arrivals with names
	BlockEmail      Permission = "blockEmail"      //
	ErasePerson     Permission = "erasePerson"     //
	People          Permission = "people"          // people and limits
	AuditOwn        Permission = "auditOwn"        // what they did themselves
	AuditAll        Permission = "auditAll"        //
	Approve         Permission = "approve"         // be the second person
)

// Grant is what a role may do with a permission.
type Grant string

// The grants. StepUp asks the person to show again who they are, Second asks for another
// person, SecondStepUp for both. Ask means that the person may only ask somebody else for it.
const (
	No           Grant = ""
	Yes          Grant = "yes"
	StepUp       Grant = "stepUp"
	Second       Grant = "second"
	SecondStepUp Grant = "secondStepUp"
	Ask          Grant = "ask"
	OwnParks     Grant = "ownParks" // for bookings and units of their own parks
)

// Grants lists all grants but No.
var Grants = []Grant{Yes, StepUp, Second, SecondStepUp, Ask, OwnParks}

// May reports whether the grant lets somebody do the thing, perhaps with a step-up or a second
// person.
func (g Grant) May() bool { return g != No && g != Ask }

// NeedsStepUp reports whether the person must first show again who they are.
func (g Grant) NeedsStepUp() bool { return g == StepUp || g == SecondStepUp }

// NeedsSecond reports whether another person must agree.
func (g Grant) NeedsSecond() bool { return g == Second || g == SecondStepUp }

// Permissions lists all permissions in the order of the table.
var Permissions []Permission

// grants is the table 'Who may', a column for each of Roles.
var grants = map[Permission][]Grant{}

// table is the design's. y yes, s step-up, 2 second person, 2s both, a may ask, o own parks.
const table = `
find            y y  y o y  y
seeNames        y y  - o y  y
seeMoney        y y  y - y  y
book            y -  - - y  -
recordTransfer  - y  - - y  -
recordCash      - y  - o y  -
change          y -  - - y  -
note            y y  - o y  -
refundSmall     y y  - - y  -
refundMiddle    s s  - - s  -
refundLarge     a 2  - - 2  -
refundOtherWay  a 2s - - 2s -
cancelByTerms   y -  - - y  -
cancelAgainst   a -  - - s  -
voucherSmall    y y  - - y  -
voucherLarge    a 2  - - 2  -
closeUnits      a -  y o y  -
publish         - -  y - y  -
takeParksOff    - -  2 - 2  -
reportSales     y y  - - y  y
reportOccupancy - y  y o y  y
reportAll       - y  - - y  y
issueStatements - s  - - s  -
exportNames     - s  - - s  s
exportArrivals  - s  - o s  s
blockEmail      - -  - - y  -
erasePerson     - -  - - s  -
people          - -  - - s  -
auditOwn        y y  y y y  y
auditAll        - -  - - y  y
approve         - y  y - y  -`

func init() {
	meaning := map[string]Grant{"-": No, "y": Yes, "s": StepUp, "2": Second, "2s": SecondStepUp, "a": Ask, "o": OwnParks}
	for line := range strings.Lines(strings.TrimSpace(table)) {
		cells := strings.Fields(line)
		row := make([]Grant, len(Roles))
		for i := range Roles {
			grant, known := meaning[cells[i+1]]
			if !known {
				panic(fmt.Sprintf("the table of permissions has %q", cells[i+1]))
			}
			row[i] = grant
		}
		permission := Permission(cells[0])
		Permissions, grants[permission] = append(Permissions, permission), row
	}
}

// GrantOf returns what a role may do with a permission.
func GrantOf(role Role, of Permission) Grant {
	column := slices.Index(Roles, role)
	if column < 0 || grants[of] == nil {
		return No
	}
	return grants[of][column]
}

// Allowed lists the roles that may do something, perhaps with a step-up or a second person:
// whom others can ask for it.
func Allowed(of Permission) []Role {
	var all []Role
	for _, role := range Roles {
		if GrantOf(role, of).May() {
			all = append(all, role)
		}
	}
	return all
}
