package simulator

import (
	"encoding/json"
	"net/http"
	"slices"
)

type customerReview struct{ name, text string }

// customerReviews are made up, like everything in the demo. The newest is first.
var customerReviews = []customerReview{
	{"Hannah W", "Found a park, chose the dates and paid in ten minutes. The price at the end was the price at the beginning."},
	{"", "We rang to ask about the dog and got a clear answer at once."},
	{"Graham P", "Booked for three families. The confirmation came within the minute, and the park knew us when we arrived."},
	{"Sunita R", "Paid the deposit in January and the rest in May, all without a telephone call."},
	{"Moira K", "The calendar with a price on every day saved us a good deal: two days later cost half."},
	{"Alan B", "Booked on my telephone on the bus. It was simpler than ordering a pizza."},
	{"", "I had the wrong week and changed it before paying. Nothing was lost, and nothing was added."},
	{"Bethan L", "Clear about what is included. We paid for gas and towels nowhere."},
	{"Yusuf A", "An honest site: it said that two lodges were left, and the next day it said one."},
	{"Carol D", "The email had everything: directions, times, what we owe and when."},
	{"Peter H", "Second year with them. The same quick booking, another lovely park."},
	{"", "Cancelled because of an operation. I knew beforehand what would come back, and it came."},
	{"Dilys M", "Found our usual park at a better week than the one I had in mind."},
	{"Rashid K", "Three brothers, three caravans, one evening at the kitchen table."},
	{"", "My screen reader got through the whole booking without help."},
	{"Fiona T", "We paid by card in two parts and always knew what was left."},
}

// merchants are the brands, which have customers of their own. Every other merchant
// has those of the first.
var merchants = []string{"BF", "SN", "MT", "RP"}

// customersOf returns what the customers of a merchant say, and how many they are.
func customersOf(merchant string) (list []customerReview, count int) {
	const shown = 4
	at := max(slices.Index(merchants, merchant), 0)
	return customerReviews[at*shown : (at+1)*shown], 1284 - 173*at
}

// reviewRoutes serves a customer-review service in the wire format of Feefo. It
// answers for every merchant.
func (s *Simulator) reviewRoutes() {
	s.mux.HandleFunc("GET /api/10/reviews/summary/all", func(w http.ResponseWriter, r *http.Request) {
		_, count := customersOf(r.FormValue("merchant_identifier"))
		sendReviews(w, map[string]any{
			"merchant": map[string]any{"identifier": r.FormValue("merchant_identifier")},
			"meta":     map[string]any{"count": count},
			"rating":   map[string]any{"min": 1.0, "max": 5.0, "rating": 4.6},
		})
	})
	s.mux.HandleFunc("GET /api/10/reviews/all", func(w http.ResponseWriter, r *http.Request) {
		customers, _ := customersOf(r.FormValue("merchant_identifier"))
		list := []map[string]any{}
		for _, review := range customers {
			one := map[string]any{"service": map[string]any{"review": review.text, "rating": map[string]any{"min": 1, "max": 5, "rating": 5}}}
			if review.name != "" {
				one["customer"] = map[string]any{"display_name": review.name}
			}
			list = append(list, one)
		}
		sendReviews(w, map[string]any{"summary": map[string]any{"meta": map[string]any{"count": len(list), "pages": 1, "page_size": 20}}, "reviews": list})
	})
}

func sendReviews(w http.ResponseWriter, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // a reader who left is no fault
}
