package cache

import (
	"bytes"
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Disk keeps values as files of a directory, with a limit on their total size:
// the oldest are removed first. A value is read only as it was written: a
// damaged file counts as none. Errors of the disk are ignored, because a cache
// that cannot be written does no harm. It is safe for concurrent use.
type Disk struct {
	dir string
	max int64

	mu    sync.Mutex
	total int64 // size of the files, of which another process may have removed some
}

// temporary begins the names of unfinished files.
const temporary = ".unfinished-"

// NewDisk opens a directory, or makes it, and removes unfinished files and what
// is over the limit.
func NewDisk(dir string, max int64) *Disk {
	d := &Disk{dir: dir, max: max}
	_ = os.MkdirAll(dir, 0o700)
	unfinished, _ := filepath.Glob(filepath.Join(dir, temporary+"*"))
	for _, name := range unfinished {
		_ = os.Remove(name)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.trim()
	return d
}

// Get returns the value of a file name. ok is false where there is none or the
// file is damaged.
func (d *Disk) Get(name string) (value []byte, ok bool) {
	whole, err := os.ReadFile(filepath.Join(d.dir, name))
	if err != nil || len(whole) < sha256.Size {
		return nil, false
	}
	value = whole[sha256.Size:]
	sum := sha256.Sum256(value)
	return value, bytes.Equal(sum[:], whole[:sha256.Size])
}

// Put writes a value under a file name, so that another process never reads
// half of it.
func (d *Disk) Put(name string, value []byte) {
	file, err := os.CreateTemp(d.dir, temporary+"*")
	if err != nil {
		return
	}
	sum := sha256.Sum256(value)
	_, err = file.Write(append(sum[:], value...))
	if closing := file.Close(); err != nil || closing != nil || os.Rename(file.Name(), filepath.Join(d.dir, name)) != nil {
		_ = os.Remove(file.Name())
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.total += int64(sha256.Size + len(value)); d.total > d.max {
		d.trim()
	}
}

// trim counts the files and, where they are over the limit, removes the oldest
// until at most three quarters of it are left.
func (d *Disk) trim() {
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	d.total = 0
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
			d.total += info.Size()
		}
	}
	if d.total <= d.max {
		return
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range files {
		if d.total <= d.max/4*3 {
			return
		}
		if os.Remove(filepath.Join(d.dir, info.Name())) == nil {
			d.total -= info.Size()
		}
	}
}
