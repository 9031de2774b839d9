package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"holidaymaker/internal/booking"
)

// Errors that callers check with errors.Is. They are the same for both
// databases.
var (
	// ErrNotFound means that no such row exists.
	ErrNotFound = errors.New("not found")
	// ErrExists means that a row with the same unique key exists.
	ErrExists = errors.New("exists already")
	// ErrConflict means that another transaction prevented this one. Update and
	// GroupCommit retry on it, and return it only when the retries fail too.
	ErrConflict = errors.New("another transaction is in the way")
	// ErrUnavailable is booking.ErrUnavailable.
	ErrUnavailable = booking.ErrUnavailable
	// ErrBusy means that another import of the same part is running.
	ErrBusy = errors.New("another import is under way")
)

// tooManyConnections is PostgreSQL's error code when it accepts no more
// connections.
const tooManyConnections = "53300"

// translate converts the drivers' error codes to the errors above, and keeps
// the cause.
func translate(err error) error {
	if err == nil || errors.Is(err, ErrUnavailable) {
		return err
	}
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "23505": // unique_violation
			return fmt.Errorf("%w: %w", ErrExists, err)
		case "40001", "40P01", "55P03": // serialisation failure, deadlock, lock not available
			return fmt.Errorf("%w: %w", ErrConflict, err)
		case "25006", "53100", "53200", tooManyConnections, "57P01", "57P02", "57P03": // standby, disk, memory, connections, shutdown
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		return err
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		switch lite.Code() {
		case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
			return fmt.Errorf("%w: %w", ErrExists, err)
		}
		switch lite.Code() & 0xff { // the primary code within an extended one
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			return fmt.Errorf("%w: %w", ErrConflict, err)
		case sqlite3.SQLITE_INTERRUPT:
			return fmt.Errorf("%w: %w", context.Canceled, err)
		case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		return err
	}
	if lostConnection(err) {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}

// noSpace reports whether a database's disk is full.
func noSpace(err error) bool {
	var pg *pgconn.PgError
	var lite *sqlite.Error
	return errors.As(err, &pg) && pg.Code == "53100" || errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_FULL
}

// lostConnection reports whether err is an error of the network or of a deadline,
// or comes from a connection that was closed before. A connection that is busy is a
// fault of the program.
func lostConnection(err error) bool {
	var network net.Error
	var connecting *pgconn.ConnectError
	return errors.Is(err, pgconn.ErrConnClosed) || errors.As(err, &connecting) || errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, net.ErrClosed)
}
