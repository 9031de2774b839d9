// Command spec lists which rows of the specification are proven: a row is
// proven when a test whose title names it, as in [SRCH-12], ran and passed in
// the last make test.
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
	least := flag.Int("least", 0, "fail when fewer rows are proven")
	whole := flag.String("whole", "", "comma list of areas of which every row must be proven")
	rowsFile := flag.String("rows", "docs/requirements.tsv", "the rows of the specification")
	runFile := flag.String("run", "reports/tests.json", "what the last make test reported")
	flag.Parse()

	rows, err := readRows(*rowsFile)
	exitOn(err)
	tests, err := report.Load(*runFile)
	exitOn(err)
	proof, faults := prove(rows, tests)
	if *row != "" {
		showRow(rows, proof, *row)
		return
	}
	showUnproven(rows, proof)
	faults = append(faults, shortfalls(rows, proof, *least, *whole)...)
	for _, f := range faults {
		fmt.Fprintln(os.Stderr, "spec:", f)
	}
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
			fmt.Printf("%s (%s) %s\n", r.id, r.area, r.text)
		}
	}
	for _, t := range proof[id] {
		fmt.Printf("  %-7s %s: %s\n", t.Outcome, t.File, t.Title)
	}
}

func showUnproven(rows []requirement, proof proofs) {
	for _, area := range areas(rows) {
		var missing []string
		total := 0
		for _, r := range rows {
			if r.prefix() != area {
				continue
			}
			total++
			if !proof.proven(r.id) {
				missing = append(missing, strings.TrimPrefix(r.id, area+"-"))
			}
		}
		line := fmt.Sprintf("%-7s %3d of %3d", area, total-len(missing), total)
		if len(missing) > 0 {
			line += "  unproven " + strings.Join(missing, " ")
		}
		fmt.Println(line)
	}
}
