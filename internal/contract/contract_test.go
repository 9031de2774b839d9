package contract

import (
	"bytes"
	"os"
	"testing"

	"holidaymaker/internal/api"
)

func TestGeneratedFilesAreWhatTheTypesSay(t *testing.T) {
	operations := (&api.API{}).Operations()
	document, err := OpenAPI(operations)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{
		"../api/openapi.json":           document,
		"../../web/src/api/schema.d.ts": []byte(TypeScript(operations)),
	} {
		got, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s has drifted from the Go types: run `go run ./cmd/contract`", name)
		}
		if len(got) > 300_000 {
			t.Errorf("%s: %d bytes, want fewer than 300,000", name, len(got))
		}
	}
}

func TestEveryOperationIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range (&api.API{}).Operations() {
		if err := o.Verify(); err != nil {
			t.Error(err)
		}
		for _, key := range append([]string{o.Name}, routesOf(o)...) {
			if seen[key] {
				t.Errorf("%s is there twice", key)
			}
			seen[key] = true
		}
	}
}

func routesOf(o api.Operation) (routes []string) {
	for _, method := range o.Methods {
		routes = append(routes, method+" "+o.Path)
	}
	return routes
}

func TestPathsAreTheSpecifications(t *testing.T) {
	paths := map[string]bool{}
	for _, o := range (&api.API{}).Operations() {
		paths[o.Path] = true
	}
	for row, wanted := range map[string][]string{
		"[API-10] search and catalogue": {"/api/initial", "/api/channelregions", "/api/parkdetails", "/api/parkresults", "/api/parks",
			"/api/operators", "/api/search", "/api/searchresults", "/api/getcottagedates"},
		"[API-11] reviews": {"/api/tripadvisor"},
		"[API-12] booking": {"/api/book", "/api/getdeposit", "/api/getextras", "/api/setextras", "/api/setpartydetails",
			"/api/setuserdetails", "/api/setdiscount", "/api/prepayment", "/api/postpayment"},
	} {
		t.Run(row, func(t *testing.T) {
			for _, path := range wanted {
				if !paths[path] {
					t.Errorf("there is no %s", path)
				}
			}
		})
	}
}
