package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
)

const stockUsage = "stock: say close, open or show and a unit type with its first and last night, or history and a unit type"

// stockCommand closes units by hand (repairs, owners' weeks), opens them again, and shows
// what there is and what was closed.
func stockCommand(ctx context.Context, args []string) error {
	o := newOptions("stock", "close units by hand or open them again: stock close|open UNIT FIRST LAST, stock show UNIT FIRST LAST, stock history UNIT; nights as 2027-06-12, both included")
	db := o.databaseFlags()
	staff := o.staffFlags()
	units := o.Int("units", 1, "close, open: how many units of the type")
	words, err := o.parseAround(args)
	if err != nil {
		return err
	}
	c, err := closureOf(words)
	if err != nil {
		o.Usage()
		return err
	}
	return db.with(ctx, func(s *store.Store) error {
		switch words[0] {
		case "history":
			return stockHistory(ctx, s, c.UnitType)
		case "show":
			return showStock(ctx, s, c)
		}
		if *units < 1 {
			return errors.New("stock: say with --units how many units, at least 1")
		}
		c.Units = *units
		if words[0] == "open" {
			c.Units = -*units
		}
		if err := staff.act(func(by payment.StaffMember) error { return changeClosed(ctx, s, c, by) }); err != nil {
			return stockInWords(c.UnitType, err)
		}
		return showStock(ctx, s, c)
	})
}

// closureOf reads the words of the command.
func closureOf(words []string) (c store.Closure, err error) {
	switch {
	case len(words) == 2 && words[0] == "history":
		return store.Closure{UnitType: words[1]}, nil
	case len(words) != 4 || words[0] != "close" && words[0] != "open" && words[0] != "show":
		return c, errors.New(stockUsage)
	}
	c.UnitType = words[1]
	if c.First, err = date.ParseISO(words[2]); err == nil {
		c.Last, err = date.ParseISO(words[3])
	}
	switch {
	case err != nil:
		return c, fmt.Errorf("stock: say the first and the last night as days, such as 2027-06-12: %w", err)
	case c.Nights() < 1 || c.Nights() > store.ClosureNights:
		return c, fmt.Errorf("stock: the last night must not be before the first, and at most %d nights", store.ClosureNights)
	}
	return c, nil
}

// changeClosed asks, and then closes or opens.
func changeClosed(ctx context.Context, s *store.Store, c store.Closure, by payment.StaffMember) error {
	c.By, c.Why = by.By, by.Why
	if err := s.MayChangeClosed(ctx, c); err != nil {
		return err
	}
	does, units := "close", c.Units
	if units < 0 {
		does, units = "open", -units
	}
	step := fmt.Sprintf("%s %d of unit type %s on the %d nights from %s to %s", does, units, c.UnitType, c.Nights(), c.First.ISO(), c.Last.ISO())
	if err := by.Agreed(step); err != nil {
		return err
	}
	return s.ChangeClosed(ctx, c)
}

// stockInWords says why units could not be closed or opened.
func stockInWords(unitType string, err error) error {
	var refusal *store.ClosureRefusal
	switch {
	case errors.As(err, &refusal):
		return fmt.Errorf("stock %s: %w", unitType, refusal)
	case errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("stock: the unit type %s is not on sale", unitType)
	}
	return err
}

// showStock prints what there is of a unit type, a line for each run of equal nights.
func showStock(ctx context.Context, s *store.Store, c store.Closure) error {
	nights, err := s.UnitNights(ctx, c.UnitType, c.First, c.Last)
	if err != nil {
		return stockInWords(c.UnitType, err)
	}
	var runs []stockRun
	for _, night := range nights {
		if n := len(runs); n > 0 && runs[n-1].is(night) {
			runs[n-1].last = night.Night
			continue
		}
		runs = append(runs, stockRun{night, night.Night})
	}
	return printList("FIRST NIGHT\tLAST NIGHT\tUNITS\tTAKEN\tCLOSED\tBLOCKED\tLEFT", runs, func(r stockRun) string {
		return fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%d\t%d", r.Night.ISO(), r.last.ISO(), r.There, r.Taken, r.Closed, r.Blocked, r.Left())
	})
}

// stockRun is a run of nights with the same numbers.
type stockRun struct {
	store.UnitNight // of the first night
	last            date.Date
}

// is reports whether a night has the numbers of the run.
func (r stockRun) is(night store.UnitNight) bool {
	night.Night = r.Night
	return night == r.UnitNight
}

func stockHistory(ctx context.Context, s *store.Store, unitType string) error {
	all, err := s.Closures(ctx, unitType)
	if err != nil {
		return err
	}
	slices.Reverse(all) // the newest first: a list has an end
	return printList("TIME\tUNITS CLOSED\tFIRST NIGHT\tLAST NIGHT\tWHO\tWHY", all, func(c store.Closure) string {
		return c.At.Format(time.DateTime) + "\t" + strconv.Itoa(c.Units) + "\t" + c.First.ISO() + "\t" + c.Last.ISO() + "\t" + c.By + "\t" + c.Why
	})
}
