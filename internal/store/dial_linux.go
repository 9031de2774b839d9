package store

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// limitUnacknowledged makes the kernel close a connection when the other side
// has not acknowledged data for a time. Without it, a host that died would not
// be noticed, because it sends no reset.
func limitUnacknowledged(network string, raw syscall.RawConn, after time.Duration) error {
	if network == "unix" {
		return nil
	}
	var failed error
	err := raw.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(after.Milliseconds()))
	})
	if err != nil {
		return err
	}
	return failed
}
