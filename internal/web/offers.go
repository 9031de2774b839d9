package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

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

// offer is a stay for two adults at a price that holds for bookings until the
// day before its arrival date. It is nil for a stay without price or date.
func offer(name, price, arrival, address string) fact {
	day, err := date.Parse(arrival)
	if err != nil || price == "" {
		return nil
	}
	return fact{
		"@type": "Offer", "name": name, "price": price, "priceCurrency": "GBP", "priceValidUntil": (day - 1).ISO(),
		"availability": schema + "/InStock", "url": address,
	}
}

// cheapest is the cheapest stay at the park of a page, or nil where nothing is on
// sale.
func (w *Web) cheapest(ctx context.Context, page Page) fact {
	var found struct {
		Park struct{ FromPrice, FromDate string }
	}
	if !w.callAPI(ctx, "/api/parkdetails", map[string]string{"parkId": page.park.ID}, &found) {
		return nil
	}
	return offer("Cheapest stay for 2 adults", found.Park.FromPrice, found.Park.FromDate, w.Site.Global.SiteBaseURL+page.Canonical)
}

// dealsOf is the list of deals of a page, or nothing where it has none.
func (w *Web) dealsOf(ctx context.Context, page Page) []fact {
	var found struct {
		Deals []struct {
			ParkID, Name, Date, Price string
			Nights                    int
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
		stay := url.Values{"channel": {page.deals["channel"]}, "nights": {strconv.Itoa(deal.Nights)}, "date": {deal.Date}} // dd/mm/yyyy, as in all addresses
		item := offer(fmt.Sprintf("%s, %d nights from %s for 2 adults", deal.Name, deal.Nights, deal.Date), deal.Price, deal.Date,
			w.Site.Global.SiteBaseURL+(&url.URL{Path: parkPath(park), RawQuery: stay.Encode()}).String())
		if item != nil {
			items = append(items, fact{"@type": "ListItem", "position": len(items) + 1, "item": item})
		}
	}
	if items == nil {
		return nil
	}
	return []fact{{"@context": schema, "@type": "ItemList", "name": page.Title, "itemListElement": items}}
}
