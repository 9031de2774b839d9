package store

import (
	"context"
	"errors"
	"fmt"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/export"
	"holidaymaker/internal/payment/ledger"
)

// paidSum is a query for what counts as paid of a booking.
func paidSum(ref string) string {
	return `SELECT CAST(COALESCE(SUM(CASE kind WHEN 'charge' THEN amount WHEN 'correction' THEN amount WHEN 'refund reversed' THEN amount
		WHEN 'authorisation cancelled' THEN -amount WHEN 'refund' THEN -amount ELSE 0 END), 0) AS BIGINT) FROM money_movement WHERE ref = ` + ref
}

const movementColumns = "key, ref, attempt, kind, amount, method, provider_ref, cause, at_ms"

// selectMovements begins a query of movements with an attempt; movementRows are all rows of
// the ledger. Those of vouchers are in the history of vouchers alone.
const (
	selectMovements = "SELECT " + movementColumns + ", '' FROM money_movement"
	movementRows    = `(SELECT ` + movementColumns + `, '' AS voucher FROM money_movement
		UNION ALL SELECT id, ref, '', CASE kind WHEN 'taken' THEN 'voucher taken' ELSE 'voucher returned' END, ABS(amount), '', '', cause, at_ms, code
		FROM voucher_line WHERE kind IN ('taken', 'returned')) AS movement`
)

func readMovement(scan func(into ...any) error) (m ledger.Movement, err error) {
	var at int64
	err = scan(&m.Key, &m.Ref, &m.Attempt, &m.Kind, &m.Amount, &m.Method, &m.ProviderRef, &m.Cause, &at, &m.Voucher)
	m.At = instant(at)
	return m, err
}

// errMovement says that a key was used for two different movements.
var errMovement = errors.New("the ledger has another movement under this key")

const insertMovement = "INSERT INTO money_movement (" + movementColumns + ") VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)"

// AddMovement writes a row of the ledger. One that is there already stays as it is.
func (tx bookingTx) AddMovement(m ledger.Movement) error {
	row := []any{m.Key, m.Ref, m.Attempt, string(m.Kind), int64(m.Amount), m.Method, m.ProviderRef, m.Cause, tx.NowMs()}
	if m.Kind != ledger.Capture && m.Kind != ledger.Fee { // these change no sum
		tx.sumsChanged(m.Ref)
	}
	return tx.later(statement{
		query: insertMovement + " ON CONFLICT (key) DO NOTHING",
		args:  row,
		check: func(changed int64) error {
			if changed == 1 {
				return nil
			}
			return wrapMovement(m, tx.hasMovement(m))
		},
		failed: func(err error) error { return wrapMovement(m, err) },
	})
}

// hasMovement returns errMovement where the ledger has another row under the key.
func (tx bookingTx) hasMovement(m ledger.Movement) error {
	existing, err := readMovement(tx.QueryRow(selectMovements+" WHERE key = $1", m.Key).Scan)
	if err == nil && (existing.Ref != m.Ref || existing.Attempt != m.Attempt || existing.Kind != m.Kind || existing.Amount != m.Amount) {
		err = errMovement
	}
	return err
}

func wrapMovement(m ledger.Movement, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("write the movement %s: %w", m.Key, err)
}

// Movements lists the ledger's rows of a booking, oldest first.
func (tx bookingTx) Movements(ref string) ([]ledger.Movement, error) {
	return Select(tx.Tx, readMovement, "SELECT "+movementColumns+", voucher FROM "+movementRows+" WHERE ref = $1 ORDER BY at_ms, key", ref)
}

// Exports is the store as package export wants it.
func (s *Store) Exports() export.Source { return exports{s} }

type exports struct{ store *Store }

func (e exports) ConfirmedBookings(ctx context.Context, afterRef string, limit int) (all []export.Booking, err error) {
	err = e.store.View(ctx, func(tx *Tx) (err error) {
		all, err = Select(tx, readExported, selectConfirmed, afterRef, limit)
		return err
	})
	return all, err
}

// selectConfirmed lists by reference, after one, bookings that were ever confirmed.
var selectConfirmed = "SELECT " + bookingColumns + ", " + bookingPaid + " FROM booking WHERE confirmed_ms > 0 AND ref > $1 ORDER BY ref LIMIT $2"

func readExported(scan func(into ...any) error) (export.Booking, error) {
	var f bookingFields
	return scanRow(scan, f.into(), func() (b export.Booking, err error) {
		if b.Booking, b.Unreadable = f.booking(); b.Unreadable != nil {
			arrival, _ := date.ParseISO(f.arrival)
			b.Stay.UnitTypeID, b.Stay.Arrival, b.Stay.Nights = f.unitType, arrival, f.nights
		}
		return b, nil
	})
}

func (e exports) PaymentsAfter(ctx context.Context, afterID string, limit int) (all []export.Payment, err error) {
	err = e.store.View(ctx, func(tx *Tx) error {
		all, err = Select(tx, func(scan func(into ...any) error) (export.Payment, error) {
			var f attemptFields
			return scanRow(scan, f.into(), func() (p export.Payment, err error) {
				p.Attempt, p.Unreadable = f.attempt()
				return p, nil
			})
		}, "SELECT "+attemptColumns+" FROM payment_attempt WHERE id > $1 ORDER BY id LIMIT $2", afterID, limit)
		if err != nil || len(all) == 0 {
			return err
		}
		movements, err := Select(tx, readMovement, selectMovements+" WHERE attempt >= $1 AND attempt <= $2 AND attempt <> ''",
			all[0].ID, all[len(all)-1].ID)
		movementsOf := map[string][]ledger.Movement{}
		for _, m := range movements {
			movementsOf[m.Attempt] = append(movementsOf[m.Attempt], m)
		}
		for i := range all {
			all[i].Sums = ledger.Sum(movementsOf[all[i].ID])
		}
		return err
	})
	return all, err
}

func (e exports) VoucherLinesAfter(ctx context.Context, after ledger.VoucherLine, limit int) (all []ledger.VoucherLine, err error) {
	err = e.store.View(ctx, func(tx *Tx) (err error) {
		all, err = Select(tx, readVoucherLine, "SELECT "+voucherLineColumns+` FROM voucher_line
			WHERE at_ms > $1 OR at_ms = $1 AND id > $2 ORDER BY at_ms, id LIMIT $3`, millis(after.At), after.ID, limit)
		if err != nil || len(all) == limit {
			return err
		}
		due, err := tx.dueCorrections() // in the transaction that has read the last line
		for _, c := range due {
			all = append(all, c.line)
		}
		return err
	})
	return all, err
}

func (e exports) MovementsAfter(ctx context.Context, after ledger.Movement, limit int) (all []ledger.Movement, err error) {
	err = e.store.View(ctx, func(tx *Tx) (err error) {
		all, err = Select(tx, readMovement, "SELECT "+movementColumns+", voucher FROM "+movementRows+`
			WHERE at_ms > $1 OR at_ms = $1 AND key > $2 ORDER BY at_ms, key LIMIT $3`, millis(after.At), after.Key, limit)
		return err
	})
	return all, err
}
