package server_test

import (
	"fmt"
	"math"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"holidaymaker/internal/demo"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store/storetest"
	"holidaymaker/internal/web/render"
)

// shownPrice is a price in a page and the address to which it leads.
type shownPrice struct{ text, href string }

var (
	priceInText = regexp.MustCompile(`£[\d,]+(?:\.\d\d)?`)
	parkAddress = regexp.MustCompile(`^/(?:holidays|park-result|boating-holidays|boat-result)/([A-Z]+\d+)/[^/?#]+(?:[?#]|$)`)
	noPrice     = regexp.MustCompile(`(?i)\b(?:was|save|deposit|under)\b`)
	listAddress = regexp.MustCompile(`^/(?:holidays/[a-z]+/|boating-holidays/[a-z]+/|area/|results|together\?)`)
)

// TestEveryPriceLeadsToItsStay follows, on the site of each brand, the prices of every
// kind of page: at a park's address there is a stay for the same price, and the page of
// a list has the price again. It also follows the links of the brand's home page, and prices
// in hotel ads.
func TestEveryPriceLeadsToItsStay(t *testing.T) {
	if _, built := render.Bundle(); !built {
		t.Skip("the front end has not been built: make web-build")
	}
	brands, err := os.ReadDir("../../web/src/brands")
	if err != nil {
		t.Fatal(err)
	}
	for _, brand := range brands {
		if code := strings.ToUpper(brand.Name()); brand.IsDir() {
			t.Run(code, func(t *testing.T) {
				t.Parallel()
				followPrices(t, code)
			})
		}
	}
}

// frontFor builds a brand's front end for rendering.
func frontFor(t *testing.T, siteCode string) (bundle []byte) {
	t.Helper()
	folder := t.TempDir()
	build := exec.CommandContext(t.Context(), "node", "node_modules/vite/bin/vite.js", "build", "--config", "vite.server.config.ts", "--logLevel", "error", "--outDir", folder)
	build.Dir, build.Env = "../../web", append(os.Environ(), "SITE="+siteCode, "NODE_ENV=production")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the front end of %s: %v\n%s", siteCode, err, output)
	}
	bundle, err := os.ReadFile(filepath.Join(folder, "page.js"))
	if err != nil {
		t.Fatal(err)
	}
	return bundle
}

func followPrices(t *testing.T, siteCode string) {
	// In winter, when many parks are closed.
	noon := time.Date(2026, time.November, 28, 12, 0, 0, 0, time.UTC)
	s := start(t, server.OfBrand(siteCode, frontFor(t, siteCode)), showsAds(t, siteCode), func(c *server.Config) {
		c.Clock = func() func() time.Time {
			began := time.Now()
			return func() time.Time { return noon.Add(time.Since(began)) }
		}()
		c.NoLimits = true
	})
	followed := map[string]bool{}
	kinds := map[string]int{}
	follow := func(v *visitor, address string) {
		for _, price := range pricesIn(v.rendered(t, address)) {
			key := price.text + " " + price.href
			if followed[key] {
				continue
			}
			followed[key] = true
			kind, _, _ := strings.Cut(strings.TrimPrefix(address, "/"), "?")
			kinds[kind]++
			if found := parkAddress.FindStringSubmatch(price.href); found != nil {
				v.expectStay(t, address, price, found[1])
			} else {
				v.expectAgain(t, address, price)
			}
		}
	}
	visitors := []*visitor{s.visitor(t)}
	visitors[0].expectLinks(t, "/")
	visitors[0].followAds(t, "<FirstDate>2026-12-04</FirstDate><LastDate>2026-12-05</LastDate><Nights>7</Nights>")
	if siteCode == demo.PromotionBrand { // whose results only its readers see
		visitors = append(visitors, s.reader(t))
	}
	for _, v := range visitors {
		for _, address := range pagesWithPrices(v, channelsFollowedOn(siteCode)) {
			follow(v, address)
		}
	}
	t.Logf("%d prices: %v", len(followed), kinds)
	for _, kind := range []string{"", "results", "results/all-regions", "region/ukcaravan", "holidays/ukcaravan/12/cornwall", "last-minute-deals", "offers", "shortlist", "near-home", "britain-by-price"} {
		// A promotion has days and prices of its own: the map shows none.
		if hidden := kind == "britain-by-price" && siteCode == demo.PromotionBrand; (kinds[kind] == 0) != hidden {
			t.Errorf("/%s shows %d prices that lead somewhere", kind, kinds[kind])
		}
	}
}

// expectLinks expects a page with a heading of its own at each internal link of a page,
// its header and its footer.
func (v *visitor) expectLinks(t *testing.T, address string) {
	t.Helper()
	links := linksOf(v.rendered(t, address))
	if len(links) < 25 {
		t.Errorf("%s has only %d links", address, len(links))
	}
	for _, link := range links {
		path, _, _ := strings.Cut(link, "#")
		if heading := headingOf(v.rendered(t, path)); heading == "" || heading == "Sorry, we can't find that page" {
			t.Errorf("%s leads to %s, which has the heading %q", address, link, heading)
		}
	}
}

// headingOf returns the first main heading of a page.
func headingOf(page []byte) string {
	for node := range parsed(page).Descendants() {
		if node.Data == "h1" {
			return textOf(node)
		}
	}
	return ""
}

// reader returns a visitor who has passed the gate of the demo's promotion.
func (s *running) reader(t *testing.T) *visitor {
	t.Helper()
	form := []string{"newspaper", demo.Promotion().Newspapers[0].Code, "email", "reader@mail.example"}
	for i, word := range demo.Promotion().CodeWords {
		form = append(form, fmt.Sprint("code", i+1), word)
	}
	v := s.visitor(t)
	v.post("/api/validatecodewords", form...).ok(t)
	return v
}

// channelsFollowedOn returns the channels whose lists are followed on the site of a brand.
// RP has dates of its own. The other brands differ from MT by look and texts, not by what
// their lists contain: a page of each kind is enough on them.
func channelsFollowedOn(siteCode string) []string {
	if siteCode == "MT" || siteCode == demo.PromotionBrand || storetest.All() {
		return soldChannels
	}
	return nil
}

// pagesWithPrices returns an address of every kind of page that shows prices, and those of
// every list of the channels.
func pagesWithPrices(v *visitor, channels []string) []string {
	pages := []string{"/", "/region/ukcaravan", "/last-minute-deals", "/offers", "/travel-guide/cornwall/12", "/near-home?from=PL25&reach=240&nights=3&adults=2&children=1&infants=0&dogs=y", "/britain-by-price", "/britain-by-price?week=07%2F06%2F2027&nights=4&adults=4&children=1&infants=0&dogs=y"}
	pages = append(pages, "/results?channel=ukcaravan&region=12", "/results?channel=ukcaravan&region=12&date=29%2F11%2F2026&nights=3&adults=2", "/results?channel=ukcaravan&region=12&when=month-2027-07&nights=7&adults=2",
		"/results?channel=ukcaravan&region=12&date=29%2F11%2F2026&nights=3&adults=2&view=map", "/results?channel=ukcaravan&region=all-regions&date=30%2F11%2F2026&nights=4&adults=2&dogs=y")
	pages = append(pages, "/holidays/ukcaravan/12/cornwall?dogs=y&sort=price")
	// Of parties for whom no unit is large enough: units together.
	pages = append(pages, "/results?channel=ukcaravan&region=12&date=11%2F06%2F2027&nights=7&adults=8&children=4&infants=0&dogs=y")
	for _, channel := range channels {
		pages = append(pages, "/region/"+channel, "/dog-friendly/"+channel, "/channel/"+channel, "/last-minute-deals?channel="+channel, "/offers?channel="+channel)
		for _, link := range linksOf(v.get("/region/" + channel).body) {
			if listAddress.MatchString(link) && !strings.HasPrefix(link, "/results") && len(strings.Split(link, "/")) == 5 {
				pages = append(pages, link)
			}
		}
	}
	parks := v.parkIDs()
	pages = append(pages, "/results/all-regions?channel=ukcaravan&region=all-regions&date=04%2F12%2F2026&nights=3&adults=4", "/shortlist?parks="+strings.Join(parks[:min(len(parks), 8)], ",")+"&channel=ukcaravan&region=12&date=29%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs=")
	return pages
}

// TestAParkOpensAtItsNextStay opens each park as visitors of search engines do, without a
// query: units are on sale on the page, and the search box names the park.
func TestAParkOpensAtItsNextStay(t *testing.T) {
	if _, built := render.Bundle(); !built {
		t.Skip("the front end has not been built: make web-build")
	}
	v := site(t).visitor(t)
	opened := map[string]int{}
	for _, id := range v.parkIDs() {
		park := v.get("/api/parkdetails", "parkId", id).ok(t)
		// Two parks of every set of channels.
		channels := fmt.Sprint(park.list("park", "channels"))
		if len(park.list("park", "nextStays")) == 0 || opened[channels] == 2 {
			continue
		}
		opened[channels]++
		page := string(v.rendered(t, "/holidays/"+id+"/"+park.text("park", "slug")))
		if !strings.Contains(page, ">Book<") && !strings.Contains(page, ">Book on their site<") {
			t.Errorf("%s opens at a date without units: %v", id, park.list("park", "nextStays"))
		}
		if _, pill, _ := strings.Cut(page, `search-pill">`); !strings.Contains(pill[:min(len(pill), 1500)], html.EscapeString(park.text("park", "name"))) {
			t.Errorf("the search box does not name %s", id)
		}
	}
}

// soldChannels are the channels on which the demo sells parks.
var soldChannels = []string{"ukcaravan", "uklodge", "ukcottages", "uktouring", "eurocaravan", "boats"}

// parkIDs returns the ids of the parks of all regions of all channels.
func (v *visitor) parkIDs() (ids []string) {
	v.t.Helper()
	for _, channel := range soldChannels {
		regions, _ := v.get("/api/channelregions", "channel", channel).ok(v.t).at("regions", channel).(map[string]any)
		for region := range regions {
			for _, one := range v.get("/api/parks", "region", region, "channel", channel).ok(v.t).list("parks") {
				if id := one.(map[string]any)["parkId"].(string); !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
		}
	}
	slices.Sort(ids)
	if len(ids) < 20 {
		v.t.Fatalf("parks: %v", ids)
	}
	return ids
}

// rendered returns a page that the server has rendered.
func (v *visitor) rendered(t *testing.T, address string) (page []byte) {
	t.Helper()
	polltest.Until(t, address+" is rendered", func() bool {
		got := v.get(address)
		for range 2 { // old addresses lead to new ones
			if to := got.header.Get("Location"); to != "" {
				got = v.get(to)
			}
		}
		page = got.body
		return strings.Contains(string(page), `<div id="root" data-rendered`)
	})
	return page
}

// linksOf returns the addresses of a page's links.
func linksOf(page []byte) (links []string) {
	for node := range parsed(page).Descendants() {
		if href := attribute(node, "href"); node.Data == "a" && strings.HasPrefix(href, "/") && !slices.Contains(links, href) {
			links = append(links, href)
		}
	}
	return links
}

func parsed(page []byte) *html.Node {
	root, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		panic(err) // only for a failing reader
	}
	return root
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// pricesIn returns the prices of a page with their addresses. A price leads to the link
// that contains it, or to the link of its card. Earlier prices, savings, deposits and
// the values of filters are no prices of a stay.
func pricesIn(page []byte) (prices []shownPrice) {
	for node := range parsed(page).Descendants() {
		if node.Type != html.TextNode || !priceInText.MatchString(node.Data) || noPrice.MatchString(textOf(node.Parent)) {
			continue
		}
		if within(node, "s") || within(node, "script") || within(node, "fieldset") || within(node, "footer") || unseen(node) {
			continue
		}
		if href := addressOf(node); href != "" {
			prices = append(prices, shownPrice{priceInText.FindString(node.Data), href})
		}
	}
	return prices
}

func within(node *html.Node, tag string) bool {
	for up := node.Parent; up != nil; up = up.Parent {
		if up.Data == tag {
			return true
		}
	}
	return false
}

// unseen reports whether a text only keeps its room.
func unseen(node *html.Node) bool {
	for up := node.Parent; up != nil; up = up.Parent {
		if slices.Contains(strings.Fields(attribute(up, "class")), "invisible") {
			return true
		}
	}
	return false
}

func textOf(node *html.Node) string {
	var all strings.Builder
	for one := range node.Descendants() {
		if one.Type == html.TextNode {
			all.WriteString(one.Data)
		}
	}
	return all.String()
}

// addressOf returns the address of the link around a price, else of the first link to a
// park in its card; "" where there is none.
func addressOf(node *html.Node) string {
	for up := node.Parent; up != nil; up = up.Parent {
		if href := attribute(up, "href"); up.Data == "a" && (parkAddress.MatchString(href) || listAddress.MatchString(href)) {
			return href
		}
		for one := range up.Descendants() {
			if href := attribute(one, "href"); one.Data == "a" && parkAddress.MatchString(href) {
				return href
			}
		}
		if up.Data == "li" || up.Data == "td" || up.Data == "main" {
			break
		}
	}
	return ""
}

// expectStay expects a stay at a park, for the channel, date, nights and party of an
// address, whose cheapest unit costs a price.
func (v *visitor) expectStay(t *testing.T, page string, price shownPrice, park string) {
	t.Helper()
	address, err := url.Parse(price.href)
	if err != nil {
		t.Fatal(err)
	}
	stay := address.Query()
	if stay.Get("date") == "" || stay.Get("nights") == "" || stay.Get("channel") == "" {
		t.Errorf("%s: %s leads to %s, which is no stay", page, price.text, price.href)
		return
	}
	query := []string{"channel", stay.Get("channel"), "from", stay.Get("date"), "to", stay.Get("date"), "nights", stay.Get("nights")}
	party := 0
	for from, to := range map[string]string{"adults": "adults", "children": "children", "infants": "under5s"} {
		n, _ := strconv.Atoi(stay.Get(from))
		party += n
		query = append(query, to, strconv.Itoa(n))
	}
	query = append(query, "partySize", strconv.Itoa(party), "petFriendly", strconv.FormatBool(stay.Get("dogs") == "y"))
	lowest := math.Inf(1)
	for _, one := range v.units(park, query...) {
		lowest = min(lowest, inPounds(t, one.price))
	}
	if !samePrice(price.text, lowest) {
		t.Errorf("%s: %s leads to %s, where the cheapest unit costs %v", page, price.text, price.href, lowest)
	}
}

// samePrice reports whether a text is a price in pounds, or that price rounded up to
// whole pounds.
func samePrice(text string, pounds float64) bool {
	shown, err := strconv.ParseFloat(strings.NewReplacer("£", "", ",", "").Replace(text), 64)
	return err == nil && (math.Abs(shown-pounds) < 0.005 || shown == math.Ceil(pounds-0.005))
}

// expectAgain expects a price in the page of a list to which it leads.
func (v *visitor) expectAgain(t *testing.T, page string, price shownPrice) {
	t.Helper()
	var there []string
	read := func(address string) []byte { return v.rendered(t, address) }
	if strings.HasPrefix(price.href, "/together?") { // a page without script
		read = func(address string) []byte { return v.get(address).body }
	}
	for _, text := range priceInText.FindAllString(textOf(parsed(read(price.href))), -1) {
		amount, _ := strconv.ParseFloat(strings.NewReplacer("£", "", ",", "").Replace(text), 64)
		if samePrice(price.text, amount) {
			return
		}
		there = append(there, text)
	}
	t.Errorf("%s: %s leads to %s, which has %s", page, price.text, price.href, fmt.Sprint(there))
}
