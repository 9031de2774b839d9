package loop_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holidaymaker/internal/operations/loop"
)

// run starts loops in a synctest bubble and stops them at its end.
func run(t *testing.T, loops ...loop.Loop) (r *loop.Runner, log *bytes.Buffer, stop func()) {
	t.Helper()
	log = &bytes.Buffer{}
	r = loop.NewRunner(slog.New(slog.NewTextHandler(log, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	for _, l := range loops {
		r.Go(ctx, l)
	}
	return r, log, func() {
		cancel()
		if err := r.Wait(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestAPanicInARoundIsAnErrorOfThatRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		poisoned, other := 0, 0
		r, log, stop := run(t,
			loop.Loop{Name: "poisoned", Every: time.Second, Deadline: time.Second, Round: func(context.Context) error {
				poisoned++
				if poisoned <= 3 {
					panic("a record that nobody thought of")
				}
				return nil
			}},
			loop.Loop{Name: "other", Every: time.Second, Deadline: time.Second, Round: func(context.Context) error {
				other++
				return nil
			}})
		time.Sleep(200 * time.Millisecond)
		synctest.Wait()
		status := r.Status()[1]
		if status.Name != "poisoned" || status.Failures < 2 || status.Err == nil || status.FailingAt.IsZero() || !status.Completed.IsZero() {
			t.Errorf("status while it fails: %+v", status)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		status = r.Status()[1]
		if status.Failures != 3 || status.Err != nil || !status.FailingAt.IsZero() || status.Completed.IsZero() {
			t.Errorf("status after it: %+v", status)
		}
		stop()
		if other < 10 {
			t.Errorf("the other loop ran %d times in 10 seconds", other)
		}
		for line, want := range map[string]int{"background loop fails": 1, "nobody thought of": 1, "loop_test.go": 1, "works again": 1} {
			if got := strings.Count(log.String(), line); got < want || got > 2*want {
				t.Errorf("%q is logged %d times:\n%s", line, got, log)
			}
		}
	})
}

func TestARoundHasADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _, stop := run(t, loop.Loop{Name: "frozen", Every: time.Second, Deadline: 5 * time.Second, Round: func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}})
		time.Sleep(15 * time.Second)
		synctest.Wait()
		status := r.Status()[0]
		if status.Failures < 2 || !errors.Is(status.Err, context.DeadlineExceeded) {
			t.Errorf("after 15 s: %d failures, %v", status.Failures, status.Err)
		}
		if status.Stale(time.Now()) {
			t.Error("stale before its time")
		}
		time.Sleep(time.Minute)
		if !r.Status()[0].Stale(time.Now()) {
			t.Error("not stale although no round completed")
		}
		stop()
		if err := r.Status()[0].Err; err != nil && errors.Is(err, context.Canceled) {
			t.Errorf("the stop counts as a failure: %v", err)
		}
	})
}

func TestALoopThatIsSeldomDueIsTriedAgainSoonAfterAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := true
		r, _, stop := run(t, loop.Loop{Name: "daily", Every: 24 * time.Hour, Deadline: time.Second, Round: func(context.Context) error {
			if down {
				down = false
				return errors.New("the database is unavailable")
			}
			return nil
		}})
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if status := r.Status()[0]; status.Completed.IsZero() || status.Rounds != 2 {
			t.Errorf("ten seconds after a failure: %d rounds, the last completed at %s", status.Rounds, status.Completed)
		}
		stop()
	})
}

func TestATriggerBringsTheNextRoundForward(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		trigger := loop.NewTrigger()
		rounds := 0
		r, _, stop := run(t, loop.Loop{Name: "woken", Every: time.Hour, Deadline: time.Second, Wake: trigger.Wake, Round: func(context.Context) error {
			if rounds++; rounds == 2 {
				trigger.Fire() // during a round: another one follows
				trigger.Fire()
			}
			return nil
		}})
		synctest.Wait()
		trigger.Fire()
		synctest.Wait()
		if rounds := r.Status()[0].Rounds; rounds != 3 {
			t.Errorf("%d rounds, want the first, the one asked for, and the one that it asked for", rounds)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if rounds := r.Status()[0].Rounds; rounds != 4 {
			t.Errorf("%d rounds an hour later", rounds)
		}
		stop()
	})
}

func TestWaitNamesTheLoopThatDoesNotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		log := &bytes.Buffer{}
		r := loop.NewRunner(slog.New(slog.NewTextHandler(log, nil)))
		ctx, cancel := context.WithCancel(t.Context())
		r.Go(ctx, loop.Loop{Name: "deaf", Every: time.Second, Deadline: time.Second, Round: func(context.Context) error {
			<-release
			return nil
		}})
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if !strings.Contains(log.String(), "stuck") || !strings.Contains(log.String(), "deaf") {
			t.Errorf("log %q", log)
		}
		cancel()
		bounded, end := context.WithTimeout(t.Context(), time.Second)
		defer end()
		if err := r.Wait(bounded); err == nil || !strings.Contains(err.Error(), "deaf") {
			t.Errorf("error %v", err)
		}
		close(release)
		if err := r.Wait(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
