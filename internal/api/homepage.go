package api

import (
	"cmp"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/homepage"
	"holidaymaker/internal/marketing/promotion"
	"holidaymaker/internal/money"
	"holidaymaker/internal/site"
)

// homeRegions is how many regions the home page shows.
const homeRegions = 8

// homepage returns the blocks of the home page: the brand's hero, a banner, the
// regions with most parks, the last-minute deals, cards of the CMS, and frequent
// questions.
func (a *API) homepage(v *View) []Block {
	additions := a.HomePage.Current()
	blocks := []Block{{"HeroText", a.hero()}}
	if banner := a.homeBanner(v); banner.Content != "" {
		blocks = append(blocks, Block{"Banner", Banner{Fluid: true, BG: "accent", URL: banner.URL, Content: banner.Content}})
	}
	if a.counting(additions.Countdown) {
		c := additions.Countdown
		blocks = append(blocks, Block{"Countdown", Countdown{Status: true, Datetime: c.Until.Unix(), Title: c.Title, Text: c.Text,
			LinkText: c.LinkText, URL: c.URL, BackgroundColour: "dark", TextColour: "lighter"}})
	}
	if columns := v.regionColumns("ukcaravan"); len(columns) > 0 {
		blocks = append(blocks, Block{"HomeColumns", HomeColumns{
			Heading: a.Site.HomePage.RegionsHeading, Variant: "regions", BackgroundColour: "white", Columns: columns}})
	}
	blocks = append(blocks, Block{"HomeColumns", HomeColumns{Heading: a.Site.HomePage.TypesHeading, BackgroundColour: "white", Columns: v.holidayTypes(a.Site.HomePage.Types)}})
	if cards := a.Site.HomePage.MarketingPosts; len(cards) > 0 {
		blocks = append(blocks, Block{"PostCards", PostCards{PostType: "marketing-posts", IDs: cards}})
	}
	if len(additions.Gallery) > 0 {
		blocks = append(blocks, Block{"Gallery", gallery(additions.Gallery)})
	}
	return append(blocks, Block{"Accordion", a.questions()})
}

// counting reports whether there is a countdown that has not reached its time. It
// is in the version of the answers, so that pages change at that time.
func (a *API) counting(c *homepage.Countdown) bool {
	return c != nil && a.Now().Before(c.Until)
}

// hero is the brand's heading over its scene, or over the brand's film. A film
// is for screens with room for it: a phone has the scene, which is a hundredth of
// the size.
func (a *API) hero() HeroText {
	texts, promo, additions := a.Site.Texts, a.Promotion.Current(), a.HomePage.Current()
	if !promo.Open { // a closed promotion advertises nothing
		promo = &promotion.Promotion{}
	}
	scene := "/images/hero/" + texts.HeroScene
	hero := HeroText{
		Heading: cmp.Or(promo.Heading, texts.HeroHeading), Subheading: cmp.Or(promo.Subheading, texts.HeroSubheading), BookingMode: yesOrNo(promo.BookingMode),
		HeroImage: scene + ".svg", LargeHeroImage: scene + "-large.svg", MobileHeroImage: scene + "-small.svg",
	}
	if promo.Open && promo.AsksWords() {
		hero.GateHeroImage = scene + "-left.svg"
	}
	if film := additions.Film; film != nil {
		hero.HeroPoster, hero.LargeHeroPoster = hero.HeroImage, hero.LargeHeroImage
		hero.HeroImage, hero.LargeHeroImage = film.URL(), film.URL()
	}
	return hero
}

func gallery(pictures []homepage.Picture) Gallery {
	answer := Gallery{Images: []GalleryImage{}}
	for _, picture := range pictures {
		answer.Images = append(answer.Images, GalleryImage{URL: picture.URL, Alt: picture.Alt})
	}
	return answer
}

// homeBanner is the brand's own banner, or the one about holidays with dogs.
func (a *API) homeBanner(v *View) site.HomeBanner {
	if banner := a.Site.HomePage.Banner; banner.Content != "" {
		return banner
	}
	parks := len(v.catalogue.Parks("", catalogue.ParkFilter{Channel: "ukcaravan", Dogs: true}))
	if parks < 2 {
		return site.HomeBanner{}
	}
	return site.HomeBanner{Content: strings.ReplaceAll(a.Site.HomePage.DogsBanner, "{parks}", money.Grouped(int64(parks))), URL: "/dog-friendly/ukcaravan"}
}

func (a *API) questions() Accordion {
	var answer Accordion
	for _, question := range a.Site.HomePage.Questions {
		answer.Items = append(answer.Items, AccordionItem{Title: question.Question, Content: question.Answer})
	}
	return answer
}

// regionColumns returns the regions of a channel that have most parks, sorted
// by name.
func (v *View) regionColumns(channel string) []HomeColumn {
	regions := slices.Clone(v.catalogue.Regions(channel))
	slices.SortStableFunc(regions, func(a, b *catalogue.RegionInfo) int { return cmp.Compare(b.ParkCount, a.ParkCount) })
	regions = regions[:min(len(regions), homeRegions)]
	slices.SortFunc(regions, func(a, b *catalogue.RegionInfo) int { return byName(a.Name, b.Name, a.ID, b.ID) })
	columns := []HomeColumn{}
	for _, region := range regions {
		columns = append(columns, HomeColumn{
			Image: regionImage(region.ID), OverlayText: v.fromText(channel, region.ID), Title: region.Name, Text: region.Desc,
			URL: region.ListingPath(channel),
		})
	}
	return columns
}

// holidayTypes returns the cards of those holiday types that are on sale.
func (v *View) holidayTypes(types []site.HolidayType) []HomeColumn {
	columns := []HomeColumn{}
	for _, kind := range types {
		if len(v.catalogue.Regions(kind.Channel)) > 0 {
			columns = append(columns, HomeColumn{
				Image: "/images/hero/" + kind.Channel + ".svg", OverlayText: v.fromText(kind.Channel, allRegions),
				Title: kind.Title, Text: kind.Text, URL: "/region/" + kind.Channel,
			})
		}
	}
	return columns
}

// fromText returns 'From £164', the price of the cheapest stay in a region on a
// channel, or "" where nothing is on sale.
func (v *View) fromText(channel, region string) string {
	if price := v.lowestIn(channel, region); price > 0 {
		return "From " + price.Text()
	}
	return ""
}
