package api

import (
	"cmp"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
)

// InitDocument returns the encoded answer of initial, which every document
// contains. It is encoded once for each catalogue, promotion, day and state of the
// flags. After a change of prices it is encoded again when it is older than
// staleFor, because every hold changes prices.
func (a *API) InitDocument() []byte {
	v := a.View()
	now := a.version(v, a.Today(), true)
	a.initMu.Lock()
	defer a.initMu.Unlock()
	if age := a.Now().Sub(a.initMade); age >= 0 && age < staleFor {
		now.prices = a.initOf.prices
	}
	if a.initBody == nil || a.initOf != now {
		body, _ := (&Operation{}).body(Encoded{JSON: encode(a.Init())}) // encoded bytes cannot fail
		a.initBody, a.initOf, a.initMade = body, now, a.Now()
	}
	return a.initBody
}

func (a *API) initial(r *Request, in SiteQuery) (Encoded, error) {
	if in.SiteCode != a.Site.SiteCode {
		return Encoded{}, unsupportedSite(in.SiteCode)
	}
	return Encoded{JSON: encode(a.Init())}, nil
}

func unsupportedSite(code string) error {
	return Refuse(InvalidSiteCode, "Unsupported site code: "+code)
}

func (a *API) flagSettings() FlagSettings {
	settings := a.Flags
	settings.IsWorldpayOn, settings.IsPaypalOn = a.Payments.CardOn(), a.Payments.WalletOn()
	return settings
}

// Init returns the data of the call initial.
func (a *API) Init() Init {
	v := a.View()
	filters := v.filters()
	answer := Init{
		SiteCode: a.Site.SiteCode, Today: a.Today().String(),
		HomepageLayout: a.homepage(v),
		Promotion:      promotionOf(a.Promotion.Current()),
		Filters:        filters,
		Regions:        Regions{map[string]map[string]Region{}},
		Operators:      Operators{map[string][]Operator{}, map[string]OperatorDeposit{}},
		Offers:         []Offer{},
		MapTiles:       a.MapTiles,
		Flags:          a.flagSettings(),
		Wallet:         a.Wallet,
	}
	for _, channel := range catalogue.Channels {
		answer.Channels = append(answer.Channels, Channel{Code: channel.Code, Name: channel.Name, Key: channel.Key})
		if regions := v.catalogue.Regions(channel.Code); len(regions) > 0 {
			answer.Regions.ByChannel[channel.Code] = regionsOf(regions)
			operators := v.catalogue.Operators(channel.Code, "")
			answer.OfChannels[channel.Code] = operatorsOf(operators)
			addDeposits(answer.OperatorDeposits, operators)
		}
	}
	for _, offer := range v.catalogue.Offers() {
		answer.Offers = append(answer.Offers, Offer{URN: offer.URN, Label: offer.Label})
	}
	return answer
}

// filters returns the catalogue's filters, numbered as the API numbers them.
func (v *View) filters() Filters {
	all := v.catalogue.Filters()
	booleans := v.catalogue.BooleanFilters()
	answer := Filters{
		All: []Filter{}, FilterGroups: map[string]FilterGroup{},
		BFilters: [3]int{0, 0, booleans}, NFilters: [3]int{booleans, 0, len(all) - booleans},
	}
	for _, f := range all {
		answer.All = append(answer.All, Filter{Name: f.Name, Group: f.Group, Compare: f.Compare, Field: f.Field, Options: f.Options})
	}
	for id, name := range catalogue.Groups {
		answer.FilterGroups[id] = FilterGroup{Name: name}
	}
	return answer
}

func (a *API) allFilters(*Request, NoQuery) (Encoded, error) {
	return Encoded{JSON: encode(a.View().filters())}, nil
}

func checkChannel(code string) error {
	if _, ok := catalogue.ChannelOf(code); !ok {
		return Refuse(InvalidChannel, "This holiday type is not known.")
	}
	return nil
}

// checkRegion refuses an unknown region. Empty and all-regions pass.
func (v *View) checkRegion(id string) error {
	if _, ok := v.catalogue.Region(id); id == "" || id == allRegions || ok {
		return nil
	}
	return Refuse(InvalidRegion, "This region is not known.")
}

func (v *View) checkOperator(id string) error {
	if _, ok := v.catalogue.Operator(id); id == "" || ok {
		return nil
	}
	return Refuse(InvalidOperator, "This operator is not known.")
}

func regionsOf(regions []*catalogue.RegionInfo) map[string]Region {
	answer := map[string]Region{}
	for _, region := range regions {
		lat, lon := coordinates(region.Lat, region.Lon)
		answer[region.ID] = Region{
			ID: region.ID, Name: region.Name, Desc: region.Desc, Dogs: flag(region.Dogs()), ParkCount: region.ParkCount,
			Country: region.Country, Image: regionImage(region.ID), Lat: lat, Lon: lon,
		}
	}
	return answer
}

func regionImage(id string) string { return "/images/regions/" + id + ".svg" }

func operatorsOf(operators []*catalogue.Operator) []Operator {
	answer := []Operator{}
	for _, operator := range operators {
		answer = append(answer, Operator{
			OpID: operator.ID, Name: operator.Name, Party: truth(operator.Party), Logo: operator.Logo,
			URL: operator.URL, Affiliate: truth(operator.Affiliate), Desc: operator.Desc,
		})
	}
	return answer
}

// addDeposits adds the deposit rules of those operators that take deposits.
func addDeposits(to map[string]OperatorDeposit, operators []*catalogue.Operator) {
	for _, operator := range operators {
		rule := operator.Deposit
		if rule.Kind == catalogue.NoDeposit {
			continue
		}
		shown := OperatorDeposit{Type: string(rule.Kind), Value: float64(rule.Percent), BalanceDueDays: rule.BalanceDueDays}
		if rule.Kind == catalogue.FixedDeposit {
			shown.Value = pounds(rule.Amount)
		}
		if rule.Compulsory {
			shown.Compulsory = 1
		}
		if shown.BalanceDueDays == 0 {
			shown.BalanceDueDays = 70
		}
		to[operator.ID] = shown
	}
}

// foundParks is the largest number of parks that a search by name returns.
const foundParks = 20

func (a *API) parks(r *Request, in ParksQuery) (Encoded, error) {
	v := a.View()
	if in.Channel != "" {
		if err := checkChannel(in.Channel); err != nil {
			return Encoded{}, err
		}
	}
	if err := v.checkOperator(in.OpID); err != nil {
		return Encoded{}, err
	}
	if in.Region == "" && len([]rune(in.Q)) < 2 {
		return Encoded{}, Refuse(InvalidRegion, "Please choose a region.")
	}
	if v.checkRegion(in.Region) != nil {
		return Encoded{}, Refuse(NotFound, "This region is not known.")
	}
	if in.Page > 0 {
		return a.parksPage(r, v, in)
	}
	var found []*catalogue.ParkInfo
	if in.Region == "" {
		found = v.catalogue.FindParks(in.Q, in.Channel, foundParks)
	} else {
		found = v.catalogue.Parks(in.Region, catalogue.ParkFilter{
			Channel: in.Channel, Operator: in.OpID, Town: in.TownID, Dogs: in.Dogs != nil && *in.Dogs})
	}
	if len(found) == 0 { // for example for an unknown town
		return Encoded{JSON: encode(Parks{Parks: []Park{}, TownList: []Town{}}), transient: true}, nil
	}
	from, err := a.fromStays(r, v, in, found)
	if err != nil {
		return Encoded{}, err
	}
	answer := Parks{ForReader: a.asReader(r, in.Promo), Parks: []Park{}, TownList: v.towns(in.Region, found)}
	for _, p := range found {
		answer.Parks = append(answer.Parks, parkOf(p, in.Channel, from[p.ID]))
	}
	return Encoded{JSON: encode(answer), transient: in.Region == ""}, nil
}

// parkOf returns a park for a list of a channel, or of all where channel is "".
// from is its cheapest stay.
func parkOf(p *catalogue.ParkInfo, channel string, from cheapestStay) Park {
	lat, lon := coordinates(p.Lat, p.Lon)
	return Park{
		ParkID: p.ID, Name: p.Name, Slug: p.Slug, Channels: orEmpty(p.Channels), Regn: p.RegionID,
		TownID: p.TownID, Town: p.Town, OpID: p.OperatorID, Lat: lat, Lon: lon, Dogs: flag(p.Dogs),
		Features: orEmpty(p.Filters), Sticky: p.Sticky, Premium: p.Premium, Images: imagesOf(p, channel, 1, 800, 533), FromPrice: priceText(from.price), FromStay: from.shown(),
		Bubbles: p.Bubbles, ReviewCount: p.ReviewCount,
	}
}

// towns returns the towns of a region in which some of the found parks are.
func (v *View) towns(region string, found []*catalogue.ParkInfo) []Town {
	shown := map[string]bool{}
	regions := map[string]bool{region: true}
	for _, p := range found {
		shown[p.ID] = true
		regions[p.RegionID] = true
	}
	list := []Town{}
	for id := range regions {
		for _, town := range v.catalogue.Towns(id) {
			entry := Town{TownID: town.ID, Name: town.Name, Slug: town.Slug, Regn: town.RegionID}
			for _, p := range town.Parks {
				if shown[p.ID] {
					entry.ParkIDs = append(entry.ParkIDs, p.ID)
				}
			}
			if len(entry.ParkIDs) > 0 {
				list = append(list, entry)
			}
		}
	}
	slices.SortFunc(list, func(a, b Town) int { return byName(a.Name, b.Name, a.TownID, b.TownID) })
	return list
}

func byName(a, b, idA, idB string) int {
	return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(idA, idB))
}
