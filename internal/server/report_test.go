package server

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestAReportIsMadeAtMostOnceASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c cachedReport
		made := 0
		for range 50 {
			c.get(func() []byte { made++; return []byte("report") })
		}
		if made != 1 {
			t.Errorf("made %d times for requests at the same moment", made)
		}
		time.Sleep(1100 * time.Millisecond)
		if got := c.get(func() []byte { made++; return []byte("newer") }); made != 2 || string(got) != "newer" {
			t.Errorf("a second later: %q, made %d times", got, made)
		}
	})
}
