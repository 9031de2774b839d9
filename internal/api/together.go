package api

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

const (
	// TogetherPath is the page that lists what can be booked together, and books it.
	TogetherPath = "/together"
	// mostSplits is how many divisions of a stay, and of a party, a search tries.
	mostSplits = 4
	// mostTogether is how many parks a search suggests for units together. It looks for the
	// exact price at so many times as many that may have it.
	mostTogether, triedTogether = 3, 4
)

// togetherWish is a stay that several units of a park may fit.
type togetherWish struct {
	park    *catalogue.ParkInfo
	channel string
	arrival date.Date
	nights  int
	party   booking.Party
}

// sold is what a park sells together for a wish.
type sold struct {
	booking.Together
	turns bool
	price money.Pence
}

// sellsTogether reports whether a booking may have several units of a park: its rules allow
// it, we take the booking ourselves, and no promotion has prices of its own.
func (a *API) sellsTogether(p *catalogue.ParkInfo) bool {
	return p != nil && p.AffiliateURL == "" && p.RegionID != catalogue.HiddenRegion && !a.Promotion.Current().AsksWords() && a.Bookings.SellsTogether(&p.Park)
}

// mostUnits is how many units of a park one booking may have; 0: it sells each on its own.
func (a *API) mostUnits(p *catalogue.ParkInfo) int {
	if !a.sellsTogether(p) {
		return 0
	}
	return min(p.Rules.MaxUnits, booking.MostUnits)
}

// together answers with what a park sells together for a stay.
func (a *API) together(r *Request, in TogetherQuery) (Together, error) {
	v := a.View()
	w, err := v.togetherWish(in, a.Today())
	if err != nil {
		return Together{}, err
	}
	chosen, err := in.chosen(w.party.Dogs)
	if err != nil {
		return Together{}, err
	}
	if chosen != nil {
		w.party = everybody(chosen)
	}
	answer := Together{Page: w.path(), ParkName: w.park.Name, Place: w.park.Town, Path: w.stayPath(), ArrivalDay: w.arrival.Long(), Party: w.party.Text(), Options: []TogetherOption{}}
	if whole := v.stays(w, w.arrival, w.nights, w.party); len(whole) > 0 {
		answer.Whole = &whole[0].Price
	}
	if answer.MostUnits = a.mostUnits(w.park); answer.MostUnits == 0 {
		return answer, nil
	}
	var found []sold
	switch {
	case len(chosen) > answer.MostUnits:
		return answer, Refuse(InvalidRequest, "This park sells at most "+strconv.Itoa(answer.MostUnits)+" units together.")
	case chosen != nil:
		if t, ok := v.sideBySide(w, chosen); ok {
			found = append(found, t)
		}
	case in.Units > 1:
		found = v.beside(w, min(in.Units, answer.MostUnits), min(in.Units, answer.MostUnits))
	default:
		if answer.Whole == nil {
			found = v.inTurn(w)
		}
		found = append(found, v.beside(w, 2, answer.MostUnits)...)
	}
	for _, one := range found {
		answer.Options = append(answer.Options, v.optionOf(one))
	}
	return answer, r.Context().Err()
}

// togetherWish checks a query.
func (v *View) togetherWish(in TogetherQuery, today date.Date) (w togetherWish, err error) {
	w = togetherWish{channel: in.Channel, arrival: *in.Date, nights: in.Nights, party: in.party()}
	if w.park, err = v.park(in.Park); err != nil {
		return w, err
	}
	if err := checkChannel(w.channel); err != nil {
		return w, err
	}
	_, w.party.Dogs, err = in.people(w.channel)
	switch {
	case err != nil:
		return w, err
	case w.arrival <= today:
		return w, Refuse(InvalidDate, "Please choose a date from tomorrow on.")
	case !nightsAllowed(w.channel, w.nights):
		return w, errNights
	case in.Units < 0 || in.Units > booking.MostUnits:
		return w, Refuse(InvalidRequest, "A booking has at most "+strconv.Itoa(booking.MostUnits)+" units.")
	}
	return w, nil
}

// chosen returns who is to sleep in which unit, where the visitor has said it. Dogs come with the
// first group.
func (in *TogetherQuery) chosen(dogs bool) (groups []booking.Party, err error) {
	channel, _ := catalogue.ChannelOf(in.Channel)
	for n := 1; n <= booking.MostUnits; n++ {
		unit := strconv.Itoa(n)
		p := booking.Party{Adults: in.Sleeps["a"+unit], Children: in.Sleeps["c"+unit], Under5s: in.Sleeps["i"+unit]}
		if p == (booking.Party{}) {
			continue
		}
		if p.Adults < 1 {
			return nil, Refuse(InvalidParty, "An adult sleeps in each unit.")
		}
		if err := p.Check(channel); err != nil {
			return nil, err
		}
		p.Dogs = dogs && len(groups) == 0
		groups = append(groups, p)
	}
	switch len(groups) {
	case 0:
		return nil, nil
	case 1:
		return nil, Refuse(InvalidParty, "Please say who sleeps in the second unit.")
	}
	return groups, everybody(groups).Check(channel)
}

// everybody is who sleeps in all of the units, with the dogs of the first.
func everybody(groups []booking.Party) (all booking.Party) {
	all.Dogs = groups[0].Dogs
	for _, g := range groups {
		all.Adults += g.Adults
		all.Children += g.Children
		all.Under5s += g.Under5s
	}
	return all
}

func (w togetherWish) stayPath() string {
	return w.park.StayPath("", w.channel, w.arrival, w.nights, w.people(), w.party.Dogs)
}

func (w togetherWish) people() [3]int {
	return [3]int{w.party.Adults, w.party.Children, w.party.Under5s}
}

// path is the page that lists what the park sells together for the wish.
func (w togetherWish) path() string {
	query := url.Values{"park": {w.park.ID}, "channel": {w.channel}, "date": {w.arrival.String()}, "nights": {strconv.Itoa(w.nights)}}
	for i, name := range []string{"adults", "children", "infants"} {
		query.Set(name, strconv.Itoa(w.people()[i]))
	}
	if w.party.Dogs {
		query.Set("dogs", "y")
	}
	return TogetherPath + "?" + query.Encode()
}

// stays returns what the park sells to a party for some nights, the cheapest first.
func (v *View) stays(w togetherWish, arrival date.Date, nights int, p booking.Party) []availability.Offer {
	return v.index.ParkWindow(&availability.WindowQuery{Park: w.park.ID, Channel: w.channel, From: arrival, To: arrival, Nights: nights, Party: p.Size(), Dogs: p.Dogs}, nil)
}

// partOf is a stay of an offer for those who sleep in it.
func (v *View) partOf(o availability.Offer, p booking.Party) booking.PartOffer {
	return booking.PartOffer{Offer: booking.Offer{UnitTypeID: v.unitAt[o.Unit].ID, Arrival: o.Date, Nights: o.Nights, Price: o.Price}, Party: p}
}

// inTurn returns the cheapest stays in one unit after the other: first those whose parts are
// as equal as can be. A levy on a stay as a whole would be too much for two.
func (v *View) inTurn(w togetherWish) (found []sold) {
	for _, first := range splits(w.nights) {
		a := v.stays(w, w.arrival, first, w.party)
		b := v.stays(w, w.arrival+date.Date(first), w.nights-first, w.party)
		whole := func(o availability.Offer) bool { return catalogue.LeviedAsAWhole(v.unitAt[o.Unit].Levies()) }
		if len(a) == 0 || len(b) == 0 || whole(a[0]) || whole(b[0]) {
			continue
		}
		found = append(found, sold{booking.Together{v.partOf(a[0], w.party), v.partOf(b[0], w.party)}, true, a[0].Price + b[0].Price})
	}
	slices.SortStableFunc(found, func(a, b sold) int { return cmp.Compare(a.price, b.price) })
	return found
}

// splits returns how long the first of two stays may be, the most equal divisions first.
func splits(nights int) (first []int) {
	for n := 1; n < nights; n++ {
		first = append(first, n)
	}
	uneven := func(n int) int { return max(n, nights-n) }
	slices.SortStableFunc(first, func(a, b int) int { return cmp.Or(cmp.Compare(uneven(a), uneven(b)), cmp.Compare(b, a)) })
	return first[:min(len(first), mostSplits)]
}

// beside returns the cheapest units for the same nights: the fewest, from least to most, in
// which the party finds room.
func (v *View) beside(w togetherWish, least, most int) []sold {
	for units := least; units <= most; units++ {
		for _, groups := range groupsOf(w.party, units, leastAdults(w.channel)) {
			if t, ok := v.sideBySide(w, groups); ok {
				return []sold{t}
			}
		}
	}
	return nil
}

// leastAdults is how many adults sleep in a unit of a channel at least.
func leastAdults(channel string) int {
	rules, _ := catalogue.ChannelOf(channel)
	return max(1, rules.MinAdults())
}

// sideBySide returns the cheapest units of a park for groups, whose largest is first.
func (v *View) sideBySide(w togetherWish, groups []booking.Party) (t sold, ok bool) {
	adults := 0
	used := map[int]int{}
	for _, group := range groups {
		offers := v.stays(w, w.arrival, w.nights, group)
		i := slices.IndexFunc(offers, func(o availability.Offer) bool { return o.Left > used[o.Unit] })
		if i < 0 {
			return t, false
		}
		used[offers[i].Unit]++
		adults += group.Adults
		t.Together = append(t.Together, v.partOf(offers[i], group))
		t.price += offers[i].Price
	}
	rules := w.park.Rules
	return t, rules.MaxAdults == 0 || adults <= rules.MaxAdults
}

// groupsOf returns the ways in which a party may be divided among units: evenly, and of two
// units also less and less so. Dogs come with the first group. None where a unit would have
// too few adults.
func groupsOf(p booking.Party, units, leastAdults int) (ways [][]booking.Party) {
	if p.Adults < units*leastAdults {
		return nil
	}
	larger := (p.Size() + units - 1) / units
	for first := larger; first < p.Size() && len(ways) < mostSplits; first++ {
		if groups := divided(p, units, leastAdults, first); groups[0].Size() == first {
			ways = append(ways, groups)
		}
		if units > 2 {
			break
		}
	}
	return ways
}

// divided divides a party so that its first group has so many people, and the others are
// alike. Adults are spread first, so that each group has some to look after its children.
func divided(p booking.Party, units, leastAdults, first int) []booking.Party {
	groups := make([]booking.Party, units)
	room := make([]int, units)
	for i := range groups {
		groups[i].Adults = leastAdults
		room[i] = (p.Size() - first + i - 1) / (units - 1) // of the others, the later ones are larger by one at most
	}
	room[0] = first
	emptiest := func() *booking.Party {
		most := 0
		for i := range groups {
			if room[i]-groups[i].Size() > room[most]-groups[most].Size() {
				most = i
			}
		}
		return &groups[most]
	}
	for range p.Adults - units*leastAdults {
		emptiest().Adults++
	}
	for range p.Children {
		emptiest().Children++
	}
	for range p.Under5s {
		emptiest().Under5s++
	}
	groups[0].Dogs = p.Dogs
	return groups
}

// together returns what parks of the search sell together on its nights, where they have no
// unit for all: the cheapest first.
func (s *suggester) together(party booking.Party, sells func(*catalogue.ParkInfo) bool) (found []SuggestedTogether) {
	if s.criteria.Date == 0 || len(s.filters.offers) > 0 || len(s.view.together) == 0 {
		return nil
	}
	party.Dogs = s.criteria.Dogs
	atLeast := s.leastTogether(party, sells)
	parks := slices.SortedFunc(maps.Keys(atLeast), func(a, b int) int { return cmp.Or(cmp.Compare(atLeast[a], atLeast[b]), cmp.Compare(a, b)) })
	for _, at := range parks[:min(len(parks), mostTogether*triedTogether)] {
		w := togetherWish{park: s.view.parkAt[at].ParkInfo, channel: s.criteria.Channel, arrival: s.criteria.Date, nights: s.criteria.Nights, party: party}
		all := append(s.view.inTurn(w), s.view.beside(w, 2, min(w.park.Rules.MaxUnits, booking.MostUnits))...)
		if len(all) == 0 {
			continue
		}
		best := slices.MinFunc(all, func(a, b sold) int { return cmp.Compare(a.price, b.price) })
		if s.filters.stay(nil, best.price) {
			found = append(found, SuggestedTogether{w.park.ID, w.park.Name, s.view.textOf(best), best.price, w.path()})
		}
	}
	slices.SortStableFunc(found, func(a, b SuggestedTogether) int { return cmp.Compare(a.Price, b.Price) })
	return found[:min(len(found), mostTogether)]
}

// leastTogether returns by park what its units together cost at least: the cheapest of each
// part, whether or not enough of them are left. Parks with one unit for all are left out.
func (s *suggester) leastTogether(party booking.Party, sells func(*catalogue.ParkInfo) bool) (least map[int]money.Pence) {
	selling := map[int]bool{}
	only := s.pricedRegion() // else the search itself says which parks are meant
	for _, at := range s.view.together {
		p := s.view.parkAt[at].ParkInfo
		if (only == allRegions || p.RegionID == only) && s.filters.park(p) && sells(p) {
			selling[at] = true
		}
	}
	least = map[int]money.Pence{}
	cheapest := func(arrival date.Date, nights int, p booking.Party) map[int]money.Pence {
		c := s.criteria
		c.Date, c.Nights, c.Party, c.Dogs, c.Flex = arrival, nights, p.Size(), p.Dogs, 0
		return s.cheapest(c, selling)
	}
	for at := range cheapest(s.criteria.Date, s.criteria.Nights, party) {
		delete(selling, at)
	}
	add := func(parts ...map[int]money.Pence) {
		for at, sum := range parts[0] {
			all := true
			for _, part := range parts[1:] {
				price, ok := part[at]
				all = all && ok
				sum += price
			}
			if all {
				least[at] = lower(least[at], sum)
			}
		}
	}
	c := &s.criteria
	for _, first := range splits(c.Nights) {
		add(cheapest(c.Date, first, party), cheapest(c.Date+date.Date(first), c.Nights-first, party))
	}
	for units := 2; units <= booking.MostUnits && (units == 2 || len(least) == 0); units++ {
		for _, groups := range groupsOf(party, units, leastAdults(c.Channel)) {
			var parts []map[int]money.Pence
			for i, g := range groups {
				if i > 1 && g.Size() == groups[i-1].Size() {
					parts = append(parts, parts[i-1])
				} else {
					parts = append(parts, cheapest(c.Date, c.Nights, g))
				}
			}
			add(parts...)
		}
	}
	return least
}

// cheapest returns the lowest price of each of some parks that a search finds.
func (s *suggester) cheapest(c criteria, parks map[int]bool) map[int]money.Pence {
	prices := map[int]money.Pence{}
	if len(parks) == 0 || s.ctx.Err() != nil {
		return prices
	}
	q := c.query(s.view, s.reader)
	in := q.In
	q.In = func(at int) bool { return parks[at] && (in == nil || in(at)) }
	s.view.index.Search(&q, &s.found)
	for i := range s.found.Rows {
		prices[s.found.Rows[i].Park] = s.found.Rows[i].Price
	}
	return prices
}

// textOf says what is sold, in words.
func (v *View) textOf(s sold) string {
	var texts []string
	for _, p := range s.Together {
		u, _ := v.catalogue.Unit(p.UnitTypeID)
		if s.turns {
			nights := strconv.Itoa(p.Nights) + " nights"
			if p.Nights == 1 {
				nights = "1 night"
			}
			texts = append(texts, nights+" in "+u.Title())
		} else {
			texts = append(texts, u.Title()+" for "+strconv.Itoa(p.Party.Size()))
		}
	}
	if s.turns {
		return strings.Join(texts, ", then ")
	}
	return "Side by side: " + strings.Join(texts, "; ")
}

// startTogether books what a park sells together.
func (a *API) startTogether(r *Request, in TogetherForm) (Nothing, error) {
	if a.Promotion.Current().AsksWords() {
		return Nothing{}, Refuse(InvalidUnit, "These units cannot be booked together.")
	}
	token := cmp.Or(r.Token(), booking.NewToken())
	if _, err := a.Bookings.StartTogether(r.Context(), r.visitorWith(token), in.ID, a.click(r)); err != nil {
		return Nothing{}, err
	}
	r.SetToken(token)
	a.Settle(r.Context())
	return Nothing{}, nil
}

// toHeld is the park's page, which shows the hold with a button to continue.
func (a *API) toHeld(r *http.Request) string {
	asked, err := booking.ParseTogether(r.PostForm.Get("id"))
	if err != nil {
		return "/"
	}
	unit, ok := a.View().catalogue.Unit(asked[0].UnitTypeID)
	if !ok {
		return "/"
	}
	w := togetherWish{park: unit.Park, channel: unit.Channel, arrival: asked[0].Arrival, nights: asked[0].Nights, party: asked.Party()}
	return w.stayPath() + "#prices"
}

// optionOf is what is sold, as the API writes it.
func (v *View) optionOf(s sold) TogetherOption {
	o := TogetherOption{ID: s.ID(), Turns: s.turns, Price: s.price}
	for _, p := range s.Together {
		u, _ := v.catalogue.Unit(p.UnitTypeID)
		o.Parts = append(o.Parts, TogetherPart{UnitDesc: u.Title(), ArrivalDay: p.Arrival.Long(), Nights: p.Nights, Party: p.Party.Text(),
			Adults: p.Party.Adults, Children: p.Party.Children, Under5s: p.Party.Under5s, Price: p.Price})
	}
	return o
}
