package phrase

import "fmt"

var (
	atMost  = []string{"under", "below", "up to", "upto", "max", "max of", "maximum", "maximum of", "less than", "no more than", "not more than", "at most", "within", "budget", "budget of", "budget is", "for under", "for less than", "cheaper than", "<", "not over", "no over", "for up to", "costing less than", "costing under", "for max"}
	atLeast = []string{"over", "above", "more than", "at least", "min", "minimum", "from"}
	roughly = []string{"around", "about", "approx", "approximately", "roughly", "circa", "~", "ish", "for"}
	topped  = []string{"max", "maximum", "tops", "or less", "or under", "or below", "budget", "limit", "at most", "top", "at the most"}
	floored = []string{"or more", "minimum", "or above", "upwards", "plus"}
	rates   = []string{"pp", "p / p", "pppn", "pn", "pw", "per person", "per night", "per week", "per adult", "per day", "per head", "a night", "a nite", "/ nite", "a week", "a wk", "a day", "each", "a head", "a person", "/ night", "/ week", "nightly", "ppn", "per couple", "per person per night", "per person per week", "pp pn", "an adult", "per pitch", "discount", "off", "deposit"}
)

// smallestPlain is the smallest number that is a price without a sign, in pounds.
const smallestPlain = 100

// amount reads an amount in pounds: '£800', '800 pounds', '1k'. said is true where it can be
// nothing but money.
func (r *reader) amount(i int) (pounds int, said bool, end int) {
	at := r.optional(i, "£", "gbp")
	said = at > i
	n, ok := r.number(at)
	if !ok {
		return 0, false, 0
	}
	at++
	tenths := 0
	if r.at(at) == "." && r.touches(at) && r.touches(at+1) {
		if n, ok := r.number(at + 1); ok && r.tokens[at+1].digits {
			at += 2
			if len(r.at(at-1)) == 1 {
				tenths = n
			}
		}
	}
	if r.is(at, "k", "grand") {
		n, said, at = n*1000+tenths*100, true, at+1
	}
	if end := r.sequence(at, "pounds", "quid", "pound", "gbp"); end > 0 {
		said, at = true, end
	}
	return n, said, at
}

// rate reads what an amount is for, other than the whole stay: 'per person', 'a night'.
func (r *reader) rate(i int) (end int) {
	if end = r.sequence(i, rates...); end == 0 && r.is(i, "per") && r.at(i+1) != "" {
		end = i + 2
	}
	return end
}

// price reads what the whole stay may cost.
func (r *reader) price(i int) item {
	if it := r.priceRange(i); it.to > 0 {
		return it
	}
	start := r.optional(i, "my", "our", "a")
	most, least, rough := r.sequence(start, atMost...), r.sequence(start, atLeast...), r.sequence(start, roughly...)
	before := max(most, least, rough)
	pounds, said, end := r.amount(max(before, i))
	if end == 0 || most == 0 && !said && r.sequence(end, topped...) == 0 || !said && (pounds < smallestPlain || r.at(end) != "or" && r.is(end, units...) || r.at(end) == "/") {
		return item{}
	}
	limit, floor := r.sequence(end, topped...), r.sequence(end, floored...)
	if r.is(i, "for") && limit == 0 && most == 0 {
		return item{} // 'for £500' says no limit; the price alone is read after it
	}
	rate := r.rate(max(end, limit, floor))
	isMost, isLeast := most > 0 || limit > 0, least > 0 && limit == 0 || floor > 0
	to := max(end, limit, floor, rate)
	switch {
	case rate > 0:
		return item{kind: Unknown, to: to, why: "A search compares the price of the whole stay."}
	case isMost == isLeast:
		it := item{kind: Unknown, to: to, why: "Is this the most that you would pay?"}
		if pounds > 0 && pounds <= priceTop {
			it.choices = []string{fmt.Sprintf("under £%d", pounds)}
		}
		return it
	case isMost:
		return priced(to, 0, pounds)
	}
	return priced(to, pounds, 0)
}

// priceRange reads 'between £300 and £500' and '£300-500'.
func (r *reader) priceRange(i int) item {
	at := r.optional(i, "between", "from", "budget", "budget of")
	low, said, end := r.amount(at)
	if end == 0 {
		return item{}
	}
	next := r.sequence(end, "-", "to", "and")
	if next == 0 || r.at(next-1) == "and" && !r.is(i, "between") {
		return item{}
	}
	high, said2, end := r.amount(next)
	if end == 0 || !said && !said2 {
		return item{}
	}
	if rate := r.rate(end); rate > 0 {
		return item{kind: Unknown, to: rate, why: "A search compares the price of the whole stay."}
	}
	if low > high {
		return item{kind: Unknown, to: end, why: "The first price is higher than the second."}
	}
	return priced(end, low, high)
}

// priced is the item of a range of prices, in pounds; 0 is no limit. The filter of prices ends at
// priceTop, where it has no upper limit.
func priced(to, low, high int) item {
	switch {
	case high > priceTop || low >= priceTop || low == 0 && high == 0:
		return item{kind: Unknown, to: to, why: fmt.Sprintf("Holidays can be chosen by prices up to £%d.", priceTop)}
	case high == priceTop:
		high--
	}
	it := item{kind: Price, to: to, apply: func(s *Search) {
		if low > 0 {
			s.PriceMin = low
		}
		if high > 0 {
			s.PriceMax = high
		}
	}}
	switch {
	case low > 0 && high > 0:
		it.label = fmt.Sprintf("£%d to £%d", low, high)
	case low > 0:
		it.label = fmt.Sprintf("£%d or more", low)
	default:
		it.label = fmt.Sprintf("Up to £%d", high)
	}
	if low > 0 {
		it.slots = append(it.slots, slot{"least", fmt.Sprint(low)})
	}
	if high > 0 {
		it.slots = append(it.slots, slot{"most", fmt.Sprint(high)})
	}
	return it
}
