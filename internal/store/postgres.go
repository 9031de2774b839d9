package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// channel is the name under which nodes tell one another of changes.
const channel = "holidaymaker_changes"

// Time-outs of every PostgreSQL session, in milliseconds. A statement of ours
// takes milliseconds; these bound what a stuck one can hold up.
const (
	statementTimeout = 30_000
	lockTimeout      = 5_000
	idleTimeout      = 30_000
)

// openPostgres opens the pool of a PostgreSQL server. The pool's size can be
// set in the URL (pool_max_conns), as can every session parameter.
func (s *Store) openPostgres(ctx context.Context, source string) error {
	config, err := pgxpool.ParseConfig(source)
	if err != nil {
		// The driver's error would repeat the URL with its password.
		return errors.New("open the database: its URL cannot be read")
	}
	if !strings.Contains(source, "pool_max_conns") {
		config.MaxConns = 16
	}
	if !strings.Contains(source, "pool_min_conns") {
		config.MinConns = 2
	}
	config.MaxConnIdleTime = 5 * time.Minute
	config.ConnConfig.ConnectTimeout = 5 * time.Second
	for name, value := range map[string]string{
		"application_name":                    "holidaymaker",
		"timezone":                            "UTC",
		"jit":                                 "off",
		"statement_timeout":                   strconv.Itoa(statementTimeout),
		"lock_timeout":                        strconv.Itoa(lockTimeout),
		"idle_in_transaction_session_timeout": strconv.Itoa(idleTimeout),
	} {
		if _, set := config.ConnConfig.RuntimeParams[name]; !set {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	s.pool, err = pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	if err := s.pool.Ping(ctx); err != nil {
		s.pool.Close()
		return fmt.Errorf("reach the database: %w", err)
	}
	s.writes = stdlib.OpenDBFromPool(s.pool)
	s.reads = s.writes
	return nil
}

// listen wakes this node's followers when another node tells of a change. A
// lost connection is taken up again; followers poll meanwhile.
func (s *Store) listen(ctx context.Context) {
	for ctx.Err() == nil {
		s.listenOnce(ctx)
		pause(ctx, time.Second)
	}
}

func (s *Store) listenOnce(ctx context.Context) {
	// A connection of its own: the pool's are for work.
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = conn.Close(closing) // the connection is given up either way
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return
	}
	for {
		if _, err := conn.WaitForNotification(ctx); err != nil {
			return
		}
		s.foreign.fire()
	}
}

// notify tells the other nodes of this node's changes, after their commit and
// joined into one message where they come fast: a message inside the
// transaction would make all commits queue for PostgreSQL's one message lock.
// Should the process die in between, the others' polling finds the change.
func (s *Store) notify(ctx context.Context) {
	wake := s.changed.next()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		}
		wake = s.changed.next() // before telling: what commits meanwhile is told of next
		telling, cancel := context.WithTimeout(ctx, 5*time.Second)
		_, _ = s.pool.Exec(telling, "NOTIFY "+channel) // polling makes up for a failure
		cancel()
	}
}

// pause waits for d or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
