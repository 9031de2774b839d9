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
	first, second := s.begin("P1", nil), s.begin("P1", nil)
	s.end(first)
	if s.flights["P1"] != second {
		t.Error("the end of the first call removed the second")
	}
	s.end(second)
	if len(s.flights) != 0 {
		t.Errorf("calls left: %v", s.flights)
	}
}

func TestAStopWaitsForCallsButNotForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{})
		call := s.begin("P1", nil)
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
		s.end(call)
		if err := <-waited; err != nil {
			t.Errorf("after the call: %v", err)
		}
	})
}

// A handler that the server has cut off may still begin a call while Wait runs.
func TestAStopWaitsForACallThatALateHandlerBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{})
		first := s.begin("P1", nil)
		waited := make(chan error, 1)
		go func() { waited <- s.Wait(t.Context()) }()
		synctest.Wait()
		late := s.begin("P2", nil)
		s.end(first)
		synctest.Wait()
		select {
		case err := <-waited:
			t.Errorf("did not wait for the late call: %v", err)
		default:
		}
		s.end(late)
		if err := <-waited; err != nil {
			t.Errorf("after the late call: %v", err)
		}
		next := s.begin("P3", nil) // after Wait has found no more calls
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := s.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a call that began after the first wait: %v", err)
		}
		s.end(next)
	})
}
