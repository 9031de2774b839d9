package api

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/livefile"
	"holidaymaker/internal/web/httpx"
)

// discard is a ResponseWriter that keeps nothing of the body.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }

// BenchmarkCachedAnswer compares a cached answer with a constant body served by
// the same mux.
func BenchmarkCachedAnswer(b *testing.B) {
	_, h := serving(b)
	mux := http.NewServeMux()
	mux.Handle("/", h)
	body := make([]byte, 4000)
	mux.HandleFunc("GET /constant", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(body) })
	for name, path := range map[string]string{
		"constant": "/constant", "calendar": "/api/cachedavailability?channel=ukcaravan&region=all-regions&nights=7",
	} {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequest("GET", path, nil)
			r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
			b.ReportAllocs()
			for b.Loop() {
				mux.ServeHTTP(&discard{http.Header{}}, r)
			}
		})
	}
}

// BenchmarkSearchOf2000Parks measures searching, JSON encoding, and each
// compression.
func BenchmarkSearchOf2000Parks(b *testing.B) {
	today := date.Of(2026, time.November, 21)
	arrival := date.Of(2027, time.July, 17)
	v := viewOf(b, 6500, arrival-10) // of which 2,000 are on the channel ukcaravan
	a := New(complete(Config{Now: func() time.Time { return today.Midnight().Add(12 * time.Hour) }}))
	c := criteria{Channel: "ukcaravan", Region: allRegions, Date: arrival, Nights: 7, Party: 2, Flex: 7}
	id := a.signSearch(c, a.Now())
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			a.found(v, id, c, a.anybody()).release()
		}
	})
	found := a.found(v, id, c, a.anybody())
	for _, coding := range []*httpx.Coding{httpx.Zstd, httpx.Gzip} {
		b.Run(coding.Name(), func(b *testing.B) {
			size := 0
			for b.Loop() {
				size = len(coding.Encode(found.JSON))
			}
			b.ReportMetric(float64(size), "bytes")
			b.ReportMetric(float64(len(found.JSON)), "plain-bytes")
		})
	}
}

// BenchmarkPlacesByPrice measures what looks at every holiday type of a catalogue of 40,000 parks:
// the stays near a home, and the map of prices.
func BenchmarkPlacesByPrice(b *testing.B) {
	v := viewOf(b, 40_000, date.Of(2027, time.July, 16))
	a := New(complete(Config{View: func() *View { return v }, DriveTimes: livefile.Fixed(&catalogue.DriveTimes{}), Now: func() time.Time { return date.Of(2026, time.November, 21).Midnight().Add(12 * time.Hour) }}))
	nights := 3
	b.Run("near home", func(b *testing.B) {
		homes := []string{"YO1", "PL25", "B1", "LL30", "NR1", "DE4"}
		for i := 0; b.Loop(); i++ {
			if _, err := a.nearHome(&Request{Request: httptest.NewRequest("GET", "/", nil)}, NearHomeQuery{Postcode: homes[i%len(homes)], Nights: &nights}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("map", func(b *testing.B) {
		for b.Loop() {
			if _, err := a.priceMap(nil, PriceMapQuery{Nights: &nights}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
