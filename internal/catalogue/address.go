package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// Address returns the lines of the park's postal address, as far as they are known: town,
// county and postcode, and the country where it is not the United Kingdom. On the
// continent the postcode stands before the town.
func (p *Park) Address() []string {
	lines := []string{p.Town, p.County, p.Postcode}
	switch p.Country {
	case "GB", "GG", "IE", "IM", "JE":
	default:
		lines = []string{strings.TrimSpace(p.Postcode + " " + p.Town), p.County}
	}
	if p.Country != "GB" {
		lines = append(lines, countryName(p.Country))
	}
	return slices.Compact(slices.DeleteFunc(lines, func(line string) bool { return line == "" }))
}

// countryName returns the English name of a country; "" for an unknown code.
func countryName(iso2 string) string {
	region, err := language.ParseRegion(iso2)
	if err != nil {
		return ""
	}
	return display.English.Regions().Name(region)
}

// DirectionsLink returns the address of a map with directions to the park, or "" where its place
// is not known.
func (p Park) DirectionsLink() string {
	if p.Lat == 0 && p.Lon == 0 {
		return ""
	}
	return fmt.Sprintf("https://www.google.com/maps/dir/?api=1&destination=%.5f%%2C%.5f", p.Lat, p.Lon)
}
