package main

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"holidaymaker/tools/report"
)

// height says how much of the product a test runs.
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

// Packages whose tests use a database, and packages whose tests use HTTP. The
// tests of all other Go packages prove rules only.
var (
	storePackages = []string{"store", "feed", "inventory", "booking", "payment", "outbox", "mail"}
	httpPackages  = []string{"server", "api", "web", "httpx"}
)

// heightOf returns the height of a test, from its step and file.
func heightOf(t report.Test) height {
	switch {
	case t.Step == "browser":
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

// screenRows holds the ids of the rows about what a visitor sees or does.
var screenRows = readIDs(screenRowsFile)

// readIDs reads a list of row ids. Lines that begin with # are comments.
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
