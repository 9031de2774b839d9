package main

import (
	"strings"
	"testing"

	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

func TestUnitsAreClosedOnTheRecord(t *testing.T) {
	dir := t.TempDir()
	day := func(n date.Date) string { return (date.In(machine()) + n).ISO() }
	for _, file := range [][2]string{
		{"catalogue", `{"region":{"id":"12","name":"Cornwall","country":"GB"}}
{"operator":{"id":"HAV","name":"Havens"}}
{"park":{"id":"P1","name":"Sandy Bay","region":"12","operator":"HAV","country":"GB"}}
{"unit":{"id":"P1-G3","park":"P1","channel":"ukcaravan","name":"Gold","sleeps":4}}
`},
		{"prices", `{"unit":"P1-G3","arrival":"` + day(30) + `","nights":3,"prices":{"4":"199.00"}}
{"unit":"P1-G3","from":"` + day(30) + `","to":"` + day(40) + `","units":2}
`},
	} {
		if err := importCommand(t.Context(), []string{file[0], "--data", dir, writeFile(t, file[1])}); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) error { return stockCommand(t.Context(), append(args, "--data", dir)) }
	for want, args := range map[string][]string{
		"why":                       {"close", "P1-G3", day(31), day(33), "--yes"},
		"no terminal":               {"close", "P1-G3", day(31), day(33), "--why", "roof"},
		"is not on sale":            {"close", "none", day(31), day(33), "--why", "roof", "--yes"},
		"at least 1":                {"close", "P1-G3", day(31), day(33), "--units", "0", "--why", "roof", "--yes"},
		"only 0 are closed by hand": {"open", "P1-G3", day(31), day(33), "--why", "roof", "--yes"},
		"in the past":               {"close", "P1-G3", day(-3), day(33), "--why", "roof", "--yes"},
		"before the first":          {"close", "P1-G3", day(33), day(31), "--why", "roof", "--yes"},
		"as days":                   {"show", "P1-G3", "soon", day(31)},
		"say close, open":           {"shut", "P1-G3", day(31), day(33)},
	} {
		if err := run(args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
	if err := run("close", "P1-G3", day(31), day(33), "--units", "2", "--why", "roof", "--by", "Jo", "--yes"); err != nil {
		t.Fatal(err)
	}
	if err := run("open", "P1-G3", day(33), day(33), "--why", "done early", "--by", "Al", "--yes"); err != nil {
		t.Fatal(err)
	}
	opened(t, dir, func(s *store.Store) {
		all, err := s.Closures(t.Context(), "P1-G3")
		if err != nil || len(all) != 2 || all[0].Units != 2 || all[0].By != "Jo" || all[1].Units != -1 || all[1].Why != "done early" {
			t.Errorf("%+v, %v", all, err)
		}
	})
	for _, args := range [][]string{{"show", "P1-G3", day(30), day(35)}, {"history", "P1-G3"}} {
		if err := run(args...); err != nil {
			t.Error(err)
		}
	}
}
