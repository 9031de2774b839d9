package api

import (
	"strings"
	"testing"
	"time"
)

// Calls that can be misused have a limit of their own, which counts even
// requests that are refused for what they contain.
func TestCallsThatCanBeMisusedAreLimited(t *testing.T) {
	for call, limit := range map[string]Limit{
		"GET /api/search?nights=x": limitSearch, "GET /api/book?unitId=x": limitBook, "POST /api/setdiscount": limitDiscount,
		"POST /api/prepayment": limitPrepay, "GET /api/devicedata": limitPrepay, "POST /api/resetbooking": limitReset, "GET /api/newsletter": limitNewsletter, "POST /newsletter": limitNewsletter, "POST /promotion": limitCodeWords, "POST /api/contact": limitContact, "POST /api/validatecodewords": limitCodeWords,
	} {
		if DefaultRates()[limit].Requests == 0 {
			t.Errorf("%s: there is no rate for %s", call, limit)
		}
		_, h := serving(t, func(c *Config) { c.Rates = map[Limit]Rate{limit: {1, time.Hour}} })
		method, path, _ := strings.Cut(call, " ")
		first, second := askAPI(h, method, path), askAPI(h, method, path)
		if first.Code == 429 || first.Code == 500 || second.Code != 429 || second.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d, then %d with Retry-After %q", call, first.Code, second.Code, second.Header().Get("Retry-After"))
		}
	}
}
