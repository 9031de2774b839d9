package mail

import (
	"bytes"
	"image/png"
	"strings"

	"holidaymaker/internal/site"
)

// BrandOf returns what e-mails show of a brand. siteURL is the public address of
// this server; "" means the brand's own.
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
	c := s.Colours
	logo := Logo{PNG: s.EmailLogo()}
	if size, err := png.DecodeConfig(bytes.NewReader(logo.PNG)); err == nil {
		logo.Width, logo.Height = size.Width/2, size.Height/2
	}
	return Brand{
		Name: s.Global.BrandName, SiteURL: strings.TrimSuffix(siteURL, "/"), Phone: s.SocialMedia.Telephone,
		Hours: s.Texts.SupportHours, Email: s.Global.Email, Attractions: s.URLs.Attractions,
		Logo: logo, Legal: strings.Join(legal, ", ") + ".",
		Colours: Colours{Ink: c.Ink, Accent: c.Accent, AccentInk: c.AccentInk, Link: c.Link, Sunk: c.Sunk, Line: c.Line, Muted: c.Muted, Saving: c.Saving},
	}
}
