package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrate brings the schema up to date. On PostgreSQL a session lock lets one
// node do it while others wait; on SQLite two processes that start at once may
// meet, and the one that lost looks again.
func (s *Store) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	dialect := goose.DialectSQLite3
	var options []goose.ProviderOption
	if s.pool != nil {
		dialect = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120)) // every second, two minutes
		if err != nil {
			return fmt.Errorf("lock the schema: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialect, s.writes, files, options...)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	err = s.retry(ctx, func() error {
		if _, err := provider.Up(ctx); err != nil {
			if pending, checkErr := provider.HasPending(ctx); checkErr == nil && !pending {
				return nil
			}
			return translate(err)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("bring the schema up to date: %w", err)
	}
	return nil
}
