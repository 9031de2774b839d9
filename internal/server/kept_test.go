package server_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// A server writes backups by itself. The metric and doctor say when it has stopped to.
func TestAServerWritesBackups(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "backups")
	s := start(t, func(c *server.Config) { c.Backups = server.Backups{Dir: folder, Every: time.Hour, Keep: 3} })
	polltest.Until(t, "a backup in the metrics", func() bool {
		return s.metric(t, "holidaymaker_backup_last_success_timestamp_seconds") > "1"
	})
	found := func(now time.Time) (f doctor.Finding) {
		report := doctor.Examine(t.Context(), doctor.Options{
			Settings: func(string) []string { return nil }, Now: func() time.Time { return now }, ClockOffset: testclock.Ahead(),
			Backups: server.Config{Backups: server.Backups{Dir: folder, Every: time.Hour, Keep: 3}}.BackupFolder(),
			Open: func(ctx context.Context) (*store.Store, error) {
				return store.Open(ctx, s.dir, testclock.Now, store.Existing())
			},
		})
		for _, one := range report.Findings {
			if one.Check == "backups" {
				f = one
			}
		}
		return f
	}
	if f := found(testclock.Now()); !f.OK || !strings.HasPrefix(f.Text, "1 since ") {
		t.Errorf("now: %+v", f)
	}
	if f := found(testclock.Now().Add(2 * time.Hour)); f.OK {
		t.Errorf("when no other came: %+v", f)
	}
}

func TestSettingsOfBackupsThatCannotBe(t *testing.T) {
	for want, b := range map[string]server.Backups{
		"--backup-every is": {Dir: "b", Every: time.Second, Keep: 1}, "--backup-keep is": {Dir: "b", Every: time.Hour},
		"more than 90 days": {Dir: "b", Every: 24 * time.Hour, Keep: 91}, "is for SQLite": {Dir: "b", Every: time.Hour, Keep: 1},
	} {
		c := server.Config{Data: "d", Demo: true, Backups: b}
		if strings.Contains(want, "SQLite") {
			c.DB = "postgres://h/d"
		}
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", b, err, want)
		}
	}
}
