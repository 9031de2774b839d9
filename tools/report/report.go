// Package report holds the results of the test runners in one form: one entry
// for each test, whichever runner ran it. 'make test' counts them, and the list
// of proven requirement rows is made from their titles.
package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Outcome of one test.
type Outcome string

// The outcomes that runners report.
const (
	Passed  Outcome = "passed"
	Failed  Outcome = "failed"
	Skipped Outcome = "skipped"
)

// Test is one test that a runner ran.
type Test struct {
	Step    string  `json:"step"` // the step of 'make test' that ran it
	File    string  `json:"file"` // package or file
	Title   string  `json:"title"`
	Outcome Outcome `json:"outcome"`
	// Top is the test that this one is a part of, or its own title. Seconds is how long it
	// took, without its parts.
	Top     string  `json:"top,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
}

// Count counts tests by outcome.
type Count struct{ Passed, Failed, Skipped int }

// Add counts one more outcome.
func (c *Count) Add(o Outcome) {
	switch o {
	case Passed:
		c.Passed++
	case Failed:
		c.Failed++
	case Skipped:
		c.Skipped++
	}
}

// String returns the last line of a run.
func (c Count) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", c.Passed, c.Failed, c.Skipped)
}

// CountOf counts the tests of a run by outcome.
func CountOf(tests []Test) Count {
	var c Count
	for _, t := range tests {
		c.Add(t.Outcome)
	}
	return c
}

// Slowest returns the most expensive parts of a run as two lines: packages and files, and
// tests, ten of each, with the seconds that their tests took together. Tests that run at
// the same time each count fully.
func Slowest(tests []Test) string {
	files, tops := map[string]float64{}, map[string]float64{}
	for _, t := range tests {
		if t.Seconds == 0 {
			continue
		}
		file := strings.TrimPrefix(t.File, "holidaymaker/")
		files[t.Step+" "+file] += t.Seconds
		tops[fmt.Sprintf("%s (%s %s)", t.Top, t.Step, file)] += t.Seconds
	}
	if len(files) == 0 {
		return ""
	}
	return fmt.Sprintf("slowest files: %s\nslowest tests: %s\n", longest(files), longest(tops))
}

// longest lists the ten longest.
func longest(seconds map[string]float64) string {
	names := slices.SortedFunc(maps.Keys(seconds), func(a, b string) int {
		return cmp.Or(cmp.Compare(seconds[b], seconds[a]), strings.Compare(a, b))
	})
	var listed []string
	for _, name := range names[:min(10, len(names))] {
		listed = append(listed, fmt.Sprintf("%s %.0f s", name, seconds[name]))
	}
	return strings.Join(listed, ", ")
}

// ReadGo reads the events of 'go test -json'. It passes the output of failing
// tests, packages and builds to printFailure. The title of a subtest is its own
// name, without its parents'. A package that does not build counts as one failed
// test.
func ReadGo(step string, r io.Reader, printFailure func(text string)) ([]Test, error) {
	type event struct {
		Action, Package, Test, Output string
		ImportPath                    string // of a build, instead of Package
		Elapsed                       float64
	}
	var tests []Test
	printed := map[string]*strings.Builder{}
	failedIn, started, partsTook := map[string]bool{}, map[string]bool{}, map[string]float64{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			printFailure(lines.Text() + "\n")
			continue
		}
		key := e.Package + e.ImportPath + " " + e.Test
		switch e.Action {
		case "run":
			started[key] = true
		case "output", "build-output":
			if printed[key] == nil {
				printed[key] = &strings.Builder{}
			}
			printed[key].WriteString(e.Output)
		case "build-fail":
			if printed[key] != nil {
				printFailure(printed[key].String())
			}
			delete(printed, key)
		case "pass", "fail", "skip":
			outcome := map[string]Outcome{"pass": Passed, "fail": Failed, "skip": Skipped}[e.Action]
			if outcome == Failed && printed[key] != nil {
				printFailure(printed[key].String())
			}
			if e.Test != "" {
				failedIn[e.Package] = failedIn[e.Package] || outcome == Failed
				parent, own := named(e.Test, func(test string) bool { return started[e.Package+" "+test] })
				partsTook[e.Package+" "+parent] += e.Elapsed
				top, _, _ := strings.Cut(e.Test, "/")
				tests = append(tests, Test{Step: step, File: e.Package, Title: own, Outcome: outcome, Top: top, Seconds: max(0, e.Elapsed-partsTook[key])})
			} else if outcome == Failed && !failedIn[e.Package] {
				tests = append(tests, Test{Step: step, File: e.Package, Title: "package", Outcome: Failed})
			}
			delete(printed, key)
		}
	}
	return tests, lines.Err()
}

// named splits the name of a test into its parent's and its own. A name may contain
// slashes itself, so the parent is a test that was started.
func named(test string, started func(string) bool) (parent, own string) {
	for end := strings.LastIndex(test, "/"); end > 0; end = strings.LastIndex(test[:end], "/") {
		if started(test[:end]) {
			return test[:end], test[end+1:]
		}
	}
	return "", test
}

// ReadVitest reads the file of Vitest's JSON reporter, and passes the text of each
// failure to printFailure. A file that could not be loaded counts as one failed test.
func ReadVitest(step, path string, printFailure func(text string)) ([]Test, error) {
	var file struct {
		TestResults []struct {
			Name, Status, Message string
			AssertionResults      []struct {
				Title, FullName, Status string
				FailureMessages         []string
				Duration                float64 // ms
			}
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the report of %s: %w", step, err)
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("read the report of %s: %w", step, err)
	}
	var tests []Test
	for _, f := range file.TestResults {
		if len(f.AssertionResults) == 0 && f.Status != "passed" {
			printFailure(f.Name + "\n" + f.Message + "\n")
			tests = append(tests, Test{Step: step, File: filepath.Base(f.Name), Title: "file", Outcome: Failed})
		}
		for _, a := range f.AssertionResults {
			outcome := Skipped
			switch a.Status {
			case "passed":
				outcome = Passed
			case "failed":
				outcome = Failed
				printFailure(f.Name + " › " + a.FullName + "\n" + strings.Join(a.FailureMessages, "\n") + "\n")
			}
			tests = append(tests, Test{Step: step, File: filepath.Base(f.Name), Title: a.Title, Outcome: outcome, Top: a.Title, Seconds: a.Duration / 1000})
		}
	}
	return tests, nil
}

// Save writes the tests of a run to a file for Load.
func Save(path string, tests []Test) error {
	data, err := json.MarshalIndent(tests, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("make the folder of reports: %w", err)
	}
	return os.WriteFile(path, data, 0o644)
}

// Load reads what Save has written.
func Load(path string) ([]Test, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the last run (run make test first): %w", err)
	}
	var tests []Test
	err = json.Unmarshal(data, &tests)
	return tests, err
}
