package accounts

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/export"
)

// Levied is what a levy comes to at a park, of the stays that arrive in a quarter.
type Levied struct {
	Levy          string
	OperatorID    string
	ParkID, Park  string
	Stays, Nights int
	People        int // all who came with the bookings, infants too
	Sum           money.Pence
}

// QuarterDays reads a quarter such as "2026Q4" and returns its first and its last day.
func QuarterDays(quarter string) (first, last date.Date, err error) {
	year, number, ok := strings.Cut(strings.ToUpper(quarter), "Q")
	y, err := strconv.Atoi(year)
	q, wrong := strconv.Atoi(number)
	if !ok || err != nil || wrong != nil || len(year) != 4 || q < 1 || q > 4 {
		return 0, 0, fmt.Errorf("quarter %q: want a year and a number, such as 2026Q4", quarter)
	}
	first = date.Of(y, time.Month(3*q-2), 1)
	return first, date.Of(y, time.Month(3*q+1), 1) - 1, nil
}

// LeviesOf adds up what was levied on the stays that arrive on days from first to last, by
// levy and park. A booking that cannot be read is in leftOut.
func LeviesOf(ctx context.Context, from Store, first, last date.Date) (all []Levied, leftOut []error, err error) {
	of := map[[2]string]*Levied{}
	leftOut, err = eachBooked(ctx, from, func(b Booked) error {
		switch {
		case b.Unreadable != nil:
			return b.Unreadable
		case b.Stay.Arrival >= first && b.Stay.Arrival <= last:
			addLevies(of, b.Booking)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	for _, one := range of {
		all = append(all, *one)
	}
	slices.SortFunc(all, func(a, b Levied) int {
		return strings.Compare(a.Levy+"\x00"+a.OperatorID+"\x00"+a.ParkID, b.Levy+"\x00"+b.OperatorID+"\x00"+b.ParkID)
	})
	return all, leftOut, nil
}

// addLevies adds those of a booking, by levy and park. Of several levies with one name its
// stay counts once.
func addLevies(of map[[2]string]*Levied, b booking.Booking) {
	counted := map[string]bool{}
	for _, c := range b.Levies() {
		key := [2]string{c.Name, b.Stay.ParkID}
		one := of[key]
		if one == nil {
			one = &Levied{Levy: c.Name, OperatorID: b.Stay.OperatorID, ParkID: b.Stay.ParkID, Park: b.Stay.ParkName}
			of[key] = one
		}
		one.Sum += c.Amount
		if counted[c.Name] {
			continue
		}
		counted[c.Name] = true
		one.Stays++
		one.Nights += b.Stay.Nights
		one.People += b.Party.Size()
	}
}

// WriteLevies writes what was levied in a quarter as CSV.
func WriteLevies(w io.Writer, quarter string, all []Levied) error {
	rows := [][]string{{"quarter", "levy", "operatorId", "parkId", "park", "stays", "nights", "people", "levied"}}
	for _, l := range all {
		rows = append(rows, []string{strings.ToUpper(quarter), export.Cell(l.Levy), export.Cell(l.OperatorID), l.ParkID, export.Cell(l.Park),
			strconv.Itoa(l.Stays), strconv.Itoa(l.Nights), strconv.Itoa(l.People), l.Sum.String()})
	}
	return writeRows(w, rows)
}
