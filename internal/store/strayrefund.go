package store

import (
	"errors"
	"fmt"
	"time"
)

// StrayRefundSent returns when a refund of an order without a booking was last sent, or the
// zero time.
func (tx *Tx) StrayRefundSent(order string) (time.Time, error) {
	var sent int64
	err := tx.QueryRow("SELECT sent_ms FROM stray_refund WHERE order_code = $1", order).Scan(&sent)
	if errors.Is(err, ErrNotFound) {
		return time.Time{}, nil
	}
	return instant(sent), err
}

// SendStrayRefund records that a refund of an order without a booking is sent now. It
// returns false, and records nothing, if one was sent after a time.
func (tx *Tx) SendStrayRefund(order string, unlessAfter time.Time) (bool, error) {
	changed, err := tx.Exec(`INSERT INTO stray_refund (order_code, sent_ms) VALUES ($1, $2)
		ON CONFLICT (order_code) DO UPDATE SET sent_ms = excluded.sent_ms WHERE stray_refund.sent_ms <= $3`,
		order, tx.NowMs(), unlessAfter.UnixMilli())
	if err != nil {
		return false, fmt.Errorf("record a refund of order %s: %w", order, err)
	}
	return changed == 1, nil
}

// UnsendStrayRefund records that the provider has not accepted the refund of an order
// without a booking.
func (tx *Tx) UnsendStrayRefund(order string) error {
	_, err := tx.Exec("DELETE FROM stray_refund WHERE order_code = $1", order)
	return err
}
