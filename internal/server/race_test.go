package server_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store/storetest"
)

// clients is how many visitors want the same stay at once. onSale is how many
// units there are (docs/demo.md, Traveller’s Pitch).
const (
	clients = 200
	onSale  = 10
)

// bookAtOnce makes all clients book one stay at the same time, on all servers, and
// counts the successes.
func bookAtOnce(t *testing.T, bases ...string) {
	t.Helper()
	searcher := &visitor{t: t, base: bases[0], cookies: map[string]string{}, headers: map[string]string{}}
	var wanted unit
	for _, u := range searcher.juneUnits("GC101") {
		if u.unitType == "GC101-TR" && strings.Contains(u.id, ".4.") {
			wanted = u
			break
		}
	}
	if wanted.id == "" {
		t.Fatal("the Traveller’s Pitch is not for sale")
	}
	var mu sync.Mutex
	outcomes := map[string]int{}
	references := map[string]bool{}
	begin := make(chan struct{})
	var all sync.WaitGroup
	for n := range clients {
		v := &visitor{t: t, base: bases[n%len(bases)], cookies: map[string]string{}, headers: map[string]string{}}
		all.Go(func() {
			<-begin
			got := v.hold(wanted)
			mu.Lock()
			defer mu.Unlock()
			if got.status == 200 {
				outcomes["held"]++
				references[got.text("booking", "bookId")] = true
			} else {
				outcomes[fmt.Sprint(got.status, " ", strings.Join(got.codes(), ","))]++
			}
		})
	}
	close(begin)
	all.Wait()
	if outcomes["held"] != onSale || len(references) != onSale || outcomes["409 UNIT_UNAVAILABLE"] != clients-onSale {
		t.Errorf("%d references, outcomes %v", len(references), outcomes)
	}
	// Within a second, searches on every node must show that it is sold out.
	for _, base := range bases {
		v := &visitor{t: t, base: base, cookies: map[string]string{}, headers: map[string]string{}}
		polltest.Until(t, "the index of "+base+" following", func() bool {
			for _, u := range v.units("GC101", "from", wanted.date, "to", wanted.date, "adults", "2") {
				if u.id == wanted.id {
					return false
				}
			}
			return true
		})
	}
}

func TestTenUnitsForTwoHundredVisitors(t *testing.T) {
	t.Run("one process on SQLite", func(t *testing.T) {
		s := start(t, func(c *server.Config) { c.NoLimits = true })
		bookAtOnce(t, s.URL())
	})
	t.Run("two processes on one PostgreSQL", func(t *testing.T) {
		db := storetest.EmptyPostgreSQL(t)
		binary := filepath.Join(t.TempDir(), "holidaymaker")
		if out, err := exec.Command("go", "build", "-o", binary, "holidaymaker/cmd/holidaymaker").CombinedOutput(); err != nil {
			t.Fatalf("build: %v\n%s", err, out)
		}
		provider := process(t, binary, "simulator", "--addr", "127.0.0.1:0", "--data", t.TempDir())
		node := func() string {
			return process(t, binary, "serve", "--demo", "--demo-parks", "40", "--addr", "127.0.0.1:0", "--rate-limits", "off",
				"--data", t.TempDir(), "--db", db.Source, "--simulator", provider)
		}
		first, second := node(), node()
		bookAtOnce(t, first, second)
	})
}

// process runs the binary until the test ends and returns the address at which
// it serves.
func process(t *testing.T, binary string, args ...string) string {
	t.Helper()
	command := exec.Command(binary, args...)
	command.Stderr = os.Stderr
	if !testing.Verbose() {
		command.Stderr = nil
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		if err := command.Wait(); err != nil {
			t.Errorf("the process did not stop gracefully: %v", err)
		}
	})
	line := make(chan string, 1)
	go func() {
		text, _ := bufio.NewReader(out).ReadString('\n')
		line <- text
	}()
	select {
	case text := <-line:
		if _, after, ok := strings.Cut(text, "is at "); ok {
			return strings.Fields(after)[0]
		}
		t.Fatalf("the process said %q", text)
	case <-time.After(60 * time.Second):
		t.Fatal("the process did not start within a minute")
	}
	return ""
}
