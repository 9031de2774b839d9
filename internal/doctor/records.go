package doctor

import "fmt"

// leftOut is a bad record.
type leftOut struct {
	Kind   string `json:"kind"`
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

// records adds a finding about bad records, which are in the order of their kinds.
// Every kind has an equal part of the list, so that many records of one kind do not
// hide the only one of another.
func (r *Report) records(check, text string, left []leftOut) {
	ofKind := map[string]int{}
	for _, record := range left {
		ofKind[record.Kind]++
	}
	part := max(1, maxDetails/len(ofKind))
	finding := Finding{Check: check, Text: text}
	named := map[string]int{}
	for _, record := range left {
		named[record.Kind]++
		switch n := named[record.Kind]; {
		case n <= part:
			finding.Details = append(finding.Details, fmt.Sprintf("%s %s: %s", record.Kind, record.ID, record.Reason))
		case n == part+1:
			finding.Details = append(finding.Details, fmt.Sprintf("%s: and %d more", record.Kind, ofKind[record.Kind]-part))
		}
	}
	r.Findings = append(r.Findings, finding)
}
