// Command spec lists which rows of the specification are proven, and at which
// height. A row is proven when a test whose title contains its id, as in
// [SRCH-12], passed in the last make test. A row about a screen needs a test of
// the screen. Rows in docs/proven-rows.txt must stay proven.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"holidaymaker/tools/report"
)

func main() {
	row := flag.String("row", "", "show the tests of one row")
	update := flag.Bool("update", false, "write the list of proven rows")
	rowsFile := flag.String("rows", "docs/requirements.tsv", "the rows of the specification")
	provenFile := flag.String("proven", "docs/proven-rows.txt", "the rows that must stay proven")
	runFile := flag.String("run", "reports/tests.json", "what the last make test reported")
	flag.Parse()

	rows, err := readRows(*rowsFile)
	exitOn(err)
	tests, err := report.Load(*runFile)
	exitOn(err)
	proof, faults := prove(rows, tests)
	switch {
	case *row != "":
		showRow(rows, proof, *row)
		return
	case *update:
		exitOn(os.WriteFile(*provenFile, []byte(provenList(rows, proof)), 0o644))
	}
	showHeights(rows, proof)
	listed, err := os.ReadFile(*provenFile)
	exitOn(err)
	faults = append(faults, lost(readIDs(string(listed)), proof)...)
	failures, wrong := unprovenFailures(tests)
	faults = append(faults, wrong...)
	for _, f := range faults {
		fmt.Fprintln(os.Stderr, "spec:", f)
	}
	fmt.Printf("payment failures proven %d of %d; unproven: %v\n", failureRows-len(failures), failureRows, failures)
	fmt.Printf("proven %d of %d\n", proof.count(), len(rows))
	if len(faults) > 0 {
		os.Exit(1)
	}
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "spec:", err)
		os.Exit(1)
	}
}

func showRow(rows []requirement, proof proofs, id string) {
	for _, r := range rows {
		if r.id == id {
			fmt.Printf("%s (%s, needs a test at %s or above) %s\n", r.id, r.area, needed(id), r.text)
		}
	}
	for _, t := range proof[id] {
		fmt.Printf("  %-7s %-7s %s: %s\n", t.Outcome, heightOf(t), t.File, t.Title)
	}
}

// showHeights prints, for each prefix, the rows by the height of their highest
// test.
func showHeights(rows []requirement, proof proofs) {
	for _, prefix := range prefixes(rows) {
		at := map[string][]string{}
		total, count := 0, 0
		for _, r := range rows {
			if r.prefix() != prefix {
				continue
			}
			total++
			label := "unproven"
			if h, ok := proof.height(r.id); proof.proven(r.id) {
				count++
				label = h.String()
			} else if ok {
				label = "too low"
			}
			at[label] = append(at[label], strings.TrimPrefix(r.id, prefix+"-"))
		}
		fmt.Printf("%s %d of %d\n", prefix, count, total)
		for _, label := range labels() {
			if len(at[label]) > 0 {
				fmt.Printf("  %-8s %s\n", label, strings.Join(at[label], " "))
			}
		}
	}
}

// labels returns the headings for a prefix: the heights, then rows about a
// screen that are only tested below it, then rows without a passing test.
func labels() []string {
	var all []string
	for _, h := range heights {
		all = append(all, h.String())
	}
	return append(all, "too low", "unproven")
}

// provenList returns the text of docs/proven-rows.txt, one line for each prefix.
func provenList(rows []requirement, proof proofs) string {
	var text strings.Builder
	text.WriteString("# Rows that a test proves. The build fails when one of them is lost.\n# Written by: make spec UPDATE=1\n")
	for _, prefix := range prefixes(rows) {
		var ids []string
		for _, r := range rows {
			if r.prefix() == prefix && proof.proven(r.id) {
				ids = append(ids, r.id)
			}
		}
		if len(ids) > 0 {
			fmt.Fprintln(&text, strings.Join(ids, " "))
		}
	}
	return text.String()
}
