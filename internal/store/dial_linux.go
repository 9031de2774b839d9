package store

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// limitUnacknowledged has the kernel give a connection up whose data the other
// side has not acknowledged for a time: a host that died sends no reset.
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
