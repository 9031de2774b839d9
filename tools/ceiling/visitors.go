package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/tools/visit"
)

// kind is a kind of visitors.
type kind struct {
	name string
	from float64 // how many a second most machines serve: the first rate that is tried
	// bound is how long an answer may take that was let in: the patience of its gate, and a
	// second.
	bound time.Duration
	soon  time.Duration // within which nearly all are answered while there is no hurry
	// flood is how many times the ceiling come in the flood: 3, but fewer where a visit costs
	// the visitors about as much processor as the node.
	flood float64
	visit visitor
	// prepare readies the node and the crowd for these visitors. nil: nothing is to do.
	prepare func(ctx context.Context) error
}

// crowd makes visitors. Each has a network address of its own and a connection that
// is idle, or a new one.
type crowd struct {
	client *http.Client
	site   string
	today  date.Date
	asked  []search
	offers []string // an entry for each unit that is left
}

type search struct{ channel, region string }

// pages are visited in turn.
var pages = []string{"/", "/results?channel=ukcaravan&region=12&nights=7&adults=2", "/park-result/CF101/gannet-sands?channel=ukcaravan&region=12&nights=7&adults=2",
	"/results/all-regions?channel=ukcaravan&nights=7&adults=2", "/region/ukcaravan", "/blog", "/blog/wet-weather-days", "/travel-guide/cornwall/12", "/weekend-breaks"}

const patience = 30 * time.Second // of a visitor for an answer

func newCrowd(ctx context.Context, site string) (*crowd, error) {
	c := &crowd{client: &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 8192, DisableCompression: true}}, site: site, today: date.In(time.Now())}
	text, err := get(ctx, c.client, "http://"+site+"/api/initial?siteCode=MT")
	if err != nil {
		return nil, err
	}
	var initial struct {
		Data struct {
			Regions map[string]map[string]struct{ ID string }
		}
	}
	if err := json.Unmarshal([]byte(text), &initial); err != nil {
		return nil, fmt.Errorf("read the regions: %w", err)
	}
	for channel, regions := range initial.Data.Regions {
		for id := range regions {
			c.asked = append(c.asked, search{channel, id})
		}
	}
	slices.SortFunc(c.asked, func(a, b search) int { return bytes.Compare([]byte(a.channel+a.region), []byte(b.channel+b.region)) })
	if len(c.asked) == 0 {
		return nil, errors.New("the site has no regions")
	}
	return c, nil
}

// kinds returns the kinds of visitors.
func (c *crowd) kinds() []kind {
	return []kind{
		{"searches", 200, 2 * time.Second, 250 * time.Millisecond, 3, c.search, nil},
		{"cached pages", 400, 3 * time.Second, 250 * time.Millisecond, 1.5, c.cachedPage, c.render},
		{"cold pages", 4, 3 * time.Second, time.Second, 3, c.coldPage, nil},
		{"bookings", 4, 6 * time.Second, time.Second, 3, c.book, c.collect},
	}
}

// cold is the address of a page that nobody has visited: of the pages that differ by date and
// party, one of a stay that nobody has looked at.
func (c *crowd) cold(n int) string {
	differing := pages[1:4]
	day := c.today + date.Date(60+n/len(differing)%300)
	return fmt.Sprintf("%s&date=%s&children=%d&infants=%d", differing[n%len(differing)], url.QueryEscape(day.String()), n/900%6, n/5400%3)
}

type noted = func(took time.Duration, is outcome, what string)

// visitor returns a visitor of an address of their own.
func (c *crowd) visitor(n int) *visit.Visitor {
	return &visit.Visitor{Client: c.client, Site: c.site, Address: fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)}
}

// of says what an answer is.
func of(status int, retryAfter string, err error) (outcome, string) {
	switch {
	case err != nil:
		return lost, err.Error()
	case status == http.StatusOK || status == http.StatusConflict: // what was for sale is sold
		return served, ""
	case status != http.StatusServiceUnavailable && status != http.StatusTooManyRequests:
		return lost, "status " + strconv.Itoa(status)
	case retryAfter == "":
		return withoutRetryAfter, ""
	}
	return refused, ""
}

// ofBrowsers are the codings that browsers take.
const ofBrowsers = "gzip, deflate, br, zstd"

// search searches a whole channel, 7 days around a date.
func (c *crowd) search(ctx context.Context, n int, note noted) bool {
	began := time.Now()
	v := c.visitor(n)
	v.Codings = ofBrowsers
	status, retryAfter, body, err := v.Get(ctx, "/api/search", "channel", c.asked[n%len(c.asked)].channel,
		"date", (c.today + date.Date(60+n%200)).String(), "nights", "7", "adults", "2", "flex", "7")
	is, what := of(status, retryAfter, err)
	if is == served && bytes.Contains(body, []byte(`"wait":`)) { // so short an answer is not compressed
		is = deferred
	}
	note(time.Since(began), is, what)
	return is == served
}

func (c *crowd) cachedPage(ctx context.Context, n int, note noted) bool {
	v := c.visitor(n)
	v.Codings = ofBrowsers
	began := time.Now()
	status, retryAfter, _, err := v.Get(ctx, pages[n%len(pages)])
	is, what := of(status, retryAfter, err)
	note(time.Since(began), is, what)
	return is == served
}

// render visits the pages one after the other, until the node has rendered each and keeps it.
func (c *crowd) render(ctx context.Context) error {
	for i, page := range pages {
		for try := 0; ; try++ {
			status, _, document, err := c.visitor(i).Get(ctx, page)
			if err == nil && status == http.StatusOK && bytes.Contains(document, rendered) {
				break
			}
			if try == 10 || ctx.Err() != nil {
				return fmt.Errorf("the node does not render %s: status %d, %w", page, status, cmp.Or(err, errors.New("as a shell")))
			}
			time.Sleep(200 * time.Millisecond)
		}
	}
	return nil
}

// rendered is in the document of a page that the node has rendered.
var rendered = []byte("data-rendered")

// coldPage visits a page that nobody has visited, and reads whether the server has rendered it.
func (c *crowd) coldPage(ctx context.Context, n int, note noted) bool {
	began := time.Now()
	status, retryAfter, document, err := c.visitor(n).Get(ctx, c.cold(n))
	is, what := of(status, retryAfter, err)
	if is == served && !bytes.Contains(document, rendered) {
		is = left
	}
	note(time.Since(began), is, what)
	return is == served
}

// book books an offer and pays it. A visitor who is refused goes away.
func (c *crowd) book(ctx context.Context, n int, note noted) bool {
	v := c.visitor(n)
	ref := ""
	call := func(method, path string, fields ...string) (answer visit.Answer, ok bool) {
		if ref != "" {
			fields = append([]string{"bookId", ref}, fields...)
		}
		began := time.Now()
		answer, err := v.Call(ctx, method, path, fields...)
		is, what := of(answer.Status, answer.RetryAfter, err)
		if is == lost {
			what = path + ": " + what + " " + answer.Code()
		}
		note(time.Since(began), is, what)
		return answer, answer.Status == http.StatusOK
	}
	held, ok := call(http.MethodGet, "/api/book", visit.Hold(c.offers[n%len(c.offers)])...)
	if !ok {
		return false
	}
	ref = held.Data.Booking.BookID
	if _, ok := call(http.MethodPost, "/api/setuserdetails", visit.Person...); !ok {
		return false
	}
	if _, ok := call(http.MethodPost, "/api/setpartydetails", visit.Party...); !ok {
		return false
	}
	quote, ok := call(http.MethodGet, "/api/getdeposit")
	if !ok {
		return false
	}
	prepared, ok := call(http.MethodPost, "/api/prepayment", visit.Prepayment(quote)...)
	if !ok {
		return false
	}
	card, err := visit.Authorisation(prepared)
	if err != nil {
		note(0, lost, err.Error())
		return false
	}
	paid, ok := call(http.MethodPost, "/api/postpayment", card...)
	return ok && paid.Data.Status == "authorised"
}

// enough is how many units visitors book at most.
const enough = 5_000

// collect asks what is for sale, so that each visitor books a unit of their own.
func (c *crowd) collect(ctx context.Context) error {
	known := map[string]bool{}
	for week := 8; week < 60 && len(c.offers) < enough; week++ {
		for i, q := range c.asked {
			if q.channel != "ukcaravan" { // others ask for more about the party
				continue
			}
			answer, err := c.visitor(i).Call(ctx, http.MethodGet, "/api/search", "channel", q.channel, "region", q.region,
				"date", (c.today + date.Date(7*week)).String(), "nights", "7", "adults", "2")
			if err != nil {
				return fmt.Errorf("ask what is for sale: %w", err)
			}
			for _, found := range answer.Data.Results {
				if !known[found.UnitID] {
					known[found.UnitID] = true
					c.offers = append(c.offers, slices.Repeat([]string{found.UnitID}, min(found.UnitsLeft, 3))...)
				}
			}
		}
	}
	if len(c.offers) < enough {
		return fmt.Errorf("only %d units are for sale", len(c.offers))
	}
	return nil
}
