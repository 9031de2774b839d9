package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/server/testworld"
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

// rows returns state and payload of every job.
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

func TestJobsAreDoneRetriedOrGivenUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := testworld.NewClock(testworld.Start)
		s := db.Open(t, clock.Now)
		var mu sync.Mutex
		done := map[string]int{}
		fail := map[string]error{"later": errors.New("no answer"), "never": outbox.ErrNever, "money": outbox.ErrNever}
		do := func(_ context.Context, j outbox.Job) error {
			mu.Lock()
			defer mu.Unlock()
			done[j.Key]++
			return fail[j.Key]
		}
		kinds := map[string]outbox.Kind{"test": {Do: do}, "money": {Do: do, UntilDone: true}}
		enqueue(t, s, outbox.Job{Kind: "test", Key: "now", Payload: "a"}, outbox.Job{Kind: "test", Key: "now", Payload: "b"},
			outbox.Job{Kind: "test", Key: "later", Payload: "c"}, outbox.Job{Kind: "test", Key: "never", Payload: "d"},
			outbox.Job{Kind: "test", Key: "tomorrow", Payload: "e", Due: testworld.Start.Add(24 * time.Hour)},
			outbox.Job{Kind: "money", Key: "money", Payload: "g"})
		workers := []*outbox.Worker{}
		for range 4 {
			workers = append(workers, outbox.New(outbox.Config{Store: s.Outbox(), Kinds: kinds}))
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
		all() // jobs to retry later are not due yet
		if done["now"] != 1 || done["later"] != 1 || done["never"] != 1 || done["tomorrow"] != 0 {
			t.Errorf("done %v", done)
		}
		got := rows(t, s)
		for key, want := range map[string]string{"now": "done ", "later": "due c", "never": "given up ", "tomorrow": "due e", "money": "due g"} {
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
		if done["money"] < 20 || rows(t, s)["money"] != "due g" {
			t.Errorf("what must be done was given up: %v", done)
		}
		if done["tomorrow"] != 1 || done["later"] != 12 || rows(t, s)["later"] != "given up " {
			t.Errorf("in the end: %v, %v", done, rows(t, s))
		}
	})
}

// A job that waits for something is tried again and again. It is not given up, does not
// count as failing or old, and what it failed before still counts.
func TestAJobThatMustWait(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := testworld.NewClock(testworld.Start)
		s := db.Open(t, clock.Now)
		bad := badrecord.New(quiet)
		tries, answer := []int{}, errors.New("no answer")
		w := outbox.New(outbox.Config{Store: s.Outbox(), Bad: bad, Kinds: map[string]outbox.Kind{"mail": {Do: func(_ context.Context, j outbox.Job) error {
			tries = append(tries, j.Tries)
			return answer
		}}}})
		enqueue(t, s, outbox.Job{Kind: "mail", Key: "k", Payload: "p"})
		runOnce(t, w)
		answer = fmt.Errorf("a payment is checked: %w", outbox.ErrNotYet)
		for range 200 {
			clock.Advance(10 * time.Minute)
			if n := runOnce(t, w); n != 1 {
				t.Fatalf("%d jobs done after %v", n, tries)
			}
		}
		status, err := s.Outbox().Status(ctx)
		if want := []outbox.Status{{Kind: "mail", Depth: 1, Oldest: clock.Now()}}; err != nil || !slices.Equal(status, want) || bad.Counts()[badrecord.OutboxJob] != 0 {
			t.Errorf("status %+v, %v, given up %v; want %+v", status, err, bad.Counts(), want)
		}
		if last := tries[len(tries)-1]; last != 2 {
			t.Errorf("the last one was try %d, want 2: one failure and this", last)
		}
		answer = nil
		clock.Advance(10 * time.Minute)
		runOnce(t, w)
		if got := rows(t, s)["k"]; got != "done " {
			t.Errorf("in the end: %q", got)
		}
	})
}

// A job that is written again after its end waits from then on; one that waits is kept.
func TestAJobThatIsWrittenAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := testworld.NewClock(testworld.Start)
		s := db.Open(t, clock.Now)
		var answer error
		bad := badrecord.New(quiet)
		w := outbox.New(outbox.Config{Store: s.Outbox(), Bad: bad, Kinds: map[string]outbox.Kind{"mail": {Do: func(context.Context, outbox.Job) error { return answer }}}})
		for _, end := range []error{nil, outbox.ErrNever, nil} {
			answer = end
			for _, payload := range []string{"kept", "too late"} {
				err := s.Update(ctx, func(tx *store.Tx) error { return tx.EnqueueAgain(outbox.Job{Kind: "mail", Key: "k", Payload: payload}) })
				if err != nil {
					t.Fatal(err)
				}
			}
			status, err := s.Outbox().Status(ctx)
			if want := []outbox.Status{{Kind: "mail", Depth: 1, Oldest: clock.Now()}}; err != nil || !slices.Equal(status, want) || rows(t, s)["k"] != "due kept" {
				t.Errorf("status %+v, %v, want %+v; rows %v", status, err, want, rows(t, s))
			}
			if n := runOnce(t, w); n != 1 || (bad.Counts()[badrecord.OutboxJob] > 0) != (end != nil) {
				t.Errorf("%d jobs done with %v, left out: %v", n, end, bad.Records())
			}
			clock.Advance(48 * time.Hour)
		}
	})
}

// When a worker dies, other workers do its jobs once its lease has ended.
func TestLeaseOfACrashedNode(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := testworld.NewClock(testworld.Start)
		s := db.Open(t, clock.Now)
		enqueue(t, s, outbox.Job{Kind: "test", Key: "k"})
		lease := func() int {
			jobs, err := s.Outbox().Lease(ctx, []string{"test"}, 10, time.Minute)
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

// Also a job that was tried while the clock was ahead.
func TestAClockThatIsSetBackDelaysNoJob(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := testworld.NewClock(testworld.Start)
		s := db.Open(t, clock.Now)
		lease := func() (keys []string) {
			jobs, err := s.Outbox().Lease(ctx, []string{"test"}, 10, time.Minute)
			for _, job := range jobs {
				keys = append(keys, job.Key)
				err = errors.Join(err, s.Outbox().Retry(ctx, job.ID, time.Minute))
			}
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(keys)
			return keys
		}
		enqueue(t, s, outbox.Job{Kind: "test", Key: "before"})
		clock.Advance(48 * time.Hour)
		enqueue(t, s, outbox.Job{Kind: "test", Key: "from the future"})
		lease()
		clock.Advance(-48 * time.Hour)
		if err := s.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		clock.Advance(outbox.Lease)
		if got := lease(); !slices.Equal(got, []string{"before", "from the future"}) {
			t.Errorf("due are %v", got)
		}
		if err := s.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if got := lease(); len(got) != 0 {
			t.Errorf("due again, before its pause ends: %v", got)
		}
		if status, err := s.Outbox().Status(ctx); err != nil || status[0].Oldest.After(clock.Now()) {
			t.Errorf("waiting since %v, %v", status[0].Oldest, err)
		}
	})
}

// A node may be doing a job while the clock is set back.
func TestAClockThatIsSetBackEndsNoLease(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := testworld.NewClock(testworld.Start)
		s := db.Open(t, clock.Now)
		lease := func() int {
			jobs, err := s.Outbox().Lease(ctx, []string{"test"}, 10, outbox.Lease)
			if err != nil {
				t.Fatal(err)
			}
			return len(jobs)
		}
		clock.Advance(48 * time.Hour)
		enqueue(t, s, outbox.Job{Kind: "test", Key: "from the future"})
		if got := lease(); got != 1 {
			t.Fatalf("%d jobs are due", got)
		}
		clock.Advance(-48 * time.Hour)
		for range 2 { // the second time, the job looks like any other
			if err := s.Sweep(ctx); err != nil {
				t.Fatal(err)
			}
			clock.Advance(outbox.Lease/2 - time.Second)
			if got := lease(); got != 0 {
				t.Errorf("a second node got a job that the first one was doing")
			}
		}
		clock.Advance(2 * time.Second)
		if got := lease(); got != 1 {
			t.Errorf("after the lease: %d", got)
		}
	})
}

func runOnce(t *testing.T, w *outbox.Worker) int {
	t.Helper()
	n, err := w.RunOnce(ctx)
	if err != nil {
		t.Error(err)
	}
	return n
}

// During a rolling deployment an older node meets jobs of a newer one. It must
// leave them.
func TestJobOfAnUnknownKindStays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := testworld.NewClock(testworld.Start)
		s := db.Open(t, clock.Now)
		enqueue(t, s, outbox.Job{Kind: "new", Key: "k", Payload: "p"})
		older := outbox.New(outbox.Config{Store: s.Outbox(), Kinds: map[string]outbox.Kind{"old": {Do: func(context.Context, outbox.Job) error { return nil }}}})
		if n := runOnce(t, older); n != 0 || rows(t, s)["k"] != "due p" {
			t.Errorf("the older node did %d jobs and left %v", n, rows(t, s))
		}
		newer := outbox.New(outbox.Config{Store: s.Outbox(), Kinds: map[string]outbox.Kind{"new": {Do: func(context.Context, outbox.Job) error { return nil }}}})
		if n := runOnce(t, newer); n != 1 || rows(t, s)["k"] != "done " {
			t.Errorf("the newer node did %d jobs and left %v", n, rows(t, s))
		}
	})
}

// When a handler panics, only its own job fails. The job is given up, counted,
// and logged once.
func TestPoisonedJob(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := testworld.NewClock(testworld.Start)
		s := db.Open(t, clock.Now)
		var text strings.Builder
		log := slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelError}))
		bad := badrecord.New(log)
		do := func(_ context.Context, j outbox.Job) error {
			if j.Key == "poisoned" {
				panic("a nil map")
			}
			return nil
		}
		w := outbox.New(outbox.Config{Store: s.Outbox(), Kinds: map[string]outbox.Kind{"mail": {Do: do}, "money": {Do: do, UntilDone: true}}, Log: log, Bad: bad})
		enqueue(t, s, outbox.Job{Kind: "mail", Key: "poisoned"}, outbox.Job{Kind: "mail", Key: "good"}, outbox.Job{Kind: "money", Key: "poisoned", Payload: "£"})
		runOnce(t, w)
		if rows(t, s)["good"] != "done " {
			t.Errorf("beside the poisoned jobs: %v", rows(t, s))
		}
		for range 20 {
			clock.Advance(24 * time.Hour)
			runOnce(t, w)
		}
		status, err := s.Outbox().Status(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want := []outbox.Status{{Kind: "mail", GivenUp: 1}, {Kind: "money", Depth: 1, Failing: 1, Oldest: testworld.Start}}
		if !slices.Equal(status, want) {
			t.Errorf("status %+v, want %+v", status, want)
		}
		if given := strings.Count(text.String(), "left out"); given != 1 || bad.Counts()[badrecord.OutboxJob] != 1 {
			t.Errorf("given up was logged %d times, reported %d:\n%s", given, bad.Counts()[badrecord.OutboxJob], text.String())
		}
		if failing := strings.Count(text.String(), "keeps failing"); failing != 2 || !strings.Contains(text.String(), "a nil map") {
			t.Errorf("failing was logged %d times, for two jobs:\n%s", failing, text.String())
		}
	})
}

// endings records how jobs end. Like the database, it writes nothing after its
// context has ended.
type endings struct {
	outbox.Store
	job    outbox.Job
	leased bool
	retry  time.Duration
}

func (e *endings) Lease(context.Context, []string, int, time.Duration) ([]outbox.Job, error) {
	if e.leased {
		return nil, nil
	}
	e.leased = true
	return []outbox.Job{e.job}, nil
}

func (e *endings) Retry(ctx context.Context, _ string, pause time.Duration) error {
	if ctx.Err() == nil {
		e.retry = pause
	}
	return ctx.Err()
}

// A job that does not end by itself is stopped after a minute and retried after
// its pause.
func TestAJobThatTimesOutIsRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &endings{job: outbox.Job{ID: "j", Kind: "mail", Tries: 3}}
		w := outbox.New(outbox.Config{Store: e, Kinds: map[string]outbox.Kind{"mail": {Do: func(ctx context.Context, _ outbox.Job) error {
			<-ctx.Done()
			return ctx.Err()
		}}}})
		start := time.Now()
		if n := runOnce(t, w); n != 1 || e.retry != outbox.Pause(3) || time.Since(start) != time.Minute {
			t.Errorf("%d jobs, tried again after %v, ended after %v", n, e.retry, time.Since(start))
		}
	})
}

// A mail server that does not answer delays e-mails but no captures.
func TestSlowKindDelaysNoOther(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t, testworld.NewClock(testworld.Start).Now)
		running, stop := context.WithCancel(ctx)
		answer, captured := make(chan struct{}), make(chan string, 1)
		w := outbox.New(outbox.Config{Store: s.Outbox(), Kinds: map[string]outbox.Kind{
			"mail": {Do: func(context.Context, outbox.Job) error { <-answer; return nil }},
			"money": {UntilDone: true, Do: func(_ context.Context, j outbox.Job) error {
				captured <- j.Key
				return nil
			}},
		}})
		var mails []outbox.Job
		for i := range 15 {
			mails = append(mails, outbox.Job{Kind: "mail", Key: fmt.Sprint(i)})
		}
		enqueue(t, s, append(mails, outbox.Job{Kind: "money", Key: "first"})...)
		runner := loop.NewRunner(quiet)
		runner.Go(running, w.Loop())
		if got := <-captured; got != "first" {
			t.Errorf("captured %s", got)
		}
		enqueue(t, s, outbox.Job{Kind: "money", Key: "second"})
		w.Due.Fire()
		if got := <-captured; got != "second" {
			t.Errorf("captured %s", got)
		}
		stop()
		close(answer)
		if err := runner.Wait(ctx); err != nil { // waits for the jobs in progress
			t.Fatal(err)
		}
		done := 0
		for _, state := range rows(t, s) {
			if state == "done " {
				done++
			}
		}
		if done != 12 {
			t.Errorf("%d jobs done, want ten e-mails and two captures", done)
		}
	})
}
