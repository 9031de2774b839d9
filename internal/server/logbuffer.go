package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/loop"
)

// secretKeys lists names of log attributes that may hold personal data or
// secrets. Their values are never logged.
var secretKeys = map[string]bool{
	"email": true, "surname": true, "forename": true, "lastname": true, "postcode": true, "address": true, "telephone": true,
	"dob": true, "card": true, "token": true, "cookie": true, "passwd": true, "password": true, "query": true, "to": true, "name": true,
}

// newLogger returns a logger that writes JSON lines without personal data into
// a buffer. Where to is nil, the buffer is nil.
func newLogger(to io.Writer) (*slog.Logger, *logBuffer) {
	if to == nil {
		return slog.New(slog.DiscardHandler), nil
	}
	b := &logBuffer{to: to, filled: loop.NewTrigger()}
	lines := slog.NewJSONHandler(b, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if secretKeys[strings.ToLower(a.Key)] {
				a.Value = slog.StringValue("[redacted]")
			}
			if a.Value.Kind() == slog.KindDuration {
				a.Value = slog.StringValue(a.Value.Duration().String())
			}
			return a
		},
	})
	return slog.New(flushingHandler{lines, b}), b
}

const (
	logDelay = 100 * time.Millisecond
	logBytes = 32 << 10
)

// logBuffer collects lines and writes them together, at most logDelay after the
// first. Writing each line by itself would be a large part of the cost of a
// request.
type logBuffer struct {
	to     io.Writer
	filled loop.Trigger // fired by the first line

	mu    sync.Mutex
	lines []byte
}

// loop returns the loop that writes the collected lines.
func (b *logBuffer) loop() loop.Loop {
	return loop.Loop{Name: "log_flush", Every: time.Minute, Deadline: 10 * time.Second, Wake: b.filled.Wake, Round: func(ctx context.Context) error {
		gather := time.NewTimer(logDelay)
		defer gather.Stop()
		select {
		case <-gather.C:
		case <-ctx.Done():
		}
		return b.flush()
	}, End: func() { _ = b.flush() }} // the loop has reported the error
}

// Write adds a line. Its error, if any, is about earlier lines.
func (b *logBuffer) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.lines) == 0 {
		b.filled.Fire()
	}
	b.lines = append(b.lines, line...)
	if len(b.lines) >= logBytes {
		return len(line), b.write()
	}
	return len(line), nil
}

// flush writes the collected lines. It does nothing for a nil buffer.
func (b *logBuffer) flush() error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.write()
}

func (b *logBuffer) write() error {
	if len(b.lines) == 0 {
		return nil
	}
	_, err := b.to.Write(b.lines)
	b.lines = b.lines[:0]
	if err != nil {
		return fmt.Errorf("write the log: %w", err)
	}
	return nil
}

// flushingHandler writes warnings and errors at once, with all lines before
// them.
type flushingHandler struct {
	slog.Handler
	buffer *logBuffer
}

// Handle logs a record.
func (h flushingHandler) Handle(ctx context.Context, r slog.Record) error {
	err := h.Handler.Handle(ctx, r)
	if r.Level >= slog.LevelWarn {
		err = errors.Join(err, h.buffer.flush())
	}
	return err
}

// WithAttrs returns a handler whose records have these attributes too.
func (h flushingHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return flushingHandler{h.Handler.WithAttrs(attrs), h.buffer}
}

// WithGroup returns a handler whose records have their attributes in a group.
func (h flushingHandler) WithGroup(name string) slog.Handler {
	return flushingHandler{h.Handler.WithGroup(name), h.buffer}
}

// withoutAddresses logs the warnings of net/http, but removes the addresses of
// clients that some of them contain.
type withoutAddresses struct{ log *slog.Logger }

var clientAddress = regexp.MustCompile(`(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-fA-F:.%\w]+\])(:\d+)?`)

// Write implements io.Writer for a log.Logger.
func (w withoutAddresses) Write(line []byte) (int, error) {
	text := clientAddress.ReplaceAllString(strings.TrimRight(string(line), "\n"), "(client)")
	w.log.Warn("net/http", "message", text)
	return len(line), nil
}
