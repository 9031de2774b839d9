package store

import (
	"context"
	"net"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// UnacknowledgedTimeout returns how long the kernel waits for acknowledgements
// on a connection of the pool.
func (s *Store) UnacknowledgedTimeout(t *testing.T) time.Duration {
	t.Helper()
	pooled, err := s.pool.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer pooled.Release()
	raw, err := pooled.Conn().PgConn().Conn().(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	ms := 0
	var failed error
	if err := raw.Control(func(fd uintptr) { ms, failed = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT) }); err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	return time.Duration(ms) * time.Millisecond
}

// PingTimeout returns how long the check of an idle connection may take.
func (s *Store) PingTimeout() time.Duration { return s.pool.Config().PingTimeout }
