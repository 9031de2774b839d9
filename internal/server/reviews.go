package server

import (
	"net/http"

	"holidaymaker/internal/api"
	"holidaymaker/internal/content/reviews"
)

// Reviews is the brand's account at the customer-review service. Without a merchant
// there is none; the demo has a simulated service.
type Reviews struct {
	Merchant string
	URL      string // the service's address; empty: its own
}

func (r Reviews) valid() bool {
	return r.URL == "" || r.Merchant != "" && len(originsOf(r.URL)) == 1
}

// openReviews returns the reader of the customer-review service, or nil. With one,
// pages show what it has read.
func (s *Server) openReviews() *reviews.Reader {
	account := s.config.Reviews
	if s.config.Demo && account.Merchant == "" {
		account = Reviews{Merchant: s.site.SiteCode, URL: originsOf(s.card.XMLURL)[0]}
	}
	if account.Merchant == "" {
		return nil
	}
	s.site.Parks.ShowSiteReviewRating = true
	return reviews.New(reviews.Config{Merchant: account.Merchant, URL: account.URL, Transport: s.measured(http.DefaultTransport, "reviews")})
}

// siteReviews returns the reviews for the API.
func (s *Server) siteReviews() api.SiteReviews {
	read := s.reviews.Current()
	answer := api.SiteReviews{Rating: read.Rating, Count: read.Count, Reviews: []api.SiteReview{}}
	for _, review := range read.Reviews {
		answer.Reviews = append(answer.Reviews, api.SiteReview(review))
	}
	return answer
}
