package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startedServer is a real process of the server.
type startedServer struct {
	command    *exec.Cmd
	url, admin string
	log        *os.File // the reading end of its log
	ended      chan error
}

// startServer starts a server whose log is a pipe that nobody reads yet.
// The words before it, if any, are a command that runs it.
func startServer(t *testing.T, before ...string) *startedServer {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &startedServer{log: read, ended: make(chan error, 1), command: commandOf(t, "MT", []string{"serve", "--demo", "--demo-parks", "12",
		"--render-pages", "off", "--addr", "127.0.0.1:0", "--metrics-addr", "127.0.0.1:0", "--rate-limits", "off", "--data", t.TempDir()}, before...)}
	output, err := s.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.command.Stderr = write
	// Under nohup this process ignores SIGHUP, and the server would inherit that.
	handled := make(chan os.Signal, 1)
	signal.Notify(handled, syscall.SIGHUP)
	err = s.command.Start()
	signal.Stop(handled)
	if err != nil {
		t.Fatal(err)
	}
	write.Close()
	t.Cleanup(func() { _ = s.command.Process.Kill(); _ = read.Close() })
	lines := bufio.NewScanner(output)
	for s.admin == "" && lines.Scan() {
		_, _ = fmt.Sscanf(lines.Text(), "Holidaymaker is at %s", &s.url)
		_, _ = fmt.Sscanf(lines.Text(), "Metrics are at %s", &s.admin)
	}
	if s.admin == "" {
		t.Fatal("the server did not start")
	}
	go func() { s.ended <- s.command.Wait() }()
	return s
}

// get returns the body at an address of the process; a server that hangs fails the
// test.
func (s *startedServer) get(t *testing.T, address string) string {
	t.Helper()
	response, err := (&http.Client{Timeout: 10 * time.Second}).Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// visit makes requests with long lines in the log, and asks whether the server is
// healthy.
func (s *startedServer) visit(t *testing.T, requests int) {
	t.Helper()
	for range requests {
		s.get(t, s.url+"/api/"+strings.Repeat("x", 110))
	}
	if got := s.get(t, s.url+"/healthz") + s.get(t, s.url+"/readyz"); got != "ok\nready\n" {
		t.Errorf("health: %q", got)
	}
}

// stops sends a signal and expects that the process stops in order and in time.
func (s *startedServer) stops(t *testing.T, signal os.Signal) {
	t.Helper()
	if err := s.command.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-s.ended:
		if err != nil {
			t.Errorf("after %v: %v", signal, err)
		}
	case <-time.After(20 * time.Second):
		t.Errorf("it still runs after %v", signal)
	}
}

// lostLines returns how many lines of the log the server counts as lost.
func (s *startedServer) lostLines(t *testing.T) (lost float64) {
	t.Helper()
	for line := range strings.Lines(s.get(t, s.admin)) {
		_, _ = fmt.Sscanf(line, "holidaymaker_log_lines_lost_total %g", &lost)
	}
	return lost
}

func TestAServerWhoseLogNobodyReadsGoesOnAndStops(t *testing.T) {
	s := startServer(t)
	for n := 0; s.lostLines(t) == 0; n++ { // first the pipe is filled, then the server's buffer
		if n == 20 {
			t.Fatal("no line was counted as lost")
		}
		s.visit(t, 500)
	}
	s.stops(t, syscall.SIGTERM)
}

func TestAServerWhoseLogIsClosedGoesOnAndStopsAtHangUp(t *testing.T) {
	s := startServer(t)
	if err := s.log.Close(); err != nil {
		t.Fatal(err)
	}
	s.visit(t, 200)
	if s.lostLines(t) == 0 {
		t.Error("no line was counted as lost")
	}
	s.stops(t, syscall.SIGHUP)
}

func TestUnderNohupAServerIgnoresHangUp(t *testing.T) {
	s := startServer(t, "sh", "-c", `trap "" HUP; exec "$0" "$@"`)
	log := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(s.log)
		log <- string(text)
	}()
	if err := s.command.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	s.visit(t, 50)
	s.stops(t, syscall.SIGTERM)
	if text := <-log; !strings.Contains(text, `"msg":"stopped"`) {
		t.Errorf("log %s", text)
	}
}
