package store

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A failed probe does not mean an outage while the server answers other calls.
func TestWhichFailedProbesAreOutages(t *testing.T) {
	began := time.Now()
	slow := fmt.Errorf("probe: %w", context.DeadlineExceeded)
	full := fmt.Errorf("connect: %w", &pgconn.PgError{Code: tooManyConnections})
	for name, c := range map[string]struct {
		err      error
		answered time.Time
		down     bool
	}{
		"it answered":                              {nil, began.Add(-time.Hour), false},
		"no answer, and none to others":            {slow, began.Add(-time.Second), true},
		"no answer, but others had one meanwhile":  {slow, began.Add(time.Millisecond), false},
		"a standby, whose reads succeed":           {errStandby, began.Add(time.Millisecond), true},
		"no connection left, and nobody else asks": {full, began.Add(-time.Hour), false},
	} {
		t.Run(name, func(t *testing.T) {
			var h health
			h.answered.Store(c.answered.UnixNano())
			if err := h.outage(c.err, began); (err != nil) != c.down {
				t.Errorf("got %v, want down: %v", err, c.down)
			}
		})
	}
}

// Standbys say nothing about the primary while that may only be slow.
func TestWhyNoHostTakesWrites(t *testing.T) {
	slow, standby := fmt.Errorf("connect: %w", context.DeadlineExceeded), fmt.Errorf("of host 2: %w", errStandby)
	if err := noWriter([]error{standby, standby}); !errors.Is(err, errStandby) {
		t.Errorf("two standbys: %v", err)
	}
	if err := noWriter([]error{standby, slow, standby}); errors.Is(err, errStandby) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("two standbys and a host that does not answer: %v", err)
	}
}

// A single commit that waits, for example because its process is stuck, does not mean that
// commits hang.
func TestWhenCommitsHang(t *testing.T) {
	old := time.Now().Add(-time.Hour)
	for name, c := range map[string]struct {
		began, heartbeat time.Time
		hang             bool
	}{
		"one has begun":                    {time.Now(), old, false},
		"one waits, heartbeats do not":     {old, time.Now(), false},
		"one waits, and no heartbeat came": {old, old, true},
	} {
		t.Run(name, func(t *testing.T) {
			u := unanswered{began: map[*pgx.Conn]time.Time{new(pgx.Conn): c.began}, heartbeat: c.heartbeat}
			if since := u.since(time.Minute); since.IsZero() == c.hang {
				t.Errorf("they hang since %v", since)
			}
		})
	}
}

// While a disk is full, small transactions still find some space.
func TestADiskThatIsFullForSomeIsFull(t *testing.T) {
	s := &Store{}
	s.health.wrote(translate(&pgconn.PgError{Code: "53100"}))
	s.health.wrote(nil)
	if got := s.Health(); got.Full == nil || got.FullSince.IsZero() {
		t.Errorf("a full disk: %+v", got)
	}
	s = &Store{}
	s.health.wrote(translate(&pgconn.PgError{Code: "57P01"}))
	if got := s.Health(); got.Full != nil {
		t.Errorf("a shutdown: %+v", got)
	}
}
