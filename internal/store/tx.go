package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Tx is one transaction. Its time does not change while it runs. Only one
// goroutine at a time may use it, and none after its function has returned.
type Tx struct {
	ctx   context.Context
	store *Store
	sql   *sql.Tx
	now   time.Time

	locked bool     // LockChanges was called
	number int64    // number of the last change, valid when locked
	log    []Change // changes to write before the commit
	steps  []step   // changes of the counts, in order
	counts map[string]*count
	sells  map[string]selling

	wrote  bool // a statement that may write was run
	failed bool // a statement failed; PostgreSQL then refuses all others
}

// Now returns the transaction's time, rounded to milliseconds as in the
// database.
func (tx *Tx) Now() time.Time { return tx.now }

// NowMs returns Now in epoch milliseconds, as the database stores times.
func (tx *Tx) NowMs() int64 { return tx.now.UnixMilli() }

// Exec runs a statement and returns the number of rows that it changed.
func (tx *Tx) Exec(query string, args ...any) (int64, error) {
	tx.wrote = true
	result, err := tx.sql.ExecContext(tx.ctx, query, args...)
	if err != nil {
		return 0, tx.fail(err)
	}
	return result.RowsAffected()
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
	row *sql.Row
	tx  *Tx
}

// Scan reads the row, or returns ErrNotFound when there is none.
func (r Row) Scan(into ...any) error { return r.tx.fail(r.row.Scan(into...)) }

// QueryRow runs a query and returns its first row.
func (tx *Tx) QueryRow(query string, args ...any) Row {
	tx.willRun(query)
	return Row{tx.sql.QueryRowContext(tx.ctx, query, args...), tx}
}

// Query runs a query and calls read for each row. When read returns an error,
// Query stops and returns it. read must not run other statements of the
// transaction.
func (tx *Tx) Query(read func(scan func(into ...any) error) error, query string, args ...any) error {
	tx.willRun(query)
	rows, err := tx.sql.QueryContext(tx.ctx, query, args...)
	if err != nil {
		return tx.fail(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows.Scan); err != nil {
			return err
		}
	}
	return tx.fail(rows.Err())
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
// While the database is known to be down, Update fails at once with
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
		defer func() { _ = tx.sql.Rollback() }() // no effect after a commit
		if err := fn(tx); err != nil {
			return err
		}
		return tx.commit()
	})
	s.health.wrote(err)
	s.observe("update", time.Since(start), err)
	return err
}

// View runs fn in a transaction that reads one consistent state and never waits
// for writers. It has the same deadline as Update.
func (s *Store) View(ctx context.Context, fn func(*Tx) error) error {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	start := time.Now()
	err := s.view(ctx, fn)
	s.observe("view", time.Since(start), err)
	return err
}

func (s *Store) view(ctx context.Context, fn func(*Tx) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if s.pool != nil {
		options.Isolation = sql.LevelRepeatableRead
	}
	inner, err := s.beginOn(ctx, s.reads, options)
	if err != nil {
		return fmt.Errorf("begin a reading transaction: %w", err)
	}
	defer func() { _ = inner.Rollback() }() // it has written nothing
	return fn(s.newTx(ctx, inner))
}

func (s *Store) newTx(ctx context.Context, inner *sql.Tx) *Tx {
	return &Tx{ctx: ctx, store: s, sql: inner, now: s.Now().Truncate(time.Millisecond)}
}

// begin starts a writing transaction. On SQLite another process may hold the
// write lock, so begin tries every few milliseconds. SQLite's own waiting is
// not used, because its pauses get longer and longer, and a busy import takes
// the lock in them.
func (s *Store) begin(ctx context.Context) (*Tx, error) {
	deadline := time.Now().Add(writeWait)
	for {
		inner, err := s.beginOn(ctx, s.writes, nil)
		if err == nil {
			return s.newTx(ctx, inner), nil
		}
		if !errors.Is(err, ErrConflict) || time.Now().After(deadline) || ctx.Err() != nil {
			return nil, fmt.Errorf("begin a transaction: %w", err)
		}
		pause(ctx, 2*time.Millisecond)
	}
}

// beginOn begins a transaction. Connections of the pool may have died since
// they were last used, for example by a restart of the server. Nothing was done
// on them yet, so it tries the next one, and finally a new one.
func (s *Store) beginOn(ctx context.Context, db *sql.DB, options *sql.TxOptions) (*sql.Tx, error) {
	for try := 0; ; try++ {
		if err := s.health.fail(); err != nil {
			return nil, err
		}
		inner, err := db.BeginTx(ctx, options)
		if err == nil {
			s.health.answered.Store(time.Now().UnixNano())
			return inner, nil
		}
		var unreachable *pgconn.ConnectError
		if s.pool == nil || errors.As(err, &unreachable) || ctx.Err() != nil || try > int(s.pool.Config().MaxConns) {
			return nil, translate(err)
		}
	}
}

// commit writes the booked nights and the change log, commits, and wakes followers.
func (tx *Tx) commit() error {
	if err := tx.writeStock(); err != nil {
		return err
	}
	if err := tx.writeLog(); err != nil {
		return err
	}
	if err := tx.sql.Commit(); err != nil {
		return fmt.Errorf("commit: %w", translate(err))
	}
	if len(tx.log) > 0 {
		tx.store.committed.raise(tx.number)
		tx.store.changed.fire()
	}
	return nil
}

func (s *Store) retry(ctx context.Context, once func() error) error {
	for attempt := 1; ; attempt++ {
		err := once()
		if err == nil || !errors.Is(err, ErrConflict) || attempt == attempts || ctx.Err() != nil {
			return err
		}
		pause(ctx, time.Duration(attempt)*time.Duration(1+rand.IntN(5))*time.Millisecond)
	}
}
