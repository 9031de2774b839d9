package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
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

func areas(rows []requirement) []string {
	var names []string
	for _, r := range rows {
		if !slices.Contains(names, r.prefix()) {
			names = append(names, r.prefix())
		}
	}
	return names
}

// proofs are the tests that name a row, by its id.
type proofs map[string][]report.Test

// proven tells whether a row's tests passed: at least one did and none failed.
func (p proofs) proven(id string) bool {
	c := report.Of(p[id])
	return c.Passed > 0 && c.Failed == 0
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
	ids  = regexp.MustCompile(`\b[A-Z]+-[0-9]+\b`)
)

// idsOf returns the row ids that a title names in square brackets. Go writes
// spaces of subtest names as underscores.
func idsOf(title string) []string {
	var found []string
	for _, tag := range tags.FindAllStringSubmatch(title, -1) {
		for _, id := range ids.FindAllString(strings.ReplaceAll(tag[1], "_", " "), -1) {
			if !slices.Contains(found, id) {
				found = append(found, id)
			}
		}
	}
	return found
}

// prove gathers the tests of each row and says what is wrong with their titles:
// an id that no row has, or more than three ids in one title.
func prove(rows []requirement, tests []report.Test) (proofs, []string) {
	known := map[string]bool{}
	for _, r := range rows {
		known[r.id] = true
	}
	proof, faults := proofs{}, []string(nil)
	for _, t := range tests {
		named := idsOf(t.Title)
		if len(named) > 3 {
			faults = append(faults, fmt.Sprintf("%s: %q names %d rows, at most 3 are allowed", t.File, t.Title, len(named)))
		}
		for _, id := range named {
			if !known[id] {
				faults = append(faults, fmt.Sprintf("%s: %q names %s, which no row has", t.File, t.Title, id))
				continue
			}
			proof[id] = append(proof[id], t)
		}
	}
	return proof, faults
}

// shortfalls says where fewer rows are proven than asked for.
func shortfalls(rows []requirement, proof proofs, least int, whole string) []string {
	var faults []string
	if n := proof.count(); n < least {
		faults = append(faults, fmt.Sprintf("%d rows are proven, want at least %d", n, least))
	}
	for area := range strings.SplitSeq(whole, ",") {
		for _, r := range rows {
			if r.prefix() == area && !proof.proven(r.id) {
				faults = append(faults, fmt.Sprintf("%s is not proven, and all of %s must be", r.id, area))
			}
		}
	}
	return faults
}
