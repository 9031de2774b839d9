package demo

import (
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// operator is a fictional company: where it has parks, and how its prices look.
type operator struct {
	catalogue.Operator
	prefix   string // first letters of its parks' ids
	channels string // codes; the first is its main channel
	regions  string // ids; "" for all regions of its channels
	fee      money.Pence
	ending   int // pence at the end of its prices: 0, 50 (means 0 or 50) or 95
	share    int // weight: how often it is chosen
}

func fixed(pounds int64, days int) catalogue.Deposit {
	return catalogue.Deposit{Kind: catalogue.FixedDeposit, Amount: money.Pounds(pounds), BalanceDueDays: days}
}

func percent(p int64, days int) catalogue.Deposit {
	return catalogue.Deposit{Kind: catalogue.PercentDeposit, Percent: p, BalanceDueDays: days}
}

// compulsory returns a deposit rule where the balance is paid to the operator.
func compulsory(d catalogue.Deposit, message string) catalogue.Deposit {
	d.Compulsory, d.Message = true, message
	return d
}

// cancelBy returns the terms of a cancellation; steps are pairs of days and percent.
func cancelBy(fee money.Pence, keepDeposit bool, steps ...int) catalogue.Cancellation {
	c := catalogue.Cancellation{Fee: fee, KeepDeposit: keepDeposit}
	for pair := range slices.Chunk(steps, 2) {
		c.Steps = append(c.Steps, catalogue.CancellationStep{Days: pair[0], Percent: int64(pair[1])})
	}
	return c
}

func company(id, name string, deposit catalogue.Deposit, desc string) catalogue.Operator {
	return catalogue.Operator{ID: id, Name: name, Deposit: deposit, Desc: desc}
}

const ukChannels = "ukcaravan uklodge uktouring"

// operators lists the companies. Another order or other ids would change the
// whole demo.
var operators = buildOperators()

func buildOperators() []operator {
	list := []operator{
		{company("COA", "Coastfold Parks", fixed(50, 70), "Big family parks on the sand, with pools, clubs and a beach at the gate."), "CF", ukChannels, "12 11 22 31 24 23", 0, 0, 6},
		{company("ASH", "Ashdown Leisure", fixed(45, 56), "Small parks in the Garden of England and on the downs behind it."), "AL", ukChannels, "19 18", 0, 0, 4},
		{company("AVO", "Avon Meadow Parks", percent(15, 70), "West Country parks with room between the caravans."), "AM", ukChannels, "11 13 14 30 29", 500, 0, 4},
		{company("COP", "Copperhill Holidays", percent(20, 42), "Hill-country parks along the Welsh border."), "CH", ukChannels, "30 32 28", 0, 0, 3},
		{company("KIT", "Kittiwake Holiday Parks", percent(15, 70), "The east coast’s own: breezy, busy, good value."), "KW", ukChannels, "23 24 25 27", 0, 95, 5},
		{company("MAR", "Marram Parks", fixed(40, 70), "Dune and saltmarsh parks in East Anglia. Clubs, reunions and weddings welcome."), "MP", ukChannels, "22 21 20", 0, 0, 4},
		{company("PEN", "Penhallow Parks", fixed(60, 84), "A Cornish family firm since 1931."), "PH", ukChannels, "12", 0, 0, 3},
		{company("SIL", "Silverstrand", fixed(25, 56), "Welsh and Irish Sea shores, touring fields a speciality."), "SS", "ukcaravan uktouring uklodge", "33 34 31 32 41", 0, 0, 4},
		{company("TER", "Tern & Tide", percent(18, 70), "South coast parks a short walk from the water."), "TT", ukChannels, "13 17 19 16", 600, 0, 4},
		{company("WAY", "Wayfarer Parks", percent(15, 70), "Scotland from the Borders to Skye, by caravan or lodge. Large groups are our bread and butter."), "WP", ukChannels, "40 38 37 36 35 39", 0, 0, 4},
		{company("FAM", "Fieldrose Family Parks", fixed(30, 42), "Small parks whose owners live on the site and answer the telephone."), "FR", ukChannels, "", 0, 0, 2},
		{company("HAR", "Hartwood Lodges", percent(15, 84), "Timber lodges under tall trees, most with a hot tub."), "HL", "uklodge", "", 800, 0, 4},
		{company("FEL", "Fellside Lodges", percent(20, 70), "Lodges with a view: lakes, fells and dales."), "FL", "uklodge", "26 24 28 27", 0, 0, 4},
		{company("GLE", "Glenmoy Lodges", fixed(100, 84), "Highland lodges with stoves, drying rooms and boot racks."), "GL", "uklodge", "40 38 37 36 35 41", 0, 0, 3},
		{company("BRA", "Brackenridge Escapes", catalogue.Deposit{}, "Treetop and forest stays, booked on the company’s own site."), "BE", "uklodge", "29 30 26", 0, 0, 1},
		{company("HEA", "Hearth & Hedgerow", compulsory(fixed(65, 0), "Your deposit secures the cottage; its owner sends the arrangements for the balance within two working days."), "Owner-run cottages in the national parks, a welcome tray in each."), "HH", "ukcottages", "24 28 26 14 33 32", 0, 0, 3},
		{company("STO", "Stonecrop Cottages", percent(25, 56), "Stone walls, slate roofs and a stove, from the Peak to the Cheviots."), "SC", "ukcottages", "24 25 26 28 35 36 27", 1000, 0, 4},
		{company("LAN", "Lanternhouse Cottages", percent(20, 70), "Harbour cottages and farmhouses in the far west."), "LC", "ukcottages", "12 11 13 33 34 17", 0, 0, 4},
		{company("FAR", "Farmgate Stays", fixed(75, 56), "Barns and granaries on working farms."), "FS", "ukcottages", "", 0, 0, 3},
		{company("GUY", "Guyline Camping", catalogue.Deposit{}, "Simple fields, hot showers, firewood by the sack."), "GC", "uktouring", "", 0, 50, 3},
		{company("MEA", "Meadowgate Touring", fixed(20, 28), "Hardstandings, hedges and a shop that opens at seven."), "MT", "uktouring", "", 0, 50, 4},
		{company("CAN", "Canvas & Kettle", fixed(25, 42), "Ready-pitched bell tents beside the pitches, lanterns included."), "CK", "uktouring", "12 11 22 26 33 16 21", 0, 0, 3},
		{company("REE", "Reedmere Boats", catalogue.Deposit{}, "Broads and river cruisers from yards that build their own."), "RB", "boats", "50 51 58", 0, 0, 3},
		{company("LOC", "Lock & Heron Narrowboats", percent(25, 70), "Traditional narrowboats, modern showers."), "LH", "boats", "53 54 55 52 56", 1500, 0, 3},
		{company("GRE", "Great Glen Cruisers", fixed(150, 70), "Coast to coast through the Highlands."), "GG", "boats", "57", 0, 0, 3},
		{company("AUR", "Aurelle Villages", percent(25, 42), "Campsite villages the length of the French Atlantic and Mediterranean."), "AV", "eurocaravan", "60 61 62", 0, 0, 5},
		{company("PIN", "Villaggi Pineta", compulsory(percent(25, 0), "The village asks for the balance, in euros, when your booking is confirmed."), "Pine-shaded villages on Garda, the Venetian shore and the Tuscan coast."), "VP", "eurocaravan", "64 65", 0, 0, 4},
		{company("CAL", "Calas y Pinos", percent(20, 42), "Spanish and Portuguese parks between the pines and the beach."), "CP", "eurocaravan", "63 70", 0, 0, 4},
		{company("ADR", "Adriamare", fixed(80, 56), "Stone terraces and clear water from Istria to Dalmatia."), "AD", "eurocaravan", "66 71", 0, 0, 4},
		{company("ZIL", "Zilverduin Parken", percent(20, 42), "Dune, forest and river parks of the Low Countries and the Rhine."), "ZP", "eurocaravan", "67 68", 0, 0, 4},
		{company("ALP", "Alpensee", percent(30, 56), "Lakeside villages below the high peaks."), "AS", "eurocaravan", "69 68 64 71", 0, 0, 3},
		{company("EUR", "Eurolark Holidays", fixed(99, 70), "British-run mobile homes on other people’s best campsites."), "EH", "eurocaravan", "", 900, 0, 2},
	}
	for i := range list {
		o := &list[i]
		switch o.ID {
		case "MAR", "WAY", "FAR":
			o.Party = true
		case "BRA":
			o.Affiliate, o.URL = true, "https://www.brackenridge-escapes.example/"
		case "COP":
			o.Cancellation = cancelBy(25_00, false, 42, 100, 14, 50)
			o.Changes = catalogue.Changes{Days: 28, Fee: 15_00, Cheaper: catalogue.CheaperMoney}
		case "FEL":
			o.Cancellation = cancelBy(0, true, 70, 100, 28, 50)
			o.Changes = catalogue.Changes{Days: 42, Cheaper: catalogue.CheaperNothing}
		}
	}
	return list
}

// affiliateCode marks the parks of the operator that is booked on its own site.
const affiliateCode = "awin.brackenridge"

func operatorOf(id string) operator {
	return operators[slices.IndexFunc(operators, func(o operator) bool { return o.ID == id })]
}

// operatorFor chooses a company that sells a channel in a region.
func operatorFor(s *stream, channel, regionID string) operator {
	var fit []operator
	for _, o := range operators {
		if !slices.Contains(strings.Fields(o.channels), channel) {
			continue
		}
		share := o.share
		switch {
		case o.regions == "":
			share = 1
		case !slices.Contains(strings.Fields(o.regions), regionID):
			continue
		case strings.Fields(o.channels)[0] != channel:
			share = 1
		}
		for range share {
			fit = append(fit, o)
		}
	}
	return pick(s, fit)
}
