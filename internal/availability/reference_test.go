package availability

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// reference answers everything an Index answers by reading every price table: plain,
// slow and easy to check against the specification.
type reference struct {
	mu      sync.RWMutex
	inv     BuildInput
	first   date.Date
	stock   []stock
	units   map[string]int
	parks   map[string]int
	version atomic.Uint64
}

type stock struct {
	table     *PriceTable
	allotment Allotment
	taken     map[date.Date]int
}

func buildReference(inv BuildInput) (*reference, error) {
	ix := &reference{inv: inv, first: inv.First, stock: make([]stock, len(inv.Units)), units: map[string]int{}, parks: map[string]int{}}
	ix.version.Store(inv.Version)
	for i, p := range inv.Parks {
		ix.parks[p.ID] = i
	}
	all := make([]int, len(inv.Units))
	for i, u := range inv.Units {
		if u.Park < 0 || u.Park >= len(inv.Parks) {
			return nil, fmt.Errorf("build index: unit type %s: no park %d", u.ID, u.Park)
		}
		ix.units[u.ID], all[i] = i, i
	}
	var errs []error
	put := func(unit int, s UnitData) {
		ch := Change{Unit: unit, PriceTable: s.PriceTable, Allotment: s.Allotment, Booked: s.Booked}
		errs = append(errs, ix.change(ch))
	}
	if inv.Load == nil {
		for i, u := range inv.Units {
			put(i, u.Data)
		}
	} else if err := inv.Load(all, put); err != nil {
		return nil, fmt.Errorf("build index: %w", err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("build index: %w", err)
	}
	return ix, nil
}

func (ix *reference) Apply(changes []Change) error {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	defer ix.version.Add(1)
	var errs []error
	for _, ch := range changes {
		errs = append(errs, ix.change(ch))
	}
	return errors.Join(errs...)
}

func (ix *reference) change(ch Change) (err error) {
	st := &ix.stock[ch.Unit]
	if st.taken == nil {
		st.taken = map[date.Date]int{}
	}
	fail := func(err error) error { return fmt.Errorf("unit type %s: %w", ix.inv.Units[ch.Unit].ID, err) }
	if ch.PriceTable != nil {
		st.table = nil
		if len(ch.PriceTable) > 0 {
			if st.table, err = DecodePriceTable(ch.PriceTable); err != nil {
				return fail(err)
			}
			st.table = st.table.Trim(ix.inv.First, ix.inv.Days)
		}
	}
	for _, stay := range ch.Prices {
		for k, p := range stay.Prices {
			was := uint32(0)
			if stay.Was != nil {
				was = stay.Was[k]
			}
			if err := st.table.Set(stay.Arrival, stay.Nights, k, pence(p), pence(was)); err != nil {
				return fail(err)
			}
		}
	}
	if ch.Allotment != nil {
		if st.allotment, err = DecodeAllotment(ch.Allotment); err != nil {
			return fail(err)
		}
	}
	for _, t := range ch.Booked {
		st.taken[t.Night] = t.Units
	}
	return nil
}

func (ix *reference) Version() uint64 { return ix.version.Load() }

func (ix *reference) Window() (first date.Date, days int) {
	return ix.first, ix.inv.Days - int(ix.first-ix.inv.First)
}

func (ix *reference) HideBefore(first date.Date) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if first > ix.first {
		ix.first = min(first, ix.inv.First+date.Date(ix.inv.Days))
		ix.version.Add(1)
	}
}

func (ix *reference) Unit(id string) (unit int, ok bool) {
	unit, ok = ix.units[id]
	return unit, ok
}

func (ix *reference) Park(id string) (park int, ok bool) {
	park, ok = ix.parks[id]
	return park, ok
}

func (ix *reference) Left(unit int, arrival date.Date, nights int) int {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return ix.left(unit, arrival, nights)
}

func (ix *reference) left(unit int, arrival date.Date, nights int) int {
	st := &ix.stock[unit]
	left := MaxUnits
	for d := arrival; d < arrival+date.Date(nights); d++ {
		left = min(left, st.allotment.At(d)-st.taken[d])
	}
	return max(left, 0)
}

func (ix *reference) offer(unit int, arrival date.Date, nights, party int, dogs bool) (o Offer, ok bool) {
	st := &ix.stock[unit]
	if st.table == nil || arrival < ix.first {
		return o, false
	}
	price, was, ok := st.table.Lookup(arrival, nights, party)
	count := 0
	if dogs {
		count = 1
	}
	u := &ix.inv.Units[unit]
	if price += u.Charges.Of(nights, party, count) + u.Levies.Of(price, arrival, nights, party, 0) + st.table.Dogs().Of(nights, party, count); was <= price {
		was = 0
	}
	left := ix.left(unit, arrival, nights)
	return Offer{unit, arrival, nights, price, was, left}, ok && left > 0
}

func (ix *reference) Stock(unit int) (table *PriceTable, allotment Allotment, taken []BookedNight) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	st := &ix.stock[unit]
	for _, d := range slices.Sorted(maps.Keys(st.taken)) {
		if st.taken[d] != 0 {
			taken = append(taken, BookedNight{d, st.taken[d]})
		}
	}
	return st.table, st.allotment.Trim(ix.inv.First, ix.inv.Days+MaxNights), taken
}

func (ix *reference) hidden(region string) bool { return slices.Contains(ix.inv.HiddenRegions, region) }

func (ix *reference) matches(channel, region string, dogs bool, yield func(unit int, u *Unit, p *Park)) {
	for i := range ix.inv.Units {
		u := &ix.inv.Units[i]
		p := &ix.inv.Parks[u.Park]
		inRegion := region == p.Region || region == "" || region == AllRegions && !ix.hidden(p.Region)
		if (channel == "" || u.Channel == channel) && inRegion && (u.Dogs || !dogs) {
			yield(i, u, p)
		}
	}
}

func anyOf(has, wanted []string) bool {
	return len(wanted) == 0 || slices.ContainsFunc(wanted, func(w string) bool { return slices.Contains(has, w) })
}

func (ix *reference) Search(q *Query, a *Answer) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	*a = Answer{Rows: a.Rows[:0]}
	type found struct {
		Row
		distance int
	}
	best := map[int]*found{}
	region := q.Region
	if q.Park != "" {
		region = ""
	}
	from, to := q.Date-date.Date(q.Flex), q.Date+date.Date(q.Flex)
	if q.AnyDate {
		from, to = ix.first, ix.inv.First+date.Date(ix.inv.Days)-1
	}
	ix.matches(q.Channel, region, q.Dogs, func(i int, u *Unit, p *Park) {
		if q.In != nil && !q.In(u.Park) {
			return
		}
		if q.Park != "" && p.ID != q.Park || !anyOf([]string{p.Operator}, q.Operators) || !anyOf(u.Offers, q.Offers) {
			return
		}
		if slices.ContainsFunc(q.Features, func(f string) bool { return !slices.Contains(u.Features, f) }) {
			return
		}
		for d := from; d <= to; d++ {
			o, ok := ix.offer(i, d, q.Nights, q.Party, q.Dogs)
			if !ok || q.AnyDate && q.Arrivals != nil && !slices.Contains(q.Arrivals, d) {
				continue
			}
			a.Read++
			if q.AnyDate && q.Reduced && !ix.reduced(q, u.Park, region, d) {
				continue
			}
			distance := max(int(d-q.Date), int(q.Date-d))
			if q.AnyDate {
				distance = 0
			}
			b := best[u.Park]
			if b == nil {
				b = &found{distance: 1 << 30}
				best[u.Park] = b
			}
			row := Row{u.Park, i, d, o.Price, o.Was, 1, o.Left}
			closer := cmp.Or(cmp.Compare(distance, b.distance), cmp.Compare(d, b.Date))
			if q.AnyDate {
				closer = cmp.Or(cmp.Compare(o.Price, b.Price), cmp.Compare(d, b.Date))
			}
			switch {
			case b.Units == 0 || d != b.Date && closer < 0:
				*b = found{row, distance}
			case d == b.Date && o.Price < b.Price:
				row.Units = b.Units + 1
				b.Row = row
			case d == b.Date:
				b.Units++
			}
		}
	})
	all := slices.Collect(maps.Values(best))
	for _, b := range all {
		a.Total++
		if b.distance == 0 {
			a.Exact++
		}
		if q.AnyDate { // units of the date chosen, whichever unit type was met first
			b.Units = 0
		}
	}
	if q.AnyDate {
		ix.matches(q.Channel, region, q.Dogs, func(i int, u *Unit, p *Park) {
			b := best[u.Park]
			if b == nil || !anyOf([]string{p.Operator}, q.Operators) || !anyOf(u.Offers, q.Offers) {
				return
			}
			if slices.ContainsFunc(q.Features, func(f string) bool { return !slices.Contains(u.Features, f) }) {
				return
			}
			if _, ok := ix.offer(i, b.Date, q.Nights, q.Party, q.Dogs); ok {
				b.Units++
			}
		})
	}
	slices.SortFunc(all, func(x, y *found) int {
		byDate, byPrice := cmp.Compare(x.distance, y.distance), cmp.Compare(x.Price, y.Price)
		byName := cmp.Or(cmp.Compare(ix.inv.Parks[x.Park].SortName, ix.inv.Parks[y.Park].SortName), cmp.Compare(x.Park, y.Park))
		switch q.Sort {
		case ByPrice:
			return cmp.Or(byPrice, byDate, byName)
		case ByPriceDesc:
			return cmp.Or(-byPrice, byDate, byName)
		}
		return cmp.Or(byDate, byPrice, byName)
	})
	for _, b := range all[:min(len(all), max(0, q.Limit))] {
		a.Rows = append(a.Rows, b.Row)
	}
}

// reduced reports whether the cheapest unit type of a park that fits a query is
// reduced on a date; of equally cheap ones the first.
func (ix *reference) reduced(q *Query, park int, region string, d date.Date) bool {
	var least Offer
	ix.matches(q.Channel, region, q.Dogs, func(i int, u *Unit, p *Park) {
		if u.Park != park || !anyOf(u.Offers, q.Offers) ||
			slices.ContainsFunc(q.Features, func(f string) bool { return !slices.Contains(u.Features, f) }) {
			return
		}
		if o, ok := ix.offer(i, d, q.Nights, q.Party, q.Dogs); ok && (least.Price == 0 || o.Price < least.Price) {
			least = o
		}
	})
	return least.Was > least.Price
}

func (ix *reference) cheapest(channel, region string, d date.Date, nights, party int, dogs bool) (least money.Pence) {
	ix.matches(channel, region, dogs, func(i int, _ *Unit, _ *Park) {
		if o, ok := ix.offer(i, d, nights, party, dogs); ok && (least == 0 || o.Price < least) {
			least = o.Price
		}
	})
	return least
}

func (ix *reference) Calendar(q CalendarQuery, days []Day) []Day {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	week, best := date.Date(-1), -1
	for d := ix.first; d < ix.inv.First+date.Date(ix.inv.Days); d++ {
		price := ix.cheapest(q.Channel, q.Region, d, q.Nights, q.Party, q.Dogs)
		if price == 0 {
			continue
		}
		if monday := d - date.Date((d.Weekday()+6)%7); monday != week {
			week, best = monday, -1
		}
		days = append(days, Day{d, price, best < 0 || price < days[best].Price})
		if last := len(days) - 1; days[last].CheapestInWeek {
			if best >= 0 {
				days[best].CheapestInWeek = false
			}
			best = last
		}
	}
	return days
}

func (ix *reference) regions(channel string) []string {
	var regions []string
	for _, u := range ix.inv.Units {
		if r := ix.inv.Parks[u.Park].Region; u.Channel == channel && !ix.hidden(r) {
			regions = append(regions, r)
		}
	}
	slices.Sort(regions)
	return slices.Compact(regions)
}

func (ix *reference) ParkWindow(q *WindowQuery, offers []Offer) []Offer {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	start := len(offers)
	ix.matches(q.Channel, "", q.Dogs, func(i int, u *Unit, p *Park) {
		if p.ID != q.Park || !anyOf(u.Offers, q.Offers) || ix.stock[i].table == nil {
			return
		}
		for d := max(q.From, ix.first); d <= min(q.To, ix.inv.First+date.Date(ix.inv.Days)-1); d++ {
			for _, n := range ix.stock[i].table.Nights() {
				if o, ok := ix.offer(i, d, n, q.Party, q.Dogs); ok && (n == q.Nights || q.Nights == 0) {
					offers = append(offers, o)
				}
			}
		}
	})
	slices.SortFunc(offers[start:], func(x, y Offer) int {
		return cmp.Or(cmp.Compare(x.Date, y.Date), cmp.Compare(x.Nights, y.Nights), cmp.Compare(x.Price, y.Price), cmp.Compare(x.Unit, y.Unit))
	})
	return offers
}
