package store

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
)

// preparedTable returns a database with a table of the numbers 1 to 3, and its only
// connection.
func preparedTable(t *testing.T) (*sql.DB, *sql.Conn) {
	t.Helper()
	db, err := openPrepared(sqliteDSN(filepath.Join(t.TempDir(), "x.db"), "immediate", nil))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := conn.ExecContext(t.Context(), "CREATE TABLE n (i INTEGER PRIMARY KEY); INSERT INTO n VALUES (1), (2), (3)"); err != nil {
		t.Fatal(err)
	}
	return db, conn
}

// idleOf returns how many statements a connection keeps.
func idleOf(t *testing.T, conn *sql.Conn) (n int) {
	t.Helper()
	if err := conn.Raw(func(c any) error { n = len(c.(*preparingConn).idle); return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

const above = "SELECT i FROM n WHERE i > $1 ORDER BY i"

func TestAStatementThatIsInUseIsNotUsedTwice(t *testing.T) {
	_, conn := preparedTable(t)
	for range 2 { // the second time with statements that were kept
		if got := nested(t, conn); fmt.Sprint(got) != "[12 22 32]" {
			t.Errorf("%v", got)
		}
	}
	if n := idleOf(t, conn); n != 1 {
		t.Errorf("%d statements are kept", n)
	}
}

// nested reads the numbers, and within each row the first one above 1 by the same text.
func nested(t *testing.T, conn *sql.Conn) (got []int) {
	t.Helper()
	outer, err := conn.QueryContext(t.Context(), above, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer outer.Close()
	for outer.Next() {
		var i, least int
		if err := outer.Scan(&i); err != nil {
			t.Fatal(err)
		}
		if err := conn.QueryRowContext(t.Context(), above, 1).Scan(&least); err != nil {
			t.Fatal(err)
		}
		got = append(got, i*10+least)
	}
	if outer.Err() != nil {
		t.Error(outer.Err())
	}
	return got
}

func TestAStatementThatFailedRunsAgain(t *testing.T) {
	_, conn := preparedTable(t)
	insert := func(i int) error {
		_, err := conn.ExecContext(t.Context(), "INSERT INTO n VALUES ($1)", i)
		return err
	}
	if err := insert(4); err != nil {
		t.Error(err)
	}
	if insert(4) == nil {
		t.Error("a number was inserted twice")
	}
	if err := insert(5); err != nil {
		t.Error(err)
	}
	var sum int
	if err := conn.QueryRowContext(t.Context(), "SELECT SUM(i) FROM n WHERE i > $1", 0).Scan(&sum); err != nil || sum != 15 {
		t.Errorf("%d, %v", sum, err)
	}
}

func TestAKeptStatementFollowsTheSchema(t *testing.T) {
	_, conn := preparedTable(t)
	columns := func() int {
		found, err := conn.QueryContext(t.Context(), "SELECT * FROM n WHERE i > $1", 0)
		if err != nil {
			t.Fatal(err)
		}
		defer found.Close()
		names, err := found.Columns()
		if err != nil || !found.Next() || found.Err() != nil {
			t.Errorf("%v, %v", err, found.Err())
		}
		return len(names)
	}
	if n := columns(); n != 1 {
		t.Errorf("%d columns", n)
	}
	if _, err := conn.ExecContext(t.Context(), "ALTER TABLE n ADD COLUMN j INTEGER"); err != nil {
		t.Fatal(err)
	}
	if n := columns(); n != 2 {
		t.Errorf("%d columns after there were two", n)
	}
}

func TestTheNumberOfKeptStatementsIsLimited(t *testing.T) {
	_, conn := preparedTable(t)
	for i := range maxPrepared + 20 {
		var n int
		if err := conn.QueryRowContext(t.Context(), fmt.Sprintf("SELECT %d + $1", i), 1).Scan(&n); err != nil || n != i+1 {
			t.Fatalf("%d: %d, %v", i, n, err)
		}
	}
	if n := idleOf(t, conn); n != maxPrepared {
		t.Errorf("%d statements are kept", n)
	}
}

// A transaction that is given up while rows are open ends them; the file can be
// written and closed afterwards.
func TestAStatementOfATransactionThatEndsCanBeUsedAgain(t *testing.T) {
	db, conn := preparedTable(t)
	if err := conn.Close(); err != nil { // the pool has one
		t.Fatal(err)
	}
	for range 2 {
		abandon(t, db)
		if _, err := db.ExecContext(t.Context(), "DELETE FROM n WHERE i > $1", 10); err != nil {
			t.Error(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// abandon cancels a transaction in the middle of the rows of a query.
func abandon(t *testing.T, db *sql.DB) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	found, err := tx.QueryContext(ctx, above, 0)
	if err != nil || !found.Next() {
		t.Fatal(err)
	}
	defer found.Close()
	cancel()
	_ = tx.Rollback() // the cancelled context may have done it
	if found.Err() == nil && found.Next() {
		t.Error("the rows go on after the end")
	}
}
