package store

import (
	"errors"

	"holidaymaker/internal/booking/reservation"
)

// Reservations returns the store through the interface that package reservation needs.
func (s *Store) Reservations() reservation.Store {
	return port[reservation.Tx]{s, func(tx *Tx) reservation.Tx { return bookingTx{tx} }}
}

func (tx bookingTx) RaiseReservation(ref, partner string) (version int, err error) {
	err = tx.QueryRow("SELECT COALESCE(MAX(version), 0) FROM reservation WHERE ref = $1", ref).Scan(&version)
	if err != nil || version == 0 && partner == "" {
		return 0, err
	}
	version++
	if version > 1 {
		_, err = tx.Exec(`UPDATE reservation SET version = $2, present = FALSE, waiting_ms = CASE WHEN waiting_ms > 0 THEN waiting_ms ELSE $3 END
			WHERE ref = $1 AND partner <> $4 AND (present OR held OR base > 0)`, ref, version, tx.NowMs(), partner)
	}
	if err == nil && partner != "" {
		_, err = tx.Exec(`INSERT INTO reservation (ref, partner, present, version, waiting_ms) VALUES ($1, $2, TRUE, $3, $4)
			ON CONFLICT (ref, partner) DO UPDATE SET version = excluded.version, present = TRUE,
			waiting_ms = CASE WHEN reservation.waiting_ms > 0 THEN reservation.waiting_ms ELSE excluded.waiting_ms END`, ref, partner, version, tx.NowMs())
	}
	return version, err
}

func (tx bookingTx) ForgetReservations(ref string) error {
	_, err := tx.Exec("UPDATE reservation SET error = '', refusal = '', warning = '' WHERE ref = $1", ref)
	return err
}

const reservationColumns = `ref, partner, present, version, sent, base, held, delivered, acked, refused, told, number, error, refusal, warning,
	claimed_ms, waiting_ms, sent_ms, acked_ms`

func readReservation(scan func(into ...any) error) (r reservation.Row, err error) {
	var claimed, waiting, sent, acked int64
	err = scan(&r.Ref, &r.Partner, &r.Present, &r.Version, &r.Sent, &r.Base, &r.Held, &r.Delivered, &r.Acked, &r.Refused, &r.Told,
		&r.Number, &r.Error, &r.Refusal, &r.Warning, &claimed, &waiting, &sent, &acked)
	r.Claimed, r.Waiting, r.SentAt, r.AckedAt = instant(claimed), instant(waiting), instant(sent), instant(acked)
	return r, err
}

func (tx bookingTx) Reservations(ref string) ([]reservation.Row, error) {
	return Select(tx.Tx, readReservation, "SELECT "+reservationColumns+" FROM reservation WHERE ref = $1 ORDER BY partner", ref)
}

func (tx bookingTx) LockReservation(ref, partner string) (reservation.Row, error) {
	r, err := readReservation(tx.QueryRow("SELECT "+reservationColumns+" FROM reservation WHERE ref = $1 AND partner = $2"+tx.ForUpdate(), ref, partner).Scan)
	return r, noRow(err)
}

func (tx bookingTx) SaveReservation(r reservation.Row) error {
	_, err := tx.Exec(`UPDATE reservation SET sent = $3, base = $4, held = $5, delivered = $6, acked = $7, refused = $8, number = $9,
		error = $10, refusal = $11, warning = $12, claimed_ms = $13, waiting_ms = $14, sent_ms = $15, acked_ms = $16, told = $17 WHERE ref = $1 AND partner = $2`,
		r.Ref, r.Partner, r.Sent, r.Base, r.Held, r.Delivered, r.Acked, r.Refused, r.Number, r.Error, r.Refusal, r.Warning,
		millis(r.Claimed), millis(r.Waiting), millis(r.SentAt), millis(r.AckedAt), r.Told)
	return err
}

func (tx bookingTx) Gone(partner string) (address string, err error) {
	err = tx.QueryRow("SELECT address FROM partner_gone WHERE partner = $1", partner).Scan(&address)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return address, err
}

func (tx bookingTx) SetGone(partner, address string) error {
	_, err := tx.Exec(`INSERT INTO partner_gone (partner, address, at_ms) VALUES ($1, $2, $3)
		ON CONFLICT (partner) DO UPDATE SET address = excluded.address, at_ms = excluded.at_ms`, partner, address, tx.NowMs())
	return err
}

func (tx bookingTx) ForgetGone(partner string) error {
	_, err := tx.Exec("DELETE FROM partner_gone WHERE partner = $1", partner)
	return err
}
