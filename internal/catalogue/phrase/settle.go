package phrase

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
)

// settle decides what the items say together. What is excluded, an alternative, or in
// contradiction to something else becomes Unknown.
func (r *reader) settle(items []item) []item {
	r.exclude(items)
	r.origins(items)
	r.alternatives(items)
	r.misspelt(items)
	r.weekends(items)
	r.contradictions(items)
	r.people(items)
	r.where(items)
	r.limits(items)
	for i := range items {
		it := &items[i]
		if it.kind != Unknown && it.kind != Filler {
			it.label += r.typed(it)
		}
	}
	return items
}

// typed says how a visitor has written words that were corrected.
func (r *reader) typed(it *item) string {
	for _, t := range r.tokens[it.from:it.to] {
		if t.typed != "" {
			return " (for ‘" + r.text[r.tokens[it.from].from:r.tokens[it.to-1].to] + "’)"
		}
	}
	return ""
}

func (it *item) says() bool { return it.kind != Unknown && it.kind != Filler }

// reach is how many items after a word such as 'without' can be what it excludes.
const reach = 4

// exclude makes what is excluded not understood: 'no dogs', 'not in August', 'after Easter', 'dogs
// not allowed'. The words that exclude become part of it.
func (r *reader) exclude(items []item) {
	for i := range items {
		it := items[i]
		if it.before && i+1 < len(items) {
			next := i + 1
			if next+1 < len(items) && items[next].kind == Filler && !r.isBoundary(&items[next]) {
				next++
			}
			// 'from' and 'by' exclude no day of arrival.
			starts := r.is(it.from, "from")
			if items[next].kind == Dates && (!starts || items[next].month != 0) {
				items[next].unknown("Only an arrival day, a month or a holiday can be searched for.")
				items[i].unknown("")
			}
		}
		if it.excludes {
			r.excludeAround(items, i)
		}
	}
}

// origins makes a place from which somebody comes not understood: 'we are from Kent'. Boats are
// hired from a place, and '2 miles from Bude' is near it.
func (r *reader) origins(items []item) {
	for i := 0; i+1 < len(items); i++ {
		place := &items[i+1]
		if !items[i].origin || place.kind != Place || r.is(items[i].from, "from") && r.is(items[i].from-1, distances...) {
			continue
		}
		boats := func(it item) bool { return it.kind == Type && slices.Contains(it.types, "boats") }
		if slices.ContainsFunc(items, boats) || slices.Contains(r.channelsOf(place.places), "boats") {
			continue
		}
		place.unknown("Do you want to stay there, or do you come from there?")
		if r.is(items[i].from, "from") {
			place.choices = []string{"in " + r.textOf(place)}
		}
	}
}

// excludeAround makes what the word at i excludes not understood: what follows it, or in 'dogs not
// allowed' what is before it.
func (r *reader) excludeAround(items []item, i int) {
	items[i].unknown("")
	if at := r.nextSaid(items, i, -1); at >= 0 && r.is(items[i].to, "allowed", "needed", "required", "necessary", "important", "essential", "wanted", "bothered", "fussed", "included", "coming", "vital", "must") {
		items[at].unknown(excluded)
		return
	}
	for next := i + 1; next < len(items) && next <= i+reach && !r.isBoundary(&items[next]); next++ {
		if items[next].says() || len(items[next].choices) > 0 {
			items[next].unknown(excluded)
			return
		}
	}
	if at := r.nextSaid(items, i, -1); at >= 0 {
		items[at].unknown(excluded)
	}
}

const excluded = "We can search for what you want, not for what you do not want."

// isBoundary reports whether an item ends a part of the sentence.
func (r *reader) isBoundary(it *item) bool {
	return r.is(it.from, ",", ".", ";", "!", "?", "but", "just")
}

// alternatives makes what is on both sides of 'or' not understood: a search has all its
// conditions.
func (r *reader) alternatives(items []item) {
	for i := range items {
		slash := items[i].to == items[i].from+1 && r.is(items[i].from, "/") && !r.is(items[i].from-1, "w")
		if !items[i].or && !slash {
			continue
		}
		left, right := r.nextSaid(items, i, -1), r.nextSaid(items, i, 1)
		sides := []int{}
		for _, at := range []int{left, right} {
			if at >= 0 {
				sides = append(sides, at)
			}
		}
		if slash && len(sides) < 2 {
			continue
		}
		r.oneOf(items, sides, "A search has all its conditions: choose one.")
		if !slash {
			items[i].unknown("")
		}
	}
}

// nextSaid returns the item beside another one, over one filler; -1 if it says nothing.
func (r *reader) nextSaid(items []item, at, step int) int {
	for next, steps := at+step, 0; next >= 0 && next < len(items) && steps < 2; next, steps = next+step, steps+1 {
		if items[next].says() {
			return next
		}
		if items[next].kind != Filler || r.isBoundary(&items[next]) {
			return -1
		}
	}
	return -1
}

// oneOf makes several items not understood, and offers the sentence with each of them alone.
func (r *reader) oneOf(items []item, several []int, why string) {
	var choices []string
	for _, at := range several {
		keep := items[at]
		sentence, cut := r.text, len(r.text) // what is behind cut is removed already, or stays
		for _, other := range slices.Backward(slices.Sorted(slices.Values(several))) {
			if other != at {
				it := &items[other]
				from, to := r.tokens[it.from].from, r.tokens[it.to-1].to
				if next := other + 1; next < len(items) && (items[next].or || r.is(items[next].from, "and", "/", "&")) {
					to = r.tokens[items[next].to-1].to
				} else if other > 0 && (items[other-1].or || r.is(items[other-1].from, "and", "/", "&")) {
					from = r.tokens[items[other-1].from].from
				}
				to = min(to, cut) // the 'and' between two that are removed goes once
				sentence, cut = sentence[:from]+sentence[to:], from
			}
		}
		choices = append(choices, wholeSentence+cmp.Or(keep.label, r.textOf(&keep))+wholeSentence+sentence)
	}
	for n, at := range several {
		items[at].unknown(why)
		if n == 0 && len(several) > 1 {
			items[at].choices = choices
		}
	}
}

func (r *reader) textOf(it *item) string { return r.text[r.tokens[it.from].from:r.tokens[it.to-1].to] }

// misspelt offers the words that an unknown one may be.
func (r *reader) misspelt(items []item) {
	for i := range items {
		if it := &items[i]; it.kind == Unknown && it.to == it.from+1 {
			if nearest := r.tokens[it.from].nearest; len(nearest) > 0 {
				it.unknown("Which of these?", nearest[:min(3, len(nearest))]...)
			}
		}
	}
}

// weekends connects 'a weekend' with the month that the sentence names elsewhere.
func (r *reader) weekends(items []item) {
	var monthAt []int
	for i := range items {
		if items[i].kind == Dates && !items[i].weekend {
			monthAt = append(monthAt, i)
		}
	}
	for i := range items {
		it := &items[i]
		if it.kind != Dates || !it.weekend {
			continue
		}
		if len(monthAt) != 1 || items[monthAt[0]].month == 0 {
			first := r.firstOf((r.today + 31).Time().Month(), 0).Time()
			it.unknown("Which one?", "this weekend", "next weekend", "weekend in "+strings.ToLower(first.Format("January 2006")))
			continue
		}
		first := items[monthAt[0]].month
		when := "weekend-" + first.Month()
		label := "Any weekend in " + first.Time().Format("January 2006")
		long := len(it.slots) > 0 // it has its nights
		for _, at := range []int{i, monthAt[0]} {
			items[at].label, items[at].month = label, 0
			items[at].slots = []slot{{"date", when}}
			items[at].apply = func(s *Search) { s.When = when }
		}
		if long {
			it.label += ", 3 nights"
			it.slots = append(it.slots, slot{"nights", "3"})
			it.apply = func(s *Search) { s.When, s.Nights = when, 3 }
		}
	}
}

// contradictions makes items with different values of one thing not understood.
func (r *reader) contradictions(items []item) {
	values := map[string]map[string][]int{}
	for i := range items {
		for _, s := range items[i].slots {
			if values[s.name] == nil {
				values[s.name] = map[string][]int{}
			}
			values[s.name][s.value] = append(values[s.name][s.value], i)
		}
	}
	for _, name := range []string{"date", "nights", "least", "most", "bedrooms", "bathrooms", "sleeps"} {
		if len(values[name]) < 2 {
			continue
		}
		var several []int
		for _, at := range values[name] {
			for _, i := range at {
				if items[i].says() {
					several = append(several, i)
				}
			}
		}
		slices.Sort(several)
		if len(several) > 1 {
			r.oneOf(items, several, "These contradict each other.")
		}
	}
}

// people adds up who travels.
func (r *reader) people(items []item) {
	var at []int
	var sum people
	unsaid := false
	for i := range items {
		unsaid = unsaid || items[i].travels
		if items[i].kind == Party {
			p := items[i].people
			at = append(at, i)
			sum = people{sum.adults + p.adults, sum.children + p.children, sum.infants + p.infants, sum.any + p.any}
		}
	}
	if len(at) == 0 {
		return
	}
	said := sum.adults + sum.children + sum.infants
	unsaid = unsaid || (sum.any == 0 && slices.ContainsFunc(items, func(it item) bool { return it.relative && r.comesToo(&it) }))
	twice := r.namedTwice(items, at)
	switch {
	case twice || unsaid || sum.any > 0 && said > 0 && (sum.any != said || sum.adults == 0) || said > catalogue.MaxParty:
		r.oneOf(items, at, "How many adults, children and under 5s?")
		return
	case sum.any > 0 && said == 0:
		sum.adults = sum.any
	case sum.adults == 0:
		for _, i := range at {
			items[i].unknown("How many adults?")
		}
		if len(at) == 1 {
			items[at[0]].choices = []string{"1 adult, " + sum.text(), "2 adults, " + sum.text()}
		}
		return
	}
	items[at[0]].apply = func(s *Search) {
		s.Adults, s.Children, s.Under5s, s.PartySaid = sum.adults, sum.children, sum.infants, true
	}
}

// comesToo reports whether a relative is named beside others: 'and my mum'.
func (r *reader) comesToo(it *item) bool {
	before := it.from - 1
	for r.is(before, "my", "our", "the", "her", "his") {
		before--
	}
	beside := []string{"and", "&", "+", "plus", "with", "w", "n", ","}
	_, counted := r.number(before)
	return counted || r.is(before, beside...) || r.is(it.to, beside...)
}

// namedTwice reports whether two items may count the same people. Two ages are no
// contradiction: 'a 3 year old and a 4 year old'.
func (r *reader) namedTwice(items []item, at []int) bool {
	counted := people{}
	numbered, ages := 0, 0 // items of children without and with ages
	for _, i := range at {
		it, p := &items[i], items[i].people
		if it.family && len(at) > 1 || p.adults > 0 && counted.adults > 0 || p.any > 0 && counted.any > 0 {
			return true
		}
		if it.aged {
			ages++
		} else if p.children > 0 {
			numbered++
		}
		// 'a toddler, 2 years old' is one child.
		if numbered > 1 || numbered > 0 && ages > 0 || counted.infants > 0 && r.sequence(it.from+1, yearOldWords...) == it.to && !r.is(it.from-1, "and", "&", "+", "plus") {
			return true
		}
		counted = people{counted.adults + p.adults, counted.children + p.children, counted.infants + p.infants, counted.any + p.any}
	}
	return false
}

// limits checks what depends on the kind of holiday.
func (r *reader) limits(items []item) {
	channel, _ := catalogue.ChannelOf(r.channel)
	for i := range items {
		it := &items[i]
		var one Search
		if it.apply != nil {
			it.apply(&one)
		}
		switch {
		case it.kind == Dogs && !channel.TakesDogs():
			it.unknown("Dogs cannot come to " + channel.Name + ".")
		case it.kind == Party && it.apply != nil && one.Adults < channel.MinAdults():
			it.unknown(channel.Name + " are for " + strconv.Itoa(channel.MinAdults()) + " adults or more.")
		case one.Nights > 0 && channel.Nights() != nil && !slices.Contains(channel.Nights(), one.Nights):
			var choices []string
			if it.kind == Nights {
				choices = nightsBeside(channel.Nights(), one.Nights)
			}
			it.unknown(fmt.Sprintf("%s are not for %s.", channel.Name, count(one.Nights, "night")), choices...)
		}
	}
}

// nightsBeside returns the allowed durations next to one.
func nightsBeside(allowed []int, nights int) (choices []string) {
	at, _ := slices.BinarySearch(allowed, nights)
	for _, i := range []int{at - 1, at} {
		if i >= 0 && i < len(allowed) {
			choices = append(choices, count(allowed[i], "night"))
		}
	}
	return choices
}
