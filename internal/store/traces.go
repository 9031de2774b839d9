package store

import (
	"fmt"
	"time"

	"github.com/google/uuid"
)

func (tx bookingTx) AddFailure(key string) error {
	id, err := uuid.NewV7()
	if err == nil {
		_, err = tx.Exec("INSERT INTO failure (id, key, at_ms) VALUES ($1, $2, $3)", id.String(), key, tx.NowMs())
	}
	return err
}

func (tx bookingTx) Failures(key string, span time.Duration) (n int, err error) {
	err = tx.QueryRow("SELECT COUNT(*) FROM failure WHERE key = $1 AND at_ms > $2", key, tx.NowMs()-span.Milliseconds()).Scan(&n)
	return n, err
}

func (tx bookingTx) LockFailures(key string, span time.Duration) (int, error) {
	if _, err := tx.Exec(`INSERT INTO attempt_lock (key, at_ms) VALUES ($1, $2)
		ON CONFLICT (key) DO UPDATE SET at_ms = excluded.at_ms`, key, tx.NowMs()); err != nil {
		return 0, fmt.Errorf("lock the failures of a key: %w", err)
	}
	return tx.Failures(key, span)
}

func (tx bookingTx) Grant(holder, ref string) error {
	_, err := tx.Exec(`INSERT INTO booking_grant (holder, ref, granted_ms, used_ms) VALUES ($1, $2, $3, $3)
		ON CONFLICT (holder, ref) DO UPDATE SET granted_ms = excluded.granted_ms, used_ms = excluded.used_ms`, holder, ref, tx.NowMs())
	return err
}

func (tx bookingTx) Touch(holder, ref string, granted, used time.Time) (bool, error) {
	n, err := tx.Exec("UPDATE booking_grant SET used_ms = $3 WHERE holder = $1 AND ref = $2 AND granted_ms > $4 AND used_ms > $5",
		holder, ref, tx.NowMs(), millis(granted), millis(used))
	return n > 0, err
}

func (tx bookingTx) Grants(holder string, granted, used time.Time) ([]string, error) {
	return Select(tx.Tx, readText, "SELECT ref FROM booking_grant WHERE holder = $1 AND granted_ms > $2 AND used_ms > $3 ORDER BY used_ms DESC, ref",
		holder, millis(granted), millis(used))
}

func (tx bookingTx) Forget(holder, ref string) error {
	_, err := tx.Exec("DELETE FROM booking_grant WHERE holder = $1 AND ref = $2", holder, ref)
	return err
}

func (tx bookingTx) ForgetAll(ref string) error {
	_, err := tx.Exec("DELETE FROM booking_grant WHERE ref = $1", ref)
	return err
}

// maxDiscard is the largest number of rows that one transaction deletes.
const maxDiscard = 500

func (tx bookingTx) Discard(before time.Time) (int, error) {
	// A hold that was changed before has begun before: that condition is there for its index. One
	// that begins in the future was made while a clock was wrong.
	holds, err := tx.Exec(`DELETE FROM booking WHERE ref IN (SELECT ref FROM booking b WHERE state = 'expired'
		AND (started_ms < $1 OR started_ms > $2) AND changed_ms < $1
		AND NOT EXISTS (SELECT 1 FROM payment_attempt a WHERE a.ref = b.ref)
		AND NOT EXISTS (SELECT 1 FROM money_movement m WHERE m.ref = b.ref)
		AND NOT EXISTS (SELECT 1 FROM booking_grant g WHERE g.ref = b.ref) LIMIT $3)`, millis(before), tx.NowMs(), maxDiscard)
	if err != nil {
		return 0, fmt.Errorf("discard expired holds: %w", err)
	}
	jobs, err := tx.Exec(`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE state = 'done' AND due_ms < $1 LIMIT $2)`,
		millis(before), maxDiscard)
	if err != nil {
		return 0, fmt.Errorf("discard ended jobs: %w", err)
	}
	return int(holds + jobs), nil
}

func (tx bookingTx) DiscardTraces(before time.Time) error {
	for _, statement := range []string{
		"DELETE FROM failure WHERE id IN (SELECT id FROM failure WHERE at_ms < $1 LIMIT $2)",
		"DELETE FROM attempt_lock WHERE key IN (SELECT key FROM attempt_lock WHERE at_ms < $1 LIMIT $2)",
		"DELETE FROM holidays_link WHERE link IN (SELECT link FROM holidays_link WHERE made_ms < $1 LIMIT $2)",
		"DELETE FROM holidays_access WHERE browser IN (SELECT browser FROM holidays_access WHERE used_ms < $1 LIMIT $2)",
		"DELETE FROM booking_grant WHERE (holder, ref) IN (SELECT holder, ref FROM booking_grant WHERE used_ms < $1 LIMIT $2)",
	} {
		if _, err := tx.Exec(statement, millis(before), maxDiscard); err != nil {
			return fmt.Errorf("discard old failures and grants: %w", err)
		}
	}
	return nil
}
