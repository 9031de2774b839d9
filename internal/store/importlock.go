package store

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"
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
	conn, err := s.connect(ctx)
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

func (s *Store) lockImportSQLite(ctx context.Context, part Part) (unlock func(), err error) {
	unlock, err = lockFile(ctx, filepath.Join(s.dir, "import-"+string(part)+".lock"), true)
	if errors.Is(err, ErrConflict) {
		err = ErrBusy
	}
	return unlock, err
}
