package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
)

// outboxCommand lists the jobs that are not done, makes one due at once, or drops
// one.
func outboxCommand(ctx context.Context, args []string) error {
	o := newOptions("outbox", "list, retry or drop e-mails and other jobs that wait: outbox list, outbox retry|drop ID")
	db := o.databaseFlags()
	staff := o.staffFlags()
	action, id, err := o.action(args, "list", "outbox: say list, or retry or drop and the id of a job")
	if err != nil {
		return err
	}
	return db.with(ctx, func(s *store.Store) error {
		switch action {
		case "list":
			return listJobs(ctx, s)
		case "retry", "drop":
			return staff.act(func(by payment.StaffMember) error { return changeJob(ctx, s, action, id, by) })
		}
		return fmt.Errorf("outbox: there is no %q, only list, retry and drop", action)
	})
}

func listJobs(ctx context.Context, s *store.Store) error {
	all, err := s.WaitingJobs(ctx, listMost+1)
	if err != nil {
		return fmt.Errorf("list the outbox: %w", err)
	}
	return printList("JOB\tKIND\tABOUT\tWRITTEN\tTRIES\tNEXT TRY", all, func(job outbox.Waiting) string {
		next := job.Due.Format(time.DateTime)
		if job.GivenUp {
			next = "given up"
		}
		return fmt.Sprintf("%s\t%s\t%s\t%s\t%d\t%s", job.ID, job.Kind, job.Key, job.Created.Format(time.DateTime), job.Tries, next)
	})
}

// changeJob makes a job due at once, or drops it, and records that.
func changeJob(ctx context.Context, s *store.Store, change, id string, by payment.StaffMember) error {
	var job outbox.Waiting
	if err := s.View(ctx, func(tx *store.Tx) (err error) {
		job, err = tx.WaitingJob(id)
		return err
	}); errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("there is no job %s that waits", id)
	} else if err != nil {
		return fmt.Errorf("read a job: %w", err)
	}
	if job.Leased(s.Now()) {
		return fmt.Errorf("job %s may be running now, and is tried again at %s: run the command again after that", id, job.Due.Format("15:04:05"))
	}
	step := fmt.Sprintf("the job %s about %s is tried again at once", job.Kind, job.Key)
	switch {
	case change == "retry" && job.Payload == "":
		return fmt.Errorf("job %s cannot be tried again: its content was removed, because it held personal data", id)
	case change == "drop" && strings.HasPrefix(job.Kind, "payment."):
		return fmt.Errorf("job %s moves money and cannot be dropped: enter the payment's outcome with `holidaymaker payment resolve %s`", id, job.Key)
	case change == "drop" && refundWaits(job):
		return fmt.Errorf("job %s refunds a payment and cannot be dropped before it is given up", id)
	case change == "drop":
		step = fmt.Sprintf("the job %s about %s is dropped and never done", job.Kind, job.Key)
	}
	if err := by.Agreed(step); err != nil {
		return err
	}
	err := s.Update(ctx, func(tx *store.Tx) error {
		now, err := tx.WaitingJob(id)
		if err != nil || now.GivenUp != job.GivenUp || now.Tries != job.Tries {
			return errors.Join(err, payment.ErrChanged)
		}
		if change == "drop" {
			err = tx.EndJob(id)
		} else {
			err = tx.RetryJob(id)
		}
		return errors.Join(err, tx.AddAction(payment.Action{By: by.By, Why: by.Why, Command: "outbox " + change, Ref: about(job), Done: step}))
	})
	if err != nil {
		return fmt.Errorf("outbox %s: %w", change, err)
	}
	return nil
}

// refundWaits reports whether a job still tries to refund a payment that has no booking.
func refundWaits(job outbox.Waiting) bool {
	var stray payment.Stray
	return job.Kind == payment.JobStray && !job.GivenUp && json.Unmarshal([]byte(job.Payload), &stray) == nil && stray.Refund
}

// about returns the booking that an e-mail is about, or "".
func about(job outbox.Waiting) string {
	var email booking.EmailJob
	if json.Unmarshal([]byte(job.Payload), &email) != nil {
		return ""
	}
	return email.Ref
}
