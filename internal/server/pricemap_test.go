package server_test

import (
	"bytes"
	"fmt"
	"html"
	"image"
	_ "image/png" // registers the decoder
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/server"
)

// The price of a region in a week is the lowest that searches of its days find, on the date and the
// channel that the map says, and where the map has none they find none.
func TestTheMapOfPricesIsWhatTheSearchesShow(t *testing.T) {
	v := start(t, func(c *server.Config) { c.NoLimits = true }).visitor(t)
	all := []string{"ukcaravan", "uklodge", "ukcottages", "uktouring", "boats"}
	for _, asked := range []struct{ stay, only, channels []string }{
		{[]string{"nights", "7"}, nil, all},
		{[]string{"nights", "3", "adults", "4", "children", "1", "petFriendly", "Y"}, nil, all},
		{[]string{"nights", "4"}, []string{"channel", "uklodge"}, []string{"uklodge"}},
	} {
		answer := v.get("/api/pricemap", append(asked.only, asked.stay...)...).ok(t)
		compared, number := map[bool]int{}, 0
		for _, one := range answer.list("regions") {
			region := one.(map[string]any)
			for week, monday := range answer.list("weeks")[1:] {
				if number++; number%73 != 0 {
					continue // some of them prove it
				}
				first, err := time.Parse("02/01/2006", monday.(map[string]any)["monday"].(string))
				if err != nil || first.Weekday() != time.Monday {
					t.Fatalf("week %v: %v", monday, err)
				}
				want := ""
				lowest := 0.0
				for day := range 7 {
					arrival := first.AddDate(0, 0, day)
					for _, channel := range asked.channels {
						found := v.get("/api/search", append([]string{"channel", channel, "region", region["id"].(string), "flex", "0", "date", arrival.Format("02/01/2006")}, asked.stay...)...)
						if found.status != 200 {
							continue // past, or the channel does not take this stay
						}
						for _, row := range found.list("results") {
							if price := inPounds(t, row.(map[string]any)["price"]); lowest == 0 || price < lowest {
								lowest, want = price, fmt.Sprintf("%.2f %s %s", price, arrival.Format("02/01/2006"), channel)
							}
						}
					}
				}
				compared[want != ""]++
				at := func(field string) any { return region[field].([]any)[week+1] }
				got := strings.TrimSpace(fmt.Sprintf("%v %v %v", at("prices"), at("dates"), at("channels")))
				if got != want {
					t.Errorf("%v: %v in the week of %v: %q, the searches have %q", asked.stay, region["name"], first, got, want)
				}
			}
		}
		if compared[true] < 5 {
			t.Errorf("%v: only %v with prices, which proves little", asked.stay, compared)
		}
	}
}

func TestWhatTheMapOfPricesRefuses(t *testing.T) {
	v := site(t).visitor(t)
	for code, queries := range map[string][][]string{
		"INVALID_CHANNEL": {{"channel", "moon"}, {"channel", "hotels"}},
		"INVALID_NIGHTS":  {{"nights", "0"}, {"nights", "100"}, {"nights", "x"}},
		"INVALID_PARTY":   {{"adults", "70"}, {"adults", "-1"}},
	} {
		for _, query := range queries {
			v.get("/api/pricemap", query...).refused(t, 400, code)
		}
	}
	// Nothing of Europe is on the map of Britain: it has no weeks and no regions.
	if abroad := v.get("/api/pricemap", "channel", "eurocaravan").ok(t); len(abroad.list("regions")) != 0 || len(abroad.list("weeks")) != 0 {
		t.Errorf("of Europe: %s", abroad.body)
	}
}

// The card that is shared with a week and a party is drawn of their prices, and only for addresses
// that a page can have.
func TestTheCardOfTheMapOfPrices(t *testing.T) {
	v := site(t).visitor(t)
	monday := v.get("/api/pricemap").ok(t).text("weeks", 30, "monday")
	page := "/britain-by-price?" + url.Values{"week": {monday}, "nights": {"7"}, "adults": {"3"}, "dogs": {"y"}}.Encode()
	found := regexp.MustCompile(`property="og:image" content="https://[^/]+(/cards/[^"]+)"`).FindStringSubmatch(string(v.get(page).body))
	if found == nil {
		t.Fatal("the page has no card")
	}
	cards := map[string]bool{}
	for _, card := range []string{"/cards/britain-by-price.png", html.UnescapeString(found[1]), "/cards/britain-by-price.png?nights=99"} {
		got := v.get(card)
		drawn, kind, err := image.Decode(bytes.NewReader(got.body))
		if err != nil || kind != "png" || drawn.Bounds().Dx() != 1200 || drawn.Bounds().Dy() != 630 || len(got.body) > 300<<10 {
			t.Errorf("%s: status %d, %d bytes, %v", card, got.status, len(got.body), err)
		}
		if again := v.get(card); !bytes.Equal(again.body, got.body) {
			t.Errorf("%s: another card the second time", card)
		}
		cards[string(got.body)] = true
		if to := os.Getenv("LOOK"); to != "" {
			_ = os.WriteFile(fmt.Sprintf("%s/map-card-%d.png", to, len(cards)), got.body, 0o600)
		}
	}
	same(t, "different cards", len(cards), 3)
	for _, none := range []string{"?nights=x", "?week=soon", "?who=me", "?nights=7&adults=2", "?adults=2&adults=3"} { // or in another order
		same(t, none, v.get("/cards/britain-by-price.png"+none).status, 404)
	}
}
