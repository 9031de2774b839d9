package phrase

import (
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
)

// where decides the kind of holiday and the place. Each narrows the other: 'caravan in Spain' is
// on the European channel.
func (r *reader) where(items []item) {
	channels := r.channels(items)
	at := r.onePlace(items, channels)
	if at < 0 {
		r.apply(items, channels)
		return
	}
	place := &items[at]
	on := r.channelsOf(place.places)
	if len(channels) > 0 {
		fitting := slices.DeleteFunc(slices.Clone(channels), func(c string) bool { return !slices.Contains(on, c) })
		if len(fitting) == 0 {
			channel, _ := catalogue.ChannelOf(channels[0])
			for i := range items {
				if items[i].kind == Type {
					items[i].unknown("We have no " + channel.Name + " " + catalogue.InPlace(place.places[0].Name) + ".")
				}
			}
			fitting = nil
		}
		channels = fitting
	}
	if len(channels) == 0 {
		channels = on
		if own := place.places[0]; own.Kind != postcodeKind {
			channels = own.Channels()
		}
	}
	r.apply(items, channels)
	if len(place.places) != 1 {
		r.ambiguous(place)
		return
	}
	r.applyPlace(place, place.places[0], channels)
}

// channels returns the channels that all words for kinds of holidays allow; none: nothing is
// said. Contradicting words become Unknown.
func (r *reader) channels(items []item) (channels []string) {
	var at []int
	for i := range items {
		if items[i].kind == Type {
			at = append(at, i)
		}
	}
	for n, i := range at {
		if n == 0 {
			channels = items[i].types
			continue
		}
		channels = slices.DeleteFunc(slices.Clone(channels), func(c string) bool { return !slices.Contains(items[i].types, c) })
	}
	if len(at) > 1 && len(channels) == 0 {
		r.oneOf(items, at, "A search is for one kind of holiday.")
	}
	return channels
}

// apply says the kind of holiday, also where the sentence does not name it.
func (r *reader) apply(items []item, channels []string) {
	if len(channels) > 0 {
		r.channel = channels[0]
	}
	channel, _ := catalogue.ChannelOf(r.channel)
	for i := range items {
		if it := &items[i]; it.kind == Type {
			it.label = channel.Name
			it.apply = func(s *Search) { s.TypeSaid = true }
		}
	}
}

// channelsOf lists the channels on which places can be searched. Around a town that are those of
// its region.
func (r *reader) channelsOf(places []*catalogue.Place) (on []string) {
	for _, channel := range catalogue.Channels {
		if slices.ContainsFunc(places, func(p *catalogue.Place) bool { return r.isOn(p, channel.Code) }) {
			on = append(on, channel.Code)
		}
	}
	return on
}

func (r *reader) isOn(p *catalogue.Place, channel string) bool {
	if p.Kind == catalogue.PlaceTown {
		p = r.regions[p.Region]
	}
	return p.Kind == postcodeKind || p.On(channel)
}

// onePlace finds the item of the place: of several, that which lies in all others, such as Whitby
// in 'Whitby, Yorkshire'. It removes meanings that the kind of holiday excludes. -1: there is
// no place, or several.
func (r *reader) onePlace(items []item, channels []string) int {
	var at []int
	for i := range items {
		if items[i].kind == Place {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return -1
	}
	inner := at[0]
	for _, i := range at[1:] {
		if len(within(items[i].places, items[inner].places)) > 0 {
			inner = i
		}
	}
	for _, i := range at {
		if i == inner {
			continue
		}
		meant := within(items[inner].places, items[i].places)
		if len(meant) == 0 {
			r.oneOf(items, at, "A search is in one place.")
			return -1
		}
		items[inner].places = meant
	}
	for _, i := range at {
		if i != inner {
			items[i].places = []*catalogue.Place{outer(items[inner].places[0], items[i].places)}
			items[i].label = placeName(items[i].places[0])
		}
	}
	if len(items[inner].places) > 1 && len(channels) > 0 {
		fitting := slices.DeleteFunc(slices.Clone(items[inner].places), func(p *catalogue.Place) bool {
			return !slices.ContainsFunc(channels, func(c string) bool { return r.isOn(p, c) })
		})
		if len(fitting) > 0 {
			items[inner].places = fitting
		}
	}
	return inner
}

// within returns those places that lie in one of others.
func within(places, others []*catalogue.Place) (inside []*catalogue.Place) {
	for _, p := range places {
		if slices.ContainsFunc(others, func(o *catalogue.Place) bool { return liesIn(p, o) }) {
			inside = append(inside, p)
		}
	}
	return inside
}

func outer(p *catalogue.Place, others []*catalogue.Place) *catalogue.Place {
	return others[slices.IndexFunc(others, func(o *catalogue.Place) bool { return liesIn(p, o) })]
}

// liesIn reports whether a place is another one, or in it.
func liesIn(p, other *catalogue.Place) bool {
	switch {
	case p == other:
		return true
	case other.Kind == catalogue.PlaceRegion:
		return p.Kind != catalogue.PlaceRegion && p.Region == other.Region
	case other.Kind == catalogue.PlaceTown && p.Kind == catalogue.PlacePark:
		return p.Region == other.Region && p.Park.TownID == other.Town.ID
	}
	return false
}

// ambiguous makes a name with several meanings not understood, and offers three of them.
func (r *reader) ambiguous(it *item) {
	var choices []string
	for _, p := range it.places {
		name := placeName(p)
		if p.Kind == catalogue.PlacePark && p.Park.Town != "" {
			name = p.Name + ", " + p.Park.Town
		}
		if p.Kind == catalogue.PlaceRegion {
			name = strings.ReplaceAll(name, ":", "")
		}
		if !slices.Contains(choices, name) && len(choices) < 3 {
			choices = append(choices, name)
		}
	}
	if len(choices) == 1 {
		choices = nil
	}
	it.unknown("There are several.", choices...)
}

// applyPlace puts a place into the search, as the search box does when it is chosen
// (web/src/features/search-box/choose-place.ts).
func (r *reader) applyPlace(it *item, p *catalogue.Place, channels []string) {
	region := p.Region
	if p.Kind == postcodeKind {
		channel := ""
		if len(channels) > 0 {
			channel = channels[0]
		}
		o, _ := r.catalogue.Outward(p.Name, channel)
		it.apply = placed(o.Region, nil, &Point{p.Name, o.Lat, o.Lon})
		return
	}
	it.label = placeName(p)
	var near *Point
	if p.Kind == catalogue.PlaceTown {
		it.label = "Near " + it.label
		if lat, lon, ok := p.Position(); ok {
			near = &Point{p.Name, lat, lon}
		}
	}
	it.apply = placed(region, p.Park, near)
}

func placed(region *catalogue.Region, park *catalogue.ParkInfo, near *Point) func(*Search) {
	return func(s *Search) { s.Region, s.Park, s.Near = region, park, near }
}
