package main

import (
	"path/filepath"
	"strings"
	"testing"

	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

const accountsFile = `{
  "company": {"name": "Meridian Times Holidays", "address": ["Whitby"], "vatNumber": "GB000000000"},
  "vat": [{"from": "2011-01-04", "percent": "20"}],
  "nominal": {"cardClearing": "1250", "clientMoney": "2250", "commission": "4000", "bookingFees": "4010", "marketing": "6200",
    "voucherLiability": "2260", "incomeClearing": "1260", "remittances": "1270"},
  "operators": {"HAV": {"name": "Havens", "address": ["Newquay"], "commission": [{"from": "2020-01-01", "percent": "15", "base": "gross", "vat": "added", "earned": "booking"}]}}
}`

func TestOperatorsAreSettledWithOnTheRecord(t *testing.T) {
	dir := aDatabase(t) // with a booking that was imported without its operator, and paid nothing here
	imported := writeFile(t, `{"booking":"MT482916","channel":"ukcaravan","park":"HV101","parkName":"Sandy Bay","unit":"HV101-G3","unitName":"Gold Caravan","operatorId":"HAV","arrival":"2027-07-17","nights":7,"adults":2,"total":"612.00","paid":"100.00","contact":{"surname":"Shah","postcode":"YO11 2AB"}}`+"\n")
	if err := bookingCommand(t.Context(), []string{"import", imported, "--data", dir}); err != nil {
		t.Fatal(err)
	}
	file := writeFile(t, accountsFile)
	today := date.In(machine())
	run := func(args ...string) error {
		return statementCommand(t.Context(), append([]string{"--accounts", file, "--data", dir}, args...))
	}
	yes := []string{"--why", "month end", "--by", "Fi", "--yes"}
	for want, args := range map[string][]string{
		"say draft, issue":          {"print"},
		"in the future":             {"draft", "--until", (today + 1).ISO()},
		"as a day":                  {"draft", "--until", "soon"},
		"has no operator":           {"draft", "--operator", "none"},
		"why":                       {"issue", "--until", today.ISO(), "--yes"},
		"is no number":              {"show", "one"},
		"there is no statement 1":   {"show", "1"},
		"say --amount":              append([]string{"remit", "HAV", "--day", today.ISO(), "--reference", "R1"}, yes...),
		"the day of the bank":       append([]string{"remit", "HAV", "--amount", "1", "--day", (today + 1).ISO(), "--reference", "R1"}, yes...),
		"has no statement":          append([]string{"remit", "NONE", "--amount", "1", "--day", today.ISO(), "--reference", "R1"}, yes...),
		"as the bank has it":        append([]string{"remit", "HAV", "--amount", "1", "--day", today.ISO()}, yes...),
		"no such file or directory": {"draft", "--accounts", filepath.Join(dir, "none")},
	} {
		if err := run(args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
	if err := run(append([]string{"issue", "--until", today.ISO()}, yes...)...); err != nil {
		t.Fatal(err)
	}
	if err := run(append([]string{"issue", "--until", today.ISO()}, yes...)...); err != nil {
		t.Errorf("again, with nothing to state: %v", err)
	}
	if err := run(append([]string{"issue", "--operator", "HAV", "--until", today.ISO()}, yes...)...); err == nil {
		t.Error("a second statement until the same day was issued")
	}
	opened(t, dir, func(s *store.Store) {
		one, err := s.Statements().Statement(t.Context(), 1)
		if err != nil || len(one.Lines) != 1 || one.Total.Gross != 612_00 || one.By != "Fi" || one.Seq != 1 || one.To.Name != "Havens" {
			t.Errorf("%+v, %v", one, err)
		}
		if all, err := s.Statements().Statements(t.Context(), ""); err != nil || len(all) != 1 {
			t.Errorf("%d statements, %v", len(all), err)
		}
	})
	for _, args := range [][]string{{"list"}, {"due"}, {"show", "1"}, {"show", "1", "--format", "pdf"}} {
		if err := run(args...); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	export := func(args ...string) error {
		return exportCommand(t.Context(), append(args, "--data", dir, "--accounts", file))
	}
	for _, format := range []string{"xero", "xero-invoices", "sage"} {
		if err := export("journal", "--from", today.ISO(), "--to", today.ISO(), "--format", format); err != nil {
			t.Error(err)
		}
	}
	if err := export("journal", "--from", today.ISO(), "--to", (today - 1).ISO(), "--format", "sage"); err == nil {
		t.Error("a journal that ends before it begins was written")
	}
	if err := export("platform-report", "--year", today.Month()[:4]); err != nil {
		t.Error(err)
	}
	if err := export("platform-report"); err == nil {
		t.Error("a platform report without a year was written")
	}
	if err := export("levies", "--quarter", "2027q3"); err != nil {
		t.Error(err)
	}
	for _, quarter := range []string{"", "2027", "2027Q5", "27Q1"} {
		if err := export("levies", "--quarter", quarter); err == nil {
			t.Errorf("levies of the quarter %q were written", quarter)
		}
	}
}
