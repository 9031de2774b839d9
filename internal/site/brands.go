package site

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// brandFiles contains a folder for each brand, named by its site code in lower
// case, and base.json with what all brands share. The front end reads the same
// files, so a name, a telephone number or a footer link is written only once.
//
//go:embed brands
var brandFiles embed.FS

// load reads a brand: base.json, then the brand's own values, which replace
// those of base.json.
func load(files fs.FS, code string) (*Site, error) {
	own, err := fs.ReadFile(files, path.Join("brands", strings.ToLower(code), "brand.json"))
	if err != nil || code != strings.ToUpper(code) || code == "" {
		return nil, fmt.Errorf("Unsupported site code: %s", code) //nolint:staticcheck // the specification's text
	}
	base, err := fs.ReadFile(files, "brands/base.json")
	if err != nil {
		return nil, fmt.Errorf("read what the brands share: %w", err)
	}
	s := &Site{}
	for _, layer := range [][]byte{base, own} {
		if err := json.Unmarshal(layer, s); err != nil {
			return nil, fmt.Errorf("read the brand %s: %w", code, err)
		}
	}
	s.routeFooter()
	if err := s.validate(); err != nil {
		return nil, err
	}
	if s.SiteCode != code {
		return nil, fmt.Errorf("the brand folder of %s holds the brand %s", code, s.SiteCode)
	}
	return s, nil
}

// EmailLogo returns the brand's light logo as PNG, twice as large as it is
// shown. It is for mail programs, which cannot show SVG. It returns nil where
// the brand's folder has none.
func (s *Site) EmailLogo() []byte {
	logo, err := fs.ReadFile(brandFiles, path.Join("brands", strings.ToLower(s.SiteCode), "email-logo.png"))
	if err != nil {
		return nil
	}
	return logo
}

// routeFooter adds a content route for each footer link to a CMS page, unless
// the brand already has a route at that path.
func (s *Site) routeFooter() {
	for _, group := range append(s.Footer.Groups, s.Footer.More...) {
		for _, link := range group.Links {
			if _, taken := s.ContentRoutes[link.Path]; link.PageID != 0 && !taken {
				s.ContentRoutes[link.Path] = link.PageID
			}
		}
	}
}
