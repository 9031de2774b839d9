package main

import (
	"context"
	"encoding/json"
	"net/url"
	"path/filepath"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/store"
)

// largeParks is how large a demo is whose largest channel fills a search.
const largeParks = 6500

// browserCodings is the Accept-Encoding of browsers.
const browserCodings = "gzip, deflate, br, zstd"

// large measures the largest answer that a search gives: 2,000 parks,
// compressed and not cached. The parks are those of the demo, whose names,
// places, features and prices are as varied as real ones; here they are sold
// around one date.
func (r *run) large() {
	ctx, dir := context.Background(), filepath.Join(r.dir, "large")
	arrival := date.Of(2027, time.July, 17)
	s, err := store.Open(ctx, dir, benchNow)
	must(err)
	must(fillDemo(ctx, s, demo.New(demo.Seed, largeParks), arrival-10, 21))
	must(s.Close())
	child := startServing(dir)
	defer child.stop()
	address := child.product + "/api/search?" + url.Values{
		"channel": {"ukcaravan"}, "region": {availability.AllRegions}, "date": {arrival.String()}, "nights": {"7"}, "adults": {"2"},
	}.Encode()
	gzipped, asBrowser := child.get(address, "gzip", 0), child.get(address, browserCodings, 0)
	cost := median(child.costs(costing{turns: 9, requests: 50}, browserCodings, []string{address})[0])
	r.note("search of 2,000 parks: %d bytes, %d by gzip, %d as browsers ask for it (zstd), which takes %.2f ms of processor",
		child.get(address, "identity", 0), gzipped, asBrowser, cost/1e3)
	r.set("search_2000_kB", float64(max(gzipped, asBrowser))/1e3)
	r.set("search_2000_ms", cost/1e3)
}

// fillDemo puts a demo with some days of arrivals into a store.
func fillDemo(ctx context.Context, s *store.Store, d *demo.Demo, first date.Date, days int) error {
	goods, err := s.Stage(ctx, store.CataloguePart, true)
	if err != nil {
		return err
	}
	for e := range d.Entities.All {
		body, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if err := goods.Put(ctx, e.EntityKind(), e.EntityID(), body); err != nil {
			return err
		}
	}
	if _, err := goods.Publish(ctx); err != nil {
		return err
	}
	prices, err := s.Stage(ctx, store.PricesPart, true)
	if err != nil {
		return err
	}
	for _, u := range d.Entities.Units {
		if err := prices.PutPrices(ctx, u.ID, d.PriceTable(u.ID, first, days).Encode(), d.Allotment(u.ID, first, days).Encode()); err != nil {
			return err
		}
	}
	_, err = prices.Publish(ctx)
	return err
}
