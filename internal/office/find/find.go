// Package find is how staff find bookings: by what they type, and in lists. Read reads the
// text of a search by the shape of its words; Service looks for the bookings that have all of
// them, by the terms that the store keeps of each booking.
package find

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/payment"
)

func itoa(n int) string { return strconv.Itoa(n) }

func pence(p money.Pence) string { return strconv.FormatInt(int64(p), 10) }

// Store reads what staff look for.
type Store interface {
	// View reads one consistent state.
	View(ctx context.Context, fn func(Tx) error) error
	// Record writes who has read what, once within five minutes: see staff.AddReading.
	Record(ctx context.Context, e staff.Event) error
	// Claim writes who has taken a task, puts it off from now, and records that. What somebody
	// else has taken in the last minutes is a refusal (staff.Conflict).
	Claim(ctx context.Context, c Claim, later time.Duration, e staff.Event) error
}

// Tx is a reading transaction.
type Tx interface {
	Now() time.Time
	// Today is the day in London.
	Today() date.Date
	// CountTerms counts the stored terms that match, at most limit of each.
	CountTerms(all []Match, limit int) ([]int, error)
	// Walk returns bookings of a search in the order of the walk.
	Walk(w Walk) ([]Candidate, error)
	// StoredTerms returns those of some texts that are terms of a kind.
	StoredTerms(kind booking.TermKind, texts []string) ([]string, error)
	// BookingsFound reads those of some bookings that there are, with what is paid, and all
	// their terms.
	BookingsFound(refs []string) ([]Found, error)

	// Staying lists the confirmed stays of a park that arrive between two days.
	Staying(park string, from, to date.Date) ([]Stay, error)
	// NotesForParks returns the notes of bookings that their parks see.
	NotesForParks(refs []string) (map[string][]string, error)
	ReservationsOfAll(refs []string) ([]reservation.Row, error)
	// OverdueRefs lists, by arrival, bookings that begin today or later, whose balance should
	// have been paid, and UnansweredRows what parks have not acknowledged of such bookings; of
	// some parks, or of all where parks is nil.
	OverdueRefs(parks []string, limit int) ([]string, error)
	UnansweredRows(parks []string, limit int) ([]reservation.Row, error)
	// PaymentsToSee lists payments at which somebody must look.
	PaymentsToSee(limit int) ([]payment.Attempt, error)
	// DeedsNotDone lists what people had agreed to and what was not possible any more when its
	// minute was over, since a time, the longest ago first; without what was asked for again.
	DeedsNotDone(since time.Time, limit int) ([]payment.Deed, error)
	// FailedMails lists the e-mails to guests that were given up, latest first, as tasks without
	// words.
	FailedMails(limit int) ([]Task, error)
	// Arriving counts the confirmed bookings that arrive on a day, and their parks.
	Arriving(day date.Date, parks []string) (bookings, places int, err error)
	// Claims are all that was taken or put off, by task.
	Claims() (map[string]Claim, error)
}

// Found is a booking with the terms by which it is found.
type Found struct {
	booking.Booking
	Terms []booking.Term
}

// Candidate is a booking that has all terms.
type Candidate struct {
	Ref     string
	Arrival date.Date
}

// Walk is which bookings a transaction reads, and in which order: those that have one of
// Drivers and, of each of Others, one of the matches, by arrival.
type Walk struct {
	// Drivers are the terms whose bookings are looked at; where there are none, all bookings
	// of Days are.
	Drivers []Match
	// Common says that very many bookings have the only driver, which is of a name: they are
	// read by arrival until there are enough.
	Common bool
	Others [][]Match
	Days   []date.Date // the arrival is one of them; empty: any
	From   date.Date   // the first arrival, 0: any
	To     date.Date   // the last one, 0: any
	Latest bool        // begins with the latest arrival
	Stays  bool        // only confirmed stays that last beyond To
	Limit  int

	term int  // of which the drivers are
	many bool // bookings have the driver
}

// Scope is what a member of staff may find.
type Scope struct {
	Parks []string // ids of the only parks; nil: all
	Names bool     // guests' names and addresses
	Sums  bool     // without them only whether a booking is paid
}

// allows reports whether somebody may look for a term.
func (s Scope) allows(t Term) bool {
	return (s.Names || !t.personal()) && (s.Sums || t.Kind != kindSum && t.Kind != kindDigits)
}

// sees reports whether a booking is in the scope.
func (s Scope) sees(b booking.Booking) bool {
	return s.Parks == nil || slices.Contains(s.Parks, b.Stay.ParkID)
}

// Row is a booking that was found.
type Row struct {
	Ref         string // as shown
	Name        string // "Ashworth, Helen Mrs"; "" where names are not shown
	Postcode    string
	Park, Unit  string
	Arrival     date.Date
	Nights      int
	State       string // see StateOn
	Total, Paid money.Pence
	Left        money.Pence
	Due         string // the day before which it is paid, yyyy-mm-dd; "" where that is not known
	Why         string // by which terms it was found
}

// Answer is what was found.
type Answer struct {
	Terms    []Term
	Rows     []Row
	More     bool // there are more bookings than rows
	Forgiven bool // one typing error was corrected
}

// ErrPersonal is the error of a search by what somebody may not see.
var ErrPersonal = errors.New("a search by what this person may not see")

// Service finds bookings. Its methods are safe for concurrent use.
type Service struct {
	store Store
	parks func() *Parks
}

// New returns a Service over a store. parks returns the parks of the catalogue.
func New(store Store, parks func() *Parks) *Service { return &Service{store: store, parks: parks} }

const (
	mostRows = 20
	// countTo is how far bookings with a term are counted. With more the term is common.
	countTo = 2000
	// longest is how many nights before today stays that are in house may have begun.
	longest = 28
	// mostInHouse limits the bookings in which those in house are looked for.
	mostInHouse = 200
)

// Find finds the bookings that have all terms of a text, at most 20: those in house, the next
// arrivals, then the latest. It corrects one typing error where there is no booking. It
// returns ErrPersonal where the scope does not allow the terms.
func (s *Service) Find(ctx context.Context, scope Scope, text string) (a Answer, err error) {
	err = s.store.View(ctx, func(tx Tx) error {
		a, err = s.find(tx, scope, text)
		return err
	})
	if err != nil && !errors.Is(err, ErrPersonal) {
		err = fmt.Errorf("search for bookings: %w", err)
	}
	return a, err
}

func (s *Service) find(tx Tx, scope Scope, text string) (Answer, error) {
	readings := Read(text, tx.Today(), s.parks())
	if len(readings) == 0 {
		return Answer{}, nil
	}
	readings = slices.DeleteFunc(readings, func(r []Term) bool {
		return slices.ContainsFunc(r, func(t Term) bool { return !scope.allows(t) })
	})
	if len(readings) == 0 {
		return Answer{}, ErrPersonal
	}
	for _, terms := range readings {
		if a, err := search(tx, scope, terms); err != nil || len(a.Rows) > 0 {
			return a, err
		}
	}
	if a, err := byReference(tx, scope, readings); err != nil || len(a.Rows) > 0 {
		return a, err
	}
	for _, terms := range readings {
		if a, err := forgiven(tx, scope, terms); err != nil || len(a.Rows) > 0 {
			return a, err
		}
	}
	return Answer{Terms: readings[0]}, nil
}

// byReference finds the booking whose whole reference was typed, which may be a hold without a
// guest.
func byReference(tx Tx, scope Scope, readings [][]Term) (Answer, error) {
	terms := readings[len(readings)-1]
	var refs []string
	for _, m := range terms[0].Matches {
		if len(terms) == 1 && m.Kind == booking.TermReference {
			refs = append(refs, strings.ToUpper(m.From))
		}
	}
	if len(refs) == 0 {
		return Answer{}, nil
	}
	rows, err := readRows(tx, scope, terms, refs)
	return Answer{Terms: terms, Rows: rows}, err
}

// search finds the bookings that have all terms.
func search(tx Tx, scope Scope, terms []Term) (Answer, error) {
	walks, err := plan(tx, scope, terms)
	if err != nil {
		return Answer{}, err
	}
	today := tx.Today()
	var refs []string
	full := false
	groups := []func(*Walk){
		func(w *Walk) {
			w.From, w.To, w.Stays, w.Latest, w.Limit = today-longest, today, true, true, mostInHouse
		},
		func(w *Walk) { w.From = today + 1 },
		func(w *Walk) { w.To, w.Latest = today, true },
	}
	for _, group := range groups {
		var all []Candidate
		latest := false
		for _, w := range walks {
			w.Limit = mostRows + 1
			group(&w)
			latest = w.Latest
			found, err := tx.Walk(w)
			if err != nil {
				return Answer{}, err
			}
			full = full || len(found) == w.Limit
			all = append(all, found...)
		}
		slices.SortStableFunc(all, func(a, b Candidate) int {
			if latest {
				a, b = b, a
			}
			return cmp.Or(cmp.Compare(a.Arrival, b.Arrival), cmp.Compare(a.Ref, b.Ref))
		})
		for _, c := range all {
			if !slices.Contains(refs, c.Ref) {
				refs = append(refs, c.Ref)
			}
		}
		if len(refs) > mostRows {
			break
		}
	}
	more := full || len(refs) > mostRows
	refs = refs[:min(len(refs), mostRows)]
	rows, err := readRows(tx, scope, terms, refs)
	return Answer{Terms: terms, Rows: rows, More: more && len(rows) == mostRows}, err
}

// plan decides which term's bookings are looked at: of the rarest term. A name is the guest's
// surname: where several words are names, each is looked for as the surname, and the others
// may be forenames.
func plan(tx Tx, scope Scope, terms []Term) (walks []Walk, err error) {
	var base Walk
	var matches []Match // the drivers of each term, one after the other
	var of []int
	for i, t := range terms {
		if t.Kind == kindArrival {
			if base.Days != nil {
				return nil, nil // two arrivals
			}
			base.Days = t.Days
			continue
		}
		for _, m := range drivers(t) {
			matches, of = append(matches, m), append(of, i)
		}
	}
	if scope.Parks != nil {
		own := make([]Match, 0, len(scope.Parks))
		for _, id := range scope.Parks {
			own = append(own, exactly(booking.TermPark, id))
		}
		terms = append(slices.Clone(terms), Term{Kind: kindPark, Matches: own})
		for _, m := range own {
			matches, of = append(matches, m), append(of, len(terms)-1)
		}
		if len(own) == 0 {
			return nil, nil
		}
	}
	if len(matches) == 0 {
		return []Walk{base}, nil
	}
	counts, err := tx.CountTerms(matches, countTo)
	if err != nil {
		return nil, err
	}
	rarest, names := rarestTerm(terms, of, counts)
	for i, m := range matches {
		if t := of[i]; counts[i] > 0 && (t == rarest || names && terms[t].Kind == kindName) {
			walks = addWalk(walks, base, terms, t, m, counts[i] >= countTo)
		}
	}
	return walks, nil
}

// addWalk adds the walk over a match of a term. Matches that few bookings have share the walk
// of their term.
func addWalk(walks []Walk, base Walk, terms []Term, t int, m Match, many bool) []Walk {
	for j, other := range terms {
		if j != t && other.Kind != kindArrival {
			base.Others = append(base.Others, other.Matches)
		}
	}
	base.term, base.many = t, many
	if i := slices.IndexFunc(walks, func(w Walk) bool { return w.term == t && !w.many }); i >= 0 && !many {
		walks[i].Drivers = append(walks[i].Drivers, m)
		return walks
	}
	base.Drivers, base.Common = []Match{m}, many && m.Kind == booking.TermName && m.Below != ""
	return append(walks, base)
}

// rarestTerm returns the term of which there are the fewest; names says that it is a name, so
// that all names are looked for as surnames. of are the terms of which counts are.
func rarestTerm(terms []Term, of, counts []int) (rarest int, names bool) {
	sums := map[int]int{}
	for i, n := range counts {
		sums[of[i]] += n
	}
	rarest = of[0]
	for t, n := range sums {
		if n < sums[rarest] || n == sums[rarest] && t < rarest {
			rarest = t
		}
	}
	return rarest, terms[rarest].Kind == kindName
}

// drivers are the matches of a term by which bookings are walked: of a name those of the
// surname, unless it is read as a forename.
func drivers(t Term) []Match {
	surnames := slices.DeleteFunc(slices.Clone(t.Matches), func(m Match) bool { return m.Kind != booking.TermName })
	if len(surnames) == 0 {
		return t.Matches
	}
	return surnames
}

// readRows reads the bookings of a search and says why each was found.
func readRows(tx Tx, scope Scope, terms []Term, refs []string) ([]Row, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	found, err := tx.BookingsFound(refs)
	if err != nil {
		return nil, err
	}
	today := tx.Today()
	rows := make([]Row, 0, len(refs))
	for _, ref := range refs { // in their order
		i := slices.IndexFunc(found, func(f Found) bool { return f.Ref == ref })
		if i < 0 || !scope.sees(found[i].Booking) {
			continue
		}
		row := rowOf(found[i].Booking, scope, today)
		row.Why = why(found[i], terms)
		rows = append(rows, row)
	}
	return rows, nil
}

// rowOf is a booking as a row, on a day.
func rowOf(b booking.Booking, scope Scope, today date.Date) Row {
	row := Row{Ref: b.Shown, Park: b.Stay.ParkName, Unit: b.Stay.UnitDesc, Arrival: b.Stay.Arrival, Nights: b.Stay.Nights,
		State: StateOn(b, today), Total: b.Total, Paid: b.AmountPaid, Left: b.Outstanding(), Due: DueDay(b)}
	if scope.Names {
		row.Name, row.Postcode = Name(b.Contact), b.Contact.Postcode
	}
	return row
}

// Name is a guest's name with the surname first: "Ashworth, Helen Mrs".
func Name(c booking.Contact) string {
	given := strings.TrimSpace(c.Forename + " " + c.Title)
	if c.Surname == "" || given == "" {
		return c.Surname + given
	}
	return c.Surname + ", " + given
}

// StateOn is the state of a booking on a day, as staff see it: booking's own, or in_house
// while the guests are at the park, or stayed afterwards.
func StateOn(b booking.Booking, today date.Date) string {
	switch {
	case b.State != booking.Confirmed || b.Stay.Arrival > today:
		return string(b.State)
	case today < b.Stay.Departure():
		return "in_house"
	}
	return "stayed"
}

// DueDay is the day before which the balance is paid, yyyy-mm-dd, or "".
func DueDay(b booking.Booking) string {
	day, err := date.Parse(b.BalanceDue)
	if err != nil {
		return ""
	}
	return day.ISO()
}

// why says by which of a booking's terms it was found.
func why(f Found, terms []Term) string {
	var said []string
	for _, t := range terms {
		if t.Kind == kindArrival {
			said = append(said, "arrives "+f.Stay.Arrival.Short())
			continue
		}
		for _, stored := range f.Terms {
			if slices.ContainsFunc(t.Matches, func(m Match) bool { return m.is(stored) }) {
				said = append(said, wordsFor(f.Booking, stored))
				break
			}
		}
	}
	return strings.Join(said, ", ")
}

// is reports whether a stored term matches.
func (m Match) is(t booking.Term) bool {
	if m.Below == "" {
		return m.Kind == t.Kind && m.From == t.Text
	}
	return m.Kind == t.Kind && m.From <= t.Text && t.Text < m.Below
}

// wordsFor says what a stored term of a booking is.
func wordsFor(b booking.Booking, t booking.Term) string {
	switch t.Kind {
	case booking.TermReference:
		return "reference"
	case booking.TermName:
		return "surname"
	case booking.TermForename:
		return "first name"
	case booking.TermEmail:
		return "e-mail"
	case booking.TermCard:
		return "card ending " + t.Text
	case booking.TermPark:
		return b.Stay.ParkName
	case booking.TermSum:
		switch t.Text {
		case pence(b.Outstanding()):
			return "left to pay"
		case pence(b.Total):
			return "total"
		case pence(b.AmountPaid):
			return "paid"
		}
		return "one payment"
	case booking.TermPhone, booking.TermPostcode, booking.TermDueDay, booking.TermDue:
	}
	return string(t.Kind)
}
