package main

import "testing"

// Every target has its day.
func TestTheSuiteRunsEveryTargetWithinDays(t *testing.T) {
	all, err := find("../../internal", "")
	if err != nil || len(all) < 12 {
		t.Fatalf("%d targets, %v", len(all), err)
	}
	seen := map[target]bool{}
	for day := range len(all) {
		some := today(all, 2, day)
		if len(some) != 2 {
			t.Fatalf("%d targets on day %d", len(some), day)
		}
		for _, one := range some {
			seen[one] = true
		}
	}
	if len(seen) != len(all) {
		t.Errorf("%d of %d targets are run", len(seen), len(all))
	}
	if got := today(all, 0, 1); len(got) != len(all) {
		t.Errorf("all of them are %d", len(got))
	}
}
