package availability

import (
	"slices"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

func (ix *reference) LateDeals(channel string, deals []LateDeal) []LateDeal {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	for _, nights := range []int{3, 4, 7} {
		for d := ix.first; d < ix.first+LateDays; d++ {
			var best LateDeal
			ix.matches(channel, AllRegions, false, func(i int, u *Unit, p *Park) {
				o, ok := ix.offer(i, d, nights, 2, false)
				if ok && (best.Price == 0 || o.Price < best.Price || o.Price == best.Price && p.ID < ix.inv.Parks[best.Park].ID) {
					best = LateDeal{d, nights, u.Park, o.Price}
				}
			})
			if best.Price != 0 {
				deals = append(deals, best)
			}
		}
	}
	return deals
}

func (ix *reference) NightsOptions(channel, region string) []int {
	return ix.NightsWith(channel, region, nil)
}

func (ix *reference) NightsWith(channel, region string, also func(park int) bool) []int {
	var nights []int
	ix.MinPrices(MinPricesQuery{Channel: channel, Region: region, Also: also}, func(m *MinPrice) {
		nights = append(nights, m.Nights)
	})
	slices.Sort(nights)
	return slices.Compact(nights)
}

func (ix *reference) Months(channel string) []string {
	var months []string
	ix.MinPrices(MinPricesQuery{Channel: channel, Region: AllRegions}, func(m *MinPrice) {
		months = append(months, m.Date.Time().Format("2006-01"))
	})
	slices.Sort(months)
	return slices.Compact(months)
}

func (ix *reference) Regions(channel string) []string { return ix.regions(channel) }

func (ix *reference) MinPrices(q MinPricesQuery, yield func(*MinPrice)) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	regions := []string{q.Region}
	if q.Region == "" {
		regions = ix.regions(q.Channel)
	}
	for _, r := range regions {
		ix.minPrices(r, q, func(u *Unit, p *Park) bool {
			also := q.Also != nil && !ix.hidden(p.Region) && q.Also(u.Park)
			return u.Channel == q.Channel && (p.Region == r || also || r == AllRegions && !ix.hidden(p.Region))
		}, yield)
	}
}

func (ix *reference) ParkMinPrices(channel, park string, yield func(*MinPrice)) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	ix.minPrices(park, MinPricesQuery{}, func(u *Unit, p *Park) bool {
		return u.Channel == channel && p.ID == park
	}, yield)
}

func (ix *reference) minPrices(name string, q MinPricesQuery, in func(*Unit, *Park) bool, yield func(*MinPrice)) {
	var units, keys, nights []int
	for i := range ix.inv.Units {
		u := &ix.inv.Units[i]
		if s := ix.stock[i].table; s != nil && in(u, &ix.inv.Parks[u.Park]) {
			units, keys, nights = append(units, i), append(keys, s.thresholds...), append(nights, s.Nights()...)
			if u.Charges.PerPerson() || u.Levies.PerPerson() {
				for size := 1; size < slices.Max(s.thresholds); size++ {
					keys = append(keys, size)
				}
			}
		}
	}
	slices.Sort(keys)
	slices.Sort(nights)
	keys, nights = slices.Compact(keys), slices.Compact(nights)
	for d := ix.first; d < ix.inv.First+date.Date(ix.inv.Days); d++ {
		if q.OneDate && d != q.Date {
			continue
		}
		for _, n := range nights {
			if q.Nights != 0 && q.Nights != n {
				continue
			}
			for _, dogs := range []bool{false, true} {
				m := MinPrice{Region: name, Date: d, Nights: n, Dogs: dogs}
				prices := make([]money.Pence, len(keys)+1)
				for c, k := range keys {
					for _, i := range units {
						if o, ok := ix.offer(i, d, n, k, dogs); ok && ix.listedFor(i, dogs) && (prices[c] == 0 || o.Price < prices[c]) {
							prices[c] = o.Price
						}
					}
				}
				for c, k := range keys {
					if prices[c] != 0 && prices[c] != prices[c+1] {
						m.Thresholds, m.Prices = append(m.Thresholds, k), append(m.Prices, prices[c])
					}
				}
				if len(m.Prices) > 0 {
					yield(&m)
				}
			}
		}
	}
}

// listedFor reports whether the documents have a unit type's prices under pets Y (dogs) or N.
// A unit type with prices of its own for dogs has those without under N.
func (ix *reference) listedFor(unit int, dogs bool) bool {
	u := &ix.inv.Units[unit]
	charged := u.Dogs && (u.Charges.PerDog() || ix.stock[unit].table.Dogs().PerDog())
	return u.Dogs == dogs || charged
}
