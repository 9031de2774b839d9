package store

import (
	"context"
	"database/sql/driver"
	"fmt"
)

// maxPrepared is how many statements a connection of SQLite keeps prepared. The store has
// fewer, but the text of some depends on the number of values in a list.
const maxPrepared = 400

// preparing is a connector of SQLite whose connections prepare a statement once.
// To prepare one takes longer than to run it, and database/sql keeps prepared
// statements only outside of transactions.
type preparing struct{ driver.Connector }

// sqliteConn is what database/sql uses of a connection of SQLite.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.Pinger
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

// sqliteStatement is what a connection uses of a prepared statement.
type sqliteStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

func (p preparing) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	inner, ok := conn.(sqliteConn)
	if !ok {
		_ = conn.Close() // the error below matters more
		return nil, fmt.Errorf("a connection of SQLite is a %T", conn)
	}
	return &preparingConn{sqliteConn: inner, idle: map[string]sqliteStatement{}}, nil
}

// preparingConn is a connection. database/sql calls it, and the rows of its queries,
// under one lock.
type preparingConn struct {
	sqliteConn
	idle   map[string]sqliteStatement // by text; one in use is not among them
	closed bool
}

func (c *preparingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if !isKept(args) {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	result, err := s.ExecContext(ctx, args)
	c.giveBack(query, s)
	return result, err
}

func (c *preparingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if !isKept(args) {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	found, err := s.QueryContext(ctx, args)
	if err != nil {
		c.giveBack(query, s)
		return nil, err
	}
	return &preparedRows{Rows: found, release: func() { c.giveBack(query, s) }}, nil
}

// preparedArguments is how many arguments the statements of single rows have at most. An
// import writes many rows with one statement, which is large and seldom the same again.
const preparedArguments = 60

// isKept reports whether a statement is prepared to be used again. Those without arguments
// are mostly migrations, which run once and may be scripts.
func isKept(args []driver.NamedValue) bool { return len(args) > 0 && len(args) <= preparedArguments }

// take returns a prepared statement that is not in use.
func (c *preparingConn) take(ctx context.Context, query string) (sqliteStatement, error) {
	if s, ok := c.idle[query]; ok {
		delete(c.idle, query)
		return s, nil
	}
	s, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	prepared, ok := s.(sqliteStatement)
	if !ok {
		_ = s.Close() // the error below matters more
		return nil, fmt.Errorf("a statement of SQLite is a %T", s)
	}
	return prepared, nil
}

// giveBack keeps a statement that is not in use any more, in place of any other one when
// there are too many.
func (c *preparingConn) giveBack(query string, s sqliteStatement) {
	if _, twice := c.idle[query]; twice || c.closed {
		_ = s.Close() // its error is the one of its last run, which was returned there
		return
	}
	if len(c.idle) >= maxPrepared {
		for text, other := range c.idle {
			_ = other.Close() // as above
			delete(c.idle, text)
			break
		}
	}
	c.idle[query] = s
}

func (c *preparingConn) Close() error {
	c.closed = true
	for _, s := range c.idle {
		_ = s.Close() // as above
	}
	clear(c.idle)
	return c.sqliteConn.Close()
}

// preparedRows are the rows of a prepared query, which is in use until they are closed.
type preparedRows struct {
	driver.Rows
	release func() // gives the statement back; nil once called
}

func (r *preparedRows) Close() error {
	err := r.Rows.Close()
	if r.release != nil {
		r.release()
		r.release = nil
	}
	return err
}
