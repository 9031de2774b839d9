package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"modernc.org/sqlite" // also registers the driver "sqlite"
)

// sqliteFile is the database file's name in the data directory.
const sqliteFile = "holidaymaker.db"

// SQLiteFile returns the path of the database in a data directory.
func SQLiteFile(dir string) string { return filepath.Join(dir, sqliteFile) }

// UnfinishedFile returns the path of what a restore has copied and not put in the place of
// the database yet.
func UnfinishedFile(dir string) string { return SQLiteFile(dir) + ".part" }

// ErrUnfinished means that a restore was cut off when the old database was moved away and the
// new one was not in its place.
var ErrUnfinished = errors.New("a restore of the database was cut off: type `holidaymaker restore` again")

// logKept is how much of the write-ahead log's file stays when the log begins anew. The log
// itself can be larger: it only begins anew when nobody reads what it has.
const logKept = 64 << 20

// writeWait is how long a writer waits for another process's transaction, for
// example an import's, before it returns ErrConflict.
const writeWait = 5 * time.Second

// openSQLite opens the database of a data directory.
func (s *Store) openSQLite(ctx context.Context, dir string) error {
	s.dir = dir
	path := SQLiteFile(dir)
	if s.existing {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("%w in %s: %w", ErrNoDatabase, dir, err)
		}
	} else if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the data directory: %w", err)
	}
	leave, err := useDir(ctx, dir)
	if err != nil {
		return err
	}
	if err := s.openDir(ctx, dir); err != nil {
		leave()
		return err
	}
	s.leaveDir = leave
	return nil
}

// openDir opens or makes the database of a directory that no restore is changing.
func (s *Store) openDir(ctx context.Context, dir string) error {
	path := SQLiteFile(dir)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(UnfinishedFile(dir)); err == nil {
			return fmt.Errorf("%w (%s)", ErrUnfinished, UnfinishedFile(dir))
		}
	}
	// SQLite creates its journal files with the mode of the database file.
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		return fmt.Errorf("open the database file: %w", err)
	}
	return s.openPools(ctx, path)
}

// openPools opens the file with two connection pools: many readers, which never wait, and
// one writer, because SQLite allows only one at a time.
func (s *Store) openPools(ctx context.Context, path string) (err error) {
	// synchronous(FULL), because a payment that was answered must survive a
	// power cut. Group commits make up for the cost.
	common := []string{"journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "temp_store(MEMORY)",
		"secure_delete(1)", // what is erased is overwritten, and not only marked as free
		fmt.Sprintf("journal_size_limit(%d)", logKept)}
	// The method begin waits for the lock, in regular short pauses.
	s.writes, err = openPrepared(sqliteDSN(path, "immediate", append([]string{"busy_timeout(3)"}, common...)))
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	s.writes.SetMaxOpenConns(1)
	s.reads, err = openPrepared(sqliteDSN(path, "deferred", append([]string{"busy_timeout(5000)", "query_only(1)"}, common...)))
	if err != nil {
		return errors.Join(fmt.Errorf("open the database: %w", err), s.writes.Close())
	}
	readers := max(4, 2*runtime.GOMAXPROCS(0))
	s.reads.SetMaxOpenConns(readers)
	s.reads.SetMaxIdleConns(readers)
	if err := s.Ping(ctx); err != nil {
		return errors.Join(fmt.Errorf("open %s: %w", path, err), s.writes.Close(), s.reads.Close())
	}
	return nil
}

// openPrepared opens a pool of connections that keep their statements prepared.
func openPrepared(dsn string) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(preparing{connector}), nil
}

func sqliteDSN(path, lock string, pragmas []string) string {
	query := url.Values{"_txlock": {lock}, "_pragma": pragmas}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: query.Encode()}).String()
}

// LogFile returns the path of SQLite's write-ahead log, and LogBytes its size.
func (s *Store) LogFile() string { return SQLiteFile(s.dir) + "-wal" }

// LogBytes is described at LogFile. It is 0 on PostgreSQL.
func (s *Store) LogBytes() (int64, error) {
	if s.pool != nil {
		return 0, nil
	}
	info, err := os.Stat(s.LogFile())
	switch {
	case errors.Is(err, os.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, fmt.Errorf("read the size of the database's log: %w", err)
	}
	return info.Size(), nil
}
