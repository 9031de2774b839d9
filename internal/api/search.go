package api

import (
	"slices"
	"strconv"
	"sync"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
)

// firstCards is how many results bring their cards along.
const firstCards = 20

// mostCards is how many cards may be asked for at once.
const mostCards = 60

func (a *API) search(r *Request, in SearchQuery) (Encoded, error) {
	v := a.View()
	c, err := v.criteriaOf(in, a.Today())
	if err != nil {
		return Encoded{}, err
	}
	return a.found(v, a.signSearch(c, a.Now()), c), nil
}

func (a *API) searchResults(r *Request, in SearchIDQuery) (Encoded, error) {
	c, err := a.readSearch(in.SearchID)
	if err != nil {
		return Encoded{}, err
	}
	return a.found(a.View(), in.SearchID, c), nil
}

var answers = sync.Pool{New: func() any { return new(availability.Answer) }}

// found runs a search and encodes its Search.
func (a *API) found(v *View, id string, c criteria) Encoded {
	q := c.query(v)
	found := answers.Get().(*availability.Answer)
	defer answers.Put(found)
	v.index.Search(&q, found)
	w := resultWriter{view: v, criteria: c, deposits: newDepositor(a.Today())}
	w.out = make([]byte, 0, 600+len(found.Rows)*420)
	w.text(`{"searchId":`)
	w.string(id)
	w.text(`,"count":`)
	w.int(found.Total)
	w.text(`,"exactCount":`)
	w.int(found.Exact)
	w.text(`,"alternativeCount":`)
	w.int(found.Total - found.Exact)
	w.text(`,"results":[`)
	for i := range found.Rows {
		if i > 0 {
			w.text(",")
		}
		w.row(&found.Rows[i])
	}
	w.text(`],"cards":{`)
	for i, row := range found.Rows[:min(len(found.Rows), firstCards)] {
		if i > 0 {
			w.text(",")
		}
		w.card(v.parkAt[row.Park])
	}
	w.text(`}}`)
	return Encoded{JSON: w.out}
}

// resultWriter appends results; what a search does not decide is encoded
// already.
type resultWriter struct {
	view     *View
	criteria criteria
	deposits *depositor
	out      []byte
}

func (w *resultWriter) text(s string)   { w.out = append(w.out, s...) }
func (w *resultWriter) int(n int)       { w.out = strconv.AppendInt(w.out, int64(n), 10) }
func (w *resultWriter) string(s string) { w.out = append(w.out, encode(s)...) }

// plain appends a string that needs no escaping: ids, dates and amounts.
func (w *resultWriter) plain(s string) {
	w.out = append(append(append(w.out, '"'), s...), '"')
}

// row appends one Result.
func (w *resultWriter) row(row *availability.Row) {
	p, u := w.view.parkAt[row.Park], w.view.unitAt[row.Unit]
	w.out = append(w.out, p.head...)
	w.text(`"channel":`)
	w.plain(w.criteria.Channel)
	w.text(`,"unitId":`)
	w.string(booking.Offer{UnitTypeID: u.ID, Arrival: row.Date, Nights: w.criteria.Nights, Price: row.Price}.ID())
	w.price(row.Price, row.Was)
	w.text(`,"deposit":`)
	w.plain(w.deposits.shown(p.Operator, row.Price, row.Date))
	w.text(`,"date":`)
	w.plain(row.Date.String())
	w.text(`,"nights":`)
	w.int(w.criteria.Nights)
	w.text(`,"exact":`)
	w.out = strconv.AppendBool(w.out, w.criteria.Date == 0 || row.Date == w.criteria.Date)
	w.text(`,"unitCount":`)
	w.int(row.Units)
	w.text(`,"unitsLeft":`)
	w.int(row.Left)
	w.text(`,"offers":`)
	w.out = append(w.out, u.offers...)
	w.text(`,`)
	w.out = append(w.out, p.tail...)
}

func (w *resultWriter) price(price, was money.Pence) {
	w.text(`,"price":`)
	w.plain(price.String())
	if was > price {
		w.text(`,"fullPrice":`)
		w.plain(was.String())
	}
}

// card appends a park's card under its id.
func (w *resultWriter) card(p *park) {
	w.string(p.ID)
	w.text(":")
	w.out = append(w.out, p.card...)
}

func (a *API) parkCards(r *Request, in ParkCardsQuery) (Encoded, error) {
	if len(in.ParkIDs) > mostCards {
		return Encoded{}, Refuse(InvalidPark, "At most 60 parks at once.")
	}
	v := a.View()
	ids := slices.Clone(in.ParkIDs)
	slices.Sort(ids)
	w := resultWriter{view: v}
	w.text(`{"cards":{`)
	for _, id := range slices.Compact(ids) {
		at, ok := v.index.Park(id)
		if _, err := v.park(id); err != nil || !ok {
			continue
		}
		if w.out[len(w.out)-1] == '}' {
			w.text(",")
		}
		w.card(v.parkAt[at])
	}
	w.text("}}")
	return Encoded{JSON: w.out}, nil
}
