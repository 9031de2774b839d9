//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"holidaymaker/tools/cluster/wire"
)

// host is a machine of the cluster: a network namespace whose packets the wire carries.
type host struct {
	name string
	addr netip.Addr
	log  *os.File // what its processes print

	space  *os.File // its namespace
	inode  string   // names it in /proc
	thread chan func()
}

// newHost makes a host and connects it to the wire. Its folder is dir.
func newHost(w *wire.Wire, name, addr, dir string, owner *syscall.Credential) (*host, error) {
	h := &host{name: name, addr: netip.MustParseAddr(addr), thread: make(chan func())}
	if err := ownFolder(dir, owner); err != nil {
		return nil, err
	}
	var err error
	if h.log, err = os.OpenFile(filepath.Join(dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	// Processes are started by one thread, which lives as long as we do: they get its
	// namespace, and end with it.
	go func() {
		runtime.LockOSThread()
		for f := range h.thread {
			f()
		}
	}()
	var device *os.File
	if err := h.do(func() (err error) {
		device, err = h.isolate()
		return err
	}); err != nil {
		return nil, fmt.Errorf("make the host %s: %w", name, err)
	}
	w.Attach(h.addr, device)
	return h, nil
}

// do calls a function on the host's thread.
func (h *host) do(f func() error) error {
	result := make(chan error)
	h.thread <- func() { result <- f() }
	return <-result
}

// isolate gives the thread a network of its own, with one device, whose packets the
// returned file reads and writes.
func (h *host) isolate() (*os.File, error) {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return nil, fmt.Errorf("make a network namespace (CAP_SYS_ADMIN): %w", err)
	}
	var err error
	if h.space, err = os.Open("/proc/thread-self/ns/net"); err != nil {
		return nil, err
	}
	if h.inode, err = os.Readlink("/proc/thread-self/ns/net"); err != nil {
		return nil, err
	}
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("open /dev/net/tun: %w", err)
	}
	request, err := unix.NewIfreq("tun0")
	if err != nil {
		return nil, err
	}
	request.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
	if err := unix.IoctlIfreq(fd, unix.TUNSETIFF, request); err != nil {
		return nil, fmt.Errorf("make a network device: %w", err)
	}
	for _, args := range [][]string{{"link", "set", "lo", "up"}, {"addr", "add", h.addr.String() + "/24", "dev", "tun0"}, {"link", "set", "tun0", "mtu", "9000", "up"}} {
		if out, err := exec.CommandContext(context.Background(), "ip", args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("ip %v: %w: %s", args, err, out)
		}
	}
	return os.NewFile(uintptr(fd), "tun0"), nil
}

// program is what a host runs.
type program struct {
	path string
	args []string
	env  []string
	dir  string
	as   *syscall.Credential // nil: our own user
}

// start runs a program on the host until it ends or is killed.
func (h *host) start(p program) error {
	cmd, err := h.begin(p, h.log)
	if err != nil {
		return err
	}
	go func() {
		fmt.Fprintf(h.log, "%s: %s ended: %v\n", time.Now().Format(time.TimeOnly), filepath.Base(p.path), cmd.Wait())
	}()
	return nil
}

// run runs a program on the host, waits until it ends, for three minutes at most, and returns
// what it has printed. A status other than want is an error.
func (h *host) run(ctx context.Context, p program, want int) (said string, err error) {
	var out bytes.Buffer
	cmd, err := h.begin(p, &out)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })()
	err = cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != want {
		return "", fmt.Errorf("%s %s on %s ends with status %d, want %d (%w): %s", filepath.Base(p.path), p.args[0], h.name, status, want, err, out.String())
	}
	return out.String(), nil
}

// begin starts a program on the host. The caller must wait for it.
func (h *host) begin(p program, out io.Writer) (*exec.Cmd, error) {
	cmd := exec.CommandContext(context.Background(), p.path, p.args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = p.dir, out, out
	cmd.Env = append([]string{"PATH=/usr/bin:/bin:/usr/sbin", "LC_ALL=C", "TZ=UTC", "HOME=" + p.dir}, p.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.as, Pdeathsig: syscall.SIGKILL}
	if err := h.do(cmd.Start); err != nil {
		return nil, fmt.Errorf("start %s on %s: %w", filepath.Base(p.path), h.name, err)
	}
	return cmd, nil
}

// dial opens a connection from the host.
func (h *host) dial(ctx context.Context, network, address string) (conn net.Conn, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocks it: the thread ends with the function
		if err = unix.Setns(int(h.space.Fd()), unix.CLONE_NEWNET); err == nil {
			conn, err = new(net.Dialer).DialContext(ctx, network, address)
		}
	}()
	<-done
	return conn, err
}

// signal sends a signal to every process of the host, also to those that its programs
// have started.
func (h *host) signal(s syscall.Signal) error {
	return h.each(func(pid int) error { return syscall.Kill(pid, s) })
}

// running returns how many processes the host has.
func (h *host) running() (count int) {
	_ = h.each(func(int) error { count++; return nil })
	return count
}

func (h *host) each(do func(pid int) error) error {
	found, err := filepath.Glob("/proc/[0-9]*/ns/net")
	if err != nil {
		return err
	}
	var failed []error
	for _, path := range found {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		if inode, err := os.Readlink(path); err != nil || inode != h.inode || pid == os.Getpid() {
			continue
		}
		if err := do(pid); err != nil && !errors.Is(err, syscall.ESRCH) {
			failed = append(failed, fmt.Errorf("process %d of %s: %w", pid, h.name, err))
		}
	}
	return errors.Join(failed...)
}

// relay lets programs outside the cluster reach an address inside, through the host.
func (h *host) relay(ctx context.Context, from, to string) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", from)
	if err != nil {
		return fmt.Errorf("listen for visitors: %w", err)
	}
	context.AfterFunc(ctx, func() { listener.Close() })
	go func() {
		for {
			outside, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer outside.Close()
				inside, err := h.dial(ctx, "tcp", to)
				if err != nil {
					return
				}
				defer inside.Close()
				go func() {
					_, _ = io.Copy(inside, outside)
					_ = inside.(*net.TCPConn).CloseWrite()
				}()
				_, _ = io.Copy(outside, inside)
			}()
		}
	}()
	return nil
}

// ownFolder makes a folder and gives it to the user as which a host's programs run.
func ownFolder(dir string, owner *syscall.Credential) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if owner == nil {
		return nil
	}
	return os.Chown(dir, int(owner.Uid), int(owner.Gid))
}
