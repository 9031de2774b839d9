package store

import (
	"context"
	"testing"
	"time"
)

// OnMigrationConnections is for tests outside of the package, see
// TestMigrationsMayTakeLong.
func (s *Store) OnMigrationConnections(t *testing.T, query string) (answer string) {
	t.Helper()
	db, closing := s.migrationDB()
	defer func() {
		if err := closing(); err != nil {
			t.Error(err)
		}
	}()
	if err := db.QueryRowContext(context.Background(), query).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// Deadline makes the deadline of transactions without one of their own as short
// as a test needs.
func Deadline(d time.Duration) Option { return func(s *Store) { s.deadline = d } }

// MachineClock has the store take another clock for that of its machine.
func MachineClock(clock Clock) Option { return func(s *Store) { s.skew.machine = clock } }
