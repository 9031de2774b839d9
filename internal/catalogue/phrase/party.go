package phrase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
)

// people are who travels. any are people of whom the sentence does not say whether they are
// adults.
type people struct{ adults, children, infants, any int }

var (
	adultWords  = []string{"adult", "adults", "grown ups", "grownups", "grown up", "pensioner", "pensioners", "oap", "oaps"}
	childWords  = []string{"child", "children", "kid", "kids", "teenager", "teenagers", "teens", "teen", "kiddies", "youngsters", "grandkids", "grandchildren", "grandchild"}
	infantWords = []string{"infant", "infants", "baby", "babies", "toddler", "toddlers", "under 5 s", "under 5", "under fives", "under five", "under 5s", "little one under 5"}
	anyWords    = []string{"people", "persons", "person", "ppl", "guests", "guest", "pax", "peeps", "of us", "people in total", "friends", "mates"}
	dogWords    = []string{"dog", "dogs", "doggy", "doggies", "pooch", "pooches", "pup", "puppy", "puppies", "pet", "pets", "dog friendly", "pet friendly", "pets welcome", "dogs welcome", "dog welcome", "dogs allowed", "pets allowed", "takes dogs", "take dogs", "dog allowed", "accepts dogs", "allows dogs", "allow dogs", "dog ok", "dogs ok"}
	pairs       = []string{"me and my wife", "me and my husband", "me and my partner", "me and my girlfriend", "me and my boyfriend", "me and the wife", "me and the husband", "me and the missus", "me and my friend", "me and my mum", "me and my dad", "my wife and i", "my husband and i", "my partner and i", "my girlfriend and i", "my boyfriend and i",
		"the two of us", "just the two of us", "both of us", "a couple", "couple", "me and a friend", "me and my fiancee", "my friend and i", "the pair of us", "just us two", "us two"}
	// relatives may be among those who are counted, or come with them.
	relatives = strings.Fields("wife husband hubby partner girlfriend boyfriend fiance fiancee missus mum mam mom dad mother father parents grandparents nan nana nanny gran granny grandma grandad grandpa sister sisters brother brothers son sons daughter daughters niece nephew aunt auntie uncle cousin cousins girls boys lads ladies girl boy twins")
	alone     = []string{"just me", "on my own", "solo", "myself", "by myself", "one person", "single person"}
	someone   = []string{"a", "an", "our", "my", "their"}
)

// party reads who travels.
func (r *reader) party(i int) (best item) {
	for _, rule := range []func(*reader, int) item{(*reader).openNumber, (*reader).counted, (*reader).ages, (*reader).group, (*reader).forNumber} {
		if it := rule(r, i); it.to > best.to {
			best = it
		}
	}
	return best
}

// travels is the item of people.
func travels(to int, p people) item {
	if total := p.adults + p.children + p.infants + p.any; total < 1 || total > catalogue.MaxParty {
		return item{kind: Unknown, to: to, why: fmt.Sprintf("A party has 1 to %d people.", catalogue.MaxParty)}
	}
	return item{kind: Party, to: to, people: p, label: p.text()}
}

func (p people) text() string {
	var parts []string
	add := func(n int, one, more string) {
		if n == 1 {
			parts = append(parts, "1 "+one)
		} else if n > 1 {
			parts = append(parts, strconv.Itoa(n)+" "+more)
		}
	}
	add(p.any, "person, as adult", "people, as adults")
	add(p.adults, "adult", "adults")
	add(p.children, "child", "children")
	add(p.infants, "under 5", "under 5s")
	return strings.Join(parts, ", ")
}

// quantity reads a number, or 'a', which is 1.
func (r *reader) quantity(i int) (n, end int) {
	if n, ok := r.number(i); ok {
		return n, i + 1
	}
	if r.is(i, someone...) {
		return 1, i + 1
	}
	return 0, 0
}

// counted reads '2 adults', 'a baby', '3 kids aged 2, 6 and 11', 'two couples', 'a 4 year old'.
func (r *reader) counted(i int) item {
	n, at := r.quantity(i)
	if at == 0 || r.is(i, "their") {
		return item{}
	}
	if r.is(at, "other", "more", "small", "young", "little", "older", "of our") && n > 0 {
		at = r.optional(at, "small", "young", "little", "older")
	}
	if end := r.sequence(at, adultWords...); end > 0 {
		return travels(end, people{adults: n})
	}
	if end := r.sequence(at, infantWords...); end > 0 {
		return travels(end, people{infants: n})
	}
	if end := r.sequence(at, childWords...); end > 0 {
		if p, to := r.ageList(end); to > 0 {
			if p.children+p.infants != n {
				return item{kind: Unknown, to: to, why: "The ages are not those of as many children.", travels: true}
			}
			return aged(to, p)
		}
		if it := r.bareAges(end, n); it.to > 0 {
			return it
		}
		return r.young(end, n)
	}
	if end := r.sequence(at, "couples"); end > 0 {
		return travels(end, people{adults: 2 * n})
	}
	if end := r.sequence(at, anyWords...); end > 0 && !r.is(i, someone...) {
		return travels(end, people{any: n})
	}
	if r.is(i, "a", "an", "our", "my") {
		return r.yearOld(i+1, 1)
	}
	return r.yearOld(i, 1)
}

// young reads the rest of '2 children under 5'. Of 'kids under 10' some may be under 5.
func (r *reader) young(i, n int) item {
	at := r.sequence(i, "under", "under the age of", "all under", "both under", "( under")
	age, ok := r.number(at)
	switch {
	case r.sequence(i, "under fives", "under 5 s") > 0:
		return travels(r.sequence(i, "under fives", "under 5 s"), people{infants: n})
	case at == 0 || !ok:
		return travels(i, people{children: n})
	case age <= 5:
		return travels(at+1, people{infants: n})
	}
	return item{kind: Unknown, to: at + 1, why: "How many of them are under 5?", travels: true}
}

// openNumber reads '5 or 6 people' and '3-4 nights', which leave the number open.
func (r *reader) openNumber(i int) item {
	a, ok := r.number(i)
	to := r.sequence(i+1, "-", "or", "to", "/")
	b, ok2 := r.number(to)
	if !ok || to == 0 || !ok2 || !r.is(to+1, units...) || r.is(to+1, "or", "of", "k", "pounds", "quid", "under", "x", "s", "am", "pm") {
		return item{}
	}
	word := r.at(to + 1)
	of := strings.TrimSuffix(word, "s")
	return item{kind: Unknown, to: to + 2, why: "Which of the two?", choices: []string{count(a, of), count(b, of)},
		travels: slices.Contains(slices.Concat(adultWords, childWords, infantWords, anyWords), word)}
}

var yearOldWords = []string{"year old", "yr old", "yo", "- year - old", "year - old", "- year old", "years old", "yrs old"}

// yearOld reads '4 year old'.
func (r *reader) yearOld(i, n int) item {
	age, ok := r.number(i)
	if !ok {
		return item{}
	}
	end := r.sequence(i+1, yearOldWords...)
	switch {
	case end == 0 || age >= 18:
		return item{}
	case age < 5:
		return aged(end, people{infants: n})
	}
	return aged(end, people{children: n})
}

// aged is the item of children whose ages are named.
func aged(to int, p people) item {
	it := travels(to, p)
	it.aged = true
	return it
}

// ages reads 'kids aged 3 and 7'.
func (r *reader) ages(i int) item {
	end := r.sequence(i, childWords...)
	if end == 0 {
		return item{}
	}
	if p, to := r.ageList(end); to > 0 {
		return aged(to, p)
	}
	return r.bareAges(end, 0)
}

// bareAges reads the ages of n children, or of at least two, without 'aged': 'kids 4 and 9'. '3/4'
// could also be a day.
func (r *reader) bareAges(i, n int) item {
	first := r.optional(i, ",", "-", ":")
	p, end := r.numbersBelow18(first)
	found := p.children + p.infants
	switch {
	case end == 0 || n == 0 && found < 2 || n > 0 && found != n || !r.standsAlone(end-1) && (!r.is(end, ",") || r.counts(end-1)) || r.is(end, "/", "."):
		return item{}
	case found == 2 && r.is(first+1, "/"):
		a, b := r.at(first), r.at(first+2)
		return item{kind: Unknown, to: end, why: "Are these ages, or a day?", travels: true, choices: []string{fmt.Sprintf("2 children aged %s and %s", a, b)}}
	}
	return aged(end, p)
}

// ageList reads 'aged 2, 6 and 11'.
func (r *reader) ageList(i int) (p people, end int) {
	at := r.sequence(i, "aged", "age", "ages", "( aged", "( ages", "( age", "who are", "(")
	if at == 0 {
		return p, 0
	}
	if p, end = r.numbersBelow18(at); end > 0 {
		end = r.optional(end, ")")
	}
	return p, end
}

// numbersBelow18 reads '2, 6 and 11'.
func (r *reader) numbersBelow18(at int) (p people, end int) {
	for {
		age, ok := r.number(at)
		if !ok || age > 17 {
			return p, end
		}
		if age < 5 {
			p.infants++
		} else {
			p.children++
		}
		end = at + 1
		if at = r.optional(end, ",", "and", "&", ", and", "+", "/"); at == end {
			return p, end
		}
	}
}

// group reads 'a couple', 'family of 5', 'party of 7', 'just me'.
func (r *reader) group(i int) item {
	if r.sequence(i, "couple of", "a couple of") > 0 {
		return item{kind: Unknown, to: r.optional(r.sequence(i, "couple of", "a couple of"), "nights", "weeks", "days"), why: "How many?"}
	}
	if end := r.sequence(r.optional(i, "just", "only"), pairs...); end > 0 {
		return travels(end, people{adults: 2})
	}
	if end := r.sequence(i, alone...); end > 0 {
		return travels(end, people{adults: 1})
	}
	if end := r.sequence(i, "family of", "a family of"); end > 0 {
		if n, ok := r.number(end); ok && n >= 3 && n <= catalogue.MaxParty {
			it := travels(end+1, people{adults: 2, children: n - 2})
			it.family, it.choices = true, []string{fmt.Sprintf("%d adults", n)}
			return it
		}
	}
	if end := r.sequence(i, "party of", "a party of", "group of", "a group of", "us", "there are", "there will be", "there s"); end > 0 {
		if n, ok := r.number(end); ok && !r.is(end+1, units...) {
			return travels(end+1, people{any: n})
		}
	}
	return item{}
}

// forNumber reads 'for 6', where no other word belongs to the number. 'For 2 lodges' counts no people.
func (r *reader) forNumber(i int) item {
	n, ok := r.number(i + 1)
	if !r.is(i, "for") || !ok || r.is(i+2, units...) || r.is(i+2, ".", "/", ":", "-", "%", "*", "th", "st", "nd", "rd", "½", "to") || months[r.at(i+2)] != 0 {
		return item{}
	}
	if of := r.named(i + 2); of.kind == Type && (n == 1 || strings.HasSuffix(r.at(of.to-1), "s")) {
		return item{}
	}
	return travels(i+2, people{any: n})
}

// dogs reads '2 dogs', 'with the dog', 'dog friendly'.
func (r *reader) dogs(i int) item {
	at := i
	n, ok := r.number(i)
	if ok {
		at++
	}
	at = r.optional(at, "small", "large", "medium", "well behaved", "the", "our", "a", "my")
	end := r.sequence(at, dogWords...)
	if end == 0 {
		return item{}
	}
	if ok && n == 0 {
		return item{kind: Unknown, to: end, why: excluded}
	}
	return item{kind: Dogs, to: end, label: "Dogs welcome", apply: func(s *Search) { s.Dogs = true }}
}

// nights reads '7 nights', 'a week', 'a fortnight'.
func (r *reader) nights(i int) item {
	at := r.optional(i, "a", "one", "the", "for a", "for the")
	n, ok := r.number(i)
	if ok {
		at = r.optional(i+1, "-", "full")
	} else {
		n = 1
	}
	switch end := 0; {
	case r.sequence(at, nightWords...) > 0 && (ok || r.is(at-1, "a", "one")):
		return r.staying(i, at+1, n)
	case r.sequence(at, weekWords...) > 0:
		if end = r.sequence(at, weekWords...); !ok && r.is(end-1, "weeks", "wks") {
			return item{}
		}
		return r.staying(i, end, 7*n)
	case r.sequence(at, "fortnight", "fortnights") > 0:
		return r.staying(i, at+1, 14*n)
	case ok && r.sequence(at, "day", "days") > 0 && n > 1 && n <= maxNights:
		return item{kind: Unknown, to: at + 1, why: "Nights or days?", choices: []string{count(n-1, "night"), count(n, "night")}}
	}
	return item{}
}

var (
	nightWords = []string{"night", "nights", "nighter", "nts", "nighters", "nite", "nites"}
	weekWords  = []string{"week", "weeks", "wk", "wks", "whole week", "full week"}
)

// staying is the item of a duration. 'In two weeks' and 'a week on Saturday' may be when the stay
// begins.
func (r *reader) staying(from, to, nights int) item {
	begins := r.is(from-1, "in")
	if nights%7 == 0 {
		begins = begins || r.is(to, "today", "tomorrow")
		_, named := r.weekday(to + 1)
		if on, _ := r.day(to + 1); r.is(to, "on") && named && on.day == 0 {
			begins, to = true, to+2 // not the next Saturday, if it is when
		}
	}
	if begins && !r.is(from, "for", "for a", "for the") && !r.is(from-1, "for") {
		return item{kind: Unknown, to: to, why: "When, or for how long?", choices: []string{"for " + count(nights, "night")}}
	}
	if nights < 1 || nights > maxNights {
		return item{kind: Unknown, to: to, why: fmt.Sprintf("A stay has 1 to %d nights.", maxNights)}
	}
	return item{kind: Nights, to: to, label: count(nights, "night"), slots: []slot{{"nights", strconv.Itoa(nights)}}, apply: func(s *Search) { s.Nights = nights }}
}

// roomWords are the words of the numeric filters, by the field that a filter compares.
var roomWords = map[string][]string{
	"bedrooms":  {"bedroom", "bedrooms", "bed", "beds", "bedded", "- bedroom", "- bed", "- bedrooms", "bed room", "bed rooms", "double bedrooms"},
	"bathrooms": {"bathroom", "bathrooms", "- bathroom", "bath", "baths"},
	"sleeps":    {"berth", "- berth", "berths"},
}

// rooms reads '3 bedrooms', 'sleeps 8', '6 berth', for the numeric filters.
func (r *reader) rooms(i int) item {
	filters := r.catalogue.Filters()
	for id := r.catalogue.BooleanFilters(); id < len(filters); id++ {
		f := filters[id]
		n, ok := r.number(i)
		end := r.sequence(i+1, roomWords[f.Field]...)
		if f.Field == "sleeps" && !ok {
			at := r.sequence(i, "sleeps", "sleeping", "to sleep", "sleep", "that sleeps", "which sleeps")
			if n, ok = r.number(at); at == 0 || !ok {
				continue
			}
			end = at + 1
		}
		if !ok || end == 0 {
			continue
		}
		if !slices.Contains(f.Options, n) {
			var choices []string
			for _, option := range f.Options {
				if option > n && len(choices) == 0 {
					choices = append(choices, roomText(f, option))
				}
			}
			return item{kind: Unknown, to: end, why: fmt.Sprintf("%s can be chosen up to %d.", f.Name, slices.Max(f.Options)), choices: choices}
		}
		return item{kind: Rooms, to: end, label: "At least " + roomText(f, n), slots: []slot{{f.Field, strconv.Itoa(n)}}, apply: func(s *Search) {
			if s.AtLeast == nil {
				s.AtLeast = map[int]int{}
			}
			s.AtLeast[id] = n
		}}
	}
	return item{}
}

func roomText(f catalogue.Filter, n int) string {
	if f.Field == "sleeps" {
		return strconv.Itoa(n) + " berth"
	}
	return count(n, strings.ToLower(strings.TrimSuffix(f.Name, "s")))
}

// grammarWords are the words of the rules, which are neither corrected nor words of parks only.
func grammarWords() (words []string) {
	lists := [][]string{atMost, atLeast, roughly, topped, floored, rates, adultWords, childWords, infantWords, anyWords, dogWords, pairs, alone, someone, units, directions, plainWords,
		{"tomorrow today tonight yesterday next this coming weekend weekends long week commencing beginning fortnight nights nighter sleeps sleep berth bedrooms bathrooms party group aged ages half term whit whitsun easter christmas xmas summer holidays hols holiday school month until till"}}
	for _, list := range lists {
		for _, text := range list {
			words = append(words, strings.Fields(text)...)
		}
	}
	for word := range months {
		words = append(words, word)
	}
	for word := range weekdays {
		words = append(words, word)
	}
	for word := range shortWeekdays {
		words = append(words, word)
	}
	for word := range ordinals {
		words = append(words, word)
	}
	for word := range numberWords {
		words = append(words, word)
	}
	return slices.Compact(slices.Sorted(slices.Values(words)))
}

// plainWords are common words, and British places, that are near to words of the vocabulary and
// mean something else. They are not corrected.
var plainWords = strings.Fields(`adult alone barking beech bench boast boasts boats bread cable cabinet cables camel camper camps candle central cheat chalet coach coaches
	corner cosy couples course cruise dodge double early eight family farms flight forever formal frontier garden gardens gold goods group hall house houses
	jolly large larger lawn learning light lights lodger lodging lounge march match matches might mighty month months mountain night nightly ocean
	older others parish parks party peace peaceful place places plain plane plumber pool poole poor potter private quiet quite rather really river rivers
	round rustic scene score search season secluded shower showers single sleep small smoke smoking space spare special spend spring stables staff stage stair stairs stand
	station steam stone store stream street sunny sunday surf swim table tables terrace their theme train trains travel unique valley village views voucher wakes walled
	walls warm water weather weekly whales wheel where wider winter within wonder yearly years young autumn august batley bradford brighton bridgwater burnley bury
	cardiff carlisle chester cromer derby exmouth falmouth folkestone hastings hereford hertford kendal lancaster leicester lincoln london luton margate
	newark newhaven newquay norwich oxford penzance plymouth portsmouth ramsgate reading rochdale selby sidmouth southampton southend southport stafford stockport
	swansea torquay totnes truro wakefield walsall wells weston whitley wigan wolverhampton worthing worcester`)
