package picture

import (
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
)

// Source finds the parks, unit types, regions and operators that pictures show.
type Source interface {
	Park(id string) (Place, bool)
	// Unit also returns the unit type's position among those of its park.
	Unit(id string) (p Place, u catalogue.UnitType, number int, ok bool)
	// Region also returns the channel of its picture and its position among the
	// regions of that channel.
	Region(id string) (r catalogue.Region, channel string, number int, ok bool)
	// Operator returns an operator with its place on a channel.
	Operator(id, channel string) (o Operator, ok bool)
}

// Draw draws the picture at a path below /images: 'parks/H/HV101/1.svg',
// 'parks/H/HV101/1-uktouring.svg' (in the lists of a further channel),
// 'parks/H/HV101/1-wide.svg',
// 'units/HV101-G3.svg', 'units/HV101-G3/plan.svg', 'regions/12.svg',
// 'regions/12-wide.svg', 'operators/COA/ukcaravan.svg', 'hero/home.svg' or
// 'scenes/coast-pier/none-dusk/1.svg'. ok is false where the path belongs to no
// picture.
func Draw(from Source, name string) (svg []byte, ok bool) {
	if id, isPlan := planPath(name); isPlan {
		_, u, _, ok := from.Unit(id)
		if !ok || !HasPlan(u) {
			return nil, false
		}
		return planOf(u), true
	}
	s, ok := specOf(from, name)
	if !ok {
		return nil, false
	}
	return SVG(s), true
}

// planPath returns the unit type of the path of a floor plan, such as
// 'units/HV101-G3/plan.svg'.
func planPath(name string) (id string, ok bool) {
	rest, isUnit := strings.CutPrefix(name, "units/")
	id, isPlan := strings.CutSuffix(rest, "/plan.svg")
	return id, isUnit && isPlan
}

func specOf(from Source, name string) (Spec, bool) {
	bare, isSVG := strings.CutSuffix(name, ".svg")
	at := strings.LastIndex(bare, "/") + 1
	folder, id := bare[:at], bare[at:]
	switch kind, rest, _ := strings.Cut(folder, "/"); {
	case !isSVG || id == "":
		return Spec{}, false
	case kind == "hero" && rest == "":
		return OfHero(id)
	case kind == "regions" && rest == "":
		return specOfRegion(from, id)
	case kind == "operators":
		o, ok := from.Operator(strings.TrimSuffix(rest, "/"), id)
		return OfOperator(o, id), ok
	case kind == "units" && rest == "":
		return specOfUnit(from, id, "")
	case kind == "units":
		return specOfUnit(from, strings.TrimSuffix(rest, "/"), id)
	case kind == "parks":
		return specOfPark(from, rest, id)
	case kind == "scenes":
		return OfScene(strings.TrimSuffix(rest, "/"), id)
	}
	return Spec{}, false
}

// specOfRegion finds the picture of a region: '12', or '12-wide' for the strip.
func specOfRegion(from Source, id string) (Spec, bool) {
	if r, channel, number, ok := from.Region(id); ok {
		return OfRegion(r, channel, number), true
	}
	bare, wide := strings.CutSuffix(id, "-wide")
	r, channel, number, ok := from.Region(bare)
	return OfRegion(r, channel, number).strip(), ok && wide
}

func specOfUnit(from Source, id, view string) (Spec, bool) {
	p, u, number, ok := from.Unit(id)
	if !ok {
		return Spec{}, false
	}
	return OfUnit(p, u, number, view)
}

// specOfPark finds the picture of a park by its folder and name: its number, and
// where it belongs to a channel other than the park's first, that channel, such
// as 'H/HV101/' and '1-uktouring'. The first one is also drawn wide: '1-wide'.
func specOfPark(from Source, folder, name string) (Spec, bool) {
	letter, id, _ := strings.Cut(strings.TrimSuffix(folder, "/"), "/")
	name, wide := strings.CutSuffix(name, "-wide")
	number, channel, further := strings.Cut(name, "-")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > ParkPictures || strconv.Itoa(n) != number {
		return Spec{}, false
	}
	p, ok := from.Park(id)
	if !ok || letter != strings.ToUpper(id[:1]) {
		return Spec{}, false
	}
	switch {
	case wide:
		return OfPark(p, n).wide(), n == 1 && !further
	case further && slices.Index(p.Channels, channel) < 1:
		return Spec{}, false
	case further:
		p.Channel = channel
	}
	return OfPark(p, n), true
}

// Size returns the size of the picture at a path below /images, in pixels. ok is
// false where the path belongs to no picture.
func Size(from Source, name string) (width, height int, ok bool) {
	s, ok := specOf(from, name)
	return s.Width, s.Height, ok
}
