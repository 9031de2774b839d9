package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/operations/outbox"
)

// Heartbeat says when a node last wrote to a database. The node keeps it outside the
// database too: in memory, and in a file of its data directory. So it finds out when the
// database no longer has what was committed, because an older backup was restored or a
// standby took over that lacked the last commits.
type Heartbeat struct {
	Database string    `json:"database"` // the id of the database; see NewHeartbeat
	Node     string    `json:"node"`
	At       time.Time `json:"at"` // zero: the node has not written yet
}

// NewHeartbeat returns the heartbeat of a node that has not written yet.
func (s *Store) NewHeartbeat(ctx context.Context, node string) (Heartbeat, error) {
	id, err := s.ID(ctx)
	return Heartbeat{Database: id, Node: node}, err
}

// ID returns the id of the database, and gives it one where it has none. Backups and standbys
// have the same id.
func (s *Store) ID(ctx context.Context) (id string, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		return tx.QueryRow("SELECT value FROM secret WHERE name = $1", databaseID).Scan(&id)
	})
	if errors.Is(err, ErrNotFound) {
		return s.SecretOrAdd(ctx, databaseID, uuid.NewString())
	}
	if err != nil {
		return "", fmt.Errorf("read the id of the database: %w", err)
	}
	return id, nil
}

// databaseID is the name under which the id of the database is among its secrets.
const databaseID = "database"

// heartbeatFile is the file of a heartbeat in a data directory.
const heartbeatFile = "heartbeat.json"

// ReadHeartbeat returns the heartbeat that Save last wrote to a data directory, or an
// empty one.
func ReadHeartbeat(dir string) (h Heartbeat, err error) {
	text, err := os.ReadFile(filepath.Join(dir, heartbeatFile))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return Heartbeat{}, nil
	case err == nil:
		err = json.Unmarshal(text, &h)
	}
	if err != nil {
		return Heartbeat{}, fmt.Errorf("read the heartbeat of the last run: %w", err)
	}
	return h, nil
}

// Save writes the heartbeat to a data directory.
func (h Heartbeat) Save(dir string) error {
	text, err := json.Marshal(h)
	if err == nil {
		file := filepath.Join(dir, heartbeatFile)
		if err = os.WriteFile(file+".new", text, 0o600); err == nil {
			err = os.Rename(file+".new", file)
		}
	}
	if err != nil {
		return fmt.Errorf("save the heartbeat: %w", err)
	}
	return nil
}

// JobLost is the kind of outbox jobs that report a Loss, their payload. They are given up
// at once, so they are an alert until a member of staff drops them.
const JobLost = "database.lost"

// Loss is what a database lacks although it was committed.
type Loss struct {
	// From and To are heartbeats of a node: the last one that the database has, and the
	// last one that it had. Where From is zero it has none.
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

func (l Loss) String() string {
	began := "after the backup or the standby was written, and"
	if !l.From.IsZero() {
		began = "after " + l.From.UTC().Format(time.DateTime)
	}
	return fmt.Sprintf("the database went back in time: it lacks what was committed %s until %s UTC or later", began, l.To.UTC().Format(time.DateTime))
}

// lossOf returns what the database lacks of what a node has written. Of another database
// it can say nothing.
func (tx *Tx) lossOf(h Heartbeat) (l Loss, lost bool, err error) {
	if h.At.IsZero() {
		return l, false, nil
	}
	var seen int64
	err = tx.QueryRow("SELECT COALESCE((SELECT seen FROM node WHERE id = $1), 0) FROM secret WHERE name = $2 AND value = $3",
		h.Node, databaseID, h.Database).Scan(&seen)
	if errors.Is(err, ErrNotFound) {
		return l, false, nil
	}
	lost = seen < h.At.UnixMilli()
	if seen == 0 { // maybe removed, because it was old
		lost = tx.now.Sub(h.At) < nodeLife
	}
	return Loss{From: instant(seen), To: h.At}, lost, err
}

// reportLoss writes a job about what the database lacks of what a node has written, and
// reports whether it lacks something.
func (tx *Tx) reportLoss(h Heartbeat) (lost bool, err error) {
	l, lost, err := tx.lossOf(h)
	if err != nil || !lost {
		return false, err
	}
	payload, err := json.Marshal(l)
	if err != nil {
		return true, fmt.Errorf("report a loss: %w", err)
	}
	return true, tx.Enqueue(outbox.Job{Kind: JobLost, Key: fmt.Sprintf("%s %d", h.Node, h.At.UnixMilli()), Payload: string(payload)})
}

// Resume reports what the database lacks of what a node had written before it stopped.
func (s *Store) Resume(ctx context.Context, h Heartbeat) error {
	err := s.Update(ctx, func(tx *Tx) error {
		_, err := tx.reportLoss(h)
		return err
	})
	if err != nil {
		return fmt.Errorf("compare the database with what a node has written: %w", err)
	}
	return nil
}

// Losses returns the losses that were reported, by the ids of their jobs, and under "" one
// that a heartbeat shows and that no node has reported yet.
func (s *Store) Losses(ctx context.Context, h Heartbeat) (all map[string]Loss, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		all = map[string]Loss{}
		err := tx.Query(func(scan func(into ...any) error) error {
			var id, payload string
			var l Loss
			if err := scan(&id, &payload); err != nil {
				return err
			}
			err := json.Unmarshal([]byte(payload), &l)
			all[id] = l
			return err
		}, "SELECT id, payload FROM outbox WHERE kind = $1 AND state <> 'done'", JobLost)
		if err != nil {
			return err
		}
		l, lost, err := tx.lossOf(h)
		if lost && !slices.Contains(slices.Collect(maps.Values(all)), l) {
			all[""] = l
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read what the database has lost: %w", err)
	}
	return all, nil
}

// WentBack returns how often this process has found that the database went back in time.
// What was read before may then be wrong.
func (s *Store) WentBack() int64 { return s.wentBack.Load() }

// noteLoss records that the database went back in time.
func (s *Store) noteLoss() {
	s.committed.Store(0) // the numbers of changes that are lost are given again
	s.wentBack.Add(1)
	s.foreign.fire()
}
