package mail

import (
	"context"
	"fmt"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/outbox"
)

// balance sends the reminder of a balance, with today's amounts. It sends nothing if
// the booking has been paid, cancelled or moved meanwhile, or if the day is nearer
// than the reminder says. While the result of a payment is not known, the reminder
// waits: it is written once, so it would be lost otherwise.
func (m *Mailer) balance(ctx context.Context, job outbox.Job) error {
	j, b, _, now, err := m.read(ctx, job)
	if err != nil || b.BalanceDue != j.Due {
		return err
	}
	asked := j.Reminder == booking.AskedFor && b.CheckSend(booking.EmailBalance) == nil
	if !asked && b.Reminder(date.In(now)) != j.Reminder {
		return nil
	}
	if b.Sent {
		return fmt.Errorf("remind of a balance while a payment is under way: %w", outbox.ErrNotYet)
	}
	due, err := date.Parse(b.BalanceDue)
	if err != nil {
		return fmt.Errorf("read the day of a balance: %w: %w", err, outbox.ErrNever)
	}
	left, stay := b.Outstanding().Text(), stayAt(b.Stay.ParkName, b.Stay.Arrival)
	v := m.noticeTo(b.Contact.Forename, b.Shown)
	v.Title = left + " is left to pay"
	v.Lead = left + " is left to pay for " + stay + ". Please pay it before " + day(due) + ", under My Booking."
	if j.Reminder == booking.BalanceOverdue || asked && due <= date.In(now) {
		v.Title = left + " is overdue"
		v.Lead = left + " for " + stay + " was due before " + day(due) + ". Please pay it today, under My Booking, so that your holiday is not cancelled."
	}
	made, err := m.both(v.Title+" for booking "+b.Shown, "notice", v)
	if err != nil {
		return err
	}
	return m.send(ctx, job.ID, b.Contact.Email, now, made)
}
