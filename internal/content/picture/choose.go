package picture

import (
	"cmp"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
)

// Place is what a park's pictures must match: the park, its region, and a
// channel on which it is sold.
type Place struct {
	Park    catalogue.Park
	Region  catalogue.Region
	Channel string
	// Channels are all those on which the park is sold, that of most pictures
	// first.
	Channels []string
	// Number is the park's position among those of its region. Pictures of
	// parks with close numbers differ in composition, light or side.
	Number int
}

// Operator is what an operator's picture on a channel must match.
type Operator struct {
	ID string
	// Region is the one in which it has most parks on the channel.
	Region catalogue.Region
	// Channels are all those on which it sells.
	Channels []string
	// Number is its position among the operators of the channel.
	Number int
}

// ParkPictures is how many pictures a park has: its landscape, the same at
// other times of day, and a feature of the park.
const ParkPictures = 5

// OfPark returns what the n-th picture of a park shows, from 1. The first one is
// on its card.
func OfPark(p Place, n int) Spec {
	s := p.landscape(n - 1)
	s.Width, s.Height = 1200, 800
	if n > 1 {
		s.Seed += "/" + string('0'+rune(n))
	}
	has := func(feature string) bool { return slices.Contains(p.Park.Features, feature) }
	switch {
	case n == 3 && has("indoor-pool"):
		s.View, s.Biome, s.Composition, s.Home = s.Biome, "pool", "", "none"
	case n == 4 && p.Channel != "uktouring":
		s = s.indoors("living")
	case n == 5 && has("play-area") && p.Channel != "boats":
		s.View, s.Biome, s.Composition, s.Home = s.Biome, "playground", "", "none"
	}
	return s
}

// CaptionOfPark returns what the n-th picture of a park shows in words, from 1.
// The first one, which stands for the whole park, has none.
func CaptionOfPark(p Place, n int) string {
	if n == 1 {
		return ""
	}
	s := OfPark(p, n)
	switch {
	case s.Biome == "pool":
		return "Indoor pool"
	case s.Biome == "playground":
		return "Play area"
	case s.Biome == "interior" && isBoat(s.Home):
		return "On board"
	case s.Biome == "interior":
		return "The living room"
	}
	return []string{"Around the park", "The view", "The grounds", "Close to the park"}[n-2]
}

// OfUnit returns what a picture of a unit type shows: from outside the park's
// landscape with that kind of home, large, in front; "evening", the same later;
// "inside", its living room; "bedroom", a bedroom: tents and pods are of one
// room. number is the unit type's position among those of its park. ok is false
// for an unknown view, and for a room that the unit type does not have.
func OfUnit(p Place, u catalogue.UnitType, number int, view string) (s Spec, ok bool) {
	s = p.landscape(number)
	s.Seed, s.Width, s.Height, s.Large = u.ID, 900, 600, true
	s.Composition, s.Side = p.landscape(0).Composition, p.landscape(0).Side
	s.Home = homeOf(p, u)
	s.Long = u.Bedrooms > 2
	s = s.afloat()
	switch view {
	case "":
		return s, true
	case "evening":
		if s.Time = "dusk"; p.landscape(number).Time == "dusk" {
			s.Time = "golden"
		}
		return s, true
	case "inside":
		return s.indoors("living"), HasRooms(u)
	case "bedroom":
		return s.indoors("bedroom"), HasRooms(u) && u.Bathrooms > 0
	}
	return Spec{}, false
}

// HasRooms reports whether guests sleep in rooms of the unit type: a pitch has
// none.
func HasRooms(u catalogue.UnitType) bool { return u.Bedrooms > 0 || len(u.Beds) > 0 }

// indoors shows a room of the home, with the landscape behind the window.
func (s Spec) indoors(room string) Spec {
	s.View, s.Biome, s.Composition = s.Biome, "interior", room
	return s
}

// strip is the same as a wide strip, with the home at the right.
func (s Spec) strip() Spec {
	s.Width, s.Height, s.Side = 1080, 420, "right"
	return s
}

// wide is the same in the shape of a picture as wide as a page.
func (s Spec) wide() Spec {
	s.Width, s.Height, s.Fine = 1200, 500, true
	return s
}

// regionHomes are the homes in the picture of a region of the UK, by landscape:
// those of all channels that are sold there. Elsewhere the home is that of the
// channel.
var regionHomes = map[string][]string{
	"coast":     {"caravan", "tent", "tourer", "cottage"},
	"cliffs":    {"caravan", "cottage", "tourer", "tent"},
	"hills":     {"caravan", "cottage", "tent", "tourer"},
	"moor":      {"cottage", "caravan"},
	"forest":    {"lodge", "caravan"},
	"lake":      {"lodge", "caravan", "cottage"},
	"mountains": {"lodge", "caravan"},
}

// OfRegion returns what a region's picture shows: its own landscape. number is
// its position among the regions of the channel.
func OfRegion(r catalogue.Region, channel string, number int) Spec {
	p := Place{Park: catalogue.Park{Land: r.Land}, Region: r, Channel: channel, Number: number}
	s := p.landscape(0)
	if homes := regionHomes[s.Biome]; len(homes) > 0 && strings.HasPrefix(channel, "uk") {
		s.Home = homes[number%len(homes)]
	}
	s.Seed, s.Width, s.Height, s.Side = "region "+r.ID, 750, 600, "centre"
	return s.afloat()
}

// OfOperator returns what an operator's picture on a channel shows: the landscape
// of the region in which it has most parks there, with a home of the channel.
// Among holiday parks it is one of any kind that the operator has.
func OfOperator(o Operator, channel string) Spec {
	p := Place{Park: catalogue.Park{Land: o.Region.Land}, Region: o.Region, Channel: channel, Number: o.Number}
	s := p.landscape(0)
	if channel == "ukcaravan" {
		var all []string
		for _, sold := range o.Channels {
			if sold != "boats" && sold != "eurocaravan" {
				all = append(all, kinds[sold].homes...)
			}
		}
		if len(all) > 0 {
			s.Home = all[o.Number%len(all)]
		}
	}
	s.Seed, s.Width, s.Height = "operator "+o.ID+" "+channel, 600, 420
	s.Side = []string{"left", "right", "centre"}[o.Number%3]
	return s
}

// kinds are the homes and the landscapes of each channel's pictures.
var kinds = map[string]struct {
	homes []string
	lands []string
}{
	"ukcaravan":   {[]string{"caravan"}, []string{"coast", "cliffs", "hills", "moor"}},
	"uklodge":     {[]string{"lodge"}, []string{"forest", "lake", "mountains"}},
	"ukcottages":  {[]string{"cottage"}, []string{"moor", "cliffs", "hills"}},
	"uktouring":   {[]string{"tent", "tourer"}, []string{"coast", "hills"}},
	"boats":       {[]string{"narrowboat"}, []string{"canal", "lake"}},
	"eurocaravan": {[]string{"caravan", "tent"}, []string{"vineyard", "hills", "mountains"}},
}

// lands lists the landscapes of parks in a region of each landscape, for parks
// that do not say their own.
var lands = map[string][]string{
	"coast":     {"coast"},
	"cliffs":    {"cliffs", "cliffs", "coast"},
	"lake":      {"lake", "lake", "mountains", "hills"},
	"forest":    {"forest", "forest", "hills"},
	"moor":      {"moor", "moor", "hills"},
	"hills":     {"hills", "hills", "forest"},
	"mountains": {"mountains", "mountains", "forest", "lake"},
	"vineyard":  {"vineyard", "vineyard", "hills"},
	"river":     {"river"},
	"med":       {"med"},
	"canal":     {"canal"},
}

// signs lists features that reveal a park's own landscape, which may differ
// from its region's.
var signs = []struct {
	feature string
	lands   []string
}{
	{"near-beach", []string{"coast", "cliffs", "med"}},
	{"lakeside", []string{"lake"}},
	{"woodland", []string{"forest"}},
	{"mountain-views", []string{"mountains"}},
	{"countryside", []string{"hills", "moor", "vineyard", "forest"}},
	{"riverside", []string{"river"}},
}

// landscapes lists the landscapes that the park may have.
func (p Place) landscapes() []string {
	own := cmp.Or(p.Park.Land, p.Region.Land)
	if p.Channel == "boats" {
		if own == "lake" {
			return []string{"lake"}
		}
		return []string{"canal"}
	}
	if p.Park.Land != "" && biomes[own].draw != nil {
		return []string{own}
	}
	for _, sign := range signs {
		if p.Park.Land == "" && slices.Contains(p.Park.Features, sign.feature) {
			return p.common(sign.lands)
		}
	}
	if near := lands[own]; len(near) > 0 {
		return near
	}
	return kinds[p.kind()].lands
}

// common returns the landscapes of a feature that the region has as well, or
// else the first one.
func (p Place) common(list []string) []string {
	var both []string
	for _, l := range list {
		if slices.Contains(lands[p.Region.Land], l) {
			both = append(both, l)
		}
	}
	if len(both) == 0 {
		return list[:1]
	}
	return both
}

// kind returns the key of the park's channel in kinds.
func (p Place) kind() string {
	if _, known := kinds[p.Channel]; known {
		return p.Channel
	}
	return "ukcaravan"
}

// The times of day of pictures, in the order in which parks with following
// numbers have them. There are as many as make a long cycle together with the
// compositions of a landscape.
var (
	northernLight = []string{"noon", "golden", "morning", "dusk", "cream", "turquoise", "dawn"}
	southernLight = []string{"noon", "golden", "turquoise", "morning", "dusk"}
)

// landscape returns the n-th view of a park's landscape, from 0. Its seed makes
// the choice repeatable.
func (p Place) landscape(n int) Spec {
	lat, lon := p.position()
	seed := cmp.Or(p.Park.ID, "region "+p.Region.ID)
	draw := newStream("land " + seed)
	s := Spec{Seed: seed, Biome: pick(draw, p.landscapes()...), Rock: rockAt(lat, lon), Snow: inOneOf(snowyPeaks, lat, lon), Low: inOneOf(lowlands, lat, lon), Oaks: p.oaks()}
	light := northernLight
	if lat != 0 && lat < 46 {
		light = southernLight
	}
	comps, homes := p.compositions(s.Biome), kinds[p.kind()].homes
	look := p.Number + n
	if p.Park.ID != "" { // the first parks of regions differ too
		look += newStream("first look of " + p.Region.ID).upTo(len(light))
	}
	s.Composition, s.Time, s.Home = comps[look%len(comps)], light[look%len(light)], homes[look%len(homes)]
	s.Side = []string{"left", "right"}[look/len(comps)%2]
	if p.Channel == "boats" {
		s.Home = p.boat()
	}
	return s.afloat()
}

// boat returns the kind of boat on the waters of the place.
func (p Place) boat() string {
	lat, lon := p.position()
	if p.landscapes()[0] == "lake" || inOneOf(openWaters, lat, lon) {
		return "cruiser"
	}
	return "narrowboat"
}

// afloat puts boats on water.
func (s Spec) afloat() Spec {
	if isBoat(s.Home) && s.Biome != "canal" && s.Biome != "lake" {
		s.Biome, s.Composition = "canal", "bridge"
	}
	return s
}

func isBoat(home string) bool { return home == "narrowboat" || home == "cruiser" }

// homeWords lists words in names of unit types, and what these are.
var homeWords = []struct{ in, home string }{
	{"pod", "pod"}, {"hardstanding", "tourer"}, {"serviced", "tourer"}, {"touring", "tourer"}, {"hook-up", "tourer"}, {"motorhome", "tourer"},
	{"tent", "tent"}, {"glamping", "tent"}, {"yurt", "tent"}, {"pitch", "tent"},
	{"lodge", "lodge"}, {"chalet", "lodge"}, {"cabin", "lodge"},
	{"cottage", "cottage"}, {"barn", "cottage"}, {"house", "cottage"}, {"caravan", "caravan"}, {"mobile home", "caravan"},
}

// homes lists what the unit types of a channel may be, where not anything but a
// boat.
var homes = map[string][]string{
	"uklodge":    {"lodge", "pod", "tent"},
	"ukcottages": {"cottage", "lodge", "pod"},
	"uktouring":  {"tent", "tourer", "pod"},
}

// homeOf returns the kind of home that a unit type is: what its name mentions, or
// the beginning of its description before a colon ('Platinum lodge: hot tub'), or
// the usual one of its channel.
func homeOf(p Place, u catalogue.UnitType) string {
	p.Channel = cmp.Or(u.Channel, p.Channel)
	if p.Channel == "boats" {
		return p.boat()
	}
	kind, _, found := strings.Cut(u.Desc, ":")
	if !found {
		kind = "" // a whole text mentions other things too
	}
	some := homes[p.Channel]
	for _, text := range []string{u.Name, kind} {
		for _, word := range homeWords {
			if strings.Contains(strings.ToLower(text), word.in) && (some == nil || slices.Contains(some, word.home)) {
				return word.home
			}
		}
	}
	return kinds[p.kind()].homes[0]
}
