package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Errors that callers tell apart with errors.Is, whatever the database.
var (
	// ErrNotFound says that no such row exists.
	ErrNotFound = errors.New("not found")
	// ErrExists says that a unique key is taken.
	ErrExists = errors.New("exists already")
	// ErrConflict says that another transaction was in the way. Update and
	// Together try again by themselves and return it only when that fails.
	ErrConflict = errors.New("another transaction is in the way")
	// ErrBusy says that another import of the same part is under way.
	ErrBusy = errors.New("another import is under way")
)

// translate maps the drivers' codes to the errors above, keeping the cause.
func translate(err error) error {
	if err == nil {
		return nil
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
		}
		return err
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		switch lite.Code() {
		case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
			return fmt.Errorf("%w: %w", ErrExists, err)
		}
		switch lite.Code() & 0xff { // the primary code beneath an extended one
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			return fmt.Errorf("%w: %w", ErrConflict, err)
		case sqlite3.SQLITE_INTERRUPT:
			return fmt.Errorf("%w: %w", context.Canceled, err)
		}
	}
	return err
}
