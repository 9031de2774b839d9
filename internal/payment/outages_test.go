package payment_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
)

// outages make the database of a life fail at random: for minutes, for one
// transaction, or by an answer to a commit that is lost. A nil *outages makes none.
type outages struct {
	mu     sync.Mutex
	random *rand.Rand
	until  time.Time // of an outage
	over   bool
	failed int // transactions
	// repeated are the jobs whose end was not recorded, so that they are done again.
	repeated map[string]bool
}

// end ends all outages.
func (o *outages) end() {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.over = true
}

// trouble is what happens to a transaction.
type trouble int

const (
	noTrouble  trouble = iota
	unreached          // it does not begin
	lostAnswer         // it is committed, and no answer comes
)

func (o *outages) draw() trouble {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.over {
		return noTrouble
	}
	now := time.Now()
	if now.Before(o.until) {
		return unreached
	}
	switch n := o.random.IntN(300); {
	case n == 0:
		o.until = now.Add(between(o.random, time.Second, 20*time.Minute))
		return unreached
	case n < 5:
		return unreached
	case n < 10:
		return lostAnswer
	}
	return noTrouble
}

// around does something at the database, or fails.
func (o *outages) around(do func() error) error {
	trouble := o.draw()
	if trouble == noTrouble {
		return do()
	}
	if trouble == lostAnswer {
		if err := do(); err != nil {
			return err
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failed++
	return booking.ErrUnavailable
}

// configure is the testworld.Option that puts the outages in front of the stores.
func (o *outages) configure(b *booking.Config, p *payment.Config) {
	p.Limits.Inquiries = 1 // so that the seed decides their order
	if o != nil {
		b.Store, p.Store = failing[booking.Tx]{b.Store, o}, failingPayments{failing[payment.Tx]{p.Store, o}, p.Store.Parallel()}
	}
}

// failing is a store with outages.
type failing[Tx any] struct {
	store interface {
		View(ctx context.Context, fn func(Tx) error) error
		Update(ctx context.Context, fn func(Tx) error) error
		GroupCommit(ctx context.Context, fn func(Tx) error) error
	}
	*outages
}

func (s failing[Tx]) View(ctx context.Context, fn func(Tx) error) error {
	return s.around(func() error { return s.store.View(ctx, fn) })
}

func (s failing[Tx]) Update(ctx context.Context, fn func(Tx) error) error {
	return s.around(func() error { return s.store.Update(ctx, fn) })
}

func (s failing[Tx]) GroupCommit(ctx context.Context, fn func(Tx) error) error {
	return s.around(func() error { return s.store.GroupCommit(ctx, fn) })
}

// failingPayments is failing for payments.
type failingPayments struct {
	failing[payment.Tx]
	parallel bool
}

func (s failingPayments) Parallel() bool { return s.parallel }

// jobs puts the outages in front of an outbox.
func (o *outages) jobs(store outbox.Store) outbox.Store {
	if o == nil {
		return store
	}
	return failingJobs{store, o}
}

// failingJobs is an outbox with outages.
type failingJobs struct {
	outbox.Store
	*outages
}

func (s failingJobs) Lease(ctx context.Context, kinds []string, limit int, lease time.Duration) (jobs []outbox.Job, err error) {
	err = s.around(func() (err error) {
		jobs, err = s.Store.Lease(ctx, kinds, limit, lease)
		return err
	})
	if err != nil {
		return nil, err
	}
	return jobs, nil
}

func (s failingJobs) Done(ctx context.Context, id string) error {
	err := s.around(func() error { return s.Store.Done(ctx, id) })
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.repeated[id] = true
	}
	return err
}

func (s failingJobs) Retry(ctx context.Context, id string, pause time.Duration) error {
	return s.around(func() error { return s.Store.Retry(ctx, id, pause) })
}

// sentAgain reports whether the e-mail of a job may have been sent twice.
func (o *outages) sentAgain(job string) bool { return o != nil && o.repeated[job] }
