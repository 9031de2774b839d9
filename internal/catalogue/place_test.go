package catalogue

import (
	"encoding/json"
	"os"
	"testing"
)

func TestPlacesAreNamedAsTheFrontEndNamesThem(t *testing.T) {
	cases := map[string]string{}
	text, err := os.ReadFile("../../web/src/rules/testdata/places.json")
	if err == nil {
		err = json.Unmarshal(text, &cases)
	}
	if err != nil || len(cases) == 0 {
		t.Fatalf("read the cases: %v", err)
	}
	for name, want := range cases {
		if got := InPlace(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
