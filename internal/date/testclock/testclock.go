// Package testclock is the clock of a run of the tests. A run happens at one
// instant, which its environment states, so that its result does not depend on the
// day on which it is made. The tests in browsers and those of the front end read
// the same instants from instants.json.
package testclock

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"holidaymaker/internal/date"
)

// Variable is the environment variable that states the instant of a run, as the
// clock shows it in London: 2026-12-24T09:00. Without it, the default is used.
const Variable = "TEST_NOW"

// layout is how an instant is written.
const layout = "2006-01-02T15:04"

//go:embed instants.json
var list []byte

// Instant is a time of which it is known that it is unlike others.
type Instant struct {
	At  string `json:"at"` // in London, as Variable has it
	Why string `json:"why"`
	// Arrival is "last" where a visitor wants the last day of the catalogue.
	Arrival string `json:"arrival"`
	// Always marks those that 'make test' tries, too: their clock or their catalogue is
	// special.
	Always bool `json:"always"`
}

var file = func() (f struct {
	Default  string    `json:"default"`
	Instants []Instant `json:"instants"`
}) {
	if err := json.Unmarshal(list, &f); err != nil {
		panic(fmt.Sprintf("testclock: instants.json: %v", err))
	}
	return f
}()

// Default is the instant of a run that states none.
func Default() string { return file.Default }

// Instants returns the instants at which the rules, the store and a short journey
// of each brand are tested.
func Instants() []Instant { return file.Instants }

// Parse reads an instant. An hour that comes twice is the first of the two.
func Parse(text string) (time.Time, error) {
	at, err := time.ParseInLocation(layout, text, date.London)
	if err != nil {
		return time.Time{}, fmt.Errorf("the instant of a run is written as %s: %q is not", layout, text)
	}
	return at, nil
}

// began is when the process began, outside of any bubble of testing/synctest.
var began = time.Now()

// ahead is how far the clock of the run is ahead of the machine's. Variable is read when a
// test first asks, not when the process starts: only then does go test notice that the result
// depends on Variable, and runs the test again at another instant.
var ahead = sync.OnceValue(func() time.Duration {
	text := os.Getenv(Variable)
	if text == "" {
		text = Default()
	}
	at, err := Parse(text)
	if err != nil {
		panic(fmt.Sprintf("testclock: %s: %v", Variable, err))
	}
	return at.Sub(began)
})

// Ahead returns how far the clock of the run is ahead of the machine's.
func Ahead() time.Duration { return ahead() }

// Now returns the time of the run. It passes as fast as that of the machine.
func Now() time.Time { return time.Now().Add(ahead()) }

// At returns a clock that starts at an instant and runs on.
func At(instant time.Time) func() time.Time {
	ahead := time.Until(instant)
	return func() time.Time { return time.Now().Add(ahead) }
}
