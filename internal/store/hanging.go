package store

import (
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// commitPatience is how long a commit may wait for its answer until commits count as
// hanging. It is more than lockTimeout, because statements that travel with a commit may
// wait for a lock.
const commitPatience = 6 * time.Second

// unanswered are the commits that wait for the answer of a PostgreSQL server. They all
// hang while a primary has lost its synchronous standby; reads are answered meanwhile.
type unanswered struct {
	mu        sync.Mutex
	began     map[*pgx.Conn]time.Time
	heartbeat time.Time // when this node's was last committed
}

// begin records that a commit has begun on a connection.
func (u *unanswered) begin(conn *pgx.Conn) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.began == nil {
		u.began = map[*pgx.Conn]time.Time{}
	}
	u.began[conn] = time.Now()
}

// end records that the commit on a connection has ended.
func (u *unanswered) end(conn *pgx.Conn) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.began, conn)
}

// beat records that a heartbeat was committed. It always writes something, and commits that
// write nothing do not hang.
func (u *unanswered) beat() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.heartbeat = time.Now()
}

// forget forgets the commits that have begun: a host that was replaced may never answer.
func (u *unanswered) forget() {
	u.mu.Lock()
	defer u.mu.Unlock()
	clear(u.began)
}

// since returns since when commits hang: one has waited for longer than patience, and no
// heartbeat was committed for so long. It returns zero while commits are answered.
func (u *unanswered) since(patience time.Duration) time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	var oldest time.Time
	for _, began := range u.began {
		if oldest.IsZero() || began.Before(oldest) {
			oldest = began
		}
	}
	if oldest.IsZero() || time.Since(oldest) < patience || time.Since(u.heartbeat) < patience {
		return time.Time{}
	}
	return oldest
}

// writable returns the error for a write while the database is down or commits hang,
// otherwise nil. A hanging commit is the probe: its answer lets writes go on.
func (s *Store) writable() error {
	if err := s.health.unavailable(); err != nil {
		return err
	}
	if since := s.unanswered.since(s.commitPatience); !since.IsZero() {
		return fmt.Errorf("%w: no commit has been answered since %s, the synchronous standby may be missing", ErrUnavailable, since.UTC().Format(time.TimeOnly))
	}
	return nil
}
