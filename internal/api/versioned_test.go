package api

import (
	"testing"
	"time"
)

func TestALargeValueServesForHalfAMinuteAfterAChangeOfPricesAlone(t *testing.T) {
	of := version{view: 1, day: 20_000, prices: 7, promotion: 2}
	prices, catalogue, day, promotion := of, of, of, of
	prices.prices, catalogue.view, day.day, promotion.promotion = 8, 2, 20_001, 3
	for name, c := range map[string]struct {
		now   version
		age   time.Duration
		large bool
		want  bool
	}{
		"the same version":                {now: of, age: time.Hour, want: true},
		"other prices":                    {now: prices, age: 0, want: false},
		"other prices, large":             {now: prices, age: staleFor - 1, large: true, want: true},
		"other prices, large, late":       {now: prices, age: staleFor, large: true, want: false},
		"other prices, clock turned back": {now: prices, age: -1, large: true, want: false},
		"another catalogue, large":        {now: catalogue, age: 0, large: true, want: false},
		"another day, large":              {now: day, age: 0, large: true, want: false},
		"another promotion, large":        {now: promotion, age: 0, large: true, want: false},
	} {
		made := versioned[string]{version: of, made: noon, large: c.large}
		if got := made.serves(c.now, noon.Add(c.age)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
