package server

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
)

// pipe is a reader of a log that reads when it is told to.
type pipe struct {
	read chan struct{}
	text strings.Builder
}

func (p *pipe) Write(lines []byte) (int, error) {
	<-p.read
	return p.text.Write(lines)
}

func TestLinesThatNobodyReadsAreDroppedAndCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reader := &pipe{read: make(chan struct{})}
		log, lines := newLogger(reader)
		log.Info("the first line")
		synctest.Wait() // until the first line waits for its reader
		long := strings.Repeat("x", 1000)
		for range 2000 {
			log.Warn(long)
		}
		lost := lines.lost.Load()
		if kept := (2000 - lost) * 1000; kept < maxLogBytes/2 || kept > maxLogBytes {
			t.Errorf("%d of 2000 lines are lost", lost)
		}
		close(reader.read)
		synctest.Wait()
		log.Info("the last line")
		lines.close()
		text := reader.text.String()
		if written := strings.Count(text, long); uint64(written)+lost != 2000 {
			t.Errorf("%d lines are written, %d lost", written, lost)
		}
		if !strings.Contains(text, "lines of the log are lost") || !strings.HasSuffix(text, "the last line\"}\n") {
			t.Errorf("the end of the log: %s", text[max(0, len(text)-500):])
		}
		log.Info("a line after the end")
		if got := lines.lost.Load(); got != lost+1 {
			t.Errorf("%d lines are lost after the end, want one more than %d", got, lost)
		}
		lines.close() // a second time, as when a request still ran at the first
	})
}

// full is a disk that takes nothing at first.
type full struct {
	refuses bool
	text    strings.Builder
}

func (f *full) Write(lines []byte) (int, error) {
	if f.refuses {
		return 0, errors.New("no space left")
	}
	return f.text.Write(lines)
}

func TestTheLogEndsWithTheNumberOfLostLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &full{refuses: true}
		log, lines := newLogger(disk)
		log.Info("a line")
		synctest.Wait()
		disk.refuses = false
		lines.close()
		if text := disk.text.String(); !strings.Contains(text, "lines of the log are lost") || strings.Contains(text, "a line\"") {
			t.Errorf("the log: %q", text)
		}
	})
}
