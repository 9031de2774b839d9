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
	return tx.take(unitType, arrival, nights, 1, selling.allotment.At)
}

// TakePieces takes pieces of an item, of which there are so many, for some nights. Items are
// counted as unit types are; their ids, which have a blank, are no unit type's. When a night
// has too few left, it takes nothing and ok is false.
func (tx *Tx) TakePieces(item string, first date.Date, nights, pieces, of int) (ok bool, err error) {
	if err := tx.LockChanges(); err != nil {
		return false, err
	}
	return tx.take(item, first, nights, pieces, func(date.Date) int { return of })
}

// ReturnPieces returns pieces that were taken before.
func (tx *Tx) ReturnPieces(item string, first date.Date, nights, pieces int) error {
	if err := tx.LockChanges(); err != nil {
		return err
	}
	return tx.giveBack(item, first, nights, pieces)
}

// PiecesTaken returns how many pieces of an item are taken on the night of some on which most
// are.
func (tx *Tx) PiecesTaken(item string, first date.Date, nights int) (most int, err error) {
	count, err := tx.booked(item)
	if err != nil {
		return 0, err
	}
	for night := first; night < first+date.Date(nights); night++ {
		most = max(most, count.now[night].taken)
	}
	return most, nil
}

// take takes so many on each of some nights, unless one has fewer left.
func (tx *Tx) take(unitType string, first date.Date, nights, many int, of func(night date.Date) int) (ok bool, err error) {
	count, err := tx.booked(unitType)
	if err != nil {
		return false, err
	}
	for night := first; night < first+date.Date(nights); night++ {
		if count.now[night].units()+many > of(night) {
			return false, nil
		}
	}
	tx.count(unitType, step{count, first, nights, offSale{taken: many}})
	return true, nil
}

// ReturnNights returns one unit of a type for every night of a stay that was
// taken before.
func (tx *Tx) ReturnNights(unitType string, arrival date.Date, nights int) error {
	if err := tx.LockChanges(); err != nil {
		return err
	}
	return tx.giveBack(unitType, arrival, nights, 1)
}

// giveBack returns so many of each of some nights.
func (tx *Tx) giveBack(unitType string, first date.Date, nights, many int) error {
	count, err := tx.booked(unitType)
	if err != nil {
		return err
	}
	for night := first; night < first+date.Date(nights); night++ {
		if count.now[night].taken < many {
			return fmt.Errorf("return %d nights of %s from %s: %s was not taken", nights, unitType, first, night)
		}
	}
	tx.count(unitType, step{count, first, nights, offSale{taken: -many}})
	return nil
}

// offSale is how many units cannot be sold on a night: taken by bookings, and closed by
// hand.
type offSale struct{ taken, closed int }

func (o offSale) units() int { return o.taken + o.closed }

// plus adds more, times 1 or -1.
func (o offSale) plus(more offSale, times int) offSale {
	return offSale{o.taken + more.taken*times, o.closed + more.closed*times}
}

// count is the units of a unit type that are off sale, by night, and by how many this
// transaction has changed them.
type count struct{ now, changed map[date.Date]offSale }

// step is one change of some nights of a count. It is kept so that it can be undone.
type step struct {
	count  *count
	first  date.Date
	nights int
	by     offSale
}

// do applies the step; times is 1, or -1 to undo it.
func (s step) do(times int) {
	for night := s.first; night < s.first+date.Date(s.nights); night++ {
		s.count.now[night] = s.count.now[night].plus(s.by, times)
		s.count.changed[night] = s.count.changed[night].plus(s.by, times)
	}
}

// booked reads what is taken and closed of a unit type, once for each transaction.
func (tx *Tx) booked(unitType string) (*count, error) {
	if c := tx.counts[unitType]; c != nil {
		return c, nil
	}
	c := &count{map[date.Date]offSale{}, map[date.Date]offSale{}}
	err := tx.Query(func(scan func(into ...any) error) error {
		if n, err := readStockNight(scan); err == nil { // BookedNights reports bad rows
			c.now[n.night] = offSale{n.taken, n.closed}
		}
		return nil
	}, selectStock+"unit_type = $1", unitType)
	if err != nil {
		return nil, fmt.Errorf("read the booked nights of %s: %w", unitType, err)
	}
	if tx.counts == nil {
		tx.counts = map[string]*count{}
	}
	tx.counts[unitType] = c
	return c, nil
}

// count changes how many units are taken or closed and logs the change.
func (tx *Tx) count(unitType string, s step) {
	s.do(1)
	tx.steps = append(tx.steps, s)
	tx.change(NightsChanged, unitType, formatOff(s.count, s.first, s.nights))
}

// stockArgs is about how many parameters one statement of writeStock has.
const stockArgs = 3000

// writeStock writes the numbers of taken and closed units that have changed.
func (tx *Tx) writeStock() error {
	var rows values
	write := func() error {
		err := rows.later(tx, "INSERT INTO stock (unit_type, night, taken, closed) VALUES ",
			" ON CONFLICT (unit_type, night) DO UPDATE SET taken = excluded.taken, closed = excluded.closed",
			func(err error) error { return fmt.Errorf("write the booked nights: %w", err) })
		rows = values{}
		return err
	}
	for unitType, c := range tx.counts {
		for night, by := range c.changed {
			if by == (offSale{}) {
				continue
			}
			rows.add(unitType, night.ISO(), c.now[night].taken, c.now[night].closed)
			if len(rows.args) >= stockArgs {
				if err := write(); err != nil {
					return err
				}
			}
		}
	}
	return write()
}

// formatOff encodes how many units are off sale on each of some nights, as
// first night and numbers, such as "2026-07-17:1,2,1".
func formatOff(c *count, first date.Date, nights int) string {
	var b strings.Builder
	b.WriteString(first.ISO())
	for i := range nights {
		b.WriteByte(":,"[min(i, 1)])
		b.WriteString(strconv.Itoa(c.now[first+date.Date(i)].units()))
	}
	return b.String()
}

// ParseBookedNights reads the detail of a NightsChanged: how many units are
// taken or closed on each night since that change. These are absolute numbers, so a
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
