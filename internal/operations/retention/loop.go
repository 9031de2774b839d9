package retention

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/payment"
)

// Visitors deletes what visitors left apart from bookings, in small transactions,
// and returns how many rows.
type Visitors interface {
	// DiscardSignUps deletes sign-ups before a time that were not confirmed.
	DiscardSignUps(ctx context.Context, before time.Time) (int, error)
	// DiscardMessages deletes messages that were sent before a time.
	DiscardMessages(ctx context.Context, before time.Time) (int, error)
	// TrimFormer removes the names of those who left the newsletter. Their
	// addresses stay, so that nobody writes to them.
	TrimFormer(ctx context.Context) (int, error)
	// DiscardWatches deletes the price watches of stays that have begun, those that were not
	// confirmed since a time, and addresses without a watch to which nothing was sent since.
	DiscardWatches(ctx context.Context, before time.Time) (int, error)
	// Overwrite removes from the database's files what was deleted or overwritten.
	Overwrite(ctx context.Context) error
}

// Kind is what the loop erases, as metrics name it.
type Kind string

// What the loop erases.
const (
	Ages     Kind = "booking_ages"
	Details  Kind = "booking_details"
	SignUps  Kind = "sign_ups"
	Messages Kind = "messages"
	Former   Kind = "former_subscribers"
	Watches  Kind = "price_watches"
)

// Kinds lists all kinds.
var Kinds = []Kind{Ages, Details, SignUps, Messages, Former, Watches}

// Config is what New needs.
type Config struct {
	Bookings payment.Store
	Visitors Visitors
	YearEnd  YearEnd
	Clock    func() time.Time
	Bad      *badrecord.Register // bookings that cannot be erased; may be nil
}

// Eraser erases what is over its time. Several nodes may do so at the same time:
// each booking is locked, and only the first of them finds something to erase.
type Eraser struct {
	config Config

	mu     sync.Mutex
	erased map[Kind]uint64
}

// New returns an eraser.
func New(c Config) *Eraser { return &Eraser{config: c, erased: map[Kind]uint64{}} }

// Loop erases once a day, and when the server starts.
func (e *Eraser) Loop() loop.Loop {
	return loop.Loop{Name: "retention", Every: 24 * time.Hour, Deadline: time.Hour, Round: e.Round}
}

// Erased returns what this eraser has erased so far.
func (e *Eraser) Erased() map[Kind]uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	counts := map[Kind]uint64{}
	for _, kind := range Kinds {
		counts[kind] = e.erased[kind]
	}
	return counts
}

func (e *Eraser) count(kind Kind, n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.erased[kind] += uint64(n)
}

// task is one kind of personal data of bookings.
type task struct {
	kind       Kind
	departedBy date.Date // the last day of departure for which it is due
	list       func(tx payment.Tx, before date.Date, after payment.PastStay, limit int) ([]payment.PastStay, error)
	erase      func(tx payment.Tx, ref string, departedBy date.Date) (changed bool, err error)
}

// tasks returns what is due on a day. Details come first: they include the ages.
func tasks(year YearEnd, today date.Date) []task {
	return []task{
		{Details, year.DetailsDue(today), payment.Tx.StaysWithDetails, payment.EraseDetails},
		{Ages, AgesDue(today), payment.Tx.StaysWithAges, payment.EraseAges},
	}
}

// Round erases everything that is over its time. A booking that cannot be erased
// is reported and skipped. A kind that fails does not stop the others.
func (e *Eraser) Round(ctx context.Context) error {
	now := e.config.Clock()
	bad := map[string]error{}
	var failed error
	for _, t := range tasks(e.config.YearEnd, date.In(now)) {
		failed = errors.Join(failed, e.bookings(ctx, t, bad))
	}
	if failed == nil {
		e.config.Bad.Set(badrecord.Erasure, bad) // replaces the earlier list
	}
	for _, left := range []struct {
		kind    Kind
		discard func() (int, error)
	}{
		{SignUps, func() (int, error) {
			return e.config.Visitors.DiscardSignUps(ctx, now.AddDate(0, 0, -SignUpDays))
		}},
		{Messages, func() (int, error) {
			return e.config.Visitors.DiscardMessages(ctx, now.AddDate(0, -MessageMonths, 0))
		}},
		{Former, func() (int, error) { return e.config.Visitors.TrimFormer(ctx) }},
		{Watches, func() (int, error) {
			return e.config.Visitors.DiscardWatches(ctx, now.AddDate(0, 0, -WatchDays))
		}},
	} {
		n, err := left.discard()
		e.count(left.kind, n)
		failed = errors.Join(failed, err)
	}
	return errors.Join(failed, e.config.Visitors.Overwrite(ctx))
}

// most is how many bookings are listed at once.
const most = 200

// bookings does a task for every booking for which it is due, each in a
// transaction of its own.
func (e *Eraser) bookings(ctx context.Context, t task, bad map[string]error) error {
	return e.eachDue(ctx, t, func(ref string) error {
		changed := false
		err := loop.Catch(func() error {
			return e.config.Bookings.Update(ctx, func(tx payment.Tx) (err error) {
				changed, err = t.erase(tx, ref, t.departedBy)
				return err
			})
		})
		switch {
		case errors.Is(err, booking.ErrUnavailable) || ctx.Err() != nil:
			return fmt.Errorf("erase %s: %w", t.kind, errors.Join(err, ctx.Err()))
		case err != nil:
			bad[ref] = err
		case changed:
			e.count(t.kind, 1)
		}
		return nil
	})
}

// eachDue calls do with each booking for which a task is due.
func (e *Eraser) eachDue(ctx context.Context, t task, do func(ref string) error) error {
	for last := (payment.PastStay{}); ; {
		var stays []payment.PastStay
		err := e.config.Bookings.View(ctx, func(tx payment.Tx) (err error) {
			stays, err = t.list(tx, t.departedBy, last, most)
			return err
		})
		if err != nil {
			return fmt.Errorf("find what to erase of %s: %w", t.kind, err)
		}
		for _, stay := range stays {
			last = stay
			if stay.Departure > t.departedBy {
				continue
			}
			if err := do(stay.Ref); err != nil {
				return err
			}
		}
		if len(stays) < most {
			return nil
		}
	}
}

// Overdue counts the bookings that keep something although the loop should have
// erased it some days ago, for staff.
func (e *Eraser) Overdue(ctx context.Context) (n int, err error) {
	for _, t := range tasks(e.config.YearEnd, date.In(e.config.Clock())-graceDays) {
		err := e.eachDue(ctx, t, func(string) error { n++; return nil })
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// graceDays is how late the loop may be before Overdue counts a booking.
const graceDays = 3
