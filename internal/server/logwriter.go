package server

import (
	"bytes"
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

// newLogger returns a logger of JSON lines without personal data, and what writes them.
// Where to is nil, nothing is logged.
func newLogger(to io.Writer) (*slog.Logger, *logWriter) {
	w := &logWriter{to: to, filled: loop.NewTrigger(), closing: loop.NewTrigger(), ended: make(chan struct{})}
	if to == nil {
		close(w.ended)
		return slog.New(slog.DiscardHandler), w
	}
	log := slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if secretKeys[strings.ToLower(a.Key)] {
				a.Value = slog.StringValue("[redacted]")
			}
			if a.Value.Kind() == slog.KindDuration {
				a.Value = slog.StringValue(a.Value.Duration().String())
			}
			return a
		},
	}))
	go w.run(log)
	return log, w
}

const (
	// maxLogBytes limits the lines that wait for a reader of the log that does not
	// read. Further lines are dropped and counted.
	maxLogBytes = 1 << 20
	// logPatience is how long the end of the server waits for the reader of the log.
	logPatience = time.Second
)

// logWriter has one goroutine write lines: as many together as were logged since it
// last wrote. No caller ever waits for the reader of the log. What does not fit into
// memory meanwhile is dropped and counted.
type logWriter struct {
	to              io.Writer
	filled, closing loop.Trigger
	ended           chan struct{} // closed when the goroutine has ended
	lost            atomic.Uint64 // lines that were dropped or could not be written

	mu    sync.Mutex
	lines []byte // to be written
	last  bool   // no more are written
}

// Write adds lines, or drops them where too many wait or after the end.
func (w *logWriter) Write(lines []byte) (int, error) {
	w.mu.Lock()
	if w.last || len(w.lines)+len(lines) > maxLogBytes {
		w.lost.Add(1)
	} else {
		w.lines = append(w.lines, lines...)
	}
	w.mu.Unlock()
	w.filled.Fire()
	return len(lines), nil
}

// run writes lines until the writer is closed. It logs how many were lost once the
// others can be written again.
func (w *logWriter) run(log *slog.Logger) {
	defer close(w.ended)
	var spare []byte
	for told, closing := uint64(0), false; !closing; {
		select {
		case <-w.filled:
		case <-w.closing:
			closing = true
		}
		var err error
		if spare, err = w.write(spare, false); err != nil {
			continue
		}
		if lost := w.lost.Load(); lost > told {
			log.Warn("lines of the log are lost: its reader did not read", "lines", lost-told)
			told = lost
		}
	}
	_, _ = w.write(spare, true) // the warning; nobody can be told that it failed
}

// write writes the lines that wait, the last ones at the end, and counts those that could
// not be written. It exchanges the buffer for a spare one.
func (w *logWriter) write(spare []byte, last bool) (lines []byte, err error) {
	w.mu.Lock()
	lines, w.lines, w.last = w.lines, spare[:0], last
	w.mu.Unlock()
	n := 0
	err = loop.Catch(func() (err error) {
		n, err = w.to.Write(lines)
		return err
	})
	if err != nil {
		w.lost.Add(uint64(bytes.Count(lines[min(n, len(lines)):], []byte("\n"))))
	}
	return lines, err
}

// close writes the lines that wait, unless the reader of the log does not take them.
func (w *logWriter) close() {
	w.closing.Fire()
	select {
	case <-w.ended:
	case <-time.After(logPatience):
	}
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
