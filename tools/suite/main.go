// Command suite runs every check and test of the project, three steps at a time.
// It prints what fails, saves the results for 'make spec', and ends with one
// line of counts. All tests of a run happen at one instant, which it states.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"holidaymaker/tools/report"
)

// step is one part of the suite. read returns the tests that it ran. Where read
// is nil, the step counts as one test.
type step struct {
	name    string
	quick   bool // part of make check
	command []string
	dir     string
	env     []string
	needs   string // a program without which the step is skipped
	alone   bool   // starts when the steps before it have ended, and runs with none beside it
	read    func(name string, output []byte) ([]report.Test, error)
}

func main() {
	quick := flag.Bool("quick", false, "only the quick steps (make check)")
	only := flag.String("only", "", "comma list of steps to run")
	now := flag.String("now", "", "the instant of the run, in London: 2026-12-24T09:00; empty: a fixed one")
	dates := flag.Bool("dates", false, "only the rules, the store and a short journey of each brand, at every instant or at that of -now (make dates)")
	flag.Parse()

	start := time.Now()
	if err := errors.Join(stateInstants(*now, *dates), compileAsBuild()); err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(2)
	}
	remove := useMemory()
	removeBrands, err := makeBrandsFolder()
	if err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(2)
	}
	all := withoutCluster(steps())
	if *dates {
		all = stepsOfDates()
	}
	tests := runAll(slices.DeleteFunc(all, func(s step) bool {
		return *quick && !s.quick || *only != "" && !slices.Contains(strings.Split(*only, ","), s.name)
	}))
	if !*quick && *only == "" && !*dates {
		if err := report.Save("reports/tests.json", tests); err != nil {
			fmt.Fprintln(os.Stderr, "suite:", err)
			os.Exit(1)
		}
		tests = append(tests, runAll([]step{specification()})...)
	}
	removeBrands()
	remove()
	count := report.CountOf(tests)
	fmt.Printf("%sin %s\n%s\n", report.Slowest(tests), time.Since(start).Round(time.Second), count)
	if count.Failed > 0 || os.Getenv("CI") == "true" && count.Skipped > 0 {
		os.Exit(1)
	}
}

// compileAsBuild has every step compile with the flags of 'make build', so that a
// package is compiled once for the product, its tests and the linters.
func compileAsBuild() error {
	flags, err := exec.Command("go", "env", "GOFLAGS").Output() //nolint:noctx // it ends at once
	if err != nil {
		return fmt.Errorf("read the flags of go: %w", err)
	}
	return errors.Join(os.Setenv("CGO_ENABLED", "0"), os.Setenv("GOFLAGS", strings.TrimSpace(string(flags)+" -trimpath")))
}

// runAll runs the steps in their order, three at a time: most of them use one
// processor or wait for a part of their time.
func runAll(steps []step) []report.Test {
	results := make([][]report.Test, len(steps))
	var printing sync.Mutex
	var sideBySide errgroup.Group
	sideBySide.SetLimit(3)
	for i, s := range steps {
		if s.alone {
			_ = sideBySide.Wait() // no step returns an error
			results[i] = s.run(&printing)
			continue
		}
		sideBySide.Go(func() error {
			results[i] = s.run(&printing)
			return nil
		})
	}
	_ = sideBySide.Wait()
	return slices.Concat(results...)
}

// run runs the step, and then, while it holds the lock, prints one line for the
// step and what failed.
func (s step) run(printing sync.Locker) []report.Test {
	if s.needs != "" && !found(s.needs) {
		fmt.Printf("%-10s skipped: %s is missing; install it with: make setup\n", s.name, s.needs)
		return []report.Test{{Step: s.name, Title: s.name, Outcome: report.Skipped}}
	}
	start := time.Now()
	output, err := s.execute()
	took := time.Since(start).Round(time.Second)
	printing.Lock()
	defer printing.Unlock()
	tests, readErr := s.outcome(output, err)
	if readErr != nil {
		fmt.Println(readErr)
		os.Stdout.Write(output)
		tests = append(tests, report.Test{Step: s.name, Title: "report", Outcome: report.Failed})
	}
	if count := report.CountOf(tests); err != nil && count.Failed == 0 {
		os.Stdout.Write(output)
		tests = append(tests, report.Test{Step: s.name, Title: "exit status", Outcome: report.Failed})
	}
	fmt.Printf("%-10s %s in %s\n", s.name, report.CountOf(tests), took)
	return tests
}

func (s step) execute() ([]byte, error) {
	cmd := exec.Command(s.command[0], s.command[1:]...) //nolint:noctx // each step ends by its own time-outs
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), s.env...)
	var out bytes.Buffer
	var w io.Writer = &out
	cmd.Stdout, cmd.Stderr = w, w
	err := cmd.Run()
	return out.Bytes(), err
}

func (s step) outcome(output []byte, err error) ([]report.Test, error) {
	if s.read != nil {
		return s.read(s.name, output)
	}
	outcome := report.Passed
	if err != nil {
		outcome = report.Failed
		os.Stdout.Write(output)
	}
	return []report.Test{{Step: s.name, Title: s.name, Outcome: outcome}}, nil
}

// found reports whether a program exists: on the PATH, or, where its name
// contains a slash, as a file.
func found(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}
