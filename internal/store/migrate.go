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
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"holidaymaker/internal/operations/loop"
)

//go:embed migrations
var migrationFiles embed.FS

// Migration is a step of the schema, from one version to the next.
type Migration struct {
	Number int64
	// Min is 0 for a migration that expands the schema: programs that do not know it can go
	// on. After one that contracts the schema, programs whose newest migration is older than
	// Min cannot work on it.
	Min  int64
	text string // the file of both databases, and after it the database's own
}

// Contracts reports whether programs that do not know the migration may be unable to go on.
func (m Migration) Contracts() bool { return m.Min > 0 }

// readMigrations returns the migrations of a database in the order of their numbers.
func readMigrations(files fs.FS, dialect string) (all []Migration, err error) {
	texts := map[int64]string{}
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
			texts[number] += string(text)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(texts)) {
		m := Migration{Number: number, text: texts[number]}
		if m.Min, err = minVersion(m.text); err != nil || m.Min > number {
			return nil, fmt.Errorf("migration %d must begin with '-- expand', or with '-- contract, min_version N' and N at most %d", number, number)
		}
		if dialect == "sqlite" {
			m.text = strict.Replace(m.text)
		}
		all = append(all, m)
	}
	return all, nil
}

// minVersion reads the first line of a migration, which says whether it expands or
// contracts the schema; see Migration.Min.
func minVersion(text string) (n int64, err error) {
	line, _, _ := strings.Cut(text, "\n")
	if line == "-- expand" {
		return 0, nil
	}
	number, ok := strings.CutPrefix(line, "-- contract, min_version ")
	if n, err = strconv.ParseInt(number, 10, 64); err != nil || !ok || n < 2 {
		return 0, errors.New("neither expands nor contracts")
	}
	return n, nil
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
	db = stdlib.OpenDB(*config, stdlib.OptionBeforeConnect(s.hosts.beforeConnect))
	return db, db.Close
}

// Contracting is an option of Open: it also applies migrations that contract the schema.
// Open then returns ErrOlderNodes while nodes run that could not go on.
func Contracting() Option { return func(s *Store) { s.contracting = true } }

// BeforeMigrating is an option of Open: check is called before an existing schema is
// migrated, and its error refuses the database. The schema may be older than this program's.
func BeforeMigrating(check func(context.Context, *Store) error) Option {
	return func(s *Store) { s.before = check }
}

// ErrOlderNodes means that nodes run that could not go on after a migration.
var ErrOlderNodes = errors.New("nodes of an older release are running")

// OlderNodes returns ErrOlderNodes while nodes run that could not go on after the
// migrations of this program.
func (s *Store) OlderNodes(ctx context.Context) error {
	for _, m := range s.KnownSchema().Pending {
		if err := s.refuseOlderNodes(ctx, s.reads, m.Min); err != nil {
			return err
		}
	}
	return nil
}

// refuseOlderNodes returns ErrOlderNodes, and the releases, where nodes run whose newest
// migration is older than min. 0 excludes none.
func (s *Store) refuseOlderNodes(ctx context.Context, db querier, min int64) error {
	if min == 0 {
		return nil
	}
	nodes, err := s.nodesOlderThan(ctx, db, min)
	if err != nil || len(nodes) == 0 {
		return err
	}
	var all []string
	for _, release := range slices.Sorted(maps.Keys(nodes)) {
		all = append(all, fmt.Sprintf("%d of release %s", nodes[release], release))
	}
	return fmt.Errorf("%w (%s), and the migration would end their work: stop them first; a node counts for a minute after its last heartbeat", ErrOlderNodes, strings.Join(all, ", "))
}

// querier is a database or a transaction of it.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// nodesOlderThan counts, by release, the nodes that had a heartbeat within the last minute
// and whose newest migration is older than a version.
func (s *Store) nodesOlderThan(ctx context.Context, db querier, version int64) (map[string]int, error) {
	rows, err := db.QueryContext(ctx, "SELECT release, count(*) FROM node WHERE seen > $1 AND schema < $2 GROUP BY release", s.Now().Add(-nodeAlive).UnixMilli(), version)
	if err != nil {
		return nil, fmt.Errorf("count the nodes: %w", translate(err))
	}
	defer rows.Close()
	nodes := map[string]int{}
	for rows.Next() {
		var release string
		var n int
		if err := rows.Scan(&release, &n); err != nil {
			return nil, fmt.Errorf("count the nodes: %w", translate(err))
		}
		nodes[release] = n
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("count the nodes: %w", translate(err))
	}
	return nodes, nil
}

// apply runs a migration and records what it means for programs that do not know it. It
// looks for older nodes before, and again after, because one may have started meanwhile.
func (s *Store) apply(ctx context.Context, tx *sql.Tx, m Migration) error {
	if err := s.refuseOlderNodes(ctx, tx, m.Min); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, m.text); err != nil {
		return err
	}
	if err := s.refuseOlderNodes(ctx, tx, m.Min); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE schema_state SET min_version = CASE WHEN min_version < $1 THEN $1 ELSE min_version END,
		release = $2, changed_ms = $3`, m.Min, s.release, s.Now().UnixMilli())
	return err
}

// runner returns goose's runner of the migrations. Each runs in a transaction.
func (s *Store) runner(db *sql.DB) (*goose.Provider, error) {
	var all []*goose.Migration
	for _, m := range s.migrations {
		all = append(all, goose.NewGoMigration(m.Number, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error { return s.apply(ctx, tx, m) }}, nil))
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

// migrate applies the migrations that a schema lacks: a server those that expand it, up to
// the first that contracts it. A new schema gets all. On PostgreSQL a session
// lock lets one node do it while the others wait. On SQLite, where two
// processes may start at once, the one that fails tries again until the other
// has finished.
func (s *Store) migrate(ctx context.Context, schema Schema) (err error) {
	var last int64
	for _, m := range schema.Pending {
		if m.Contracts() && schema.Have > 0 && !s.contracting {
			break
		}
		last = m.Number
	}
	if last == 0 {
		return nil
	}
	db, closing := s.migrationDB()
	defer func() { err = errors.Join(err, closing()) }()
	provider, err := s.runner(db)
	if err != nil {
		return err
	}
	for start := time.Now(); ; loop.Pause(ctx, 20*time.Millisecond) {
		versionBefore, err := provider.GetDBVersion(ctx)
		if err != nil {
			versionBefore = -1 // there is no schema yet
		}
		_, err = provider.UpTo(ctx, last)
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
