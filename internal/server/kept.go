package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/operations/backup"
	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/payment/orderlog"
)

// Backups are the backups of SQLite that a server writes by itself.
type Backups struct {
	Dir   string        // the folder; empty: none are written
	Every time.Duration // between two of them
	Keep  int           // how many are kept
}

// minBackupPause is the shortest pause between two backups.
const minBackupPause = time.Minute

// problems lists what is wrong with the settings of backups.
func (b Backups) problems(postgres bool) []setting {
	if b.Dir == "" {
		return nil
	}
	return []setting{
		{postgres, "--backup-dir is for SQLite: docs/backup.md has the commands that back up PostgreSQL."},
		{b.Every < minBackupPause, fmt.Sprintf("--backup-every is %s or longer.", minBackupPause)},
		{b.Keep < 1, "--backup-keep is the number of backups to keep: 1 or more."},
		{b.Every >= minBackupPause && b.Keep > int(backup.Longest/b.Every), "--backup-every and --backup-keep reach back more than 90 days: what was erased may not stay in backups for longer."},
	}
}

// BackupFolder returns the folder of the backups that the server writes.
func (c Config) BackupFolder() backup.Folder {
	return backup.Folder{Dir: c.Backups.Dir, Every: c.Backups.Every, Keep: c.Backups.Keep, Clock: c.now}
}

// keptLoops returns the loops that keep what a lost database needs: the order journal
// within its time, and backups.
func (s *Server) keptLoops() []loop.Loop {
	loops := []loop.Loop{{Name: "order_journal", Every: time.Minute, Deadline: time.Minute, Round: s.keepJournal}}
	if s.config.Backups.Dir != "" {
		loops = append(loops, s.config.BackupFolder().Loop(s.store))
	}
	return loops
}

// keepJournal removes what is over its time from the order journal, and copies the journal
// to the folder of backups, so that it is not lost with the disk of the database.
func (s *Server) keepJournal(ctx context.Context) error {
	err := s.orders.Prune(s.config.now())
	if s.config.Backups.Dir != "" {
		err = errors.Join(err, s.copyJournal(ctx))
	}
	return err
}

func (s *Server) copyJournal(ctx context.Context) error {
	if err := s.config.BackupFolder().Claim(ctx, s.store); err != nil {
		return err
	}
	copies := orderlog.Folder(s.config.Backups.Dir)
	return errors.Join(s.orders.CopyTo(copies), orderlog.New(copies).Prune(s.config.now()))
}

// journalState reports whether the order journal has taken the last orders.
func (s *Server) journalState() doctor.NodeComponent {
	state := doctor.NodeComponent{Name: "order journal", State: doctor.StateOK}
	if since, err := s.orders.Failed(); err != nil {
		state.State, state.Since, state.Detail = doctor.StateFailing, instant(since), err.Error()
	}
	return state
}

var lastBackup = describe("backup_last_success_timestamp_seconds", "When the newest backup of the folder was begun; 0: there is none.")

// backups sends the time of the newest backup.
func (c collector) backups(gauge send) {
	if c.server.config.Backups.Dir == "" {
		return
	}
	at := 0.0
	if all, err := c.server.config.BackupFolder().List(); err == nil && len(all) > 0 {
		at = seconds(all[len(all)-1].At)
	}
	gauge(lastBackup, at)
}
