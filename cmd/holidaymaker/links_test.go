package main

import (
	"os/exec"
	"strings"
	"testing"
)

func TestTheProductDoesNotLinkGeneratorsOrTestWorlds(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(out))
	if len(linked) < 50 {
		t.Fatalf("go list names %d packages only", len(linked))
	}
	for _, name := range linked {
		for _, unwanted := range []string{"holidaymaker/internal/contract", "github.com/danielgtaylor/huma", "holidaymaker/internal/testworld", "testing"} {
			if name == unwanted || strings.HasPrefix(name, unwanted+"/") {
				t.Errorf("the binary links %s", name)
			}
		}
	}
}
