package simulator

import (
	"encoding/json"
	"net/http"
)

// customerReviews are made up, like everything in the demo. The newest is first.
var customerReviews = []struct{ name, text string }{
	{"Hannah W", "Found a park, chose the dates and paid in ten minutes. The price at the end was the price at the beginning."},
	{"", "We rang to ask about the dog and got a clear answer at once."},
	{"Graham P", "Booked for three families. The confirmation came within the minute, and the park knew us when we arrived."},
	{"Sunita R", "Paid the deposit in January and the rest in May, all without a telephone call."},
}

// reviewRoutes serves a customer-review service in the wire format of Feefo. It
// answers for every merchant.
func (s *Simulator) reviewRoutes() {
	s.mux.HandleFunc("GET /api/10/reviews/summary/all", func(w http.ResponseWriter, r *http.Request) {
		sendReviews(w, map[string]any{
			"merchant": map[string]any{"identifier": r.FormValue("merchant_identifier")},
			"meta":     map[string]any{"count": 1284},
			"rating":   map[string]any{"min": 1.0, "max": 5.0, "rating": 4.6},
		})
	})
	s.mux.HandleFunc("GET /api/10/reviews/all", func(w http.ResponseWriter, _ *http.Request) {
		list := []map[string]any{}
		for _, review := range customerReviews {
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
