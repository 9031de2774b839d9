package catalogue

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PlaceKind says what a Place is. The order of the kinds is the order in which
// places are listed.
type PlaceKind int

// The kinds of places.
const (
	PlaceRegion PlaceKind = iota
	PlaceTown
	PlaceOperator
	PlacePark
)

// Place is something that a visitor can search for by name: a destination or an
// operator. Of Town, Operator and Park, only the field of its kind is set.
type Place struct {
	Kind     PlaceKind
	Name     string
	Region   *Region // the region of the place; nil for an operator
	Town     *Town
	Operator *Operator
	Park     *ParkInfo

	parks []*ParkInfo // the parks at this place, unless it is a park itself
}

// Parks counts the parks of a place that are sold on a channel; "" means any.
func (p *Place) Parks(channel string) int {
	if p.Park != nil {
		return 1
	}
	n := 0
	for _, park := range p.parks {
		if park.On(channel) {
			n++
		}
	}
	return n
}

// Channels lists the channels on which a place has parks, in the order of Channels.
func (p *Place) Channels() []string {
	var on []string
	for _, c := range Channels {
		if p.On(c.Code) {
			on = append(on, c.Code)
		}
	}
	return on
}

// Regions lists the regions in which a place has parks on a channel: the region
// with the most parks first, then by name.
func (p *Place) Regions(channel string) []*Region {
	if p.Region != nil {
		return []*Region{p.Region}
	}
	count := map[*Region]int{}
	for _, park := range p.parks {
		if park.On(channel) {
			count[park.Region]++
		}
	}
	return slices.SortedFunc(maps.Keys(count), func(a, b *Region) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
}

// On reports whether a place has a park on a channel; "" means any.
func (p *Place) On(channel string) bool {
	if p.Park != nil {
		return p.Park.On(channel)
	}
	return slices.ContainsFunc(p.parks, func(park *ParkInfo) bool { return park.On(channel) })
}

// typoLetters is the smallest number of letters of a word in which one typing
// error is accepted.
const typoLetters = 5

// finder finds places by the beginnings of the words of their names.
type finder struct {
	places []Place // by kind, then by popularity, then by name
	words  []string
	// at lists, for each word, the numbers of the places with that word,
	// ascending.
	at [][]int32
}

// newFinder indexes the places of a catalogue, without the hidden region and
// everything in it.
func newFinder(s *Snapshot) *finder {
	f := &finder{places: placesOf(s)}
	at := map[string][]int32{}
	for i := range f.places {
		for _, word := range indexedWords(f.places[i].Name) {
			if list := at[word]; len(list) == 0 || list[len(list)-1] != int32(i) {
				at[word] = append(list, int32(i))
			}
		}
	}
	for word := range at {
		f.words = append(f.words, word)
	}
	slices.Sort(f.words)
	for _, word := range f.words {
		f.at = append(f.at, at[word])
	}
	return f
}

// placesOf lists the places by kind, then by popularity, then by name. A park
// is more popular when it has more reviews, any other place when it has more
// parks.
func placesOf(s *Snapshot) []Place {
	var places []Place
	for id, parks := range s.byRegion {
		places = append(places, Place{Kind: PlaceRegion, Name: s.regions[id].Name, Region: s.regions[id], parks: onSale(parks)})
		for _, town := range s.towns[id] {
			places = append(places, Place{Kind: PlaceTown, Name: town.Name, Town: town, Region: s.regions[id], parks: onSale(town.Parks)})
		}
	}
	ofOperator := map[string][]*ParkInfo{}
	for _, park := range onSale(s.allParks) {
		if park.RegionID != HiddenRegion {
			ofOperator[park.OperatorID] = append(ofOperator[park.OperatorID], park)
			places = append(places, Place{Kind: PlacePark, Name: park.Name, Park: park, Region: park.Region})
		}
	}
	for id, parks := range ofOperator {
		places = append(places, Place{Kind: PlaceOperator, Name: s.operators[id].Name, Operator: s.operators[id], parks: parks})
	}
	places = slices.DeleteFunc(places, func(p Place) bool { return p.Park == nil && len(p.parks) == 0 })
	slices.SortFunc(places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(b.popularity(), a.popularity()),
			cmp.Compare(fold(a.Name), fold(b.Name)), cmp.Compare(a.ID(), b.ID()), cmp.Compare(a.regionID(), b.regionID()))
	})
	return places
}

// onSale returns the parks that have a unit on some channel.
func onSale(parks []*ParkInfo) []*ParkInfo {
	return slices.DeleteFunc(slices.Clone(parks), func(p *ParkInfo) bool { return len(p.Channels) == 0 })
}

func (p *Place) popularity() int {
	if p.Park != nil {
		return p.Park.ReviewCount
	}
	return len(p.parks)
}

// ID returns the id of the place, unique within its kind. A town's id is unique
// within its region.
func (p *Place) ID() string {
	switch p.Kind {
	case PlaceTown:
		return p.Town.ID
	case PlaceOperator:
		return p.Operator.ID
	case PlacePark:
		return p.Park.ID
	default:
		return p.Region.ID
	}
}

func (p *Place) regionID() string {
	if p.Region == nil {
		return ""
	}
	return p.Region.ID
}

// nameWords splits a name into the words to compare: lower case, without
// accents and apostrophes, '&' as 'and', split at everything that is not a
// letter or digit.
func nameWords(name string) []string {
	name = strings.Map(func(r rune) rune {
		switch r {
		case '\'', '’', '‘', 'ʼ':
			return -1
		}
		return r
	}, fold(strings.ReplaceAll(name, "&", " and ")))
	return strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// saints lists the spellings of 'saint'. A visitor may type any of them.
var saints = []string{"saint", "st", "sainte", "ste"}

// oneSpelling joins words and replaces each spelling of 'saint' by the same
// one.
func oneSpelling(words []string) string {
	spelt := slices.Clone(words)
	for i, word := range spelt {
		if slices.Contains(saints, word) {
			spelt[i] = "st"
		}
	}
	return strings.Join(spelt, " ")
}

// indexedWords returns the words of a name, and the other spellings of 'saint'.
func indexedWords(name string) []string {
	words := nameWords(name)
	if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(saints, w) }) {
		words = append(words, saints...)
	}
	return words
}

// limits is the largest number of results of each kind.
var limits = map[PlaceKind]int{PlaceRegion: 5, PlaceTown: 5, PlaceOperator: 3, PlacePark: 10}

// Places finds places with parks on a channel ("" means any) by a text of at
// least two letters. Each word of the text must be the beginning of a word of
// the name. Accents, case, hyphens and apostrophes are ignored, and 'saint'
// equals 'st'. Where nothing is found, one typing error is accepted in each
// word of at least five letters. Results are ordered by kind. Within a kind,
// names that equal the text come first, then those that begin with it, then the
// more popular ones.
func (s *Snapshot) Places(text, channel string) []Place { return s.finder.find(text, channel, limits) }

// FindParks finds parks in the same way as Places, at most limit.
func (s *Snapshot) FindParks(text, channel string, limit int) []*ParkInfo {
	var parks []*ParkInfo
	for _, p := range s.finder.find(text, channel, map[PlaceKind]int{PlacePark: limit}) {
		parks = append(parks, p.Park)
	}
	return parks
}

func (f *finder) find(text, channel string, most map[PlaceKind]int) []Place {
	words := nameWords(text)
	if utf8.RuneCountInString(strings.Join(words, "")) < 2 {
		return nil
	}
	found := f.ranked(f.with(words, f.beginning), words, channel, most)
	if len(found) == 0 {
		found = f.ranked(f.with(words, f.nearly), words, channel, most)
	}
	var places []Place
	for _, i := range found {
		places = append(places, f.places[i])
	}
	return places
}

// set is a set of places: bit i stands for place i.
type set []uint64

func (s set) add(places []int32) {
	for _, i := range places {
		s[i/64] |= 1 << (i % 64)
	}
}

// with returns the places that have a matching word for each of the words.
func (f *finder) with(words []string, match func(word string, into set)) set {
	var all set
	for _, word := range words {
		one := make(set, (len(f.places)+63)/64)
		match(word, one)
		if all == nil {
			all = one
			continue
		}
		for i := range all {
			all[i] &= one[i]
		}
	}
	return all
}

// beginning adds the places that have a word with this beginning.
func (f *finder) beginning(start string, into set) {
	first, _ := slices.BinarySearch(f.words, start)
	for i := first; i < len(f.words) && strings.HasPrefix(f.words[i], start); i++ {
		into.add(f.at[i])
	}
}

// nearly adds the places that have a word with this beginning, after at most
// one typing error. A short word must match exactly.
func (f *finder) nearly(start string, into set) {
	f.beginning(start, into)
	letters := []rune(start)
	if len(letters) < typoLetters {
		return
	}
	for i, word := range f.words {
		if beginsNearly(word, letters) {
			into.add(f.at[i])
		}
	}
}

// beginsNearly reports whether a word begins with the letters when one letter
// is replaced, removed or added, or two neighbours are swapped.
func beginsNearly(word string, letters []rune) bool {
	i := 0
	rest := word
	for i < len(letters) && rest != "" {
		r, size := utf8.DecodeRuneInString(rest)
		if r != letters[i] {
			break
		}
		i++
		rest = rest[size:]
	}
	left := letters[i:]
	if len(left) <= 1 { // all letters were found, or all but the last
		return true
	}
	if hasPrefix(rest, left[1:]) { // one letter too many was typed
		return true
	}
	r, size := utf8.DecodeRuneInString(rest)
	if size == 0 {
		return false
	}
	after := rest[size:]
	if hasPrefix(after, left[1:]) || hasPrefix(after, left) { // a wrong letter, or one too few
		return true
	}
	second, size := utf8.DecodeRuneInString(after)
	return size > 0 && r == left[1] && second == left[0] && hasPrefix(after[size:], left[2:])
}

func hasPrefix(word string, letters []rune) bool {
	for _, letter := range letters {
		r, size := utf8.DecodeRuneInString(word)
		if size == 0 || r != letter {
			return false
		}
		word = word[size:]
	}
	return true
}

// ranked lists the places of a set that have parks on a channel, at most
// most[kind] of each kind: names that equal the words first, then those that
// begin with them.
func (f *finder) ranked(found set, words []string, channel string, most map[PlaceKind]int) []int {
	text := oneSpelling(words)
	byKind := map[PlaceKind]*[3][]int{}
	for word, left := range found {
		for ; left != 0; left &= left - 1 {
			i := word*64 + bits.TrailingZeros64(left)
			p := &f.places[i]
			if most[p.Kind] == 0 || !p.On(channel) {
				continue
			}
			if byKind[p.Kind] == nil {
				byKind[p.Kind] = &[3][]int{}
			}
			rank := 2
			if name := oneSpelling(nameWords(p.Name)); name == text {
				rank = 0
			} else if strings.HasPrefix(name, text) {
				rank = 1
			}
			byKind[p.Kind][rank] = append(byKind[p.Kind][rank], i)
		}
	}
	var list []int
	for kind := PlaceRegion; kind <= PlacePark; kind++ {
		if ranks := byKind[kind]; ranks != nil {
			all := slices.Concat(ranks[0], ranks[1], ranks[2])
			list = append(list, all[:min(len(all), most[kind])]...)
		}
	}
	return list
}

// Position returns the coordinates of a place: those of the region or park,
// otherwise the middle of its parks. ok is false where none of them has
// coordinates.
func (p *Place) Position() (lat, lon float64, ok bool) {
	switch {
	case p.Park != nil:
		return p.Park.Lat, p.Park.Lon, p.Park.located()
	case p.Kind == PlaceRegion && (p.Region.Lat != 0 || p.Region.Lon != 0):
		return p.Region.Lat, p.Region.Lon, true
	}
	return middle(p.parks)
}

func (p *ParkInfo) located() bool { return p.Lat != 0 || p.Lon != 0 }

// middle returns the mean coordinates of the parks that have some.
func middle(parks []*ParkInfo) (lat, lon float64, ok bool) {
	n := 0.0
	for _, p := range parks {
		if p.located() {
			lat, lon, n = lat+p.Lat, lon+p.Lon, n+1
		}
	}
	if n == 0 {
		return 0, 0, false
	}
	return lat / n, lon / n, true
}

// outwardCode matches the first half of a British postcode, with or without the
// second half.
var outwardCode = regexp.MustCompile(`^([A-Z]{1,2})([0-9][0-9A-Z]?)(?: ?[0-9](?:[A-Z]{2})?)?$`)

// Outward is the place of the first half of a British postcode (the outward
// code).
type Outward struct {
	Code     string // the outward code, such as TR7
	Lat, Lon float64
	Region   *Region // the region of the nearest park
}

// Outward finds the outward code with which a text begins. Its position is the
// middle of the parks with that code, or else of the parks in its postcode area
// (TR), because the catalogue is the only source of positions. ok is false when
// the text is not a postcode, or when no park is in the area.
func (s *Snapshot) Outward(text string) (o Outward, ok bool) {
	parts := outwardCode.FindStringSubmatch(strings.ToUpper(strings.Join(strings.Fields(text), " ")))
	if parts == nil {
		return Outward{}, false
	}
	o.Code = parts[1] + parts[2]
	parks := s.outward[o.Code]
	if len(parks) == 0 {
		parks = s.outward[parts[1]]
	}
	if o.Lat, o.Lon, ok = middle(parks); ok {
		o.Region = nearest(parks, o.Lat, o.Lon).Region
	}
	return o, ok
}

// indexOutward returns the parks by outward code and by postcode area.
func indexOutward(parks []*ParkInfo) map[string][]*ParkInfo {
	index := map[string][]*ParkInfo{}
	for _, p := range onSale(parks) {
		parts := outwardCode.FindStringSubmatch(strings.ToUpper(p.Postcode))
		if parts == nil || !p.located() || p.RegionID == HiddenRegion || p.Country != "GB" {
			continue
		}
		index[parts[1]+parts[2]] = append(index[parts[1]+parts[2]], p)
		index[parts[1]] = append(index[parts[1]], p)
	}
	return index
}

// nearest returns the park closest to a point.
func nearest(parks []*ParkInfo, lat, lon float64) *ParkInfo {
	return slices.MinFunc(parks, func(a, b *ParkInfo) int {
		return cmp.Compare(distance(a.Lat, a.Lon, lat, lon), distance(b.Lat, b.Lon, lat, lon))
	})
}

// distance returns a number that is larger for places further apart. It is in
// degrees of latitude, and exact enough within a country.
func distance(lat, lon, toLat, toLon float64) float64 {
	return math.Hypot(lat-toLat, (lon-toLon)*math.Cos(toLat*math.Pi/180))
}
