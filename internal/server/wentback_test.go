package server_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/store"
)

// history is what doctor says about the history of a database that no node uses.
func history(t *testing.T, dir string) doctor.Finding {
	t.Helper()
	report := doctor.Examine(t.Context(), doctor.Options{
		Settings: func(string) []string { return nil }, Now: testclock.Now, ClockOffset: testclock.Ahead(), Data: dir,
		Open: func(ctx context.Context) (*store.Store, error) {
			return store.Open(ctx, dir, testclock.Now, store.Existing())
		},
	})
	for _, f := range report.Findings {
		if f.Check == "history" {
			return f
		}
	}
	t.Fatalf("no history in %+v", report.Findings)
	return doctor.Finding{}
}

// An SQLite file is restored from a backup while the server is stopped.
func TestARestoredBackupIsAnAlert(t *testing.T) {
	dir := t.TempDir()
	run := func() *running {
		r, err := launch(dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.stop)
		return r
	}
	// heartbeat waits until the server has written one after a time, and kept it.
	heartbeat := func(after time.Time) (at time.Time) {
		polltest.Until(t, "a heartbeat is kept", func() bool {
			h, err := store.ReadHeartbeat(dir)
			at = h.At
			return err == nil && at.After(after)
		})
		return at
	}
	const lost = `holidaymaker_outbox_jobs_given_up{kind="database.lost"}`
	file, backup := filepath.Join(dir, "holidaymaker.db"), filepath.Join(t.TempDir(), "backup.db")
	first := run()
	began := heartbeat(time.Time{})
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "VACUUM INTO ?", backup); err != nil { // as SQLite's online backup
		t.Fatal(err)
	}
	db.Close()
	v := first.visitor(t)
	v.buy(v.juneUnits("CF101")[0], "full")
	first.clock.advance(time.Hour)
	heartbeat(began.Add(30 * time.Minute))
	first.stop()
	if f := history(t, dir); !f.OK {
		t.Errorf("before: %+v", f)
	}

	copied, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	for _, rest := range []string{"-wal", "-shm"} {
		_ = os.Remove(file + rest) // a server that has stopped may have removed them
	}
	if err := os.WriteFile(file, copied, 0o600); err != nil {
		t.Fatal(err)
	}
	if f := history(t, dir); f.OK || len(f.Details) != 1 || !strings.Contains(f.Details[0], "went back in time") || strings.Contains(f.Details[0], "outbox drop") {
		t.Errorf("before the server starts: %+v", f)
	}
	for range 2 { // it stays when the server starts again
		s := run()
		polltest.Until(t, "the alert in the metrics", func() bool { return s.metric(t, lost) == "1" })
		polltest.Until(t, "a new heartbeat", func() bool {
			h, err := store.ReadHeartbeat(dir)
			return err == nil && !h.At.After(began.Add(30*time.Minute))
		})
		s.stop()
	}
	if f := history(t, dir); f.OK || len(f.Details) != 1 || !strings.Contains(f.Details[0], "outbox drop") {
		t.Errorf("afterwards: %+v", f)
	}
}
