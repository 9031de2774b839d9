package server_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/mail"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// faults makes the rounds of one of a server's loops fail. It also makes all
// loops run often, so that a test sees several rounds.
type faults struct {
	mu     sync.Mutex
	loop   string // the loop that fails; "": none
	broken func() error
}

func (f *faults) around(l loop.Loop) loop.Loop {
	round := l.Round
	l.Every = min(l.Every, 100*time.Millisecond)
	l.Round = func(ctx context.Context) error {
		if broken := f.failureOf(l.Name); broken != nil {
			return broken()
		}
		if l.Name != "store_listen" {
			return round(ctx)
		}
		// A round of this loop waits seconds for notifications.
		short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		if err := round(short); err != nil && short.Err() == nil {
			return err
		}
		return ctx.Err()
	}
	return l
}

// failureOf returns what to do in place of a round of the loop with a name, or nil.
func (f *faults) failureOf(name string) func() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if name != f.loop {
		return nil
	}
	return f.broken
}

func (f *faults) set(name string, broken func() error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.loop, f.broken = name, broken
}

// mailServer starts a mail server that only sends a greeting, and returns its
// address.
func mailServer(t *testing.T) *mail.SMTP {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Write([]byte("220 mail.example ESMTP\r\n"))
			_ = conn.Close()
		}
	}()
	return &mail.SMTP{Host: "127.0.0.1", Port: listener.Addr().(*net.TCPAddr).Port}
}

// emptyCMS starts a CMS without content, and returns its settings.
func emptyCMS(t *testing.T) server.CMS {
	t.Helper()
	cms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("[]"))
	}))
	t.Cleanup(cms.Close)
	return server.CMS{URL: cms.URL + "/wp-json/wp/v2"}
}

// TestAFailingLoopStopsNoOther makes the rounds of every loop fail or panic, one loop
// at a time, which is one error to what runs them (package loop). The report and the
// metric must name the loop, all other loops must complete rounds, visitors must be able
// to search and book, and the loop must work again when the fault is gone.
func TestAFailingLoopStopsNoOther(t *testing.T) {
	t.Parallel()
	var injected faults
	smtp, ads := mailServer(t), showsAds(t, "MT")
	eachDatabase(t, func(t *testing.T, s *running, db *store.Store) {
		names := documentedLoops(t, db.Dialect())
		polltest.Until(t, "the start of the loops that are documented, and of no others: "+strings.Join(names, ", "), func() bool {
			ofFiles := func(l loop.Status) bool { return strings.HasSuffix(l.Name, " file") } // they read one again when it changes
			return slices.EqualFunc(slices.DeleteFunc(s.Loops(), ofFiles), names, func(l loop.Status, name string) bool { return l.Name == name })
		})
		visitor := s.visitor(t)
		offers := visitor.juneUnits("CF101")
		ways := []struct {
			how    string
			broken func() error
		}{
			{"fails", func() error { return errors.New("an injected fault") }},
			{"panics", func() error { panic("an injected fault") }},
		}
		for i, name := range names {
			for w, way := range ways {
				if w != i%2 && !storetest.All() {
					continue
				}
				t.Run(name+" "+way.how, func(t *testing.T) {
					since := time.Now()
					injected.set(name, way.broken)
					defer injected.set("", nil)
					polltest.Until(t, "failed rounds of "+name+" and rounds of all others", func() bool { return onlyFails(s, name, since) })
					if got := s.metric(t, `holidaymaker_loop_failing{loop="`+name+`"}`); got != "1" {
						t.Errorf("the metric says %q", got)
					}
					polltest.Until(t, "the report naming "+name, func() bool { return readiness(t, s.AdminURL()).failing(name, "injected fault") })
					v := s.visitor(t)
					v.juneUnits("CF101")
					held := v.hold(offers[0]).ok(t).text("booking", "bookId")
					v.post("/api/releasehold", "bookId", held).ok(t)
					injected.set("", nil)
					polltest.Until(t, "a completed round of "+name, func() bool {
						l := statusOf(s, name)
						return l.Err == nil && l.Completed.After(since)
					})
				})
			}
		}
	}, func(c *server.Config) {
		c.SMTP, c.NoLimits, c.FlagsFile, c.CMS = smtp, true, flagFile(t, `{"features":{}}`), emptyCMS(t)
		ads(c)
		c.PriceWatch, c.OfficeAddr = true, "127.0.0.1:0"
		c.Backups = server.Backups{Dir: t.TempDir(), Every: time.Hour, Keep: 3}
		c.Systemd.Watchdog = time.Minute
	}, server.AroundLoops(injected.around))
}

// onlyFails reports whether, since a time, a loop has failed and every other
// loop has completed a round.
func onlyFails(s *running, name string, since time.Time) bool {
	for _, l := range s.Loops() {
		if l.Name == name && (l.Err == nil || l.FailingAt.Before(since)) || l.Name != name && (l.Err != nil || !l.Completed.After(since)) {
			return false
		}
	}
	return true
}

func statusOf(s *running, name string) loop.Status {
	for _, l := range s.Loops() {
		if l.Name == name {
			return l
		}
	}
	return loop.Status{}
}

// failing reports whether the administration report shows a loop as failing for a
// reason.
func (s status) failing(name, reason string) bool {
	for _, l := range s.Loops {
		if l.Name == name {
			return l.State == "failing" && strings.Contains(l.Detail, reason)
		}
	}
	return false
}

// documentedLoops returns the names of the loops in docs/operations.md that run
// with a kind of database, sorted.
func documentedLoops(t *testing.T, dialect string) (names []string) {
	t.Helper()
	raw, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(raw), "## Background loops")
	table, _, _ = strings.Cut(table, "\n## ")
	code := regexp.MustCompile("`([a-z_]+)`")
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		first, _, _ := strings.Cut(line[2:], " | ")
		for _, found := range code.FindAllStringSubmatch(first, -1) {
			ofPostgres, ofSQLite := strings.HasPrefix(found[1], "store_"), found[1] == "backup"
			// These servers have neither TLS nor real payments; certificate_test.go and package
			// pagewatch have the faults of such loops.
			elsewhere := found[1] == "tls_certificate" || found[1] == "payment_page"
			if !elsewhere && (dialect == "sqlite" && !ofPostgres || dialect != "sqlite" && !ofSQLite) {
				names = append(names, found[1])
			}
		}
	}
	slices.Sort(names)
	return names
}
