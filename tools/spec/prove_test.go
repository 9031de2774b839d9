package main

import (
	"slices"
	"testing"

	"holidaymaker/tools/report"
)

// twoRows are rows that a test of a rule can prove.
var twoRows = []requirement{{"AMT-04", "Amounts", "a"}, {"STEP-02", "Stepper", "b"}}

func TestIdsOfReadsBothRunnersTitles(t *testing.T) {
	for title, want := range map[string][]string{
		"[AMT-01] sum":                  {"AMT-01"},
		"[AMT-01]_[STEP-02]_sum":        {"AMT-01", "STEP-02"},
		"[AMT-01,_STEP-02]_sum":         {"AMT-01", "STEP-02"},
		"AMT-01 without brackets [a-1]": nil,
		"[AMT-01] [OP-FILT-8] sum":      {"AMT-01"},
		"[OP-FILT-3a]_[OP-AMT-01]_sum":  nil,
	} {
		if got := rowIDs(title); !slices.Equal(got, want) {
			t.Errorf("rowIDs(%q) = %v, want %v", title, got, want)
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
			tests = append(tests, report.Test{Title: "[AMT-04] x", Outcome: o})
		}
		proof, faults := prove(twoRows, tests)
		if len(faults) > 0 || proof.proven("AMT-04") != c.want {
			t.Errorf("%v: proven %v, faults %v", c.outcomes, proof.proven("AMT-04"), faults)
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

func TestARowAboutAScreenNeedsATestAtTheScreen(t *testing.T) {
	rows := []requirement{{"STEP-01", "Stepper", "a"}, {"STEP-02", "Stepper", "b"}}
	for _, c := range []struct {
		test   report.Test
		id     string
		at     height
		proven bool
	}{
		{report.Test{Step: "web", File: "rules.test.ts"}, "STEP-01", rule, false},
		{report.Test{Step: "go", File: "holidaymaker/internal/server"}, "STEP-01", api, false},
		{report.Test{Step: "web", File: "Stepper.test.tsx"}, "STEP-01", screen, true},
		{report.Test{Step: "browser", File: "main-job.e2e.ts"}, "STEP-01", browser, true},
		{report.Test{Step: "go", File: "holidaymaker/internal/date"}, "STEP-02", rule, true},
		{report.Test{Step: "race", File: "holidaymaker/internal/store"}, "STEP-02", stored, true},
	} {
		c.test.Title, c.test.Outcome = "["+c.id+"] x", report.Passed
		proof, _ := prove(rows, []report.Test{c.test})
		if at, ok := proof.height(c.id); !ok || at != c.at || proof.proven(c.id) != c.proven {
			t.Errorf("%v: height %v %v, proven %v; want %v and %v", c.test, at, ok, proof.proven(c.id), c.at, c.proven)
		}
	}
}

func TestEveryRowAboutAScreenExists(t *testing.T) {
	rows, err := readRows("../../docs/requirements.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range screenRows {
		if !slices.ContainsFunc(rows, func(r requirement) bool { return r.id == id }) {
			t.Errorf("screen-rows.txt names %s, which no row has", id)
		}
	}
}

func TestARowThatIsLostIsNamed(t *testing.T) {
	proof, _ := prove(twoRows, []report.Test{{Title: "[AMT-04] x", Outcome: report.Passed}})
	if got := lost([]string{"AMT-04"}, proof); len(got) != 0 {
		t.Errorf("nothing is lost, yet %v", got)
	}
	if got := lost(readIDs("# rows\nAMT-04 STEP-02\n"), proof); len(got) != 1 {
		t.Errorf("one row is lost, got %v", got)
	}
	if got := provenList(twoRows, proof); !slices.Equal(readIDs(got), []string{"AMT-04"}) {
		t.Errorf("the list reads %q", got)
	}
}

func TestUnprovenPaymentFailuresAreListed(t *testing.T) {
	tests := []report.Test{{Title: "[PAY-26] [PAYFAIL-1] a", Outcome: report.Passed}, {Title: "[PAYFAIL-2]_b", Outcome: report.Failed},
		{Title: "[PAYFAIL-3] c", Outcome: report.Skipped}}
	unproven, faults := unprovenFailures(tests)
	if len(unproven) != 74 || unproven[0] != 2 || unproven[1] != 3 || len(faults) != 0 {
		t.Errorf("unproven %v, faults %v", unproven, faults)
	}
	if _, faults = unprovenFailures([]report.Test{{Title: "[PAYFAIL-76] d"}, {Title: "[PAYFAIL-0] e"}}); len(faults) != 2 {
		t.Errorf("rows that the table does not have: %v", faults)
	}
	if ids := rowIDs("[PAY-26] [PAYFAIL-1] a"); len(ids) != 1 {
		t.Errorf("ids %v", ids)
	}
}
