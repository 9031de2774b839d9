// Package orderlog is the order journal: the orders for which a node has asked a provider
// to move money, in files outside the database. After an older database was restored, it
// names the payments that the database does not know. It has no personal data.
package orderlog

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/money"
)

// Kept is for how long entries are kept: for longer than a backup may be.
const Kept = 100 * 24 * time.Hour

// Entry is a request to a provider that may move money. An order can have several.
type Entry struct {
	At          time.Time   `json:"at"`
	Order       string      `json:"order"`
	Method      string      `json:"method"`
	ProviderRef string      `json:"providerRef,omitempty"` // the wallet's id of the order
	Ref         string      `json:"ref"`                   // of the booking
	Amount      money.Pence `json:"amount"`
}

// Journal writes entries to a folder, a file for each day. The names of its files are its
// own, so that a folder can have the files of several journals: of a node before and after a
// restart, or before and after its disk was lost. It is safe for concurrent use.
type Journal struct {
	dir  string
	name string // in the names of its files

	mu      sync.Mutex
	waiting []note
	writing bool
	failed  error // why the last entries were not written; nil: they were
	since   time.Time

	// Of the goroutine that writes.
	file *os.File
	day  string
}

type note struct {
	line    []byte
	at      time.Time
	written chan error
}

// maxWaiting limits the entries that wait for a disk that does not write.
const maxWaiting = 10_000

// Folder returns the folder of a node's journal in its data directory.
func Folder(data string) string { return filepath.Join(data, "orders") }

// New returns the journal in a folder, which the first entry makes.
func New(dir string) *Journal { return &Journal{dir: dir, name: strings.ToLower(rand.Text()[:8])} }

// Note writes an entry, and returns when the disk has it. Entries of the same moment are
// written together. When ctx ends first, the entry may be written later.
func (j *Journal) Note(ctx context.Context, e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write the order journal: %w", err)
	}
	n := note{append(line, '\n'), e.At, make(chan error, 1)}
	j.mu.Lock()
	if len(j.waiting) >= maxWaiting {
		j.mu.Unlock()
		return errors.New("write the order journal: too many entries wait for the disk")
	}
	j.waiting = append(j.waiting, n)
	if !j.writing {
		j.writing = true
		go j.write()
	}
	j.mu.Unlock()
	select {
	case err = <-n.written:
	case <-ctx.Done():
		err = j.late(ctx.Err(), n)
	}
	if err != nil {
		return fmt.Errorf("write the order journal: %w", err)
	}
	return nil
}

// Failed returns why the last entries were not written, and since when, or nil.
func (j *Journal) Failed() (since time.Time, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.since, j.failed
}

// late returns the outcome of an entry whose caller does not wait any longer: err, unless it
// was written at that moment.
func (j *Journal) late(err error, n note) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	select {
	case err = <-n.written:
	default:
		j.report(err)
	}
	return err
}

// ended tells the callers of a batch its outcome.
func (j *Journal) ended(batch []note, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.report(err)
	for _, n := range batch {
		n.written <- err
	}
}

// report records whether the last entries were written. The caller holds mu.
func (j *Journal) report(err error) {
	if err != nil && j.failed == nil {
		j.since = time.Now()
	}
	j.failed = err
}

// write writes what waits, until nothing does.
func (j *Journal) write() {
	for {
		j.mu.Lock()
		batch := j.waiting
		j.waiting = nil
		if len(batch) == 0 {
			j.writing = false
			j.mu.Unlock()
			return
		}
		j.mu.Unlock()
		j.ended(batch, j.append(batch))
	}
}

// append writes entries to the file of the first one's day. After an error it opens the
// file anew, because a part of a line may be in it.
func (j *Journal) append(batch []note) error {
	if err := j.open(batch[0].at.UTC().Format(time.DateOnly)); err != nil {
		return err
	}
	var lines []byte
	for _, n := range batch {
		lines = append(lines, n.line...)
	}
	_, err := j.file.Write(lines)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		err = errors.Join(err, j.close())
	}
	return err
}

const ending = ".ndjson"

// open opens the file of a day. What a write that was cut off has left in it ends with a
// line break.
func (j *Journal) open(day string) error {
	path := filepath.Join(j.dir, day+"-"+j.name+ending)
	if j.file != nil && j.day == day {
		if _, err := os.Stat(path); err == nil { // nobody has removed it
			return nil
		}
	}
	if err := errors.Join(j.close(), os.MkdirAll(j.dir, 0o700)); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	j.file, j.day = file, day
	info, err := file.Stat()
	if err == nil && info.Size() > 0 {
		_, err = file.WriteString("\n")
	}
	if err == nil {
		err = syncFolder(j.dir)
	}
	if err != nil {
		err = errors.Join(err, j.close())
	}
	return err
}

func (j *Journal) close() error {
	if j.file == nil {
		return nil
	}
	file := j.file
	j.file = nil
	return file.Close()
}

func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Prune removes the files whose entries are all over their time.
func (j *Journal) Prune(now time.Time) error {
	files, err := filesOf(j.dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, file := range files {
		if file.day.Add(24 * time.Hour).Before(now.Add(-Kept)) {
			err = errors.Join(err, os.Remove(file.path))
		}
	}
	if err != nil {
		return fmt.Errorf("prune the order journal: %w", err)
	}
	return nil
}

// CopyTo copies the files that have grown to another folder, on another disk. What is there
// under other names stays, also when the disk of the journal was lost.
func (j *Journal) CopyTo(dir string) error {
	files, err := filesOf(j.dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	for _, file := range files {
		err = errors.Join(err, copyGrown(file.path, filepath.Join(dir, filepath.Base(file.path))))
	}
	if err != nil {
		return fmt.Errorf("copy the order journal: %w", err)
	}
	return nil
}

// copyGrown copies a file unless the copy has its size. The copy has its name once the disk
// has it.
func copyGrown(from, to string) error {
	grown, err := os.Stat(from)
	if err != nil {
		return err
	}
	if copied, err := os.Stat(to); err == nil && copied.Size() == grown.Size() {
		return nil
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	unfinished, err := os.OpenFile(to+".part", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = unfinished.Write(content)
	if err = errors.Join(err, unfinished.Sync(), unfinished.Close()); err != nil {
		return err
	}
	return os.Rename(to+".part", to)
}

type dayFile struct {
	path string
	day  time.Time
}

func filesOf(dir string) (files []dayFile, err error) {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		name, ours := strings.CutSuffix(entry.Name(), ending)
		if day, err := time.Parse(time.DateOnly, name[:min(len(name), len(time.DateOnly))]); err == nil && ours {
			files = append(files, dayFile{filepath.Join(dir, entry.Name()), day})
		}
	}
	return files, err
}

// Read returns the last entry of each order, oldest first, of the journals in some folders.
// unreadable counts the lines that are no entries: one that was cut off when its node was, or
// a damaged one.
func Read(dirs []string) (entries []Entry, unreadable int, err error) {
	last := map[string]Entry{}
	for _, dir := range dirs {
		files, err := filesOf(dir)
		if err != nil {
			return nil, 0, fmt.Errorf("read the order journal: %w", err)
		}
		for _, file := range files {
			bad, err := readFile(file.path, func(e Entry) {
				if known, twice := last[e.Order]; !twice || !e.At.Before(known.At) {
					last[e.Order] = e
				}
			})
			if err != nil {
				return nil, 0, fmt.Errorf("read the order journal: %w", err)
			}
			unreadable += bad
		}
	}
	for _, e := range last {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b Entry) int {
		if c := a.At.Compare(b.At); c != 0 {
			return c
		}
		return strings.Compare(a.Order, b.Order)
	})
	return entries, unreadable, nil
}

// readFile reads the entries of a file, and counts the lines that are none.
func readFile(path string, read func(Entry)) (bad int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	lines := bufio.NewReader(file)
	for {
		line, err := lines.ReadBytes('\n')
		if text := strings.TrimSpace(string(line)); text != "" {
			var e Entry
			if json.Unmarshal([]byte(text), &e) != nil || e.Order == "" {
				bad++
			} else {
				read(e)
			}
		}
		if errors.Is(err, io.EOF) {
			return bad, nil
		}
		if err != nil {
			return bad, err
		}
	}
}
