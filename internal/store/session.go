package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// session is a transaction of the database. Its methods return how many rows each of the
// statements has changed.
type session interface {
	// run runs the statements in order, up to the first that fails.
	run(ctx context.Context, all ...statement) ([]int64, error)
	// query runs the statements, and then the query.
	query(ctx context.Context, first []statement, query statement) (rows, []int64, error)
	// queries runs the statements, and then the queries, and calls read for each row with
	// the index of its query.
	queries(ctx context.Context, first, all []statement, read func(i int, scan func(into ...any) error) error) ([]int64, error)
	// commit runs the statements and commits.
	commit(ctx context.Context, first []statement) ([]int64, error)
	// rollback undoes what is not committed, and ends the session.
	rollback()
	// sendsLater reports whether statements are cheaper when they are sent together.
	sendsLater() bool
}

// rows are the rows of a query.
type rows interface {
	Next() bool
	Scan(into ...any) error
	Close() error
	Err() error
}

// statement is an SQL statement that waits to be run, and what follows its result.
type statement struct {
	query string
	args  []any
	// check is called with the number of rows that were changed, before the commit.
	// nil: the number does not matter.
	check func(changed int64) error
	// failed wraps the error of the statement. nil: the error stays as it is.
	failed func(error) error
}

// plainSession is a transaction of database/sql, for SQLite: statements do not travel
// there, so nothing is gained by sending them together.
type plainSession struct{ tx *sql.Tx }

func (s plainSession) sendsLater() bool { return false }

func (s plainSession) run(ctx context.Context, all ...statement) ([]int64, error) {
	var changed []int64
	for _, one := range all {
		result, err := s.tx.ExecContext(ctx, one.query, one.args...)
		if err != nil {
			return changed, err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return changed, err
		}
		changed = append(changed, n)
	}
	return changed, nil
}

func (s plainSession) query(ctx context.Context, first []statement, query statement) (rows, []int64, error) {
	changed, err := s.run(ctx, first...)
	if err != nil {
		return nil, changed, err
	}
	found, err := s.tx.QueryContext(ctx, query.query, query.args...) //nolint:rowserrcheck // who reads the rows checks it
	return found, changed, err
}

func (s plainSession) queries(ctx context.Context, first, all []statement, read func(i int, scan func(into ...any) error) error) ([]int64, error) {
	changed, err := s.run(ctx, first...)
	for i, one := range all {
		var found rows
		if err == nil {
			found, _, err = s.query(ctx, nil, one)
		}
		if err == nil {
			err = readAll(found, i, read)
		}
	}
	return changed, err
}

// readAll calls read for each row of a query, and closes it.
func readAll(found rows, i int, read func(i int, scan func(into ...any) error) error) error {
	defer found.Close() // where read fails, the caller gets that
	for found.Next() {
		if err := read(i, found.Scan); err != nil {
			return err
		}
	}
	return cmp.Or(found.Close(), found.Err())
}

func (s plainSession) commit(ctx context.Context, first []statement) ([]int64, error) {
	changed, err := s.run(ctx, first...)
	if err != nil {
		return changed, err
	}
	return changed, s.tx.Commit()
}

func (s plainSession) rollback() { _ = s.tx.Rollback() } // no effect after a commit

// pipelinedSession is a transaction of PostgreSQL. Every wait for an answer of the
// server costs more than most statements, so BEGIN travels with the first statement,
// and statements whose result is not needed travel with the next one or the commit.
type pipelinedSession struct {
	store  *Store
	lease  *pgxpool.Conn // of conn; nil: given back
	conn   *pgx.Conn     // nil: given back
	writer bool          // it holds a token of store.writers
	begin  string
	begun  bool
}

// pipelined returns a session. Those that write use some of the pool's connections only:
// the others are for reads, also while each write waits for its commit.
func (s *Store) pipelined(ctx context.Context, readOnly bool) (*pipelinedSession, error) {
	session := &pipelinedSession{store: s, begin: "begin isolation level repeatable read read only"}
	if !readOnly {
		select {
		case s.writers <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		session.begin, session.writer = "begin", true
	}
	if err := session.acquire(ctx); err != nil {
		session.giveBack()
		return nil, err
	}
	return session, nil
}

// acquire takes a connection from the pool.
func (s *pipelinedSession) acquire(ctx context.Context) error {
	lease, err := s.store.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	s.lease, s.conn = lease, lease.Conn()
	return nil
}

// release gives the connection back to the pool. One that has died leaves the pool at once:
// pgx tries to end it in good order for up to 15 seconds, and the pool would keep its place
// for so long.
func (s *pipelinedSession) release() {
	if s.conn.IsClosed() {
		s.lease.Hijack()
	} else {
		s.lease.Release()
	}
	s.lease, s.conn = nil, nil
}

// giveBack gives back what the session has of the store. Called again, it does nothing.
func (s *pipelinedSession) giveBack() {
	if s.conn != nil {
		s.release()
	}
	if s.writer {
		<-s.store.writers
		s.writer = false
	}
}

func (s *pipelinedSession) sendsLater() bool { return true }

// open sends statements and then queries, after BEGIN where the transaction has not
// begun. It returns how many rows the statements have changed, and the answers, of which
// those to the queries are left to read. There must be at least one statement or query.
// Connections of the pool may have died since they were last used, for example by a
// restart of the server. As long as the transaction has not begun nothing was done on
// them, so open tries the next one, and finally a new one.
func (s *pipelinedSession) open(ctx context.Context, all []statement, queries ...statement) (pgx.BatchResults, []int64, error) {
	for try := 0; ; try++ {
		if s.conn == nil {
			return nil, nil, sql.ErrTxDone
		}
		batch := &pgx.Batch{}
		if !s.begun {
			batch.Queue(s.begin)
		}
		for _, one := range all {
			batch.Queue(one.query, one.args...)
		}
		for _, one := range queries {
			batch.Queue(one.query, one.args...)
		}
		answers := s.conn.SendBatch(ctx, batch)
		var err error
		if !s.begun {
			_, err = answers.Exec()
			if err != nil && s.replaced(ctx, answers, err, try) {
				continue
			}
			s.begun = s.answered(err) == nil
		}
		changed := make([]int64, 0, len(all))
		for range all {
			var tag pgconn.CommandTag
			if err == nil {
				tag, err = answers.Exec()
			}
			if err == nil {
				changed = append(changed, tag.RowsAffected())
			}
		}
		if err != nil {
			_ = answers.Close() // it returns the same error
			return nil, changed, err
		}
		return answers, changed, nil
	}
}

// answered records that the server has answered, where err is nil, and returns err.
func (s *pipelinedSession) answered(err error) error {
	if err == nil {
		s.store.health.answered.Store(time.Now().UnixNano())
	}
	return err
}

// replaced gives back a connection that died with an error before the transaction
// began, and takes another one. It returns false where the connection is alive, the
// statements are at fault, or no other connection can be had.
func (s *pipelinedSession) replaced(ctx context.Context, answers pgx.BatchResults, err error, try int) bool {
	_ = answers.Close() // it returns the same error
	if !died(err) || !s.conn.IsClosed() || ctx.Err() != nil || try > int(s.store.pool.Config().MaxConns) || s.store.health.unavailable() != nil {
		return false
	}
	// First given back: where every connection of the pool has died, the others wait for
	// this one's place.
	s.release()
	return s.acquire(ctx) == nil
}

// died reports whether err, after which a connection is closed, comes from the server or
// the network. pgx also closes a connection when an argument cannot be encoded, which
// would happen again on every other one.
func died(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) || errors.Is(translate(err), ErrUnavailable)
}

func (s *pipelinedSession) run(ctx context.Context, all ...statement) ([]int64, error) {
	if len(all) == 0 {
		return nil, nil
	}
	if s.begun && len(all) == 1 && s.conn != nil {
		tag, err := s.conn.Exec(ctx, all[0].query, all[0].args...)
		if s.answered(err) != nil {
			return nil, err
		}
		return []int64{tag.RowsAffected()}, nil
	}
	answers, changed, err := s.open(ctx, all)
	if err != nil {
		return changed, err
	}
	return changed, s.answered(answers.Close())
}

func (s *pipelinedSession) query(ctx context.Context, first []statement, query statement) (rows, []int64, error) {
	if s.begun && len(first) == 0 && s.conn != nil {
		found, err := s.conn.Query(ctx, query.query, query.args...)
		return pipelinedRows{found, s, nil}, nil, err
	}
	answers, changed, err := s.open(ctx, first, query)
	if err != nil {
		return nil, changed, err
	}
	found, err := answers.Query()
	if err != nil {
		_ = answers.Close() // it returns the same error
	}
	return pipelinedRows{found, s, answers}, changed, err
}

func (s *pipelinedSession) queries(ctx context.Context, first, all []statement, read func(i int, scan func(into ...any) error) error) ([]int64, error) {
	answers, changed, err := s.open(ctx, first, all...)
	if err != nil {
		return changed, err
	}
	defer answers.Close() // where a query or read fails, or read panics, the caller gets that
	for i := range all {
		found, err := answers.Query()
		if err == nil {
			err = readAll(pipelinedRows{found, s, nil}, i, read)
		}
		if err != nil {
			return changed, err
		}
	}
	return changed, s.answered(answers.Close())
}

// commit does nothing where nothing was sent. The server is never asked to cancel a
// commit: while it waits for its standby, it would answer that the transaction is
// committed although the standby lacks it. Where ctx ends first, the commit goes on, and
// the caller learns that its outcome is not known.
func (s *pipelinedSession) commit(ctx context.Context, first []statement) ([]int64, error) {
	if !s.begun {
		// Not with the commit: when a connection dies, open may send again only what
		// cannot have been committed.
		if changed, err := s.run(ctx, first...); err != nil || !s.begun {
			return changed, err
		}
		first = nil
	}
	if s.conn == nil {
		return nil, sql.ErrTxDone
	}
	type outcome struct {
		changed []int64
		err     error
	}
	ended, abandoned := make(chan outcome), make(chan struct{})
	detached := pipelinedSession{store: s.store, conn: s.conn, begun: true}
	go func() {
		changed, err := detached.commitNow(context.WithoutCancel(ctx), first)
		select {
		case ended <- outcome{changed, err}:
		case <-abandoned:
			drop(detached.conn)
		}
	}()
	select {
	case o := <-ended:
		return o.changed, o.err
	case <-ctx.Done():
		close(abandoned)
		s.lease.Hijack() // the pool has a place for another connection, while this one waits for the commit
		s.lease, s.conn = nil, nil
		return nil, ctx.Err()
	}
}

// commitNow runs the statements and commits.
func (s *pipelinedSession) commitNow(ctx context.Context, first []statement) ([]int64, error) {
	s.store.unanswered.begin(s.conn)
	defer s.store.unanswered.end(s.conn)
	answers, changed, err := s.open(ctx, first, statement{query: "commit"})
	if err != nil {
		return changed, err
	}
	tag, err := answers.Exec()
	if err = s.answered(cmp.Or(err, answers.Close())); err == nil && tag.String() == "ROLLBACK" {
		err = pgx.ErrTxCommitRollback
	}
	return changed, err
}

// rollbackWait is how long a rollback may take. After it the connection is closed, and
// the server rolls back.
const rollbackWait = 2 * time.Second

func (s *pipelinedSession) rollback() {
	defer s.giveBack()
	if s.conn != nil && s.begun && !s.conn.IsClosed() && s.conn.PgConn().TxStatus() != 'I' {
		ctx, cancel := context.WithTimeout(context.Background(), rollbackWait)
		_, _ = s.conn.Exec(ctx, "rollback") // where it fails, the pool closes the connection
		cancel()
	}
}

// pipelinedRows are the rows of a query. Closing them closes the batch of answers too.
type pipelinedRows struct {
	pgx.Rows
	session *pipelinedSession
	answers pgx.BatchResults // nil: the query was sent alone
}

func (r pipelinedRows) Close() error {
	r.Rows.Close()
	err := r.Rows.Err()
	if r.answers != nil {
		err = cmp.Or(err, r.answers.Close())
	}
	return r.session.answered(err)
}

// later runs a statement before the next one, or before the commit. Only check
// learns what it has changed. An error of the statement is returned by what runs it.
func (tx *Tx) later(s statement) error {
	tx.wrote = true
	tx.waiting = append(tx.waiting, s)
	if !tx.sql.sendsLater() {
		return tx.flush()
	}
	return nil
}

// flush runs the statements that wait.
func (tx *Tx) flush() error {
	waiting := tx.takeWaiting()
	changed, err := tx.sql.run(tx.ctx, waiting...)
	return tx.checkResults(waiting, changed, err)
}

// takeWaiting returns the statements that wait, which the caller then runs.
func (tx *Tx) takeWaiting() []statement {
	waiting := tx.waiting
	tx.waiting = nil
	return waiting
}

// checkResults checks what statements have changed. err is the error of the first one that
// failed, or of what was run after them.
func (tx *Tx) checkResults(all []statement, changed []int64, err error) error {
	if err = tx.fail(err); err != nil {
		if i := len(changed); i < len(all) && all[i].failed != nil {
			err = all[i].failed(err)
		}
		return err
	}
	for i, n := range changed {
		if i < len(all) && all[i].check != nil {
			if err := all[i].check(n); err != nil {
				tx.failed = true // like a statement that the database refuses
				return err
			}
		}
	}
	return nil
}

// flushChecked runs the statements that wait where one of them has to be checked
// before anything else is sent.
func (tx *Tx) flushChecked() error {
	if !slices.ContainsFunc(tx.waiting, func(s statement) bool { return s.check != nil }) {
		return nil
	}
	return tx.flush()
}

// commitAll runs the statements that wait and commits.
func (tx *Tx) commitAll() error {
	if err := tx.flushChecked(); err != nil {
		return err
	}
	waiting := tx.takeWaiting()
	changed, err := tx.sql.commit(tx.ctx, waiting)
	if err := tx.checkResults(waiting, changed, err); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// lockedRow records that this transaction has locked a row, given its table and key: the
// row stays until the commit.
func (tx *Tx) lockedRow(table, key string) {
	if tx.locks == nil {
		tx.locks = map[string]bool{}
	}
	tx.locks[table+" "+key] = true
}

// save runs a statement that changes the row of a table later. A row that is not
// locked may be gone; then it returns ErrNotFound.
func (tx *Tx) save(table, key, query string, args []any) error {
	s := statement{query: query, args: args, failed: func(err error) error { return fmt.Errorf("save %s %s: %w", table, key, err) }}
	if !tx.locks[table+" "+key] {
		s.check = func(changed int64) error {
			if changed != 1 {
				return s.failed(ErrNotFound)
			}
			return nil
		}
	}
	return tx.later(s)
}
