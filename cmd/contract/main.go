// Command contract writes the files generated from the API's Go types: the
// OpenAPI document that the server serves, and the front end's type
// declarations. Run it in the project's root folder. With -check it writes
// nothing and fails when a file is out of date.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"holidaymaker/internal/api"
	"holidaymaker/internal/api/contract"
	"holidaymaker/internal/office"
)

func main() {
	check := flag.Bool("check", false, "write nothing; fail when a file is out of date")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "contract:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	operations := (&api.API{}).Operations()
	document, err := contract.OpenAPI(operations)
	if err != nil {
		return err
	}
	files := map[string][]byte{
		"internal/api/openapi.json": document,
		"web/src/api/schema.d.ts":   []byte(contract.TypeScript(operations)),
		"web/office/schema.d.ts":    []byte(contract.OfficeTypeScript((&office.Office{}).Routes())),
	}
	for name, want := range files {
		if check {
			if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
				return fmt.Errorf("%s does not match the Go types: run `go run ./cmd/contract`", name)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, want, 0o644); err != nil {
			return err
		}
	}
	return nil
}
