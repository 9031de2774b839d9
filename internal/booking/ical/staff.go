package ical

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/payment"
)

// State is a calendar with what it blocks, for staff.
type State struct {
	Calendar
	Blocked  Nights // from today on
	Overlaps []Overlap
}

// List returns the calendars of a unit type, or all with "".
func (s *Service) List(ctx context.Context, unitType string) (all []State, err error) {
	err = s.config.Store.View(ctx, func(tx Tx) error {
		calendars, err := tx.Calendars(unitType)
		if err != nil {
			return err
		}
		all = nil
		for _, c := range calendars {
			one := State{Calendar: c}
			if one.Blocked, err = tx.Blocked(c.UnitType, c.Source, date.In(tx.Now())); err == nil {
				one.Overlaps, err = tx.Overlaps(c.UnitType, c.Source)
			}
			if err != nil {
				return err
			}
			all = append(all, one)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the calendars: %w", err)
	}
	return all, nil
}

// Add connects a unit type of one unit with a channel, or gives a connection another
// address. Where there is an address, its feed must be readable now; what it blocks is
// blocked at once. The link to our nights stays the same.
func (s *Service) Add(ctx context.Context, c Calendar, by payment.StaffMember) error {
	if err := c.check(); err != nil {
		return err
	}
	var today date.Date
	err := s.config.Store.View(ctx, func(tx Tx) error {
		today = date.In(tx.Now())
		all, err := tx.Calendars(c.UnitType)
		if err != nil {
			return fmt.Errorf("list the calendars: %w", err)
		}
		if c.Address == "" && slices.ContainsFunc(all, func(known Calendar) bool { return known.Source == c.Source && known.Address != "" }) {
			return fmt.Errorf("the calendar of the channel %s is read: say its address, or remove it to free what it has blocked", c.Source)
		}
		return ofOneUnit(tx, c.UnitType, today)
	})
	if err != nil {
		return err
	}
	step := fmt.Sprintf("the channel %s gets a link to the nights of unit type %s that are booked here", c.Source, c.UnitType)
	var f fetched
	if c.Address != "" {
		if f = s.config.Reader.read(ctx, c, today); f.err != nil {
			return fmt.Errorf("the feed at %s: %w", c.Host(), f.err)
		}
		step = fmt.Sprintf("unit type %s is not sold on the nights that the channel %s has blocked (now %d); it gets a link to those that are booked here", c.UnitType, c.Source, len(f.blocked))
	}
	if err := by.Agreed(step); err != nil {
		return err
	}
	err = s.config.Store.Update(ctx, func(tx Tx) error {
		if err := tx.LockChanges(); err != nil {
			return err
		}
		old, err := tx.Calendar(c.UnitType, c.Source)
		switch {
		case errors.Is(err, booking.ErrNoRow):
			old = Calendar{UnitType: c.UnitType, Source: c.Source, Link: tx.Now().UnixMilli(), Seed: uuid.New()}
		case err != nil:
			return err
		}
		// Staff have seen how many nights the feed has: fewer need not be said twice.
		old.Address, old.Private, old.Added, old.Due, old.ETag, old.Fewer = c.Address, c.Private, tx.Now(), tx.Now().Add(Every), "", f.blocked.digest()
		if err := apply(tx, old, f); err != nil {
			return err
		}
		return tx.AddAction(payment.Action{At: tx.Now(), By: by.By, Why: by.Why, Command: "ical add", Done: step})
	})
	if err != nil {
		return fmt.Errorf("connect %s with %s: %w", c.UnitType, c.Source, err)
	}
	return nil
}

// ofOneUnit refuses a unit type that is not on sale or has several units: a calendar does not
// say which of them it is about.
func ofOneUnit(tx Tx, unitType string, today date.Date) error {
	most, err := tx.MostUnits(unitType, today)
	switch {
	case errors.Is(err, booking.ErrNoRow):
		return fmt.Errorf("the unit type %s is not on sale", unitType)
	case err != nil:
		return fmt.Errorf("count the units of %s: %w", unitType, err)
	case most > 1:
		return fmt.Errorf("the unit type %s has %d units: a calendar is for one of one unit", unitType, most)
	}
	return nil
}

// Remove ends a connection: its link is not valid any more, and what it has blocked is free.
func (s *Service) Remove(ctx context.Context, unitType, source string, by payment.StaffMember) error {
	return s.change(ctx, unitType, source, by, "ical remove",
		"what the channel %s has blocked of unit type %s is free, and its link to our nights is not valid any more",
		func(tx Tx, c Calendar) error {
			today := date.In(tx.Now())
			blocked, err := tx.Blocked(unitType, source, today)
			if err != nil {
				return err
			}
			if err := tx.Block(unitType, source, blocked, -1, by.By, by.Why); err != nil {
				return err
			}
			if err := resume(tx, &c, by.By, by.Why); err != nil {
				return err
			}
			return tx.RemoveCalendar(unitType, source)
		})
}

// Revoke replaces the link to our nights.
func (s *Service) Revoke(ctx context.Context, unitType, source string, by payment.StaffMember) error {
	return s.change(ctx, unitType, source, by, "ical revoke", "the link of the channel %s to the nights of unit type %s is not valid any more; there is a new one",
		func(tx Tx, c Calendar) error {
			c.Link = max(c.Link+1, tx.Now().UnixMilli())
			return tx.SaveCalendar(c)
		})
}

// Settle notes that staff have dealt with the bookings on nights that a channel has blocked.
func (s *Service) Settle(ctx context.Context, unitType, source string, by payment.StaffMember) error {
	return s.change(ctx, unitType, source, by, "ical settle", "the bookings on nights that the channel %s has blocked of unit type %s are no alert any more",
		func(tx Tx, _ Calendar) error {
			all, err := tx.Overlaps(unitType, source)
			if err != nil {
				return err
			}
			for i := range all {
				all[i].Open = false
			}
			return tx.SaveOverlaps(unitType, source, all)
		})
}

// change asks, changes a calendar and records it. step says what is done to the source of a
// unit type.
func (s *Service) change(ctx context.Context, unitType, source string, by payment.StaffMember, command, step string, do func(Tx, Calendar) error) error {
	step = fmt.Sprintf(step, source, unitType)
	all, err := s.List(ctx, unitType)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(c State) bool { return c.Source == source }) {
		return fmt.Errorf("unit type %s has no calendar %s: holidaymaker ical list", unitType, source)
	}
	if err := by.Agreed(step); err != nil {
		return err
	}
	err = s.config.Store.Update(ctx, func(tx Tx) error {
		if err := tx.LockChanges(); err != nil {
			return err
		}
		c, err := tx.Calendar(unitType, source)
		if err != nil {
			return err
		}
		if err := do(tx, c); err != nil {
			return err
		}
		return tx.AddAction(payment.Action{At: tx.Now(), By: by.By, Why: by.Why, Command: command, Done: step})
	})
	if err != nil {
		return fmt.Errorf("%s %s %s: %w", command, unitType, source, err)
	}
	return nil
}
