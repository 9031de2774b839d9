package rates

import (
	"slices"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
)

// Sets of weekdays that rows of stays may give, and limits that mean none.
const (
	AnyDay     = given | everyDay
	NoDay      = given
	AnyStay    = uint64(1<<64 - 1)
	NoMax      = availability.MaxNights
	NoMin      = 1
	LargestFee = maxAmount // and the largest price of a night
)

// datedKinds are the kinds of rows that say something of single dates.
var datedKinds = []Kind{KindClosed, KindUnits, KindNight, KindStay, KindFee}

// ByDate returns the sheet with a row for each run of dates of which rows of a kind say the
// same, from today on. It is equal to the sheet, whatever came before in how many rows, so
// rows that are added to it again and again do not add up. Its rows have neither weekdays nor
// seasons. Rows of kinds that are not for dates come first, as they are.
func (s Sheet) ByDate(today date.Date) Sheet {
	kept := Sheet{}
	days := map[Kind][]*Row{}
	for _, kind := range datedKinds {
		days[kind] = make([]*Row, Horizon+1)
	}
	for i := range s {
		row := &s[i]
		kind := row.Kind
		if kind == KindOpen {
			kind = KindClosed
		}
		of, dated := days[kind]
		if !dated {
			kept = append(kept, *row)
			continue
		}
		row.each(today, today+Horizon, func(d date.Date) { of[d-today] = row.over(of[d-today], d) })
	}
	for _, kind := range datedKinds {
		kept = append(kept, runs(days[kind], today)...)
	}
	return kept
}

// over returns what a date has when a row comes after what it had, which may be nil.
func (r *Row) over(had *Row, d date.Date) *Row {
	switch r.Kind {
	case KindOpen:
		return nil
	case KindStay:
		now := Row{Kind: KindStay}
		if had != nil {
			now = *had
		}
		now.restrict(r, d)
		if now.At = r.At; had != nil && had.says(&now) {
			return had
		}
		return &now
	default:
		if had != nil && had.says(r) {
			return had
		}
		return r
	}
}

// restrict takes the fields that another row of a stay gives for a date.
func (r *Row) restrict(by *Row, d date.Date) {
	for _, field := range []struct{ to, from *int }{{&r.Min, &by.Min}, {&r.Max, &by.Max}, {&r.Through, &by.Through}, {&r.MaxThrough, &by.MaxThrough}} {
		if *field.from > 0 {
			*field.to = *field.from
		}
	}
	if by.Stays != 0 {
		r.Stays = by.Stays
	}
	for _, field := range []struct{ to, from *Weekdays }{{&r.Arrive, &by.Arrive}, {&r.Depart, &by.Depart}} {
		switch {
		case *field.from == 0:
		case field.from.has(d):
			*field.to = AnyDay
		default:
			*field.to = NoDay
		}
	}
}

// says reports whether two rows say the same, perhaps of other dates.
func (r *Row) says(other *Row) bool {
	return r.Kind == other.Kind && slices.Equal(r.Prices, other.Prices) && r.Amount == other.Amount && r.Units == other.Units &&
		r.Min == other.Min && r.Max == other.Max && r.Through == other.Through && r.MaxThrough == other.MaxThrough &&
		r.Stays == other.Stays && r.Arrive == other.Arrive && r.Depart == other.Depart
}

// runs returns a row for each run of days that have the same.
func runs(days []*Row, first date.Date) (rows Sheet) {
	for i := 0; i < len(days); i++ {
		row := days[i]
		if row == nil {
			continue
		}
		from := i
		for i+1 < len(days) && days[i+1] != nil && days[i+1].says(row) {
			i++
		}
		run := *row
		run.Season, run.Weekdays, run.When = "", 0, []Period{{first + date.Date(from), first + date.Date(i)}}
		rows = append(rows, run)
	}
	return rows
}

// Equal reports whether two sheets of ByDate say the same.
func (s Sheet) Equal(other Sheet) bool {
	return slices.EqualFunc(s, other, func(a, b Row) bool { return a.says(&b) && slices.Equal(a.When, b.When) })
}
