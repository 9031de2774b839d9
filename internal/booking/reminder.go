package booking

import (
	"context"
	"errors"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/loop"
	"holidaymaker/internal/outbox"
)

// Reminder says how near the day is before which a balance must be paid.
type Reminder string

// The reminders. Each is sent once.
const (
	DueInTwoWeeks  Reminder = "14 days"
	DueInThreeDays Reminder = "3 days"
	BalanceOverdue Reminder = "overdue"
)

// remindOverdue is for how many days after the due day the overdue reminder is sent.
// It is shorter than the time for which ended jobs are kept: an ended job is how we
// know that the reminder was sent.
const remindOverdue = 14

// Reminder returns the reminder that a booking's owner should have on a day, or "".
// A booking made within the same time has its day in the confirmation.
func (b Booking) Reminder(today date.Date) Reminder {
	due, err := date.Parse(b.BalanceDue)
	if err != nil || b.State != Confirmed || b.Outstanding() == 0 || b.BalanceToOperator() || b.Contact.Email == "" || b.Stay.Arrival < today {
		return ""
	}
	for _, r := range []struct {
		Reminder
		from, until date.Date
	}{{DueInTwoWeeks, due - 14, due - 3}, {DueInThreeDays, due - 3, due}, {BalanceOverdue, due, due + remindOverdue}} {
		if r.from <= today && today < r.until && date.In(b.ConfirmedAt) < r.from {
			return r.Reminder
		}
	}
	return ""
}

// remindPage is how many bookings Remind reads at once.
const remindPage = 500

// Remind writes the e-mails about balances that are due soon or overdue. Several
// nodes may run it at the same time, as often as they like: a job is written once.
// It returns how many bookings should have a reminder today.
func (s *Service) Remind(ctx context.Context) (due int, err error) {
	var last Booking
	for {
		var page []Booking
		var today date.Date
		err := s.store.View(ctx, func(tx Tx) (err error) {
			today = date.In(tx.Now())
			page, err = tx.Unpaid(today, last, remindPage)
			return err
		})
		if err != nil {
			return due, wrap("find balances that are due", err)
		}
		var jobs []outbox.Job
		for _, b := range page {
			last = b
			if r := b.Reminder(today); r != "" {
				jobs = append(jobs, outbox.Job{Kind: EmailBalance, Key: b.Ref + "/" + b.BalanceDue + "/" + string(r),
					Payload: EmailJob{Ref: b.Ref, Due: b.BalanceDue, Reminder: r}.encode()})
			}
		}
		due += len(jobs)
		if len(jobs) > 0 {
			err = s.store.Update(ctx, func(tx Tx) error {
				var all []error
				for _, job := range jobs {
					all = append(all, tx.Enqueue(job))
				}
				return errors.Join(all...)
			})
			if err != nil {
				return due, wrap("write reminders of balances", err)
			}
			s.wake()
		}
		if len(page) < remindPage {
			return due, nil
		}
	}
}

// ReminderLoop reminds every hour.
func (s *Service) ReminderLoop() loop.Loop {
	return loop.Loop{Name: "balance_reminders", Every: time.Hour, Deadline: 10 * time.Minute, Round: func(ctx context.Context) error {
		_, err := s.Remind(ctx)
		return err
	}}
}
