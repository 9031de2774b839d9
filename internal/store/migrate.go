package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrateWait limits how long a process waits while another one migrates the
// schema.
const migrateWait = 2 * time.Minute

// migrationDB returns connections on which a statement has no time limit,
// because rewriting a large table takes longer than anything a visitor waits
// for. The caller must call closing.
func (s *Store) migrationDB() (db *sql.DB, closing func() error) {
	if s.pool == nil {
		return s.writes, func() error { return nil }
	}
	config := s.pool.Config().ConnConfig
	config.RuntimeParams["statement_timeout"] = "0"
	config.RuntimeParams["idle_in_transaction_session_timeout"] = "0"
	db = stdlib.OpenDB(*config)
	return db, db.Close
}

// migrations returns goose's runner of the migrations.
func (s *Store) migrations(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	dialect := goose.DialectSQLite3
	options := []goose.ProviderOption{goose.WithGoMigrations(guardMigrations(s.pool != nil)...)}
	if s.pool != nil {
		dialect = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, uint64(migrateWait/time.Second))) // every second
		if err != nil {
			return nil, fmt.Errorf("lock the schema: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialect, db, files, options...)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return provider, nil
}

// migrate migrates the schema to the newest version. On PostgreSQL a session
// lock lets one node do it while the others wait. On SQLite, where two
// processes may start at once, the one that fails tries again until the other
// has finished.
func (s *Store) migrate(ctx context.Context) (err error) {
	if err := s.refuseNewer(ctx); err != nil {
		return err
	}
	if err := s.refuseOtherBrand(ctx); err != nil {
		return err
	}
	db, closing := s.migrationDB()
	defer func() { err = errors.Join(err, closing()) }()
	provider, err := s.migrations(db)
	if err != nil {
		return err
	}
	for start := time.Now(); ; pause(ctx, 20*time.Millisecond) {
		versionBefore, _ := provider.GetDBVersion(ctx) // 0 where there is no schema yet
		_, err := provider.Up(ctx)
		if err == nil {
			return nil
		}
		versionAfter, versionErr := provider.GetDBVersion(ctx)
		othersAtIt := errors.Is(translate(err), ErrConflict) || versionErr == nil && versionAfter > versionBefore
		if !othersAtIt || ctx.Err() != nil || time.Since(start) > migrateWait {
			return fmt.Errorf("migrate the schema: %w", translate(err))
		}
	}
}
