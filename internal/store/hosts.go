package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"holidaymaker/internal/operations/loop"
)

// hosts are the hosts that the URL of a PostgreSQL server names. A new connection tries one
// after the other, and one that is dead costs it seconds. So it begins with the host that
// last took writes.
type hosts struct {
	// all has, for each host, the ways to connect to it: with sslmode=prefer there are two.
	all    [][]*pgconn.FallbackConfig
	writer atomic.Int64 // the index of the host that last took writes
}

// hostsOf returns the hosts of a configuration in their order.
func hostsOf(config *pgx.ConnConfig) *hosts {
	h := &hosts{}
	first := &pgconn.FallbackConfig{Host: config.Host, Port: config.Port, TLSConfig: config.TLSConfig}
	for _, way := range append([]*pgconn.FallbackConfig{first}, config.Fallbacks...) {
		last := len(h.all) - 1
		if last >= 0 && h.all[last][0].Host == way.Host && h.all[last][0].Port == way.Port {
			h.all[last] = append(h.all[last], way)
			continue
		}
		h.all = append(h.all, []*pgconn.FallbackConfig{way})
	}
	return h
}

// writerFirst makes a connection begin with the host that last took writes.
func (h *hosts) writerFirst(config *pgx.ConnConfig) {
	writer := h.writer.Load()
	tryHosts(config, slices.Concat(h.all[writer:], h.all[:writer])...)
}

// beforeConnect is writerFirst for those who connect again and again.
func (h *hosts) beforeConnect(_ context.Context, config *pgx.ConnConfig) error {
	h.writerFirst(config)
	return nil
}

// tryHosts makes a connection try these hosts only, in this order.
func tryHosts(config *pgx.ConnConfig, hosts ...[]*pgconn.FallbackConfig) {
	ways := slices.Concat(hosts...)
	config.Host, config.Port, config.TLSConfig, config.Fallbacks = ways[0].Host, ways[0].Port, ways[0].TLSConfig, ways[1:]
}

// probe asks the server whether it takes writes, and what time it is. It has its
// own connection, so a busy pool does not look like an outage.
type probe struct {
	config *pgx.ConnConfig
	hosts  *hosts
	skew   *skew
	conn   *pgx.Conn // to the host that takes writes; nil: none is open
}

// run asks on the open connection. When that was closed meanwhile, for example
// by a restart, or its server has become a standby, it looks at once for the host that
// takes writes; when the server does not answer in time, it does so the next time.
func (p *probe) run(ctx context.Context) (err error) {
	if p.conn != nil {
		err := p.ask(ctx, p.conn)
		if err == nil {
			return nil
		}
		p.close()
		if errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	p.conn, err = p.findWriter(ctx)
	return err
}

// findWriter asks all hosts at once. It returns a connection to the first that takes
// writes, and new connections begin with that host from then on.
func (p *probe) findWriter(ctx context.Context) (writer *pgx.Conn, err error) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		host int
		conn *pgx.Conn
		err  error
	}
	answers := make(chan answer)
	for host := range p.hosts.all {
		go func() {
			var conn *pgx.Conn
			err := loop.Catch(func() (err error) {
				conn, err = p.connect(asking, host)
				return err
			})
			answers <- answer{host, conn, err}
		}()
	}
	var failed []error
	for range p.hosts.all {
		switch a := <-answers; {
		case a.err != nil:
			failed = append(failed, a.err)
		case writer != nil:
			drop(a.conn)
		default:
			writer = a.conn
			p.hosts.writer.Store(int64(a.host))
			cancel() // the others need not answer any more
		}
	}
	if writer == nil {
		return nil, noWriter(failed)
	}
	return writer, nil
}

// noWriter returns why no host takes writes, given what each has answered: that all are
// standbys, otherwise what is wrong with the others, one of which may be a primary.
func noWriter(failed []error) error {
	failed = slices.DeleteFunc(failed, func(err error) bool { return errors.Is(err, errStandby) })
	if len(failed) == 0 {
		return errStandby
	}
	return errors.Join(failed...)
}

// connect opens a connection to a host that takes writes.
func (p *probe) connect(ctx context.Context, host int) (*pgx.Conn, error) {
	ways := p.hosts.all[host]
	dialling, cancel := context.WithTimeout(ctx, time.Duration(len(ways))*probeTimeout)
	defer cancel()
	config := p.config.Copy()
	config.ConnectTimeout = probeTimeout // for each address, where the name has several
	tryHosts(config, ways)
	conn, err := pgx.ConnectConfig(dialling, config)
	if errors.Is(err, pgconn.ErrStandbyConnection) || errors.Is(err, pgconn.ErrReadOnlyConnection) {
		return nil, errStandby
	}
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	if err := p.ask(ctx, conn); err != nil {
		drop(conn)
		return nil, err
	}
	return conn, nil
}

// errStandby means that the server is a standby, which refuses writes.
var errStandby = errors.New("the server is a standby: it accepts no writes")

func (p *probe) ask(ctx context.Context, conn *pgx.Conn) error {
	asking, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	standby, err := p.skew.ask(asking, conn)
	if err != nil {
		return fmt.Errorf("probe: %w", err)
	}
	if standby {
		return errStandby
	}
	return nil
}

// close closes the connection.
func (p *probe) close() {
	if p.conn != nil {
		drop(p.conn)
		p.conn = nil
	}
}

// drop closes a connection that may be dead.
func drop(conn *pgx.Conn) {
	closing, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_ = conn.Close(closing) // the connection is not used again, closed or not
}
