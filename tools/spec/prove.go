package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/tools/report"
)

// requirement is one row of docs/requirements.tsv.
type requirement struct{ id, area, text string }

func (r requirement) prefix() string { return r.id[:strings.LastIndex(r.id, "-")] }

func readRows(path string) ([]requirement, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the rows: %w", err)
	}
	var rows []requirement
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if i == 0 {
			continue // the header
		}
		cells := strings.Split(line, "\t")
		if len(cells) < 3 {
			return nil, fmt.Errorf("%s:%d: want id, area and text", path, i+1)
		}
		rows = append(rows, requirement{cells[0], cells[1], cells[2]})
	}
	return rows, nil
}

// prefixes returns the prefixes of the rows' ids, each once.
func prefixes(rows []requirement) []string {
	var names []string
	for _, r := range rows {
		if !slices.Contains(names, r.prefix()) {
			names = append(names, r.prefix())
		}
	}
	return names
}

// proofs holds, by row id, the tests whose title contains the id.
type proofs map[string][]report.Test

// proven reports whether a row is proven: at least one of its tests passed,
// none failed, and one that passed has the height that the row needs.
func (p proofs) proven(id string) bool {
	at, ok := p.height(id)
	return ok && at >= needed(id)
}

// height returns the greatest height of a row's passing tests; false when none
// passed or one failed.
func (p proofs) height(id string) (height, bool) {
	at, passed := rule, false
	for _, t := range p[id] {
		switch t.Outcome {
		case report.Failed:
			return rule, false
		case report.Passed:
			at, passed = max(at, heightOf(t)), true
		case report.Skipped:
		}
	}
	return at, passed
}

func (p proofs) count() int {
	n := 0
	for id := range p {
		if p.proven(id) {
			n++
		}
	}
	return n
}

var (
	tags = regexp.MustCompile(`\[([A-Z0-9, _-]+)\]`)
	ids  = regexp.MustCompile(`\b(?:OP-)?[A-Z]+-[0-9]+\b`)
)

// openPoint begins the names of the entries of docs/open-points.md, which are no rows.
const openPoint = "OP-"

// failurePrefix begins the ids of the rows of the table of payment failures. These
// rows are counted apart.
const failurePrefix = "PAYFAIL-"

// rowIDs returns the ids of rows of docs/requirements.tsv in a title.
func rowIDs(title string) []string {
	return slices.DeleteFunc(taggedIDs(title), func(id string) bool { return strings.HasPrefix(id, failurePrefix) })
}

// failureIDs returns the ids of rows of the table of payment failures in a title.
func failureIDs(title string) []string {
	return slices.DeleteFunc(taggedIDs(title), func(id string) bool { return !strings.HasPrefix(id, failurePrefix) })
}

// taggedIDs returns the row ids in square brackets in a title, without entries of
// docs/open-points.md. In names of subtests Go replaces spaces by underscores.
func taggedIDs(title string) []string {
	var found []string
	for _, tag := range tags.FindAllStringSubmatch(title, -1) {
		for _, id := range ids.FindAllString(strings.ReplaceAll(tag[1], "_", " "), -1) {
			if !strings.HasPrefix(id, openPoint) && !slices.Contains(found, id) {
				found = append(found, id)
			}
		}
	}
	return found
}

// failureRows is the number of rows of the table of payment failures, which is section 4
// of reference/payments.md beside the specification.
const failureRows = 75

// unprovenFailures returns the rows of the table of payment failures that no
// passing test names, and the titles that name a row that the table does not
// have.
func unprovenFailures(tests []report.Test) (unproven []int, faults []string) {
	var table []string
	for n := 1; n <= failureRows; n++ {
		table = append(table, failurePrefix+strconv.Itoa(n))
	}
	proof, faults := collect(tests, failureIDs, table)
	for i, id := range table {
		if !proof.proven(id) {
			unproven = append(unproven, i+1)
		}
	}
	return unproven, faults
}

// prove collects the tests of each row. It also returns the faults in their
// titles: an id that no row has, or more than three ids in one title.
func prove(rows []requirement, tests []report.Test) (proofs, []string) {
	var known []string
	for _, r := range rows {
		known = append(known, r.id)
	}
	proof, faults := collect(tests, rowIDs, known)
	for _, t := range tests {
		if named := rowIDs(t.Title); len(named) > 3 {
			faults = append(faults, fmt.Sprintf("%s: %q names %d rows, at most 3 are allowed", t.File, t.Title, len(named)))
		}
	}
	return proof, faults
}

// collect collects the tests of each known row by the ids in their titles. It also
// returns the titles that name another row.
func collect(tests []report.Test, named func(title string) []string, known []string) (proofs, []string) {
	proof := proofs{}
	var faults []string
	for _, t := range tests {
		for _, id := range named(t.Title) {
			if slices.Contains(known, id) {
				proof[id] = append(proof[id], t)
			} else {
				faults = append(faults, fmt.Sprintf("%s: %q names %s, which no row has", t.File, t.Title, id))
			}
		}
	}
	return proof, faults
}

// lost lists the rows in docs/proven-rows.txt that are not proven any more.
func lost(listed []string, proof proofs) []string {
	var faults []string
	for _, id := range listed {
		if !proof.proven(id) {
			faults = append(faults, id+" was proven and is not any more")
		}
	}
	return faults
}
