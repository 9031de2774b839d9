package api

import (
	"cmp"
	"fmt"
	"slices"

	"holidaymaker/internal/catalogue"
)

// homeRegions is how many regions the home page shows.
const homeRegions = 8

// homepage is the layout of the home page: the brand's hero, where dogs are
// welcome, its best-stocked regions, the last-minute deals and what visitors ask most.
func (a *API) homepage(v *View) []Block {
	texts := a.Site.Texts
	scene := "/images/hero/" + texts.HeroScene
	blocks := []Block{
		{"HeroText", HeroText{
			Heading: texts.HeroHeading, Subheading: texts.HeroSubheading, BookingMode: "N",
			HeroImage: scene + ".svg", LargeHeroImage: scene + "-large.svg", MobileHeroImage: scene + "-small.svg",
		}},
	}
	if parks := len(v.stock.Parks("", catalogue.ParkFilter{Dogs: true})); parks > 1 {
		blocks = append(blocks, Block{"Banner", Banner{Fluid: true, BG: "accent", URL: "/results/all-regions?channel=ukcaravan&region=all-regions&dogs=y",
			Content: fmt.Sprintf("<p><b>Dogs are welcome at %d of our parks.</b> <u>See where they can stay</u></p>", parks)}})
	}
	if columns := v.regionColumns("ukcaravan"); len(columns) > 0 {
		blocks = append(blocks, Block{"HomeColumns", HomeColumns{
			Heading: "Popular places to stay", Variant: "regions", BackgroundColour: "white", Columns: columns}})
	}
	return append(blocks,
		Block{"HomeColumns", HomeColumns{Heading: "Lodges, cottages and Last Minute holidays", BackgroundColour: "white", Columns: a.holidayTypes(v)}},
		Block{"Accordion", Accordion{Items: []AccordionItem{
			{"What does the price include?", "<p>Every compulsory charge. The price that you see first is the price that you pay.</p>"},
			{"Can I bring my dog?", "<p>Tick the dog box in the search, and only places where dogs are welcome are shown.</p>"},
			{"Can I pay a deposit?", "<p>Most parks take a deposit when you book; the rest is due ten weeks before you arrive.</p>"},
		}}})
}

// regionColumns are the regions of a channel with most parks, alphabetically.
func (v *View) regionColumns(channel string) []HomeColumn {
	regions := slices.Clone(v.stock.Regions(channel))
	slices.SortStableFunc(regions, func(a, b *catalogue.RegionInfo) int { return cmp.Compare(b.ParkCount, a.ParkCount) })
	regions = regions[:min(len(regions), homeRegions)]
	slices.SortFunc(regions, func(a, b *catalogue.RegionInfo) int { return byName(a.Name, b.Name, a.ID, b.ID) })
	columns := []HomeColumn{}
	for _, region := range regions {
		columns = append(columns, HomeColumn{
			Image: regionImage(region.ID), Title: region.Name, Text: region.Desc,
			URL: "/holidays/" + channel + "/" + region.ID + "/" + region.Slug,
		})
	}
	return columns
}

// holidayTypes are cards of the channels beside holiday parks that are on sale.
func (a *API) holidayTypes(v *View) []HomeColumn {
	columns := []HomeColumn{}
	for _, kind := range []struct{ channel, title, text string }{
		{"uklodge", "Lodges", "Room to spread out, and often a hot tub"},
		{"ukcottages", "Cottages", "A front door of your own by the sea or in the hills"},
		{"uktouring", "Camping & Touring", "Pitches for tents, caravans and motorhomes"},
		{"boats", "Boating Holidays", "Slow days on rivers and canals"},
	} {
		if len(v.stock.Regions(kind.channel)) > 0 {
			columns = append(columns, HomeColumn{
				Image: "/images/hero/" + kind.channel + ".svg", Title: kind.title, Text: kind.text, URL: "/region/" + kind.channel,
			})
		}
	}
	return columns
}
