package server_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/api"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

// conform lists where a decoded JSON value differs from a Go type of the
// contract: fields that are missing, unknown or of another type.
func conform(t reflect.Type, value any, path string) (wrong []string) {
	switch t {
	case reflect.TypeFor[api.Money]():
		text, ok := value.(string)
		if _, err := strconv.ParseFloat(text, 64); !ok || err != nil || !strings.Contains(text, ".") {
			return []string{fmt.Sprintf("%s: %v is no amount", path, value)}
		}
		return nil
	case reflect.TypeFor[api.Block]():
		return nil
	}
	switch t.Kind() {
	case reflect.Pointer:
		return conform(t.Elem(), value, path)
	case reflect.Slice, reflect.Array:
		list, ok := value.([]any)
		if !ok {
			return []string{fmt.Sprintf("%s: %v is no list", path, value)}
		}
		for i, one := range list {
			wrong = append(wrong, conform(t.Elem(), one, fmt.Sprintf("%s[%d]", path, i))...)
		}
		return wrong
	case reflect.Map:
		object, ok := value.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: %v is no object", path, value)}
		}
		for key, one := range object {
			wrong = append(wrong, conform(t.Elem(), one, path+"."+key)...)
		}
		return wrong
	case reflect.Struct:
		return conformStruct(t, value, path)
	}
	kinds := map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "bool", reflect.Int: "float64", reflect.Int64: "float64", reflect.Float64: "float64"}
	if got := fmt.Sprintf("%T", value); got != kinds[t.Kind()] {
		return []string{fmt.Sprintf("%s: %v is a %s, want %s", path, value, got, kinds[t.Kind()])}
	}
	return nil
}

func conformStruct(t reflect.Type, value any, path string) (wrong []string) {
	object, ok := value.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s: %v is no object", path, value)}
	}
	known := map[string]bool{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			continue
		}
		known[name] = true
		one, there := object[name]
		switch {
		case there:
			wrong = append(wrong, conform(f.Type, one, path+"."+name)...)
		case !strings.Contains(options, "omitempty"):
			wrong = append(wrong, path+"."+name+" is missing")
		}
	}
	for name := range object {
		if !known[name] {
			wrong = append(wrong, path+"."+name+" is not in the contract")
		}
	}
	return wrong
}

// hasValue reports whether a path of an answer has a value. '*' stands for every
// key or element; one of them must have a value.
func hasValue(value any, path string) bool {
	step, rest, more := strings.Cut(path, ".")
	var next []any
	switch value := value.(type) {
	case map[string]any:
		for key, one := range value {
			if step == "*" || step == key {
				next = append(next, one)
			}
		}
	case []any:
		next = value
		rest, more = path, true
		if step == "*" {
			_, rest, more = strings.Cut(path, ".")
		}
	}
	return slices.ContainsFunc(next, func(one any) bool {
		if more {
			return hasValue(one, rest)
		}
		switch one := one.(type) {
		case string:
			return one != ""
		case []any:
			return len(one) > 0
		case map[string]any:
			return len(one) > 0
		}
		return one != nil
	})
}

// called records which operations the contract test has called.
type called map[string]bool

func (c called) check(t *testing.T, name string, got reply, fields ...string) {
	t.Helper()
	c[name] = true
	for _, o := range (&api.API{}).Operations() {
		if o.Name != name {
			continue
		}
		data := any(got.json)
		if !o.Bare {
			got.ok(t)
			data = got.json["data"]
		} else if err := json.Unmarshal(got.body, &data); err != nil || got.status != http.StatusOK {
			t.Fatalf("%s: status %d, %v: %.200s", name, got.status, err, got.body)
		}
		for _, wrong := range conform(o.Out, data, name) {
			t.Error(wrong)
		}
		for _, field := range fields {
			if !hasValue(data, field) {
				t.Errorf("%s: %s is empty where the demo has data", name, field)
			}
		}
	}
}

func TestEveryOperationAnswersWhatTheContractSays(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	c := called{}
	june := nextJune()

	t.Run("initial", func(t *testing.T) {
		got := v.get("/api/initial", "siteCode", "MT")
		c.check(t, "initial", got, "homepageLayout", "channels.*.key", "Filters.*.compare", "bFilters", "nFilters", "filterGroups.5.name",
			"regions.ukcaravan.*.desc", "operators.ukcaravan.*.party", "operatorDeposits.*.type", "offers.*.offer", "promotion.open")
		var codes []string
		for _, channel := range got.list("channels") {
			codes = append(codes, channel.(map[string]any)["code"].(string))
		}
		if want := "ukcaravan eurocaravan uklodge ukcottages uktouring boats"; strings.Join(codes, " ") != want {
			t.Errorf("channels %v, want %s", codes, want)
		}
	})
	t.Run("[API-31] [CHAN-12] channelregions", func(t *testing.T) {
		all := v.get("/api/channelregions", "channel", "ukcaravan")
		c.check(t, "channelregions", all, "regions.ukcaravan.*.name", "regions.ukcaravan.*.dogs")
		operator := operatorOf(v, "CF101")
		some := v.get("/api/channelregions", "channel", "ukcaravan", "opId", operator).ok(t)
		every := all.at("regions", "ukcaravan").(map[string]any)
		few, _ := some.at("regions", "ukcaravan").(map[string]any)
		if len(few) == 0 || len(few) >= len(every) {
			t.Errorf("an operator has %d regions of %d", len(few), len(every))
		}
		for id := range every {
			parks := v.get("/api/parks", "region", id, "channel", "ukcaravan", "opId", operator).ok(t).list("parks")
			if (few[id] != nil) != (len(parks) > 0) {
				t.Errorf("region %s with %d parks of the operator is listed: %v", id, len(parks), few[id] != nil)
			}
		}
		if every["15"] != nil {
			t.Error("region 15 shows")
		}
	})
	t.Run("[API-20] regions by id, dog-friendly where a park is", func(t *testing.T) {
		all := v.get("/api/initial", "siteCode", "MT").ok(t)
		seen := map[string]bool{}
		for id, one := range all.at("regions", "ukcaravan").(map[string]any) {
			r := one.(map[string]any)
			if r["id"] != id || r["name"] == id || r["name"] == "" {
				t.Errorf("region %s is %v, named %v", id, r["id"], r["name"])
			}
			dogs := "N"
			if len(v.get("/api/parks", "region", id, "channel", "ukcaravan", "dogs", "Y").ok(t).list("parks")) > 0 {
				dogs = "Y"
			}
			seen[dogs] = true
			if r["dogs"] != dogs {
				t.Errorf("region %s: dogs %v, want %s", id, r["dogs"], dogs)
			}
		}
		if !seen["Y"] {
			t.Error("no region has a park that takes dogs")
		}
	})
	t.Run("[API-21] operators by channel, with their parks' word on parties", func(t *testing.T) {
		all := v.get("/api/initial", "siteCode", "MT").ok(t)
		party := map[string]any{}
		for _, one := range all.at("operators", "ukcaravan").([]any) {
			operator := one.(map[string]any)
			party[operator["opId"].(string)] = operator["party"]
		}
		park := v.get("/api/parkdetails", "parkId", "CF101").ok(t)
		if got := party[park.text("park", "opId")]; got != park.text("park", "party") {
			t.Errorf("parties %v, the park says %s", got, park.text("park", "party"))
		}
	})
	t.Run("operators", func(t *testing.T) {
		c.check(t, "operators", v.get("/api/operators", "channel", "ukcaravan"), "operators.ukcaravan.*.opId", "operatorDeposits.*.value")
	})
	t.Run("filters", func(t *testing.T) {
		c.check(t, "filters", v.get("/api/filters"), "Filters.*.field", "filterGroups.1.name")
	})
	var region string
	t.Run("parks", func(t *testing.T) {
		details := v.get("/api/parkdetails", "parkId", "CF101").ok(t)
		region = details.text("park", "regn")
		got := v.get("/api/parks", "region", region)
		c.check(t, "parks", got, "parks.*.parkId", "parks.*.regn", "parks.*.opId", "parks.*.lat", "parks.*.fromPrice", "parks.*.images.*.src", "townList.*.parkIds")
		c.check(t, "parks", v.get("/api/parks", "q", "gannet"), "parks.*.parkId")
	})
	t.Run("places", func(t *testing.T) {
		c.check(t, "places", v.get("/api/places", "q", "corn", "channel", "ukcaravan"), "places.*.kind", "places.*.lat", "places.*.regions")
	})
	t.Run("parkdetails", func(t *testing.T) {
		c.check(t, "parkdetails", v.get("/api/parkdetails", "parkId", "CF101"), "park.info", "park.importantInfo", "park.gallery.*.src",
			"park.regionName", "park.operatorName", "park.features", "park.deposit", "park.postcode", "park.country", "park.bubbles", "park.nFeatures")
		c.check(t, "parkdetails", v.get("/api/parkdetails", "parkId", "BE101"), "park.affiliate", "park.affiliateUrl")
	})
	t.Run("[API-41] [API-11] tripadvisor", func(t *testing.T) {
		c.check(t, "tripadvisor", v.get("/api/tripadvisor", "parkId", "CF101"), "reviews.*.title", "bubbles")
		none := v.get("/api/tripadvisor", "parkId", "MP102").ok(t)
		if len(none.list("reviews")) != 0 || none.at("reviews") == nil || none.at("bubbles") != "" {
			t.Errorf("a park without reviews: %s", none.body)
		}
	})
	t.Run("accom-types", func(t *testing.T) {
		c.check(t, "accomTypes", v.get("/content/json/accom-types/new/CF101.json"), "*.code", "*.image")
		c.check(t, "accomTypes", v.get("/content/json/accom-types/C/CF101.json"), "*.code")
	})
	t.Run("sitereviews", func(t *testing.T) {
		polltest.Until(t, "reviews", func() bool { return len(v.get("/api/sitereviews").ok(t).list("reviews")) > 0 })
		c.check(t, "sitereviews", v.get("/api/sitereviews"), "rating", "count", "reviews.*.body")
	})
	t.Run("mega menu", func(t *testing.T) {
		c.check(t, "megaMenu", v.get("/json-files/mega-menu-MT.json"), "ukcaravan.columns.*.links.*.url", "ukcaravan.title", "hotels.title")
	})
	t.Run("[API-26] [API-27] [API-28] cachedavailability", func(t *testing.T) {
		got := v.get("/api/cachedavailability", "channel", "ukcaravan", "region", region, "nights", "7")
		c.check(t, "cachedavailability", got, "minprices."+region+".*.7.N.*", "minparkprices.*.*.*.*.*", "months", "latedeals.*.park", "nightsOptions.all-regions")
		for day := range got.at("minprices", region).(map[string]any) {
			if _, err := time.Parse("02/01/2006", day); err != nil {
				t.Errorf("date %q: %v", day, err)
			}
		}
		c.check(t, "cachedavailability", v.get("/api/cachedavailability", "channel", "ukcaravan", "date", got.text("latedeals", 0, "date")), "minprices.*.*.*.*.*")
	})
	t.Run("[API-29] avail-summary", func(t *testing.T) {
		c.check(t, "availSummary", v.get("/json-files/avail-summary/ukcaravan_availSummaryV3.json"), "minprices.*.*.*.*.*", "months", "latedeals.*.price")
	})
	t.Run("datechoices", func(t *testing.T) {
		c.check(t, "datechoices", v.get("/api/datechoices"), "choices.*.when", "choices.*.from", "choices.*.to")
	})
	t.Run("deals", func(t *testing.T) {
		c.check(t, "deals", v.get("/api/deals"), "deals.*.price", "deals.*.images.*.src", "count", "pageCount", "regions.*.fromPrice")
		c.check(t, "deals", v.get("/api/deals", "reduced", "Y", "page", "1"), "deals.*.fullPrice", "deals.*.date", "regions.*.count")
	})
	t.Run("nearhome", func(t *testing.T) {
		c.check(t, "nearhome", v.get("/api/nearhome", "postcode", "PL25", "within", "240"), "stays.*.price", "stays.*.minutes", "stays.*.miles", "choices.*.when", "count", "pageCount")
	})
	t.Run("pricemap", func(t *testing.T) {
		c.check(t, "pricemap", v.get("/api/pricemap", "nights", "7"), "day", "land", "weeks.*.upTo", "regions.*.prices", "regions.*.cells", "regions.*.dates", "regions.*.channels")
	})
	var searchID string
	t.Run("[API-48] search", func(t *testing.T) {
		got := v.get("/api/search", "channel", "ukcaravan", "date", june, "nights", "7", "adults", "2")
		c.check(t, "search", got, "searchId", "results.*.price", "results.*.fullPrice", "results.*.deposit", "results.*.unitId", "results.*.features",
			"results.*.nFeatures", "results.*.offers", "results.*.lat", "cards.*.slug", "cards.*.images.*.src", "cards.*.operatorName", "cards.*.bubbles")
		searchID = got.text("searchId")
		if exact, other := got.at("exactCount").(float64), got.at("alternativeCount").(float64); exact+other != got.at("count").(float64) {
			t.Errorf("%v exact and %v alternatives of %v", exact, other, got.at("count"))
		}
	})
	t.Run("searchresults", func(t *testing.T) {
		got := v.get("/api/searchresults", "searchId", searchID)
		c.check(t, "searchresults", got, "results.*.unitId")
		if _, waits := got.json["data"].(map[string]any)["wait"]; waits {
			t.Error("a finished search waits")
		}
		none := v.get("/api/search", "channel", "uktouring", "park", "CF101", "nights", "21", "adults", "60", "features", "0,1,2,3,4,5,6").ok(t)
		if none.at("count") != float64(0) || none.at("results") == nil || len(none.list("results")) != 0 {
			t.Errorf("a search without results: %.200s", none.body)
		}
	})
	t.Run("suggestions", func(t *testing.T) {
		got := v.get("/api/suggestions", "channel", "ukcaravan", "region", region, "date", june, "nights", "7", "adults", "2", "dogs", "Y", "priceMax", "2000", "numbers", "0:1")
		c.check(t, "suggestions", got, "dates.*.price", "dates.*.count", "regions.*.miles", "regions.*.price", "without.*.count")
	})
	t.Run("together", func(t *testing.T) {
		got := v.get("/api/together", "park", "CF101", "channel", "ukcaravan", "date", v.weekForAll(), "nights", "7", "adults", "10", "units", "2")
		c.check(t, "together", got, "options.*.id", "options.*.price", "options.*.parts.*.price", "options.*.parts.*.party", "mostUnits", "page")
	})
	t.Run("phrase", func(t *testing.T) {
		got := start(t, func(c *server.Config) { c.SearchLine = true }).visitor(t).get("/api/phrase", "q", "lodge or cottage with a drawbridge in Cornwall, family of 5")
		c.check(t, "phrase", got, "spans.*.label", "spans.*.why", "spans.*.without", "spans.*.choices.*.sentence", "found.price", "assumed")
	})
	t.Run("mapmarks", func(t *testing.T) {
		got := v.get("/api/mapmarks", "channel", "ukcaravan", "region", region, "date", june, "nights", "7", "adults", "2", "view", ukView, "zoom", "9")
		c.check(t, "mapmarks", got, "marks.*.lat", "marks.*.lon", "marks.*.parkId", "marks.*.name", "marks.*.count", "marks.*.price")
	})
	t.Run("parkcards", func(t *testing.T) {
		got := v.get("/api/parkcards", "parkIds", "CF101,KW101,NO-SUCH")
		c.check(t, "parkcards", got, "cards.CF101.slug", "cards.KW101.regionName")
	})
	t.Run("shortlist", func(t *testing.T) {
		got := v.get("/api/shortlist", "parkIds", "CF101,KW101,NO-SUCH", "date", june, "nights", "7")
		c.check(t, "shortlist", got, "parks.*.stay.price", "parks.*.regionName", "parks.*.images.*.src")
	})
	t.Run("parkresults", func(t *testing.T) {
		got := v.get("/api/parkresults", "parkId", "CF101", "date", june, "searchId", searchID)
		c.check(t, "parkresults", got, "unitTypes.*.name", "results.*.*.*.unitId", "results.*.*.*.fullPrice", "results.*.*.*.discount", "results.*.*.*.deposit")
		described := map[string]int{}
		for _, one := range got.list("unitTypes") {
			described[one.(map[string]any)["unitType"].(string)]++
		}
		for _, u := range v.units("CF101", "date", june) {
			if described[u.unitType] != 1 {
				t.Fatalf("unit type %s is described %d times", u.unitType, described[u.unitType])
			}
		}
	})
	t.Run("getcottagedates", func(t *testing.T) {
		c.check(t, "getcottagedates", v.get("/api/getcottagedates", "region", "all-regions"), "dates")
	})

	var ref string
	t.Run("[API-12] booking", func(t *testing.T) {
		got := v.hold(v.juneUnits("CF101")[0])
		c.check(t, "book", got, "booking.bookId", "booking.unitDesc", "booking.operatorName", "booking.expiresAt", "quote.hash", "quote.dueDate", "quote.payNowDeposit")
		ref = got.text("booking", "bookId")
		c.check(t, "holds", v.get("/api/holds"), "holds.*.bookId", "holds.*.unitId", "holds.*.expiresAt")
		left := s.visitor(t)
		c.check(t, "releasehold", left.post("/api/releasehold", "bookId", left.hold(left.juneUnits("CF101")[1]).text("booking", "bookId")))
		extras := v.get("/api/getextras", "bookId", ref)
		c.check(t, "getextras", extras, "extras.*.code", "extras.*.cost", "extras.*.max", "showDiscountBox", "checkIn", "checkOut")
		c.check(t, "setextras", v.post("/api/setextras", "bookId", ref, "extras["+extras.text("extras", 0, "code")+"]", "1"), "extras.*.totalCost", "quote.extras")
		c.check(t, "setuserdetails", v.postEncoded("/api/setuserdetails", append([]string{"bookId", ref}, person...)...), "userId", "details.forename")
		c.check(t, "setpartydetails", v.post("/api/setpartydetails", "bookId", ref, "onlyBooking", "N",
			"type1", "adult", "title1", "Ms", "initial1", "W", "lastName1", "Quackenbush", "age1", "41",
			"type2", "adult", "title2", "Mr", "initial2", "S", "lastName2", "Quackenbush", "age2", "40"), "party.*.lastName")
		c.check(t, "setdiscount", v.post("/api/setdiscount", "bookId", ref, "discountCode", "TENOFF"), "type", "discountValue", "discountCode")
		c.check(t, "getdeposit", v.get("/api/getdeposit", "bookId", ref), "deposit", "dueDate", "compulsoryDeposit", "quote.discount")
		loaded := v.get("/api/book", "bookId", ref)
		c.check(t, "book", loaded, "booking.extras", "booking.userDetails.email", "booking.partyDetails.lastName2", "booking.stepsCompleted")
	})
	t.Run("[API-12] payment", func(t *testing.T) {
		c.check(t, "devicedata", v.get("/api/devicedata"), "ddcUrl", "ddcJwt")
		prepared := v.prepay(ref, "deposit", "worldpay")
		c.check(t, "prepayment", prepared, "paymntRecId", "amount", "worldpay.csePublicKey", "worldpay.ddcUrl", "worldpay.ddcJwt")
		got := v.settled(ref, prepared, v.authorise(ref, prepared, plainCard, "W Quackenbush"))
		c.check(t, "postpayment", got, "status", "confirmationId", "amountPaid")
	})
	t.Run("manage booking", func(t *testing.T) {
		other := s.visitor(t)
		got := other.post("/api/getMyBooking", "bookingId", strings.ToLower(ref), "surname", "quacken bush", "postcode", "yo112ab")
		c.check(t, "getMyBooking", got, "bookingId", "status", "parkName", "operatorName", "unitDesc", "dueDate", "payments.*.method")
		c.check(t, "mybookings", other.get("/api/mybookings"), "bookings.*.bookingId")
		t.Run("[MINE-18] mybookings answers what this session looked up, and an empty list to a session without any", func(t *testing.T) {
			if found := other.get("/api/mybookings").ok(t); len(found.list("bookings")) != 1 || found.text("bookings", 0, "bookingId") != ref {
				t.Errorf("the session that looked it up: %s", found.body)
			}
			if none := s.visitor(t).get("/api/mybookings").ok(t); none.at("bookings") == nil || len(none.list("bookings")) != 0 {
				t.Errorf("another session: %s", none.body)
			}
		})
		c.cancels(t, s)
		c.corrects(t, s)
		c.changes(t, s)
		c.paysByLink(t, s)
		c.check(t, "forgetBooking", other.post("/api/mybookings", "bookingId", ref, "action", "forget"))
		if left := other.get("/api/mybookings").ok(t); len(left.list("bookings")) != 0 {
			t.Errorf("forgotten, but there: %s", left.body)
		}
		c.check(t, "resetbooking", other.post("/api/resetbooking", "email", "wilhelmina@mail.example"))
		c.check(t, "newsletter", other.get("/api/newsletter", "email", "sam@mail.example", "fname", "Sam"), "message")
		c.check(t, "awin", other.get("/api/awin", "awc", "1001_1772442000_0123456789abcdef0123456789abcdef"), "stored")
		c.check(t, "newsletter", other.post("/api/newsletter", "email", "sam@mail.example", "fname", "Sam"), "message")
		c.check(t, "contact", other.post("/api/contact", "name", "Sam", "email", "sam@mail.example", "message", "Is there a shop?"), "reference")
		c.check(t, "validatecodewords", other.post("/api/validatecodewords"))
		c.check(t, "getpromodata", other.get("/api/getpromodata", "promo", "ukpromo"), "promotion.open")
	})
	for _, o := range (&api.API{}).Operations() {
		if !c[o.Name] {
			t.Errorf("operation %s was not called", o.Name)
		}
	}
}

func TestEveryErrorCodeIsProduced(t *testing.T) {
	t.Parallel()
	s := start(t)
	v := s.visitor(t)
	t.Run("[API-24] another site code", func(t *testing.T) {
		for _, code := range []string{"", "XX", "BF"} {
			got := v.get("/api/initial", "siteCode", code).refused(t, 400, "INVALID_SITECODE")
			if message := got.json["errors"].([]any)[0].(map[string]any)["message"]; message != "Unsupported site code: "+code {
				t.Errorf("site %q: %v", code, message)
			}
		}
	})
	t.Run("[API-07] [API-38] refused inputs", func(t *testing.T) {
		for _, wrong := range []struct {
			status     int
			code, path string
			query      []string
		}{
			{400, "INVALID_CHANNEL", "/api/search", []string{"channel", "hotels"}},
			{400, "INVALID_REGION", "/api/search", []string{"region", "15"}},
			{400, "INVALID_PARK", "/api/search", []string{"park", "NOPE"}},
			{400, "INVALID_OPERATOR", "/api/search", []string{"operator", "NOPE"}},
			{400, "INVALID_DATE", "/api/search", []string{"date", "31/02/2027"}},
			{400, "INVALID_DATE", "/api/search", []string{"date", "01/01/2020"}},
			{400, "INVALID_NIGHTS", "/api/search", []string{"channel", "boats", "nights", "2", "adults", "2"}},
			{400, "INVALID_PARTY", "/api/search", []string{"adults", "60", "children", "7"}},
			{400, "INVALID_PARTY", "/api/search", []string{"channel", "boats", "nights", "7", "adults", "1"}},
			{400, "INVALID_FLEX", "/api/search", []string{"flex", "15"}},
			{400, "INVALID_BOX", "/api/search", []string{"box", "-5,50,-4"}},
			{400, "INVALID_WHEN", "/api/search", []string{"when", "weekend-2027-13"}},
			{400, "INVALID_NEAR", "/api/search", []string{"near", "91,0"}},
			{400, "INVALID_NEAR", "/api/search", []string{"near", "50"}},
			{400, "INVALID_NEAR", "/api/cachedavailability", []string{"channel", "ukcaravan", "region", "12@50"}},
			{400, "INVALID_NEAR", "/api/cachedavailability", []string{"channel", "ukcaravan", "region", "12@50,x"}},
			{400, "INVALID_NEAR", "/api/getcottagedates", []string{"region", "12", "near", "50"}},
			{400, "INVALID_PRICE", "/api/suggestions", []string{"priceMin", "-1"}},
			{400, "INVALID_PRICE", "/api/suggestions", []string{"priceMax", "9999999999"}},
			{400, "INVALID_FEATURES", "/api/suggestions", []string{"numbers", "24"}},
			{400, "INVALID_BOX", "/api/search", []string{"box", "-4,50,-5,51"}},
			{400, "INVALID_BOX", "/api/search", []string{"box", "-5,50,-4,91"}},
			{400, "INVALID_BOX", "/api/search", []string{"box", "-5,50,-4,NaN"}},
			{400, "INVALID_BOX", "/api/search", []string{"box", "west,50,-4,51"}},
			{400, "INVALID_FLAG", "/api/search", []string{"petFriendly", "perhaps"}},
			{400, "INVALID_FEATURES", "/api/search", []string{"features", "pool"}},
			{400, "INVALID_SEARCH", "/api/searchresults", []string{"searchId", "0"}},
			{404, "NOT_FOUND", "/api/searchresults", []string{"searchId", "s_forged"}},
			{400, "INVALID_WINDOW", "/api/parkresults", []string{"parkId", "CF101", "from", "01/01/2090", "to", "01/06/2090"}},
			{404, "NOT_FOUND", "/api/parkdetails", []string{"parkId", "NOPE"}},
			{404, "NOT_FOUND", "/api/parkdetails", []string{"parkId", "CF102"}},
			{404, "NOT_FOUND", "/api/parkresults", []string{"parkId", "NOPE"}},
			{404, "NOT_FOUND", "/api/tripadvisor", []string{"parkId", "NOPE"}},
			{404, "NOT_FOUND", "/api/parks", []string{"region", "15"}},
			{404, "NOT_FOUND", "/api/nothing", nil},
			{400, "INVALID_UNIT", "/api/book", []string{"unitId", "x"}},
			{400, "INVALID_BOOKING", "/api/getextras", nil},
			{401, "NO_BOOKING_SESSION", "/api/getextras", []string{"bookId", "7K3QX-9F2MA"}},
			{401, "NO_BOOKING_SESSION", "/api/devicedata", nil},
			{405, "METHOD_NOT_ALLOWED", "/api/getMyBooking", []string{"bookingId", "x"}},
			{422, "NEWSLETTER_EMAIL", "/api/newsletter", []string{"email", "no", "fname", "Sam"}},
			{422, "NEWSLETTER_FNAME", "/api/newsletter", []string{"email", "a@mail.example"}},
		} {
			v.get(wrong.path, wrong.query...).refused(t, wrong.status, wrong.code)
		}
		v.get("/api/search?channel=%zz").refused(t, 400, "INVALID_REQUEST")
		if head := v.do("HEAD", "/api/book?unitId=x", nil, ""); head.status != 405 {
			t.Errorf("HEAD, which changes nothing, of a call that does: %d", head.status)
		}
		v.post("/api/getMyBooking", "bookingId", "7K3QX-9F2MA", "surname", "No", "postcode", "AA1 1AA").refused(t, 404, "BOOKING_NOT_FOUND")
		v.do("POST", "/api/getMyBooking", strings.NewReader("{}"), "application/json").refused(t, 415, "UNSUPPORTED_BODY")
		v.do("POST", "/api/getMyBooking", strings.NewReader("a="+strings.Repeat("b", 70_000)), "application/x-www-form-urlencoded").refused(t, 413, "TOO_LARGE")
		v.post("/api/mybookings", "bookingId", "x", "action", "burn").refused(t, 400, "INVALID_ACTION")
		v.get("/api/getpromodata", "promo", "otherpromo").refused(t, 400, "INVALID_PROMO")
		v.post("/api/contact", "email", "a@mail.example", "message", "a message that is long enough").refused(t, 422, "CONTACT_NAME")
		v.post("/api/contact", "name", "Sam", "message", "a message that is long enough").refused(t, 422, "CONTACT_EMAIL")
		v.post("/api/contact", "name", "Sam", "email", "a@mail.example").refused(t, 422, "CONTACT_MESSAGE")
	})
	t.Run("the promotion gate", func(t *testing.T) {
		s, _ := promoted(t, whole)
		got := s.visitor(t).post("/api/validatecodewords").refused(t, 422, "PROMO_CODEWORDS")
		if len(got.codes()) != 3 {
			t.Errorf("codes %v", got.codes())
		}
	})
	t.Run("other sites", func(t *testing.T) {
		thief := s.visitor(t)
		thief.headers["Origin"] = "https://evil.example"
		thief.post("/api/resetbooking", "email", "a@mail.example").refused(t, 403, "FORBIDDEN")
		link := s.visitor(t)
		link.headers["Sec-Fetch-Site"] = "cross-site"
		link.get("/api/newsletter", "email", "a@mail.example", "fname", "A").refused(t, 403, "FORBIDDEN")
		ahead := s.visitor(t)
		ahead.headers["Sec-Purpose"] = "prefetch;prerender"
		ahead.get("/api/book", "unitId", "x").refused(t, 403, "FORBIDDEN")
	})
	t.Run("bookings", func(t *testing.T) { bookingRefusals(t, s) })
	t.Run("too many", func(t *testing.T) {
		var last reply
		for range 12 {
			last = v.get("/api/newsletter", "email", "a@mail.example", "fname", "A")
		}
		last.refused(t, 429, "RATE_LIMITED")
		if last.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	})
	t.Run("maintenance", func(t *testing.T) {
		closed := start(t, func(c *server.Config) { c.Maintenance, c.MaintenanceToken = true, "let-me-in" })
		visitor := closed.visitor(t)
		visitor.get("/api/filters").refused(t, 503, "MAINTENANCE")
		if got := visitor.get("/"); got.status != 503 || got.header.Get("Retry-After") != "3600" || !strings.Contains(string(got.body), "Thank you for your patience!") {
			t.Errorf("page: %d %.200s", got.status, got.body)
		}
		visitor.get("/api/maintenance-pass", "token", "guess").refused(t, 404, "NOT_FOUND")
		if got := visitor.get("/api/maintenance-pass", "token", "let-me-in"); got.status != 303 || visitor.cookies["GrantUserAccess"] == "" {
			t.Errorf("pass: %d", got.status)
		}
		visitor.get("/api/filters").ok(t)
	})
	t.Run("too much at once", func(t *testing.T) {
		leave := s.OccupySearches(t)
		busy := v.get("/api/places", "q", "corn").refused(t, 503, "UNAVAILABLE")
		leave()
		if busy.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		v.get("/api/search", "nights", "7").ok(t)
	})
	t.Run("our own faults", func(t *testing.T) {
		broken := start(t)
		visitor := broken.visitor(t)
		u := visitor.juneUnits("CF101")[0]
		broken.CloseStore()
		got := visitor.hold(u).refused(t, 500, "INTERNAL")
		if strings.Contains(string(got.body), "sql") || got.json["requestId"] == nil {
			t.Errorf("body: %s", got.body)
		}
	})
	t.Run("the database cannot be reached", databaseUnreachable)
	produced := map[string]bool{}
	seenCodes.Range(func(code, status any) bool {
		produced[code.(string)] = true
		if want := api.Codes[api.Code(code.(string))]; want != status {
			t.Errorf("%s came with status %v, want %d", code, status, want)
		}
		return true
	})
	for _, code := range slices.Sorted(maps.Keys(api.Codes)) {
		if !produced[string(code)] {
			t.Errorf("%s was never produced", code)
		}
	}
}

// bookingRefusals produces the refusals of bookings and payments.
func bookingRefusals(t *testing.T, s *running) {
	v := s.visitor(t)
	pitches := v.juneUnits("GC101")
	caravan := v.juneUnits("CF101")[0]

	dear := caravan
	dear.id = dear.id[:strings.LastIndex(dear.id, ".")] + ".1"
	changed := v.hold(dear).refused(t, 409, "PRICE_CHANGED")
	if changed.json["price"] != caravan.price || changed.json["unitId"] != caravan.id {
		t.Errorf("the new price: %s, want %s %s", changed.body, caravan.price, caravan.id)
	}
	v.get("/api/book", "unitId", caravan.id, "promo", "1", "adults", "2").refused(t, 422, "PROMO_NOT_VALID")

	last := lastUnit(t, v)
	s.visitor(t).hold(last).ok(t)
	s.visitor(t).hold(last).refused(t, 409, "UNIT_UNAVAILABLE")

	ref := v.hold(caravan).ok(t).text("booking", "bookId")
	v.post("/api/setextras", "bookId", ref, "extras[TOW]", "many").refused(t, 400, "INVALID_EXTRAS")
	wrong := v.post("/api/setuserdetails", "bookId", ref).refused(t, 422, "VALIDATION")
	if first := wrong.json["errors"].([]any)[0].(map[string]any); first["field"] != "title" {
		t.Errorf("the first wrong field: %v", first)
	}
	v.post("/api/setdiscount", "bookId", ref, "discountCode", "SPRING24").refused(t, 422, "DISCOUNT_INVALID")
	v.details(ref)
	v.post("/api/prepayment", "bookId", ref, "paymentOption", "some").refused(t, 400, "INVALID_PAYMENT")
	v.prepay(ref, "full", "voucher").refused(t, 409, "METHOD_UNAVAILABLE")
	prepared := v.prepay(ref, "full", "worldpay").ok(t)
	id := prepared.text("paymntRecId")
	v.post("/api/postpayment", "bookId", ref, "paymntRecId", id, "action", "authorise", "encryptedData", "short").refused(t, 422, "REJECTED")
	v.post("/api/postpayment", "bookId", ref, "paymntRecId", id, "action", "confirm", "orderKey", "x", "paymentStatus", "AUTHORISED",
		"paymentAmount", "1", "paymentCurrency", "GBP", "mac2", "forged").refused(t, 403, "MAC_INVALID")
	v.settled(ref, prepared, v.authorise(ref, prepared, plainCard, "REFUSED")).refused(t, 402, "PAYMENT_REFUSED")
	prepared = v.prepay(ref, "full", "worldpay").ok(t)
	v.settled(ref, prepared, v.authorise(ref, prepared, unprovenCard, "W Quackenbush")).refused(t, 402, "THREEDS_FAILED")
	prepared = v.prepay(ref, "full", "worldpay").ok(t)
	challenge := v.authorise(ref, prepared, challengedCard, "W Quackenbush")
	if got := v.settled(ref, prepared, challenge).ok(t); got.text("status") != "challenge" || got.text("challenge", "url") == "" {
		t.Fatalf("want a challenge: %s", got.body)
	}
	v.post("/api/setextras", "bookId", ref).refused(t, 409, "PAYMENT_IN_PROGRESS")

	paid := s.visitor(t)
	bought := paid.buy(pitches[0], "full")
	paid.post("/api/setextras", "bookId", bought).refused(t, 409, "BOOKING_STATE")
	deposit := paid.buy(v.juneUnits("CF101")[1], "deposit")
	paid.post("/api/getMyBooking", "bookingId", deposit, "surname", "Quackenbush", "postcode", "YO11 2AB").ok(t)
	paid.post("/api/prepayment", "bookId", deposit, "paymentOption", "topup", "topUpAmount", "1.00", "paymentMethod", "worldpay",
		"expectedAmount", "1.00", "idempotencyKey", idempotencyKey()).refused(t, 422, "TOPUP_AMOUNT")

	search := v.get("/api/search", "nights", "7").ok(t).text("searchId")
	late := s.visitor(t)
	held := late.hold(pitches[1]).ok(t).text("booking", "bookId")
	s.clock.advance(25 * time.Hour)
	late.get("/api/book", "bookId", held).refused(t, 410, "BOOKING_EXPIRED")
	v.get("/api/searchresults", "searchId", search).refused(t, 410, "SEARCH_EXPIRED")
}

func operatorOf(v *visitor, park string) string {
	v.t.Helper()
	return v.get("/api/parkdetails", "parkId", park).ok(v.t).text("park", "opId")
}

// lastUnit returns a stay of the unit type of which the demo has only one unit.
func lastUnit(t *testing.T, v *visitor) unit {
	t.Helper()
	for _, u := range v.juneUnits("CF101") {
		if u.unitType == "CF101-P3" {
			return u
		}
	}
	t.Fatal("CF101-P3 is not for sale")
	return unit{}
}
