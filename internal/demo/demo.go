// Package demo invents a believable catalogue with prices and allotments.
// Everything is computed from a seed: the same seed and size give the same
// bytes, a larger demo begins with the parks of a smaller one, and the price of
// a date does not depend on the day on which the demo was made. docs/demo.md
// lists the parks that show each rule.
package demo

import (
	"fmt"
	"strings"

	"holidaymaker/internal/catalogue"
)

// Seed is the seed of the product's demo.
const Seed = 1931

// Parks is the default number of parks.
const Parks = 600

// Demo is a fictional catalogue, and what its prices and allotments are computed
// from. It does not change and may be used by several goroutines.
type Demo struct {
	// Entities is everything that is for sale.
	Entities catalogue.Entities

	seed  uint64
	units map[string]*unit
}

// New makes a demo with a number of parks. The parks of the showcase are always
// included, so there are never fewer than those.
func New(seed uint64, parks int) *Demo {
	b := &builder{seed: seed, names: map[string]bool{}, numbers: map[string]int{}, prose: map[string]*regionProse{}}
	for _, sp := range showcase {
		b.names[sp.name] = true
	}
	for _, sp := range showcase {
		b.addShowcase(sp)
	}
	slots := allSlots()
	for i := 0; len(b.parks) < parks; i++ {
		b.addPark(i, slots[i%len(slots)])
	}
	return b.finish()
}

// builder collects the parks while a demo is made.
type builder struct {
	seed    uint64
	names   map[string]bool
	numbers map[string]int          // number of the last park, by prefix of its id
	prose   map[string]*regionProse // by region
	parks   []catalogue.Park
	units   []unit
}

func (b *builder) proseOf(region string) *regionProse {
	if b.prose[region] == nil {
		b.prose[region] = newRegionProse()
	}
	return b.prose[region]
}

// slot is the channel and the region of a park to create.
type slot struct {
	channel string
	region  *region
}

// allSlots lists the slots of a demo of full size. Every channel and region
// appears early in the list, so that a small demo has them too.
func allSlots() []slot {
	var list []slot
	for round, found := 0, true; found; round++ {
		found = false
		for _, c := range catalogue.Channels {
			for _, r := range regions() {
				if r.weights[c.Code] > round {
					list, found = append(list, slot{c.Code, r}), true
				}
			}
		}
	}
	return list
}

// nextID returns the id of the next park: the operator's prefix and a number.
func (b *builder) nextID(o operator) string {
	n := max(100, b.numbers[o.prefix]) + 1
	b.numbers[o.prefix] = n
	return fmt.Sprintf("%s%d", o.prefix, n)
}

// addPark adds the i-th park after the showcase.
func (b *builder) addPark(i int, at slot) {
	s := newStream(b.seed, "park", fmt.Sprint(i))
	o := operatorFor(s, at.channel, at.region.ID)
	t := pick(s, at.region.towns)
	p := b.newPark(s, b.parkName(s, at.channel, at.region, t), at.region, t, o)
	grade := 1 + (s.intn(5)+s.intn(5)+1)/2
	b.furnish(s, &p, at.channel, at.region, t, grade)
	p.Premium = grade == 5 && s.chance(60)
	p.Sticky = !p.Premium && s.chance(4)
	if s.chance(94) {
		p.Reviews = reviews(s, b.proseOf(p.RegionID), &p, at.channel, grade)
		rate(s, &p, grade)
	}
	b.makeUnits(s, &p, at.channel, o, grade, 2+s.intn(3))
	b.addSecondary(s, &p, at.channel, o, grade)
	b.add(p, at.channel)
}

// add adds a park whose units are the last ones that were made.
func (b *builder) add(p catalogue.Park, channel string) {
	for i := len(b.units) - 1; i >= 0 && b.units[i].ParkID == p.ID; i-- {
		if b.units[i].Dogs {
			addDogRules(&p, channel)
			break
		}
	}
	p.Guests = guestFacts(b.seed, p.ID)
	if len(b.parks)%3 == 0 { // without a draw, which would change the parks after it
		p.Rules.MaxUnits = 4
	}
	b.parks = append(b.parks, p)
}

// guestFacts are what a park tells its guests. The telephone numbers are those that are kept
// free for fiction.
func guestFacts(seed uint64, parkID string) catalogue.GuestFacts {
	s := newStream(seed, "guests", parkID)
	facts := catalogue.GuestFacts{GateCode: fmt.Sprintf("%04d#", s.intn(10000)), Phone: fmt.Sprintf("01632 960%03d", s.intn(1000)), Directions: pick(s, []string{
		"Follow the brown signs from the main road. The satnav leads to the farm next door: pass it.",
		"Turn at the church. Reception is on the left behind the barrier.",
		"The lane is narrow: come from the north, where there are passing places.",
	})}
	if s.chance(70) {
		facts.OutOfHours = fmt.Sprintf("07700 900%03d", s.intn(1000))
	}
	return facts
}

// newPark creates a park near a town of its region.
func (b *builder) newPark(s *stream, name string, r *region, t town, o operator) catalogue.Park {
	p := catalogue.Park{ID: b.nextID(o), Name: name, RegionID: r.ID, OperatorID: o.ID,
		TownID: t.id, Town: t.name, County: t.county, Country: t.country, Land: t.setting}
	p.Postcode = t.fullPostcode(s)
	p.Lat, p.Lon = t.position(s)
	if o.Affiliate {
		p.Affiliate = affiliateCode
		p.AffiliateURL = o.URL + "parks/" + catalogue.Slug(name)
	}
	return p
}

// furnish chooses a park's features, extras, texts and reviews.
func (b *builder) furnish(s *stream, p *catalogue.Park, channel string, r *region, t town, grade int) {
	p.Features = parkFeatures(s, channel, r, t, grade)
	p.Info = info(s, b.proseOf(r.ID), t, channel, p.Features)
	p.ImportantInfo = importantInfo(s, p, channel)
	p.Extras = parkExtras(s, channel, p.Features)
}

// addSecondary gives some parks lodges or pitches beside their main channel.
func (b *builder) addSecondary(s *stream, p *catalogue.Park, channel string, o operator, grade int) {
	sells := func(other string) bool { return strings.Contains(o.channels, other) }
	if channel == "ukcaravan" && sells("uklodge") && grade >= 3 && s.chance(40) {
		b.makeUnits(s, p, "uklodge", o, grade, 1+s.intn(2))
	}
	if channel == "ukcaravan" && sells("uktouring") && s.chance(16) {
		b.makeUnits(s, p, "uktouring", o, grade, 1+s.intn(2))
	}
}

// finish returns the demo.
func (b *builder) finish() *Demo {
	d := &Demo{seed: b.seed, units: map[string]*unit{}}
	e := &d.Entities
	e.Features, e.Regions, e.Parks, e.Offers, e.Codes = Features(), Regions(), b.parks, offers, codes
	for _, o := range operators {
		e.Operators = append(e.Operators, o.Operator)
	}
	for i := range b.units {
		u := &b.units[i]
		u.Beds = bedsOf(&u.UnitType)
		d.units[u.ID] = u
		e.Units = append(e.Units, u.UnitType)
	}
	return d
}
