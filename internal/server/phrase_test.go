package server_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"holidaymaker/internal/server"
)

// The address to which a sentence leads finds as many holidays, from the same price, as the page
// promises.
func TestASentencePromisesWhatItsAddressFinds(t *testing.T) {
	v := start(t, func(c *server.Config) { c.SearchLine = true }).visitor(t)
	all := 0
	for _, q := range []string{
		"caravan in Cornwall for 4", "lodge with hot tub for 2", "dog friendly cottage in Yorkshire for a week under £900", "caravan near Newquay, 7 nights, up to £700, 2 adults 2 kids",
		"lodge in Devon with 2 bedrooms", "week in Spain for 4 in July", "boat for 4", "static caravan sleeps 6 in Norfolk over £300", "something for everybody",
	} {
		got := v.get("/api/phrase", "q", q).ok(t)
		path, query, _ := strings.Cut(got.text("address"), "?")
		same(t, "path", path, "/results")
		address, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if got.at("found") == nil {
			same(t, q+" is not understood", q, "something for everybody")
			continue
		}
		f := foundBy(t, v, nil, searchOf(address))
		all += f.count
		same(t, q+": count", got.at("found", "count"), any(float64(f.count)))
		if f.count > 0 {
			same(t, q+": price", inPounds(t, got.at("found", "price")), f.least)
		}
	}
	if all == 0 {
		t.Fatal("nothing found: this proves nothing")
	}
}

// searchOf returns what the browser sends and filters by for an address of results.
func searchOf(address url.Values) map[string]string {
	params := map[string]string{}
	for name := range address {
		params[name] = address.Get(name)
	}
	if parts := strings.Split(params["near"], ","); len(parts) > 2 {
		params["near"] = strings.Join(parts[:2], ",")
	}
	params["priceMin"], params["priceMax"], _ = strings.Cut(params["price"], "-")
	var numbers []string
	for i, least := range strings.Split(params["atleast"], ",") {
		if least != "" {
			numbers = append(numbers, fmt.Sprintf("%d:%s", firstNumeric+i, least))
		}
	}
	params["numbers"] = strings.Join(numbers, ",")
	if params["priceMax"] == "1000" {
		params["priceMax"] = "" // the slider's end has no limit
	}
	return params
}

// firstNumeric is the id of the first numeric filter of the demo.
const firstNumeric = 31

func TestThePageOfASentenceNeedsItsSetting(t *testing.T) {
	same(t, "without the setting", site(t).visitor(t).get("/find", "q", "lodge").status, 404)
	site(t).visitor(t).get("/api/phrase", "q", "lodge").refused(t, 404, "NOT_FOUND")
	v := start(t, func(c *server.Config) { c.SearchLine = true }).visitor(t)
	page := string(v.get("/").body)
	if !strings.Contains(page, `action="/find"`) {
		t.Error("the home page has no line for a sentence")
	}
	empty := v.get("/find")
	same(t, "without a sentence", empty.status, 200)

	found := v.get("/find", "q", `caravan in Cornwall for 4 <b>with a drawbridge</b> in june or july`)
	same(t, "status", found.status, 200)
	text := string(found.body)
	for _, part := range []string{`<meta name="robots" content="noindex">`, "Not understood", "drawbridge", "Understood", "Cornwall", "4 people, as adults", `href="/results?channel=ukcaravan&amp;region=12`, "Did you mean: ", `aria-label="Remove Cornwall"`, "For the rest we search for"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing", part)
		}
	}
	if strings.Contains(text, "<b>with") {
		t.Error("the sentence is written as HTML")
	}
	nothing := string(v.get("/find", "q", "a drawbridge").body)
	if strings.Contains(nothing, "/results?") || !strings.Contains(nothing, "use the search form") {
		t.Error("a sentence of which nothing is understood leads to results")
	}
}
