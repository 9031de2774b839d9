package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
)

// Closure is units of a unit type that a member of staff, or the calendar of another channel,
// closed on all nights from First to Last, both included, or opened again. An import does not
// change it: a feed gives the number of all units, closed ones included.
type Closure struct {
	ID          string // set by ChangeClosed
	UnitType    string
	Source      string // of the calendar; "": by hand
	First, Last date.Date
	Units       int // closed; negative: opened again
	By, Why     string
	At          time.Time // set by ChangeClosed
}

// ClosureNights is how many nights a closure has at most: three years.
const ClosureNights = 3 * 366

// Nights is how many nights the closure has.
func (c Closure) Nights() int { return int(c.Last-c.First) + 1 }

// UnitNight is what there is of a unit type on a night.
type UnitNight struct {
	Night date.Date
	There int // units that exist, by the feed
	Taken int // booked or held
	// Closed by hand. On a night on which none is taken it may be more than There.
	Closed int
	// Blocked by calendars of other channels, whatever is taken: one for each of them, and very
	// many where one is not readable.
	Blocked int
}

// Left is how many units can still be sold.
func (n UnitNight) Left() int { return max(n.There-n.Taken-n.Closed-n.Blocked, 0) }

// ClosureRefusal is the first night on which units cannot be closed or opened as wanted.
type ClosureRefusal struct {
	UnitNight
	Units int // as in Closure
}

func (r *ClosureRefusal) Error() string {
	if r.Units < 0 {
		return fmt.Sprintf("on %s only %d are closed by hand, so %d cannot be opened", r.Night.ISO(), r.Closed, -r.Units)
	}
	return fmt.Sprintf("on %s, %d of %d units are booked or held and %d are closed, so %d more cannot be closed: move the bookings first, or close fewer",
		r.Night.ISO(), r.Taken, r.There, r.Closed, r.Units)
}

// permit refuses to close more than is left of a night that somebody has booked, and to
// open more than is closed. A night without bookings can be closed whatever the feed says
// of it today: the next feed may say something else.
func (n UnitNight) permit(units int) error {
	if units < 0 && n.Closed < -units || n.Closed+n.Blocked+units > availability.MaxUnits || units > 0 && n.Taken > 0 && n.Taken+n.Closed+units > n.There {
		return &ClosureRefusal{n, units}
	}
	return nil
}

// ChangeClosed closes units of a type by hand, or opens some again, on every night of the
// closure or on none. It returns ErrNotFound for a unit type that is not on sale,
// *ClosureRefusal when a night does not permit it, and another error for a closure that
// makes no sense.
func (s *Store) ChangeClosed(ctx context.Context, c Closure) error {
	err := c.check(date.In(s.Now()))
	if err == nil {
		err = s.Update(ctx, func(tx *Tx) error { return tx.changeClosed(c) })
	}
	if err != nil {
		return fmt.Errorf("change what is closed of %s: %w", c.UnitType, err)
	}
	return nil
}

// check says what is wrong with a closure itself.
func (c Closure) check(today date.Date) error {
	switch {
	case c.Units == 0:
		return errors.New("the number of units is 0")
	case c.Units > availability.MaxUnits:
		return fmt.Errorf("%d units are more than %d", c.Units, availability.MaxUnits)
	case c.Last < c.First:
		return fmt.Errorf("the last night, %s, is before the first, %s", c.Last.ISO(), c.First.ISO())
	case c.First < today:
		return fmt.Errorf("the first night, %s, is in the past", c.First.ISO())
	case c.Nights() > ClosureNights:
		return fmt.Errorf("%d nights are more than %d", c.Nights(), ClosureNights)
	}
	return nil
}

// MayChangeClosed returns the error of ChangeClosed without changing anything.
func (s *Store) MayChangeClosed(ctx context.Context, c Closure) error {
	err := c.check(date.In(s.Now()))
	if err == nil {
		err = s.View(ctx, func(tx *Tx) error { return tx.mayChangeClosed(c) })
	}
	if err != nil {
		return fmt.Errorf("see whether what is closed of %s may change: %w", c.UnitType, err)
	}
	return nil
}

func (tx *Tx) mayChangeClosed(c Closure) error {
	nights, err := tx.unitNights(c.UnitType, c.First, c.Last)
	if err != nil {
		return err
	}
	for _, night := range nights {
		if err := night.permit(c.Units); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) changeClosed(c Closure) error {
	if err := tx.LockChanges(); err != nil {
		return err
	}
	if err := tx.mayChangeClosed(c); err != nil {
		return err
	}
	return tx.close(c)
}

// close enters a closure, whatever is booked. The caller has locked the changes.
func (tx *Tx) close(c Closure) error {
	count, err := tx.booked(c.UnitType)
	if err != nil {
		return err
	}
	tx.count(c.UnitType, step{count, c.First, c.Nights(), offSale{closed: c.Units}})
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	_, err = tx.Exec("INSERT INTO stock_closure ("+closureColumns+") VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)",
		id.String(), c.UnitType, c.First.ISO(), c.Last.ISO(), c.Units, c.By, c.Why, tx.NowMs(), c.Source)
	return err
}

// UnitNights reads what there is of a unit type on the nights from first to last, both
// included. It returns ErrNotFound for a unit type that is not on sale.
func (s *Store) UnitNights(ctx context.Context, unitType string, first, last date.Date) (nights []UnitNight, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		nights, err = tx.unitNights(unitType, first, last)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the nights of %s: %w", unitType, err)
	}
	return nights, nil
}

func (tx *Tx) unitNights(unitType string, first, last date.Date) ([]UnitNight, error) {
	selling, err := tx.selling(unitType)
	if err != nil {
		return nil, err
	}
	count, err := tx.booked(unitType)
	if err != nil {
		return nil, err
	}
	blocked, err := tx.closedNights(first, "unit_type = $2 AND source <> ''", unitType)
	if err != nil {
		return nil, err
	}
	var nights []UnitNight
	for night := first; night <= last; night++ {
		n := UnitNight{Night: night, There: selling.allotment.At(night), Taken: count.now[night].taken, Blocked: blocked[unitNight{unitType, night}]}
		n.Closed = count.now[night].closed - n.Blocked
		nights = append(nights, n)
	}
	return nights, nil
}

const closureColumns = "id, unit_type, first_night, last_night, units, by_whom, why, at_ms, source"

// Closures reads what staff and calendars closed and opened of a unit type, the oldest first.
func (s *Store) Closures(ctx context.Context, unitType string) (all []Closure, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		all, err = tx.closures(unitType)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read what was closed of %s: %w", unitType, err)
	}
	return all, nil
}

func (tx *Tx) closures(unitType string) ([]Closure, error) {
	return Select(tx, readClosure, "SELECT "+closureColumns+" FROM stock_closure WHERE unit_type = $1 ORDER BY at_ms, id", unitType)
}

func readClosure(scan func(into ...any) error) (c Closure, err error) {
	var first, last string
	var at int64
	if err := scan(&c.ID, &c.UnitType, &first, &last, &c.Units, &c.By, &c.Why, &at, &c.Source); err != nil {
		return c, err
	}
	c.At = instant(at)
	if c.First, err = date.ParseISO(first); err != nil {
		return c, err
	}
	c.Last, err = date.ParseISO(last)
	return c, err
}

// closedNights adds up the closures that a condition selects, by unit type and night, from
// first on. The first parameter of the condition is $2.
func (tx *Tx) closedNights(first date.Date, condition string, args ...any) (map[unitNight]int, error) {
	all, err := Select(tx, readClosure, "SELECT "+closureColumns+" FROM stock_closure WHERE last_night >= $1 AND "+condition, append([]any{first.ISO()}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("count the closed nights: %w", err)
	}
	closed := map[unitNight]int{}
	for _, c := range all {
		for night := max(c.First, first); night <= c.Last; night++ {
			closed[unitNight{c.UnitType, night}] += c.Units
		}
	}
	return closed, nil
}
