// Command fuzz runs the native fuzz targets of the project one after the other, each for a
// time. In the suite it runs a few of them for seconds, others each day. An input that fails
// is written to testdata/fuzz of its package; commit it with the fix.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	each := flag.Duration("for", time.Minute, "for how long each target runs")
	most := flag.Int("targets", 0, "how many targets run, others each day; 0: all")
	only := flag.String("package", "", "only the targets of packages whose path contains one of these, separated by commas")
	flag.Parse()
	all, err := find("internal", *only)
	if err == nil {
		err = run(today(all, *most, time.Now().UTC().YearDay()), *each)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// target is a fuzz target: its package and its name.
type target struct{ dir, name string }

var declared = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(f \*testing\.F\)`)

// find returns the targets below a folder, in the order of their packages.
func find(root, only string) (all []target, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") || !slices.ContainsFunc(strings.Split(only, ","), func(part string) bool { return strings.Contains(path, part) }) {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range declared.FindAllSubmatch(text, -1) {
			all = append(all, target{filepath.Dir(path), string(found[1])})
		}
		return err
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("there is no fuzz target below %s", root)
	}
	return all, err
}

// today returns some of the targets, others each day; 0 means all of them.
func today(all []target, most, day int) (some []target) {
	if most == 0 || most >= len(all) {
		return all
	}
	for n := range most {
		some = append(some, all[(day*most+n)%len(all)])
	}
	return some
}

func run(targets []target, each time.Duration) error {
	for _, t := range targets {
		fmt.Printf("%s %s, %s\n", t.dir, t.name, each)
		command := exec.Command("go", "test", "./"+t.dir, "-run=^$", "-fuzz=^"+t.name+"$", "-fuzztime="+each.String(), "-fuzzminimizetime=5s") //nolint:noctx // until it ends
		command.Stdout, command.Stderr = os.Stdout, os.Stderr
		if err := command.Run(); err != nil {
			return fmt.Errorf("%s in %s has found an input that fails, or cannot run: %w", t.name, t.dir, err)
		}
	}
	return nil
}
