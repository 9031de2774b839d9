package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/availability"
)

// mostChanged is how many changes are looked at one by one; after more, anything may have
// changed.
const mostChanged = 20 * ChangesMax

// ChangesAfter returns what has changed of what is for sale after a change. After -1 that may
// be anything.
func (s *Store) ChangesAfter(ctx context.Context, number int64) (availability.Changed, error) {
	return s.readChanged(ctx, func(*Tx) (int64, error) { return number, nil })
}

// ChangesSince returns what has changed of what is for sale since a time.
func (s *Store) ChangesSince(ctx context.Context, at time.Time) (availability.Changed, error) {
	return s.readChanged(ctx, func(tx *Tx) (after int64, err error) {
		if at.Before(tx.Now().Add(-changesKept)) {
			return -2, nil // the log does not go back so far
		}
		err = tx.QueryRow("SELECT COALESCE(MIN(number), 0) - 1 FROM change_log WHERE at_ms >= $1", at.UnixMilli()).Scan(&after)
		if err == nil && after < 0 { // there was none
			after, err = tx.LastChange()
		}
		return after, err
	})
}

// readChanged reads what has changed after the change that from returns.
func (s *Store) readChanged(ctx context.Context, from func(*Tx) (int64, error)) (c availability.Changed, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		c = availability.Changed{Units: map[string]availability.Nights{}}
		after, err := from(tx)
		if err != nil {
			return err
		}
		if c.Last, err = tx.LastChange(); err != nil || c.Last == after {
			return err
		}
		log, err := Select(tx, readChange, `SELECT number, kind, unit_type, detail FROM change_log WHERE number > $1 ORDER BY number LIMIT $2`, after, mostChanged)
		if err != nil {
			return err
		}
		n := len(log)
		if n == 0 || n == mostChanged || log[n-1].Number != after+int64(n) { // as in Changes
			c.All = true
			return nil
		}
		for _, change := range log {
			if err := tx.addChanged(&c, change); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return availability.Changed{}, fmt.Errorf("read what has changed of what is for sale: %w", err)
	}
	return c, nil
}

// addChanged adds what a change concerns.
func (tx *Tx) addChanged(c *availability.Changed, change Change) error {
	switch change.Kind {
	case NightsChanged:
		booked, err := ParseBookedNights(change.Detail)
		nights, known := c.Units[change.Unit]
		if err != nil || known && nights == (availability.Nights{}) {
			c.Units[change.Unit] = availability.Nights{}
			return nil //nolint:nilerr // the follower leaves the change out, and reports it
		}
		for _, b := range booked {
			if !known || b.Night < nights.First {
				nights.First = b.Night
			}
			nights.Last, known = max(nights.Last, b.Night), true
		}
		if known {
			c.Units[change.Unit] = nights
		}
	case CatalogueLive:
		c.All = true
	case PricesLive:
		full, err := tx.Generation(change.Detail)
		if full || errors.Is(err, ErrNotFound) {
			c.All = true
			return nil
		}
		if err != nil {
			return err
		}
		units, err := Select(tx, readText, "SELECT unit_type FROM price WHERE generation = $1", change.Detail)
		for _, unit := range units {
			c.Units[unit] = availability.Nights{}
		}
		return err
	default: // what is for sale has not changed
	}
	return nil
}
