package schematest_test

import (
	"strings"
	"testing"

	"holidaymaker/internal/web/schematest"
)

func TestProblemsAreFound(t *testing.T) {
	for _, c := range []struct{ data, problem string }{
		{`{"@type":"Offer","price":"189.00","priceCurrency":"GBP","priceValidUntil":"2026-07-16","availability":"https://schema.org/InStock"}`, ""},
		{`{"@type":"LodgingBusiness","name":"A","checkinTime":"16:00:00","makesOffer":{"@type":"Offer","price":189}}`, ""},
		{`{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"item":"https://a.example/"}]}`, "item: https://a.example/ is none of [Thing]"},
		{`{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"item":{"@type":"Offer","url":"https://a.example/"}}]}`, ""},
		{`{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"item":{"@id":"https://a.example/"}}]}`, ""},
		{`{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"item":{"@id":"/a"}}]}`, "/a refers to none of [Thing]"},
		{`{"@type":"Lodging"}`, "no known type"},
		{`{"name":"A"}`, "no known type"},
		{`{"@type":"LodgingBusiness","offers":{"@type":"Offer"}}`, "has no property offers"},
		{`{"@type":"Offer","itemListElement":"A"}`, "has no property itemListElement"},
		{`{"@type":"LodgingBusiness","makesOffer":{"@type":"Question"}}`, "must be one of [Offer]"},
		{`{"@type":"LodgingBusiness","address":{"@type":"GeoCoordinates"}}`, "must be one of"},
		{`{"@type":"Offer","priceValidUntil":"16/07/2026"}`, "16/07/2026 is none of [Date]"},
		{`{"@type":"Offer","price":"£189"}`, ""}, // a text is allowed
		{`{"@type":"Offer","availability":"https://schema.org/InStocks"}`, "is none of"},
		{`{"@type":"LodgingBusiness","checkinTime":"4pm"}`, "4pm is none of"},
		{`{"@type":"AggregateRating","reviewCount":2.5}`, "2.5 is none of"},
		{`{"@type":"Offer","name":""}`, "is none of [Text]"},
	} {
		page := `<head><script type="application/ld+json">{"@context":"https://schema.org",` + c.data[1:] + `</script></head>`
		found := schematest.Read([]byte(page))
		got := strings.Join(found.Problems, "; ")
		if len(found.Things) != 1 || c.problem == "" && got != "" || !strings.Contains(got, c.problem) {
			t.Errorf("%s: %q, want %q", c.data, got, c.problem)
		}
	}
	if found := schematest.Read([]byte(`<script type="application/ld+json">{"@type":"Offer"}</script>`)); len(found.Problems) != 1 {
		t.Errorf("without a context: %v", found.Problems)
	}
}
