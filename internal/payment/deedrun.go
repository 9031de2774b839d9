package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/outbox"
)

// JobDeed is the kind of the outbox job that does a deed when its time has come. Its payload is
// a deedTask. The outbox brings what it is known for: a job outlives its process, belongs to one
// node at a time, and is tried again. That a deed is done once, its row decides.
const JobDeed = "payment.deed"

// inProgressPause is how long a deed waits while a payment of its booking is open.
const inProgressPause = 15 * time.Second

type deedTask struct {
	Deed string `json:"deed"`
}

// deedJob does a deed that waits.
func (s *Service) deedJob(ctx context.Context, job outbox.Job) error {
	var task deedTask
	if err := json.Unmarshal([]byte(job.Payload), &task); err != nil {
		return fmt.Errorf("read the job of a deed: %w", err)
	}
	_, err := s.carryOutDeed(ctx, task.Deed, false)
	return err
}

// Now does a deed that waits without waiting longer. One that was done already stays as it is.
// Failures: ErrNoDeed; the deed's Note says why it was not done.
func (s *Service) Now(ctx context.Context, id string) (Deed, error) {
	d, err := s.carryOutDeed(ctx, id, true)
	return d, booking.Wrap("do a deed now", err)
}

// carryOutDeed works the plan of a deed that waits out once more, and does it in the same
// transaction that ends the deed: whoever comes later finds it ended. A deed whose plan does not
// hold any more is refused.
func (s *Service) carryOutDeed(ctx context.Context, id string, early bool) (d Deed, err error) {
	err = s.Store.GroupCommit(ctx, func(tx Tx) error {
		if d, err = lockDeed(tx, id); err != nil || d.State != DeedWaiting {
			return err
		}
		switch wait := d.Due.Sub(tx.Now()); {
		case wait > 0 && !early:
			return outbox.RetryIn(wait, outbox.ErrNotYet)
		case -wait > tooLate:
			return Refusal("it could not be done within an hour: ask for it again")
		}
		return s.doDeed(tx, &d)
	})
	if errors.Is(err, errInProgress) { // money waits until the outcome of a payment is known
		return d, outbox.RetryIn(inProgressPause, errors.Join(outbox.ErrNotYet, err))
	}
	var refusal Refusal
	failure, failed := booking.FailureOf(err)
	if !failed && !errors.As(err, &refusal) && !errors.Is(err, ErrChanged) {
		if err == nil {
			s.Wake()
		}
		return d, err
	}
	note := err.Error()
	if failed && failure.Message != "" {
		note = failure.Message // without its code: people read it
	}
	err = s.Store.Update(ctx, func(tx Tx) error {
		if d, err = lockDeed(tx, id); err != nil || d.State != DeedWaiting {
			return err
		}
		return d.end(tx, DeedRefused, note)
	})
	return d, err
}

// doDeed does a locked deed.
func (s *Service) doDeed(tx Tx, d *Deed) error {
	if d.Body.Change == nil {
		return Refusal("its row cannot be read: ask for it again")
	}
	b, err := booking.ByReference(tx, d.Ref)
	if err != nil {
		return err
	}
	p, err := s.planForOffice(tx, b, *d.Body.Change)
	if err != nil {
		return err
	}
	if p.Hash() != d.Hash {
		return ErrChanged
	}
	if err := errors.Join(s.carryOut(tx, &b, p), d.record(tx, p)); err != nil {
		return err
	}
	d.Due = time.Time{}
	return d.end(tx, DeedDone, "")
}

// end ends a locked deed.
func (d *Deed) end(tx Tx, as DeedState, note string) error {
	d.State, d.Note, d.Ended, d.Body = as, note, tx.Now(), DeedBody{}
	return tx.SaveDeed(*d)
}

func lockDeed(tx Tx, id string) (Deed, error) {
	d, err := tx.LockDeed(id)
	return d, ifMissing(err, ErrNoDeed)
}

// Undo undoes a deed: one that waits or was asked for is dropped, and a change of the stay is taken
// back within UndoTime if the booking is still as it was left. Again, it changes nothing. Failures:
// ErrNoDeed, a Conflict, and a Refusal that says why it is too late.
func (s *Service) Undo(ctx context.Context, id string, who Doer) (d Deed, err error) {
	err = s.Store.GroupCommit(ctx, func(tx Tx) error {
		if d, err = lockDeed(tx, id); err != nil || d.State == DeedUndone {
			return err
		}
		switch {
		case d.State == DeedWaiting || d.State == DeedAsked:
			err = tx.DropJob(JobDeed, d.ID)
		case d.State == DeedRefused:
			return Refusal("it was not done: " + d.Note)
		case d.Body.Undo == nil || !tx.Now().Before(d.Due):
			return Refusal("it was done at " + d.Ended.In(date.London).Format("15:04:05") + " and cannot be undone any more")
		default:
			err = s.restore(tx, *d.Body.Undo)
		}
		if err != nil {
			return err
		}
		d.Second = who.Name
		return errors.Join(d.end(tx, DeedUndone, ""), tx.AddAction(Action{By: who.Name, Why: d.Why, Command: "undo", Ref: d.Ref, Done: "undone: " + d.By + " " + d.Text}))
	})
	if err == nil {
		s.Wake()
	}
	return d, booking.Wrap("undo a deed", err)
}

// Approve agrees as a second person to a deed that was asked for; it then waits as others do.
// Refuse ends it. Failures: ErrNoDeed; a Refusal for one's own deed, or one that does not wait for
// an answer; ErrChanged if its plan does not hold any more: then it is refused.
func (s *Service) Approve(ctx context.Context, id string, who Doer) (d Deed, err error) {
	changed := false
	err = s.Store.GroupCommit(ctx, func(tx Tx) error {
		changed = false
		if d, err = askedDeed(tx, id, who); err != nil {
			return err
		}
		_, p, _, err := s.planDeed(tx, d.Ref, 0, *d.Body.Change)
		if err != nil {
			return err
		}
		d.Second = who.Name
		if changed = p.Hash() != d.Hash; changed {
			return d.end(tx, DeedRefused, ErrChanged.Error())
		}
		return errors.Join(d.wait(tx), tx.SaveDeed(d))
	})
	if err == nil && changed {
		err = ErrChanged
	}
	return d, booking.Wrap("agree to a deed", err)
}

// Refuse refuses as a second person what was asked for, with a reason. Failures: as Approve.
func (s *Service) Refuse(ctx context.Context, id, why string, who Doer) (d Deed, err error) {
	err = s.Store.Update(ctx, func(tx Tx) error {
		if d, err = askedDeed(tx, id, who); err != nil {
			return err
		}
		d.Second = who.Name
		return d.end(tx, DeedRefused, why)
	})
	return d, booking.Wrap("refuse a deed", err)
}

// askedDeed locks a deed that waits for the answer of somebody else than who asked for it.
func askedDeed(tx Tx, id string, who Doer) (Deed, error) {
	d, err := lockDeed(tx, id)
	switch {
	case err != nil:
		return d, err
	case d.State != DeedAsked:
		return d, Refusal("it does not wait for an answer any more: it is " + string(d.State))
	case d.ByID == who.ID:
		return d, errOwn
	case d.Body.Change == nil:
		return d, Refusal("its row cannot be read: ask for it again")
	}
	return d, nil
}

// Deeds lists the deeds of a booking, oldest first, with the booking's version. Its error is
// booking.ErrNoRow if there is no such booking.
func (s *Service) Deeds(ctx context.Context, reference string) (version int64, all []Deed, err error) {
	err = s.Store.View(ctx, func(tx Tx) error {
		b, err := booking.Find(tx, reference)
		if err == nil {
			version = b.Version
			all, err = tx.Deeds(b.Ref)
		}
		return err
	})
	return version, all, booking.Wrap("list the deeds of a booking", err)
}

// Deed reads a deed. Its error is ErrNoDeed if there is none.
func (s *Service) Deed(ctx context.Context, id string) (d Deed, err error) {
	err = s.Store.View(ctx, func(tx Tx) error {
		d, err = tx.Deed(id)
		return ifMissing(err, ErrNoDeed)
	})
	return d, booking.Wrap("read a deed", err)
}

// Asked lists the deeds that wait for a second person, oldest first.
func (s *Service) Asked(ctx context.Context, limit int) (all []Deed, err error) {
	err = s.Store.View(ctx, func(tx Tx) error {
		all, err = tx.AskedDeeds(limit)
		return err
	})
	return all, booking.Wrap("list what waits for a second person", err)
}

// restore is what takes a change of a stay back.
type restore struct {
	// Before is the booking before the change, without what is about people; Version the one that
	// the change has left.
	Before  booking.Booking `json:"before"`
	Version int64           `json:"version"`
	Jobs    []jobName       `json:"jobs"` // e-mails and messages that wait
}

type jobName struct {
	Kind string `json:"kind"`
	Key  string `json:"key"`
}

// restore gives a booking its earlier stay again, if that is free and nothing else was changed.
func (s *Service) restore(tx Tx, r restore) error {
	now, err := booking.ByReference(tx, r.Before.Ref)
	if err != nil {
		return err
	}
	if now.Version != r.Version {
		return conflict(tx, now)
	}
	for _, job := range r.Jobs {
		if err := tx.DropJob(job.Kind, job.Key); err != nil {
			return err
		}
	}
	after := withPeople(r.Before, now)
	after.AmountPaid, after.ChangedAt = now.AmountPaid, tx.Now()
	return s.Bookings.TakeRebooking(quietTx{tx}, &now, booking.Rebooking{Before: now, After: after})
}

// withPeople is a booking with what another copy of it has about people: all that is erased.
func withPeople(b, of booking.Booking) booking.Booking {
	b.Contact, b.Members, b.EmailKey = of.Contact, of.Members, of.EmailKey
	b.Holder, b.Client, b.StartKey, b.Click = of.Holder, of.Client, of.StartKey, of.Click
	return b
}

// laterTx has the jobs of a transaction wait, and notes them.
type laterTx struct {
	Tx
	due  time.Time
	jobs *[]jobName
}

func (tx laterTx) Enqueue(job outbox.Job) error {
	job.Due = tx.due
	*tx.jobs = append(*tx.jobs, jobName{job.Kind, job.Key})
	return tx.Tx.Enqueue(job)
}

// quietTx sends the guest no e-mail: what it would be about was taken back before it was sent.
type quietTx struct{ Tx }

func (tx quietTx) Enqueue(job outbox.Job) error {
	if job.Kind == booking.EmailChanged {
		return nil
	}
	return tx.Tx.Enqueue(job)
}
