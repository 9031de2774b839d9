package main

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/catalogue/phrase"
	"holidaymaker/internal/date"
	"holidaymaker/internal/demo/osm"
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
	start = time.Now()
	words := phrase.New(state.Catalogue)
	made := time.Since(start)
	read := inTurn(time.Second, len(state.Catalogue.AllParks()), func(i int) {
		p := state.Catalogue.AllParks()[i]
		words.Read("caravn near "+p.Name+" with a drawbridge for 4 in June under £600", today, nil)
	})
	r.note("import: the vocabulary of sentences made in %v; a sentence read in %v", made.Round(time.Millisecond), read[0])
	must(s.Close())
	r.importedMap(filepath.Join(dir, "data"), state.Catalogue, today)
}

// marksAsked is how many different parts of the map are asked for at each zoom
// level. Each reaches so many pixels from its centre: half a window of 1280 × 900
// and a quarter of one.
const (
	marksAsked  = 20
	marksAside  = 960
	marksAbove  = 675
	worldAtZero = 256 // the width of the world at zoom 0, in pixels
)

// importedMap measures the marks of searches of a whole channel, for the part of
// the map that a desktop's browser asks for: its window and a quarter of its size
// on each side, at zoom levels from all of Europe to a town.
func (r *run) importedMap(data string, c *catalogue.Snapshot, today date.Date) {
	child := startServing(data)
	defer child.stop()
	centres := map[string][]*catalogue.ParkInfo{} // by channel
	for _, u := range c.AllUnits() {
		if p, ok := c.Park(u.ParkID); ok && (p.Lat != 0 || p.Lon != 0) {
			centres[u.Channel] = append(centres[u.Channel], p)
		}
	}
	for _, channel := range catalogue.Channels {
		parks := centres[channel.Code]
		if len(parks) == 0 {
			continue
		}
		for _, zoom := range []int{5, 7, 9, 11} {
			var addresses []string
			bytes := 0
			for i := range marksAsked {
				p := parks[i*7919%len(parks)]
				east := marksAside * 360 / (worldAtZero * math.Exp2(float64(zoom)))
				north := east * marksAbove / marksAside * math.Cos(p.Lat*math.Pi/180)
				address := child.product + "/api/mapmarks?" + url.Values{
					"channel": {channel.Code}, "date": {(today + 60 + date.Date(i%14)).String()}, "nights": {"7"}, "adults": {"2"}, "zoom": {strconv.Itoa(zoom)},
					"view": {fmt.Sprintf("%.4f,%.4f,%.4f,%.4f", p.Lon-east, p.Lat-north, p.Lon+east, p.Lat+north)},
				}.Encode()
				bytes += child.get(address, browserCodings, i) / marksAsked
				addresses = append(addresses, address)
			}
			costs := child.costs(costing{turns: 5, requests: marksAsked}, browserCodings, addresses)
			r.note("import: marks of %s at zoom %d: %.2f ms of processor, %d compressed bytes", channel.Code, zoom, median(costs[0])/1e3, bytes)
		}
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
