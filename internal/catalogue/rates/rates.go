// Package rates turns the rates of a park into prices of whole stays: what a night
// costs in a season, which stays may be booked, discounts and fees. It reads the rows
// of a sheet, cell by cell, and compiles those of a unit type into a price table and
// an allotment. It uses no SQL and no clock. docs/import.md describes the rows.
package rates

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Kind says what a row is.
type Kind string

// The kinds of rows. Season rows are for all unit types, the others for those that
// they name.
const (
	KindSeason   Kind = "season"
	KindNight    Kind = "night"
	KindPerson   Kind = "person"
	KindStay     Kind = "stay"
	KindLonger   Kind = "longer"
	KindLate     Kind = "late"
	KindFee      Kind = "fee"
	KindRound    Kind = "round"
	KindDog      Kind = "dog"
	KindClosed   Kind = "closed"
	KindOpen     Kind = "open"
	KindUnits    Kind = "units"
	KindPrice    Kind = "price"
	KindWithdraw Kind = "withdraw"
)

// Period is a run of dates, both ends included.
type Period struct{ From, To date.Date }

// Weekdays is a set of days of the week: bit n is time.Weekday(n). The zero value
// means that none are given.
type Weekdays uint8

const (
	everyDay Weekdays = 1<<7 - 1
	given    Weekdays = 1 << 7 // marks a set that is given, be it empty
)

func (w Weekdays) has(d date.Date) bool { return w>>d.Weekday()&1 == 1 }

// PartyPrice is the price for parties of up to a size.
type PartyPrice struct {
	Party int
	Price money.Pence
}

// Row is one row of a unit type's rates. Fields that its kind does not have, or that
// are not given, are zero.
type Row struct {
	Kind Kind
	// At says where the row was read: file and line.
	At string `json:",omitempty"`
	// Season is the name of the season whose dates are in When; "" when the row gives
	// its dates itself, or is for all dates.
	Season   string        `json:",omitempty"`
	When     []Period      `json:",omitempty"` // none: always
	Weekdays Weekdays      `json:",omitempty"` // 0: every day
	Prices   []PartyPrice  `json:",omitempty"` // ascending; of night and price
	Party    int           `json:",omitempty"`
	UpTo     int           `json:",omitempty"`
	Amount   money.Pence   `json:",omitempty"`
	PerNight bool          `json:",omitempty"` // of dog; false: for a stay
	Nights   int           `json:",omitempty"`
	Percent  money.Percent `json:",omitempty"`
	Days     int           `json:",omitempty"`
	Units    int           `json:",omitempty"`

	Min        int      `json:",omitempty"`
	Max        int      `json:",omitempty"`
	Through    int      `json:",omitempty"`
	MaxThrough int      `json:",omitempty"`
	Stays      uint64   `json:",omitempty"` // bit n: stays of n nights
	Arrive     Weekdays `json:",omitempty"`
	Depart     Weekdays `json:",omitempty"`
}

// Covers reports whether the row is for a date.
func (r *Row) Covers(d date.Date) bool {
	if r.Weekdays != 0 && !r.Weekdays.has(d) {
		return false
	}
	return len(r.When) == 0 || slices.ContainsFunc(r.When, func(p Period) bool { return p.From <= d && d <= p.To })
}

// each calls do with every date of the row from first to last.
func (r *Row) each(first, last date.Date, do func(date.Date)) {
	periods := r.When
	if len(periods) == 0 {
		periods = []Period{{first, last}}
	}
	for _, p := range periods {
		for d := max(p.From, first); d <= min(p.To, last); d++ {
			if r.Weekdays == 0 || r.Weekdays.has(d) {
				do(d)
			}
		}
	}
}

// replaces reports whether a row before r has no effect any more, because r is for the
// same dates and gives all that it gives.
func (r *Row) replaces(before *Row) bool {
	if r.Kind != before.Kind || r.Weekdays != before.Weekdays || !slices.Equal(r.When, before.When) {
		return false
	}
	gives := func(now, then bool) bool { return now || !then }
	switch r.Kind {
	case KindStay:
		return gives(r.Min > 0, before.Min > 0) && gives(r.Max > 0, before.Max > 0) && gives(r.Stays != 0, before.Stays != 0) &&
			gives(r.Through > 0, before.Through > 0) && gives(r.MaxThrough > 0, before.MaxThrough > 0) &&
			gives(r.Arrive != 0, before.Arrive != 0) && gives(r.Depart != 0, before.Depart != 0)
	case KindLonger, KindPrice:
		return r.Nights == before.Nights
	case KindLate:
		return r.Days == before.Days
	case KindDog:
		return r.PerNight == before.PerNight
	default:
		return true
	}
}

// Sheet is the rates of one unit type: its rows, in the order in which they count.
type Sheet []Row

// MaxRows limits the rows of a unit type.
const MaxRows = 20_000

// ErrManyRows means that a sheet has more than MaxRows rows that count.
var ErrManyRows = fmt.Errorf("more than %d rows of one unit type", MaxRows)

// Add returns the sheet with further rows after its own, and without those that have no
// effect from today on: whose dates are past, or that a later row replaces.
func (s Sheet) Add(more Sheet, today date.Date) (Sheet, error) {
	all := slices.Concat(s, more)
	if at := lastWithdrawal(all); at >= 0 {
		all = all[at+1:]
	}
	kept := make(Sheet, 0, len(all))
	last := map[string][]int{} // rows in kept by kind and dates
	for i := range slices.Backward(all) {
		row := &all[i]
		if row.past(today) {
			continue
		}
		dates := fmt.Sprint(row.Kind, row.Weekdays, row.When)
		if slices.ContainsFunc(last[dates], func(later int) bool { return kept[later].replaces(row) }) {
			continue
		}
		last[dates] = append(last[dates], len(kept))
		kept = append(kept, *row)
	}
	slices.Reverse(kept)
	if len(kept) > MaxRows {
		return nil, ErrManyRows
	}
	return kept, nil
}

func lastWithdrawal(rows Sheet) int {
	for i := range slices.Backward(rows) {
		if rows[i].Kind == KindWithdraw {
			return i
		}
	}
	return -1
}

// past reports whether all dates of a row are past.
func (r *Row) past(today date.Date) bool {
	return len(r.When) > 0 && !slices.ContainsFunc(r.When, func(p Period) bool { return p.To >= today })
}

// DependsOnToday reports whether the prices depend on the day on which they are
// compiled.
func (s Sheet) DependsOnToday() bool {
	return slices.ContainsFunc(s, func(r Row) bool { return r.Kind == KindLate })
}

// Encode returns the sheet as the store keeps it, "" without rows.
func (s Sheet) Encode() (string, error) {
	if len(s) == 0 {
		return "", nil
	}
	b, err := json.Marshal(s)
	if err != nil {
		return "", fmt.Errorf("encode rates: %w", err)
	}
	return string(b), nil
}

// Decode reads what Encode has written.
func Decode(text string) (s Sheet, err error) {
	if text == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return nil, fmt.Errorf("decode rates: %w", err)
	}
	return s, nil
}

// OwnsUnits reports whether the sheet has units rows. Otherwise the units come from elsewhere.
func (s Sheet) OwnsUnits() bool {
	return slices.ContainsFunc(s, func(r Row) bool { return r.Kind == KindUnits })
}

// Allotment returns the units of every night from today on. Closed nights have none.
func (s Sheet) Allotment(today date.Date) (nights availability.Allotment) {
	first, last := date.Date(1<<30), date.Date(-1<<30)
	for _, row := range s {
		if row.Kind == KindUnits && !row.past(today) {
			first, last = min(first, max(row.When[0].From, today)), max(last, row.When[0].To)
		}
	}
	if last < first {
		return availability.Allotment{First: today}
	}
	nights = availability.Allotment{First: first, Units: make([]int, last-first+1)}
	for _, row := range s {
		if row.Kind == KindUnits {
			row.each(first, last, func(d date.Date) { nights.Units[d-first] = row.Units })
		}
	}
	for d := first; d <= last; d++ {
		if s.closed(d) != nil {
			nights.Units[d-first] = 0
		}
	}
	return nights
}

// closed returns the row that closes a night, or nil.
func (s Sheet) closed(night date.Date) *Row {
	row := s.last(night, func(r *Row) bool { return r.Kind == KindClosed || r.Kind == KindOpen })
	if row != nil && row.Kind == KindOpen {
		return nil
	}
	return row
}

// last returns the last row that is for a date and meets a condition, or nil.
func (s Sheet) last(d date.Date, is func(*Row) bool) *Row {
	for i := range slices.Backward(s) {
		if row := &s[i]; is(row) && row.Covers(d) {
			return row
		}
	}
	return nil
}

// ErrManyPrices means that a unit type would have more than MaxPrices prices.
var ErrManyPrices = errors.New("its rates make more than 250,000 prices")

// MaxPrices limits the prices of one unit type.
const MaxPrices = 250_000

// Horizon is how many days ahead a stay may begin, and a row's dates may end.
const Horizon = 1200
