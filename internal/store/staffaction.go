package store

import (
	"fmt"

	"github.com/google/uuid"

	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
)

const actionColumns = "id, at_ms, by_whom, why, command, ref, attempt, done, request_key"

func readAction(scan func(into ...any) error) (a payment.Action, err error) {
	var at int64
	err = scan(&a.ID, &at, &a.By, &a.Why, &a.Command, &a.Ref, &a.Attempt, &a.Done, &a.Key)
	a.At = instant(at)
	return a, err
}

// AddAction records what a member of staff or a guest has done.
func (tx *Tx) AddAction(a payment.Action) error {
	id, err := uuid.NewV7()
	if err == nil {
		_, err = tx.Exec("INSERT INTO operator_action ("+actionColumns+") VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)",
			id.String(), tx.NowMs(), a.By, a.Why, a.Command, a.Ref, a.Attempt, a.Done, a.Key)
	}
	if err != nil {
		return fmt.Errorf("record what was done: %w", err)
	}
	return nil
}

// actionsOfBooking names the condition of its index, without which SQLite does not use it.
const actionsOfBooking = "SELECT " + actionColumns + " FROM operator_action WHERE ref = $1 AND ref <> '' ORDER BY at_ms, id"

func (tx bookingTx) Actions(ref string) ([]payment.Action, error) {
	return Select(tx.Tx, readAction, actionsOfBooking, ref)
}

func (tx bookingTx) Unsettled(stuck bool, limit int) ([]payment.Attempt, error) {
	if !stuck {
		return Select(tx.Tx, readToShow, "SELECT "+attemptColumns+` FROM payment_attempt WHERE live OR alert <> '' OR state IN ('authorised', 'cancelling',
			'refunding', 'capture requested', 'cancel requested', 'refund requested', 'refund failed') ORDER BY created_ms, id LIMIT $1`, limit)
	}
	return Select(tx.Tx, readToShow, "SELECT "+attemptColumns+` FROM payment_attempt a WHERE alert <> '' OR state IN ('unknown', 'pending', 'refund failed')
		OR `+needsJob+" AND NOT EXISTS (SELECT 1 FROM outbox o WHERE "+jobOf+` AND o.tries < $1)
		OR state IN ('capture requested', 'cancel requested', 'refund requested') AND call_ms < $2 ORDER BY created_ms, id LIMIT $3`,
		outbox.FailingTries, tx.NowMs()-requestedLong.Milliseconds(), limit)
}
