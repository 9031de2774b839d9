package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/operations/loop"
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
	b.own = slog.New(lines)
	return slog.New(flushingHandler{lines, b}), b
}

const (
	logDelay = 100 * time.Millisecond
	// logBytes is the size of the collected lines from which they are written at
	// once.
	logBytes = 32 << 10
	// maxLogBytes limits the lines that wait for a reader of the log that does not
	// read. Further lines are dropped and counted.
	maxLogBytes = 1 << 20
	// logPatience is how long a warning waits until it is written. While the
	// reader of the log does not read, only the first warnings wait.
	logPatience = 250 * time.Millisecond
	// logFlushTime is how long the loop and the end of the server wait.
	logFlushTime = time.Second
)

var errLogStalled = errors.New("the reader of the log does not read: lines are dropped")

// logBuffer collects lines and writes them together, at most logDelay after the
// first. Writing each line by itself would be a large part of the cost of a
// request. No caller ever waits for the reader of the log: one goroutine writes,
// and what does not fit into the buffer meanwhile is dropped and counted.
type logBuffer struct {
	to     io.Writer
	own    *slog.Logger // logs how many lines were lost
	filled loop.Trigger // fired by the first line
	lost   atomic.Uint64

	mu       sync.Mutex
	lines    []byte
	written  chan struct{} // not nil while a goroutine writes; closed when nothing is left to write
	stalled  bool          // the goroutine that writes has been waited for in vain
	err      error         // of the last write
	reported uint64        // the value of lost that the log says
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
		return b.flush(logFlushTime)
	}, End: func() { _ = b.flush(logFlushTime) }} // the loop has reported the error
}

// Write adds a line, or drops it where too many wait.
func (b *logBuffer) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.lines)+len(line) > maxLogBytes {
		b.lost.Add(1)
		return len(line), nil
	}
	if len(b.lines) == 0 {
		b.filled.Fire()
	}
	b.lines = append(b.lines, line...)
	if len(b.lines) >= logBytes {
		b.start()
	}
	return len(line), nil
}

// start has a goroutine write the collected lines, if none does. The caller holds
// mu.
func (b *logBuffer) start() {
	if b.written == nil && len(b.lines) > 0 {
		b.written = make(chan struct{})
		go b.write()
	}
}

// write writes collected lines until there are none.
func (b *logBuffer) write() {
	var lines []byte
	for {
		b.mu.Lock()
		lines, b.lines = b.lines, lines[:0]
		if len(lines) == 0 {
			close(b.written)
			b.written, b.stalled = nil, false
			b.mu.Unlock()
			return
		}
		b.mu.Unlock()
		n := 0
		err := loop.Catch(func() (err error) {
			n, err = b.to.Write(lines)
			return err
		})
		if err != nil {
			b.lost.Add(uint64(bytes.Count(lines[min(n, len(lines)):], []byte("\n"))))
			err = fmt.Errorf("write the log: %w", err)
		}
		b.mu.Lock()
		lost := b.lost.Load() - b.reported
		b.err = err
		if err == nil {
			b.reported += lost
		}
		b.mu.Unlock()
		if err == nil && lost > 0 {
			b.own.Warn("lines of the log are lost: its reader did not read", "lines", lost)
		}
	}
}

// lostLines returns how many lines were dropped or could not be written.
func (b *logBuffer) lostLines() uint64 {
	if b == nil {
		return 0
	}
	return b.lost.Load()
}

// flush writes the collected lines and waits for that, but no longer than
// patience. It does nothing for a nil buffer.
func (b *logBuffer) flush(patience time.Duration) error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	b.start()
	written, stalled, err := b.written, b.stalled, b.err
	b.mu.Unlock()
	if written == nil {
		return err
	}
	if stalled && patience < logFlushTime {
		return errLogStalled
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-written:
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.err
	case <-timer.C:
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stalled = b.written == written
	if !b.stalled {
		return b.err
	}
	return errLogStalled
}

// flushingHandler has warnings and errors written at once, with all lines before
// them.
type flushingHandler struct {
	slog.Handler
	buffer *logBuffer
}

// Handle logs a record.
func (h flushingHandler) Handle(ctx context.Context, r slog.Record) error {
	err := h.Handler.Handle(ctx, r)
	if r.Level >= slog.LevelWarn {
		_ = h.buffer.flush(logPatience) // the loop reports the error
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
