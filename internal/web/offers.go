package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
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

// offerOf is the offer of a stay at a park at a price that holds for bookings
// until the day before its arrival date. Its address shows the stay at its price.
// It is nil for a stay without price or date.
func (w *Web) offerOf(park *catalogue.ParkInfo, name string, stay sale) fact {
	day, err := date.Parse(stay.Date)
	if err != nil || stay.Price == "" {
		return nil
	}
	address := url.URL{Path: park.Path(), RawQuery: url.Values{
		"channel": {stay.Channel}, "nights": {strconv.Itoa(stay.Nights)}, "date": {stay.Date}, // dd/mm/yyyy, as in all addresses
	}.Encode()}
	return fact{
		"@type": "Offer", "name": fmt.Sprintf("%s, %d nights from %s for 2 adults", name, stay.Nights, stay.Date),
		"price": stay.Price, "priceCurrency": "GBP", "priceValidUntil": (day - 1).ISO(),
		"availability": schema + "/InStock", "url": w.Site.Global.SiteBaseURL + address.String(),
	}
}

// defaultNights is the duration with which the search form starts.
const defaultNights = 3

// choosesStay lists the parameters with which an address chooses a stay itself.
var choosesStay = []string{"channel", "nights", "date", "when", "adults", "children", "infants", "dogs"}

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
// form where the park has stays on it, and for its nights where it has such stays, the
// stay that begins first. The front end has the same rule (nextStay in
// web/src/features/park-data/load.ts).
func openingStay(next []sale) sale {
	for _, wanted := range []func(sale) bool{
		func(stay sale) bool { return stay.Channel == defaultChannel },
		func(stay sale) bool { return stay.Nights == defaultNights },
	} {
		if some := slices.Collect(filtered(next, wanted)); len(some) > 0 {
			next = some
		}
	}
	return slices.MinFunc(next, func(a, b sale) int { return cmp.Compare(a.day(), b.day()) })
}

// dealsOf is the list of deals of a page, or nothing where it has none.
func (w *Web) dealsOf(ctx context.Context, page Page) []fact {
	var found struct {
		Deals []struct {
			ParkID, Name string
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
		item := w.offerOf(park, deal.Name, deal.sale)
		if item != nil {
			items = append(items, fact{"@type": "ListItem", "position": len(items) + 1, "item": item})
		}
	}
	if items == nil {
		return nil
	}
	return []fact{{"@context": schema, "@type": "ItemList", "name": page.Title, "itemListElement": items}}
}
