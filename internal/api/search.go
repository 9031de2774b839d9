package api

import (
	"slices"
	"strconv"
	"sync"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
)

// firstCards is how many results of a search come with their cards.
const firstCards = 20

// mostCards is how many cards one call may ask for.
const mostCards = 60

func (a *API) search(r *Request, in SearchQuery) (Encoded, error) {
	v := a.View()
	c, err := v.criteriaOf(in, a.Today())
	if err != nil {
		return Encoded{}, err
	}
	return a.found(v, a.signSearch(c, a.Now()), c, a.readerOf(r.Request)), nil
}

func (a *API) searchResults(r *Request, in SearchIDQuery) (Encoded, error) {
	c, err := a.readSearch(in.SearchID)
	if err != nil {
		return Encoded{}, err
	}
	return a.found(a.View(), in.SearchID, c, a.readerOf(r.Request)), nil
}

// waitSeconds is how long the visitor's page waits before it asks again for the
// results of a search that could not run at once.
const waitSeconds = 1

// waiting is the answer to a search that could not run yet.
type waiting struct {
	SearchID string `json:"searchId"`
	Wait     int    `json:"wait"`
	Count    int    `json:"count"`
}

// searchLater answers a search while there is too much to do: the visitor's page
// asks for its results in a moment.
func (a *API) searchLater(_ *Request, in SearchQuery) (Encoded, error) {
	c, err := a.View().criteriaOf(in, a.Today())
	if err != nil {
		return Encoded{}, err
	}
	return Encoded{JSON: encode(waiting{SearchID: a.signSearch(c, a.Now()), Wait: waitSeconds})}, nil
}

// resultsLater likewise answers the call for the results of a search.
func (a *API) resultsLater(_ *Request, in SearchIDQuery) (Encoded, error) {
	if _, err := a.readSearch(in.SearchID); err != nil {
		return Encoded{}, err
	}
	return Encoded{JSON: encode(waiting{SearchID: in.SearchID, Wait: waitSeconds})}, nil
}

var answers = sync.Pool{New: func() any { return new(availability.Answer) }}

// found runs a search and encodes the answer, of type Search.
func (a *API) found(v *View, id string, c criteria, rd reader) Encoded {
	q := c.query(v, rd)
	found := answers.Get().(*availability.Answer)
	defer answers.Put(found)
	v.index.Search(&q, found)
	rows := found.Rows
	if c.Near != nil && found.Total > len(rows) {
		nearest := answers.Get().(*availability.Answer)
		defer answers.Put(nearest)
		rows = v.nearestFirst(&q, position{c.Near[0], c.Near[1]}, found.Rows, nearest)
	}
	w := newWriter(v, rd.today)
	w.criteria = c
	w.text(`{"searchId":`)
	w.plain(id)
	w.text(`,"count":`)
	w.int(found.Total)
	w.text(`,"exactCount":`)
	w.int(found.Exact)
	w.text(`,"alternativeCount":`)
	w.int(found.Total - found.Exact)
	w.text(`,"results":[`)
	for i := range rows {
		row := &rows[i]
		if i%fetched == 0 {
			w.fetch(rows[i:min(i+fetched, len(rows))])
		}
		if i > 0 {
			w.text(",")
		}
		if i == 0 || row.Date != rows[i-1].Date {
			w.nextStay(row.Date)
		}
		w.row(row)
	}
	w.text(`],"cards":{`)
	for i, row := range rows[:min(len(rows), firstCards)] {
		if i > 0 {
			w.text(",")
		}
		w.out = append(w.out, v.parkAt[row.Park].cardOn(c.Channel)...)
	}
	w.text(`}}`)
	return w.encoded()
}

// nearestFirst returns what a search finds near a point, and then, up to its limit,
// others that it has found. It uses the memory of answer.
func (v *View) nearestFirst(q *availability.Query, point position, found []availability.Row, answer *availability.Answer) []availability.Row {
	near := v.near(point)
	q.In = near
	v.index.Search(q, answer)
	for i := 0; i < len(found) && len(answer.Rows) < q.Limit; i++ {
		if !near(found[i].Park) {
			answer.Rows = append(answer.Rows, found[i])
		}
	}
	return answer.Rows
}

// fetched is how many rows fetch reads at once.
const fetched = 32

// fetch reads one byte of each part of several rows, so that the processor
// loads all of them from memory in parallel. Without it, each row would wait
// for its own parts.
func (w *resultWriter) fetch(rows []availability.Row) {
	for i := range rows {
		p, u := &w.view.parkAt[rows[i].Park], &w.view.unitAt[rows[i].Unit]
		w.touched += u.offer[0] + byte(p.deposit.Amount)
		for at := 0; at < len(p.row); at += 64 {
			w.touched += p.row[at]
		}
	}
}

// nextStay encodes the part that is the same in all rows of one date.
func (w *resultWriter) nextStay(day date.Date) {
	c := &w.criteria
	stay := append(day.Append(append(w.stay[:0], `{"date":"`...)), `","exact":`...)
	stay = append(strconv.AppendBool(stay, c.Date == 0 || day == c.Date), `,"channel":"`...)
	stay = append(append(stay, c.Channel...), `","nights":`...)
	w.stay = append(strconv.AppendInt(stay, int64(c.Nights), 10), ',')
}

// row appends one Result. Fields that are equal in many rows, or that depend on
// each other, are next to each other, and those that differ in every row come
// last, because this order compresses best.
func (w *resultWriter) row(row *availability.Row) {
	p, u := &w.view.parkAt[row.Park], &w.view.unitAt[row.Unit]
	out := append(append(append(w.out, w.stay...), p.row[:p.head]...), u.offer[:u.offers]...)
	out = strconv.AppendInt(append(out, `"unitsLeft":`...), int64(row.Left), 10)
	out = strconv.AppendInt(append(out, `,"unitCount":`...), int64(row.Units), 10)
	out = append(append(append(out, ','), p.row[p.head:]...), `"deposit":"`...)
	out = append(appendDeposit(out, &p.deposit, row.Price, row.Date, w.today), `",`...)
	out = booking.AppendStay(append(out, u.offer[u.offers:]...), row.Date, w.criteria.Nights, row.Price)
	out = row.Price.Append(append(out, `","price":"`...))
	if row.Was > row.Price {
		out = row.Was.Append(append(out, `","fullPrice":"`...))
	}
	w.out = append(out, `"}`...)
}

func (a *API) parkCards(_ *Request, in ParkCardsQuery) (Encoded, error) {
	if len(in.ParkIDs) > mostCards {
		return Encoded{}, Refuse(InvalidPark, "At most 60 parks at once.")
	}
	if in.Channel != "" {
		if err := checkChannel(in.Channel); err != nil {
			return Encoded{}, err
		}
	}
	v := a.View()
	ids := slices.Clone(in.ParkIDs)
	slices.Sort(ids)
	w := newWriter(v, a.Today())
	w.text(`{"cards":{`)
	for _, id := range slices.Compact(ids) {
		at, ok := v.index.Park(id)
		if _, err := v.park(id); err != nil || !ok {
			continue
		}
		if w.out[len(w.out)-1] == '}' {
			w.text(",")
		}
		w.out = append(w.out, v.parkAt[at].cardOn(in.Channel)...)
	}
	w.text("}}")
	answer := w.encoded()
	answer.transient = true // a call may name any set of parks
	return answer, nil
}
