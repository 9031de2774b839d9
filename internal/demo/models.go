package demo

import (
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// model is a kind of accommodation that parks choose from.
type model struct {
	code, name, desc            string
	bedrooms, bathrooms, sleeps int
	keys                        []int // party-size thresholds
	rate                        money.Pence
	features                    []string
	least, most                 int // number of units that a park has of it
	disabled                    bool
}

// models are the kinds of accommodation by channel, from plain to luxurious.
// rate is the price of a night in May for the smallest party.
var models = map[string][]model{
	"ukcaravan": {
		{"B2", "Bronze Caravan", "A good plain caravan with a gas fire in the lounge and a double bed that folds away.", 2, 1, 6, []int{2, 4, 6}, 4600, nil, 3, 12, false},
		{"S2", "Silver Caravan", "Double-glazed and heated throughout, with a bay window and a proper cooker.", 2, 1, 6, []int{2, 4, 6}, 5600, []string{"wifi"}, 3, 14, false},
		{"S3", "Silver Family Caravan", "A third bedroom for the children, or for the snorer.", 3, 1, 8, []int{4, 6, 8}, 6400, []string{"wifi"}, 2, 8, false},
		{"G2", "Gold Caravan", "Central heating, a full-size fridge freezer and a deck to eat breakfast on.", 2, 1, 6, []int{2, 4, 6}, 7100, []string{"wifi", "decking"}, 2, 8, false},
		{"G3", "Gold Family Caravan", "Two bathrooms, so that nobody queues, and a railed deck with a table for eight.", 3, 2, 8, []int{4, 8}, 8200, []string{"wifi", "decking"}, 1, 6, false},
		{"A2", "Adapted Caravan", "A ramp to the door, wide doorways, a wet room and a turning circle in every room.", 2, 1, 4, []int{2, 4}, 6800, []string{"wifi", "decking", "disabled-access"}, 1, 2, true},
		{"P2", "Platinum Caravan", "The newest on the park: vaulted ceiling, dishwasher and a hot tub of your own outside.", 2, 2, 4, []int{2, 4}, 10500, []string{"wifi", "decking", "hot-tub", "linen"}, 1, 4, false},
	},
	"uklodge": {
		{"L1", "Bower Lodge", "One bedroom, one big window, one very good bath.", 1, 1, 2, []int{2}, 8400, []string{"wifi", "decking", "linen"}, 1, 6, false},
		{"L2", "Copse Lodge", "Open-plan under a pitched roof, with a kitchen that a cook would choose.", 2, 1, 4, []int{2, 4}, 10400, []string{"wifi", "decking", "linen"}, 2, 8, false},
		{"T2", "Copse Hot Tub Lodge", "The Copse with a hot tub sunk into the deck, cleaned and heated before you come.", 2, 2, 4, []int{2, 4}, 13200, []string{"wifi", "decking", "linen", "hot-tub"}, 2, 6, false},
		{"L3", "Ridge Lodge", "Three bedrooms, two bathrooms and a stove with a basket of logs beside it.", 3, 2, 6, []int{4, 6}, 13800, []string{"wifi", "decking", "linen", "stove"}, 1, 5, false},
		{"V2", "Level Lodge", "Step-free from car to shower, with a profiling bed and a ceiling track on request.", 2, 2, 4, []int{4}, 11600, []string{"wifi", "decking", "linen", "disabled-access"}, 1, 2, true},
		{"T4", "Summit Lodge", "Four bedrooms, a sauna, a hot tub and a table for the whole family.", 4, 3, 8, []int{6, 8}, 19500, []string{"wifi", "decking", "linen", "stove", "hot-tub"}, 1, 3, false},
	},
	"ukcottages": {
		{"C1", "The Dairy", "Thick walls, a half-door and a small walled garden that catches the evening sun.", 1, 1, 2, []int{2}, 7800, []string{"wifi", "linen", "stove"}, 1, 1, false},
		{"C2", "The Granary", "Beams, a range and two bedrooms under the eaves.", 2, 1, 4, []int{4}, 9600, []string{"wifi", "linen", "stove"}, 1, 1, false},
		{"C3", "The Old Barn", "A double-height sitting room, a long table and a boot room for muddy days.", 3, 2, 6, []int{4, 6}, 13200, []string{"wifi", "linen", "stove"}, 1, 1, false},
		{"A1", "The Cart Shed", "All on one floor, with wide doors, a wet room and parking by the step-free entrance.", 1, 1, 3, []int{3}, 8600, []string{"wifi", "linen", "disabled-access"}, 1, 1, true},
		{"C5", "The Farmhouse", "Five bedrooms, two sitting rooms and an orchard, for birthdays and reunions.", 5, 3, 10, []int{6, 10}, 21500, []string{"wifi", "linen", "stove", "hot-tub"}, 1, 1, false},
	},
	"uktouring": {
		{"GR", "Grass Pitch", "A level grass pitch for a tent or a small van, water tap close by.", 0, 0, 6, []int{2, 6}, 1800, nil, 10, 40, false},
		{"HS", "Hardstanding Pitch", "All-weather gravel with a 16-amp hook-up, for caravans and motorhomes.", 0, 0, 6, []int{2, 6}, 2500, []string{"electric-hook-up"}, 8, 36, false},
		{"SP", "Serviced Pitch", "Hardstanding with hook-up, fresh water, drain and a hedge on three sides.", 0, 0, 6, []int{6}, 3200, []string{"electric-hook-up", "wifi"}, 4, 16, false},
		{"BT", "Bell Tent", "Ready pitched, with real beds, rugs, a lantern and a little stove.", 1, 0, 4, []int{4}, 5800, []string{"stove"}, 2, 6, false},
		{"PD", "Camping Pod", "Wooden, insulated and heated, with bunks, a kettle and a porch light.", 1, 0, 3, []int{3}, 5200, []string{"electric-hook-up"}, 2, 6, false},
	},
	"boats": {
		{"W2", "Wherry’s Child", "A small wide-beam cruiser that turns in her own length, easy for first-timers.", 1, 1, 3, []int{3}, 11800, []string{"linen"}, 1, 3, false},
		{"N4", "Kingfisher Class", "Two cabins, a stove in the saloon and a bow deck to watch the world from.", 2, 1, 4, []int{2, 4}, 14200, []string{"linen", "stove"}, 2, 5, false},
		{"N6", "Heron Class", "Three cabins, two showers and a galley with a full-size oven.", 3, 2, 6, []int{4, 6}, 17800, []string{"linen", "stove", "wifi"}, 1, 4, false},
		{"N8", "Bittern Class", "For two families: four cabins, two heads and a table that seats everyone.", 4, 2, 8, []int{6, 8}, 22500, []string{"linen", "stove", "wifi"}, 1, 2, false},
	},
	"eurocaravan": {
		{"M2", "Classic Mobile Home", "Two bedrooms, a shaded terrace and a gas barbecue.", 2, 1, 5, []int{5}, 5200, nil, 6, 20, false},
		{"M3", "Comfort Mobile Home", "Three bedrooms and air conditioning, with a covered deck for long lunches.", 3, 1, 6, []int{4, 6}, 6600, []string{"decking", "wifi"}, 4, 16, false},
		{"P3", "Premium Mobile Home", "Three bedrooms, two bathrooms, dishwasher, sun loungers and linen.", 3, 2, 6, []int{6}, 8800, []string{"decking", "wifi", "linen"}, 2, 10, false},
		{"S2", "Safari Tent", "Canvas over a wooden floor, with a kitchen, real beds and a hammock.", 2, 0, 5, []int{5}, 4600, []string{"decking"}, 2, 8, false},
		{"A2", "Accessible Mobile Home", "Ramp, wide doors and a roll-in shower, close to the pool and the shop.", 2, 1, 4, []int{4}, 6200, []string{"decking", "wifi", "disabled-access"}, 1, 2, true},
	},
}

// dogChance is how many of a hundred unit types of a channel take dogs.
func dogChance(channel string) int {
	switch channel {
	case "eurocaravan":
		return 25
	case "uktouring":
		return 80
	}
	return 45
}

// unit is a unit type, and what its prices and its allotment are computed from.
type unit struct {
	catalogue.UnitType
	keys    []int
	rate    money.Pence // of a night in May for the smallest party
	count   int         // number of units at the park
	ending  int         // ending of its prices, see operator
	pattern pattern
	flat    bool // the same price every night, whatever the season
	open    bool // it is open the whole year
	steady  bool // all its units are for sale every night
}

// makeUnits chooses the unit types of a park for one of its channels.
func (b *builder) makeUnits(s *stream, p *catalogue.Park, channel string, o operator, grade, n int) {
	kinds := models[channel]
	first := s.intn(max(1, len(kinds)-n+1))
	if grade <= 2 {
		first = 0
	}
	regional := regionRate(p.RegionID)
	for _, m := range kinds[first:min(len(kinds), first+n)] {
		u := unit{keys: m.keys, ending: o.ending, pattern: patternOf(s, channel, o.ID, p.RegionID)}
		u.UnitType = catalogue.UnitType{
			ID: p.ID + "-" + m.code, ParkID: p.ID, Channel: channel, Name: m.name, Desc: m.desc,
			Bedrooms: m.bedrooms, Bathrooms: m.bathrooms, Sleeps: m.sleeps, DisabledAccess: m.disabled,
			Features: slices.Clone(m.features), BookingFee: o.fee,
		}
		if slices.Contains(p.Features, "near-beach") && channel != "uktouring" && s.chance(25) {
			u.Features = append(u.Features, "sea-view")
		}
		u.Features = inOrder(u.Features)
		u.rate = m.rate * money.Pence((84+6*grade)*regional+s.intn(600)) / 10000
		u.count = s.between(m.least, m.most)
		u.open = channel == "ukcottages" || channel != "eurocaravan" && s.chance(map[string]int{"uklodge": 80, "ukcaravan": 50, "uktouring": 25, "boats": 10}[channel])
		b.addUnit(s, u, channel)
	}
}

// addUnit adds a unit type that takes dogs, one that does not, or both. One that
// takes dogs costs a little more.
func (b *builder) addUnit(s *stream, u unit, channel string) {
	dogs := s.chance(dogChance(channel))
	both := u.count > 3 && s.chance(30)
	if !dogs || both {
		free := u
		free.Offers = unitOffers(s, channel, u.Features, false)
		b.units = append(b.units, free)
	}
	if dogs || both {
		if both {
			u.ID += "D"
			u.Name += ", dog friendly"
			u.count = max(1, u.count/2)
			u.rate += u.rate / 12
		}
		u.Dogs = true
		u.Offers = unitOffers(s, channel, u.Features, true)
		b.units = append(b.units, u)
	}
}

// regionRate is the price level of a region, in per cent of the average.
func regionRate(id string) int {
	for rate, ids := range map[int]string{
		120: "12 33 26 65 64", 112: "11 13 40 62 69 17", 92: "22 19 20 41 36 61",
		84: "23 27 34 37 71 60",
	} {
		if slices.Contains(strings.Fields(ids), id) {
			return rate
		}
	}
	return 100
}
