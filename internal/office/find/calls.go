package find

import (
	"context"
	"errors"

	"holidaymaker/internal/office/staff"
)

// ScopeOf is what a person may find.
func ScopeOf(p *staff.Person) Scope {
	s := Scope{Names: p.Grant(staff.SeeNames).May(), Sums: p.Grant(staff.SeeMoney).May()}
	if p.Role == staff.Park {
		s.Parks = append([]string{}, p.Parks...)
	}
	return s
}

// SearchIn is what a person typed.
type SearchIn struct {
	Text string `json:"text"`
}

// SearchTerm is a part of the text, as it was read.
type SearchTerm struct {
	Kind string `json:"kind"` // reference, email, phone, postcode, amount, card, day, park or name
	Text string `json:"text"`
}

// SearchOut is what a search has found.
type SearchOut struct {
	Terms    []SearchTerm `json:"terms"`
	Rows     []SearchRow  `json:"rows"`
	More     bool         `json:"more"`     // there are more bookings than rows
	Forgiven bool         `json:"forgiven"` // one typing error was corrected
}

// SearchRow is a booking that was found. Sums are pence, days yyyy-mm-dd. What the person may
// not see is empty: names, and sums (0).
type SearchRow struct {
	Ref      string `json:"ref"`
	Name     string `json:"name"`
	Postcode string `json:"postcode"`
	Park     string `json:"park"`
	Unit     string `json:"unit"`
	Arrival  string `json:"arrival"`
	Nights   int    `json:"nights"`
	State    string `json:"state"`   // held, paying, confirmed, in_house, stayed, cancelled, refunded or expired
	Settled  bool   `json:"settled"` // nothing is left to pay
	Total    int64  `json:"total"`
	Paid     int64  `json:"paid"`
	Left     int64  `json:"left"`
	Due      string `json:"due"` // '' where there is none
	Why      string `json:"why"`
}

// Search is the call that finds bookings by what a person typed.
func (s *Service) Search(ctx context.Context, p *staff.Person, in SearchIn) (SearchOut, error) {
	scope := ScopeOf(p)
	out := SearchOut{Terms: []SearchTerm{}, Rows: []SearchRow{}}
	a, err := s.Find(ctx, scope, in.Text)
	if errors.Is(err, ErrPersonal) {
		if scope.Names {
			return out, staff.Lacks(staff.SeeMoney)
		}
		return out, staff.Lacks(staff.SeeNames)
	}
	if err != nil {
		return out, err
	}
	out.More, out.Forgiven = a.More, a.Forgiven
	event := staff.EventOf(p, "search", "")
	for _, t := range a.Terms {
		out.Terms = append(out.Terms, SearchTerm{t.Kind, t.Text})
		event.Fields = append(event.Fields, t.Kind)
	}
	for _, row := range a.Rows {
		out.Rows = append(out.Rows, row.shown(scope))
		event.Done += row.Ref + " "
	}
	if len(out.Rows) > 0 {
		err = s.store.Record(ctx, event)
	}
	return out, err
}

// shown is a row as a person sees it.
func (r Row) shown(scope Scope) SearchRow {
	row := SearchRow{Ref: r.Ref, Name: r.Name, Postcode: r.Postcode, Park: r.Park, Unit: r.Unit, Arrival: r.Arrival.ISO(), Nights: r.Nights,
		State: r.State, Settled: r.Left == 0, Why: r.Why}
	if scope.Sums {
		row.Total, row.Paid, row.Left, row.Due = int64(r.Total), int64(r.Paid), int64(r.Left), r.Due
	}
	return row
}
