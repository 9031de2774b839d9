package accounts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// Statement is what an operator gets for a period. It is also our VAT invoice of the
// commission and the booking fees. It is frozen when it is issued: what changes afterwards
// is a line of the next one.
type Statement struct {
	// Number counts the statements of all operators, without gaps; 0: not issued yet. Seq
	// counts those of the operator, from 1.
	Number     int64  `json:"number"`
	Seq        int    `json:"seq"`
	OperatorID string `json:"operator"`
	// First and Last are the days of the period; the first statement has no first day. The
	// amounts are those at IssuedAt.
	First    Day       `json:"first"`
	Last     Day       `json:"last"`
	IssuedAt time.Time `json:"issued"` // also the tax date
	By       string    `json:"by"`
	// From and To are the company and the operator, as they were then.
	From       Party         `json:"from"`
	To         Party         `json:"to"`
	VATPercent money.Percent `json:"vatPercent"` // on its last day
	// Total is the sum of the lines.
	Total Amounts `json:"total"`
	// Opening is what was due to the operator before, and Remitted what it got since the
	// statement before.
	Opening  money.Pence `json:"opening"`
	Remitted money.Pence `json:"remitted"`
	Lines    []Line      `json:"-"` // by reference
}

// Line is what a statement has of a booking: all of it, or what has changed since the
// statement before.
type Line struct {
	Ref, Shown         string
	Arrival            date.Date
	Nights             int
	ParkID, Park, Unit string
	// Included is what the price contains of compulsory charges and levies, in words.
	Included string
	Amounts
}

// Closing is what is due to the operator after the statement.
func (s Statement) Closing() money.Pence { return s.Opening - s.Remitted + s.Total.Due }

// Remittance is money that an operator got, or with a negative amount gave back.
type Remittance struct {
	ID, OperatorID string
	Amount         money.Pence
	Day            date.Date // of the bank
	Reference      string    // of the bank
	By             string
	At             time.Time
}

// Booked is a booking that was ever confirmed, with its movements of money.
type Booked struct {
	booking.Booking
	Movements []ledger.Movement
	// Unreadable says why the booking cannot be read; nil: it can.
	Unreadable error
}

// Store keeps statements and remittances, and reads the bookings.
type Store interface {
	// BookedAfter lists, by reference, bookings that were ever confirmed, after one.
	BookedAfter(ctx context.Context, ref string, limit int) ([]Booked, error)
	// Stated returns, by reference, the sum of an operator's lines so far.
	Stated(ctx context.Context, operator string) (map[string]Line, error)
	// Statements lists the statements of an operator, oldest first, without lines; "": of all.
	Statements(ctx context.Context, operator string) ([]Statement, error)
	// Statement reads one with its lines, or ErrNone.
	Statement(ctx context.Context, number int64) (Statement, error)
	// Remittances lists those to an operator, oldest first; "": to all.
	Remittances(ctx context.Context, operator string) ([]Remittance, error)
	// Issue writes statements and gives them numbers, all or none, and records who did it and
	// why. It returns ErrIssued when an operator has got another one meanwhile.
	Issue(ctx context.Context, all []Statement, by, why string) error
	// Remit writes a remittance, and records who did it and why.
	Remit(ctx context.Context, r Remittance, why string) error
}

// The errors of Store.
var (
	ErrNone   = errors.New("there is no such statement")
	ErrIssued = errors.New("another statement was issued meanwhile")
	errStated = errors.New("the next statement must end later")
)

// bookedPage is how many bookings are read at once.
const bookedPage = 500

// Drafts are statements that are not issued yet.
type Drafts struct {
	Statements []Statement
	// LeftOut says which bookings are in none of them, and why: one that cannot be read, or
	// whose operator had agreed nothing, or has a statement until that day. What earlier
	// statements have of them stays.
	LeftOut []error
}

// Draft works out the next statements, of every operator or of one, up to a last day. An
// operator for which nothing has changed and to which nothing was remitted gets none.
func Draft(ctx context.Context, from Store, a Settings, operator string, last date.Date, now time.Time) (Drafts, error) {
	if last > date.In(now) {
		return Drafts{}, fmt.Errorf("the last day, %s, is in the future", last.ISO())
	}
	if _, known := a.Operators[operator]; operator != "" && !known {
		return Drafts{}, fmt.Errorf("the accounts file has no operator %q", operator)
	}
	d := draft{store: from, accounts: a, only: operator, last: last, now: now, of: map[string]*operatorDraft{}, unknown: map[string]bool{}}
	for id := range a.Operators {
		if operator != "" && id != operator {
			continue
		}
		stated, err := from.Stated(ctx, id)
		if err != nil {
			return Drafts{}, fmt.Errorf("read the statements of %s: %w", id, err)
		}
		d.of[id] = &operatorDraft{stated: stated}
	}
	leftOut, err := eachBooked(ctx, from, d.add)
	if err != nil {
		return Drafts{}, err
	}
	return d.drafts(ctx, leftOut)
}

// draft collects the lines of the statements that are worked out.
type draft struct {
	store    Store
	accounts Settings
	only     string // an operator, or ""
	last     date.Date
	now      time.Time
	of       map[string]*operatorDraft
	unknown  map[string]bool // references of bookings whose amounts are not known
}

type operatorDraft struct {
	stated map[string]Line // by reference: what earlier statements have, of bookings not met yet
	lines  []Line
}

// eachBooked calls do with every booking that was ever confirmed. Its errors are about one
// booking each, and stop no other.
func eachBooked(ctx context.Context, from Store, do func(Booked) error) (leftOut []error, err error) {
	for after := ""; ; {
		all, err := from.BookedAfter(ctx, after, bookedPage)
		if err != nil {
			return nil, fmt.Errorf("read the bookings: %w", err)
		}
		for _, b := range all {
			after = b.Ref
			if err := do(b); err != nil {
				leftOut = append(leftOut, fmt.Errorf("booking %s: %w", b.Shown, err))
			}
		}
		if len(all) < bookedPage {
			return leftOut, nil
		}
	}
}

// agreement returns what the operator of a booking had agreed when it was confirmed. counts
// is false for a booking that was imported without its operator, and for which nothing was
// paid here.
func (a Settings) agreement(b Booked) (agreed Commission, counts bool, err error) {
	id, confirmed := b.Stay.OperatorID, date.In(b.ConfirmedAt)
	if b.Unreadable != nil {
		return agreed, false, b.Unreadable
	}
	if id == "" && b.Imported && ledger.Sum(b.Movements).Captured == 0 {
		return agreed, false, nil
	}
	if agreed, counts = a.Operators[id].At(confirmed); !counts {
		return agreed, false, fmt.Errorf("the accounts file has no commission of operator %s on %s", id, confirmed.ISO())
	}
	return agreed, true, nil
}

func (d *draft) add(b Booked) (err error) {
	defer func() { d.unknown[b.Ref] = err != nil }()
	if d.only != "" && b.Stay.OperatorID != d.only && b.Unreadable == nil {
		return nil
	}
	agreed, counts, err := d.accounts.agreement(b)
	if err != nil || !counts {
		return err
	}
	o := d.of[b.Stay.OperatorID]
	before, was := o.stated[b.Ref]
	delete(o.stated, b.Ref)
	if !was && !agreed.earned(b.Booking, d.last) {
		return nil
	}
	change := d.accounts.Account(b.Booking, b.Movements, agreed).Minus(before.Amounts)
	if change != (Amounts{}) {
		o.lines = append(o.lines, Line{b.Ref, b.Shown, b.Stay.Arrival, b.Stay.Nights, b.Stay.ParkID, b.Stay.ParkName, b.Stay.UnitDesc, b.Stay.Included(), change})
	}
	return nil
}

// drafts makes the statements of the collected lines. A booking that was moved to another
// operator is taken back from the one that had it.
func (d *draft) drafts(ctx context.Context, leftOut []error) (Drafts, error) {
	all := Drafts{LeftOut: leftOut}
	for _, id := range slices.Sorted(maps.Keys(d.of)) {
		lines := d.of[id].lines
		for ref, moved := range d.of[id].stated {
			if moved.Amounts != (Amounts{}) && !d.unknown[ref] {
				moved.Amounts = Amounts{}.Minus(moved.Amounts)
				lines = append(lines, moved)
			}
		}
		slices.SortFunc(lines, func(a, b Line) int { return strings.Compare(a.Ref, b.Ref) })
		s := Statement{OperatorID: id, Seq: 1, Last: Day{d.last}, IssuedAt: d.now, From: d.accounts.Company, To: d.accounts.Operators[id].Party,
			VATPercent: d.accounts.vatOn(d.last), Lines: lines}
		for _, l := range lines {
			s.Total = s.Total.Plus(l.Amounts)
		}
		err := s.follow(ctx, d.store)
		if errors.Is(err, errStated) && d.only == "" { // it holds up no other operator
			if len(lines) > 0 {
				all.LeftOut = append(all.LeftOut, err)
			}
			continue
		}
		if err != nil {
			return all, err
		}
		if len(s.Lines) > 0 || s.Remitted != 0 {
			all.Statements = append(all.Statements, s)
		}
	}
	return all, nil
}

// follow sets what the statement has from those before.
func (s *Statement) follow(ctx context.Context, from Store) error {
	earlier, err := from.Statements(ctx, s.OperatorID)
	if err != nil {
		return fmt.Errorf("read the statements of %s: %w", s.OperatorID, err)
	}
	remittances, err := from.Remittances(ctx, s.OperatorID)
	if err != nil {
		return fmt.Errorf("read the remittances of %s: %w", s.OperatorID, err)
	}
	for _, r := range remittances {
		s.Remitted += r.Amount
	}
	if n := len(earlier); n > 0 {
		before := earlier[n-1]
		if s.Last.Date <= before.Last.Date {
			return fmt.Errorf("operator %s has a statement until %s: %w", s.OperatorID, before.Last.ISO(), errStated)
		}
		s.Seq, s.First, s.Opening = before.Seq+1, Day{before.Last.Date + 1}, before.Closing()
		for _, one := range earlier {
			s.Remitted -= one.Remitted
		}
	}
	return nil
}

// DueTo is what has to be remitted to an operator.
type DueTo struct {
	Last   Statement // the operator's last one
	Amount money.Pence
}

// ToRemit lists the operators to which something is due by their last statement, less what
// was remitted since.
func ToRemit(ctx context.Context, from Store) ([]DueTo, error) {
	statements, err := from.Statements(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("read the statements: %w", err)
	}
	remittances, err := from.Remittances(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("read the remittances: %w", err)
	}
	of := map[string]DueTo{}
	for _, s := range statements {
		of[s.OperatorID] = DueTo{s, of[s.OperatorID].Amount + s.Total.Due}
	}
	for _, r := range remittances {
		d := of[r.OperatorID]
		d.Amount -= r.Amount
		of[r.OperatorID] = d
	}
	var all []DueTo
	for _, id := range slices.Sorted(maps.Keys(of)) {
		if of[id].Amount > 0 {
			all = append(all, of[id])
		}
	}
	return all, nil
}
