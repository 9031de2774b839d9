package httpx

import (
	"context"
	"testing"
	"time"
)

func TestRequestsWaitTooLongFromTheFifthUnreadByteToOneThatIsReadSoon(t *testing.T) {
	var d Delay
	for n := range delayMost {
		if d.TooLong() || d.Wait() != time.Duration(n)*delayEvery {
			t.Errorf("after %d bytes: too long: %t, %v", n, d.TooLong(), d.Wait())
		}
		d.Sent()
	}
	if !d.TooLong() {
		t.Error("five bytes are unread, and that is not too long")
	}
	d.Arrived(delayMost)
	if !d.TooLong() {
		t.Error("five bytes came together, and that is not too long")
	}
	d.Sent()
	d.Arrived(1)
	if d.TooLong() || d.Wait() != 0 {
		t.Errorf("after a byte that was read soon: too long: %t, %v", d.TooLong(), d.Wait())
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
