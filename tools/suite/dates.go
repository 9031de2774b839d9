package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"holidaymaker/internal/date/testclock"
)

const (
	// journeys is the environment variable that lists the instants of the short
	// journeys, separated by commas.
	journeys = "TEST_JOURNEYS"
	// everyBrand is the environment variable by which each brand makes them, also
	// those that differ from another by look and texts alone.
	everyBrand = "TEST_DATES"
)

// stateInstants states the instant of the run, and those of the short journeys:
// the run's own; without one, every instant with dates, or else one of them,
// another each day.
func stateInstants(now string, dates bool) error {
	of := []string{now}
	if now == "" {
		now, of = testclock.Default(), nil
		for _, one := range testclock.Instants() {
			of = append(of, one.At)
		}
		if !dates {
			day := int(time.Now().Unix() / (24 * 60 * 60))
			of = []string{of[day%len(of)]}
		}
	}
	if _, err := testclock.Parse(now); err != nil {
		return err
	}
	switch {
	case !dates:
		fmt.Printf("The tests run at %s, and the short journeys at %s. Again: make test NOW=%s, make dates NOW=%s\n", now, of[0], now, of[0])
	default:
		fmt.Printf("The short journey of each brand is made at %s.\n", strings.Join(of, ", "))
	}
	stated := map[string]string{testclock.Variable: now, journeys: strings.Join(of, ",")}
	if dates {
		stated[everyBrand] = "1"
	}
	for name, value := range stated {
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("state the instant of the run: %w", err)
		}
	}
	return nil
}

// stepsOfDates are the rules and the store at every instant, and the journeys.
func stepsOfDates() []step {
	const report = "reports/dates.json"
	browser := []string{"--config", "vitest.e2e.config.ts", "--outputFile=../" + report, "-t", "the short journey",
		"bf.e2e.ts", "mt.e2e.ts", "rp.e2e.ts", "sn.e2e.ts"}
	return []step{
		{name: "rules", command: []string{"go", "test", "-vet=off", "-json", "-count=1", "-run", "^TestEveryInstant$", "./internal/server"}, env: []string{"TEST_ALL=1"}, read: goReport},
		{name: "journeys", dir: "web", command: append(vitest, browser...), needs: "chromium", alone: true, read: vitestReport(report)},
	}
}
