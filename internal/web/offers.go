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

// cheapest is the cheapest stay at the park of a page, or nil where nothing is on
// sale.
func (w *Web) cheapest(ctx context.Context, page Page) fact {
	var found struct {
		Park struct {
			FromPrice string
			FromStay  sale
		}
	}
	if !w.callAPI(ctx, "/api/parkdetails", map[string]string{"parkId": page.park.ID}, &found) {
		return nil
	}
	stay := found.Park.FromStay
	stay.Price = found.Park.FromPrice
	return w.offerOf(page.park, "Cheapest stay", stay)
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
