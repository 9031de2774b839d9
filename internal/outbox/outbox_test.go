package outbox_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/booking/bookingtest"
	"holidaymaker/internal/outbox"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

var (
	ctx   = context.Background()
	quiet = slog.New(slog.DiscardHandler)
)

func enqueue(t *testing.T, s *store.Store, jobs ...outbox.Job) {
	t.Helper()
	if err := s.Update(ctx, func(tx *store.Tx) error {
		for _, j := range jobs {
			if err := tx.Enqueue(j); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// rows reads state and payload of every job.
func rows(t *testing.T, s *store.Store) map[string]string {
	t.Helper()
	all := map[string]string{}
	if err := s.View(ctx, func(tx *store.Tx) error {
		return tx.Query(func(scan func(...any) error) error {
			var key, state, payload string
			err := scan(&key, &state, &payload)
			all[key] = state + " " + payload
			return err
		}, "SELECT job_key, state, payload FROM outbox")
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestWorker(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := bookingtest.NewClock(bookingtest.Start)
		s := db.Open(t, clock.Now)
		var mu sync.Mutex
		done := map[string]int{}
		fail := map[string]error{"always": outbox.ErrAlways, "later": errors.New("no answer"), "never": outbox.ErrNever}
		handlers := map[string]outbox.Handler{"test": func(_ context.Context, j outbox.Job) error {
			mu.Lock()
			defer mu.Unlock()
			done[j.Key]++
			return fail[j.Key]
		}}
		enqueue(t, s, outbox.Job{Kind: "test", Key: "now", Payload: "a"}, outbox.Job{Kind: "test", Key: "now", Payload: "b"},
			outbox.Job{Kind: "test", Key: "later", Payload: "c"}, outbox.Job{Kind: "test", Key: "never", Payload: "d"},
			outbox.Job{Kind: "test", Key: "tomorrow", Payload: "e", Due: bookingtest.Start.Add(24 * time.Hour)},
			outbox.Job{Kind: "test", Key: "always", Payload: "g"}, outbox.Job{Kind: "nobody's", Key: "nobody's", Payload: "f"})
		workers := []*outbox.Worker{}
		for range 4 {
			workers = append(workers, outbox.NewWorker(s.Outbox(), handlers, quiet))
		}
		all := func() {
			var group sync.WaitGroup
			for _, w := range workers {
				group.Go(func() {
					if _, err := w.RunOnce(ctx); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
		}
		all()
		all() // what is to be tried later is not due yet
		if done["now"] != 1 || done["later"] != 1 || done["never"] != 1 || done["tomorrow"] != 0 {
			t.Errorf("done %v", done)
		}
		got := rows(t, s)
		for key, want := range map[string]string{"now": "done ", "later": "due c", "never": "given up ", "tomorrow": "due e", "nobody's": "given up "} {
			if got[key] != want {
				t.Errorf("%s: got %q, want %q", key, got[key], want)
			}
		}
		clock.Advance(outbox.Pause(1))
		all()
		if done["later"] != 2 {
			t.Errorf("done %v", done)
		}
		for range 20 {
			clock.Advance(24 * time.Hour)
			all()
		}
		if done["always"] < 20 || rows(t, s)["always"] != "due g" {
			t.Errorf("what must be done was given up: %v", done)
		}
		if done["tomorrow"] != 1 || done["later"] != 12 || rows(t, s)["later"] != "given up " {
			t.Errorf("in the end: %v, %v", done, rows(t, s))
		}
	})
}

// A worker that dies leaves its jobs to others once its lease has ended.
func TestLeaseOfTheDead(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := bookingtest.NewClock(bookingtest.Start)
		s := db.Open(t, clock.Now)
		enqueue(t, s, outbox.Job{Kind: "test", Key: "k"})
		lease := func() int {
			jobs, err := s.Outbox().Lease(ctx, 10, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			return len(jobs)
		}
		if got := [2]int{lease(), lease()}; got != [2]int{1, 0} {
			t.Errorf("leased %v", got)
		}
		clock.Advance(time.Minute)
		if got := lease(); got != 1 {
			t.Errorf("after the lease: %d", got)
		}
	})
}
