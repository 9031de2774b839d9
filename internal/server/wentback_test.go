package server_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/operations/backup"
	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/payment/orderlog"
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
	file := filepath.Join(t.TempDir(), "backup.db")
	first := run()
	began := heartbeat(time.Time{})
	db := openStore(t, first)
	if _, err := backup.Write(t.Context(), db, file); err != nil {
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
	if orders, _, err := orderlog.Read([]string{orderlog.Folder(dir)}); len(orders) != 1 || err != nil {
		t.Errorf("in the order journal: %+v, %v", orders, err)
	}

	if _, err := backup.Restore(t.Context(), backup.Restoring{File: file, Data: dir, Brand: "MT", Replace: true, Clock: testclock.Now}); err != nil {
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
