package main

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"holidaymaker/tools/report"
)

// height is how much of the product a test runs through.
type height int

// The heights, from the lowest to the highest.
const (
	rule    height = iota // a pure function or a slice of state
	stored                // a service on a real database
	api                   // HTTP against the real server
	screen                // a rendered page or component
	browser               // the whole product in Chromium
)

var heights = []height{browser, screen, api, stored, rule}

func (h height) String() string {
	return [...]string{"rule", "store", "API", "screen", "browser"}[h]
}

// The Go packages whose tests run on a database, and those that answer HTTP.
// The tests of other packages prove rules.
var (
	storePackages = []string{"store", "feed", "inventory", "booking", "payment", "outbox", "mail"}
	httpPackages  = []string{"server", "api", "web", "httpx"}
)

// heightOf returns the height of a test, by its suite and file.
func heightOf(t report.Test) height {
	switch {
	case t.Suite == "browser":
		return browser
	case strings.HasSuffix(t.File, ".test.tsx"):
		return screen
	case strings.HasSuffix(t.File, ".ts"):
		return rule
	case slices.Contains(httpPackages, path.Base(t.File)):
		return api
	case slices.Contains(storePackages, path.Base(t.File)):
		return stored
	}
	return rule
}

//go:embed screen-rows.txt
var screenRowsFile string

// screenRows are the ids of the rows about what a visitor sees or does.
var screenRows = readIDs(screenRowsFile)

// readIDs reads a list of row ids, with lines of comment that begin with #.
func readIDs(text string) []string {
	var ids []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			ids = append(ids, strings.Fields(line)...)
		}
	}
	return ids
}

// needed is the height at which a row must be proven.
func needed(id string) height {
	if slices.Contains(screenRows, id) {
		return screen
	}
	return rule
}
