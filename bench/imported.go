package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/demo/osm"
	"holidaymaker/internal/feed"
	"holidaymaker/internal/inventory"
	"holidaymaker/internal/store"
)

// imported measures the import and the search of a real table of sites. The
// table is imported like an operator's feed. It has all durations that a
// channel allows, so its figures have no bars.
func (r *run) imported(name string) {
	table, err := os.Open(name)
	if err != nil {
		r.note("import: skipped, because there is no table of sites at %s (-osm FILE, or make bench-full OSM=FILE, names another)", name)
		return
	}
	defer table.Close()
	ctx, today := context.Background(), date.In(time.Now())
	dir := filepath.Join(r.dir, "imported")
	sites, err := osm.Convert(ctx, table, dir, today)
	must(err)
	r.note("import: %d parks with %d unit types of the table; %d rows of it fit no region, %d could not be used",
		sites.Parks, sites.Units, len(sites.Unplaced), len(sites.Unusable))
	s, err := store.Open(ctx, filepath.Join(dir, "data"), time.Now)
	must(err)
	defer func() { must(s.Close()) }()
	goods := r.importFile(ctx, s, filepath.Join(dir, osm.CatalogueFile), feed.Importer.Catalogue)
	prices := r.importFile(ctx, s, filepath.Join(dir, osm.PricesFile), feed.Importer.Prices)
	r.note("import: %d entities in %v; %d prices of %d unit types in %v, %.0f prices a second", goods.Entities, goods.Took.Round(time.Millisecond),
		prices.Prices, prices.Units, prices.Took.Round(time.Millisecond), float64(prices.Prices)/prices.Took.Seconds())
	must(s.Close())
	before := heap()
	start := time.Now()
	s, err = store.Open(ctx, filepath.Join(dir, "data"), time.Now)
	must(err)
	v, err := inventory.Open(ctx, s)
	must(err)
	took := time.Since(start)
	state := v.Current()
	r.note("import: %d parks and %d unit types ready to search from the closed database in %v; catalogue and index together %.2f B a price",
		len(state.Catalogue.AllParks()), len(state.Catalogue.AllUnits()), took.Round(time.Millisecond), float64(heap()-before)/float64(prices.Prices))
	for _, c := range catalogue.Channels {
		q := availability.Query{Channel: c.Code, Region: availability.AllRegions, Date: today + 60, Flex: 7, Nights: 7, Party: 2, Limit: firstPage}
		var a availability.Answer
		p := inTurn(time.Second, 14, func(day int) {
			q.Date = today + 60 + date.Date(day)
			state.Index.Search(&q, &a)
		})
		r.note("import: search ±7 of all of %s: %v, %d parks, %d prices read", c.Code, p[0], a.Total, a.Read)
	}
}

func (r *run) importFile(ctx context.Context, s *store.Store, name string, read func(feed.Importer, context.Context, ...feed.File) (*feed.Report, error)) *feed.Report {
	f, err := os.Open(name)
	must(err)
	defer f.Close()
	info, err := f.Stat()
	must(err)
	report, err := read(feed.Importer{Store: s, Temp: r.dir}, ctx, feed.File{Reader: f, Full: true, Size: info.Size()})
	must(err)
	return report
}
