package doctor

import (
	"fmt"
	"time"
)

// LeftOut is a bad record.
type LeftOut struct {
	Kind   string    `json:"kind"`
	ID     string    `json:"id"`
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"`
}

// records adds a finding about bad records, which are in the order of their kinds.
// Every kind has an equal part of the list, so that many records of one kind do not
// hide the only one of another. counts has how many there are of a kind, where they are not
// all listed.
func (r *Report) records(check, text string, left []LeftOut, counts map[string]int) {
	ofKind := map[string]int{}
	for _, record := range left {
		ofKind[record.Kind]++
	}
	all := 0
	for kind, listed := range ofKind {
		ofKind[kind] = max(listed, counts[kind])
		all += ofKind[kind]
	}
	part := max(1, maxDetails/len(ofKind))
	finding := Finding{Check: check, Text: fmt.Sprintf("%d %s", all, text)}
	named := map[string]int{}
	for i, record := range left {
		named[record.Kind]++
		if n := named[record.Kind]; n <= part {
			finding.Details = append(finding.Details, fmt.Sprintf("%s %s: %s", record.Kind, record.ID, record.Reason))
		}
		last := i+1 == len(left) || left[i+1].Kind != record.Kind
		if more := ofKind[record.Kind] - min(part, named[record.Kind]); last && more > 0 {
			finding.Details = append(finding.Details, fmt.Sprintf("%s: and %d more", record.Kind, more))
		}
	}
	r.Findings = append(r.Findings, finding)
}
