package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/store"
)

// rates measures the import of rates: a company of 40 parks with 30 unit types each, 540
// days, stays of up to 28 nights and three sizes of parties. It measures how long the
// whole takes until it is committed, and from the command that changes one night until
// a node's searches show it.
func (r *run) rates() {
	ctx := context.Background()
	m := newMarket(size{"rates", 40, 1200})
	s, err := store.Open(ctx, filepath.Join(r.dir, "rates"), benchNow)
	must(err)
	must(m.publishCatalogue(ctx, s))
	var sheet strings.Builder
	sheet.WriteString(ratesHeader)
	for u := range m.units {
		fmt.Fprintf(&sheet, ratesOfUnit, m.inv.Units[u].ID)
	}
	start := time.Now()
	report := importRates(ctx, s, sheet.String(), true)
	whole := time.Since(start)
	v, stop := follow(s)
	var imported, shown []time.Duration
	for i := range rounds {
		start = time.Now()
		importRates(ctx, s, fmt.Sprintf("kind,unit,from,to,price_2,price_4,price_6\nnight,%s,2027-07-1%d,2027-07-1%d,201,221,241\n", m.inv.Units[i].ID, i, i), false)
		imported = append(imported, time.Since(start))
		start = time.Now()
		must(v.WaitFor(ctx, s.Committed()))
		shown = append(shown, time.Since(start))
	}
	r.note("rates: %d prices of %d unit types imported, compiled and committed in %v; one night's in %v, and shown %v after the commit", report.Prices, report.Units,
		whole.Round(time.Millisecond), p50(imported).Round(time.Millisecond), p50(shown).Round(time.Millisecond))
	r.set("rates_seconds", whole.Seconds())
	r.set("rates_shown", p50(shown).Seconds())
	stop()
	must(s.Close())
}

func importRates(ctx context.Context, s *store.Store, csv string, full bool) *feed.Report {
	report, err := feed.Importer{Store: s}.Rates(ctx, feed.File{Name: "rates.csv", Reader: strings.NewReader(csv), CSV: true, Full: full})
	if err != nil {
		fmt.Println(report.BadRows)
	}
	must(err)
	return report
}

// ratesHeader begins the file, with its seasons.
const ratesHeader = `kind,unit,season,from,to,weekdays,price_2,price_4,price_6,nights,percent,amount,days,min,max,units
season,,low,2026-11-23,2027-03-25,,,,,,,,,,,
season,,mid,2027-03-26,2027-07-15,,,,,,,,,,,
season,,high,2027-07-16,2027-09-03,,,,,,,,,,,
season,,mid,2027-09-04,2027-10-31,,,,,,,,,,,
season,,low,2027-11-01,2028-05-15,,,,,,,,,,,
`

// ratesOfUnit are the rows of a unit type.
const ratesOfUnit = `night,%[1]s,low,,,,60,70,80,,,,,,,
night,%[1]s,low,,,fri sat,80,95,110,,,,,,,
night,%[1]s,mid,,,,75,85,95,,,,,,,
night,%[1]s,mid,,,fri sat,95,110,125,,,,,,,
night,%[1]s,high,,,,100,120,140,,,,,,,
night,%[1]s,high,,,fri sat,130,150,175,,,,,,,
stay,%[1]s,low,,,,,,,,,,,2,28,
stay,%[1]s,high,,,,,,,,,,,3,28,
longer,%[1]s,,,,,,,,7,10,,,,,
longer,%[1]s,,,,,,,,14,15,,,,,
late,%[1]s,low,,,,,,,,20,,14,,,
fee,%[1]s,,,,,,,,,,25,,,,
units,%[1]s,,2026-11-23,2028-06-15,,,,,,,,,,,4
`
