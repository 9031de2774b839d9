package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// names are the files of a directory.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

func TestADiskKeepsItsValues(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "here")
	NewDisk(dir, 1000).Put("a", []byte("lake"))
	d := NewDisk(dir, 1000) // as after a restart
	if value, ok := d.Get("a"); !ok || string(value) != "lake" {
		t.Errorf("%q, %t", value, ok)
	}
	if _, ok := d.Get("b"); ok {
		t.Error("a value that was never written")
	}
}

func TestADamagedFileCountsAsNone(t *testing.T) {
	dir := t.TempDir()
	d := NewDisk(dir, 1000)
	d.Put("a", []byte("lake"))
	whole, err := os.ReadFile(filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	for about, damaged := range map[string][]byte{"empty": {}, "short": whole[:10], "cut": whole[:len(whole)-1], "other": append(bytes.Clone(whole[:len(whole)-1]), 'x')} {
		if err := os.WriteFile(filepath.Join(dir, "a"), damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if value, ok := d.Get("a"); ok {
			t.Errorf("%s: %q", about, value)
		}
	}
	d.Put("a", []byte("lake"))
	if value, ok := d.Get("a"); !ok || string(value) != "lake" {
		t.Errorf("written again: %q, %t", value, ok)
	}
}

func TestTheOldestFilesAreRemovedFirst(t *testing.T) {
	dir := t.TempDir()
	for n := range 10 {
		name := filepath.Join(dir, fmt.Sprint(n))
		if err := os.WriteFile(name, make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1000+n), 0)
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	unfinished := filepath.Join(dir, ".unfinished-123")
	if err := os.WriteFile(unfinished, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if NewDisk(dir, 1000); fmt.Sprint(names(t, dir)) != "[0 1 2 3 4 5 6 7 8 9]" {
		t.Errorf("within the limit: %v", names(t, dir))
	}
	d := NewDisk(dir, 800)
	if fmt.Sprint(names(t, dir)) != "[4 5 6 7 8 9]" {
		t.Errorf("over the limit: %v", names(t, dir))
	}
	if d.Put("new", make([]byte, 200)); fmt.Sprint(names(t, dir)) != "[7 8 9 new]" {
		t.Errorf("after a new value: %v", names(t, dir))
	}
}

// Files of many writers never exceed the limit by more than what is being
// written.
func TestADiskStaysWithinItsLimit(t *testing.T) {
	dir := t.TempDir()
	d := NewDisk(dir, 4<<10)
	var writers sync.WaitGroup
	for n := range 8 {
		writers.Go(func() {
			for i := range 25 {
				d.Put(fmt.Sprintf("%d-%d", n, i), make([]byte, 300))
			}
		})
	}
	writers.Wait()
	total := int64(0)
	for _, name := range names(t, dir) {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total == 0 || total > 4<<10 {
		t.Errorf("%d bytes on disk", total)
	}
}
