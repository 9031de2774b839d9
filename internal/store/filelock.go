package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
)

// ErrInUse means that a process has a data directory open.
var ErrInUse = errors.New("a process uses the data directory: stop it first")

// useFile is the file on which each store that has a data directory open holds a lock
// together with the others.
const useFile = "in-use.lock"

// LockDir takes a data directory for one caller alone, who replaces its database. It
// returns ErrInUse while a store has it open, also one whose database file was deleted.
// Until unlock is called, no store can open it.
func LockDir(ctx context.Context, dir string) (unlock func(), err error) {
	unlock, err = lockFile(ctx, filepath.Join(dir, useFile), true)
	if errors.Is(err, ErrConflict) {
		err = ErrInUse
	}
	return unlock, err
}

// useDir holds the lock of a store that has a data directory open.
func useDir(ctx context.Context, dir string) (unlock func(), err error) {
	unlock, err = lockFile(ctx, filepath.Join(dir, useFile), false)
	if errors.Is(err, ErrConflict) {
		err = fmt.Errorf("the database is being restored: %w", err)
	}
	return unlock, err
}

// lockFile holds a transaction on an empty database file, because SQLite's own file locks
// work on every system. It returns ErrConflict where another one is in the way: any, if it
// is alone, and otherwise one that is alone. The lock ends with the process.
func lockFile(ctx context.Context, path string, alone bool) (unlock func(), err error) {
	mode := "deferred"
	if alone {
		mode = "exclusive"
	}
	db, err := sql.Open("sqlite", sqliteDSN(path, mode, []string{"busy_timeout(0)"}))
	if err != nil {
		return nil, fmt.Errorf("open the lock %s: %w", path, err)
	}
	// Without cancel: the lock must stay when the call that takes it ends.
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err == nil {
		var tables int // a transaction holds its lock from the first statement on
		err = tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("take the lock %s: %w", path, translate(err)), db.Close())
	}
	return func() {
		_ = tx.Rollback() // nothing was written
		_ = db.Close()
	}, nil
}
