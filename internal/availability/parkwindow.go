package availability

import (
	"cmp"
	"slices"
)

// ParkWindow appends what a park sells, by arrival date, nights, price, then
// unit type.
func (ix *Index) ParkWindow(q *WindowQuery, offers []Offer) []Offer {
	start := len(offers)
	ix.eachPart(q.Channel, q.Park, func(g *region, from, to int) {
		class := g.class(q.Party)
		if class < 0 {
			return
		}
		var slots []int
		for slot := from; slot < to; slot++ {
			if g.party[class][slot>>6]>>(slot&63)&1 == 1 && ix.wanted(g, slot, q) {
				slots = append(slots, slot)
			}
		}
		lo := max(int(q.From-ix.first), int(ix.hidden.Load()))
		hi := min(int(q.To-ix.first), ix.days-1)
		for n, nights := range g.nights {
			if q.Nights != 0 && int(nights) != q.Nights {
				continue
			}
			for day := lo; day <= hi; day++ {
				offers = ix.offersOf(g, slots, n, day, offers)
			}
		}
	})
	slices.SortFunc(offers[start:], func(x, y Offer) int {
		return cmp.Or(cmp.Compare(x.Date, y.Date), cmp.Compare(x.Nights, y.Nights), cmp.Compare(x.Price, y.Price), cmp.Compare(x.Unit, y.Unit))
	})
	return offers
}

func (ix *Index) wanted(g *region, slot int, q *WindowQuery) bool {
	u := &ix.units[g.slots[slot].unit]
	anyOffer := len(q.Offers) == 0 || slices.ContainsFunc(u.Offers, func(o string) bool { return slices.Contains(q.Offers, o) })
	return (u.Dogs || !q.Dogs) && anyOffer
}

func (ix *Index) offersOf(g *region, slots []int, n, day int, offers []Offer) []Offer {
	r := g.rows[n*g.days+day].Load()
	if r == nil {
		return offers
	}
	for _, slot := range slots {
		if g.open(r, slot>>6)>>(slot&63)&1 == 1 {
			offers = append(offers, ix.offer(g, slot, day, n, g.code(r, g.rank(r, slot))))
		}
	}
	return offers
}
