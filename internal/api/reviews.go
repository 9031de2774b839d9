package api

func (a *API) reviews(_ *Request, in ParkQuery) (Encoded, error) {
	p, err := a.View().park(in.ParkID)
	if err != nil {
		return Encoded{}, err
	}
	answer := Reviews{Reviews: []Review{}, Bubbles: p.Bubbles}
	for _, review := range p.Reviews {
		answer.Reviews = append(answer.Reviews, Review(review))
	}
	return Encoded{JSON: encode(answer)}, nil
}

func (a *API) siteReviews(*Request, NoQuery) (SiteReviews, error) {
	return a.SiteReviews(), nil
}
