// Package livefile reads settings from a file that may change while the server
// runs.
package livefile

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
)

// File returns a value as its file last was. It is safe for concurrent use.
type File[T any] struct {
	name, path string
	max        int64         // bytes
	every      time.Duration // how often the file is read again
	parse      func([]byte) (*T, error)
	current    atomic.Pointer[version[T]]
}

type version[T any] struct {
	value  *T
	number uint64
	text   []byte
}

// Fixed returns a file whose value never changes.
func Fixed[T any](value *T) *File[T] {
	f := &File[T]{}
	f.current.Store(&version[T]{value: value})
	return f
}

// Open returns the value of a file, which must be readable now. The name says in
// the log what it holds.
func Open[T any](name, path string, parse func([]byte) (*T, error)) (*File[T], error) {
	return open(&File[T]{name: name, path: path, max: 1 << 20, every: 2 * time.Second, parse: parse})
}

// OpenLarge is Open for a file of at most 64 MiB, which is read again every five minutes.
func OpenLarge[T any](name, path string, parse func([]byte) (*T, error)) (*File[T], error) {
	return open(&File[T]{name: name, path: path, max: 64 << 20, every: 5 * time.Minute, parse: parse})
}

func open[T any](f *File[T]) (*File[T], error) {
	f.current.Store(&version[T]{})
	if err := f.read(context.Background()); err != nil {
		return nil, err
	}
	return f, nil
}

// Current returns the value. The caller must not change it.
func (f *File[T]) Current() *T { return f.current.Load().value }

// Version returns a number that changes with the value.
func (f *File[T]) Version() uint64 { return f.current.Load().number }

// Loop reads the file again when it has changed. While it cannot be read, the last
// value stays. ok is false for a fixed value.
func (f *File[T]) Loop() (l loop.Loop, ok bool) {
	return loop.Loop{Name: f.name, Every: f.every, Deadline: time.Minute, Round: f.read}, f.path != ""
}

// OpenRegular opens a file for reading. It refuses pipes and devices, which may
// have no end, before it opens them: opening a pipe waits for a writer.
func OpenRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file but %s", path, kindOf(info.Mode()))
	}
	return os.Open(path)
}

func kindOf(mode os.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&os.ModeNamedPipe != 0:
		return "a pipe"
	case mode&os.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

func (f *File[T]) read(context.Context) error {
	file, err := OpenRegular(f.path)
	if err != nil {
		return fmt.Errorf("open the %s: %w", f.name, err)
	}
	defer file.Close()
	text, err := httpx.ReadAll(file, f.max)
	if err != nil {
		return fmt.Errorf("read the %s %s: %w", f.name, f.path, err)
	}
	before := f.current.Load()
	if before.value != nil && bytes.Equal(before.text, text) {
		return nil
	}
	value, err := f.parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	f.current.Store(&version[T]{value: value, number: before.number + 1, text: text})
	return nil
}
