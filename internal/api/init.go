package api

import (
	"strconv"

	"holidaymaker/internal/catalogue"
)

func (a *API) initial(_ *Request, in SiteQuery) (Encoded, error) {
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
		PriceWatch:     a.Watches != nil,
		MyHolidays:     a.MyHolidays != nil,
		Pocket:         a.MyHolidays != nil && a.MyHolidays.HasPocket(),
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

func regionsOf(regions []*catalogue.RegionInfo) map[string]Region {
	answer := map[string]Region{}
	for _, region := range regions {
		lat, lon := coordinates(region.Lat, region.Lon)
		answer[region.ID] = Region{
			ID: region.ID, Name: region.Name, Desc: region.Desc, Dogs: yesOrNo(region.Dogs()), ParkCount: region.ParkCount,
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
			OpID: operator.ID, Name: operator.Name, Party: strconv.FormatBool(operator.Party), Logo: operator.Logo,
			URL: operator.URL, Affiliate: strconv.FormatBool(operator.Affiliate), Desc: operator.Desc,
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
		if rule.BalanceDueDays == 0 && !rule.NamesNoDay() {
			shown.BalanceDueDays = catalogue.DefaultBalanceDays
		}
		to[operator.ID] = shown
	}
}
