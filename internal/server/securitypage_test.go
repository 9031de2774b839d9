package server_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// asvs is how many requirements of the levels 1 and 2 each section of OWASP ASVS 5.0.0 has,
// by chapter. They are the first of their section.
var asvs = [][]int{
	{2, 9, 11, 3, 2}, {3, 3, 4, 1}, {0, 2, 4, 6, 5, 0, 2}, {3, 1, 2, 4}, {1, 3, 2, 3}, {3, 12, 4, 4, 5, 3, 0, 4}, {3, 4, 2, 5, 2, 2}, {2, 3, 1, 1}, {3, 4},
	{2, 2, 4, 11, 5, 2, 3}, {2, 3, 3, 4, 1, 1, 0}, {3, 2, 4}, {1, 5, 2, 5}, {2, 4, 3}, {3, 3, 7, 0}, {1, 5, 4, 3, 3}, {1, 4, 2},
}

// docs/asvs.md has every requirement once, in the standard's order, each with a verdict and
// what shows it, and says what a requirement needs that is not met.
func TestTheASVSPageIsTrue(t *testing.T) {
	var want, seen []string
	for chapter, sections := range asvs {
		for section, requirements := range sections {
			for n := range requirements {
				want = append(want, fmt.Sprintf("%d.%d.%d", chapter+1, section+1, n+1))
			}
		}
	}
	page := readPage(t, "docs/asvs.md", 5)
	for _, row := range page.rows {
		seen = append(seen, row[0])
		if verdict := row[3]; !slices.Contains([]string{"met", "partly", "not met", "not applicable"}, verdict) {
			t.Errorf("%s has the verdict %q", row[0], verdict)
		} else if (verdict == "partly" || verdict == "not met") && !strings.Contains(row[4], "needs ") {
			t.Errorf("%s is %s, and does not say what it needs", row[0], verdict)
		}
	}
	if !slices.Equal(seen, want) {
		t.Errorf("the requirements are %v, want %v", seen, want)
	}
}

func TestSecurityPageIsTrue(t *testing.T) {
	if page := readPage(t, "docs/security.md", 3); len(page.rows) < 12 {
		t.Errorf("%d rows", len(page.rows))
	}
}

// heldPage is a page of docs whose tables say what holds, and by what it is shown.
type heldPage struct {
	rows [][]string // the cells of each row of its tables, without heads
}

var (
	namedTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w+)`")
	namedFile = regexp.MustCompile("`(\\.?[\\w-]+(?:/[\\w.@-]+)+|SECURITY\\.md|\\.golangci\\.yml)`")
)

// readPage reads the tables of a page that have a number of columns. Every test and file that
// the page names exists, and the last cell of each row names one, or says why there is none.
func readPage(t *testing.T, name string, columns int) (page heldPage) {
	t.Helper()
	text := string(readFile(t, name))
	tests := declaredTests(t)
	for _, named := range namedTest.FindAllStringSubmatch(text, -1) {
		if !tests[named[1]] {
			t.Errorf("%s names %s, which is no test", name, named[1])
		}
	}
	for _, named := range namedFile.FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join("../..", named[1])); err != nil {
			t.Errorf("%s names a file: %v", name, err)
		}
	}
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(cells[0], "-") || cells[0] == "requirement" {
			continue
		}
		if len(cells) != columns {
			t.Errorf("%s: %d cells in %s", name, len(cells), line)
			continue
		}
		page.rows = append(page.rows, cells)
		if shown := cells[columns-1]; !namedTest.MatchString(shown) && !namedFile.MatchString(shown) && !strings.HasPrefix(shown, "none") {
			t.Errorf("%s: row %s has neither a test nor a file nor a reason", name, cells[0])
		}
	}
	return page
}

// declaredTests returns the names of all tests and fuzz targets.
func declaredTests(t *testing.T) map[string]bool {
	t.Helper()
	tests := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	for _, root := range []string{"internal", "cmd", "tools"} {
		err := filepath.WalkDir(filepath.Join("../..", root), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, found := range declared.FindAllSubmatch(text, -1) {
				tests[string(found[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return tests
}
