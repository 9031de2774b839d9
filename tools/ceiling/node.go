package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// node is a node of the demo in a process of its own, on processors of its own, with a
// simulated card provider in another process.
type node struct {
	site, admin string // host and port
	started     time.Duration

	serve *process

	mu    sync.Mutex
	watch watched
}

// watched is what a node did in a while.
type watched struct {
	resident int64         // the most memory, in bytes
	ready    time.Duration // the longest answer of /readyz
	notReady int           // answers of /readyz that were not 200, or were none
}

// processors divides those of the machine: the node has the first half, everything else
// the second.
func processors() (ofNode, others string, err error) {
	count, err := strconv.Atoi(strings.TrimSpace(output("nproc", "--all")))
	if err != nil || count < 2 {
		return "", "", errors.New("the node and its visitors need a processor each")
	}
	return fmt.Sprintf("0-%d", count/2-1), fmt.Sprintf("%d-%d", count/2, count-1), nil
}

func output(name string, args ...string) string {
	text, _ := exec.CommandContext(context.Background(), name, args...).Output() // the caller reads nothing where it failed
	return string(text)
}

// startNode starts a node with a number of parks, and returns when it is ready.
func startNode(ctx context.Context, dir string, parks int) (*node, error) {
	ofNode, others, err := processors()
	if err != nil {
		return nil, err
	}
	// This process too: threads that it starts later inherit it.
	if err := exec.CommandContext(ctx, "taskset", "-a", "-c", "-p", others, strconv.Itoa(os.Getpid())).Run(); err != nil {
		return nil, fmt.Errorf("take processors by taskset(1): %w", err)
	}
	ports, err := freePorts(3)
	if err != nil {
		return nil, err
	}
	n := &node{site: ports[0], admin: ports[1]}
	provider, err := start(ctx, dir, "simulator", others, "simulator", "--addr", ports[2], "--data", filepath.Join(dir, "provider"))
	if err != nil {
		return nil, err
	}
	if err := provider.await(ctx, "http://"+ports[2]+"/sim/account"); err != nil {
		return nil, err
	}
	began := time.Now()
	n.serve, err = start(ctx, dir, "node", ofNode, "serve", "--demo", "--demo-parks", strconv.Itoa(parks), "--data", filepath.Join(dir, "data"), "--addr", n.site,
		"--metrics-addr", n.admin, "--simulator", "http://"+ports[2], "--trusted-proxies", "127.0.0.0/8")
	if err != nil {
		return nil, err
	}
	if err := n.serve.await(ctx, "http://"+n.site+"/readyz"); err != nil {
		return nil, err
	}
	n.started = time.Since(began)
	return n, nil
}

// process is one that was started.
type process struct {
	*exec.Cmd
	log   string
	ended chan struct{} // closed when it has ended
}

// await waits until a process answers.
func (p *process) await(ctx context.Context, url string) error {
	for {
		if _, err := get(ctx, http.DefaultClient, url); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-p.ended:
			said, _ := os.ReadFile(p.log) // what it said is a help, no more
			return fmt.Errorf("%s has ended: %s", strings.Join(p.Args, " "), said)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// start starts the product on some processors. It ends with the context.
func start(ctx context.Context, dir, name, on string, args ...string) (*process, error) {
	log, err := os.Create(filepath.Join(dir, name+".log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.CommandContext(ctx, "taskset", append([]string{"-c", on, "bin/holidaymaker"}, args...)...)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = log, log, 15*time.Second
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the product ('make build' builds it): %w", err)
	}
	p := &process{cmd, log.Name(), make(chan struct{})}
	go func() {
		defer close(p.ended)
		_ = cmd.Wait() // it was told to end
	}()
	return p, nil
}

func freePorts(count int) (ports []string, err error) {
	for range count {
		listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer listener.Close()
		ports = append(ports, listener.Addr().String())
	}
	return ports, nil
}

// get returns the body of an answer with status 200.
func get(ctx context.Context, client *http.Client, url string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: status %d", url, response.StatusCode)
	}
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

// observe looks at the node four times a second until the context ends.
func (n *node) observe(ctx context.Context) {
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}} // as a balancer asks
	for ctx.Err() == nil {
		began := time.Now()
		_, err := get(ctx, client, "http://"+n.site+"/readyz")
		took := time.Since(began)
		n.mu.Lock()
		n.watch.resident = max(n.watch.resident, n.resident())
		n.watch.ready = max(n.watch.ready, took)
		if err != nil && ctx.Err() == nil {
			n.watch.notReady++
		}
		n.mu.Unlock()
		time.Sleep(max(0, 250*time.Millisecond-took))
	}
}

// seen returns what was observed since the call before.
func (n *node) seen() watched {
	n.mu.Lock()
	defer n.mu.Unlock()
	was := n.watch
	n.watch = watched{}
	return was
}

// resident returns the memory of the node's process in bytes.
func (n *node) resident() int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", n.serve.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kilobytes int64
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kilobytes); err == nil {
			return kilobytes << 10
		}
	}
	return 0
}

// metric returns the value of a metric without labels, or 0.
func (n *node) metric(ctx context.Context, name string) float64 {
	text, err := get(ctx, http.DefaultClient, "http://"+n.admin+"/metrics")
	if err != nil {
		return 0
	}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		var value float64
		if _, err := fmt.Sscanf(lines.Text(), name+" %g", &value); err == nil {
			return value
		}
	}
	return 0
}
