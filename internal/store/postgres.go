package store

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"holidaymaker/internal/operations/loop"
)

// channel is the name of the notifications by which nodes wake each other.
const channel = "holidaymaker_changes"

// Time-outs of every PostgreSQL session, in milliseconds. Our statements take
// milliseconds; the time-outs limit how long a stuck one can block others.
const (
	statementTimeout = 30_000
	lockTimeout      = 5_000
	idleTimeout      = 30_000
)

// Times after which a connection counts as lost, because the server's host has
// died or the network drops packets.
const (
	connectTimeout        = 3 * time.Second // for each host of the URL
	pingTimeout           = 2 * time.Second // for the check of a connection that was idle
	unacknowledgedTimeout = 5 * time.Second
)

// dial opens a connection on which a dead host is noticed.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3},
		Control: func(network, _ string, raw syscall.RawConn) error {
			return limitUnacknowledged(network, raw, unacknowledgedTimeout)
		},
	}
	return dialer.DialContext(ctx, network, address)
}

// openPostgres opens the connection pool of a PostgreSQL server. Parameters of
// the URL set the pool's size (pool_max_conns) and any parameter of the
// session.
func (s *Store) openPostgres(ctx context.Context, source string) error {
	config, err := pgxpool.ParseConfig(source)
	if err != nil {
		// Without the driver's error, which would contain the URL with its
		// password.
		return errors.New("open the database: its URL cannot be read")
	}
	if !strings.Contains(source, "pool_max_conns") {
		config.MaxConns = 16
	}
	if !strings.Contains(source, "pool_min_conns") {
		config.MinConns = 2
	}
	config.MaxConnIdleTime = 5 * time.Minute
	config.PingTimeout = pingTimeout
	if !strings.Contains(source, "connect_timeout") {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	config.ConnConfig.DialFunc = dial
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
	s.findHosts(ctx, config)
	if err := refuseSharedSessions(ctx, config.ConnConfig); err != nil {
		return err
	}
	s.writers = make(chan struct{}, max(1, config.MaxConns*3/4))
	s.pool, err = pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	if _, err := s.skew.ask(ctx, s.pool); err != nil {
		s.pool.Close()
		return fmt.Errorf("ask the database for its time: %w", translate(err))
	}
	s.writes = stdlib.OpenDBFromPool(s.pool)
	s.reads = s.writes
	return nil
}

// findHosts makes new connections go to the host that takes writes. Where there are several,
// it looks for that host at once: a node may start while one is dead.
func (s *Store) findHosts(ctx context.Context, config *pgxpool.Config) {
	s.hosts = hostsOf(config.ConnConfig)
	config.BeforeConnect = s.hosts.beforeConnect
	if len(s.hosts.all) == 1 {
		return
	}
	if config.ConnConfig.ValidateConnect == nil {
		config.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	}
	p := &probe{config: config.ConnConfig, hosts: s.hosts, skew: &s.skew}
	_ = p.run(ctx) // where no host takes writes, connecting fails too
	p.close()
	s.hosts.writerFirst(config.ConnConfig)
}

// connect opens a connection that does not belong to the pool.
func (s *Store) connect(ctx context.Context) (*pgx.Conn, error) {
	config := s.pool.Config().ConnConfig
	s.hosts.writerFirst(config)
	return pgx.ConnectConfig(ctx, config)
}

// ErrPooler means that a connection pooler gives several connections one session of
// the database, in turn. Locks, prepared statements and notifications need a session
// of their own.
var ErrPooler = errors.New("a connection pooler is in transaction mode: set it to session mode (pool_mode = session), or connect without it")

// sessionRounds is how often the sessions of two connections are compared. A pooler that
// hands out sessions at random stays unnoticed in a round with a probability of an eighth
// at most, because three queries must each get the right one of at least two sessions.
const sessionRounds = 10

// refuseSharedSessions returns ErrPooler where two connections at once have the same
// session, or one has several in turn. In each round the first connection asks twice and the
// second once, so that sessions that are handed out in turn do not come back to the
// connection that had them.
func refuseSharedSessions(ctx context.Context, config *pgx.ConnConfig) error {
	config = config.Copy()
	config.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol // which works through any pooler
	var conns [2]*pgx.Conn
	for i := range conns {
		conn, err := pgx.ConnectConfig(ctx, config)
		if err != nil {
			return unreached(err)
		}
		defer conn.Close(context.WithoutCancel(ctx))
		conns[i] = conn
	}
	var sessions [2]int
	for range sessionRounds {
		for _, i := range []int{0, 0, 1} {
			var session int
			if err := conns[i].QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&session); err != nil {
				return fmt.Errorf("reach the database: %w", translate(err))
			}
			if sessions[i] == 0 {
				sessions[i] = session
			}
			if sessions[i] != session || sessions[0] == sessions[1] {
				return ErrPooler
			}
		}
	}
	return nil
}

// unreached returns the error of a connection that could not be made, with advice
// where a pooler has refused it.
func unreached(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && strings.Contains(pg.Message, "unsupported startup parameter") {
		return fmt.Errorf("reach the database: the connection pooler refuses a setting of the session; add it to ignore_startup_parameters: %w", err)
	}
	if refused := errors.As(err, &pg) && !errors.Is(translate(pg), ErrUnavailable); refused {
		return fmt.Errorf("reach the database: %w", err) // such as a wrong password: waiting does not help
	}
	return fmt.Errorf("reach the database: %w", translate(err))
}

// Names of the store's background loops.
const (
	watchName  = "store_watch"
	listenName = "store_listen"
	notifyName = "store_notify"
)

// listenFor is how long one connection listens before it is replaced, because
// the server may disappear without closing it. Followers also poll, so nothing
// is missed meanwhile. listenRound is how long one round waits.
const (
	listenFor   = time.Minute
	listenRound = 5 * time.Second
)

// listener waits for the changes of other nodes. It has its own connection, so
// it takes none from the pool.
type listener struct {
	store *Store
	conn  *pgx.Conn // nil: none is open
	until time.Time // when it is replaced
}

// listenLoop wakes this node's followers when another node has logged a change.
func (s *Store) listenLoop() loop.Loop {
	l := &listener{store: s}
	atOnce := func() (await func(context.Context)) { return func(context.Context) {} }
	return loop.Loop{Name: listenName, Every: time.Second, Deadline: listenRound + connectTimeout, Wake: atOnce, Round: l.listen, End: l.close}
}

// listen waits for notifications, at most for one round.
func (l *listener) listen(ctx context.Context) error {
	if time.Now().After(l.until) {
		l.close()
	}
	if l.conn == nil {
		if err := l.connect(ctx); err != nil {
			return err
		}
	}
	waiting, cancel := context.WithTimeout(ctx, listenRound)
	defer cancel()
	for {
		_, err := l.conn.WaitForNotification(waiting)
		switch {
		case waiting.Err() != nil && !l.conn.IsClosed():
			return ctx.Err()
		case err != nil:
			l.close()
			return fmt.Errorf("listen for changes: %w", err)
		}
		l.store.foreign.fire()
	}
}

func (l *listener) connect(ctx context.Context) error {
	conn, err := l.store.connect(ctx)
	if err != nil {
		return fmt.Errorf("connect to listen for changes: %w", err)
	}
	l.conn, l.until = conn, time.Now().Add(listenFor)
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		l.close()
		return fmt.Errorf("listen for changes: %w", err)
	}
	return nil
}

// close closes the connection.
func (l *listener) close() {
	if l.conn == nil {
		return
	}
	closing, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = l.conn.Close(closing) // the connection is not used again, closed or not
	l.conn = nil
}

// notifyLoop notifies the other nodes of this node's changes. It does so after
// the commit, and only once for changes in quick succession: a NOTIFY inside
// the transaction would make all commits wait for PostgreSQL's single lock on
// notifications. When a notification is lost, followers still find the change
// by polling.
func (s *Store) notifyLoop() loop.Loop {
	return loop.Loop{Name: notifyName, Every: time.Minute, Deadline: 5 * time.Second, Wake: s.changedHere, Round: func(ctx context.Context) error {
		_, err := s.pool.Exec(ctx, "NOTIFY "+channel)
		return err
	}}
}

// changedHere returns a function that waits for this process's next change.
func (s *Store) changedHere() (await func(context.Context)) {
	changed := s.changed.next()
	return func(ctx context.Context) {
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}
