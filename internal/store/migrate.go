package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrateWait bounds how long a process waits for another one that brings the
// schema up to date.
const migrateWait = 2 * time.Minute

// migrate brings the schema up to date. On PostgreSQL a session lock lets one
// node do it while others wait; on SQLite two processes that start at once may
// meet, and the one that lost looks again until the other is done.
func (s *Store) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	dialect := goose.DialectSQLite3
	var options []goose.ProviderOption
	if s.pool != nil {
		dialect = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, uint64(migrateWait/time.Second))) // every second
		if err != nil {
			return fmt.Errorf("lock the schema: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialect, s.writes, files, options...)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	for start := time.Now(); ; pause(ctx, 20*time.Millisecond) {
		before, _ := provider.GetDBVersion(ctx) // 0 where nothing was done yet
		_, err := provider.Up(ctx)
		if err == nil {
			return nil
		}
		after, versionErr := provider.GetDBVersion(ctx)
		othersAtIt := errors.Is(translate(err), ErrConflict) || versionErr == nil && after > before
		if !othersAtIt || ctx.Err() != nil || time.Since(start) > migrateWait {
			return fmt.Errorf("bring the schema up to date: %w", translate(err))
		}
	}
}
