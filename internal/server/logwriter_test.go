package server

import (
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
		long := strings.Repeat("x", 1000)
		for range 2000 {
			log.Warn(long)
		}
		lost := lines.lost.Load()
		if lost < 500 || lost > 1500 {
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
		lines.close() // a second time, as when a request still ran at the first
	})
}
