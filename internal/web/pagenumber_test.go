package web

import (
	"encoding/json"
	"net/url"
	"os"
	"testing"
)

func TestPageNumbersAreReadAsInTheBrowser(t *testing.T) {
	text, err := os.ReadFile("../../web/src/rules/testdata/page-numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases map[string]int
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for page, want := range cases {
		if got := pageNumber(url.Values{"page": {page}}); got != want {
			t.Errorf("page=%q is %d, want %d", page, got, want)
		}
	}
}
