// Package backup copies an SQLite database to a file while it is used, and puts such a file
// in the place of a database that is lost.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/store"
)

// part is the ending of a file that is not complete yet.
const part = ".part"

// Write copies a database to a new file, checks the copy, and returns its size. The file has
// its name only once it is complete; it never replaces another one.
func Write(ctx context.Context, s *store.Store, file string) (bytes int64, err error) {
	if err := missing(file); err != nil {
		return 0, err
	}
	unfinished := file + part
	made, err := os.OpenFile(unfinished, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, os.ErrExist) {
		return 0, fmt.Errorf("%w: another backup writes it, or one was cut off: then remove it", err)
	}
	if err != nil {
		return 0, fmt.Errorf("begin a backup: %w", err)
	}
	defer os.Remove(unfinished)
	if err := made.Close(); err != nil {
		return 0, fmt.Errorf("begin a backup: %w", err)
	}
	if err := s.CopyTo(ctx, unfinished); err != nil {
		return 0, err
	}
	if err := intact(ctx, unfinished); err != nil {
		return 0, err
	}
	info, err := os.Stat(unfinished)
	if err == nil {
		err = missing(file)
	}
	if err == nil {
		err = rename(unfinished, file)
	}
	if err != nil {
		return 0, fmt.Errorf("complete a backup: %w", err)
	}
	return info.Size(), nil
}

// missing returns an error where there is a file.
func missing(file string) error {
	_, err := os.Lstat(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("%s exists: a backup replaces no file", file)
	}
	return err
}

// rename renames a file in its folder, and waits until the disk has the new name.
func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// intact returns an error unless SQLite finds a file in order.
func intact(ctx context.Context, file string) error {
	s, err := store.Open(ctx, file, time.Now, store.File())
	if err != nil {
		return err
	}
	wrong, err := s.CheckFile(ctx)
	if len(wrong) > 0 {
		err = fmt.Errorf("%s is damaged: %s", file, strings.Join(wrong[:min(len(wrong), 3)], "; "))
	}
	return errors.Join(err, s.Close())
}

// Restoring says what to restore, and where.
type Restoring struct {
	File string // a backup
	Data string // the data directory
	// Brand is the site code whose databases are taken.
	Brand string
	// Replace moves a database that is there to a folder beside it.
	Replace bool
	Clock   store.Clock
}

// Restored says what was restored.
type Restored struct {
	// Before is the folder to which the database that was there was moved, or "".
	Before string
	// LastChange is the time of the last change in the backup that sold or returned
	// something; zero: it has none of the last day.
	LastChange time.Time
	// Older means that the schema is older than this program's. Then the books were not
	// verified.
	Older bool
	Books store.Books
}

// Errors of Restore.
var (
	// ErrDatabase means that there is a database already.
	ErrDatabase = errors.New("the data directory has a database: --replace moves it to a folder beside it")
	// ErrNewer means that this program is too old for the schema of a backup.
	ErrNewer = errors.New("this program cannot work on the schema of the backup")
)

// Restore puts a backup in the place of the database of a data directory that no process
// uses. It copies the file and checks the copy before it touches what is there. The
// heartbeat of the nodes stays, so that they report what the database lacks.
func Restore(ctx context.Context, r Restoring) (done Restored, err error) {
	if err := os.MkdirAll(r.Data, 0o700); err != nil {
		return done, fmt.Errorf("make the data directory: %w", err)
	}
	unlock, err := store.LockDir(ctx, r.Data)
	if err != nil {
		return done, err
	}
	defer unlock()
	database := store.SQLiteFile(r.Data)
	old, err := filesOf(database)
	if err != nil {
		return done, err
	}
	if len(old) > 0 && !r.Replace {
		return done, ErrDatabase
	}
	if log, err := os.Stat(r.File + "-wal"); err == nil && log.Size() > 0 {
		return done, fmt.Errorf("%s is no backup: a part of it is in %s-wal; open its folder with `holidaymaker backup` to make one", r.File, r.File)
	}
	copied := store.UnfinishedFile(r.Data)
	_, cutOff := os.Lstat(copied) // nil: an earlier restore was
	defer func() {
		if left, err := filesOf(database); cutOff != nil && err == nil && len(left) == len(old) {
			os.Remove(copied) // otherwise it keeps servers from making a database that is empty
		}
	}()
	if err := copyFile(r.File, copied); err != nil {
		return done, fmt.Errorf("copy the backup: %w", err)
	}
	if err := done.examine(ctx, copied, r); err != nil {
		return done, err
	}
	if len(old) > 0 {
		done.Before = filepath.Join(r.Data, "before-restore-"+stamp(time.Now()))
	}
	return done, replace(database, copied, old, done.Before)
}

// replace puts a file in the place of the files of a database, which it moves to a new
// folder. Where it fails, they are back.
func replace(database, by string, old []string, folder string) error {
	back := func() error { return nil }
	if len(old) > 0 {
		if err := os.Mkdir(folder, 0o700); err != nil {
			return fmt.Errorf("make a folder for the old database: %w", err)
		}
		back = func() error { return errors.Join(moveAll(folder, filepath.Dir(database), old), os.Remove(folder)) }
		if err := moveAll(filepath.Dir(database), folder, old); err != nil {
			return errors.Join(fmt.Errorf("move the old database: %w", err), back())
		}
	}
	if err := rename(by, database); err != nil {
		return errors.Join(fmt.Errorf("put the backup in its place: %w", err), back())
	}
	return nil
}

// filesOf lists the files of a database that exist.
func filesOf(database string) (files []string, err error) {
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		_, err := os.Lstat(database + end)
		switch {
		case err == nil:
			files = append(files, database+end)
		case !errors.Is(err, os.ErrNotExist):
			return nil, fmt.Errorf("look for a database: %w", err)
		}
	}
	return files, nil
}

// moveAll moves those of some files that are in a folder to another one.
func moveAll(from, to string, files []string) error {
	for _, file := range files {
		name := filepath.Base(file)
		if err := os.Rename(filepath.Join(from, name), filepath.Join(to, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// copyFile copies a file, in place of one that an earlier restore has left.
func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Sync(), target.Close())
}

// examine returns an error for a file that is damaged, of another brand, or of a schema on
// which this program cannot work. What contradicts in the books is only listed: it may have
// been so before.
func (done *Restored) examine(ctx context.Context, file string, r Restoring) (err error) {
	if err := intact(ctx, file); err != nil {
		return err
	}
	s, err := store.Open(ctx, file, r.Clock, store.File())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	schema := s.KnownSchema()
	switch {
	case schema.Have == 0:
		return fmt.Errorf("%s has no database of this product", r.File)
	case schema.Contracted():
		return fmt.Errorf("%w: %w", ErrNewer, &store.SchemaError{Schema: schema})
	}
	if err := s.CheckBrand(ctx, r.Brand); err != nil {
		return err
	}
	found, err := s.Inspect(ctx)
	if err != nil {
		return err
	}
	done.LastChange, done.Older = found.LastChangeAt, !schema.Fits()
	if !done.Older {
		done.Books, err = s.Verify(ctx)
	}
	return err
}

// Folder is a folder in which a server keeps backups of its database.
type Folder struct {
	Dir   string
	Every time.Duration // between two backups
	Keep  int           // how many are kept
	Clock store.Clock
}

// Longest is how long a backup may be kept: what was erased from the database is in the
// backups from before.
const Longest = 90 * 24 * time.Hour

// Names of the backups in a folder.
const (
	prefix = "holidaymaker-"
	suffix = ".db"
	layout = "20060102T150405Z"
)

func stamp(at time.Time) string { return at.UTC().Format(layout) }

// Backup is a file in a folder.
type Backup struct {
	File string
	At   time.Time
}

// List lists the backups, oldest first. Other files are not among them. Of one that seems to
// be from the future, because a clock was wrong, nobody knows how old it is: it counts as the
// oldest.
func (f Folder) List() (all []Backup, err error) {
	entries, err := os.ReadDir(f.Dir) // by name, which is by time
	if err != nil {
		return nil, fmt.Errorf("list the backups: %w", err)
	}
	var future []Backup
	now := f.Clock()
	for _, entry := range entries {
		name, ours := strings.CutPrefix(entry.Name(), prefix)
		name, complete := strings.CutSuffix(name, suffix)
		at, err := time.Parse(layout, name)
		switch b := (Backup{filepath.Join(f.Dir, entry.Name()), at}); {
		case err != nil || !ours || !complete:
		case b.fromFuture(now):
			future = append(future, b)
		default:
			all = append(all, b)
		}
	}
	return append(future, all...), nil
}

func (b Backup) fromFuture(now time.Time) bool { return b.At.After(now.Add(time.Minute)) }

// ErrOther means that a folder has the backups of another database.
var ErrOther = errors.New("the folder has the backups of another database: each needs a folder of its own. If that database is gone for good, empty the folder")

// Claim makes the folder that of a database. Servers of two databases, such as those of two
// brands, would take each other's backups for theirs.
func (f Folder) Claim(ctx context.Context, s *store.Store) error {
	id, err := s.ID(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return fmt.Errorf("make the folder of backups: %w", err)
	}
	file := filepath.Join(f.Dir, "database-id")
	known, err := os.ReadFile(file)
	switch {
	case errors.Is(err, os.ErrNotExist), err == nil && len(known) == 0: // the server was cut off between making and writing it
		err = os.WriteFile(file, []byte(id), 0o600)
	case err == nil && string(known) != id:
		return fmt.Errorf("%s: %w", f.Dir, ErrOther)
	}
	if err != nil {
		return fmt.Errorf("claim the folder of backups: %w", err)
	}
	return nil
}

// tryAgain is the longest pause after a backup that failed. The loop itself would try every
// few seconds, and each time read the whole database to find that the disk is full.
const tryAgain = 5 * time.Minute

// Loop returns the loop that writes backups. After a start the first one is due when the
// last one of the folder is old enough.
func (f Folder) Loop(s *store.Store) loop.Loop {
	var failed error
	var at time.Time
	return loop.Loop{Name: "backup", Every: min(f.Every, time.Minute), Deadline: time.Hour, Round: func(ctx context.Context) error {
		if failed == nil || time.Since(at) >= min(f.Every, tryAgain) {
			failed, at = f.round(ctx, s), time.Now()
		}
		return failed
	}}
}

// round writes a backup if one is due, and removes those that are over their time, also
// while none can be written.
func (f Folder) round(ctx context.Context, s *store.Store) error {
	if err := f.Claim(ctx, s); err != nil {
		return err
	}
	all, err := f.List()
	if err != nil {
		return err
	}
	now := f.Clock()
	if n := len(all); n == 0 || now.Sub(all[n-1].At) >= f.Every || all[n-1].fromFuture(now) {
		var written Backup
		if written, err = f.write(ctx, s, now); err == nil {
			all = append(all, written)
		}
	}
	return errors.Join(err, f.prune(all, now))
}

// write writes the backup of now.
func (f Folder) write(ctx context.Context, s *store.Store, now time.Time) (Backup, error) {
	if err := f.removeParts(); err != nil {
		return Backup{}, err
	}
	file := filepath.Join(f.Dir, prefix+stamp(now)+suffix)
	_, err := Write(ctx, s, file)
	return Backup{file, now}, err
}

// removeParts removes what a process has left that was killed. One server alone writes to
// the folder.
func (f Folder) removeParts() error {
	left, err := filepath.Glob(filepath.Join(f.Dir, prefix+"*"+suffix+part+"*"))
	for _, file := range left {
		err = errors.Join(err, os.Remove(file))
	}
	if err != nil {
		return fmt.Errorf("remove unfinished backups: %w", err)
	}
	return nil
}

// prune removes the backups beyond those to keep and those over their time, never the last
// one.
func (f Folder) prune(all []Backup, now time.Time) (err error) {
	for i, b := range all[:max(0, len(all)-1)] {
		if len(all)-i > f.Keep || now.Sub(b.At) > Longest {
			err = errors.Join(err, os.Remove(b.File))
		}
	}
	if err != nil {
		return fmt.Errorf("remove old backups: %w", err)
	}
	return nil
}
