package server_test

import (
	"strings"
	"testing"

	"holidaymaker/internal/render"
	"holidaymaker/internal/server"
)

// This test needs the front end's own bundle, so it is skipped before a build.
func TestTheServerDrawsThePagesOfItsFrontEnd(t *testing.T) {
	if _, built := render.Bundle(); !built {
		t.Skip("the front end has not been built: make web-build")
	}
	v := site(t).visitor(t)
	for path, want := range map[string]string{
		"/": `<h1`, "/login": "My Booking", "/no/such/page": "Sorry, we can", "/holidays/CF101/gannet-sands": "Gannet Sands",
		"/results?channel=ukcaravan&region=12&nights=7&adults=2": "Holidays in Cornwall", "/results/all-regions": "Holidays in the UK",
	} {
		page := string(v.get(path).body)
		root := page[strings.Index(page, `<div id="root"`):]
		if !strings.HasPrefix(root, `<div id="root" data-drawn>`) || !strings.Contains(root, want) {
			t.Errorf("%s is not drawn, or without %q: %.300s", path, want, root)
		}
		if strings.Contains(root, ` style="`) {
			t.Errorf("%s has a style attribute, which the content security policy drops", path)
		}
	}
}

func TestDrawingCanBeSwitchedOff(t *testing.T) {
	v := start(t, func(c *server.Config) { c.NoDrawing = true }).visitor(t)
	if page := string(v.get("/").body); strings.Contains(page, "data-drawn") || !strings.Contains(page, `"call":"/api/initial"`) {
		t.Errorf("page: %.600s", page)
	}
}
