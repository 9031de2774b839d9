package catalogue

import (
	"strings"
	"testing"
)

func TestAnAddressIsPostalAndNamesACountryAbroad(t *testing.T) {
	for want, p := range map[string]Park{
		"Hawes, North Yorkshire, DL8 9EE":          {Town: "Hawes", County: "North Yorkshire", Postcode: "DL8 9EE", Country: "GB", RegionID: "24"},
		"30013 Cavallino-Treporti, Venezia, Italy": {Town: "Cavallino-Treporti", County: "Venezia", Postcode: "30013", Country: "IT"},
		"23000 Zadar, Zadar, Croatia":              {Town: "Zadar", County: "Zadar", Postcode: "23000", Country: "HR"},
		"4325 AB Renesse, Zeeland, Netherlands":    {Town: "Renesse", County: "Zeeland", Postcode: "4325 AB", Country: "NL"},
		"Kinsale, County Cork, P17 AX00, Ireland":  {Town: "Kinsale", County: "County Cork", Postcode: "P17 AX00", Country: "IE"},
		"St Helier, JE2 3AB, Jersey":               {Town: "St Helier", Postcode: "JE2 3AB", Country: "JE"},
		"Swansea, SA3 1AA":                         {Town: "Swansea", County: "Swansea", Postcode: "SA3 1AA", Country: "GB"},
		"Lagos, Portugal":                          {Town: "Lagos", Country: "PT"},
		"":                                         {Country: "GB"},
	} {
		if got := strings.Join(p.Address(), ", "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
