package payment

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// The first call may end after the second has begun, because its goroutine ends
// after its answer was written. The second call must still be found.
func TestTheEndOfACallDoesNotEndTheNextOne(t *testing.T) {
	s := New(Config{})
	endFirst := s.begin("P1", nil)
	endSecond := s.begin("P1", nil)
	second := s.flights["P1"]
	endFirst()
	if s.flights["P1"] != second {
		t.Error("the end of the first call removed the second")
	}
	endSecond()
	if len(s.flights) != 0 {
		t.Errorf("calls left: %v", s.flights)
	}
}

func TestAStopWaitsForCallsButNotForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{})
		end := s.begin("P1", nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := s.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with a call that does not end: %v", err)
		}
		waited := make(chan error, 1)
		go func() { waited <- s.Wait(t.Context()) }()
		synctest.Wait()
		select {
		case err := <-waited:
			t.Errorf("did not wait for the call: %v", err)
		default:
		}
		end()
		if err := <-waited; err != nil {
			t.Errorf("after the call: %v", err)
		}
	})
}

// A handler that the server has cut off may still begin a call while Wait runs.
func TestAStopWaitsForACallThatALateHandlerBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{})
		endFirst := s.begin("P1", nil)
		waited := make(chan error, 1)
		go func() { waited <- s.Wait(t.Context()) }()
		synctest.Wait()
		endLate := s.begin("P2", nil)
		endFirst()
		synctest.Wait()
		select {
		case err := <-waited:
			t.Errorf("did not wait for the late call: %v", err)
		default:
		}
		endLate()
		if err := <-waited; err != nil {
			t.Errorf("after the late call: %v", err)
		}
		endNext := s.begin("P3", nil) // after Wait has found no more calls
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := s.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a call that began after the first wait: %v", err)
		}
		endNext()
	})
}
