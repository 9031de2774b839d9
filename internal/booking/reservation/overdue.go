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
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
)

const (
	// systemPatience is how long a system has to acknowledge a booking before its park and
	// staff get an e-mail. An office with e-mail has officePatience, because it is closed at
	// night.
	systemPatience = 30 * time.Minute
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

// Watch is a round of Loop.
func (s *Service) Watch(ctx context.Context) error {
	var waiting []Row
	err := s.config.Store.View(ctx, func(tx Tx) (err error) {
		now := tx.Now()
		waiting, err = tx.Unacknowledged(Late{System: now.Add(-systemPatience), Office: now.Add(-officePatience), Soon: date.In(now.Add(soon))}, watched)
		return err
	})
	if err != nil {
		return fmt.Errorf("list what is not acknowledged: %w", err)
	}
	var failed error
	for _, r := range waiting {
		if err := s.alert(ctx, r); err != nil {
			failed = errors.Join(failed, fmt.Errorf("watch the reservation of booking %s: %w", r.Ref, err))
		}
	}
	return failed
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
	o.Live = o.Row.Present && o.Booking.State == booking.Confirmed
	if o.About, err = contentOf(o.Row, o.Booking, o.Partner, Message{live: o.Live}); err != nil {
		return o, false, now, err
	}
	o.About.Guest = Guest{}
	return o, o.Row.Acked != o.Row.Version, now, nil
}
