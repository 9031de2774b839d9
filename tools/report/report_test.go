package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadGoCountsTestsAndPackagesThatDoNotBuild(t *testing.T) {
	events := `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA/[AMT-01]_sum","Output":"boom\n"}
{"Action":"fail","Package":"p","Test":"TestA/[AMT-01]_sum"}
{"Action":"pass","Package":"p","Test":"TestA/[API-15]_not_below_/api/"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Test":"TestB"}
{"Action":"skip","Package":"p","Test":"TestC"}
{"Action":"fail","Package":"p"}
{"ImportPath":"r","Action":"build-output","Output":"r.go:2:23: cannot use \"x\" as int value\n"}
{"ImportPath":"r","Action":"build-fail"}
{"Action":"output","Package":"q","Output":"FAIL\tq [build failed]\n"}
{"Action":"fail","Package":"q","FailedBuild":"r"}
{"Action":"output","Package":"r","Output":"FAIL\tr [build failed]\n"}
{"Action":"fail","Package":"r","FailedBuild":"r"}`
	var printed strings.Builder
	tests, err := ReadGo("go", strings.NewReader(events), func(s string) { printed.WriteString(s) })
	if err != nil {
		t.Fatal(err)
	}
	if got := CountOf(tests); got != (Count{Passed: 2, Failed: 4, Skipped: 1}) {
		t.Errorf("counted %v", got)
	}
	if tests[0].Title != "[AMT-01]_sum" || tests[1].Title != "[API-15]_not_below_/api/" {
		t.Errorf("titles %q and %q, want the subtests' own", tests[0].Title, tests[1].Title)
	}
	for _, text := range []string{"boom", "cannot use", "q [build failed]", "r [build failed]"} {
		if strings.Count(printed.String(), text) != 1 {
			t.Errorf("the failures are %q, want %q once", printed.String(), text)
		}
	}
}

func TestTheSlowestAreListedWithTheirParts(t *testing.T) {
	events := `{"Action":"run","Package":"holidaymaker/p","Test":"TestA"}
{"Action":"run","Package":"holidaymaker/p","Test":"TestA/one"}
{"Action":"run","Package":"holidaymaker/p","Test":"TestA/one/SQLite"}
{"Action":"pass","Package":"holidaymaker/p","Test":"TestA/one/SQLite","Elapsed":3}
{"Action":"pass","Package":"holidaymaker/p","Test":"TestA/one","Elapsed":4}
{"Action":"pass","Package":"holidaymaker/p","Test":"TestA/parallel","Elapsed":5}
{"Action":"pass","Package":"holidaymaker/p","Test":"TestA","Elapsed":6}
{"Action":"pass","Package":"q","Test":"TestB","Elapsed":2}`
	tests, err := ReadGo("go", strings.NewReader(events), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if got := Slowest(tests); got != "slowest files: go p 9 s, go q 2 s\nslowest tests: TestA (go p) 9 s, TestB (go q) 2 s\n" {
		t.Error(got)
	}
}

func TestReadVitestCountsFilesThatDoNotLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vitest.json")
	body := `{"testResults":[{"name":"/x/a.test.ts","status":"failed","message":"","assertionResults":[
	 {"title":"[STEP-01] steps","fullName":"s steps","status":"passed"},
	 {"title":"t","fullName":"s t","status":"failed","failureMessages":["expected 1"]},
	 {"title":"u","fullName":"s u","status":"pending"}]},
	 {"name":"/x/b.test.ts","status":"failed","message":"no such import","assertionResults":[]}]}`
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	tests, err := ReadVitest("web", path, func(s string) { printed.WriteString(s) })
	if err != nil {
		t.Fatal(err)
	}
	if got := CountOf(tests); got != (Count{Passed: 1, Failed: 2, Skipped: 1}) {
		t.Errorf("counted %v", got)
	}
	if !strings.Contains(printed.String(), "expected 1") || !strings.Contains(printed.String(), "no such import") {
		t.Errorf("failures printed %q", printed.String())
	}
}
