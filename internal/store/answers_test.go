package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// On PostgreSQL a session distinguishes faults of the program from a server that
// cannot be reached: only the second may be tried again, and only it is an outage.

func TestAnArgumentThatCannotBeSentIsNotTriedAgain(t *testing.T) {
	s := storetest.PostgreSQL(t).Open(t)
	before := s.Acquired()
	err := s.Update(context.Background(), func(tx *store.Tx) error {
		_, err := tx.Exec("SELECT $1::int4", int64(1)<<40)
		return err
	})
	if err == nil || errors.Is(err, store.ErrUnavailable) {
		t.Errorf("an argument that is too large: %v", err)
	}
	// The transaction takes one connection, and a background loop may take another one.
	if acquired := s.Acquired() - before; acquired > 2 {
		t.Errorf("%d connections were taken", acquired)
	}
}

func TestAStatementOnABusyConnectionIsNoOutage(t *testing.T) {
	s := storetest.PostgreSQL(t).Open(t)
	err := s.Update(context.Background(), func(tx *store.Tx) error {
		return tx.Query(func(func(...any) error) error { return note(tx, "within") }, "SELECT 1")
	})
	if err == nil || !strings.Contains(err.Error(), "busy") {
		t.Fatalf("a statement while rows are read: %v", err)
	}
	if errors.Is(err, store.ErrUnavailable) {
		t.Errorf("it counts as an outage: %v", err)
	}
}

func TestAStatementOnAClosedConnectionIsAnOutage(t *testing.T) {
	s := storetest.PostgreSQL(t).Open(t)
	err := s.Update(context.Background(), func(tx *store.Tx) error {
		if _, err := tx.Exec("SELECT pg_terminate_backend(pg_backend_pid())"); !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("a session that was ended: %v", err)
		}
		return note(tx, "after")
	})
	if !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a statement after the end: %v", err)
	}
}

// While a server answers the statements of transactions, a slow probe is no outage.
func TestEveryAnswerOfTheServerIsRecorded(t *testing.T) {
	s := storetest.PostgreSQL(t).Open(t)
	last := s.Answered()
	answered := func(what string) {
		now := s.Answered()
		if now <= last {
			t.Errorf("%s is not recorded", what)
		}
		last = now
	}
	err := s.Update(context.Background(), func(tx *store.Tx) error {
		if err := note(tx, "a"); err != nil {
			return err
		}
		answered("the first statement")
		if err := note(tx, "b"); err != nil {
			return err
		}
		answered("another statement")
		one := 0
		if err := tx.QueryRow("SELECT 1").Scan(&one); err != nil {
			return err
		}
		answered("a query")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	answered("the commit")
}

func TestAnErrorWhileRowsAreReadIsReportedOnce(t *testing.T) {
	s := storetest.PostgreSQL(t).Open(t)
	err := s.View(context.Background(), func(tx *store.Tx) error {
		return tx.Query(func(func(...any) error) error { return nil }, "SELECT 1 / (3 - n) FROM generate_series(1, 3) AS n")
	})
	if err == nil || strings.Count(err.Error(), "division by zero") != 1 {
		t.Errorf("%v", err)
	}
}
