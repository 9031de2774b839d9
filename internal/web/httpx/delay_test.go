package httpx

import (
	"context"
	"testing"
	"time"
)

func TestRequestsWaitTooLongFromAQuarterOfASecondToAByteThatIsReadSoon(t *testing.T) {
	var d Delay
	for _, c := range []struct {
		sent, arrived int // the latter together
		wait          time.Duration
		tooLong       bool
	}{
		{0, 0, 0, false},
		{4, 0, 200 * time.Millisecond, false},
		{1, 0, 250 * time.Millisecond, true},
		{1, 6, 250 * time.Millisecond, true},
		{5, 5, 200 * time.Millisecond, false},
		{1, 1, 0, false},
	} {
		for range c.sent {
			d.Sent()
		}
		if c.arrived > 0 {
			d.Arrived(c.arrived)
		}
		if d.Wait() != c.wait || d.TooLong() != c.tooLong {
			t.Errorf("after %d more bytes, %d of all read: %v, too long: %t; want %v, %t", c.sent, c.arrived, d.Wait(), d.TooLong(), c.wait, c.tooLong)
		}
	}
}

func TestMeasuringEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var d Delay
	ended := make(chan error, 1)
	go func() { ended <- d.Measure(ctx) }()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
