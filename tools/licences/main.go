// Command licences writes THIRD_PARTY.md: every library in the binary or in the
// browser's scripts, with its version, licence and notice. With -check it fails
// when the file is out of date.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"holidaymaker/tools/thirdparty"
)

const file = "THIRD_PARTY.md"

func main() {
	check := flag.Bool("check", false, "only check whether the file is up to date")
	flag.Parse()
	page, err := render(context.Background())
	if err == nil && *check {
		err = compare(page)
	} else if err == nil {
		err = os.WriteFile(file, page, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func compare(page []byte) error {
	have, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(have, page) {
		return fmt.Errorf("%s is not up to date: run make licences", file)
	}
	return nil
}

func render(ctx context.Context) ([]byte, error) {
	libraries, err := thirdparty.List(ctx, ".")
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	page.WriteString("# Third-party software\n\nWritten by `make licences`; what the binary and the pages hold that others wrote.\n\n| library | version | licence | copyright |\n|-|-|-|-|\n")
	for _, l := range libraries {
		fmt.Fprintf(&page, "| %s | %s | %s | %s |\n", l.Name, l.Version, l.Licence, strings.ReplaceAll(l.Notice, "|", "/"))
	}
	return page.Bytes(), nil
}
