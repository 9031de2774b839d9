package promotion

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"holidaymaker/internal/httpx"
	"holidaymaker/internal/loop"
)

// fileMax is the size of the largest file of a promotion.
const fileMax = 1 << 20

// readEvery is how often the file is read again.
const readEvery = 2 * time.Second

// Source returns the promotion as its file last was. It is safe for concurrent
// use.
type Source struct {
	file    string
	current atomic.Pointer[version]
}

type version struct {
	promotion *Promotion
	number    uint64
	text      []byte
}

// Fixed returns a source whose promotion never changes.
func Fixed(p *Promotion) *Source {
	s := &Source{}
	s.current.Store(&version{promotion: p})
	return s
}

// Open returns the source of a file, which must be readable now.
func Open(file string) (*Source, error) {
	s := &Source{file: file}
	s.current.Store(&version{})
	if err := s.read(context.Background()); err != nil {
		return nil, err
	}
	return s, nil
}

// Current returns the promotion. The caller must not change it.
func (s *Source) Current() *Promotion { return s.current.Load().promotion }

// Version returns a number that changes with the promotion.
func (s *Source) Version() uint64 { return s.current.Load().number }

// Loop reads the file again when it has changed. While it cannot be read, the last
// promotion stays. ok is false for a fixed promotion.
func (s *Source) Loop() (l loop.Loop, ok bool) {
	return loop.Loop{Name: "promotion", Every: readEvery, Deadline: time.Minute, Round: s.read}, s.file != ""
}

func (s *Source) read(context.Context) error {
	file, err := os.Open(s.file)
	if err != nil {
		return fmt.Errorf("open the promotion: %w", err)
	}
	defer file.Close()
	text, err := httpx.ReadAll(file, fileMax)
	if err != nil {
		return fmt.Errorf("read the promotion %s: %w", s.file, err)
	}
	before := s.current.Load()
	if before.promotion != nil && bytes.Equal(before.text, text) {
		return nil
	}
	p, err := Parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", s.file, err)
	}
	s.current.Store(&version{promotion: p, number: before.number + 1, text: text})
	return nil
}
