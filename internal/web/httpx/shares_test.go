package httpx

import (
	"context"
	"testing"
	"time"
)

func TestAClientGetsItsShareAndNoMore(t *testing.T) {
	type clientKey struct{}
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	s := &Shares{
		PerSecond: 50 * time.Millisecond, Savings: time.Second, AtOnce: 1, Now: func() time.Time { return now },
		Client: func(ctx context.Context) string { return ctx.Value(clientKey{}).(string) },
	}
	of := func(name string) context.Context { return context.WithValue(t.Context(), clientKey{}, name) }
	work := func(name string, took time.Duration) (pieces int) {
		for range 1000 {
			end, ok := s.Begin(of(name))
			if !ok {
				return pieces
			}
			end(took)
			pieces++
		}
		return pieces
	}
	if n := work("a", 100*time.Millisecond); n != 10 {
		t.Errorf("savings of a second: %d pieces of 100 ms", n)
	}
	if n := work("b", 100*time.Millisecond); n != 10 {
		t.Errorf("another client: %d pieces", n)
	}
	for range 60 {
		now = now.Add(time.Second)
		work("a", 100*time.Millisecond)
	}
	now = now.Add(2 * time.Second)
	if n := work("a", 10*time.Millisecond); n > 10 {
		t.Errorf("after a minute at its share: %d pieces of 10 ms", n)
	}
	now = now.Add(time.Hour)
	end, ok := s.Begin(of("a"))
	if _, second := s.Begin(of("a")); !ok || second {
		t.Errorf("one piece at a time: %t, %t", ok, second)
	}
	if other, ok := s.Begin(of("b")); !ok {
		t.Error("another client waits")
	} else {
		other(0)
	}
	end(0)
	now = now.Add(time.Hour)
	if end, ok := s.Begin(of("c")); ok {
		end(0)
	}
	if len(s.clients) != 1 {
		t.Errorf("%d clients are remembered", len(s.clients))
	}
}

func TestWithoutSharesThereIsNoLimit(t *testing.T) {
	var s *Shares
	for range 3 {
		if _, ok := s.Begin(t.Context()); !ok {
			t.Error("refused")
		}
	}
}
