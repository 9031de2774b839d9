package booking

import (
	"context"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
)

// Reminder says how near the day is before which a balance must be paid.
type Reminder string

// The reminders. Each of the first three is sent once.
const (
	DueInTwoWeeks  Reminder = "14 days"
	DueInThreeDays Reminder = "3 days"
	BalanceOverdue Reminder = "overdue"
	// AskedFor is one that staff send, on any day.
	AskedFor Reminder = "asked for"
)

// overdueDays is for how many days after the due day the overdue reminder is sent.
// Ended jobs are kept for longer: they show that a reminder was sent.
const overdueDays = 14

// Reminder returns the reminder that a booking's owner should have on a day, or "".
// There is none if the booking was made or moved since the reminder's first day: that
// e-mail named the due day. While the result of a payment is not known (Sent), the
// caller sends none.
func (b Booking) Reminder(today date.Date) Reminder {
	due, err := date.Parse(b.BalanceDue)
	if err != nil || b.State != Confirmed || b.Outstanding() == 0 || b.BalanceToOperator() || b.Contact.Email == "" || b.Stay.Arrival < today {
		return ""
	}
	toldAt := b.ConfirmedAt
	if b.MovedAt.After(toldAt) {
		toldAt = b.MovedAt
	}
	for _, r := range []struct {
		Reminder
		from, until date.Date
	}{{DueInTwoWeeks, due - 14, due - 3}, {DueInThreeDays, due - 3, due}, {BalanceOverdue, due, due + overdueDays}} {
		if r.from <= today && today < r.until && date.In(toldAt) < r.from {
			return r.Reminder
		}
	}
	return ""
}

// Remind writes the e-mails about balances that are due soon or overdue. Several
// nodes may run it at the same time, as often as they like: a job is written once.
// It returns how many bookings should have a reminder today. One that cannot be read
// is reported and skipped.
func (s *Service) Remind(ctx context.Context) (due int, err error) {
	_, err = s.forEach(ctx, records{
		kind: badrecord.Reminder,
		list: func(tx Tx, after string) ([]string, error) {
			return tx.Unpaid(date.In(tx.Now()), after, recordPage)
		},
		do: func(ref string) error {
			reminded, err := s.remind(ctx, ref)
			if reminded {
				due++
			}
			return err
		},
	})
	if due > 0 {
		s.wake()
	}
	return due, err
}

// remind writes the e-mail that the owner of a booking should have today. It reports
// whether there is one.
func (s *Service) remind(ctx context.Context, ref string) (bool, error) {
	var job outbox.Job
	err := s.store.View(ctx, func(tx Tx) error {
		b, err := tx.Booking(ref)
		if err != nil {
			return err
		}
		if r := b.Reminder(date.In(tx.Now())); r != "" && !b.Sent {
			job = outbox.Job{Kind: EmailBalance, Key: b.Ref + "/" + b.BalanceDue + "/" + string(r),
				Payload: EmailJob{Ref: b.Ref, Due: b.BalanceDue, Reminder: r}.Encode()}
		}
		return nil
	})
	if err != nil || job.Kind == "" {
		return false, err
	}
	return true, s.store.Update(ctx, func(tx Tx) error { return tx.Enqueue(job) })
}

// ReminderLoop reminds every hour.
func (s *Service) ReminderLoop() loop.Loop {
	return loop.Loop{Name: "balance_reminders", Every: time.Hour, Deadline: 10 * time.Minute, Round: func(ctx context.Context) error {
		_, err := s.Remind(ctx)
		return err
	}}
}
