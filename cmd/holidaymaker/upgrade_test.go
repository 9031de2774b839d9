//go:build upgrade

package main

import (
	"bufio"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
	"holidaymaker/tools/nextrelease"
)

// node is a running server of a release.
type node struct {
	command *exec.Cmd
	url     string
	ended   chan struct{}
}

// serves starts a server, which must answer, and kills it when the test ends.
func serves(t *testing.T, binary string, flags ...string) *node {
	t.Helper()
	n := &node{command: exec.Command(binary, append([]string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir()}, flags...)...), ended: make(chan struct{})}
	out, err := n.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	n.command.Stderr = &log
	if err := n.command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n.url == "" && lines.Scan() {
		if _, url, found := strings.Cut(lines.Text(), " is at "); found {
			n.url, _, _ = strings.Cut(url, " ")
		}
	}
	go func() { _ = n.command.Wait(); close(n.ended) }()
	t.Cleanup(func() { n.end(syscall.SIGKILL) })
	if n.url == "" {
		<-n.ended
		t.Fatalf("%s does not start: %s", filepath.Base(binary), log.String())
	}
	n.answers(t)
	return n
}

// answers checks that a node still runs and answers searches.
func (n *node) answers(t *testing.T) {
	t.Helper()
	answer, err := http.Get(n.url + "/readyz")
	if err != nil {
		t.Fatalf("a node does not answer: %v", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		t.Errorf("a node answers %d", answer.StatusCode)
	}
}

// end sends a signal, and returns the status with which the node ended.
func (n *node) end(signal os.Signal) int {
	_ = n.command.Process.Signal(signal) // it may have ended
	<-n.ended
	return n.command.ProcessState.ExitCode()
}

// exits runs a command of a release, and checks its exit status.
func exits(t *testing.T, want int, binary string, args ...string) {
	t.Helper()
	out, err := exec.Command(binary, args...).CombinedOutput()
	var exit *exec.ExitError
	if status := 0; errors.As(err, &exit) || err == nil {
		if exit != nil {
			status = exit.ExitCode()
		}
		if status == want {
			return
		}
	}
	t.Errorf("%s %v: %v, want status %d\n%s", filepath.Base(binary), args, err, want, out)
}

func TestAnUpgradeNodeByNodeAndTheWayBack(t *testing.T) {
	const root = "../.."
	older, newer := filepath.Join(t.TempDir(), "older"), filepath.Join(t.TempDir(), "newer")
	before, err := nextrelease.Newest(root)
	if err := errors.Join(err, nextrelease.Compile(t.Context(), root, "1.0.0", older), nextrelease.Build(t.Context(), root, "1.1.0", newer)); err != nil {
		t.Fatal(err)
	}
	provider, err := simulator.New(simulator.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer provider.Close()
	shared := httptest.NewServer(provider)
	defer shared.Close()
	db := storetest.EmptyPostgreSQL(t)
	own := []string{"--demo", "--demo-parks", "12", "--render-pages", "off", "--db", db.Source}
	flags := append([]string{"--simulator", shared.URL}, own...)

	first, second := serves(t, older, flags...), serves(t, older, flags...)
	s := db.Open(t)
	hasVersion := func(want int64) {
		t.Helper()
		if schema, err := s.Schema(t.Context()); err != nil || schema.Have != want {
			t.Errorf("the schema has version %d, want %d, %v", schema.Have, want, err)
		}
	}
	// A new program that cannot use the database leaves it as it is.
	exits(t, 1, newer, append([]string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir()}, own...)...)
	exits(t, 1, newer, append([]string{"serve", "--addr", strings.TrimPrefix(first.url, "http://"), "--data", t.TempDir()}, flags...)...)
	exits(t, 3, newer, append([]string{"serve", "--migrate", "never", "--addr", "127.0.0.1:0", "--data", t.TempDir()}, flags...)...)
	exits(t, 3, newer, "export", "ledger", "--db", db.Source)
	hasVersion(before)
	exits(t, 4, newer, "migrate", "--check", "--db", db.Source) // the older nodes are in the way of the contraction

	upgraded := serves(t, newer, flags...)
	hasVersion(before + 1)
	first.end(syscall.SIGKILL)
	first = serves(t, older, flags...) // after a crash
	for _, binary := range []string{older, newer} {
		exits(t, 0, binary, "export", "ledger", "--db", db.Source)
	}
	exits(t, 4, newer, "migrate", "--db", db.Source)
	second.answers(t)
	hasVersion(before + 1)

	// The way back, while another node goes on.
	if status := upgraded.end(os.Interrupt); status != 0 {
		t.Errorf("the newer node ends with status %d", status)
	}
	back := serves(t, older, flags...)
	if status := back.end(os.Interrupt); status != 0 {
		t.Errorf("the older node ends with status %d", status)
	}

	// The older nodes seem to have stopped when the schema is contracted.
	upgraded = serves(t, newer, flags...)
	err = s.Update(t.Context(), func(tx *store.Tx) error { _, err := tx.Exec("UPDATE node SET schema = $1", before+1); return err })
	if err != nil {
		t.Fatal(err)
	}
	exits(t, 0, newer, "migrate", "--db", db.Source)
	hasVersion(before + 2)
	for _, n := range []*node{first, second} {
		select {
		case <-n.ended:
			if status := n.command.ProcessState.ExitCode(); status != 4 {
				t.Errorf("an older node ends with status %d", status)
			}
		case <-time.After(30 * time.Second):
			t.Error("an older node goes on")
		}
	}
	exits(t, 4, older, append([]string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir()}, flags...)...)
	exits(t, 4, older, "export", "ledger", "--db", db.Source)
	exits(t, 0, newer, "migrate", "--check", "--db", db.Source)
	upgraded.answers(t)
}
