package httpx

import (
	"context"
	"sync/atomic"
	"testing"
	"time"
)

func TestTheProcessMeasuresHowLongRequestsWait(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	d := &Delay{Most: time.Minute}
	began := time.Now()
	var hours atomic.Int64
	d.Now = func() time.Time { // an hour later each time, so that every wait is too long
		if d.TooLong() {
			stop()
		}
		return began.Add(time.Duration(hours.Add(1)) * time.Hour)
	}
	if err := d.Measure(ctx); err != nil {
		t.Error(err)
	}
	if !d.TooLong() || d.Last() < time.Hour {
		t.Errorf("too long: %t, the last wait %v", d.TooLong(), d.Last())
	}
}
