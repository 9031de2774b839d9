package store

import (
	"context"
	"errors"

	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/date"
)

// Reservations returns the store through the interface that package reservation needs.
func (s *Store) Reservations() reservation.Store {
	return port[reservation.Tx]{s, func(tx *Tx) reservation.Tx { return bookingTx{tx} }}
}

func (tx bookingTx) RaiseReservation(ref, partner string, moved bool) (version int, err error) {
	err = tx.QueryRow("SELECT COALESCE(MAX(version), 0) FROM reservation WHERE ref = $1", ref).Scan(&version)
	had := version > 0
	if err != nil || !had && partner == "" {
		return 0, err
	}
	// Versions grow with time, so that none is used again after an older backup was restored.
	version = max(version+1, int(tx.NowMs()/1000))
	if had {
		_, err = tx.Exec(`UPDATE reservation SET version = $2, present = present AND $5, alerted = FALSE, waiting_ms = CASE WHEN waiting_ms > 0 THEN waiting_ms ELSE $3 END
			WHERE ref = $1 AND partner <> $4 AND (present OR held OR base > 0)`, ref, version, tx.NowMs(), partner, partner == "" && !moved)
	}
	if err == nil && partner != "" {
		_, err = tx.Exec(`INSERT INTO reservation (ref, partner, present, version, waiting_ms) VALUES ($1, $2, TRUE, $3, $4)
			ON CONFLICT (ref, partner) DO UPDATE SET version = excluded.version, present = TRUE, alerted = FALSE,
			waiting_ms = CASE WHEN reservation.waiting_ms > 0 THEN reservation.waiting_ms ELSE excluded.waiting_ms END`, ref, partner, version, tx.NowMs())
	}
	return version, err
}

func (tx bookingTx) ForgetReservations(ref string) error {
	_, err := tx.Exec("UPDATE reservation SET error = '', refusal = '', warning = '' WHERE ref = $1", ref)
	return err
}

const reservationColumns = `reservation.ref, partner, present, reservation.version, base, ending, held, delivered, acked, refused, told, number, error, refusal, warning,
	claimed_ms, waiting_ms, sent_ms, acked_ms, alerted, held_room, held_from, held_to, held_ms`

func readReservation(scan func(into ...any) error) (r reservation.Row, err error) {
	var claimed, waiting, sent, acked, held int64
	err = scan(&r.Ref, &r.Partner, &r.Present, &r.Version, &r.Base, &r.Ending, &r.Held, &r.Delivered, &r.Acked, &r.Refused, &r.Told,
		&r.Number, &r.Error, &r.Refusal, &r.Warning, &claimed, &waiting, &sent, &acked, &r.Alerted,
		&r.Holds.Room, &r.Holds.From, &r.Holds.To, &held)
	r.Holds.Since = instant(held)
	r.Claimed, r.Waiting, r.SentAt, r.AckedAt = instant(claimed), instant(waiting), instant(sent), instant(acked)
	return r, err
}

func (tx bookingTx) Reservations(ref string) ([]reservation.Row, error) {
	return Select(tx.Tx, readReservation, "SELECT "+reservationColumns+" FROM reservation WHERE ref = $1 ORDER BY partner", ref)
}

// stillToCome are the reservations that are not acknowledged and whose guests come on the day $1
// or later. The day is why nothing old hides what is new.
const stillToCome = " FROM reservation JOIN booking ON booking.ref = reservation.ref WHERE waiting_ms > 0 AND booking.arrival >= $1"

func (tx bookingTx) Unacknowledged(l reservation.Late, limit int) ([]reservation.Row, error) {
	return Select(tx.Tx, readReservation, "SELECT "+reservationColumns+` FROM reservation WHERE waiting_ms > 0 AND NOT alerted
		AND (refused = version OR waiting_ms <= $1 AND delivered < version OR waiting_ms <= $2
			OR (waiting_ms <= $1 OR error <> '') AND (SELECT arrival FROM booking WHERE booking.ref = reservation.ref) <= $3)
		ORDER BY waiting_ms, ref, partner LIMIT $4`, millis(l.System), millis(l.Office), l.Soon.ISO(), limit)
}

// ReservationBacklog counts the reservations that are not acknowledged and whose guests are
// still to come.
func (s *Store) ReservationBacklog(ctx context.Context) (b reservation.Backlog, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		var since int64
		err := tx.QueryRow(`SELECT COALESCE(SUM(CASE WHEN refused < reservation.version AND delivered < reservation.version THEN 1 ELSE 0 END), 0),
			CAST(COALESCE(MIN(CASE WHEN refused < reservation.version AND delivered < reservation.version THEN waiting_ms END), 0) AS BIGINT),
			COALESCE(SUM(CASE WHEN refused < reservation.version AND delivered = reservation.version THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN refused = reservation.version THEN 1 ELSE 0 END), 0)`+stillToCome, date.In(tx.Now()).ISO()).
			Scan(&b.Waiting, &since, &b.Unread, &b.Refused)
		b.Since = instant(since)
		return err
	})
	return b, err
}

// ReservationsOpen lists the reservations that are not acknowledged and whose guests are still
// to come, oldest first.
func (s *Store) ReservationsOpen(ctx context.Context, limit int) (all []reservation.Row, err error) {
	err = s.View(ctx, func(tx *Tx) (err error) {
		all, err = Select(tx, readReservation, "SELECT "+reservationColumns+stillToCome+" ORDER BY waiting_ms, reservation.ref, partner LIMIT $2", date.In(tx.Now()).ISO(), limit)
		return err
	})
	return all, err
}

func (tx bookingTx) LockReservation(ref, partner string) (reservation.Row, error) {
	r, err := readReservation(tx.QueryRow("SELECT "+reservationColumns+" FROM reservation WHERE ref = $1 AND partner = $2"+tx.ForUpdate(), ref, partner).Scan)
	return r, noRow(err)
}

func (tx bookingTx) SaveReservation(r reservation.Row) error {
	_, err := tx.Exec(`UPDATE reservation SET ending = $3, base = $4, held = $5, delivered = $6, acked = $7, refused = $8, number = $9,
		error = $10, refusal = $11, warning = $12, claimed_ms = $13, waiting_ms = $14, sent_ms = $15, acked_ms = $16, told = $17, alerted = $18,
		held_room = $19, held_from = $20, held_to = $21, held_ms = $22 WHERE ref = $1 AND partner = $2`,
		r.Ref, r.Partner, r.Ending, r.Base, r.Held, r.Delivered, r.Acked, r.Refused, r.Number, r.Error, r.Refusal, r.Warning,
		millis(r.Claimed), millis(r.Waiting), millis(r.SentAt), millis(r.AckedAt), r.Told, r.Alerted,
		r.Holds.Room, r.Holds.From, r.Holds.To, millis(r.Holds.Since))
	return err
}

func (tx bookingTx) ReservationsOf(partner string, from date.Date) ([]reservation.Expected, error) {
	read := func(scan func(into ...any) error) (e reservation.Expected, err error) {
		var arrival string
		var nights int
		e.Row, err = readReservation(func(into ...any) error { return scan(append(into, &arrival, &nights)...) })
		if err != nil {
			return e, err
		}
		if day, wrong := date.ParseISO(arrival); wrong == nil {
			e.Arrival, e.Departure = day, day+date.Date(nights)
		}
		return e, nil
	}
	return Select(tx.Tx, read, "SELECT "+reservationColumns+`, booking.arrival, booking.nights
		FROM reservation JOIN booking ON booking.ref = reservation.ref WHERE reservation.partner = $1 AND booking.arrival >= $2
		ORDER BY CASE WHEN reservation.acked = reservation.version THEN 1 ELSE 0 END, booking.arrival, booking.ref`, partner, from.ISO())
}

func (tx bookingTx) Gone(partner string) (address string, err error) {
	err = tx.QueryRow("SELECT address FROM partner_gone WHERE partner = $1", partner).Scan(&address)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return address, err
}

func (tx bookingTx) SetGone(partner, address string) error {
	_, err := tx.Exec(`INSERT INTO partner_gone (partner, address) VALUES ($1, $2)
		ON CONFLICT (partner) DO UPDATE SET address = excluded.address`, partner, address)
	return err
}

func (tx bookingTx) ForgetGone(partner string) error {
	_, err := tx.Exec("DELETE FROM partner_gone WHERE partner = $1", partner)
	return err
}
