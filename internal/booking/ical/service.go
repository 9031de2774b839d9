package ical

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/payment"
)

// Store runs transactions over calendars.
type Store interface {
	View(ctx context.Context, fn func(Tx) error) error
	Update(ctx context.Context, fn func(Tx) error) error
}

// Tx is one transaction.
type Tx interface {
	Now() time.Time
	// LockChanges locks what is on sale; it comes before all other locks.
	LockChanges() error
	// Calendars lists those of a unit type, or all with "", by unit type and source.
	Calendars(unitType string) ([]Calendar, error)
	// Calendar reads one in order to change it, and returns booking.ErrNoRow where there is
	// none. SaveCalendar writes it, RemoveCalendar removes it with its overlaps.
	Calendar(unitType, source string) (Calendar, error)
	SaveCalendar(c Calendar) error
	RemoveCalendar(unitType, source string) error
	// ClaimCalendars lists feeds that are due, and makes them due again in a time.
	ClaimCalendars(limit int, again time.Duration) ([]Calendar, error)
	// Blocked returns the nights from a day on that a source has blocked. Block blocks units
	// on some of them (1; stoppedUnits) or frees them (the same below 0), by whom and why.
	Blocked(unitType, source string, from date.Date) (Nights, error)
	Block(unitType, source string, nights Nights, units int, by, why string) error
	// Entered counts the runs of nights that a source has blocked or freed since a time.
	Entered(unitType, source string, since time.Time) (int, error)
	// Stays lists the bookings of a unit type that are confirmed or being paid and end after
	// a day.
	Stays(unitType string, after date.Date) ([]Stay, error)
	// ClosedByHand lists what staff have closed and opened, oldest first.
	ClosedByHand(unitType string) ([]Closed, error)
	// MostUnits returns the largest number of units that a unit type has on a night from a
	// day on, and booking.ErrNoRow for one that is not on sale.
	MostUnits(unitType string, from date.Date) (int, error)
	// Overlaps lists the bookings on nights that a calendar has blocked; SaveOverlaps
	// replaces them.
	Overlaps(unitType, source string) ([]Overlap, error)
	SaveOverlaps(unitType, source string, all []Overlap) error
	// AddAction records what a member of staff has done.
	AddAction(a payment.Action) error
}

// Backlog counts calendars by their status, and the bookings of ours on nights that a
// channel has blocked, for staff.
type Backlog struct {
	Status   map[string]int
	Overlaps int
	// NotUnderstood counts the feeds of which something was not understood.
	NotUnderstood int
}

// Config is what New needs.
type Config struct {
	Store Store
	// Keys sign the links to our nights.
	Keys keyring.Ring
	// Reader reads feeds.
	Reader *Reader
	Log    *slog.Logger
}

// Service reads the feeds of other channels, and gives them our nights. It is safe for
// concurrent use.
type Service struct{ config Config }

// New returns a service.
func New(c Config) *Service { return &Service{c} }

const (
	// readAtOnce is how many feeds a node reads at once: one that hangs must not stop the
	// others. A round takes feedsOfRound at most; the next one follows in a minute.
	readAtOnce   = 8
	feedsOfRound = 100
)

// Loop reads each feed every 15 minutes. Of several nodes, one reads it.
func (s *Service) Loop() loop.Loop {
	return loop.Loop{Name: "calendars", Every: time.Minute, Deadline: 10 * time.Minute, Round: s.Round}
}

// Round reads the feeds that are due, and then stops selling where one has not been readable
// for too long. A feed that fails is no failure of the round.
func (s *Service) Round(ctx context.Context) error {
	var due []Calendar
	err := s.config.Store.Update(ctx, func(tx Tx) (err error) {
		due, err = tx.ClaimCalendars(feedsOfRound, Every)
		return err
	})
	if err != nil {
		return fmt.Errorf("list the calendars that are due: %w", err)
	}
	var failed []error
	var mu sync.Mutex
	var group errgroup.Group
	group.SetLimit(readAtOnce)
	for _, c := range due {
		group.Go(func() error {
			if err := loop.Catch(func() error { return s.sync(ctx, c) }); err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed = append(failed, fmt.Errorf("read the calendar %s of %s: %w", c.Source, c.UnitType, err))
			}
			return nil
		})
	}
	_ = group.Wait() // the errors are in failed
	return errors.Join(append(failed, s.stopLate(ctx))...)
}

// sync reads a feed and blocks and frees nights.
func (s *Service) sync(ctx context.Context, c Calendar) error {
	var today date.Date
	err := s.config.Store.View(ctx, func(tx Tx) error { today = date.In(tx.Now()); return nil })
	if err != nil {
		return err
	}
	f := s.config.Reader.read(ctx, c, today)
	if ctx.Err() != nil {
		return ctx.Err() // the server stops: this says nothing about the feed
	}
	return s.config.Store.Update(ctx, func(tx Tx) error {
		if err := tx.LockChanges(); err != nil {
			return err
		}
		now, err := tx.Calendar(c.UnitType, c.Source)
		if err != nil || now.Address != c.Address || now.ETag != c.ETag {
			return ignoreRemoved(err) // staff have changed it meanwhile
		}
		return apply(tx, now, f)
	})
}

// apply enters what a feed has said.
func apply(tx Tx, c Calendar, f fetched) error {
	today := date.In(tx.Now())
	blocked, err := tx.Blocked(c.UnitType, c.Source, today)
	if err != nil {
		return err
	}
	if most, err := tx.MostUnits(c.UnitType, today); err == nil && most > 1 && f.err == nil {
		f = fetched{err: fmt.Errorf("the unit type has %d units now: a calendar is for one of one unit", most)}
	}
	block, free := c.take(f, blocked, tx.Now())
	if len(free) > 0 {
		entered, err := tx.Entered(c.UnitType, c.Source, today.Midnight())
		if err != nil {
			return err
		}
		if entered >= mostOfDay {
			free = c.keep(free)
		}
	}
	by := "calendar " + c.Source
	if err := tx.Block(c.UnitType, c.Source, block, 1, by, "blocked there"); err != nil {
		return err
	}
	if err := tx.Block(c.UnitType, c.Source, free, -1, by, "free there"); err != nil {
		return err
	}
	switch {
	case c.late(tx.Now()):
		err = stop(tx, &c)
	case c.Stopped:
		err = resume(tx, &c, by, "it is read again")
	}
	if err != nil {
		return err
	}
	if err := watch(tx, &c, today); err != nil {
		return err
	}
	return tx.SaveCalendar(c)
}

// watch looks for bookings of ours on nights that the channel has blocked.
func watch(tx Tx, c *Calendar, today date.Date) error {
	blocked, err := tx.Blocked(c.UnitType, c.Source, today)
	if err != nil {
		return err
	}
	stays, err := tx.Stays(c.UnitType, today)
	if err != nil {
		return err
	}
	known, err := tx.Overlaps(c.UnitType, c.Source)
	if err != nil {
		return err
	}
	return tx.SaveOverlaps(c.UnitType, c.Source, c.overlaps(stays, blocked, known, today))
}

// resume sells again what was not sold because the feed was not readable.
func resume(tx Tx, c *Calendar, by, why string) error {
	closed, err := tx.Blocked(c.UnitType, c.stopped(), date.In(tx.Now()))
	if err != nil {
		return err
	}
	c.Stopped = false
	return tx.Block(c.UnitType, c.stopped(), closed, -stoppedUnits, by, why)
}

// stopLate stops selling what has to be stopped although no round could read or enter it.
func (s *Service) stopLate(ctx context.Context) error {
	var late []Calendar
	err := s.config.Store.View(ctx, func(tx Tx) (err error) {
		late, err = tx.Calendars("")
		late = slices.DeleteFunc(late, func(c Calendar) bool { return c.Stopped || !c.late(tx.Now()) })
		return err
	})
	if err != nil {
		return fmt.Errorf("list the calendars: %w", err)
	}
	var failed []error
	for _, c := range late {
		err := s.config.Store.Update(ctx, func(tx Tx) error {
			if err := tx.LockChanges(); err != nil {
				return err
			}
			now, err := tx.Calendar(c.UnitType, c.Source)
			if err != nil || !now.late(tx.Now()) {
				return ignoreRemoved(err)
			}
			if err := stop(tx, &now); err != nil {
				return err
			}
			return tx.SaveCalendar(now)
		})
		if err != nil {
			failed = append(failed, fmt.Errorf("stop selling %s: %w", c.UnitType, err))
		}
	}
	return errors.Join(failed...)
}

// stoppedUnits is how many units of a night are blocked where selling stops: more than a unit
// type has that has got a second unit since it was connected, or gets more.
const stoppedUnits = 1000

// stop blocks every night of a unit type whose feed has not been readable for a day: nobody
// knows any more what is sold elsewhere. While that lasts, it adds the nights that come.
func stop(tx Tx, c *Calendar) error {
	today := date.In(tx.Now())
	closed, err := tx.Blocked(c.UnitType, c.stopped(), today)
	if err != nil {
		return err
	}
	all := Nights{}
	for night := today; night < today+Horizon; night++ {
		all[night] = true
	}
	c.Stopped = true
	return tx.Block(c.UnitType, c.stopped(), all.without(closed), stoppedUnits, "calendar "+c.Source, "it has not been readable for a day: selling stops")
}

// ignoreRemoved leaves out that a calendar was removed meanwhile.
func ignoreRemoved(err error) error {
	if errors.Is(err, booking.ErrNoRow) {
		return nil
	}
	return err
}
