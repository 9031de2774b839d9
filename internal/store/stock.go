package store

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
)

// TakeNights takes one unit of a type for every night of a stay. When a night
// has none left or the type is not on sale, it takes nothing and ok is false.
//
// It decides in memory. The changes are locked for the rest of the transaction,
// so what it has read stays true. One statement before the commit writes
// everything that the transaction takes and returns.
func (tx *Tx) TakeNights(unitType string, arrival date.Date, nights int) (ok bool, err error) {
	if err := tx.LockChanges(); err != nil {
		return false, err
	}
	selling, err := tx.selling(unitType)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("take %d nights of %s: %w", nights, unitType, err)
	}
	count, err := tx.booked(unitType)
	if err != nil {
		return false, err
	}
	for night := arrival; night < arrival+date.Date(nights); night++ {
		if count.taken[night] >= selling.allotment.At(night) {
			return false, nil
		}
	}
	tx.count(unitType, count, arrival, nights, 1)
	return true, nil
}

// ReturnNights returns one unit of a type for every night of a stay that was
// taken before.
func (tx *Tx) ReturnNights(unitType string, arrival date.Date, nights int) error {
	if err := tx.LockChanges(); err != nil {
		return err
	}
	count, err := tx.booked(unitType)
	if err != nil {
		return err
	}
	for night := arrival; night < arrival+date.Date(nights); night++ {
		if count.taken[night] == 0 {
			return fmt.Errorf("return %d nights of %s from %s: %s was not taken", nights, unitType, arrival, night)
		}
	}
	tx.count(unitType, count, arrival, nights, -1)
	return nil
}

// count is the units taken of a unit type by night, and the nights whose number
// this transaction has changed.
type count struct{ taken, changed map[date.Date]int }

// step is one change of a count. It is kept so that it can be undone.
type step struct {
	count   *count
	arrival date.Date
	nights  int
	by      int // 1 or -1
}

// do applies the step; times is 1, or -1 to undo it.
func (s step) do(times int) {
	by := s.by * times
	for night := s.arrival; night < s.arrival+date.Date(s.nights); night++ {
		s.count.taken[night] += by
		s.count.changed[night] += by
	}
}

// booked reads what is taken of a unit type, once for each transaction.
func (tx *Tx) booked(unitType string) (*count, error) {
	if c := tx.counts[unitType]; c != nil {
		return c, nil
	}
	c := &count{map[date.Date]int{}, map[date.Date]int{}}
	err := tx.Query(func(scan func(into ...any) error) error {
		if _, booked, err := readBookedNight(scan); err == nil { // BookedNights reports bad rows
			c.taken[booked.Night] = booked.Units
		}
		return nil
	}, "SELECT unit_type, night, taken FROM stock WHERE unit_type = $1 AND taken > 0", unitType)
	if err != nil {
		return nil, fmt.Errorf("read the booked nights of %s: %w", unitType, err)
	}
	if tx.counts == nil {
		tx.counts = map[string]*count{}
	}
	tx.counts[unitType] = c
	return c, nil
}

// count changes how many units are taken and logs the change.
func (tx *Tx) count(unitType string, c *count, arrival date.Date, nights, by int) {
	s := step{c, arrival, nights, by}
	s.do(1)
	tx.steps = append(tx.steps, s)
	tx.change(NightsChanged, unitType, formatTaken(c.taken, arrival, nights))
}

// stockArgs is about how many parameters one statement of writeStock has.
const stockArgs = 3000

// writeStock writes the numbers of booked units that have changed.
func (tx *Tx) writeStock() error {
	var rows values
	write := func() error {
		err := rows.later(tx, "INSERT INTO stock (unit_type, night, taken) VALUES ",
			" ON CONFLICT (unit_type, night) DO UPDATE SET taken = excluded.taken",
			func(err error) error { return fmt.Errorf("write the booked nights: %w", err) })
		rows = values{}
		return err
	}
	for unitType, c := range tx.counts {
		for night, by := range c.changed {
			if by == 0 {
				continue
			}
			rows.add(unitType, night.ISO(), c.taken[night])
			if len(rows.args) >= stockArgs {
				if err := write(); err != nil {
					return err
				}
			}
		}
	}
	return write()
}

// formatTaken encodes how many units are taken on each night of a stay, as
// first night and numbers, such as "2026-07-17:1,2,1".
func formatTaken(taken map[date.Date]int, arrival date.Date, nights int) string {
	var b strings.Builder
	b.WriteString(arrival.ISO())
	for i := range nights {
		b.WriteByte(":,"[min(i, 1)])
		b.WriteString(strconv.Itoa(taken[arrival+date.Date(i)]))
	}
	return b.String()
}

// ParseBookedNights reads the detail of a NightsChanged: how many units are
// taken on each night since that change. These are absolute numbers, so a
// follower may apply a change twice.
func ParseBookedNights(detail string) ([]availability.BookedNight, error) {
	first, numbers, _ := strings.Cut(detail, ":")
	night, err := date.ParseISO(first)
	if err != nil {
		return nil, fmt.Errorf("change of nights %q: %w", detail, err)
	}
	var taken []availability.BookedNight
	for number := range strings.SplitSeq(numbers, ",") {
		units, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("change of nights %q: %w", detail, err)
		}
		taken = append(taken, availability.BookedNight{Night: night, Units: units})
		night++
	}
	return taken, nil
}
