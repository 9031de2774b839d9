package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/outbox"
)

// changesKept is how long the change log is kept for nodes that are stopped or cut off.
const changesKept = 24 * time.Hour

// messagesKept is for how long the messages of partners are kept.
const messagesKept = 30 * 24 * time.Hour

// sweepRows is the largest number of rows that one transaction of Sweep
// deletes.
const sweepRows = 100

// nightsStored is for how many days booked nights are stored, longer than a booking can
// still give them back (booking.NightsKept).
const nightsStored = 400

// Sweep deletes what is no longer used, in small transactions so that bookings
// can go on: generations that were replaced, discarded or left by a killed
// import, rows that a delta replaces, booked nights long past, old changes, and old
// messages of partners. It also brings jobs back from the future, and ends the waiting for
// parks that have not acknowledged bookings of stays long past. Package retention erases
// personal data.
func (s *Store) Sweep(ctx context.Context) error {
	if err := s.PruneChanges(ctx, changesKept); err != nil {
		return err
	}
	if err := s.recallJobs(ctx); err != nil {
		return err
	}
	err := s.deleteInBatches(ctx, `DELETE FROM stock WHERE (unit_type, night) IN
		(SELECT unit_type, night FROM stock WHERE night < $1 LIMIT $2)`, (date.In(s.Now()) - nightsStored).ISO(), sweepRows)
	if err != nil {
		return fmt.Errorf("delete booked nights long past: %w", err)
	}
	err = s.deleteInBatches(ctx, `UPDATE reservation SET waiting_ms = 0 WHERE (ref, partner) IN (SELECT reservation.ref, partner
		FROM reservation JOIN booking ON booking.ref = reservation.ref WHERE waiting_ms > 0 AND booking.arrival < $1 LIMIT $2)`, (date.In(s.Now()) - reservation.LongestStay).ISO(), sweepRows)
	if err != nil {
		return fmt.Errorf("end the waiting for parks about stays long past: %w", err)
	}
	err = s.deleteInBatches(ctx, "DELETE FROM partner_message WHERE id IN (SELECT id FROM partner_message WHERE at_ms < $1 LIMIT $2)",
		millis(s.Now().Add(-messagesKept)), sweepRows)
	if err != nil {
		return fmt.Errorf("delete old messages of partners: %w", err)
	}
	for _, part := range []Part{CataloguePart, PricesPart} {
		if err := s.sweepPart(ctx, part); err != nil {
			return fmt.Errorf("sweep %s: %w", part, err)
		}
	}
	return nil
}

// recallJobs makes outbox jobs due that were written, leased or postponed while a clock was
// wrong, which has been set back since. Otherwise they would wait until that time. They are
// due when a lease would end now, because another node may be doing one of them.
func (s *Store) recallJobs(ctx context.Context) error {
	err := s.Update(ctx, func(tx *Tx) error {
		skew := booking.ClockSkew.Milliseconds()
		_, err := tx.Exec(`UPDATE outbox SET due_ms = CASE WHEN due_ms > $1 THEN $1 ELSE due_ms END,
			created_ms = CASE WHEN created_ms > $2 THEN $2 ELSE created_ms END
			WHERE state = 'due' AND (created_ms > $3 OR due_ms > $4)`,
			tx.NowMs()+outbox.Lease.Milliseconds(), tx.NowMs(), tx.NowMs()+skew, tx.NowMs()+skew+outbox.LongestPause.Milliseconds())
		return err
	})
	if err != nil {
		return fmt.Errorf("recall outbox jobs from the future: %w", err)
	}
	return nil
}

func (s *Store) sweepPart(ctx context.Context, part Part) error {
	if err := s.sweepStagings(ctx, part); err != nil {
		return err
	}
	var dead, deltas []generation
	err := s.View(ctx, func(tx *Tx) (err error) {
		if dead, err = tx.generations("kind = $1 AND state = 'dead'", string(part)); err != nil {
			return err
		}
		deltas, err = tx.generations("kind = $1 AND state = 'live' AND complete = $2 AND swept = $2", string(part), false)
		return err
	})
	if err != nil {
		return err
	}
	for _, g := range deltas {
		if err := s.sweepBeneath(ctx, part, g); err != nil {
			return err
		}
	}
	if err := s.retireEmpty(ctx, part); err != nil {
		return err
	}
	table, key := part.table()
	deleteRows := fmt.Sprintf(`DELETE FROM %[1]s WHERE (%[2]s, generation) IN
		(SELECT %[2]s, generation FROM %[1]s WHERE generation = $1 LIMIT $2)`, table, key)
	for _, g := range dead {
		if err := s.deleteInBatches(ctx, deleteRows, g.id, sweepRows); err != nil {
			return err
		}
		err := s.Update(ctx, func(tx *Tx) error {
			_, err := tx.Exec("DELETE FROM generation WHERE id = $1", g.id)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sweepStagings discards what killed imports have left, unless an import is
// running.
func (s *Store) sweepStagings(ctx context.Context, part Part) error {
	var stagings []generation
	err := s.View(ctx, func(tx *Tx) (err error) {
		stagings, err = tx.generations("kind = $1 AND state = 'staging'", string(part))
		return err
	})
	if err != nil || len(stagings) == 0 {
		return err
	}
	unlock, err := s.lockImport(ctx, part)
	if errors.Is(err, ErrBusy) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unlock()
	return s.Update(ctx, func(tx *Tx) error { return tx.discardStagings(part) })
}

// retireEmpty marks deltas as dead when later ones have replaced all of their
// rows. Otherwise the number of deltas would grow until the next full set.
func (s *Store) retireEmpty(ctx context.Context, part Part) error {
	table, _ := part.table()
	return s.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec(`UPDATE generation SET state = 'dead' WHERE kind = $1 AND state = 'live' AND complete = $2 AND swept = $3
			AND NOT EXISTS (SELECT 1 FROM `+table+` r WHERE r.generation = generation.id)`, string(part), false, true)
		return err
	})
}

// sweepBeneath deletes the rows that a live delta replaces.
func (s *Store) sweepBeneath(ctx context.Context, part Part, g generation) error {
	table, key := part.table()
	query := fmt.Sprintf(`DELETE FROM %[1]s WHERE (%[2]s, generation) IN (SELECT %[2]s, p.generation
		FROM %[1]s d JOIN %[1]s p USING (%[2]s) WHERE d.generation = $1 AND p.generation IN
			(SELECT id FROM generation WHERE kind = $3 AND state = 'live' AND live_since < $4) LIMIT $2)`, table, key)
	if err := s.deleteInBatches(ctx, query, g.id, sweepRows, string(part), g.liveSince); err != nil {
		return err
	}
	return s.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("UPDATE generation SET swept = $1 WHERE id = $2", true, g.id)
		return err
	})
}

// deleteInBatches is changeInBatches without the count.
func (s *Store) deleteInBatches(ctx context.Context, query string, args ...any) error {
	_, err := s.changeInBatches(ctx, query, args...)
	return err
}

// changeInBatches repeats a change until it changes no row, and returns how many rows it
// changed. A parameter of the query limits the rows of one transaction.
func (s *Store) changeInBatches(ctx context.Context, query string, args ...any) (rows int, err error) {
	for {
		var changed int64
		err := s.Update(ctx, func(tx *Tx) (err error) {
			changed, err = tx.Exec(query, args...)
			return err
		})
		rows += int(changed)
		if err != nil || changed == 0 {
			return rows, err
		}
		s.letOthersWrite(ctx)
	}
}

type generation struct {
	id        string
	liveSince int64
}

func (tx *Tx) generations(where string, args ...any) ([]generation, error) {
	return Select(tx, func(scan func(into ...any) error) (g generation, err error) {
		err = scan(&g.id, &g.liveSince)
		return g, err
	}, "SELECT id, live_since FROM generation WHERE "+where+" ORDER BY live_since, id", args...)
}
