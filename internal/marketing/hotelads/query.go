package hotelads

import (
	"bufio"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// question is a message of Google: a HintRequest or a Query.
type question struct {
	XMLName       xml.Name
	LastFetchTime string

	Checkin, FirstDate, LastDate string
	Nights, AffectedNights       int
	DeadlineMs                   int
	Properties                   []string `xml:"PropertyList>Property"`
	Described                    []string `xml:"HotelInfoProperties>Property"`
	Occupancy                    int      `xml:"Context>Occupancy"`
}

const (
	largestQuestion = 1 << 20
	mostProperties  = 1000 // in one Query
	// answerTime is for how long a Query is answered that has no deadline.
	answerTime = 20 * time.Second
	// usualParty is for whom prices are where Google does not say.
	usualParty = 2
)

// itineraries are the stays that a Query asks for.
type itineraries struct {
	first, last date.Date // of arrival
	from, to    int       // nights
	// Where over is set, only those stays that have one of these nights.
	over  bool
	night availability.Nights
}

// stays reads which stays a Query asks for, limited to those that Google takes.
func (q *question) stays(tomorrow date.Date) (it itineraries, err error) {
	var first, last date.Date
	if q.Checkin != "" {
		first, err = date.ParseISO(q.Checkin)
		it.from, it.to, last = q.Nights, q.Nights, first
	} else {
		first, err = date.ParseISO(q.FirstDate)
		if err == nil {
			last, err = date.ParseISO(q.LastDate)
		}
		it.from, it.to = 1, max(q.Nights, q.AffectedNights)
	}
	if err != nil || it.to < 1 {
		return it, fmt.Errorf("a Query needs Checkin and Nights, or FirstDate, LastDate and Nights or AffectedNights: %w", err)
	}
	it.to = min(it.to, maxNights)
	if q.Checkin == "" && q.AffectedNights > 0 {
		it.over, it.night = true, availability.Nights{First: first, Last: last}
		first -= date.Date(it.to - 1)
	}
	it.first, it.last = max(first, tomorrow), min(last, tomorrow+arrivalDays-1)
	return it, nil
}

// has reports whether a stay is among them.
func (it itineraries) has(arrival date.Date, nights int) bool {
	return !it.over || arrival <= it.night.Last && arrival+date.Date(nights) > it.night.First
}

// cheapest returns the lowest price of a stay at a property for a party, with the channel
// over which it is sold; ok is false where none is on sale.
func (p *property) cheapest(view View, arrival date.Date, nights, party int) (price money.Pence, channel string, ok bool) {
	for _, u := range p.units {
		number, known := view.Index.Unit(u.ID)
		if !known || !sold(u.Channel, nights) {
			continue
		}
		if offer, found := view.Index.Offer(number, arrival, nights, party); found && (!ok || offer.Price < price) {
			price, channel, ok = offer.Price, u.Channel, true
		}
	}
	return price, channel, ok
}

// answer answers a HintRequest or a Query of an account.
func (s *Service) answer(w http.ResponseWriter, r *http.Request, a *listedAccount) {
	if s.gate.Enter(r.Context()) != nil {
		w.Header().Set("Retry-After", "10")
		http.Error(w, "too much to do", http.StatusServiceUnavailable)
		return
	}
	defer s.gate.Leave()
	var q question
	if err := xml.NewDecoder(io.LimitReader(r.Body, largestQuestion)).Decode(&q); err != nil {
		http.Error(w, "this is neither a HintRequest nor a Query", http.StatusBadRequest)
		return
	}
	var err error
	switch q.XMLName.Local {
	case "HintRequest":
		err = s.hint(w, r, a, q)
	case "Query":
		err = s.prices(w, r, a, q)
	default:
		http.Error(w, "this is neither a HintRequest nor a Query", http.StatusBadRequest)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}

// skew is how far Google's clock may be behind those of our nodes.
const skew = 2 * time.Minute

// hint says which properties have other prices than when Google last asked, with the arrival
// dates that it should ask for.
func (s *Service) hint(w http.ResponseWriter, r *http.Request, a *listedAccount, q question) error {
	changes, last := availability.Changed{All: true}, date.Date(0)
	if at, err := time.Parse(time.RFC3339, q.LastFetchTime); err == nil {
		last = date.In(at)
		if changes, err = s.config.Store.ChangesSince(r.Context(), at.Add(-skew)); err != nil {
			http.Error(w, "the changes cannot be read now", http.StatusServiceUnavailable)
			return nil //nolint:nilerr // answered
		}
	}
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	_ = s.config.Shown(ctx, changes.Last) // where it takes longer, Google is told again later: see skew
	tomorrow := date.In(s.config.Clock()) + 1
	end := tomorrow + arrivalDays - 1
	out := bufio.NewWriter(xmlAnswer(w))
	fmt.Fprint(out, xml.Header, "<Hint>")
	for _, p := range a.properties {
		first, until := date.Date(0), date.Date(0)
		for _, u := range p.units {
			if nights, changed := changes.Units[u.ID]; changed {
				from, to := nights.First-maxNights+1, nights.Last // arrivals of stays with these nights
				if nights == (availability.Nights{}) {
					from, to = tomorrow, end
				}
				if first == 0 || from < first {
					first = from
				}
				until = max(until, to)
			}
		}
		if changes.All {
			first, until = tomorrow, end
		}
		if today := tomorrow - 1; last < today && until < end { // dates have come on sale by themselves
			if first == 0 {
				first = end - (today - last) + 1
			}
			until = end
		}
		if first, until = max(first, tomorrow), min(until, end); first <= until {
			fmt.Fprintf(out, "<Item><Property>%s</Property><FirstDate>%s</FirstDate><LastDate>%s</LastDate></Item>", p.id, first.ISO(), until.ISO())
		}
	}
	fmt.Fprint(out, "</Hint>")
	_ = out.Flush() // a reader who left is no fault
	return nil
}

// prices answers a Query: with the price of each stay that it asks for, or with the rooms of
// properties. It ends in time for Google's deadline; what is not answered then, Google asks
// again.
func (s *Service) prices(w http.ResponseWriter, r *http.Request, a *listedAccount, q question) error {
	now := s.config.Clock()
	out := bufio.NewWriter(w)
	begin := func() {
		xmlAnswer(w)
		fmt.Fprintf(out, xml.Header+`<Transaction timestamp="%s" id="%s">`, now.UTC().Format(time.RFC3339), uuid.NewString())
	}
	end := func() { fmt.Fprint(out, "</Transaction>"); _ = out.Flush() } // a reader who left is no fault
	if len(q.Described) > 0 {
		begin()
		for _, id := range q.Described {
			if p := a.byID[id]; p != nil {
				fmt.Fprint(out, propertyData(a.Account, p))
			}
		}
		end()
		return nil
	}
	it, err := q.stays(date.In(now) + 1)
	if err != nil {
		return err
	}
	if len(q.Properties) > mostProperties {
		return fmt.Errorf("a Query names %d properties at most", mostProperties)
	}
	// Not by our clock: it may be shifted, and this is about how long it takes.
	limit := answerTime
	if q.DeadlineMs > 0 {
		limit = min(limit, time.Duration(q.DeadlineMs)*time.Millisecond*8/10)
	}
	until := time.Now().Add(limit)
	view := s.config.Current()
	begin()
	for _, id := range q.Properties {
		if code.MatchString(id) && time.Now().Before(until) {
			writeResults(out, a.byID[id], id, view, it, q.Occupancy, until)
		}
	}
	end()
	return nil
}

// writeResults writes a result for each stay at a property; p is nil where it is not listed.
func writeResults(out io.Writer, p *property, id string, view View, it itineraries, occupancy int, until time.Time) {
	party, people := usualParty, ""
	if occupancy > 0 && occupancy != usualParty {
		party, people = occupancy, fmt.Sprintf("<Occupancy>%d</Occupancy>", occupancy)
	}
	for arrival := it.first; arrival <= it.last && time.Now().Before(until); arrival++ {
		for nights := it.from; nights <= it.to; nights++ {
			if !it.has(arrival, nights) {
				continue
			}
			fmt.Fprintf(out, "<Result><Property>%s</Property><Checkin>%s</Checkin><Nights>%d</Nights>", id, arrival.ISO(), nights)
			price, ok := money.Pence(0), false
			if p != nil {
				price, _, ok = p.cheapest(view, arrival, nights, party)
			}
			if ok { // the whole price: UK law takes no later charges
				fmt.Fprintf(out, `<Baserate currency="GBP">%s</Baserate><Tax currency="GBP">0</Tax><OtherFees currency="GBP">0</OtherFees>`, price)
			} else {
				fmt.Fprint(out, `<Baserate currency="GBP">-1</Baserate><Unavailable><NoVacancy/></Unavailable>`)
			}
			fmt.Fprint(out, people, "</Result>")
		}
	}
}

// xmlAnswer sets the headers of an answer for Google.
func xmlAnswer(w http.ResponseWriter) http.ResponseWriter {
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	return w
}

// Routes registers what Google and people who come from it call. notFound answers where
// there is no such property.
func (s *Service) Routes(handle func(pattern string, h http.Handler), notFound http.Handler) {
	account := func(answer func(http.ResponseWriter, *http.Request, *listedAccount)) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			listed := s.listed.Load()
			if listed == nil {
				w.Header().Set("Retry-After", "5")
				http.Error(w, "not ready yet", http.StatusServiceUnavailable)
				return
			}
			a := listed.of[r.PathValue("account")]
			if a == nil || !a.admits(r) { // an account that does not exist looks the same
				w.Header().Set("WWW-Authenticate", `Basic realm="hotel ads", charset="UTF-8"`)
				http.Error(w, "unauthorised", http.StatusUnauthorized)
				return
			}
			answer(w, r, a)
		})
	}
	handle("GET /hotel-ads/{account}/listings.xml", account(func(w http.ResponseWriter, _ *http.Request, a *listedAccount) {
		_ = writeListings(xmlAnswer(w), a.Account, s.config.Site, a.properties) // a reader who left is no fault
	}))
	handle("GET /hotel-ads/{account}/landing-pages.xml", account(func(w http.ResponseWriter, _ *http.Request, a *listedAccount) {
		_ = writeLandingPages(xmlAnswer(w), a.Account, s.config.Site, s.config.Name) // a reader who left is no fault
	}))
	handle("POST /hotel-ads/{account}/prices", account(func(w http.ResponseWriter, r *http.Request, a *listedAccount) {
		if a.Mode != ByQuery {
			http.Error(w, "this account is told of prices when they change", http.StatusNotFound)
			return
		}
		s.answer(w, r, a)
	}))
	handle("GET "+StayPath+"{account}/{property}", s.stay(notFound))
}

// stay leads to the page of a property's park that opens a stay: on the channel that sells
// it for the lowest price.
func (s *Service) stay(notFound http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var a *listedAccount
		if listed := s.listed.Load(); listed != nil {
			a = listed.of[r.PathValue("account")]
		}
		if a == nil || a.byID[r.PathValue("property")] == nil {
			notFound.ServeHTTP(w, r)
			return
		}
		p, query := a.byID[r.PathValue("property")], r.URL.Query()
		w.Header().Set("Cache-Control", "no-store")
		arrival, err := date.ParseISO(query.Get("d"))
		nights := numberIn(query, "n", 1, maxNights, 0)
		if err != nil || nights == 0 {
			http.Redirect(w, r, p.park.Path(), http.StatusFound)
			return
		}
		adults, children := numberIn(query, "adults", 1, catalogue.MaxParty, usualParty), numberIn(query, "children", 0, catalogue.MaxParty, 0)
		_, channel, ok := p.cheapest(s.config.Current(), arrival, nights, adults+children)
		if !ok { // it is sold by now: the page offers other dates
			channel = p.units[0].Channel
		}
		http.Redirect(w, r, p.address(a.Account, channel, arrival, nights, adults, children), http.StatusFound)
	})
}

// numberIn reads a number of a query; where it is missing or out of range, it is usual.
func numberIn(query url.Values, name string, least, most, usual int) int {
	n, err := strconv.Atoi(query.Get(name))
	if err != nil || n < least || n > most {
		return usual
	}
	return n
}
