package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestTheProductDoesNotLinkGeneratorsOrTestWorlds(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", `{{.ImportPath}} {{join .Imports " "}}`, ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(linked) < 50 {
		t.Fatalf("go list names %d packages only", len(linked))
	}
	for _, line := range linked {
		name, imports, _ := strings.Cut(line, " ")
		for _, unwanted := range []string{"holidaymaker/internal/api/contract", "github.com/danielgtaylor/huma", "holidaymaker/internal/server/testworld"} {
			if name == unwanted || strings.HasPrefix(name, unwanted+"/") {
				t.Errorf("the binary links %s", name)
			}
		}
		// The library of the feature flags imports it, too; there it does nothing.
		if strings.HasPrefix(name, "holidaymaker/") && slices.Contains(strings.Fields(imports), "testing") {
			t.Errorf("%s is for tests", name)
		}
		if strings.HasPrefix(name, "holidaymaker/") && slices.Contains(strings.Fields(imports), "os/exec") {
			t.Errorf("%s starts programs of the system", name)
		}
	}
}
