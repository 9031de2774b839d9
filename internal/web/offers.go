package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// callAPI asks the API as the page itself does, so that search engines read the
// prices that visitors see. ok is false where the answer is none.
func (w *Web) callAPI(ctx context.Context, call string, params map[string]string, data any) (ok bool) {
	if w.Ask == nil {
		return false
	}
	query := url.Values{}
	for name, value := range params {
		query.Set(name, value)
	}
	reply := w.Ask(ctx, call, query)
	if reply.Status != http.StatusOK {
		return false
	}
	envelope := struct {
		Data any `json:"data"`
	}{data}
	return json.Unmarshal(reply.Body, &envelope) == nil
}

// sale is a stay on sale for two adults, as the API writes it.
type sale struct {
	Channel, Date, Price string
	Nights               int
}

// day is the arrival date; 0 for none.
func (s sale) day() date.Date {
	day, _ := date.Parse(s.Date)
	return day
}

// name says what the stay is at a park.
func (s sale) name(park *catalogue.ParkInfo) string {
	nights := "1 night"
	if s.Nights != 1 {
		nights = fmt.Sprint(s.Nights, " nights")
	}
	return fmt.Sprintf("%s, %s from %s for 2 adults", park.Name, nights, s.Date)
}

// offerOf is the offer of a stay at a park at a price that holds for bookings
// until the day before its arrival date. Its address shows the stay at its price.
// It is nil for a stay without price or date.
func (w *Web) offerOf(park *catalogue.ParkInfo, stay sale) fact {
	day := stay.day()
	if day == 0 || stay.Price == "" {
		return nil
	}
	address := url.URL{Path: park.Path(), RawQuery: url.Values{
		"channel": {stay.Channel}, "nights": {strconv.Itoa(stay.Nights)}, "date": {stay.Date}, // dd/mm/yyyy, as in all addresses
	}.Encode()}
	return fact{
		"@type": "Offer", "name": stay.name(park),
		"price": stay.Price, "priceCurrency": "GBP", "priceValidUntil": (day - 1).ISO(),
		"availability": schema + "/InStock", "url": w.Site.Global.SiteBaseURL + address.String(),
	}
}

// defaultNights is the duration with which the search form starts.
const defaultNights = 3

// stayParameters are the parameters with which an address chooses a stay itself.
var stayParameters = []string{"channel", "nights", "date", "when", "adults", "children", "infants", "dogs"}

// openingOffer is the offer of the stay with which the page of a park opens, at the price
// that the page shows for it. It is nil where nothing is on sale, and where the address
// chooses a stay: the canonical address of that page does not.
func (w *Web) openingOffer(ctx context.Context, page Page) fact {
	if page.choosesStay {
		return nil
	}
	var found struct{ Park struct{ NextStays []sale } }
	if !w.callAPI(ctx, "/api/parkdetails", map[string]string{"parkId": page.park.ID}, &found) || len(found.Park.NextStays) == 0 {
		return nil
	}
	stay := openingStay(found.Park.NextStays)
	nights := strconv.Itoa(stay.Nights)
	var units struct {
		Results map[string]map[string][]struct{ UnitPrice string } // by date and nights, the cheapest first
	}
	asked := map[string]string{"parkId": page.park.ID, "channel": stay.Channel, "from": stay.Date, "to": stay.Date, "nights": nights}
	if !w.callAPI(ctx, "/api/parkresults", asked, &units) || len(units.Results[stay.Date][nights]) == 0 {
		return nil
	}
	stay.Price = units.Results[stay.Date][nights][0].UnitPrice
	return w.offerOf(page.park, stay)
}

// openingStay is the stay with which a park's page opens: on the channel of the search
// form where the park has stays on it, for the form's nights where it has such stays, the
// one that begins first. The front end has the same rule (nextStay in
// web/src/features/park-data/load.ts).
func openingStay(next []sale) sale {
	next = preferred(next, func(stay sale) bool { return stay.Channel == defaultChannel })
	next = preferred(next, func(stay sale) bool { return stay.Nights == defaultNights })
	return slices.MinFunc(next, func(a, b sale) int { return cmp.Compare(a.day(), b.day()) })
}

// preferred is the wanted stays, or all where none is wanted.
func preferred(stays []sale, wanted func(sale) bool) []sale {
	var some []sale
	for _, stay := range stays {
		if wanted(stay) {
			some = append(some, stay)
		}
	}
	if some == nil {
		return stays
	}
	return some
}

// dealsOf is the list of deals of a page, or nothing where it has none.
func (w *Web) dealsOf(ctx context.Context, page Page) []fact {
	var found struct {
		Deals []struct {
			ParkID string
			sale
		}
	}
	if !w.callAPI(ctx, "/api/deals", page.deals, &found) {
		return nil
	}
	snapshot := w.Catalogue()
	var items []fact
	for _, deal := range found.Deals {
		park, ok := snapshot.Park(deal.ParkID)
		if !ok {
			continue
		}
		deal.Channel = page.deals["channel"]
		item := w.offerOf(park, deal.sale)
		if item != nil {
			items = append(items, fact{"@type": "ListItem", "position": len(items) + 1, "item": item})
		}
	}
	if items == nil {
		return nil
	}
	return []fact{{"@context": schema, "@type": "ItemList", "name": page.Title, "itemListElement": items}}
}
