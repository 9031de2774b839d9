package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// lockImport takes the lock of a part for the time of an import. When another
// import has it, it returns ErrBusy. The lock ends with the process or its
// connection, so an import that was killed blocks nobody, and no time-out is
// needed to decide whether it is dead.
func (s *Store) lockImport(ctx context.Context, part Part) (unlock func(), err error) {
	if s.pool != nil {
		unlock, err = s.lockImportPostgres(ctx, part)
	} else {
		unlock, err = s.lockImportSQLite(ctx, part)
	}
	if err != nil {
		return nil, err
	}
	return sync.OnceFunc(unlock), nil
}

// importLocks is the first key of the product's advisory locks, an arbitrary
// number. The second key is the part's.
const importLocks = 0x486f6c69

func (p Part) lockKey() int32 {
	if p == CataloguePart {
		return 1
	}
	return 2
}

func (s *Store) lockImportPostgres(ctx context.Context, part Part) (unlock func(), err error) {
	// A separate connection, because the lock belongs to the session.
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return nil, translate(err)
	}
	closing := func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		// Unlock explicitly: the server ends a closed session a moment later,
		// but the lock must be free now.
		_, _ = conn.Exec(ctx, "SELECT pg_advisory_unlock($1, $2)", int32(importLocks), part.lockKey())
		_ = conn.Close(ctx) // the lock is already free
	}
	var free bool
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1, $2)", int32(importLocks), part.lockKey()).Scan(&free)
	switch {
	case err != nil:
		err = translate(err)
	case !free:
		err = ErrBusy
	default:
		return closing, nil
	}
	closing()
	return nil, err
}

// lockImportSQLite holds a transaction on an empty database file next to the
// real one, because SQLite's own file locks work on every system.
func (s *Store) lockImportSQLite(ctx context.Context, part Part) (unlock func(), err error) {
	path := filepath.Join(s.dir, "import-"+string(part)+".lock")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock of imports: %w", err)
	}
	if err := file.Close(); err != nil {
		return nil, fmt.Errorf("open the lock of imports: %w", err)
	}
	db, err := sql.Open("sqlite", sqliteDSN(path, "exclusive", []string{"busy_timeout(0)"}))
	if err != nil {
		return nil, fmt.Errorf("open the lock of imports: %w", err)
	}
	// Without cancel: the lock must stay when the call that takes it ends.
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err == nil {
		return func() {
			_ = tx.Rollback() // nothing was written
			_ = db.Close()
		}, nil
	}
	if err = translate(err); errors.Is(err, ErrConflict) {
		err = ErrBusy
	}
	return nil, errors.Join(err, db.Close())
}
