package feed

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// What one night costs for a whole party lies between these; anything else is probably
// an amount in another unit, such as pence.
const (
	leastPerNight = 300     // £3
	mostPerNight  = 300_000 // £3,000
)

// doubtfulPrice says why a price of a stay is hardly right; "" when it may be. A price of 0
// withdraws a stay.
func doubtfulPrice(price money.Pence, nights int) string {
	switch perNight := price / money.Pence(max(1, nights)); {
	case price <= 0:
		return ""
	case perNight < leastPerNight:
		return fmt.Sprintf("£%s for %d nights is hardly a price", price, nights)
	case perNight > mostPerNight:
		return fmt.Sprintf("£%s for %d nights is hardly a price: amounts are pounds, not pence", price, nights)
	}
	return ""
}

// area is a box of latitudes and longitudes.
type area struct{ south, north, west, east float64 }

func (a area) holds(lat, lon float64) bool {
	return lat >= a.south && lat <= a.north && lon >= a.west && lon <= a.east
}

// areas are where a country's parks lie; europe is for the others.
var (
	areas = map[string]area{
		"GB": {49, 61, -9, 2}, "IE": {51, 56, -11, -5}, "FR": {41, 52, -6, 10}, "ES": {27, 44, -19, 5}, "PT": {32, 43, -32, -6},
		"IT": {35, 48, 6, 19}, "NL": {50, 54, 3, 8}, "BE": {49, 52, 2, 7}, "DE": {47, 56, 5, 16}, "HR": {42, 47, 13, 20},
	}
	europe = area{27, 72, -32, 45}
)

// doubts says what is hardly right in an entity: a country that does not exist, a
// position outside the country, or a picture that the server does not have.
func doubts(entity catalogue.Entity) []fault {
	found := doubtfulPictures(entity)
	switch e := entity.(type) {
	case catalogue.Park:
		found = append(found, doubtfulPlace(e.Country, e.Lat, e.Lon)...)
	case catalogue.Region:
		found = append(found, doubtfulPlace(e.Country, e.Lat, e.Lon)...)
	}
	return found
}

func doubtfulPlace(country string, lat, lon float64) (found []fault) {
	region, err := language.ParseRegion(country)
	switch {
	case err != nil || !region.IsCountry():
		found = append(found, *faultf("country", "%q is not a country of ISO 3166-1", country))
	case region.Canonicalize() != region || region.String() != country:
		found = append(found, *faultf("country", "%q is not a country of ISO 3166-1: write %s", country, region.Canonicalize()))
	}
	if lat == 0 && lon == 0 {
		return found // not known
	}
	where, known := areas[country]
	if !known {
		where = europe
	}
	switch {
	case where.holds(lat, lon):
	case where.holds(lon, lat):
		found = append(found, *faultf("lat", "%g, %g is outside %s: latitude and longitude seem to be swapped", lat, lon, country))
	default:
		found = append(found, *faultf("lat", "%g, %g is outside %s", lat, lon, country))
	}
	return found
}

// pictures returns the addresses of an entity's pictures, by field.
func pictures(entity catalogue.Entity) map[string]string {
	found := map[string]string{}
	add := func(images []catalogue.Image) {
		for i, image := range images {
			found[fmt.Sprintf("images[%d].src", i)] = image.Src
		}
	}
	switch e := entity.(type) {
	case catalogue.Operator:
		found["logo"] = e.Logo
	case catalogue.Park:
		add(e.Images)
	case catalogue.UnitType:
		found["image"] = e.Image
		add(e.Images)
	}
	return found
}

// insecurePicture refuses a picture by http, which browsers do not load on the site's
// pages.
func insecurePicture(entity catalogue.Entity) *fault {
	found := pictures(entity)
	for _, field := range slices.Sorted(maps.Keys(found)) {
		if strings.HasPrefix(strings.ToLower(found[field]), "http:") {
			return faultf(field, "pictures need an address that begins with https://, not %q", shorten([]byte(found[field])))
		}
	}
	return nil
}

// doubtfulPictures says which pictures have a path that the server does not answer.
func doubtfulPictures(entity catalogue.Entity) (found []fault) {
	all := pictures(entity)
	for _, field := range slices.Sorted(maps.Keys(all)) {
		if strings.HasPrefix(all[field], "/") && !strings.HasPrefix(all[field], "/images/") {
			found = append(found, *faultf(field, "this server has nothing at %q: give an address that begins with https://, or let your proxy answer it", shorten([]byte(all[field]))))
		}
	}
	return found
}
