package osm

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"html"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/money"
)

// companiesKept is how many operators are kept; all others are combined into
// one.
const companiesKept = 150

// independent is the operator of all other sites.
var independent = catalogue.Operator{ID: "independent", Name: "Independent sites",
	Desc:    "Sites that their owners, councils and clubs run themselves.",
	Deposit: catalogue.Deposit{Kind: catalogue.FixedDeposit, Amount: money.Pounds(25), BalanceDueDays: 42}}

// keepLargest keeps the operators with the most sites, sets the operator of
// each site, and returns the operators by id.
func keepLargest(sites []*site) []catalogue.Operator {
	count, name := map[string]int{}, map[string]string{}
	for _, s := range sites {
		if key := strings.ToLower(s.operator); key != "" {
			count[key]++
			if name[key] == "" {
				name[key] = s.operator
			}
		}
	}
	var keys []string
	for key := range count {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) })
	keys = keys[:min(len(keys), companiesKept)]

	ids := map[string]string{}
	companies := []catalogue.Operator{independent}
	for _, key := range keys {
		ids[key] = fmt.Sprintf("op-%x", hash(key))
		companies = append(companies, catalogue.Operator{ID: ids[key], Name: name[key],
			Deposit: catalogue.Deposit{Kind: catalogue.PercentDeposit, Percent: 20, BalanceDueDays: 56}})
	}
	for _, s := range sites {
		s.company = cmp.Or(ids[strings.ToLower(s.operator)], independent.ID)
	}
	return companies
}

// hash is a pseudo-random number that depends only on a text.
func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	z := h.Sum64()
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// unit is a unit type of a site, and what its prices are computed from.
type unit struct {
	catalogue.UnitType
	keys   []int       // party-size thresholds
	rate   money.Pence // of a night in May for the smallest party
	count  int
	chance uint64
}

// kinds are the unit types that sites have.
var kinds = map[string]struct {
	name, desc                  string
	bedrooms, bathrooms, sleeps int
	keys                        []int
	rate                        money.Pence
	most                        int
}{
	"P": {"Touring Pitch", "A pitch for a caravan, a motorhome or a large tent.", 0, 0, 6, []int{2, 6}, 2300, 60},
	"T": {"Tent Pitch", "Grass for a tent, water and showers close by.", 0, 0, 4, []int{4}, 1700, 40},
	"M": {"Mobile Home", "Two bedrooms, a kitchen, a shower and a terrace.", 2, 1, 5, []int{5}, 6200, 20},
	"C": {"Holiday Caravan", "Two bedrooms, a lounge, a kitchen and a shower room.", 2, 1, 6, []int{2, 6}, 6000, 14},
	"L": {"Cabin", "A wooden cabin with a stove, a kitchen and a porch.", 2, 1, 4, []int{4}, 7400, 6},
}

// unitsOf chooses one to three unit types for a site, by its kind, country and
// tags.
func unitsOf(s *site) []unit {
	home := s.country == "GB" || s.country == "GG" || s.country == "JE"
	chance := hash(s.id)
	var codes []string
	switch {
	case !home && s.kind == "camp_site":
		codes = []string{"T"}
	case !home:
		codes = []string{"P"}
	case s.kind == "caravan_site":
		codes = []string{"C"}
	default:
		codes = []string{"P"}
	}
	also := func(code string, mapped bool, percent uint64) {
		if chance /= 101; len(codes) < 3 && (mapped || chance%100 < percent) && !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	if home {
		also("L", s.yes("cabins"), 8)
		also("C", s.yes("static_caravans"), 4)
		also("T", false, 12)
	} else {
		also("M", s.yes("static_caravans") || s.yes("cabins"), 14)
		also("P", false, 18)
	}
	var list []unit
	for _, code := range codes {
		list = append(list, s.unit(code, home))
	}
	return list
}

// channelOf is the channel on which a kind of unit type is sold.
func channelOf(code string, home bool) string {
	switch {
	case !home:
		return "eurocaravan"
	case code == "C":
		return "ukcaravan"
	case code == "L":
		return "uklodge"
	}
	return "uktouring"
}

func (s *site) unit(code string, home bool) unit {
	k := kinds[code]
	u := unit{keys: k.keys, rate: k.rate, chance: hash(s.id + code)}
	if !home { // abroad a pitch has one price for any party
		u.keys = k.keys[len(k.keys)-1:]
	}
	u.count = 1 + int(u.chance>>40%uint64(k.most))
	u.rate = u.rate * money.Pence(80+u.chance>>32%45) / 100
	u.UnitType = catalogue.UnitType{ID: s.id + "-" + code, ParkID: s.id, Channel: channelOf(code, home), Name: k.name, Desc: k.desc,
		Bedrooms: k.bedrooms, Bathrooms: k.bathrooms, Sleeps: k.sleeps, Dogs: s.yes("dogs") || s.tags["dogs"] == "" && u.chance>>20%10 < 4}
	if s.yes("internet") {
		u.Features = append(u.Features, "wifi")
	}
	if w := s.tags["wheelchair"]; w == "yes" || w == "designated" {
		u.DisabledAccess = true
		u.Features = append(u.Features, "disabled-access")
	}
	return u
}

// park returns the park of a site.
func (s *site) park() catalogue.Park {
	p := catalogue.Park{ID: s.id, Name: s.name, RegionID: s.region.ID, OperatorID: s.company, Country: s.country,
		Lat: s.lat, Lon: s.lon, Info: s.info(), Credit: Credit}
	if s.town != "" {
		p.Town, p.TownID = s.town, fmt.Sprintf("t%x", hash(s.region.ID+" "+strings.ToLower(s.town)))
	}
	if len([]rune(s.postcode)) <= 20 {
		p.Postcode = s.postcode
	}
	switch pool := strings.ToLower(s.tags["swimming_pool"]); {
	case !s.yes("swimming_pool"):
	case strings.Contains(pool, "indoor"), pool == "covered":
		p.Features = append(p.Features, "indoor-pool")
	default:
		p.Features = append(p.Features, "outdoor-pool")
	}
	return p
}

// info describes a site with the data in the table only.
func (s *site) info() string {
	what := "A camp site"
	if s.kind == "caravan_site" {
		what = "A caravan site"
	}
	where := " " + catalogue.InPlace(s.region.Name)
	if s.town != "" {
		where = " at " + s.town
	}
	text := "<p>" + html.EscapeString(what+where+".")
	if n := s.tags["capacity"]; n != "" && strings.Trim(n, "0123456789") == "" && len(n) < 6 {
		text += " Room for " + n + "."
	}
	if n := s.tags["stars"]; len(n) == 1 && n >= "1" && n <= "5" {
		text += " Stars: " + n + "."
	}
	return text + "</p>"
}

// writeCatalogue writes everything that is for sale.
func writeCatalogue(ctx context.Context, out *bufio.Writer, sites []*site, companies []catalogue.Operator, report *Report) error {
	for _, f := range demo.Features() {
		if err := line(out, f); err != nil {
			return err
		}
	}
	used := map[string]bool{}
	for _, s := range sites {
		if !used[s.region.ID] {
			used[s.region.ID] = true
			if err := line(out, s.region); err != nil {
				return err
			}
		}
	}
	for _, c := range companies {
		if err := line(out, c); err != nil {
			return err
		}
	}
	for _, s := range sites {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := line(out, s.park()); err != nil {
			return err
		}
		report.Parks++
		for _, u := range s.units {
			if err := line(out, u.UnitType); err != nil {
				return err
			}
			report.Units++
		}
	}
	return nil
}
