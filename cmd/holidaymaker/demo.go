package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"holidaymaker/internal/date"
	"holidaymaker/internal/demo/osm"
	"holidaymaker/internal/operations/livefile"
)

// maxNamed is the largest number of unused rows to print.
const maxNamed = 100

// demoCommand converts a table of OpenStreetMap's sites into files for import.
func demoCommand(ctx context.Context, args []string) error {
	o := newOptions("demo", "make import files from real sites: demo --osm FILE.csv --out DIR")
	table := o.String("osm", "", "table of OpenStreetMap's camp and caravan sites (see docs/demo.md)")
	out := o.String("out", "", "directory for "+osm.CatalogueFile+" and "+osm.PricesFile)
	offset := o.clockOffset()
	if err := o.parse(args); err != nil {
		return err
	}
	if *table == "" || *out == "" {
		o.Usage()
		return errors.New("demo: say --osm FILE.csv and --out DIR")
	}
	file, err := livefile.OpenRegular(*table)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer file.Close()
	report, err := osm.Convert(ctx, file, *out, date.In(shifted(*offset)()))
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	for what, rows := range map[string][]string{"no region": report.Unplaced, "unusable": report.Unusable} {
		for _, row := range rows[:min(len(rows), maxNamed)] {
			fmt.Fprintf(os.Stderr, "%s: %s: %s\n", *table, what, row)
		}
		if more := len(rows) - maxNamed; more > 0 {
			fmt.Fprintf(os.Stderr, "%s: %s: and %d more rows\n", *table, what, more)
		}
	}
	fmt.Printf("%s: %d parks with %d unit types; %d rows fit no region, %d could not be used\n",
		filepath.Join(*out, osm.CatalogueFile), report.Parks, report.Units, len(report.Unplaced), len(report.Unusable))
	fmt.Printf("%s: %d prices in %d rows\n", filepath.Join(*out, osm.PricesFile), report.Prices, report.PriceRows)
	return nil
}
