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
{"Action":"output","Package":"q","Output":"does not build\n"}
{"Action":"fail","Package":"q"}`
	var said strings.Builder
	tests, err := ReadGo("go", strings.NewReader(events), func(s string) { said.WriteString(s) })
	if err != nil {
		t.Fatal(err)
	}
	if got := Of(tests); got != (Count{Passed: 2, Failed: 3, Skipped: 1}) {
		t.Errorf("counted %v", got)
	}
	if tests[0].Title != "[AMT-01]_sum" || tests[1].Title != "[API-15]_not_below_/api/" {
		t.Errorf("titles %q and %q, want the subtests' own", tests[0].Title, tests[1].Title)
	}
	if !strings.Contains(said.String(), "boom") || !strings.Contains(said.String(), "does not build") {
		t.Errorf("failures said %q", said.String())
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
	var said strings.Builder
	tests, err := ReadVitest("web", path, func(s string) { said.WriteString(s) })
	if err != nil {
		t.Fatal(err)
	}
	if got := Of(tests); got != (Count{Passed: 1, Failed: 2, Skipped: 1}) {
		t.Errorf("counted %v", got)
	}
	if !strings.Contains(said.String(), "expected 1") || !strings.Contains(said.String(), "no such import") {
		t.Errorf("failures said %q", said.String())
	}
}
