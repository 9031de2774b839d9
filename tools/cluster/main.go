//go:build linux

// Command cluster runs the product on several hosts inside one machine: three nodes
// behind HAProxy, PostgreSQL on three hosts under Patroni, etcd on three. Each host is a
// network namespace, whose packets this program carries, so that it can delay, lose or
// cut them off. docs/cluster.md describes it.
//
//	cluster up             run it until 'cluster stop', for browsers at 127.0.0.1:8080
//	cluster status         what its parts say
//	cluster stop           end it
//	cluster test [flags]   visitors book while hosts fail; then a table
//	cluster check DIR      the table again, from the history of a test
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// inside is set in the environment of the process that runs in the cluster's own
// process namespace: to 'init' in its first process, to 'work' in ours.
const inside = "HOLIDAYMAKER_CLUSTER"

// The main thread keeps the network of the machine: a host's process is told by its
// network namespace, and ours must not be one of them.
func init() { runtime.LockOSThread() }

func main() {
	var err error
	switch {
	case len(os.Args) < 2:
		err = errors.New("say up, status, stop, test or check")
	case os.Args[1] == "check":
		err = checkFolder(os.Args[2:])
	case os.Args[1] == "stop":
		err = stop()
	case os.Args[1] == "status":
		err = status()
	case os.Args[1] != "up" && os.Args[1] != "test":
		err = fmt.Errorf("there is no command %q: say up, status, stop, test or check", os.Args[1])
	case os.Getenv(inside) == "":
		err = outside()
	case os.Getenv(inside) == "init":
		err = collect()
	default:
		err = work(os.Args[1], os.Args[2:])
	}
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended):
		os.Exit(1) // the process inside has said why
	case err != nil:
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

// state is the folder of a running cluster. Its path is short, because it has sockets.
func state() string {
	base := "/dev/shm" // PostgreSQL and etcd wait for the disk at each commit
	var fs unix.Statfs_t
	if unix.Statfs(base, &fs) != nil || fs.Bavail*uint64(fs.Bsize) < 3<<30 {
		base = os.TempDir()
	}
	return filepath.Join(base, "holidaymaker-cluster-"+strconv.Itoa(os.Getuid()))
}

// outside starts this program again in a process namespace of its own, and waits for
// it. However either ends, every process of the cluster ends with it.
func outside() error {
	dir := state()
	if pid, alive := runningAt(dir); alive {
		return fmt.Errorf("a cluster runs already (process %d): end it with 'make cluster-stop'", pid)
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "pid"), []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
		return err
	}
	attributes := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID | syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
	if os.Geteuid() != 0 {
		// PostgreSQL refuses to run as root, so the user keeps their number.
		attributes.Cloneflags |= syscall.CLONE_NEWUSER
		attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
		attributes.AmbientCaps = []uintptr{unix.CAP_NET_ADMIN, unix.CAP_SYS_ADMIN}
	}
	return again("init", attributes)
}

// collect is the first process of the namespace. It starts the one that works, and waits
// for every process that has lost its parent, as PostgreSQL does under Patroni.
func collect() error {
	if err := unix.Mount("none", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("keep mounts to ourselves: %w", err)
	}
	if err := unix.Mount("proc", "/proc", "proc", 0, ""); err != nil {
		return fmt.Errorf("mount /proc: %w", err)
	}
	cmd := command("work", &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL})
	if err := cmd.Start(); err != nil {
		return err
	}
	forward(cmd)
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return fmt.Errorf("wait for processes: %w", err)
		case pid == cmd.Process.Pid:
			os.Exit(status.ExitStatus())
		}
	}
}

// command returns this program with its arguments again, as another part.
func command(part string, attributes *syscall.SysProcAttr) *exec.Cmd {
	cmd := exec.CommandContext(context.Background(), "/proc/self/exe", os.Args[1:]...)
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = os.Stdout, os.Stderr, attributes
	cmd.Env = append(os.Environ(), inside+"="+part)
	return cmd
}

func again(part string, attributes *syscall.SysProcAttr) error {
	cmd := command(part, attributes)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start in namespaces of its own (root, or a system that lets users make them): %w", err)
	}
	forward(cmd)
	return cmd.Wait()
}

// forward lets a process decide what a signal to us means.
func forward(cmd *exec.Cmd) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for range signals {
			_ = cmd.Process.Signal(syscall.SIGTERM)
		}
	}()
}

// runningAt returns the process of the cluster in a folder, and whether it lives.
func runningAt(dir string) (pid int, alive bool) {
	text, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		return 0, false
	}
	pid, err = strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0, false
	}
	program, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "comm"))
	return pid, err == nil && strings.TrimSpace(string(program)) == "cluster"
}

// stop ends the cluster that 'up' or 'test' runs, and waits until its folder is gone.
func stop() error {
	dir := state()
	pid, alive := runningAt(dir)
	if !alive {
		fmt.Println("No cluster runs.")
		return os.RemoveAll(dir)
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		return fmt.Errorf("end process %d: %w", pid, err)
	}
	for range 100 {
		if _, alive := runningAt(dir); !alive {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("process %d has not ended within 10 seconds", pid)
}

// work runs the cluster, inside its namespaces.
func work(name string, args []string) (err error) {
	ctx, end := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer end()
	flags := flag.NewFlagSet(name, flag.ExitOnError)
	short := flags.Bool("short", false, "only the two events that make test runs")
	events := flags.String("events", "", "comma list of events; empty: all")
	keep := flags.String("keep", "reports/cluster", "folder for the history")
	seed := flags.Uint64("seed", 1, "what visitors choose and which packets are lost")
	_ = flags.Parse(args) // it exits
	c, err := newCluster(state(), *seed)
	if err != nil {
		return err
	}
	defer c.wire.Close()
	if name == "test" {
		defer func() { err = errors.Join(err, c.keepLogs(*keep)) }()
	}
	happen := chosen(*events, *short)
	if name == "test" && slices.ContainsFunc(happen, func(e event) bool { return e.upgrades }) {
		if err := c.build(ctx); err != nil {
			return err
		}
	}
	began := time.Now()
	if err := c.up(ctx); err != nil {
		return err
	}
	fmt.Printf("The cluster is up after %s.\n", time.Since(began).Round(time.Second))
	if name == "test" {
		return c.test(ctx, *keep, *seed, happen, *short)
	}
	if err := c.open(ctx); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}
