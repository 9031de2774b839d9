package simulator

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestTheDemosPageListsEveryCard compares docs/demo.md with the test cards.
func TestTheDemosPageListsEveryCard(t *testing.T) {
	page, err := os.ReadFile("../../../docs/demo.md")
	if err != nil {
		t.Fatal(err)
	}
	_, cards, _ := strings.Cut(string(page), "## Cards")
	cards, _, _ = strings.Cut(cards, "\n## ")
	number := regexp.MustCompile(`\b\d[\d ]{11,}\d\b`)
	listed := map[string]string{} // outcome by number
	for line := range strings.Lines(cards) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			continue
		}
		for _, card := range number.FindAllString(cells[1], -1) {
			listed[strings.ReplaceAll(card, " ", "")] = strings.TrimSpace(cells[2])
		}
	}
	known := slices.Concat(plainCards, unauthenticatedCards, challengedCards, failingCards)
	for _, card := range known {
		v, _ := verdictOn(card, "A Visitor")
		want := "paid"
		switch {
		case v.Challenge && v.AuthenticationFails:
			want = "challenged; authentication fails"
		case v.AuthenticationFails:
			want = "authentication fails without"
		case v.Challenge:
			want = "challenged; approve"
		}
		if !strings.HasPrefix(listed[card], want) {
			t.Errorf("card %s: the page says %q, want %q", card, listed[card], want)
		}
		delete(listed, card)
	}
	for card := range listed {
		t.Errorf("the page lists %s, which is refused", card)
	}
}

// TestTheDemosPageListsEveryFault compares docs/demo.md with the names in the code.
func TestTheDemosPageListsEveryFault(t *testing.T) {
	names := func(text string) []string {
		found := regexp.MustCompile(`\bSIM_[A-Z0-9_]*[A-Z0-9]\b`).FindAllString(text, -1) // not a prefix
		slices.Sort(found)
		return slices.Compact(found)
	}
	page, err := os.ReadFile("../../../docs/demo.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			code.Write(text)
		}
	}
	if listed, known := names(string(page)), names(code.String()); len(known) < 40 || !slices.Equal(listed, known) {
		t.Errorf("the page lists %v, and the code knows %v", listed, known)
	}
}

// TestTheDemosPageListsEveryAmount compares docs/demo.md with the amounts in the code.
func TestTheDemosPageListsEveryAmount(t *testing.T) {
	page, err := os.ReadFile("../../../docs/demo.md")
	if err != nil {
		t.Fatal(err)
	}
	for heading, names := range map[string][]string{"## Cards": cardAmounts, "## PayPal": walletAmounts} {
		_, section, _ := strings.Cut(string(page), heading)
		section, _, _ = strings.Cut(section, "\n## ")
		listed, known := map[string]string{}, map[string]string{} // name by amount
		for line := range strings.Lines(section) {
			cells := strings.Split(line, "|")
			if len(cells) < 5 {
				continue
			}
			named := regexp.MustCompile("`([A-Z0-9_]+)`").FindAllStringSubmatch(cells[1], -1)
			for i, amount := range regexp.MustCompile(`£\d+\.\d\d`).FindAllString(cells[2], -1) {
				if i < len(named) {
					listed[amount] = named[i][1]
				}
			}
		}
		for i, name := range names {
			known[fmt.Sprintf("£13.%02d", i+1)] = name
		}
		if len(known) < 20 || !maps.Equal(listed, known) {
			t.Errorf("%s: the page lists %v, and the code knows %v", heading, listed, known)
		}
	}
}

func TestAnAmountStandsForAName(t *testing.T) {
	for pence, name := range map[int64]string{13_00: "", 13_01: "a", 13_02: "b", 13_03: "", 12_01: "", 113_01: ""} {
		if got := byAmount([]string{"a", "b"}, pence); got != name {
			t.Errorf("%d pence: %q instead of %q", pence, got, name)
		}
	}
}
