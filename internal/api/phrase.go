package api

import (
	"fmt"

	"holidaymaker/internal/catalogue/phrase"
)

// phrase answers with the search that a sentence describes.
func (a *API) phrase(r *Request, in PhraseQuery) (Phrase, error) {
	if !a.Site.SearchLine.Show {
		return Phrase{}, Refuse(NotFound, "Searches in one line are not offered.")
	}
	v := a.View()
	reading := v.words().Read(in.Q, a.Today(), v.holidays.Of(""))
	answer := Phrase{Spans: []PhraseSpan{}, Assumed: []string{}}
	for _, s := range reading.Spans {
		span := PhraseSpan{Kind: string(s.Kind), Text: s.Text, Label: s.Label, Why: s.Why, Without: s.Without}
		for _, c := range s.Choices {
			span.Choices = append(span.Choices, PhraseChoice{c.Label, c.Sentence})
		}
		answer.Spans = append(answer.Spans, span)
	}
	search := &reading.Search
	first := v.catalogue.BooleanFilters()
	answer.Address = "/results?" + search.Query(first, len(v.catalogue.Filters())-first)
	if !reading.Understands() {
		return answer, nil
	}
	answer.Assumed = append(answer.Assumed, search.Assumed()...)
	s, err := a.suggesterOf(r, v, suggestionsOf(search))
	if err != nil {
		return Phrase{}, err
	}
	o := s.outcome(s.criteria)
	answer.Found = &PhraseResult{Count: o.count, More: s.found.Total > len(s.found.Rows), Price: o.least}
	return answer, r.Context().Err()
}

// suggestionsOf is a search of a sentence with its filters, as a call of the API.
func suggestionsOf(s *phrase.Search) SuggestionsQuery {
	nights := s.StayNights()
	in := SuggestionsQuery{SearchQuery: SearchQuery{
		Channel: s.Channel, When: s.When, Nights: &nights, Features: s.Features, Offers: s.Offers,
		PartyQuery: PartyQuery{Adults: &s.Adults, Children: s.Children, Under5s: s.Under5s, PetFriendly: &s.Dogs},
	}, PriceMin: s.PriceMin, PriceMax: s.PriceMax}
	if day := s.Arrival(); day != 0 {
		in.Date = &day
	}
	switch {
	case s.Region == nil:
		in.Box = s.Area()
	case s.Near != nil:
		in.Near = []float64{s.Near.Lat, s.Near.Lon}
	case s.Park != nil:
		in.Park = s.Park.ID
	}
	if s.Region != nil {
		in.Region = s.Region.ID
	}
	for id, least := range s.AtLeast {
		in.Numbers = append(in.Numbers, fmt.Sprintf("%d:%d", id, least))
	}
	return in
}
