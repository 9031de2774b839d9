package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/loop"
)

// Tx is one transaction. Its time does not change while it runs. Only one
// goroutine at a time may use it, and none after its function has returned.
type Tx struct {
	ctx   context.Context
	store *Store
	sql   session
	now   time.Time

	locked bool               // LockChanges was called
	number int64              // number of the last change, valid when locked
	log    []Change           // changes to write before the commit
	steps  []step             // changes of the counts, in order
	counts map[string]*count  // by unit type: the units that are booked
	sells  map[string]selling // by unit type: what was read of its prices and allotment

	waiting []statement     // statements that run before the next one, see later
	locks   map[string]bool // rows that this transaction has locked

	stored map[string]string          // the JSON of rows that it has read, see remember
	found  map[string]booking.Booking // bookings as their terms are stored, see saveTerms
	also   map[string]*foundAlso      // by reference: bookings whose payments have changed

	wrote  bool // a statement that may write was run
	failed bool // a statement or its check failed; PostgreSQL refuses all others after a statement
}

// Now returns the transaction's time, rounded to milliseconds as in the
// database.
func (tx *Tx) Now() time.Time { return tx.now }

// NowMs returns Now in epoch milliseconds, as the database stores times.
func (tx *Tx) NowMs() int64 { return tx.now.UnixMilli() }

// Exec runs a statement and returns the number of rows that it changed.
func (tx *Tx) Exec(query string, args ...any) (int64, error) {
	tx.wrote = true
	all := append(tx.takeWaiting(), statement{query: query, args: args})
	changed, err := tx.sql.run(tx.ctx, all...)
	if err := tx.checkResults(all, changed, err); err != nil {
		return 0, err
	}
	return changed[len(changed)-1], nil
}

// fail translates an error of a statement, and records that a statement failed.
func (tx *Tx) fail(err error) error {
	err = translate(err)
	tx.failed = tx.failed || err != nil && !errors.Is(err, ErrNotFound)
	return err
}

// willRun records whether a query may write.
func (tx *Tx) willRun(query string) {
	tx.wrote = tx.wrote || !strings.HasPrefix(query, "SELECT")
}

// Row is the only row of a query.
type Row struct {
	rows rows
	err  error
	tx   *Tx
}

// Scan reads the row, or returns ErrNotFound when there is none.
func (r Row) Scan(into ...any) error {
	if r.err != nil {
		return r.err
	}
	err := sql.ErrNoRows
	if r.rows.Next() {
		err = r.rows.Scan(into...)
	}
	if closing := cmp.Or(r.rows.Close(), r.rows.Err()); closing != nil {
		err = closing
	}
	return r.tx.fail(err)
}

// QueryRow runs a query and returns its first row, which the caller must scan:
// otherwise the connection stays busy.
func (tx *Tx) QueryRow(query string, args ...any) Row {
	found, err := tx.query(query, args)
	return Row{found, err, tx}
}

func (tx *Tx) query(query string, args []any) (rows, error) {
	tx.willRun(query)
	if err := tx.flushChecked(); err != nil {
		return nil, err
	}
	waiting := tx.takeWaiting()
	found, changed, err := tx.sql.query(tx.ctx, waiting, statement{query: query, args: args})
	if err := tx.checkResults(waiting, changed, err); err != nil {
		return nil, err
	}
	return found, nil
}

// Query runs a query and calls read for each row. When read returns an error,
// Query stops and returns it. read must not run other statements of the
// transaction.
func (tx *Tx) Query(read func(scan func(into ...any) error) error, query string, args ...any) error {
	found, err := tx.query(query, args)
	if err != nil {
		return err
	}
	defer found.Close() // where read fails or panics, the caller gets that
	for found.Next() {
		if err := read(found.Scan); err != nil {
			return err
		}
	}
	return tx.fail(cmp.Or(found.Close(), found.Err()))
}

// queries runs queries, which need not wait for one another's rows, and calls read for
// each row with the index of its query. When read returns an error, queries stops and
// returns it. read must not run other statements of the
// transaction.
func (tx *Tx) queries(all []statement, read func(i int, scan func(into ...any) error) error) error {
	for _, one := range all {
		tx.willRun(one.query)
	}
	if err := tx.flushChecked(); err != nil {
		return err
	}
	waiting := tx.takeWaiting()
	var reading error // not the database's, as in Query
	changed, err := tx.sql.queries(tx.ctx, waiting, all, func(i int, scan func(into ...any) error) error {
		reading = read(i, scan)
		return reading
	})
	if reading != nil {
		return reading
	}
	return tx.checkResults(waiting, changed, err)
}

// Select runs a query and returns what read returns for each row.
func Select[T any](tx *Tx, read func(scan func(into ...any) error) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := tx.Query(func(scan func(into ...any) error) error {
		one, err := read(scan)
		if err == nil {
			all = append(all, one)
		}
		return err
	}, query, args...)
	return all, err
}

// ForUpdate returns the end of a SELECT whose row will be changed depending on
// what was read. On PostgreSQL it locks the row. On SQLite it is empty, because
// there is only one writer.
func (tx *Tx) ForUpdate() string {
	if tx.store.pool != nil {
		return " FOR UPDATE"
	}
	return ""
}

// ForNoKeyUpdate is ForUpdate for a row whose key does not change: rows that refer
// to it can be written meanwhile.
func (tx *Tx) ForNoKeyUpdate() string {
	if tx.store.pool != nil {
		return " FOR NO KEY UPDATE"
	}
	return ""
}

// attempts is how often a transaction is tried when it conflicts with others.
const attempts = 5

// Update runs fn in a writing transaction. It commits when fn returns nil;
// otherwise it keeps nothing and returns the error of fn. On ErrConflict it
// runs fn again, so fn must not change anything except through its Tx.
//
// PostgreSQL runs it at read committed. A decision that depends on a row needs
// ForUpdate, or a condition in the statement that writes. Transactions that
// take or return nights use GroupCommit.
//
// While the database is known to be down, or commits to hang, Update fails at once with
// ErrUnavailable. Otherwise it ends at the deadline of ctx, or at the store's
// where ctx has none.
func (s *Store) Update(ctx context.Context, fn func(*Tx) error) error {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	start := time.Now()
	err := s.retry(ctx, func() error {
		tx, err := s.begin(ctx)
		if err != nil {
			return err
		}
		defer tx.sql.rollback() // no effect after a commit
		if err := fn(tx); err != nil {
			return err
		}
		return tx.commit()
	})
	s.health.wrote(err)
	s.observe(ctx, "update", time.Since(start), err)
	return err
}

// View runs fn in a transaction that reads one consistent state and never waits
// for writers. It has the same deadline as Update.
func (s *Store) View(ctx context.Context, fn func(*Tx) error) error {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	start := time.Now()
	err := s.view(ctx, fn)
	s.observe(ctx, "view", time.Since(start), err)
	return err
}

func (s *Store) view(ctx context.Context, fn func(*Tx) error) error {
	inner, err := s.beginOn(ctx, true)
	if err != nil {
		return fmt.Errorf("begin a reading transaction: %w", err)
	}
	defer inner.rollback() // it has written nothing
	return fn(s.newTx(ctx, inner))
}

func (s *Store) newTx(ctx context.Context, inner session) *Tx {
	return &Tx{ctx: ctx, store: s, sql: inner, now: s.Now().Truncate(time.Millisecond)}
}

// begin starts a writing transaction. On SQLite another process may hold the
// write lock, so begin tries every few milliseconds. SQLite's own waiting is
// not used, because its pauses get longer and longer, and a busy import takes
// the lock in them.
func (s *Store) begin(ctx context.Context) (*Tx, error) {
	deadline := time.Now().Add(writeWait)
	for {
		inner, err := s.beginOn(ctx, false)
		if err == nil {
			return s.newTx(ctx, inner), nil
		}
		if !errors.Is(err, ErrConflict) || time.Now().After(deadline) || ctx.Err() != nil {
			return nil, fmt.Errorf("begin a transaction: %w", err)
		}
		loop.Pause(ctx, 2*time.Millisecond)
	}
}

// beginOn begins a session. On PostgreSQL its transaction begins with the first
// statement.
func (s *Store) beginOn(ctx context.Context, readOnly bool) (session, error) {
	usable := s.writable
	if readOnly {
		usable = s.health.unavailable
	}
	if err := usable(); err != nil {
		return nil, err
	}
	if s.pool != nil {
		inner, err := s.pipelined(ctx, readOnly)
		if err != nil {
			return nil, translate(err)
		}
		return inner, nil
	}
	db := s.writes
	if readOnly {
		db = s.reads
	}
	inner, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: readOnly})
	if err != nil {
		return nil, translate(err)
	}
	return plainSession{inner}, nil
}

// commit writes the booked nights, the sums by which bookings are found and the change log,
// commits, and wakes followers.
func (tx *Tx) commit() error {
	if err := tx.writeMoneyTerms(); err != nil {
		return err
	}
	if err := tx.writeStock(); err != nil {
		return err
	}
	if err := tx.writeLog(); err != nil {
		return err
	}
	if err := tx.commitAll(); err != nil {
		return err
	}
	if len(tx.log) > 0 {
		tx.store.committed.raise(tx.number)
		tx.store.changed.fire()
	}
	return nil
}

// retry runs a transaction until it does not end with ErrConflict, at most attempts times.
func (s *Store) retry(ctx context.Context, once func() error) error {
	for attempt := 1; ; attempt++ {
		err := once()
		if err == nil || !errors.Is(err, ErrConflict) || attempt == attempts || ctx.Err() != nil {
			return err
		}
		loop.Pause(ctx, time.Duration(attempt)*time.Duration(1+rand.IntN(5))*time.Millisecond)
	}
}
