package mail

import (
	"strings"

	"holidaymaker/internal/site"
)

// colours are each brand's design tokens; letters cannot read the style sheet.
var colours = map[string]Colours{
	"MT": {Ink: "#14233b", Accent: "#b8341a", AccentInk: "#ffffff", Link: "#a82e16", Sunk: "#f3ecdd", Line: "#ded5c2", Muted: "#535e70", Saving: "#0e6b47"},
	"BF": {Ink: "#12352b", Accent: "#0b6b4b", AccentInk: "#ffffff", Link: "#0b6b4b", Sunk: "#eef3e4", Line: "#d5dccb", Muted: "#4d6259", Saving: "#0b6b4b"},
	"SN": {Ink: "#101c3d", Accent: "#1d48a8", AccentInk: "#ffffff", Link: "#1d48a8", Sunk: "#ebeef5", Line: "#d3d9e6", Muted: "#525c76", Saving: "#0d6a52"},
	"RP": {Ink: "#161616", Accent: "#ffd21f", AccentInk: "#161616", Link: "#161616", Sunk: "#f6f1de", Line: "#ddd7c3", Muted: "#585650", Saving: "#b5122f"},
}

// BrandOf gives what letters show of a brand. siteURL is the address under
// which this server is reached; "" means the brand's own.
func BrandOf(s *site.Site, siteURL string) Brand {
	if siteURL == "" {
		siteURL = s.Global.SiteBaseURL
	}
	legal := []string{s.Legal.TradingName}
	if s.Legal.CompanyNumber != "" {
		legal = append(legal, "company number "+s.Legal.CompanyNumber)
	}
	if s.Legal.Address != "" {
		legal = append(legal, s.Legal.Address)
	}
	return Brand{
		Name: s.Global.BrandName, SiteURL: strings.TrimSuffix(siteURL, "/"), Phone: s.SocialMedia.Telephone,
		Hours: s.Texts.SupportHours, Email: s.Global.Email, Attractions: s.URLs.Attractions,
		Legal: strings.Join(legal, ", ") + ".", Colours: colours[s.SiteCode],
	}
}
