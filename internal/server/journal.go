package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// secretKeys are names of log attributes that could hold personal data or
// secrets, whoever logs them.
var secretKeys = map[string]bool{
	"email": true, "surname": true, "forename": true, "lastname": true, "postcode": true, "address": true, "telephone": true,
	"dob": true, "card": true, "token": true, "cookie": true, "passwd": true, "password": true, "query": true, "to": true, "name": true,
}

// newLogger writes JSON lines without personal data into a journal. Without
// anywhere to write there is no journal.
func newLogger(to io.Writer) (*slog.Logger, *journal) {
	if to == nil {
		return slog.New(slog.DiscardHandler), nil
	}
	j := &journal{to: to}
	lines := slog.NewJSONHandler(j, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if secretKeys[strings.ToLower(a.Key)] {
				a.Value = slog.StringValue("[redacted]")
			}
			return a
		},
	})
	return slog.New(prompt{lines, j}), j
}

const (
	journalDelay = 100 * time.Millisecond
	journalBytes = 32 << 10
)

// journal gathers lines and writes them together, at most journalDelay after
// the first of them: a write for each would be a good part of what a request
// costs.
type journal struct {
	to io.Writer

	mu    sync.Mutex
	lines []byte
}

// Write takes a line. An error is that of lines before it.
func (j *journal) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.lines) == 0 {
		time.AfterFunc(journalDelay, func() { _ = j.flush() }) // nobody is left to tell
	}
	j.lines = append(j.lines, line...)
	if len(j.lines) >= journalBytes {
		return len(line), j.write()
	}
	return len(line), nil
}

// flush writes what waits; a journal that is nil has nothing.
func (j *journal) flush() error {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.write()
}

func (j *journal) write() error {
	if len(j.lines) == 0 {
		return nil
	}
	_, err := j.to.Write(j.lines)
	j.lines = j.lines[:0]
	if err != nil {
		return fmt.Errorf("write the log: %w", err)
	}
	return nil
}

// prompt has warnings and errors written at once, with all before them.
type prompt struct {
	slog.Handler
	journal *journal
}

// Handle logs a record.
func (p prompt) Handle(ctx context.Context, r slog.Record) error {
	err := p.Handler.Handle(ctx, r)
	if r.Level >= slog.LevelWarn {
		err = errors.Join(err, p.journal.flush())
	}
	return err
}

// WithAttrs returns a handler whose records have these attributes too.
func (p prompt) WithAttrs(attrs []slog.Attr) slog.Handler {
	return prompt{p.Handler.WithAttrs(attrs), p.journal}
}

// WithGroup returns a handler whose records have their attributes in a group.
func (p prompt) WithGroup(name string) slog.Handler {
	return prompt{p.Handler.WithGroup(name), p.journal}
}
