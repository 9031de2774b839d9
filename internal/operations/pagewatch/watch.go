package pagewatch

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"holidaymaker/internal/operations/loop"
)

// Every is how often the page is read; the standard asks for once a week.
const Every = 10 * time.Minute

// Watch reads the payment page again and again.
type Watch struct {
	Client *http.Client // see Client
	Site   string       // the address of the site, without a slash at its end
	Want   Page
	Log    *slog.Logger

	mu      sync.Mutex
	last    []string
	changed bool
}

// Loop reads the page every ten minutes.
func (w *Watch) Loop() loop.Loop {
	return loop.Loop{Name: "payment_page", Every: Every, Deadline: 5 * time.Minute, Round: w.Round}
}

// Round reads the page once. It counts as changed when two rounds in a row find the same
// difference: one may be an answer of another release during an upgrade. A round that could
// not read all of it counts with what it has found, but never as one that found nothing.
func (w *Watch) Round(ctx context.Context) error {
	found, err := Differences(ctx, w.Client, w.Site, w.Want)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil && len(found) == 0 {
		return err
	}
	again := slices.ContainsFunc(found, func(difference string) bool { return slices.Contains(w.last, difference) })
	if again && !w.changed {
		w.changed = true
		w.Log.Error("the payment page is not the one that was built", "differences", found)
	}
	if w.changed && len(found) == 0 {
		w.changed = false
		w.Log.Info("the payment page is again the one that was built")
	}
	w.last = found
	return err
}

// Changed reports whether the payment page is not the one that was built.
func (w *Watch) Changed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.changed
}
