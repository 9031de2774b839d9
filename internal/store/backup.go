package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"modernc.org/sqlite"
)

// File is an option of Open: the source is a file of SQLite that nobody writes, such as a
// backup. It is only read, whatever its schema is.
func File() Option {
	return func(s *Store) { s.file, s.existing, s.unchecked = true, true, true }
}

// openFile opens a file to read.
func (s *Store) openFile(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no file")
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoDatabase, err)
	}
	s.reads, err = openPrepared(sqliteDSN(path, "deferred", []string{"query_only(1)"}) + "&mode=ro&immutable=1")
	if err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	s.writes = s.reads
	return nil
}

// ErrNotSQLite means that only a database of SQLite can be copied to a file.
var ErrNotSQLite = errors.New("PostgreSQL is backed up by its own programs: see docs/backup.md")

// pagesAtOnce is how many pages a copy reads before it looks whether it shall end.
const pagesAtOnce = 2048

// CopyTo writes the database as it is when the copy begins to a file, which must be empty
// or missing. Others may read and write meanwhile; SQLite's write-ahead log is not emptied
// until the copy is done. The file needs no other file beside it.
func (s *Store) CopyTo(ctx context.Context, file string) error {
	if s.pool != nil {
		return ErrNotSQLite
	}
	if err := s.copyPages(ctx, file); err != nil {
		return fmt.Errorf("copy the database: %w", translate(err))
	}
	if err := s.closeCopy(ctx, file); err != nil {
		return fmt.Errorf("complete the copy of the database: %w", translate(err))
	}
	return nil
}

// copyPages copies by SQLite's backup API. It reads within one transaction: otherwise the
// copy would begin again whenever another process has written, as a server does every two
// seconds.
func (s *Store) copyPages(ctx context.Context, file string) error {
	conn, err := s.reads.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback() // it has only read
	var tables int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return err
	}
	return conn.Raw(func(driver any) error {
		source, ok := driver.(*preparingConn).sqliteConn.(interface {
			NewBackup(into string) (*sqlite.Backup, error)
		})
		if !ok {
			return errors.New("this connection cannot copy")
		}
		copying, err := source.NewBackup(sqliteDSN(file, "immediate", []string{"synchronous(OFF)"})) // closeCopy writes it to the disk
		if err != nil {
			return err
		}
		for more := true; more && err == nil; {
			if err = ctx.Err(); err == nil {
				more, err = copying.Step(pagesAtOnce)
			}
		}
		return errors.Join(err, copying.Finish())
	})
}

// closeCopy makes a copy a database without a write-ahead log, and waits until the disk has
// it.
func (s *Store) closeCopy(ctx context.Context, file string) error {
	db, err := sql.Open("sqlite", sqliteDSN(file, "immediate", nil))
	if err != nil {
		return err
	}
	var mode string
	err = db.QueryRowContext(ctx, "PRAGMA journal_mode=DELETE").Scan(&mode)
	if err == nil && mode != "delete" {
		err = fmt.Errorf("its journal mode stays %s", mode)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	written, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(written.Sync(), written.Close())
}
