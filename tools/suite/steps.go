package main

import (
	"bytes"
	"fmt"

	"holidaymaker/tools/report"
)

// Rows that must be proven, and areas of which every row must be.
const (
	leastProven = "360"
	wholeAreas  = "CHAN,STEP,AVAIL,FMT,AMT,MINE,FORM"
)

// raced is what runs under the race detector: the packages in which goroutines
// meet whole, and of those on the database (where SQLite is many times slower
// under it) the tests in which visitors meet.
const raced = `go test -race -json ./internal/availability ./internal/outbox ./internal/inventory
go test -race -json -run 'Parallel|DoubleClick|Together|TwoHundred|VouchersAreSpentOnce' ./internal/booking ./internal/payment ./internal/store`

func steps() []step {
	vitest := []string{"node", "node_modules/vitest/vitest.mjs", "run", "--reporter=json"}
	return []step{
		{name: "gofmt", quick: true, command: []string{"sh", "-c", `files=$(gofmt -l cmd internal tools bench); [ -z "$files" ] || { echo "gofmt: run make fmt:"; echo "$files"; exit 1; }`}},
		{name: "prettier", quick: true, dir: "web", command: []string{"node", "node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", ".", "../e2e"}},
		{name: "golint", quick: true, command: []string{"bin/tools/golangci-lint", "run"}},
		{name: "tslint", quick: true, dir: "web", command: []string{"sh", "-c", "node node_modules/oxlint/bin/oxlint --type-aware --deny-warnings . && cd .. && web/node_modules/.bin/oxlint -c web/.oxlintrc.json --deny-warnings e2e"}},
		{name: "deadcode", quick: true, dir: "web", command: []string{"node", "node_modules/knip/bin/knip.js", "--include", "files,dependencies,unlisted,unresolved"}},
		{name: "types", quick: true, dir: "web", command: []string{"node", "node_modules/typescript-native/bin/tsc", "-p", "tsconfig.json", "--noEmit"}},
		{name: "contract", quick: true, command: []string{"make", "-s", "contract-check"}},
		{name: "licences", quick: true, command: []string{"go", "run", "./tools/licences", "-check"}},
		{name: "web", quick: true, dir: "web", command: append(vitest, "--outputFile=../reports/web.json"), read: vitestReport("reports/web.json")},
		{name: "go", quick: false, command: []string{"go", "test", "-json", "./..."}, read: goReport},
		{name: "race", command: []string{"sh", "-c", raced}, env: []string{"CGO_ENABLED=1"}, needs: "gcc", read: goReport},
		{name: "browser", dir: "web", command: append(vitest, "--config", "vitest.e2e.config.ts", "--outputFile=../reports/browser.json"), needs: "chromium", read: vitestReport("reports/browser.json")},
	}
}

func specification() step {
	return step{name: "spec", command: []string{"go", "run", "./tools/spec", "-least", leastProven, "-whole", wholeAreas}}
}

func goReport(name string, output []byte) ([]report.Test, error) {
	return report.ReadGo(name, bytes.NewReader(output), printFailure)
}

func vitestReport(path string) func(string, []byte) ([]report.Test, error) {
	return func(name string, _ []byte) ([]report.Test, error) {
		return report.ReadVitest(name, path, printFailure)
	}
}

func printFailure(text string) { fmt.Print(text) }
