package catalogue

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Invalid says what is wrong with an entity.
type Invalid struct {
	Field  string // its path in the JSON, such as "reviews[2].rating"
	Reason string
}

func (e *Invalid) Error() string { return e.Field + ": " + e.Reason }

var (
	// Ids are used in paths, file names and offer ids.
	idForm      = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,47}$`)
	countryForm = regexp.MustCompile(`^[A-Z]{2}$`)
	codeForm    = regexp.MustCompile(`^[A-Z0-9][A-Z0-9-]{1,31}$`)
)

// lands lists the kinds of landscape that a region may have.
var lands = map[string]bool{"": true, "coast": true, "cliffs": true, "lake": true, "forest": true, "moor": true,
	"hills": true, "mountains": true, "vineyard": true, "med": true, "canal": true, "river": true}

// check stores the first error that its methods find.
type check struct{ err error }

// that stores an error unless ok.
func (c *check) that(ok bool, field, reason string, args ...any) {
	if !ok && c.err == nil {
		c.err = &Invalid{field, fmt.Sprintf(reason, args...)}
	}
}

func (c *check) id(field, id string) {
	c.that(idForm.MatchString(id), field, "expected 1 to 48 letters, digits, '-' or '_', not %q", cut(id))
}

func (c *check) name(field, name string) {
	c.that(strings.TrimSpace(name) != "", field, "is missing")
	c.line(field, name, 300)
}

// CheckLine checks a text of one line, such as a name, in feeds of other
// packages. It returns an *Invalid, or nil.
func CheckLine(field, text string, most int, required bool) error {
	var c check
	c.that(!required || strings.TrimSpace(text) != "", field, "is missing")
	c.line(field, text, most)
	return c.err
}

// line checks a text of one line, such as a name or a town.
func (c *check) line(field, text string, most int) {
	c.controls(field, text, "")
	c.text(field, text, most)
}

// text checks a text that may have several lines.
func (c *check) text(field, text string, most int) {
	c.that(utf8.ValidString(text), field, "is not UTF-8")
	c.that(utf8.RuneCountInString(text) <= most, field, "has more than %d characters", most)
	c.controls(field, text, "\n\r\t")
}

// controls refuses control characters, line separators and characters that
// change the direction of text, because they can hide what a text really says,
// and because PostgreSQL cannot store U+0000. The characters in except are
// allowed.
func (c *check) controls(field, text, except string) {
	for _, r := range text {
		hidden := unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
		if hidden && !strings.ContainsRune(except, r) {
			c.that(false, field, "has the control character %U", r)
			return
		}
	}
}

func (c *check) within(field string, n, least, most int64) {
	c.that(n >= least && n <= most, field, "expected %d to %d, not %d", least, most, n)
}

func (c *check) amount(field string, p money.Pence) {
	c.that(p >= 0 && p <= money.Pounds(1_000_000), field, "expected 0 to 1000000 pounds, not %s", p)
}

func (c *check) coordinates(lat, lon float64) {
	c.that(lat >= -90 && lat <= 90, "lat", "expected -90 to 90, not %g", lat)
	c.that(lon >= -180 && lon <= 180, "lon", "expected -180 to 180, not %g", lon)
}

func (c *check) country(code string) {
	c.that(countryForm.MatchString(code), "country", "expected two capital letters of ISO 3166-1, not %q", cut(code))
}

// link checks the URL of a page or a picture. With pathToo, a path on this site
// is also allowed.
func (c *check) link(field, address string, pathToo bool) {
	if address == "" {
		return
	}
	u, err := url.Parse(address)
	ok := err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
	ok = ok || pathToo && err == nil && u.Scheme == "" && strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//")
	c.that(ok, field, "expected an address that begins with https://, not %q", cut(address))
}

// day checks a date as yyyy-mm-dd; it may be empty.
func (c *check) day(field, iso string) {
	if iso != "" {
		_, err := date.ParseISO(iso)
		c.that(err == nil, field, "expected yyyy-mm-dd, not %q", cut(iso))
	}
}

func (c *check) land(name string) {
	c.that(lands[name], "land", "unknown kind of landscape %q", cut(name))
}

// cut shortens a text for an error message.
func cut(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// Validate checks the region.
func (r Region) Validate() error {
	var c check
	c.id("id", r.ID)
	c.that(r.ID != AllRegions, "id", "%q stands for all regions", AllRegions)
	c.name("name", r.Name)
	c.text("desc", r.Desc, 2000)
	c.country(r.Country)
	c.coordinates(r.Lat, r.Lon)
	c.land(r.Land)
	c.levies(r.Levies)
	return c.err
}

// Validate checks the operator.
func (o Operator) Validate() error {
	var c check
	c.id("id", o.ID)
	c.name("name", o.Name)
	c.text("desc", o.Desc, 10_000)
	c.link("logo", o.Logo, true)
	c.link("url", o.URL, false)
	d := o.Deposit
	c.that(d.Kind == NoDeposit || d.Kind == FixedDeposit || d.Kind == PercentDeposit, "deposit.type", "expected fixed or percent, not %q", cut(string(d.Kind)))
	c.amount("deposit.amount", d.Amount)
	c.that(d.Kind != FixedDeposit || d.Amount > 0, "deposit.amount", "is missing")
	c.that(d.Kind != PercentDeposit || d.Percent >= 1 && d.Percent <= 100, "deposit.percent", "expected 1 to 100, not %d", d.Percent)
	c.within("deposit.balanceDueDays", int64(d.BalanceDueDays), 0, 365)
	c.text("deposit.message", d.Message, 1000)
	c.cancellation(o.Cancellation)
	c.changes(o.Changes)
	return c.err
}

// Validate checks the park.
func (p Park) Validate() error {
	var c check
	c.id("id", p.ID)
	c.name("name", p.Name)
	c.id("region", p.RegionID)
	c.id("operator", p.OperatorID)
	if p.TownID != "" {
		c.id("townId", p.TownID)
		c.name("town", p.Town)
	}
	c.line("town", p.Town, 300)
	c.line("checkIn", p.CheckIn, maxTime)
	c.line("checkOut", p.CheckOut, maxTime)
	c.rules(p.Rules)
	c.cancellation(p.Cancellation)
	c.changes(p.Changes)
	c.levies(p.Levies)
	c.that(len(p.Levies) == 0 || !p.NoLevy, "noLevy", "is true, but the park has levies")
	c.line("county", p.County, 300)
	c.line("postcode", p.Postcode, 20)
	c.country(p.Country)
	c.coordinates(p.Lat, p.Lon)
	c.land(p.Land)
	c.line("guests.gateCode", p.Guests.GateCode, 60)
	c.text("guests.directions", p.Guests.Directions, 2000)
	c.line("guests.phone", p.Guests.Phone, 40)
	c.line("guests.outOfHours", p.Guests.OutOfHours, 40)
	c.line("guests.email", p.Guests.Email, 254)
	c.text("info", p.Info, 100_000)
	c.text("importantInfo", p.ImportantInfo, 100_000)
	c.images(p.Images)
	if p.Bubbles != "" {
		rating, err := strconv.ParseFloat(p.Bubbles, 64)
		c.that(err == nil && rating >= 0 && rating <= 5, "bubbles", "expected a number from 0 to 5, not %q", cut(p.Bubbles))
	}
	c.within("reviewCount", int64(p.ReviewCount), 0, 1e9)
	for i, review := range p.Reviews {
		c.review(fmt.Sprintf("reviews[%d]", i), review)
	}
	c.line("affiliate", p.Affiliate, 100)
	c.link("affiliateUrl", p.AffiliateURL, false)
	c.that(p.Affiliate == "" || p.AffiliateURL != "", "affiliateUrl", "is missing")
	codes := map[string]bool{}
	for i, extra := range p.Extras {
		at := fmt.Sprintf("extras[%d]", i)
		c.extra(at, extra)
		c.that(!codes[extra.Code], at+".code", "%q is given twice", extra.Code)
		codes[extra.Code] = true
		c.that(!extra.Rate().PerDog || p.Rules.MaxDogs > 0, "rules.maxDogs", "is missing: %s is charged for each dog, so say how many may come", at)
	}
	c.line("credit", p.Credit, 300)
	return c.err
}

func (c *check) images(list []Image) {
	for i, image := range list {
		at := fmt.Sprintf("images[%d]", i)
		c.that(image.Src != "", at+".src", "is missing")
		c.link(at+".src", image.Src, true)
		c.within(at+".w", int64(image.Width), 1, 20_000)
		c.within(at+".h", int64(image.Height), 1, 20_000)
		c.line(at+".alt", image.Alt, 500)
	}
}

func (c *check) review(at string, r Review) {
	c.line(at+".name", r.Name, 100)
	c.line(at+".title", r.Title, 300)
	c.text(at+".body", r.Body, 10_000)
	c.within(at+".rating", int64(r.Rating), 1, 5)
	_, err := date.Parse(r.Date)
	c.that(err == nil, at+".date", "expected dd/mm/yyyy, not %q", cut(r.Date))
	c.link(at+".url", r.URL, false)
}

func (c *check) extra(at string, e Extra) {
	c.id(at+".code", e.Code)
	c.name(at+".name", e.Name)
	c.text(at+".desc", e.Desc, 2000)
	c.amount(at+".cost", e.Cost)
	c.that(e.DepCost >= 0 && e.DepCost <= e.Cost, at+".depcost", "expected 0 to the cost, not %s", e.DepCost)
	least := int64(1)
	if e.Compulsory {
		c.that(e.Cost > 0, at+".cost", "is missing: a compulsory extra costs something")
		c.that(e.DepCost == 0, at+".depcost", "is not for a compulsory extra: it is part of the price, and so of the deposit")
		c.that(e.Max <= 1, at+".max", "expected 1 or none of a compulsory extra, not %d", e.Max)
		least = 0
	}
	c.within(at+".max", int64(e.Max), least, 99)
	for i, what := range e.Per {
		c.that(slices.Contains([]string{"stay", "night", "person", "dog"}, what) && !slices.Contains(e.Per[:i], what), at+".per", "expected night, person or dog, each once, or stay alone, not %q", cut(what))
	}
	c.that(!slices.Contains(e.Per, "stay") || len(e.Per) == 1, at+".per", "expected stay alone: the cost of a stay is charged once")
	c.that(!e.Rate().PerPerson || !e.Rate().PerDog, at+".per", "expected person or dog, not both")
	if e.Feature != "" {
		c.id(at+".feature", e.Feature)
	}
	if e.Stock != (Stock{}) {
		c.within(at+".stock.pieces", int64(e.Stock.Pieces), 1, 100_000)
		c.that(slices.Contains([]string{"", "night", "stay"}, e.Stock.Per), at+".stock.per", "expected night or stay, not %q", cut(e.Stock.Per))
	}
	c.line(at+".checkIn", e.CheckIn, maxTime)
	c.line(at+".checkOut", e.CheckOut, maxTime)
}

// Validate checks the unit type.
func (u UnitType) Validate() error {
	var c check
	c.id("id", u.ID)
	c.id("park", u.ParkID)
	_, known := ChannelOf(u.Channel)
	c.that(known, "channel", "unknown channel %q", cut(u.Channel))
	c.name("name", u.Name)
	c.text("desc", u.Desc, 10_000)
	c.within("bedrooms", int64(u.Bedrooms), 0, 50)
	c.within("bathrooms", int64(u.Bathrooms), 0, 50)
	c.within("sleeps", int64(u.Sleeps), 1, MaxParty)
	c.within("maxDogs", int64(u.MaxDogs), 0, mostDogs)
	c.that(u.Dogs || u.MaxDogs == 0, "maxDogs", "is only for a unit type that takes dogs")
	c.amount("bookingFee", u.BookingFee)
	c.link("image", u.Image, true)
	c.images(u.Images)
	for i, room := range u.Beds {
		c.beds(fmt.Sprintf("beds[%d]", i), room)
	}
	return c.err
}

func (c *check) beds(at string, b Beds) {
	c.name(at+".room", b.Room)
	for _, n := range []int{b.Doubles, b.Singles, b.Bunks, b.Sofas} {
		c.within(at, int64(n), 0, 20)
	}
	c.that(b.Doubles+b.Singles+b.Bunks+b.Sofas > 0, at, "has no beds")
}

// Validate checks the offer.
func (o Offer) Validate() error {
	var c check
	c.id("urn", o.URN)
	c.name("label", o.Label)
	return c.err
}

// Validate checks the feature.
func (f Feature) Validate() error {
	var c check
	c.id("key", f.Key)
	c.name("name", f.Name)
	_, known := Groups[f.Group]
	c.that(known && f.Group != OperatorGroup, "group", "expected 1 to 4, not %q", cut(f.Group))
	return c.err
}

// Validate checks the code.
func (code Code) Validate() error {
	var c check
	c.that(codeForm.MatchString(code.Code), "code", "expected 2 to 32 capital letters, digits or '-', not %q", cut(code.Code))
	c.amount("amount", code.Amount)
	c.amount("minPrice", code.MinPrice)
	switch code.Kind {
	case DiscountCode:
		c.that((code.Amount > 0) != (code.Percent > 0), "amount", "a discount has either an amount or a percent")
		c.within("percent", code.Percent, 0, 100)
	case VoucherCode:
		c.that(code.Amount > 0, "amount", "is missing")
		c.that(code.Percent == 0, "percent", "a voucher has none")
	default:
		c.that(false, "kind", "expected discount or voucher, not %q", cut(string(code.Kind)))
	}
	c.day("from", code.From)
	c.day("until", code.Until)
	c.channels("channels", code.Channels)
	return c.err
}
