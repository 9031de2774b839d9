package contract

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/api"
)

func TestGeneratedFilesAreWhatTheTypesSay(t *testing.T) {
	operations := (&api.API{}).Operations()
	document, err := OpenAPI(operations)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{
		"../openapi.json":                  document,
		"../../../web/src/api/schema.d.ts": []byte(TypeScript(operations)),
	} {
		got, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s has drifted from the Go types: run `go run ./cmd/contract`", name)
		}
		if len(got) > 300_000 {
			t.Errorf("%s: %d bytes, want fewer than 300,000", name, len(got))
		}
	}
}

func TestEveryOperationIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range (&api.API{}).Operations() {
		if err := o.Verify(); err != nil {
			t.Error(err)
		}
		for _, key := range append([]string{o.Name}, routesOf(o)...) {
			if seen[key] {
				t.Errorf("%s is there twice", key)
			}
			seen[key] = true
		}
	}
}

func TestFieldsAreTheSpecifications(t *testing.T) {
	answered := func(of reflect.Type) (names []string) {
		for _, f := range reflect.VisibleFields(of) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names = append(names, name)
		}
		return names
	}
	sent := map[string][]string{}
	for _, o := range (&api.API{}).Operations() {
		for _, f := range api.Fields(o.In) {
			sent[o.Name] = append(sent[o.Name], f.Names...)
		}
	}
	for what, has := range map[string]struct {
		got  []string
		want string
	}{
		"channel":       {answered(reflect.TypeFor[api.Channel]()), "code name key"},
		"region":        {answered(reflect.TypeFor[api.Region]()), "id name desc dogs"},
		"operator":      {answered(reflect.TypeFor[api.Operator]()), "opId name party"},
		"park":          {answered(reflect.TypeFor[api.Park]()), "parkId name regn opId lat lon"},
		"parks":         {answered(reflect.TypeFor[api.Parks]()), "parks townList"},
		"reviews":       {answered(reflect.TypeFor[api.Reviews]()), "reviews bubbles"},
		"unit":          {answered(reflect.TypeFor[api.Unit]()), "unitId unitPrice unitType unitDesc"},
		"extra data":    {answered(reflect.TypeFor[api.AccomImage]()), "code image"},
		"search":        {answered(reflect.TypeFor[api.Search]()), "wait count results searchId"},
		"prices":        {answered(reflect.TypeFor[api.CachedAvailability]()), "minprices minparkprices months latedeals"},
		"late deal":     {answered(reflect.TypeFor[api.LateDeal]()), "date nights price park"},
		"offer":         {answered(reflect.TypeFor[api.Offer]()), "urn offer"},
		"booking":       {answered(reflect.TypeFor[api.Booking]()), "channelId parkId unitId unitTypeId unitDesc unitPrice arrivalDate duration bookId message bookingFee party promo"},
		"deposit":       {answered(reflect.TypeFor[api.Deposit]()), "deposit depositMsg dueDate compulsoryDeposit discountCode discountValue"},
		"extra":         {answered(reflect.TypeFor[api.Extra]()), "code name cost depcost price value"},
		"extras":        {answered(reflect.TypeFor[api.Extras]()), "extras showDiscountBox"},
		"existing":      {answered(reflect.TypeFor[api.ExistingBooking]()), "type bookingId channelId unitId unitTypeId totalCost amountPaid parkId arrivalDate duration"},
		"prepayment":    {answered(reflect.TypeFor[api.Prepayment]()), "paymntRecId"},
		"promotion":     {answered(reflect.TypeFor[api.Promotion]()), "open emailcapture papercapture keywords papercodes"},
		"site review":   {answered(reflect.TypeFor[api.SiteReview]()), "body name"},
		"a search":      {sent["search"], "channel region date nights adults children under5s partySize petFriendly offers features park"},
		"a booking":     {sent["book"], "unitId searchId promo adults children under5s partySize petFriendly bookId"},
		"a discount":    {sent["setdiscount"], "bookId discountCode"},
		"a top-up":      {sent["prepayment"], "bookId topUpAmount"},
		"a look-up":     {sent["getMyBooking"], "bookingId surname postcode"},
		"a sign-up":     {sent["newsletter"], "email fname"},
		"code words":    {sent["validatecodewords"], "newspaper email"},
		"a park's call": {sent["parkdetails"], "parkId"},
	} {
		t.Run("[PAGE-31] "+what, func(t *testing.T) {
			for name := range strings.FieldsSeq(has.want) {
				if !slices.Contains(has.got, name) {
					t.Errorf("no %s among %v", name, has.got)
				}
			}
		})
	}
}

func routesOf(o api.Operation) (routes []string) {
	for _, method := range o.Methods {
		routes = append(routes, method+" "+o.Path)
	}
	return routes
}

func TestPathsAreTheSpecifications(t *testing.T) {
	paths := map[string]bool{}
	for _, o := range (&api.API{}).Operations() {
		paths[o.Path] = true
	}
	for row, wanted := range map[string][]string{
		"[API-10] search and catalogue": {"/api/initial", "/api/channelregions", "/api/parkdetails", "/api/parkresults", "/api/parks",
			"/api/operators", "/api/search", "/api/searchresults", "/api/getcottagedates"},
		"[API-11] reviews": {"/api/tripadvisor"},
		"[API-12] booking": {"/api/book", "/api/getdeposit", "/api/getextras", "/api/setextras", "/api/setpartydetails",
			"/api/setuserdetails", "/api/setdiscount", "/api/prepayment", "/api/postpayment"},
	} {
		t.Run(row, func(t *testing.T) {
			for _, path := range wanted {
				if !paths[path] {
					t.Errorf("there is no %s", path)
				}
			}
		})
	}
}
