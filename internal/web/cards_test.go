package web

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"holidaymaker/internal/site"
)

var shared = regexp.MustCompile(`property="og:image" content="https://[a-z.]+(/cards/[^"]+)"`)

func TestSharedPagesHaveADrawnCard(t *testing.T) {
	for _, code := range []string{"BF", "SN", "MT", "RP"} {
		h := pages(t, code)
		drawn := map[string]bool{}
		for _, path := range []string{"/", "/blog", "/blog/half-term", "/help", "/holidays/HV101/gannet-sands", "/holidays/ukcaravan/12/cornwall-and-scilly", "/travel-guide/cornwall-and-scilly/12", "/a/77/old-offers"} {
			found := shared.FindStringSubmatch(body(t, ask(h, path)))
			if found == nil {
				t.Errorf("%s: no card", path)
				continue
			}
			got := ask(h, found[1])
			text := body(t, got)
			config, err := png.DecodeConfig(strings.NewReader(text))
			if err != nil || got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "image/png" || config.Width != 1200 || config.Height != 630 || len(text) > 300<<10 {
				t.Errorf("%s: status %d, %d × %d, %d bytes, %v", found[1], got.StatusCode, config.Width, config.Height, len(text), err)
			}
			drawn[text] = true
		}
		if len(drawn) != 8 {
			t.Errorf("%s: %d different cards", code, len(drawn))
		}
	}
}

func TestAPageThatSearchEnginesDoNotShowHasNoCard(t *testing.T) {
	h := pages(t, "MT")
	for _, path := range []string{"/cards/login.png", "/cards/nothing.png", "/cards/.png", "/cards/home", "/cards/holidays/HID/hidden.png", "/cards/holidays/HV101/another-name.png", "/cards/blog/none.png", "/cards/rentals.png", "/cards/index.png"} {
		if got := ask(h, path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, got.StatusCode)
		}
	}
	if text := body(t, ask(h, "/login")); strings.Contains(text, "og:image") {
		t.Error("a private page offers a card")
	}
}

func TestATitleOfAnyLengthFitsItsCard(t *testing.T) {
	h := newCards(mustSite(t, "MT"))
	for _, title := range []string{"", "A", strings.Repeat("word ", 200), strings.Repeat("w", 500), "Ynys Môn — ‘llŷn’ \x00 日本"} {
		card, err := h.draw(title)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := image.Decode(bytes.NewReader(card.Plain())); err != nil || card.Len() > 300<<10 {
			t.Errorf("%.20q: %d bytes, %v", title, card.Len(), err)
		}
	}
}

func mustSite(t *testing.T, code string) *site.Site {
	t.Helper()
	brand, err := site.Of(code)
	if err != nil {
		t.Fatal(err)
	}
	return brand
}
