package reservation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
)

const (
	// SystemPatience is how long a system has to acknowledge a booking before its park and
	// staff get an e-mail. An office with e-mail has officePatience, because it is closed at
	// night.
	SystemPatience = 30 * time.Minute
	officePatience = 24 * time.Hour
	// soon is how long before the arrival nobody waits.
	soon = 48 * time.Hour
	// watched is how many reservations a round looks at.
	watched = 500
)

// Late says which reservations are late: refused ones; those that have not arrived since
// System; those that nobody has acknowledged since Office; and of guests who come by the day
// Soon those whose last message failed, or that nobody has acknowledged since System.
type Late struct {
	System, Office time.Time
	Soon           date.Date
}

// Loop has the park and staff told of what is not acknowledged in time, once for each
// version, and again when it is refused.
func (s *Service) Loop() loop.Loop {
	return loop.Loop{Name: "reservation_watch", Every: time.Minute, Deadline: 5 * time.Minute, Round: s.Watch}
}

// Watch is a round of Loop. A booking that it cannot tell of is a bad record, as are those that
// a page of arrivals has left out and that still cannot be read.
func (s *Service) Watch(ctx context.Context) error {
	var waiting []Row
	err := s.config.Store.View(ctx, func(tx Tx) (err error) {
		now := tx.Now()
		waiting, err = tx.Unacknowledged(Late{System: now.Add(-SystemPatience), Office: now.Add(-officePatience), Soon: date.In(now.Add(soon))}, watched)
		return err
	})
	if err != nil {
		return fmt.Errorf("list what is not acknowledged: %w", err)
	}
	bad := map[string]error{}
	for _, r := range waiting {
		if err := keep(ctx, bad, r.Ref, func() error { return s.alert(ctx, r) }); err != nil {
			return err
		}
	}
	for _, known := range s.config.Bad.Records() {
		if known.Kind != badrecord.Reservation || bad[known.ID] != nil {
			continue
		}
		if err := keep(ctx, bad, known.ID, func() error { return s.readable(ctx, known.ID) }); err != nil {
			return err
		}
	}
	s.config.Bad.Set(badrecord.Reservation, bad)
	return nil
}

// keep does something with a booking, and keeps its error in bad. It returns only what ends a
// round.
func keep(ctx context.Context, bad map[string]error, ref string, do func() error) error {
	err := loop.Catch(do)
	switch {
	case endsWork(ctx, err):
		return fmt.Errorf("watch the reservation of booking %s: %w", ref, err)
	case err != nil:
		bad[ref] = err
	}
	return nil
}

// endsWork reports whether an error is that of the database or of a caller that has gone, and
// not that of one booking.
func endsWork(ctx context.Context, err error) bool {
	return errors.Is(err, booking.ErrUnavailable) || err != nil && ctx.Err() != nil
}

// readable returns why a booking, or what its partners were told, cannot be read.
func (s *Service) readable(ctx context.Context, ref string) error {
	return s.config.Store.View(ctx, func(tx Tx) error {
		rows, err := tx.Reservations(ref)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if _, err := arrivalOf(tx, row, Partner{}); err != nil {
				return err
			}
		}
		return nil
	})
}

// alert writes the jobs of the e-mails to staff and to the park about a reservation that is late.
func (s *Service) alert(ctx context.Context, r Row) error {
	return s.config.Store.Update(ctx, func(tx Tx) error {
		if _, err := tx.LockBooking(r.Ref); err != nil {
			return err
		}
		row, err := tx.LockReservation(r.Ref, r.Partner)
		if err != nil || row.Alerted || row.Acked == row.Version {
			return err
		}
		row.Alerted = true
		if err := tx.SaveReservation(row); err != nil {
			return err
		}
		for _, toPark := range []bool{false, true} {
			job := booking.EmailJob{Ref: r.Ref, Partner: r.Partner, ToPark: toPark}
			key := fmt.Sprint(r.Ref, "/", r.Partner, "/", row.Version, "/", tx.Now().UnixMilli(), "/", toPark)
			if err := tx.Enqueue(outbox.Job{Kind: booking.EmailUnacknowledged, Key: key, Payload: job.Encode()}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Overdue is a reservation that its partner has not acknowledged in time.
type Overdue struct {
	Partner Partner
	Row     Row
	Booking booking.Booking
	// Live means that the partner is to have the booking; otherwise it is to give it up.
	Live bool
	// About is what it is to have, or was last told, without the guest.
	About State
	// ToPark means that the e-mail is for the park's office; otherwise it is for staff.
	ToPark bool
}

// Overdue returns the reservation that an e-mail is about, and the time; ok is false where
// it is acknowledged now.
func (s *Service) Overdue(ctx context.Context, job outbox.Job) (o Overdue, ok bool, now time.Time, err error) {
	var j booking.EmailJob
	if err := json.Unmarshal([]byte(job.Payload), &j); err != nil {
		return o, false, now, fmt.Errorf("read the job about a missing acknowledgement: %w: %w", err, outbox.ErrNever)
	}
	err = s.config.Store.View(ctx, func(tx Tx) (err error) {
		now = tx.Now()
		rows, err := tx.Reservations(j.Ref)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if row.Partner == j.Partner {
				o.Row = row
			}
		}
		o.Booking, err = tx.Booking(j.Ref)
		return err
	})
	if err != nil {
		return o, false, now, fmt.Errorf("read what is not acknowledged: %w", err)
	}
	o.Partner, _ = s.config.Partners().find(j.Partner)
	if o.Partner.Name == "" { // it is not in the file any more
		o.Partner.Name, _, _ = strings.Cut(j.Partner, "/")
	}
	o.ToPark = j.ToPark
	o.Live = o.Row.live(o.Booking)
	if o.About, err = contentOf(o.Row, o.Booking, o.Partner, Nothing); err != nil {
		return o, false, now, err
	}
	o.About.Guest = Guest{}
	return o, o.Row.Acked != o.Row.Version, now, nil
}
