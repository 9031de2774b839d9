package phrase

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
)

// Vocabulary is what sentences can name: our own words, and the names of a catalogue. It never
// changes.
type Vocabulary struct {
	catalogue *catalogue.Snapshot
	entries   map[string]entry // by words, joined by spaces
	regions   map[*catalogue.Region]*catalogue.Place
	longest   map[string]int  // by first word: how many words its longest entry has
	known     map[string]bool // the words that are not corrected
	bySpelling
}

// entry is what a name means.
type entry struct {
	item
	rank int // of two meanings of a name, that of the lower rank counts
}

// The ranks of entries. Our own words come before names, and places before parks.
const (
	rankWord = iota
	rankPlace
	rankPart // a part of a place's name
	rankPark
)

// New makes the vocabulary of a catalogue.
func New(snapshot *catalogue.Snapshot) *Vocabulary {
	v := &Vocabulary{catalogue: snapshot, entries: map[string]entry{}, regions: map[*catalogue.Region]*catalogue.Place{}, longest: map[string]int{}, known: map[string]bool{}, bySpelling: bySpelling{}}
	v.addWords()
	v.addFeatures()
	v.addOffers()
	places := snapshot.AllPlaces()
	for i := range places {
		p := &places[i]
		if p.Kind == catalogue.PlaceRegion {
			v.regions[p.Region] = p
		}
		if p.Kind == catalogue.PlaceRegion || p.Kind == catalogue.PlaceTown {
			v.addPlace(p)
		}
	}
	v.addParts(places)
	for key := range v.entries {
		for word := range strings.FieldsSeq(key) {
			v.learn(word, true)
		}
	}
	for _, word := range grammarWords() {
		v.learn(word, true)
	}
	v.addParks(places)
	return v
}

func key(name string) string { return strings.Join(catalogue.NameWords(name), " ") }

// add adds a meaning of a name.
func (v *Vocabulary) add(name string, e entry) {
	words := strings.Fields(name)
	if len(words) == 0 {
		return
	}
	old, exists := v.entries[name]
	switch {
	case exists && old.rank < e.rank:
		return
	case exists && old.rank == e.rank && e.kind == Place && old.kind == Place:
		for _, p := range e.places {
			if !slices.Contains(old.places, p) {
				old.places = append(slices.Clip(old.places), p)
			}
		}
		e = old
	}
	v.entries[name] = e
	v.longest[words[0]] = max(v.longest[words[0]], len(words))
}

func (v *Vocabulary) addWords() {
	for codes, names := range typeWords {
		channels := strings.Fields(codes)
		channel, _ := catalogue.ChannelOf(channels[0])
		for _, name := range names {
			v.add(name, entry{item: item{kind: Type, types: channels, label: channel.Name}})
		}
	}
	for _, channel := range catalogue.Channels {
		v.add(key(channel.Name), entry{item: item{kind: Type, types: []string{channel.Code}, label: channel.Name}})
	}
	for _, name := range fillers {
		v.add(name, entry{})
	}
	for name, choices := range puzzles {
		v.add(name, entry{item: item{kind: Unknown, choices: v.possible(choices), travels: slices.Contains(childWords, name) || slices.Contains(infantWords, name)}})
	}
	for _, name := range sorts {
		v.add(name, entry{item: item{kind: Sort, label: "Cheapest first", apply: func(s *Search) { s.Cheapest = true }}})
	}
	for _, name := range excluding {
		v.add(name, entry{item: item{kind: Unknown, excludes: true}})
	}
	for _, name := range beforeDates {
		if e, exists := v.entries[name]; exists {
			e.before = true
			v.entries[name] = e
			continue
		}
		v.add(name, entry{item: item{kind: Unknown, before: true}})
	}
	for _, name := range origins {
		e := v.entries[name]
		if e.origin = true; name != "from" {
			e.kind = Unknown
		}
		v.add(name, e)
	}
	for _, name := range relatives {
		v.add(name, entry{item: item{kind: Unknown, relative: true}})
	}
	for _, name := range []string{"or", "either", "and or"} {
		v.add(name, entry{item: item{kind: Unknown, or: true}})
	}
}

// possible returns those choices that name no feature which the catalogue does not have.
func (v *Vocabulary) possible(choices []string) []string {
	return slices.DeleteFunc(slices.Clone(choices), func(c string) bool {
		_, isFeature := featureWords[key(c)]
		return isFeature && !slices.ContainsFunc(v.catalogue.Filters(), func(f catalogue.Filter) bool { return key(f.Name) == key(c) })
	})
}

func (v *Vocabulary) addFeatures() {
	for id, filter := range v.catalogue.Filters()[:v.catalogue.BooleanFilters()] {
		e := entry{item: item{kind: Feature, label: filter.Name, apply: func(s *Search) { s.addFeature(id) }}}
		name := key(filter.Name)
		for _, words := range append([]string{name, plural(name)}, featureWords[name]...) {
			v.add(words, e)
		}
	}
}

func plural(name string) string {
	if strings.HasSuffix(name, "s") || strings.HasSuffix(name, "ing") {
		return name
	}
	return name + "s"
}

func (v *Vocabulary) addOffers() {
	for _, offer := range v.catalogue.Offers() {
		v.add(key(offer.Label), entry{item: item{kind: Offer, label: offer.Label, apply: func(s *Search) {
			if !slices.Contains(s.Offers, offer.URN) {
				s.Offers = append(s.Offers, offer.URN)
			}
		}}})
	}
}

// addPlace adds a region or town by its whole name, a region also by the parts of its name:
// 'Hampshire & New Forest' is where both are.
func (v *Vocabulary) addPlace(p *catalogue.Place) {
	e := entry{item: item{kind: Place, places: []*catalogue.Place{p}}, rank: rankPlace}
	for _, name := range spellings(key(p.Name)) {
		v.add(name, e)
	}
	if p.Kind != catalogue.PlaceRegion {
		return
	}
	e.rank = rankPart
	v.add(strings.ReplaceAll(key(p.Name), " and ", " "), e)
	country, rest, isPart := strings.Cut(p.Name, ":")
	if isPart {
		v.add(key(country), e)
	} else {
		rest = p.Name
	}
	for part := range strings.SplitSeq(rest, "&") {
		name := strings.TrimPrefix(key(part), "the ")
		switch {
		case isPart && slices.Contains(directions, name):
			for _, form := range []string{"%[1]s %[2]s", "%[1]s of %[2]s", "%[2]s %[1]s", "%[1]sern %[2]s"} {
				v.add(fmt.Sprintf(form, name, key(country)), e)
			}
		case strings.HasSuffix(p.Name, " Canals"): // 'Llangollen' alone is the town
			v.add(strings.TrimSuffix(name, " canals")+" canal", e)
		case strings.HasSuffix(p.Name, " Canal"), strings.HasSuffix(name, " coast"): // 'Leeds' is no part of a canal, and 'the East Coast' may be any
		default:
			v.add(name, e)
		}
	}
	for _, prefix := range []string{"scottish ", "river ", "norfolk "} { // 'the Highlands', 'the Thames', 'the Broads'
		if rest, ok := strings.CutPrefix(strings.TrimPrefix(key(p.Name), "the "), prefix); ok {
			v.add(rest, e)
		}
	}
	if key(p.Name) == "netherlands and luxembourg" {
		v.add("holland", e)
	}
}

var directions = []string{"north", "south", "east", "west", "central"}

// spellings returns a name with each spelling of 'saint'.
func spellings(name string) []string {
	all := []string{name}
	for _, saint := range []string{"st ", "saint "} {
		if rest, ok := strings.CutPrefix(name, saint); ok {
			all = append(all, "st "+rest, "saint "+rest)
		}
	}
	return all
}

// addParts adds the beginnings of towns' names: 'Burnham' may mean Burnham-on-Sea or
// Burnham-on-Crouch, and also a Burnham where we have no parks. So they are offered, and not
// understood. The same applies to a town whose name ends others' names: 'Yarmouth'.
func (v *Vocabulary) addParts(places []catalogue.Place) {
	parts := map[string][]string{}
	for i := range places {
		if places[i].Kind != catalogue.PlaceTown {
			continue
		}
		words := strings.Fields(key(places[i].Name))
		for at := 1; at < len(words); at++ {
			if slices.Contains(connectors, words[at]) {
				parts[strings.Join(words[:at], " ")] = append(parts[strings.Join(words[:at], " ")], placeName(&places[i]))
				break
			}
		}
		if ending := words[len(words)-1]; len(words) > 1 && words[0] == "great" {
			parts[ending] = append(parts[ending], placeName(&places[i]))
		}
	}
	for name, choices := range parts {
		e, exists := v.entries[name]
		if exists && (e.kind != Place || e.places[0].Kind == catalogue.PlaceRegion) {
			continue
		}
		for _, p := range e.places {
			choices = append(choices, placeName(p))
			v.add(key(placeName(p)), entry{item: item{kind: Place, places: []*catalogue.Place{p}}, rank: rankPlace})
		}
		slices.Sort(choices)
		v.entries[name] = entry{item: item{kind: Unknown, choices: slices.Compact(choices)}, rank: rankPart}
		first, _, _ := strings.Cut(name, " ")
		v.longest[first] = max(v.longest[first], strings.Count(name, " ")+1)
	}
}

var connectors = []string{"on", "next", "by", "upon", "regis", "under", "de", "sur", "del", "aan", "am", "of", "y", "la", "le", "en"}

// parkEndings are words at the end of a park's name that visitors leave out.
var parkEndings = []string{"holiday park", "lodge park", "touring park", "holiday village", "caravan park", "caravan site", "camping park", "farm cottages", "farm camping", "park", "lodges", "retreat", "cottages", "barns", "campsite", "camping", "boatyard", "narrowboats", "marina", "boats"}

// addParks adds the names of parks that have a word which is not in the vocabulary, with and
// without the words at their end that say what kind of place it is.
func (v *Vocabulary) addParks(places []catalogue.Place) {
	for i := range places {
		if places[i].Kind != catalogue.PlacePark {
			continue
		}
		name := key(places[i].Name)
		e := entry{item: item{kind: Place, places: []*catalogue.Place{&places[i]}}, rank: rankPark}
		names := []string{name}
		for _, ending := range parkEndings {
			if short, ok := strings.CutSuffix(name, " "+ending); ok && strings.Contains(short, " ") {
				names = append(names, short)
				break
			}
		}
		for _, name := range names {
			words := strings.Fields(name)
			if len(words) <= maxNameWords && slices.ContainsFunc(words, func(w string) bool { return len(w) > 2 && !v.bySpelling.has(w) }) {
				v.add(name, e)
			}
		}
	}
	for name, e := range v.entries {
		if e.rank == rankPark {
			for word := range strings.FieldsSeq(name) {
				v.learn(word, false)
			}
		}
	}
}

// maxNameWords limits the words of a park's name: no visitor types a longer one.
const maxNameWords = 8

// placeName returns a place's name with its region, where it has one.
func placeName(p *catalogue.Place) string {
	if p.Kind == catalogue.PlaceRegion || p.Region == nil {
		return p.Name
	}
	return p.Name + ", " + p.Region.Name
}

// named finds the longest entry at a token.
func (r *reader) named(i int) item {
	most := r.longest[r.at(i)]
	best := item{}
	var words []string
	for at := i; at < len(r.tokens) && len(words) < most; at++ {
		word := r.at(at)
		switch {
		case len(words) > 0 && (word == "-" || word == "." || word == "," || word == "/" && r.at(at-1) == "w"):
			continue
		case word == "&":
			word = "and"
		}
		words = append(words, word)
		if e, ok := r.entries[strings.Join(words, " ")]; ok {
			best = e.item
			best.from, best.to = i, at+1
		}
	}
	if best.kind == Place {
		best.label = placeName(best.places[0])
		if best.to == i+1 && slices.Contains(commonWords, r.at(i)) && !r.is(i-1, "in", "near", "nr", "at", "around", "to", "from") {
			best.unknown("This could be a place.", "near "+best.label)
		}
	}
	return best
}

// commonWords are words that are also names of places: 'a stone cottage'. They are places only
// after a word such as 'near'.
var commonWords = strings.Fields("stone battle bath beer hope deal sandwich settle street wool ware sale reading ash ham rye nelson")

// postcode finds the first half of a British postcode, with or without the second one: letters
// and digits without a space, as 'YO22'. 'M5', 'A1' and 'B3300' may be roads.
func (r *reader) postcode(i int) item {
	t := r.at(i)
	if len(t) > 2 || !r.touches(i+1) || !r.tokens[i+1].digits || slices.Contains([]string{"a", "b", "m"}, t) {
		return item{}
	}
	end := i + 2
	text := r.text[r.tokens[i].from:r.tokens[i+1].to]
	if r.touches(end) && len(r.at(end)) == 1 && !r.tokens[end].isMark() {
		end++ // 'W1A'
	}
	o, ok := r.catalogue.Outward(r.text[r.tokens[i].from:r.tokens[end-1].to], "")
	if !ok {
		return item{}
	}
	if n := end; n+1 < len(r.tokens) && r.tokens[n].digits && r.touches(n+1) && len(r.at(n)) == 1 && len(r.at(n+1)) == 2 {
		end += 2
	}
	return item{kind: Place, to: end, label: "Near " + cmp.Or(o.Code, text), places: []*catalogue.Place{{Kind: postcodeKind, Name: o.Code, Region: o.Region}}}
}

// postcodeKind is the kind of a place that is a postcode.
const postcodeKind catalogue.PlaceKind = -1
