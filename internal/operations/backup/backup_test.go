package backup_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/backup"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// withoutLimits lets one address hold many bookings.
func withoutLimits(b *booking.Config, _ *payment.Config) { b.Limits.Off = true }

// clock is that of the test world.
func clock() time.Time { return testworld.Start }

func write(t *testing.T, s *store.Store) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "shop.db")
	if _, err := backup.Write(t.Context(), s, file); err != nil {
		t.Fatal(err)
	}
	return file
}

// open opens a backup to read, or the database of a directory.
func open(t *testing.T, source string, options ...store.Option) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), source, clock, append(options, store.Existing())...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// agrees checks the books, and returns the bookings.
func agrees(t *testing.T, s *store.Store) (refs []string) {
	t.Helper()
	books, err := s.Verify(t.Context())
	if err != nil || len(books.Wrong) > 0 {
		t.Fatalf("the books: %+v, %v", books.Wrong, err)
	}
	err = s.View(t.Context(), func(tx *store.Tx) error {
		return tx.Query(func(scan func(into ...any) error) error {
			refs = append(refs, "")
			return scan(&refs[len(refs)-1])
		}, "SELECT ref FROM booking")
	})
	if err != nil {
		t.Fatal(err)
	}
	return refs
}

func TestABackupHasEverythingThatWasCommittedBefore(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t), withoutLimits)
	v := testworld.Visitor()
	w.Paid(v, w.Booked(v, "caravan"), booking.PayFull)
	var mu sync.Mutex
	var sold []string
	booked := make(chan struct{}, 1000)
	selling, stop := context.WithCancel(t.Context())
	var sellers sync.WaitGroup
	for range 4 {
		sellers.Go(func() {
			for range 24 {
				if selling.Err() != nil {
					return
				}
				view, err := w.Bookings.Start(context.Background(), testworld.Visitor(), booking.StartRequest{OfferID: testworld.OfferOf("crowd"), Party: testworld.Couple})
				if err != nil {
					t.Errorf("sell: %v", err)
					return
				}
				mu.Lock()
				sold = append(sold, view.Ref)
				mu.Unlock()
				booked <- struct{}{}
			}
		})
	}
	for range 3 {
		for range 10 {
			<-booked
		}
		mu.Lock()
		before := slices.Clone(sold)
		mu.Unlock()
		file := write(t, w.Store)
		has := agrees(t, open(t, file, store.File()))
		for _, ref := range before {
			if !slices.Contains(has, ref) {
				t.Errorf("the backup lacks %s, which was sold before", ref)
			}
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v: others can read it", info, err)
		}
		if entries, _ := os.ReadDir(filepath.Dir(file)); len(entries) != 1 {
			t.Errorf("beside the backup: %v", entries)
		}
	}
	stop()
	sellers.Wait()
}

func TestABackupReplacesNoFile(t *testing.T) {
	s := storetest.SQLite(t).Open(t)
	file := filepath.Join(t.TempDir(), "precious")
	for _, name := range []string{file, file + ".part"} {
		if err := os.WriteFile(name, []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := backup.Write(t.Context(), s, file); err == nil {
			t.Errorf("%s was replaced", name)
		}
		if text, err := os.ReadFile(name); string(text) != "precious" {
			t.Errorf("%s has %q, %v", name, text, err)
		}
		os.Remove(name)
	}
	cut, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := backup.Write(cut, s, file); err == nil {
		t.Error("one that was cut off is no error")
	}
	if entries, _ := os.ReadDir(filepath.Dir(file)); len(entries) != 0 {
		t.Errorf("one that was cut off leaves %v", entries)
	}
}

func TestABackupComesBack(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	if err := w.Store.RecordBrand(t.Context(), "MT"); err != nil {
		t.Fatal(err)
	}
	v := testworld.Visitor()
	sold := w.Paid(v, w.Booked(v, "caravan"), booking.PayFull).Ref
	file, target := write(t, w.Store), storetest.SQLite(t)
	heartbeat := filepath.Join(target.Source, "heartbeat.json")
	if err := os.WriteFile(heartbeat, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	restore := func(change func(*backup.Restoring)) (backup.Restored, error) {
		r := backup.Restoring{File: file, Data: target.Source, Brand: "MT", Clock: clock}
		change(&r)
		return backup.Restore(t.Context(), r)
	}
	replacing := func(r *backup.Restoring) { r.Replace = true }
	if _, err := restore(func(*backup.Restoring) {}); !errors.Is(err, backup.ErrDatabase) {
		t.Errorf("over a database: %v", err)
	}
	if _, err := restore(func(r *backup.Restoring) { r.Replace, r.Brand = true, "BF" }); !errors.Is(err, store.ErrOtherBrand) {
		t.Errorf("of another brand: %v", err)
	}
	if refs := agrees(t, open(t, store.SQLiteFile(target.Source), store.File())); len(refs) != 0 {
		t.Errorf("what was refused has changed the database: %v", refs)
	}
	done, err := restore(replacing)
	if err != nil || done.Before == "" || done.Books.Bookings != 1 || done.LastChange.IsZero() {
		t.Fatalf("%+v, %v", done, err)
	}
	if refs := agrees(t, open(t, done.Before)); len(refs) != 0 {
		t.Errorf("the database from before has %v", refs)
	}
	if text, _ := os.ReadFile(heartbeat); string(text) != "{}" {
		t.Errorf("the heartbeat is %q", text)
	}
	s := open(t, target.Source)
	if refs := agrees(t, s); !slices.Equal(refs, []string{sold}) {
		t.Errorf("it has %v, want %s", refs, sold)
	}
	if _, err := restore(replacing); !errors.Is(err, store.ErrInUse) {
		t.Errorf("while it is used: %v", err)
	}
	for _, end := range []string{"", "-wal", "-shm"} { // lost while its server runs
		os.Remove(store.SQLiteFile(target.Source) + end)
	}
	if _, err := restore(replacing); !errors.Is(err, store.ErrInUse) {
		t.Errorf("while a server uses a deleted one: %v", err)
	}
}

// A restore was killed when the old database was moved away. A supervisor starts the server.
func TestAServerMakesNoDatabaseInTheMiddleOfARestore(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	file, dir := write(t, w.Store), t.TempDir()
	if err := os.WriteFile(store.UnfinishedFile(dir), []byte("a part"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := func() {
		t.Helper()
		if s, err := store.Open(t.Context(), dir, clock); !errors.Is(err, store.ErrUnfinished) {
			t.Errorf("got %v, %v", s, err)
		}
		if _, err := os.Stat(store.SQLiteFile(dir)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("there is a database: %v", err)
		}
	}
	refused()
	if _, err := backup.Restore(t.Context(), backup.Restoring{File: filepath.Join(dir, "mistyped"), Data: dir, Brand: "MT", Clock: clock}); err == nil {
		t.Error("a missing file was restored")
	}
	refused()
	if _, err := backup.Restore(t.Context(), backup.Restoring{File: file, Data: dir, Brand: "MT", Clock: clock}); err != nil {
		t.Fatal(err)
	}
	agrees(t, open(t, dir))
	if _, err := os.Stat(store.UnfinishedFile(dir)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something is left: %v", err)
	}
}

// Of the backups that a server keeps, each is a point in time.
func TestAPointInTimeComesBack(t *testing.T) {
	w, now := testworld.New(t, storetest.SQLite(t)), testworld.Start
	f := backup.Folder{Dir: t.TempDir(), Every: time.Hour, Keep: 9, Clock: func() time.Time { return now }}
	var sold []string
	for _, unit := range []string{"caravan", "boat", "many"} {
		v := testworld.Visitor()
		sold = append(sold, w.Paid(v, w.Booked(v, unit), booking.PayFull).Ref)
		if err := f.Loop(w.Store).Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Hour)
	}
	points, err := f.List()
	if err != nil || len(points) != len(sold) {
		t.Fatalf("%v, %v", points, err)
	}
	for i, point := range points {
		dir := t.TempDir()
		if _, err := backup.Restore(t.Context(), backup.Restoring{File: point.File, Data: dir, Brand: "MT", Clock: clock}); err != nil {
			t.Fatal(err)
		}
		has, want := agrees(t, open(t, dir)), slices.Sorted(slices.Values(sold[:i+1]))
		if slices.Sort(has); !slices.Equal(has, want) {
			t.Errorf("at %s: %v, want %v", point.At, has, want)
		}
	}
}

func TestWhatCannotBeUsedIsNotRestored(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	good := write(t, w.Store)
	content, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(content)
	for i := range 4096 {
		damaged[4*4096+i] = 0xff
	}
	err = w.Store.Update(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec("UPDATE schema_state SET min_version = 999")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	newer, err := os.ReadFile(write(t, w.Store))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "data")
	for name, content := range map[string][]byte{"damaged": damaged, "cut off": content[:len(content)/2], "of a newer release": newer, "no database": []byte("hello"), "empty": nil} {
		file := filepath.Join(t.TempDir(), "backup.db")
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := backup.Restore(t.Context(), backup.Restoring{File: file, Data: dir, Brand: "MT", Clock: clock}); err == nil {
			t.Errorf("%s was restored", name)
		} else if name == "of a newer release" && !errors.Is(err, backup.ErrNewer) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := backup.Restore(t.Context(), backup.Restoring{File: filepath.Join(dir, "missing"), Data: dir, Clock: clock}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := os.Stat(store.SQLiteFile(dir)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a database: %v", err)
	}
}

func TestAServerKeepsTheLastBackups(t *testing.T) {
	s, dir := storetest.SQLite(t).Open(t), filepath.Join(t.TempDir(), "backups")
	now := testworld.Start
	f := backup.Folder{Dir: dir, Every: time.Hour, Keep: 3, Clock: func() time.Time { return now }}
	round := func(wantNewest time.Time, wantAll int) {
		t.Helper()
		if err := f.Loop(s).Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		all, err := f.List()
		if err != nil || len(all) != wantAll || !all[len(all)-1].At.Equal(wantNewest) {
			t.Errorf("at %s: %v, %v; want %d until %s", now, all, err, wantAll, wantNewest)
		}
	}
	round(now, 1)
	now = now.Add(59 * time.Minute)
	round(testworld.Start, 1) // also after a restart
	left := filepath.Join(dir, "holidaymaker-20260302T093000Z.db.part")
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for hour := range 4 {
		now = testworld.Start.Add(time.Duration(hour+1) * time.Hour)
		round(now, min(hour+2, 3))
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what a killed server has left: %v", err)
	}
	now = now.Add(backup.Longest + time.Hour)
	round(now, 1) // those before are over their time
	now = testworld.Start.Add(-time.Hour)
	if err := f.Loop(s).Round(t.Context()); err != nil { // the clock was set back
		t.Error(err)
	}
	if all, _ := f.List(); len(all) != 2 {
		t.Errorf("after the clock was set back: %v", all)
	}
}

// While none can be written, for example because the disk is full, those over their time go.
// To try again costs as much as a backup, so the loop does it less often than others.
func TestWhileNoBackupCanBeWritten(t *testing.T) {
	s, f, now := kept(t)
	last := *now
	obstacle := filepath.Join(f.Dir, "holidaymaker-20260302T093000Z.db.part")
	if err := os.MkdirAll(filepath.Join(obstacle, "stuck"), 0o700); err != nil {
		t.Fatal(err)
	}
	*now = now.Add(backup.Longest + 2*time.Hour)
	failing := f.Loop(s)
	if err := failing.Round(t.Context()); err == nil {
		t.Error("that none can be written is no error")
	}
	if all, err := f.List(); err != nil || len(all) != 1 || !all[0].At.Equal(last) {
		t.Errorf("%v, %v, want the last one of %s", all, err, last)
	}
	if err := os.RemoveAll(obstacle); err != nil {
		t.Fatal(err)
	}
	if err := failing.Round(t.Context()); err == nil {
		t.Error("it tried again at once")
	}
	if err := f.Loop(s).Round(t.Context()); err != nil { // after a restart
		t.Error(err)
	}
}

// kept is a folder with three backups, the last one of now.
func kept(t *testing.T) (s *store.Store, f backup.Folder, now *time.Time) {
	t.Helper()
	s, now = storetest.SQLite(t).Open(t), new(testworld.Start)
	f = backup.Folder{Dir: t.TempDir(), Every: time.Hour, Keep: 3, Clock: func() time.Time { return *now }}
	for n := range 3 {
		*now = testworld.Start.Add(time.Duration(n) * time.Hour)
		if err := f.Loop(s).Round(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return s, f, now
}

// A backup was written while the clock was wrong, which has been set right since.
func TestABackupFromTheFutureDoesNotPushOutOthers(t *testing.T) {
	s, f, now := kept(t)
	good, err := f.List()
	if err != nil {
		t.Fatal(err)
	}
	*now = now.AddDate(1, 0, 0)
	if _, err := backup.Write(t.Context(), s, filepath.Join(f.Dir, "holidaymaker-"+now.Format("20060102T150405Z")+".db")); err != nil {
		t.Fatal(err)
	}
	*now = now.AddDate(-1, 0, 0)
	for range 5 {
		*now = now.Add(time.Minute)
		if err := f.Loop(s).Round(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := f.List(); err != nil || !slices.Equal(all, good) {
		t.Errorf("%v, %v, want %v", all, err, good)
	}
}

func TestTwoDatabasesDoNotShareAFolder(t *testing.T) {
	s, f, now := kept(t)
	*now = now.Add(time.Hour)
	if err := f.Loop(storetest.SQLite(t).Open(t)).Round(t.Context()); !errors.Is(err, backup.ErrOther) {
		t.Errorf("another database: %v", err)
	}
	restored := t.TempDir()
	if err := s.CopyTo(t.Context(), store.SQLiteFile(restored)); err != nil {
		t.Fatal(err)
	}
	if err := f.Loop(open(t, restored)).Round(t.Context()); err != nil {
		t.Errorf("the database after a restore: %v", err)
	}
	if all, _ := f.List(); len(all) != 3 || !all[2].At.Equal(*now) {
		t.Errorf("got %v", all)
	}
}
