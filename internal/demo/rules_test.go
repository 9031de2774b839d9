package demo

import (
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// These tests check each promise of docs/demo.md.

var (
	today        = date.Of(2026, 11, 21)
	from, days18 = Window(today)
)

func operatorNamed(t *testing.T, id string) catalogue.Operator {
	t.Helper()
	i := slices.IndexFunc(whole.Entities.Operators, func(o catalogue.Operator) bool { return o.ID == id })
	if i < 0 {
		t.Fatalf("no operator %s", id)
	}
	return whole.Entities.Operators[i]
}

func codeNamed(t *testing.T, code string) catalogue.Code {
	t.Helper()
	i := slices.IndexFunc(whole.Entities.Codes, func(c catalogue.Code) bool { return c.Code == code })
	if i < 0 {
		t.Fatalf("no code %s", code)
	}
	return whole.Entities.Codes[i]
}

func TestEveryChannelHasItsRegions(t *testing.T) {
	snapshot, _ := catalogue.NewSnapshot(&whole.Entities)
	for _, c := range catalogue.Channels {
		if n := len(snapshot.Regions(c.Code)); n < 9 {
			t.Errorf("%s has %d regions", c.Code, n)
		}
	}
	var europe []string
	for _, r := range snapshot.Regions("eurocaravan") {
		europe = append(europe, r.Name)
	}
	want := "France: North; France: Central; France: South & Corsica; Spain; Italy: North; Italy: Central & Sardinia; Croatia; Netherlands & Luxembourg; Germany; Austria & Switzerland; Portugal; Slovenia"
	if got := strings.Join(europe, "; "); got != want {
		t.Errorf("European regions: %s", got)
	}
}

func TestTheHiddenRegionHasAParkWithPrices(t *testing.T) {
	p := parkNamed(t, "Surprise Seaside Break")
	if p.RegionID != catalogue.HiddenRegion || p.Lat != 0 {
		t.Errorf("%+v", p)
	}
	if whole.PriceTable(unitsOf(p.ID)[0].ID, from, days18).Count() == 0 {
		t.Error("nothing is on sale in the hidden region")
	}
}

func TestEachKindOfDepositIsInTheDemo(t *testing.T) {
	kinds := map[catalogue.DepositKind]int{}
	for _, o := range whole.Entities.Operators {
		kinds[o.Deposit.Kind]++
	}
	if kinds[catalogue.FixedDeposit] < 3 || kinds[catalogue.PercentDeposit] < 3 || kinds[catalogue.NoDeposit] < 2 {
		t.Errorf("deposits: %v", kinds)
	}
	uk := operatorNamed(t, parkNamed(t, "Harrow Fell Farm").OperatorID).Deposit
	if !uk.Compulsory || uk.Kind != catalogue.FixedDeposit || uk.Amount != money.Pounds(65) || uk.Message == "" {
		t.Errorf("Harrow Fell Farm: %+v", uk)
	}
	euro := operatorNamed(t, parkNamed(t, "Villaggio Pineta della Luna").OperatorID).Deposit
	// It names no day, so that its balance is payable on confirmation, as the European notice says.
	if !euro.Compulsory || euro.Kind != catalogue.PercentDeposit || euro.BalanceDueDays != 0 || !strings.Contains(euro.Message, "when your booking is confirmed") {
		t.Errorf("Villaggio Pineta della Luna: %+v", euro)
	}
	for _, name := range []string{"Orchard Weir", "Reedmere Boatyard"} {
		if d := operatorNamed(t, parkNamed(t, name).OperatorID).Deposit; d.Kind != catalogue.NoDeposit {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

func TestOperatorsWithGroupsAndAffiliate(t *testing.T) {
	for _, id := range []string{"MAR", "WAY", "FAR"} {
		if !operatorNamed(t, id).Party {
			t.Errorf("%s takes no groups", id)
		}
	}
	p := parkNamed(t, "Brackenridge Treetops")
	o := operatorNamed(t, p.OperatorID)
	if !o.Affiliate || p.Affiliate != "awin.brackenridge" || p.AffiliateURL != "https://www.brackenridge-escapes.example/parks/brackenridge-treetops" {
		t.Errorf("%+v %q %q", o, p.Affiliate, p.AffiliateURL)
	}
}

func TestBadgesReviewsAndLongNames(t *testing.T) {
	if p := parkNamed(t, "Gannet Sands"); !p.Sticky || p.Premium || p.ReviewCount != 412 {
		t.Error("Gannet Sands is not a Park Favourite of 412 reviews")
	}
	if p := parkNamed(t, "Wren Combe Lodges"); p.Sticky || !p.Premium {
		t.Error("Wren Combe Lodges is not recommended")
	}
	if p := parkNamed(t, "Sea Lavender Warren"); !p.Sticky || !p.Premium {
		t.Error("Sea Lavender Warren does not have both badges")
	}
	if p := parkNamed(t, "Samphire Quay"); len(p.Reviews) != 0 || p.Bubbles != "" {
		t.Error("Samphire Quay has reviews")
	}
	if p := parkNamed(t, "Kittiwake Cove"); p.Reviews[0].Name != "" {
		t.Error("the first review of Kittiwake Cove is signed")
	}
	if p := parkNamed(t, "Quiet Acre"); p.Lat != 0 || p.Lon != 0 {
		t.Error("Quiet Acre has a position")
	}
	longest := 0
	for _, p := range whole.Entities.Parks {
		longest = max(longest, len(p.Name))
	}
	if longest < 60 {
		t.Errorf("the longest name has %d characters", longest)
	}
}

func TestTheLastTurnstoneAndTheTenPitches(t *testing.T) {
	for unit, want := range map[string]int{"CF101-P3": 1, "GC101-TR": 10} {
		a := whole.Allotment(unit, from, days18)
		for _, n := range a.Units {
			if n != want {
				t.Fatalf("%s: %d for sale, want %d every night", unit, n, want)
			}
		}
	}
	few, none := 0, 0
	for _, u := range whole.Entities.Units {
		for _, n := range whole.Allotment(u.ID, from, 60).Units {
			switch {
			case n == 0:
				none++
			case n <= 5:
				few++
			}
		}
	}
	if few == 0 || none == 0 {
		t.Errorf("%d nights with few left, %d sold out", few, none)
	}
}

func TestFourNightsAtOrchardWeirAreTheVoucher(t *testing.T) {
	table := whole.PriceTable("GC101-TR", from, days18)
	for d := from; d < from+date.Date(days18); d++ {
		if price, was, ok := table.Lookup(d, 4, 6); !ok || price != codeNamed(t, "GIFT100").Amount || was != 0 {
			t.Fatalf("four nights from %s: %s %s %v", d, price, was, ok)
		}
	}
	if v := codeNamed(t, "GIFT65"); v.Kind != catalogue.VoucherCode || v.Amount != operatorNamed(t, "HEA").Deposit.Amount {
		t.Errorf("GIFT65 is not the compulsory deposit of Hearth & Hedgerow: %+v", v)
	}
	if v := codeNamed(t, "GIFT99-99"); v.Amount != codeNamed(t, "GIFT100").Amount-1 {
		t.Errorf("GIFT99-99 is not a penny less than GIFT100: %+v", v)
	}
}

func TestEachCodeCanBeUsedOrNotAsDocumented(t *testing.T) {
	day := today.ISO()
	for code, usable := range map[string]bool{"SAVE10": true, "TENOFF": true, "ALLOFIT": true, "GIFT5000": true, "SPRING24": false, "GIFTOLD": false, "LATER": false} {
		c := codeNamed(t, code)
		if got := (c.From == "" || c.From <= day) && (c.Until == "" || day <= c.Until); got != usable {
			t.Errorf("%s usable: %v", code, got)
		}
	}
	if c := codeNamed(t, "SEASIDE25"); len(c.Channels) == 0 || c.MinPrice == 0 {
		t.Errorf("%+v", c)
	}
	if c := codeNamed(t, "COASTFOLD5"); !slices.Equal(c.Operators, []string{"COA"}) {
		t.Errorf("%+v", c)
	}
}

func TestAPitchWithoutAHookUpHasAnOfferAsOftenAsOneWithIt(t *testing.T) {
	for seed := range uint64(200) {
		with := unitOffers(newStream(seed), "uktouring", []string{"electric-hook-up"}, true)
		without := unitOffers(newStream(seed), "uktouring", nil, true)
		if len(with) != len(without) || slices.Contains(without, "OFF106") {
			t.Errorf("seed %d: %v with a hook-up, %v without", seed, with, without)
		}
	}
}

func TestUnitsShowTheirRules(t *testing.T) {
	disabled, offered, fee, dogs, free := 0, map[string]bool{}, 0, 0, 0
	for _, u := range whole.Entities.Units {
		if u.DisabledAccess {
			disabled++
		}
		if u.BookingFee > 0 {
			fee++
		}
		if u.Dogs {
			dogs++
		} else {
			free++
		}
		for _, o := range u.Offers {
			offered[o] = true
			if o == "OFF106" && !slices.Contains(u.Features, "electric-hook-up") {
				t.Errorf("%s (%s) has a free hook-up, and no hook-up", u.ID, u.Name)
			}
		}
	}
	if disabled < 10 || fee < 10 || dogs < 100 || free < 100 || len(offered) != len(offers) {
		t.Errorf("disabled access %d, booking fee %d, dogs %d, no dogs %d, offers %v", disabled, fee, dogs, free, offered)
	}
	for id, u := range whole.units {
		if free := whole.units[strings.TrimSuffix(id, "D")]; free != nil && free != u && u.Dogs && strings.HasSuffix(id, "D") && free.rate >= u.rate {
			t.Errorf("%s costs no more than %s", id, free.ID)
		}
	}
}

func TestOnlyOneHouseSleepsALargeParty(t *testing.T) {
	for _, u := range whole.Entities.Units {
		if (u.Sleeps > 10) != (u.ID == "WP101-H9") {
			t.Errorf("%s sleeps %d", u.ID, u.Sleeps)
		}
	}
}

func TestLateDealsAndEarlierPricesOnAnyDay(t *testing.T) {
	for month := range 12 {
		first, _ := Window(today.AddMonths(month))
		deals, was, pence := map[int]bool{}, 0, 0
		for _, u := range whole.Entities.Units {
			if u.Channel != "ukcaravan" {
				continue
			}
			for p := range whole.PriceTable(u.ID, first, 28).All() {
				deals[p.Nights] = true
				if p.Was > 0 {
					was++
				}
				if p.Price%100 != 0 {
					pence++
				}
			}
		}
		if !deals[3] || !deals[4] || !deals[7] || was == 0 || pence == 0 {
			t.Errorf("from %s: durations %v, %d earlier prices, %d prices with pence", first, deals, was, pence)
		}
	}
}

func TestNightsDifferByRegion(t *testing.T) {
	nights := map[string]map[int]bool{}
	for _, u := range whole.Entities.Units {
		if u.Channel != "ukcaravan" {
			continue
		}
		region := whole.park(u.ParkID).RegionID
		if nights[region] == nil {
			nights[region] = map[int]bool{}
		}
		for _, n := range whole.PriceTable(u.ID, from, days18).Nights() {
			nights[region][n] = true
		}
	}
	if nights["20"][14] || !nights["12"][14] || !nights["20"][3] {
		t.Errorf("Essex %v, Cornwall %v", nights["20"], nights["12"])
	}
}

func (d *Demo) park(id string) catalogue.Park {
	return d.Entities.Parks[slices.IndexFunc(d.Entities.Parks, func(p catalogue.Park) bool { return p.ID == id })]
}

// A unit has an extra already where one of its features names it ("Bed linen included").
func TestNoExtraIsSoldThatTheUnitIncludes(t *testing.T) {
	parks := map[string]catalogue.Park{}
	for _, p := range whole.Entities.Parks {
		parks[p.ID] = p
	}
	names := map[string]string{}
	for _, f := range whole.Entities.Features {
		names[f.Key] = strings.ToLower(f.Name)
	}
	sold, included := 0, 0
	for _, u := range whole.Entities.Units {
		for _, e := range parks[u.ParkID].Extras {
			if u.Includes(e) {
				included++
				continue
			}
			sold++
			for _, f := range u.Features {
				if strings.Contains(names[f], strings.ToLower(e.Name)) {
					t.Errorf("%s (%s) sells %q, and includes %q", u.ID, u.Name, e.Name, names[f])
				}
			}
		}
	}
	if sold == 0 || included == 0 {
		t.Errorf("%d sold, %d included", sold, included)
	}
}
