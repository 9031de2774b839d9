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

// asvs is how many sections each chapter of OWASP ASVS 5.0.0 has.
var asvs = []int{5, 4, 7, 4, 4, 8, 6, 4, 2, 7, 7, 3, 4, 3, 4, 5, 3}

// docs/security.md names a test that exists, or says why there is none, in every row, and
// leaves out no section of the standard.
func TestSecurityPageIsTrue(t *testing.T) {
	page := string(readFile(t, "docs/security.md"))
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
	rows, sections := 0, regexp.MustCompile(`V\d+\.\d+`)
	var seen []string
	for row := range strings.Lines(page) {
		cells := strings.Split(strings.TrimSpace(row), "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "-") || cells[1] == " section " || cells[1] == " requirement " {
			continue
		}
		rows++
		seen = append(seen, sections.FindAllString(cells[1], -1)...)
		named := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(cells[3], -1)
		for _, name := range named {
			if !tests[name[1]] {
				t.Errorf("row %s names %s, which is no test", cells[1], name[1])
			}
		}
		if len(named) == 0 && !strings.HasPrefix(cells[3], " none") {
			t.Errorf("row %s has neither a test nor a reason", cells[1])
		}
	}
	var want []string
	for chapter, n := range asvs {
		for section := range n {
			want = append(want, fmt.Sprintf("V%d.%d", chapter+1, section+1))
		}
	}
	slices.Sort(want)
	if slices.Sort(seen); !slices.Equal(seen, want) || rows < 70 {
		t.Errorf("%d rows, with the sections %v", rows, seen)
	}
}
