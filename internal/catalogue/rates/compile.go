package rates

import (
	"fmt"
	"slices"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Compile returns the prices of all stays that begin after today, or nil when there are
// none. It returns ErrManyPrices where they are too many.
func (s Sheet) Compile(today date.Date) (*availability.PriceTable, error) {
	c, err := s.read(today)
	if c == nil || err != nil {
		return nil, err
	}
	left := MaxPrices
	for arrival := c.first; arrival <= c.last; arrival++ {
		if left -= c.arrival(arrival); left < 0 {
			return nil, ErrManyPrices
		}
	}
	if err := c.override(); err != nil {
		return nil, err
	}
	if n := c.table.Count(); n > MaxPrices {
		return nil, ErrManyPrices
	} else if n == 0 {
		return nil, nil
	}
	return c.table, nil
}

// maxStay is how long a stay may be that no row limits.
const maxStay = 28

// day is what the rows say of one date.
type day struct {
	night, person *Row
	tariff        *tariff // of night and person; nil: not sold
	closed        bool

	min, max, through, maxThrough int
	stays                         uint64
	noArrival, noDeparture        bool

	fee *Row
}

// tariff is what a night costs by party size.
type tariff struct {
	thresholds []PartyPrice
	// The rest is aligned with the thresholds of the table: the price for parties of
	// that size, for the first so many sizes, and which are its own.
	prices []money.Pence
	own    [availability.MaxThreshold + 1]bool
}

// compiler has the rows by date, and the table that it fills.
type compiler struct {
	sheet       Sheet
	today       date.Date
	first, last date.Date // arrivals
	days        []day     // from first on, to the last possible departure
	longer      []*Row    // by nights, descending; of equal ones the last row first
	late        []*Row    // by days, ascending; the same
	step        money.Pence
	dog         [2]money.Pence // what each costs: for a stay, and for a night
	table       *availability.PriceTable
	fault       error // of the table
}

// read reads the rows. It returns nil when they price nothing.
func (s Sheet) read(today date.Date) (*compiler, error) {
	c := &compiler{sheet: s, today: today, first: today + 1, step: 1}
	for i := range s {
		if row := &s[i]; row.Kind == KindNight || row.Kind == KindPrice {
			row.each(c.first, today+Horizon, func(d date.Date) { c.last = max(c.last, d) })
		}
	}
	if c.last < c.first {
		return nil, nil
	}
	c.days = make([]day, c.last-c.first+1+availability.MaxNights)
	for i := range c.days {
		c.days[i] = day{min: 1, max: maxStay, maxThrough: availability.MaxNights, stays: 1<<64 - 1}
	}
	for i := range s {
		c.note(&s[i])
	}
	slices.SortStableFunc(c.longer, func(a, b *Row) int { return b.Nights - a.Nights })
	slices.SortStableFunc(c.late, func(a, b *Row) int { return a.Days - b.Days })
	sizes := c.tariffs()
	if len(sizes) == 0 {
		return nil, nil
	}
	var err error
	if c.table, err = availability.NewPriceTable(sizes, c.first, int(c.last-c.first)+1); err != nil {
		return nil, fmt.Errorf("compile rates: %w", err)
	}
	c.table.ChargeDogs(c.dog[0], c.dog[1])
	return c, nil
}

// note enters a row into the days that it is for. Later rows replace what earlier ones
// have entered.
func (c *compiler) note(row *Row) {
	switch row.Kind {
	case KindLonger:
		c.longer = slices.Insert(c.longer, 0, row)
		return
	case KindLate:
		c.late = slices.Insert(c.late, 0, row)
		return
	case KindRound:
		c.step = row.Amount
		return
	case KindDog:
		if row.PerNight {
			c.dog[1] = row.Amount
		} else {
			c.dog[0] = row.Amount
		}
		return
	default:
	}
	row.each(c.first, c.first+date.Date(len(c.days))-1, func(d date.Date) {
		day := &c.days[d-c.first]
		switch row.Kind {
		case KindNight:
			day.night = row
		case KindPerson:
			day.person = row
		case KindFee:
			day.fee = row
		case KindClosed, KindOpen:
			day.closed = row.Kind == KindClosed
		case KindStay:
			day.restrict(row, d)
		default:
		}
	})
}

// restrict enters the fields that a stay row gives.
func (d *day) restrict(row *Row, on date.Date) {
	for _, field := range []struct{ to, from *int }{{&d.min, &row.Min}, {&d.max, &row.Max}, {&d.through, &row.Through}, {&d.maxThrough, &row.MaxThrough}} {
		if *field.from > 0 {
			*field.to = *field.from
		}
	}
	if row.Stays != 0 {
		d.stays = row.Stays
	}
	if row.Arrive != 0 {
		d.noArrival = !row.Arrive.has(on)
	}
	if row.Depart != 0 {
		d.noDeparture = !row.Depart.has(on)
	}
}

// tariffs gives each day its tariff, one for each pair of rows, and returns all party
// sizes, ascending.
func (c *compiler) tariffs() (sizes []int) {
	known := map[[2]*Row]*tariff{}
	var used [availability.MaxThreshold + 1]bool
	for i := range c.days {
		day := &c.days[i]
		if day.night == nil {
			continue
		}
		pair := [2]*Row{day.night, day.person}
		if known[pair] == nil {
			known[pair] = &tariff{thresholds: nightPrices(day.night, day.person)}
			for _, p := range known[pair].thresholds {
				used[p.Party] = true
			}
		}
		if !day.closed {
			day.tariff = known[pair]
		}
	}
	for _, row := range c.sheet {
		if row.Kind == KindPrice {
			for _, p := range row.Prices {
				used[p.Party] = true
			}
		}
	}
	for size, is := range used {
		if is {
			sizes = append(sizes, size)
		}
	}
	for _, t := range known {
		for i, size := range sizes {
			price, ok := priceFor(t.thresholds, size)
			if !ok {
				break
			}
			t.prices = append(t.prices, price)
			t.own[i] = slices.ContainsFunc(t.thresholds, func(p PartyPrice) bool { return p.Party == size })
		}
	}
	return sizes
}

// nightPrices returns what a night costs by party size. person may be nil: above its
// party, each further person costs its amount.
func nightPrices(night, person *Row) []PartyPrice {
	if person == nil {
		return night.Prices
	}
	base, ok := priceFor(night.Prices, person.Party)
	if !ok {
		return night.Prices
	}
	var prices []PartyPrice
	for _, p := range night.Prices {
		if p.Party < person.Party {
			prices = append(prices, p)
		}
	}
	for size := person.Party; size <= person.UpTo; size++ {
		prices = append(prices, PartyPrice{size, base + money.Pence(size-person.Party)*person.Amount})
	}
	return prices
}

// priceFor returns the price of the first threshold that is at least a party's size.
func priceFor(prices []PartyPrice, party int) (money.Pence, bool) {
	for _, p := range prices {
		if p.Party >= party {
			return p.Price, true
		}
	}
	return 0, false
}

// arrival prices the stays that begin on a date, and returns the number of prices.
func (c *compiler) arrival(a date.Date) (count int) {
	begin := &c.days[a-c.first]
	if begin.noArrival || begin.tariff == nil {
		return 0
	}
	terms := c.termsAt(a, begin.fee)
	sums := make([]money.Pence, len(c.table.Thresholds()))
	own := make([]bool, len(sums))
	sold := len(sums) // so many of the smallest sizes can sleep on all nights
	through, limit := begin.min, begin.max
	for n := 1; n <= availability.MaxNights; n++ {
		night := &c.days[a-c.first+date.Date(n)-1]
		if night.tariff == nil {
			break // no longer stay either
		}
		sold = min(sold, len(night.tariff.prices))
		for i := range sold {
			sums[i] += night.tariff.prices[i]
			own[i] = own[i] || night.tariff.own[i]
		}
		through, limit = max(through, night.through), min(limit, night.maxThrough)
		if n > limit {
			break
		}
		if n < through || begin.stays>>n&1 == 0 || c.days[a-c.first+date.Date(n)].noDeparture {
			continue
		}
		count += c.stay(a, n, sums[:sold], own, terms.of(n))
	}
	return count
}

// stay enters the prices of one stay. It is not sold when one of them comes to nothing.
func (c *compiler) stay(a date.Date, nights int, sums []money.Pence, own []bool, d discount) (count int) {
	if slices.ContainsFunc(sums, func(sum money.Pence) bool { return d.price(sum) == 0 }) {
		return 0
	}
	for i, sum := range sums {
		if own[i] {
			c.set(a, nights, i, d.price(sum))
			count++
		}
	}
	return count
}

func (c *compiler) set(a date.Date, nights, threshold int, price money.Pence) {
	if err := c.table.Set(a, nights, threshold, price, 0); err != nil && c.fault == nil {
		c.fault = fmt.Errorf("compile rates: %w", err)
	}
}

// terms are the discounts and the fee of the stays that begin on a date.
type terms struct {
	longer []*Row // those for the date, by nights, descending
	late   *Row
	fee    *Row
	step   money.Pence
}

func (c *compiler) termsAt(a date.Date, fee *Row) terms {
	t := terms{fee: fee, step: c.step}
	for _, row := range c.longer {
		if row.Covers(a) {
			t.longer = append(t.longer, row)
		}
	}
	for _, row := range c.late {
		if row.Days >= int(a-c.today) && row.Covers(a) {
			t.late = row
			break
		}
	}
	return t
}

// of returns what reduces and raises the price of a stay of so many nights.
func (t *terms) of(nights int) (d discount) {
	for _, row := range t.longer {
		if row.Nights <= nights {
			d.longer = row
			break
		}
	}
	d.late, d.fee, d.step = t.late, t.fee, t.step
	return d
}

// discount is how the price of a stay follows from the sum of its nights. Each row may
// be nil.
type discount struct {
	longer, late, fee *Row
	step              money.Pence
}

// price returns what a stay costs whose nights cost sum, 0 when it is not sold because
// its nights come to nothing. Percentages multiply, an amount is subtracted before
// them; the result is rounded once, half up; the fee is added.
func (d discount) price(sum money.Pence) money.Pence {
	numerator, denominator := int64(sum), int64(1)
	if d.longer != nil {
		numerator -= int64(d.longer.Amount)
		if d.longer.Percent > 0 {
			numerator, denominator = numerator*int64(money.Whole-d.longer.Percent), denominator*int64(money.Whole)
		}
	}
	if d.late != nil {
		numerator, denominator = numerator*int64(money.Whole-d.late.Percent), denominator*int64(money.Whole)
	}
	if numerator <= 0 {
		return 0
	}
	denominator *= int64(d.step)
	rounded := money.Pence((2*numerator+denominator)/(2*denominator)) * d.step
	if rounded > 0 && d.fee != nil {
		rounded += d.fee.Amount
	}
	return rounded
}

// override enters the prices of price rows, which replace those of the same stays. A
// price of 0 withdraws one. No row opens a night that is closed.
func (c *compiler) override() error {
	for i := range c.sheet {
		row := &c.sheet[i]
		if row.Kind != KindPrice {
			continue
		}
		row.each(c.first, c.last, func(a date.Date) {
			nights := c.days[a-c.first:][:row.Nights]
			if slices.ContainsFunc(nights, func(d day) bool { return d.closed }) {
				return
			}
			for t, size := range c.table.Thresholds() {
				at := slices.IndexFunc(row.Prices, func(p PartyPrice) bool { return p.Party == size })
				if at < 0 {
					c.set(a, row.Nights, t, 0)
				} else {
					c.set(a, row.Nights, t, row.Prices[at].Price)
				}
			}
		})
	}
	return c.fault
}

// KeepEarlier gives the prices of a table the earlier prices that are genuine: of a
// stay that is on sale now, the price or its own earlier price, whichever is higher and
// above the new one. live may be nil; units says how many there are on each night.
func KeepEarlier(table, live *availability.PriceTable, units availability.Allotment) error {
	if table == nil || live == nil {
		return nil
	}
	sizes := table.Thresholds()
	for p := range table.All() {
		price, was, ok := live.Lookup(p.Arrival, p.Nights, sizes[p.Threshold])
		highest := max(price, was)
		if !ok || highest <= p.Price || !units.OnEveryNight(p.Arrival, p.Nights) {
			continue
		}
		if err := table.Set(p.Arrival, p.Nights, p.Threshold, p.Price, highest); err != nil {
			return fmt.Errorf("keep earlier prices: %w", err)
		}
	}
	return nil
}
