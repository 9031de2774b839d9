package main

import (
	"strings"
	"testing"
	"time"
)

// at returns calls that ended alike, a hundredth of a second apart.
func at(n int, began, took time.Duration, is outcome) (samples []sample) {
	for i := range n {
		samples = append(samples, sample{began + time.Duration(i)*10*time.Millisecond, took, is, ""})
	}
	return samples
}

// good is a node that serves a hundred visitors a second and misses no bar.
func good() row {
	const soon, flooded = 50 * time.Millisecond, 800 * time.Millisecond
	usual := result{part: part{80, 6 * time.Second}, samples: at(600, 0, soon, served)}
	during := result{part: part{300, 10 * time.Second}, done: 1000, samples: append(at(1000, 6*time.Second, flooded, served), at(1000, 6*time.Second, soon, refused)...)}
	after := result{part: part{40, 8 * time.Second}, samples: at(800, 16*time.Second, soon, served)}
	return row{kind: kind{bound: time.Second, soon: 250 * time.Millisecond}, rate: 100, usual: usual, flood: during, after: after, seen: []watched{{resident: 100}, {resident: 140}, {resident: 100}}}
}

func TestABarIsMissed(t *testing.T) {
	for want, spoil := range map[string]func(r *row){
		"visitors did not come":       func(r *row) { r.flood.unsent = 1 },
		"visitors came":               func(r *row) { r.flood.late = 2 * time.Second },
		"refused without Retry-After": func(r *row) { r.flood.samples[0].is = withoutRetryAfter },
		"not answered":                func(r *row) { r.after.samples[0].is = lost },
		"usual load":                  func(r *row) { r.usual.samples = at(600, 0, 300*time.Millisecond, served) },
		"serves less":                 func(r *row) { r.flood.done = 690 },
		"wait too long":               func(r *row) { r.flood.samples = at(1000, 6*time.Second, 3*time.Second, served) },
		"memory grows":                func(r *row) { r.seen[1].resident = 160 },
		"/readyz took":                func(r *row) { r.seen[1].ready = 3 * time.Second },
		"/readyz failed":              func(r *row) { r.seen[2].notReady = 1 },
		"back too late":               func(r *row) { r.after.samples[550].is = refused },
	} {
		r := good()
		if missed := r.missed(); len(missed) > 0 {
			t.Fatalf("a good node misses %q", missed)
		}
		spoil(&r)
		if missed := r.missed(); len(missed) != 1 || !strings.Contains(missed[0], want) {
			t.Errorf("missed %q, want %q", missed, want)
		}
	}
}

func TestTheCeilingIsFoundFromBelowAndFromAbove(t *testing.T) {
	for _, most := range []float64{60, 100, 1000} {
		found, err := ceiling(100, func(rate float64) bool { return rate <= most })
		if err != nil || found > most || found < 0.9*most {
			t.Errorf("a node that holds %.0f: %.1f, %v", most, found, err)
		}
	}
	if found, err := ceiling(100, func(float64) bool { return false }); err == nil {
		t.Errorf("a node that holds nothing: %.1f", found)
	}
}
