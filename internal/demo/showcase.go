package demo

import (
	"slices"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// special is a park that every demo has, even a small one, because it shows a
// rule.
type special struct {
	name, region, town, operator, channel string
	grade, units                          int
	adjust                                func(b *builder, p *catalogue.Park)
}

// showcase lists the special parks; docs/demo.md says what each shows.
var showcase = []special{
	{"Gannet Sands", "12", "Perranporth", "COA", "ukcaravan", 4, 0, gannetSands},
	{"Wren Combe Lodges", "14", "Dulverton", "HAR", "uklodge", 5, 4, premium},
	{"Chalkhead Bay", "18", "Seaford", "ASH", "ukcaravan", 3, 4, nil},
	{"Llyn Arian Park", "31", "Llanberis", "HAR", "uklodge", 5, 4, premium},
	{"Harrow Fell Farm", "24", "Hawes", "HEA", "ukcottages", 4, 5, allDogs},
	{"Saltmarsh Green", "22", "Hemsby", "MAR", "ukcaravan", 3, 5, nil},
	{"Glen Torran", "38", "Comrie", "WAY", "uklodge", 4, 5, glenTorran},
	{"Puffin Point", "33", "Broad Haven", "SIL", "uktouring", 3, 4, puffinPoint},
	{"Orchard Weir", "30", "Evesham", "GUY", "uktouring", 3, 3, orchardWeir},
	{"Sea Lavender Warren", "23", "Mablethorpe", "KIT", "ukcaravan", 5, 5, func(b *builder, p *catalogue.Park) { p.Sticky, p.Premium = true, true }},
	{"Brackenridge Treetops", "29", "Coleford", "BRA", "uklodge", 4, 3, nil},
	{"Surprise Seaside Break", "15", "Ashby-de-la-Zouch", "COA", "ukcaravan", 3, 2, unplaced},
	{"Samphire Quay", "21", "Aldeburgh", "MAR", "ukcaravan", 2, 3, unreviewed},
	{"Lanternhouse Meadow & Samphire Creek Family Holiday Village and Nature Reserve", "20", "St Osyth", "ASH", "ukcaravan", 3, 4, nil},
	{"Villaggio Pineta della Luna", "64", "Cavallino-Treporti", "PIN", "eurocaravan", 4, 4, nil},
	{"Domaine de la Garrigue Bleue", "62", "Agde", "AUR", "eurocaravan", 5, 5, premium},
	{"Reedmere Boatyard", "50", "Horning", "REE", "boats", 4, 4, allDogs},
	{"Heron Lock Narrowboats", "53", "Ellesmere", "LOC", "boats", 4, 3, heronLock},
	{"Quiet Acre", "14", "Glastonbury", "FAR", "ukcottages", 4, 2, unplaced},
	{"Kittiwake Cove", "24", "Filey", "KIT", "ukcaravan", 3, 4, anonymous},
}

// puffinPoint charges for dogs, and has extras by night and person, one of them limited.
func puffinPoint(b *builder, p *catalogue.Park) {
	allDogs(b, p)
	p.Extras = append(p.Extras,
		catalogue.Extra{Code: "DOG", Name: "Dogs on the park", Cost: 4_00, Per: []string{"dog", "night"}, Compulsory: true},
		catalogue.Extra{Code: "BRK", Name: "Breakfast basket", Desc: "Rolls, eggs and fruit at your door by nine.", Cost: 7_50, DepCost: 1_50, Max: 1, Per: []string{"person", "night"}},
		catalogue.Extra{Code: "CHG", Name: "Car charging point", Desc: "A charger beside your pitch; the park has two.", Cost: 6_00, Max: 1, Per: []string{"night"}, Stock: catalogue.Stock{Pieces: 2}},
		catalogue.Extra{Code: "BED", Name: "Dog bed", Cost: 5_00, Max: 1, Per: []string{"dog"}})
}

// heronLock charges every crew for fuel, and has few early starts.
func heronLock(_ *builder, p *catalogue.Park) {
	p.Extras = append(p.Extras,
		catalogue.Extra{Code: "FUE", Name: "Fuel and gas", Cost: 9_00, Per: []string{"night"}, Compulsory: true},
		catalogue.Extra{Code: "ECI", Name: "Early boarding", Desc: "Be first through the lock.", Cost: 25_00, Max: 1, CheckIn: "1pm", Stock: catalogue.Stock{Pieces: 2, Per: "stay"}})
}

func premium(_ *builder, p *catalogue.Park) { p.Premium = true }

// unplaced removes the position of a park.
func unplaced(_ *builder, p *catalogue.Park) { p.Lat, p.Lon = 0, 0 }

func unreviewed(_ *builder, p *catalogue.Park) {
	p.Reviews, p.Bubbles, p.ReviewCount = nil, "", 0
}

// anonymous removes the name from the newest review.
func anonymous(_ *builder, p *catalogue.Park) { p.Reviews[0].Name = "" }

// allDogs lets dogs stay in every unit type of the park.
func allDogs(b *builder, p *catalogue.Park) {
	for i := range b.units {
		if b.units[i].ParkID == p.ID {
			b.units[i].Dogs = true
		}
	}
}

// gannetSands has named unit types with fixed properties, which tests use. There
// is only one unit of Turnstone.
func gannetSands(b *builder, p *catalogue.Park) {
	p.Sticky, p.Bubbles, p.ReviewCount = true, "4.7", 412
	p.Features = inOrder(append(p.Features, "indoor-pool", "entertainment", "shop", "play-area", "near-beach"))
	add := func(code, channel string, name, desc string, bedrooms, bathrooms int, keys []int, rate money.Pence, count int, features ...string) *unit {
		u := unit{keys: keys, rate: rate, count: count, pattern: pattern{changeover, changeover}}
		u.UnitType = catalogue.UnitType{ID: p.ID + "-" + code, ParkID: p.ID, Channel: channel, Name: name, Desc: desc,
			Bedrooms: bedrooms, Bathrooms: bathrooms, Sleeps: keys[len(keys)-1], Features: inOrder(features), Dogs: true}
		b.units = append(b.units, u)
		return &b.units[len(b.units)-1]
	}
	add("S2", "ukcaravan", "Skerry", "Silver caravan, two bedrooms, a bay window and a proper cooker.", 2, 1, []int{2, 4, 6}, 6600, 8, "wifi").Offers = []string{"OFF102"}
	fulmar := add("G3", "ukcaravan", "Fulmar", "Gold caravan with decking, three bedrooms and two bathrooms.", 3, 2, []int{4, 6, 8}, 8900, 5, "wifi", "decking", "sea-view")
	fulmar.Dogs, fulmar.Offers = false, []string{"OFF101", "OFF103"}
	adapted := add("A2", "ukcaravan", "Petrel", "Adapted caravan with a ramp, wide doorways and a wet room.", 2, 1, []int{2, 4}, 7200, 2, "wifi", "decking", "disabled-access")
	adapted.DisabledAccess = true
	turnstone := add("P3", "ukcaravan", "Turnstone", "Platinum lodge: hot tub on a private deck, full central heating and a step-free way in from the parking space.", 3, 2, []int{4, 6}, 13900, 1, "wifi", "decking", "hot-tub", "disabled-access", "linen")
	turnstone.DisabledAccess, turnstone.steady, turnstone.open = true, true, true
	add("L2", "uklodge", "Shearwater Lodge", "Timber lodge on the upper terrace, two bedrooms and a stove.", 2, 1, []int{2, 4}, 11800, 3, "wifi", "decking", "stove", "sea-view", "linen").pattern = pattern{lodgeFixed, lodgeFixed}
	add("HS", "uktouring", "Hardstanding Pitch", "All-weather gravel with a 16-amp hook-up, behind the dunes.", 0, 0, []int{2, 6}, 2800, 24, "electric-hook-up").pattern = pattern{pitchDaily, pitchPeak}
}

// glenTorran has a house for 24 people, because its operator welcomes groups.
func glenTorran(b *builder, p *catalogue.Park) {
	u := unit{keys: []int{12, 24}, rate: money.Pounds(420), count: 1, open: true, pattern: pattern{lodgeFixed, lodgeFixed}}
	u.UnitType = catalogue.UnitType{ID: p.ID + "-H9", ParkID: p.ID, Channel: "uklodge", Name: "The Gathering House",
		Desc:     "Nine bedrooms round a great hall with two stoves, a drying room and a kitchen for a crowd.",
		Bedrooms: 9, Bathrooms: 6, Sleeps: 24, Dogs: true, Features: inOrder([]string{"stove", "wifi", "linen", "hot-tub"})}
	b.units = append(b.units, u)
}

// orchardWeir has a pitch with the same price every night, so that four nights
// cost exactly as much as the voucher GIFT100. Ten of these pitches are always
// for sale.
func orchardWeir(b *builder, p *catalogue.Park) {
	u := unit{keys: []int{6}, rate: money.Pounds(25), count: 10, flat: true, steady: true, open: true, pattern: pattern{pitchDaily, pitchDaily}}
	u.UnitType = catalogue.UnitType{ID: p.ID + "-TR", ParkID: p.ID, Channel: "uktouring", Name: "Traveller’s Pitch",
		Desc: "A riverside pitch at one price all year round, hook-up included.", Sleeps: 6, Dogs: true, Features: []string{"electric-hook-up"}}
	b.units = append(b.units, u)
}

// addShowcase adds a special park.
func (b *builder) addShowcase(sp special) {
	s := newStream(b.seed, "showcase", sp.name)
	o := operatorOf(sp.operator)
	all := regions()
	r := all[slices.IndexFunc(all, func(r *region) bool { return r.ID == sp.region })]
	t := r.towns[slices.IndexFunc(r.towns, func(t town) bool { return t.name == sp.town })]
	p := b.newPark(s, sp.name, r, t, o)
	b.furnish(s, &p, sp.channel, r, t, sp.grade)
	p.Reviews = reviews(s, b.proseOf(r.ID), &p, sp.channel, sp.grade)
	rate(s, &p, sp.grade)
	b.makeUnits(s, &p, sp.channel, o, sp.grade, sp.units)
	if sp.adjust != nil {
		sp.adjust(b, &p)
	}
	b.add(p, sp.channel)
}
