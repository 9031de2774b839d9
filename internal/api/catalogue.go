package api

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
)

func (a *API) initial(r *Request, in SiteQuery) (Encoded, error) {
	if in.SiteCode != a.Site.SiteCode {
		return Encoded{}, unsupportedSite(in.SiteCode)
	}
	return Encoded{JSON: encode(a.Init())}, nil
}

func unsupportedSite(code string) error {
	return Refuse(InvalidSiteCode, "Unsupported site code: "+code)
}

// Init is what the first document inlines and initial answers.
func (a *API) Init() Init {
	v := a.View()
	made := Init{
		SiteCode: a.Site.SiteCode, Today: a.Today().String(),
		HomepageLayout: a.homepage(v),
		Promotion:      Promotion{Open: "Y", EmailCapture: "N", PaperCapture: "N"},
		Filters:        v.filters.Filters, BFilters: v.filters.BFilters, NFilters: v.filters.NFilters, FilterGroups: v.filters.FilterGroups,
		Regions: map[string]map[string]Region{}, Operators: map[string][]Operator{},
		OperatorDeposits: v.deposits(v.operators), Offers: v.offers(),
	}
	for _, channel := range catalogue.Channels {
		made.Channels = append(made.Channels, Channel{Code: channel.Code, Name: channel.Name, Key: channel.Key})
		if regions := v.regionsOf(channel.Code, ""); len(regions) > 0 {
			made.Regions[channel.Code] = regions
			made.Operators[channel.Code] = v.operatorsOf(channel.Code, "")
		}
	}
	return made
}

func (a *API) channelRegions(r *Request, in RegionsQuery) (Encoded, error) {
	v := a.View()
	if err := checkChannel(in.Channel); err != nil {
		return Encoded{}, err
	}
	if in.OpID != "" && v.operators[in.OpID] == nil {
		return Encoded{}, Refuse(InvalidOperator, "This operator is not known.")
	}
	answer := Regions{Regions: map[string]map[string]Region{}}
	if regions := v.regionsOf(in.Channel, in.OpID); len(regions) > 0 {
		answer.Regions[in.Channel] = regions
	}
	return Encoded{JSON: encode(answer)}, nil
}

func (a *API) operators(r *Request, in OperatorsQuery) (Encoded, error) {
	v := a.View()
	if err := checkChannel(in.Channel); err != nil {
		return Encoded{}, err
	}
	if err := v.checkRegion(in.Region); err != nil {
		return Encoded{}, err
	}
	found := v.operatorsOf(in.Channel, in.Region)
	answer := Operators{Operators: map[string][]Operator{in.Channel: found}}
	of := map[string]*catalogue.Operator{}
	for _, operator := range found {
		of[operator.OpID] = v.operators[operator.OpID]
	}
	answer.OperatorDeposits = v.deposits(of)
	return Encoded{JSON: encode(answer)}, nil
}

func (a *API) filters(*Request, NoQuery) (Encoded, error) {
	return Encoded{JSON: encode(a.View().filters)}, nil
}

func checkChannel(code string) error {
	if _, ok := catalogue.ChannelOf(code); !ok {
		return Refuse(InvalidChannel, "This holiday type is not known.")
	}
	return nil
}

// checkRegion refuses a region that is not known; empty and all-regions pass.
func (v *View) checkRegion(id string) error {
	if id == "" || id == allRegions || v.regions[id] != nil && id != hiddenRegion {
		return nil
	}
	return Refuse(InvalidRegion, "This region is not known.")
}

func (v *View) offers() []Offer {
	made := []Offer{}
	for _, offer := range v.contents.Offers {
		made = append(made, Offer{URN: offer.URN, Label: offer.Label})
	}
	slices.SortFunc(made, func(a, b Offer) int { return cmp.Compare(a.Label, b.Label) })
	return made
}

// regionsOf gives the regions in which a channel, or one operator on it, has
// parks.
func (v *View) regionsOf(channel, operator string) map[string]Region {
	made := map[string]Region{}
	sold := v.channels[channel]
	if sold == nil {
		return made
	}
	for id, region := range sold.regions {
		if operator == "" || region.operators[operator] {
			made[id] = v.regionOf(id, region)
		}
	}
	return made
}

func (v *View) regionOf(id string, shown *regionView) Region {
	region := v.regions[id]
	at := park{Park: catalogue.Park{Lat: region.Lat, Lon: region.Lon}}
	lat, lon := at.place()
	return Region{
		ID: id, Name: region.Name, Desc: region.Desc, Dogs: flag(shown.dogs), ParkCount: len(shown.parks),
		Country: region.Country, Image: "/images/regions/" + id + ".svg", Lat: lat, Lon: lon,
	}
}

// operatorsOf gives the operators with parks on a channel, by name.
func (v *View) operatorsOf(channel, region string) []Operator {
	made := []Operator{}
	sold := v.channels[channel]
	if sold == nil {
		return made
	}
	ids := sold.operators
	if region != "" && region != allRegions {
		if sold.regions[region] == nil {
			return made
		}
		ids = sold.regions[region].operators
	}
	for id := range ids {
		operator := v.operators[id]
		made = append(made, Operator{
			OpID: id, Name: operator.Name, Party: truth(operator.Party), Logo: operator.Logo,
			URL: operator.URL, Affiliate: truth(operator.Affiliate), Desc: operator.Desc,
		})
	}
	slices.SortFunc(made, func(a, b Operator) int { return byName(a.Name, b.Name, a.OpID, b.OpID) })
	return made
}

func (v *View) deposits(of map[string]*catalogue.Operator) map[string]OperatorDeposit {
	made := map[string]OperatorDeposit{}
	for id, operator := range of {
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
		made[id] = shown
	}
	return made
}

func (a *API) parks(r *Request, in ParksQuery) (Encoded, error) {
	v := a.View()
	if in.Channel != "" {
		if err := checkChannel(in.Channel); err != nil {
			return Encoded{}, err
		}
	}
	switch {
	case in.OpID != "" && v.operators[in.OpID] == nil:
		return Encoded{}, Refuse(InvalidOperator, "This operator is not known.")
	case in.Region == "" && len([]rune(in.Q)) < 2:
		return Encoded{}, Refuse(InvalidRegion, "Please choose a region.")
	case in.Region != "" && in.Region != allRegions && (v.regions[in.Region] == nil || in.Region == hiddenRegion):
		return Encoded{}, Refuse(NotFound, "This region is not known.")
	}
	found := v.parksFor(in)
	if in.Q != "" {
		found = found[:min(len(found), 20)]
	}
	from := a.fromPrices(v, in, found)
	answer := Parks{Parks: []Park{}, TownList: towns(found)}
	for _, p := range found {
		answer.Parks = append(answer.Parks, p.listed(from[p.ID]))
	}
	return Encoded{JSON: encode(answer)}, nil
}

// parksFor gives the parks that a query asks for, by name; those whose name
// begins with q come first.
func (v *View) parksFor(in ParksQuery) []*park {
	q := strings.ToLower(in.Q)
	var found []*park
	for _, p := range v.parks {
		switch {
		case p.RegionID == hiddenRegion || len(p.channels) == 0:
		case in.Region != "" && in.Region != allRegions && p.RegionID != in.Region:
		case in.Channel != "" && !slices.Contains(p.channels, in.Channel):
		case in.OpID != "" && p.OperatorID != in.OpID:
		case in.TownID != "" && p.TownID != in.TownID:
		case in.Dogs != nil && *in.Dogs && !p.dogs:
		case q != "" && !strings.Contains(p.sort, q):
		default:
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b *park) int {
		if begins := strings.HasPrefix(a.sort, q); begins != strings.HasPrefix(b.sort, q) {
			if begins {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.sort, b.sort), cmp.Compare(a.ID, b.ID))
	})
	return found
}

// listed is a park in a list, with the cheapest price or "".
func (p *park) listed(from string) Park {
	lat, lon := p.place()
	return Park{
		ParkID: p.ID, Name: p.Name, Slug: p.slug, Channels: p.channels, Regn: p.RegionID,
		TownID: p.TownID, Town: p.Town, OpID: p.OperatorID, Lat: lat, Lon: lon, Dogs: flag(p.dogs),
		Features: p.features, Sticky: p.Sticky, Premium: p.Premium, Images: p.images(), FromPrice: from,
	}
}

// towns lists the towns of parks by name, with their parks by name.
func towns(parks []*park) []Town {
	byID := map[string]*Town{}
	for _, p := range parks {
		if p.TownID == "" {
			continue
		}
		town := byID[p.TownID]
		if town == nil {
			town = &Town{TownID: p.TownID, Name: p.Town, Slug: slugOf(p.Town), Regn: p.RegionID}
			byID[p.TownID] = town
		}
		town.ParkIDs = append(town.ParkIDs, p.ID)
	}
	list := []Town{}
	for _, town := range byID {
		list = append(list, *town)
	}
	slices.SortFunc(list, func(a, b Town) int { return byName(a.Name, b.Name, a.TownID, b.TownID) })
	return list
}

func byName(a, b, idA, idB string) int {
	return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(idA, idB))
}

func truth(yes bool) string {
	if yes {
		return "true"
	}
	return "false"
}

// megaMenu is made of the catalogue: the channels' regions by channel.
func (a *API) megaMenu(r *Request, in FileQuery) (Encoded, error) {
	if in.File != a.Site.Header.MegaMenu {
		return Encoded{}, Refuse(NotFound, "There is no such file.")
	}
	v := a.View()
	menu := MegaMenu{"hotels": {Title: "Hotels", Columns: []MenuColumn{}}}
	for _, channel := range catalogue.Channels {
		if v.channels[channel.Code] != nil {
			menu[channel.Code] = v.menuOf(channel)
		}
	}
	return Encoded{JSON: encode(menu)}, nil
}

// menuLinks is the most links that a section of the menu has.
const menuLinks = 10

func (v *View) menuOf(channel catalogue.Channel) MenuChannel {
	regions := slices.SortedFunc(maps.Values(v.regionsOf(channel.Code, "")), func(a, b Region) int { return byName(a.Name, b.Name, a.ID, b.ID) })
	made := MenuChannel{Title: channel.Name, IsChannel: true, Columns: []MenuColumn{}}
	if len(regions) > 0 {
		made.Image = regions[0].Image
	}
	for part := range slices.Chunk(regions, menuLinks) {
		column := MenuColumn{Title: "Destinations"}
		if len(regions) > menuLinks {
			column.Title = firstLetter(part[0].Name) + " to " + firstLetter(part[len(part)-1].Name)
		}
		for _, region := range part {
			column.Links = append(column.Links, MenuLink{Text: region.Name, URL: "/holidays/" + channel.Code + "/" + region.ID + "/" + slugOf(region.Name)})
		}
		made.Columns = append(made.Columns, column)
	}
	if column := v.operatorColumn(channel.Code); len(column.Links) > 0 {
		made.Columns = append(made.Columns, column)
	}
	return made
}

// operatorColumn links the first few operators of a channel.
func (v *View) operatorColumn(channel string) MenuColumn {
	column := MenuColumn{Title: "Park operators"}
	for _, operator := range v.operatorsOf(channel, "") {
		if len(column.Links) == menuLinks {
			break
		}
		column.Links = append(column.Links, MenuLink{Text: operator.Name, URL: "/" + operator.OpID + "/region/" + channel})
	}
	return column
}

func firstLetter(name string) string { return string([]rune(name)[:1]) }
