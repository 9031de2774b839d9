package server_test

import (
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/web/render"
)

// adSecret is what Google sends to fetch lists and prices; TestMain sets the variable.
const adSecret = "a secret of Google's own"

// showsAds gives a server accounts for hotel ads: parks, and lodges as rentals. Google asks
// for their prices.
func showsAds(t *testing.T, siteCode string) func(*server.Config) {
	file := filepath.Join(t.TempDir(), "hotel-ads.json")
	err := os.WriteFile(file, fmt.Appendf(nil, `{"accounts": [
		{"id": "parks", "brand": "%[1]s", "partner": "us", "as": "hotel", "mode": "query", "channels": ["ukcaravan", "uklodge", "ukcottages"], "user": "google", "secrets": ["TEST_HOTEL_ADS"]},
		{"id": "lodges", "brand": "%[1]s", "partner": "us", "as": "rental", "mode": "query", "channels": ["uklodge"], "user": "google", "secrets": ["TEST_HOTEL_ADS"]}]}`, siteCode), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	return func(c *server.Config) { c.HotelAds = file }
}

// adPrice is a price that Google was given.
type adPrice struct {
	Property, Checkin string
	Nights            int
	Baserate          string
}

// asGoogle fetches a document, or posts a question.
func (v *visitor) asGoogle(t *testing.T, path, question string, into any) []byte {
	t.Helper()
	method := http.MethodGet
	if question != "" {
		method = http.MethodPost
	}
	v.headers["Authorization"] = "Basic " + base64.StdEncoding.EncodeToString([]byte("google:"+adSecret))
	var got reply
	polltest.Until(t, path+" is answered", func() bool {
		got = v.do(method, path, strings.NewReader(question), "application/xml")
		return got.status != http.StatusServiceUnavailable
	})
	delete(v.headers, "Authorization")
	if err := xml.Unmarshal(got.body, into); err != nil || got.status != http.StatusOK {
		t.Fatalf("%s: %d %v: %.300s", path, got.status, err, got.body)
	}
	return got.body
}

// adsOf returns prices of an account's properties as Google gets them, and the address that
// it builds for each.
func (v *visitor) adsOf(t *testing.T, account, query string) (prices []adPrice, address func(adPrice) string) {
	t.Helper()
	var listings struct {
		IDs []string `xml:"listing>id"`
	}
	v.asGoogle(t, "/hotel-ads/"+account+"/listings.xml", "", &listings)
	if len(listings.IDs) < 5 {
		t.Fatalf("%s lists %v", account, listings.IDs)
	}
	var pages struct {
		URL string `xml:"PointOfSale>URL"`
	}
	v.asGoogle(t, "/hotel-ads/"+account+"/landing-pages.xml", "", &pages)
	var answer struct{ Result []adPrice }
	v.asGoogle(t, "/hotel-ads/"+account+"/prices", "<Query>"+query+"<PropertyList><Property>"+strings.Join(listings.IDs, "</Property><Property>")+"</Property></PropertyList></Query>", &answer)
	address = func(p adPrice) string {
		day := strings.Split(p.Checkin, "-")
		built := strings.NewReplacer("(PARTNER-HOTEL-ID)", p.Property, "(CHECKINYEAR)", day[0], "(CHECKINMONTH)", day[1], "(CHECKINDAY)", day[2],
			"(LENGTH)", strconv.Itoa(p.Nights), "(NUM-ADULTS)", "2", "(NUM-CHILDREN)", "0").Replace(pages.URL)
		return strings.TrimPrefix(built, v.base)
	}
	return slices.DeleteFunc(answer.Result, func(p adPrice) bool { return p.Baserate == "-1" }), address
}

// followAds follows prices as people do who come from Google: the address leads to the
// page of the park, where the stay costs the same, without a gate before it.
func (v *visitor) followAds(t *testing.T, query string) {
	t.Helper()
	followed := 0
	for _, account := range []string{"parks", "lodges"} {
		prices, address := v.adsOf(t, account, query)
		for i, p := range prices {
			got := v.get(address(p))
			page, err := url.Parse(got.header.Get("Location"))
			if err != nil || got.status != http.StatusFound {
				t.Fatalf("%s: %d, %v", address(p), got.status, err)
			}
			found := parkAddress.FindStringSubmatch(page.Path)
			if found == nil {
				t.Fatalf("%s leads to %s", address(p), page)
			}
			unit := strings.TrimPrefix(page.Fragment, "unit-")
			if lowest := v.priceThere(t, found[1], unit, page.Query()); fmt.Sprintf("%.2f", lowest) != p.Baserate {
				t.Errorf("%+v leads to %s, where it costs %v", p, page, lowest)
			}
			followed++
			if i%(len(prices)/2+1) == 0 {
				v.expectOnPage(t, p, page, unit)
			}
		}
	}
	if followed < 50 {
		t.Errorf("only %d prices lead to a stay", followed)
	}
}

// priceThere returns the price of a unit, or of the cheapest one, of the stay that an
// address opens.
func (v *visitor) priceThere(t *testing.T, park, unit string, stay url.Values) float64 {
	t.Helper()
	lowest := math.Inf(1)
	for _, one := range v.units(park, "channel", stay.Get("channel"), "from", stay.Get("date"), "to", stay.Get("date"), "nights", stay.Get("nights"),
		"adults", stay.Get("adults"), "children", stay.Get("children"), "under5s", stay.Get("infants"), "partySize", stay.Get("adults"), "petFriendly", "false") {
		if unit == "" || one.unitType == unit {
			lowest = min(lowest, inPounds(t, one.price))
		}
	}
	return lowest
}

// expectOnPage expects a price on the page that the server sends, with a button to book it:
// in the row of a unit, if one is given.
func (v *visitor) expectOnPage(t *testing.T, p adPrice, page *url.URL, unit string) {
	t.Helper()
	if _, built := render.Bundle(); !built {
		return
	}
	page.Fragment = ""
	for node := range parsed(v.rendered(t, page.String())).Descendants() {
		if id := attribute(node, "id"); strings.HasPrefix(id, "unit-") && (unit == "" || id == "unit-"+unit) && node.Data == "li" {
			text := strings.ReplaceAll(textOf(node), ",", "")
			if strings.Contains(text, "Book") && strings.Contains(text, "£"+strings.TrimSuffix(p.Baserate, ".00")) {
				return
			}
		}
	}
	t.Errorf("%s does not offer the stay for £%s", page, p.Baserate)
}

// TestEveryAdLeadsToItsStay follows the prices of four weeks.
func TestEveryAdLeadsToItsStay(t *testing.T) {
	s := start(t, showsAds(t, "MT"), func(c *server.Config) { c.NoLimits = true })
	v := s.visitor(t)
	first := s.clock.now().AddDate(0, 0, 3)
	v.followAds(t, fmt.Sprintf("<FirstDate>%s</FirstDate><LastDate>%s</LastDate><Nights>7</Nights>", first.Format("2006-01-02"), first.AddDate(0, 0, 2).Format("2006-01-02")))
	if got := v.get("/hotel-ads/parks/listings.xml"); got.status != http.StatusUnauthorized {
		t.Errorf("without a password, the list is answered with %d", got.status)
	}
	if got := v.get("/hotel-ads/stay/parks/NOWHERE?d=2027-07-16&n=7"); got.status != http.StatusNotFound {
		t.Errorf("a property that does not exist is answered with %d", got.status)
	}
}
