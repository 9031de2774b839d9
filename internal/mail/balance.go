package mail

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/ledger"
	"holidaymaker/internal/outbox"
)

// balance sends the reminder of a balance, with today's amounts. It sends nothing if
// the booking has been paid, cancelled or moved meanwhile, or if the day is nearer
// than the reminder says.
func (m *Mailer) balance(ctx context.Context, job outbox.Job) error {
	j, b, _, now, err := m.read(ctx, job)
	if err != nil || b.BalanceDue != j.Due || b.Reminder(date.In(now)) != j.Reminder {
		return err
	}
	due, err := date.Parse(b.BalanceDue)
	if err != nil {
		return fmt.Errorf("read the day of a balance: %w: %w", err, outbox.ErrNever)
	}
	left, stay := booking.Pounds(b.Outstanding()), stayAt(b.Stay.ParkName, b.Stay.Arrival)
	v := m.noticeTo(b.Contact.Forename, b.Shown)
	v.Title = left + " is left to pay"
	v.Lead = left + " is left to pay for " + stay + ". Please pay it before " + day(due) + ", under My account or by phone."
	if j.Reminder == booking.BalanceOverdue {
		v.Title = left + " is overdue"
		v.Lead = left + " for " + stay + " was due before " + day(due) + ". Please pay it today, under My account or by phone, so that your holiday is not cancelled."
	}
	made, err := m.both(v.Title+" for booking "+b.Shown, "notice", v)
	if err != nil {
		return err
	}
	return m.send(ctx, job.ID, b.Contact.Email, now, made)
}

// released sends the e-mail about an authorised amount that will not be taken,
// unless the provider has taken it after all.
func (m *Mailer) released(ctx context.Context, job outbox.Job) error {
	j, b, movements, now, err := m.read(ctx, job)
	captured := slices.ContainsFunc(movements, func(row ledger.Movement) bool { return row.Attempt == j.Attempt && row.Kind == ledger.Capture })
	if err != nil || captured || b.Contact.Email == "" {
		return err // the details of an unpaid booking are deleted when its hold ends
	}
	v := m.noticeTo(b.Contact.Forename, b.Shown)
	v.Title = "A payment of " + booking.Pounds(j.Amount) + " was not taken"
	v.Lead = "your bank had reserved " + booking.Pounds(j.Amount) + " for " + stayAt(b.Stay.ParkName, b.Stay.Arrival) +
		". We have not taken it, and have asked your bank to release it. It may need a few days to show that."
	made, err := m.both("A payment for booking "+b.Shown+" was not taken", "notice", v)
	if err != nil {
		return err
	}
	return m.send(ctx, job.ID, b.Contact.Email, now, made)
}

// read reads an e-mail's job, and its booking as it is now.
func (m *Mailer) read(ctx context.Context, job outbox.Job) (j booking.EmailJob, b booking.Booking, movements []ledger.Movement, now time.Time, err error) {
	if err := json.Unmarshal([]byte(job.Payload), &j); err != nil {
		return j, b, nil, now, fmt.Errorf("read an e-mail's job: %w: %w", err, outbox.ErrNever)
	}
	err = m.config.Bookings.View(ctx, func(tx booking.Tx) (err error) {
		now = tx.Now()
		if b, err = tx.Booking(j.Ref); err == nil {
			movements, err = tx.Movements(j.Ref)
		}
		return err
	})
	if err != nil {
		err = fmt.Errorf("read the booking of an e-mail: %w", err)
	}
	return j, b, movements, now, err
}
