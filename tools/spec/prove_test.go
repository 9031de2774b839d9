package main

import (
	"slices"
	"testing"

	"holidaymaker/tools/report"
)

var twoRows = []requirement{{"AMT-01", "Amounts", "a"}, {"STEP-02", "Stepper", "b"}}

func TestIdsOfReadsBothRunnersTitles(t *testing.T) {
	for title, want := range map[string][]string{
		"[AMT-01] sum":                  {"AMT-01"},
		"[AMT-01]_[STEP-02]_sum":        {"AMT-01", "STEP-02"},
		"[AMT-01,_STEP-02]_sum":         {"AMT-01", "STEP-02"},
		"AMT-01 without brackets [a-1]": nil,
	} {
		if got := idsOf(title); !slices.Equal(got, want) {
			t.Errorf("idsOf(%q) = %v, want %v", title, got, want)
		}
	}
}

func TestARowIsProvenOnlyByTestsThatPassed(t *testing.T) {
	for _, c := range []struct {
		outcomes []report.Outcome
		want     bool
	}{
		{nil, false},
		{[]report.Outcome{report.Passed}, true},
		{[]report.Outcome{report.Skipped}, false},
		{[]report.Outcome{report.Passed, report.Failed}, false},
		{[]report.Outcome{report.Passed, report.Skipped}, true},
	} {
		var tests []report.Test
		for _, o := range c.outcomes {
			tests = append(tests, report.Test{Title: "[AMT-01] x", Outcome: o})
		}
		proof, faults := prove(twoRows, tests)
		if len(faults) > 0 || proof.proven("AMT-01") != c.want {
			t.Errorf("%v: proven %v, faults %v", c.outcomes, proof.proven("AMT-01"), faults)
		}
	}
}

func TestFaultyTitlesAreNamed(t *testing.T) {
	_, faults := prove(twoRows, []report.Test{{Title: "[NOPE-1] x", Outcome: report.Passed}})
	if len(faults) != 1 {
		t.Errorf("an unknown id gives %v", faults)
	}
	_, faults = prove(twoRows, []report.Test{{Title: "[AMT-01] [AMT-02] [AMT-03] [AMT-04]"}})
	if len(faults) == 0 {
		t.Error("four ids in a title pass")
	}
}

func TestShortfallsNameWhatIsMissing(t *testing.T) {
	proof, _ := prove(twoRows, []report.Test{{Title: "[AMT-01] x", Outcome: report.Passed}})
	if got := shortfalls(twoRows, proof, 1, "AMT"); len(got) != 0 {
		t.Errorf("nothing is missing, yet %v", got)
	}
	if got := shortfalls(twoRows, proof, 2, "STEP"); len(got) != 2 {
		t.Errorf("two things are missing, got %v", got)
	}
}
