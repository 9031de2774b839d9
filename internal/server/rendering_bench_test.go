package server_test

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"holidaymaker/internal/server"
	"holidaymaker/internal/web/render"
)

// BenchmarkRendering renders pages that are not cached yet: each has another address.
func BenchmarkRendering(b *testing.B) {
	if _, built := render.Bundle(); !built {
		b.Skip("the front end has not been built: make web-build")
	}
	v := start(b, func(c *server.Config) { c.Log, c.DemoParks = io.Discard, 600 }).visitor(b)
	n := 0
	for name, path := range map[string]string{
		"home": "/?adults=2", "login": "/login?adults=2", "park": "/holidays/CF101/gannet-sands?adults=2",
		"results": "/results?channel=ukcaravan&region=12&nights=7&adults=2", "regions": "/results/all-regions?adults=2",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				n++
				page := v.get(fmt.Sprintf("%s&offers=unknown%d", path, n)).body
				if !bytes.Contains(page, []byte(`<div id="root" data-rendered`)) {
					b.Fatalf("%s was not rendered: %.300s", path, page)
				}
			}
		})
	}
}
