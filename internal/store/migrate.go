package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrationFiles embed.FS

// scripts returns the SQL of each migration, by its number: the file of both databases, and
// after it the database's own file with the same number.
func scripts(files fs.FS, dialect string) (map[int64]string, error) {
	all := map[int64]string{}
	for _, pattern := range []string{"migrations/*.sql", "migrations/" + dialect + "/*.sql"} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			number, err := goose.NumericComponent(path.Base(name))
			if err != nil {
				return nil, err
			}
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return nil, err
			}
			all[number] += string(text)
		}
	}
	return all, nil
}

// strict writes a script as SQLite has it. A table is strict, so that SQLite refuses a text in
// a column of numbers as PostgreSQL does, and strict tables have few types.
var strict = strings.NewReplacer("BIGINT", "INTEGER", "BOOLEAN", "INTEGER", "BYTEA", "BLOB", "\n);", "\n) STRICT;")

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

// migrations returns goose's runner of the migrations. Each runs in a transaction. There is no
// way back: an earlier release needs a backup of the database.
func (s *Store) migrations(db *sql.DB) (*goose.Provider, error) {
	texts, err := scripts(s.migrationFiles, s.Dialect())
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	var all []*goose.Migration
	for _, number := range slices.Sorted(maps.Keys(texts)) {
		text := texts[number]
		if s.pool == nil {
			text = strict.Replace(text)
		}
		all = append(all, goose.NewGoMigration(number, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, text)
			return err
		}}, nil))
	}
	dialect := goose.DialectSQLite3
	options := []goose.ProviderOption{goose.WithGoMigrations(all...)}
	if s.pool != nil {
		dialect = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, uint64(migrateWait/time.Second))) // every second
		if err != nil {
			return nil, fmt.Errorf("lock the schema: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialect, db, nil, options...)
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
		versionBefore, err := provider.GetDBVersion(ctx)
		if err != nil {
			versionBefore = -1 // there is no schema yet
		}
		_, err = provider.Up(ctx)
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
