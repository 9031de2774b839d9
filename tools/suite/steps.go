package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"

	"holidaymaker/tools/report"
)

// raced runs tests under the race detector: all tests of the packages with
// concurrent code, but of those that use the database (SQLite is many times
// slower under it) only the tests with concurrent visitors. Left out are tests
// that only read, in one goroutine, the random indexes that
// TestSearchAgreesWithTheReference builds too.
const raced = `go test -race -vet=off -ldflags=-w -json -skip '^(TestCalendarAgreesWithTheReference|TestParkWindowAgreesWithTheReference|TestMinimumPricesAgreeWithTheReference|TestUnitDataRoundTrip)$' ./internal/availability ./internal/operations/outbox ./internal/availability/inventory
go test -race -vet=off -ldflags=-w -json -run 'Parallel|DoubleClick|GroupCommit|TwoHundred|VouchersAreSpentOnce' ./internal/booking ./internal/payment ./internal/store`

// goCallers fails when a Go function has no caller in the project's programs,
// so that only tests use it. It ignores the packages for tests.
const goCallers = `found=$(bin/tools/deadcode ./cmd/... ./tools/... | grep -vE '/(testworld|testclock|storetest|polltest|schematest)/' || true)
[ -z "$found" ] || { echo "only tests call these (or nothing does): remove them, or call them"; echo "$found"; exit 1; }`

// vitest runs the tests of the front end. The second reporter prints errors that
// belong to no test.
var vitest = []string{"node", "node_modules/vitest/vitest.mjs", "run", "--reporter=json", "--reporter=dot"}

func steps() []step {
	return []step{
		// The longest step is first, so that the others run beside it, and in it the
		// longest packages, many of whose tests wait, so that others run beside them. Vet is
		// one of the linters of golint.
		// The killed servers of payment may take much longer than the usual 10 minutes of a
		// package on a slow machine.
		{name: "go", command: []string{"go", "test", "-vet=off", "-ldflags=-w", "-timeout=40m", "-p=4", "-parallel=4", "-json", "./internal/server", "./internal/payment", "./..."}, read: goReport},
		{name: "race", command: []string{"sh", "-c", raced}, env: []string{"CGO_ENABLED=1"}, needs: "gcc", read: goReport},
		{name: "web", quick: true, dir: "web", command: slices.Concat(vitest, []string{"--outputFile=../reports/web.json"}), read: vitestReport("reports/web.json")},
		{name: "gofmt", quick: true, command: []string{"sh", "-c", `files=$(gofmt -l cmd internal tools bench); [ -z "$files" ] || { echo "gofmt: run make fmt:"; echo "$files"; exit 1; }`}},
		{name: "prettier", quick: true, dir: "web", command: []string{"node", "node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", ".", "../e2e", "../bench/web"}},
		{name: "tslint", quick: true, dir: "web", command: []string{"npm", "run", "--silent", "lint"}},
		{name: "packages", quick: true, dir: "web", command: []string{"node", "node_modules/knip/bin/knip.js", "--include", "files,dependencies,unlisted,unresolved"}},
		{name: "callers", quick: true, dir: "web", command: []string{"node", "node_modules/knip/bin/knip.js", "--config", "knip.callers.json", "--production", "--include", "files,exports"}},
		{name: "gocallers", command: []string{"sh", "-c", goCallers}},
		{name: "types", quick: true, dir: "web", command: []string{"node", "node_modules/typescript-native/bin/tsc", "-p", "tsconfig.json", "--noEmit"}},
		// The linter finds the packages that the step go has compiled by now.
		{name: "golint", quick: true, command: []string{"bin/tools/golangci-lint", "run"}},
		{name: "bench", command: []string{"go", "vet", "./..."}, dir: "bench", env: []string{"CGO_ENABLED=1"}}, // a module of its own, with DuckDB in C++
		{name: "contract", quick: true, command: []string{"make", "-s", "contract-check"}},
		// While the tests of Go wait for their databases, it has a processor.
		{name: "brands", command: []string{"sh", "-c", `sh tools/brands.sh "$` + brands + `" BF RP SN XX`}, needs: "chromium"},
		// One target for some seconds, another each day, of packages that are compiled quickly
		// for it; the seeds of all run with the tests of Go.
		{name: "fuzz", command: []string{"go", "run", "./tools/fuzz", "-for", "5s", "-targets", "1", "-package", "ledger,availability,orderlog"}},
		{name: "basemap", quick: true, command: []string{"go", "run", "./tools/basemap", "-check"}},
		{name: "alerts", quick: true, command: []string{"sh", "-c", "bin/tools/promtool check config deploy/prometheus/prometheus.yml && bin/tools/promtool test rules deploy/prometheus/rules_test.yml"}, needs: "bin/tools/promtool"},
		{name: "units", quick: true, command: []string{"sh", "-c", units}, needs: "systemd-analyze"},
		{name: "licences", quick: true, command: []string{"go", "run", "./tools/licences", "-check"}},
		{name: "browser", dir: "web", command: slices.Concat(vitest, []string{"--config", "vitest.e2e.config.ts", "--outputFile=../reports/browser.json"}), needs: "chromium", alone: true, read: vitestReport("reports/browser.json")},
		// It measures what fails for how long, so nothing runs beside it.
		{name: "cluster", command: []string{"go", "run", "./tools/cluster", "test", "-short"}, needs: "patroni", alone: true},
	}
}

// withoutCluster leaves the cluster out, and says so, on a machine that can neither make
// networks nor carry their packets, as most containers: there no host can fail.
func withoutCluster(all []step) []step {
	if exec.Command("sh", "-c", "exec 3<>/dev/net/tun && unshare --net true").Run() == nil { //nolint:noctx // it ends at once
		return all
	}
	fmt.Println("cluster    not run: it needs root and /dev/net/tun, or namespaces of users")
	return slices.DeleteFunc(all, func(s step) bool { return s.name == "cluster" })
}

func specification() step {
	return step{name: "spec", command: []string{"go", "run", "./tools/spec"}}
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
