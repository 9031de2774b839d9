package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
	"holidaymaker/internal/site"
	"holidaymaker/internal/web/render"
	"holidaymaker/internal/web/schematest"
)

// prices answers the calls in which pages find prices.
func prices(_ context.Context, path string, query url.Values) render.Reply {
	answers := map[string]string{
		"/api/parkdetails?parkId=HV101": `{"success":1,"data":{"park":{"fromPrice":"89.00","fromStay":{"channel":"uklodge","date":"17/07/2026","nights":4},"nextStays":[
			{"channel":"uklodge","date":"01/05/2026","nights":3},{"channel":"ukcaravan","date":"02/05/2026","nights":4},
			{"channel":"ukcaravan","date":"04/12/2026","nights":3},{"channel":"ukcaravan","date":"17/07/2026","nights":3}]}}}`,
		"/api/parkresults?channel=ukcaravan&from=17%2F07%2F2026&nights=3&parkId=HV101&to=17%2F07%2F2026": `{"success":1,"data":{"results":{"17/07/2026":{"3":[{"unitPrice":"189.00"},{"unitPrice":"289.00"}]}}}}`,
		"/api/deals?channel=ukcaravan":                  `{"success":1,"data":{"deals":[{"parkId":"HV101","name":"Gannet Sands","date":"17/07/2026","nights":3,"price":"189.00"},{"parkId":"gone","name":"Withdrawn","date":"17/07/2026","nights":3,"price":"1.00"}]}}`,
		"/api/deals?channel=ukcaravan&reduced=Y":        `{"success":1,"data":{"deals":[{"parkId":"HV101","name":"Gannet Sands","date":"31/10/2026","nights":7,"price":"289.50"}]}}`,
		"/api/deals?channel=ukcaravan&page=2&region=12": `{"success":1,"data":{"deals":[]}}`,
		"/api/deals?channel=uklodge":                    `not JSON`,
		"/api/deals?channel=ukcaravan&page=2&reduced=Y": `{"success":1,"data":{"deals":[{"parkId":"HV101","name":"Gannet Sands","date":"","nights":7,"price":"289.50"}]}}`,
	}
	body, ok := answers[path+"?"+query.Encode()]
	if !ok {
		return render.Reply{Status: http.StatusNotFound, Body: []byte(`{"success":0,"errors":[]}`)}
	}
	return render.Reply{Status: http.StatusOK, Body: []byte(body)}
}

// typesOf are the types of a page's structured data.
func typesOf(found schematest.Found) (names []string) {
	for _, thing := range found.Things {
		name, _ := thing["@type"].(string)
		names = append(names, name)
	}
	return names
}

// rated is the small catalogue with two reviews of a park.
func rated() *catalogue.Snapshot {
	entities := &catalogue.Entities{
		Regions:   []catalogue.Region{{ID: "12", Name: "Cornwall", Country: "GB"}},
		Operators: []catalogue.Operator{{ID: "HAV", Name: "Haverford Parks"}},
		Parks: []catalogue.Park{{
			ID: "HV101", Name: "Gannet Sands", RegionID: "12", OperatorID: "HAV", TownID: "345", Town: "St Ives", County: "Cornwall", Postcode: "TR26 1AA", Country: "GB", Lat: 50.2, Lon: -5.4,
			CheckIn: "4pm", CheckOut: "10.30am", Info: "<p>A park by the sea.</p>", Reviews: []catalogue.Review{{Rating: 5, Date: "01/02/2026"}, {Rating: 4, Date: "02/02/2026"}},
		}},
		Units: []catalogue.UnitType{{ID: "HV101-A", ParkID: "HV101", Channel: "ukcaravan", Name: "Gold", Sleeps: 4}},
	}
	stock, _ := catalogue.NewSnapshot(entities)
	return stock
}

// TestStructuredDataIsAsSchemaOrgDefinesIt reads a page of each kind of each
// brand, with the content that the product brings.
func TestStructuredDataIsAsSchemaOrgDefinesIt(t *testing.T) {
	stock := rated()
	for _, code := range []string{"BF", "MT", "RP", "SN"} {
		t.Run(code, func(t *testing.T) {
			brand, err := site.Of(code)
			if err != nil {
				t.Fatal(err)
			}
			published, err := content.New(content.Config{Site: brand, PictureSize: func(string) (int, int, bool) { return 1200, 675, true }})
			if err != nil {
				t.Fatal(err)
			}
			h := pages(t, code, func(c *Config) {
				c.Catalogue, c.Content, c.Ask = func() *catalogue.Snapshot { return stock }, published, prices
			})
			addresses := map[string][]string{
				"/": nil, "/results?region=12": nil, "/shortlist": nil, "/login": nil, "/no/such/page": nil,
				"/holidays/HV101/gannet-sands": {"BreadcrumbList", "LodgingBusiness"},
				"/last-minute-deals":           {"BreadcrumbList", "ItemList"}, "/offers": {"BreadcrumbList", "ItemList"}, "/near-home": {"BreadcrumbList"}, "/britain-by-price": {"BreadcrumbList"},
				"/region/ukcaravan": {"BreadcrumbList"}, "/channel/ukcaravan": {"BreadcrumbList"}, "/dog-friendly/ukcaravan": {"BreadcrumbList"}, "/HAV/region/ukcaravan": {"BreadcrumbList"},
				"/holidays/ukcaravan/12/cornwall": {"BreadcrumbList"}, "/area/ukcaravan/12/345/st-ives": {"BreadcrumbList"},
				"/travel-guide/cornwall/12": {"BreadcrumbList"}, "/blog": {"BreadcrumbList"}, "/help": {"BreadcrumbList", "FAQPage"}, "/terms": {"BreadcrumbList"}, "/p/age/965": {"BreadcrumbList"},
			}
			for path := range brand.ContentRoutes {
				if _, special := addresses[path]; !special {
					addresses[path] = []string{"BreadcrumbList"}
				}
			}
			posts, err := published.List(t.Context(), content.Posts, 3)
			if err != nil || len(posts) == 0 {
				t.Fatalf("posts: %d, %v", len(posts), err)
			}
			for _, post := range posts {
				addresses["/blog/"+post.Slug] = []string{"BreadcrumbList", "BlogPosting"}
			}
			for path, want := range addresses {
				found := schematest.Read([]byte(body(t, ask(h, path))))
				got := slices.DeleteFunc(typesOf(found), func(name string) bool { return name == "FAQPage" && !slices.Contains(want, name) }) // a page may ask questions
				if !slices.Equal(got, want) || found.Problems != nil {
					t.Errorf("%s: %v, want %v: %s", path, got, want, strings.Join(found.Problems, "\n"))
				}
			}
		})
	}
}

func TestAParkHasThePriceOfTheStayItOpensWithAndTheRatingOfItsReviews(t *testing.T) {
	stock := rated()
	for name, c := range map[string]struct {
		change        func(*Config)
		price, rating any
	}{
		"all there is":     {func(*Config) {}, "189.00", "4.5"},
		"invented reviews": {func(c *Config) { c.InventedReviews = true }, "189.00", nil},
		"nothing on sale": {func(c *Config) {
			c.Ask = func(context.Context, string, url.Values) render.Reply {
				return render.Reply{Status: http.StatusOK, Body: []byte(`{"success":1,"data":{"park":{"nextStays":[]}}}`)}
			}
		}, nil, "4.5"},
		"no answer": {func(c *Config) { c.Ask = nil }, nil, "4.5"},
	} {
		t.Run(name, func(t *testing.T) {
			h := pages(t, "MT", func(c *Config) { c.Catalogue, c.Ask = func() *catalogue.Snapshot { return stock }, prices }, c.change)
			parks := schematest.Read([]byte(body(t, ask(h, "/park-result/HV101/gannet-sands?page=1")))).Of("LodgingBusiness")
			if len(parks) != 1 {
				t.Fatalf("%d parks", len(parks))
			}
			offer, _ := parks[0]["makesOffer"].(map[string]any)
			rating, _ := parks[0]["aggregateRating"].(map[string]any)
			if offer["price"] != c.price || rating["ratingValue"] != c.rating {
				t.Errorf("offer %v, rating %v", offer, rating)
			}
			if offer != nil && (offer["priceCurrency"] != "GBP" || offer["priceValidUntil"] != "2026-07-16" || offer["url"] != "https://www.meridian.example/holidays/HV101/gannet-sands?channel=ukcaravan&date=17%2F07%2F2026&nights=3" || offer["name"] != "Gannet Sands, 3 nights from 17/07/2026 for 2 adults") {
				t.Errorf("offer %v", offer)
			}
		})
	}
}

// The canonical page of such an address opens with another stay.
func TestAParkWhoseAddressChoosesTheStayHasNoOffer(t *testing.T) {
	h := pages(t, "MT", func(c *Config) { c.Ask = prices })
	for _, query := range []string{"", "?date=18/07/2026", "?channel=uklodge", "?adults=4"} {
		parks := schematest.Read([]byte(body(t, ask(h, "/holidays/HV101/gannet-sands"+query)))).Of("LodgingBusiness")
		if len(parks) != 1 || (parks[0]["makesOffer"] != nil) != (query == "") {
			t.Errorf("%q: %v", query, parks)
		}
	}
}

func TestAnOfferOfOneNightSaysSo(t *testing.T) {
	park := &catalogue.ParkInfo{Park: catalogue.Park{Name: "Gannet Sands"}}
	for nights, want := range map[int]string{1: "Gannet Sands, 1 night from 17/07/2026 for 2 adults", 2: "Gannet Sands, 2 nights from 17/07/2026 for 2 adults"} {
		if got := (sale{Date: "17/07/2026", Nights: nights}).name(park); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPagesOfDealsOfferWhatTheyShow(t *testing.T) {
	stock := rated()
	h := pages(t, "MT", func(c *Config) { c.Catalogue, c.Ask = func() *catalogue.Snapshot { return stock }, prices })
	for path, want := range map[string]string{
		"/last-minute-deals":                                    "189.00 2026-07-16 https://www.meridian.example/holidays/HV101/gannet-sands?channel=ukcaravan&date=17%2F07%2F2026&nights=3",
		"/offers?channel=ukcaravan":                             "289.50 2026-10-30 https://www.meridian.example/holidays/HV101/gannet-sands?channel=ukcaravan&date=31%2F10%2F2026&nights=7",
		"/last-minute-deals?channel=ukcaravan&region=12&page=2": "", // no deals
		"/last-minute-deals?channel=uklodge":                    "", // not JSON
		"/offers?page=2":                                        "", // a deal without a date
		"/offers?page=3":                                        "", // refused
	} {
		lists := schematest.Read([]byte(body(t, ask(h, path)))).Of("ItemList")
		if want == "" {
			if len(lists) != 0 {
				t.Errorf("%s: %v", path, lists)
			}
			continue
		}
		var got []string
		for _, list := range lists {
			for _, item := range list["itemListElement"].([]any) {
				offer := item.(map[string]any)["item"].(map[string]any)
				got = append(got, strings.Join([]string{offer["price"].(string), offer["priceValidUntil"].(string), offer["url"].(string)}, " "))
			}
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// A boat is reached over boats, whatever the visitor looked at before.
func TestTheWayToAPark(t *testing.T) {
	h := pages(t, "MT")
	for path, want := range map[string][]string{
		"/holidays/HV101/gannet-sands":                 {"Home", "UK Holiday Parks", "Cornwall & Scilly", "Gannet Sands"},
		"/holidays/HV101/gannet-sands?channel=uklodge": {"Home", "UK Holiday Parks", "Cornwall & Scilly", "Gannet Sands"},
		"/park-result/HV101/other?channel=ukcaravan":   {"Home", "UK Holiday Parks", "Cornwall & Scilly", "Gannet Sands"},
		"/boating-holidays/BO1/reed-boatyard":          {"Home", "Boating Holidays", "The Broads", "Reed Boatyard"},
	} {
		var got []string
		for _, list := range schematest.Read([]byte(body(t, ask(h, path)))).Of("BreadcrumbList") {
			got = append(got, stepsOf(t, h, list)...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
