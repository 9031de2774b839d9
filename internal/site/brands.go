package site

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strings"
)

// brandFiles contains a folder for each brand, named by its site code in lower
// case, and what all brands share: base.json, and home.json with the texts of the
// home page. The front end reads base.json and the brand's file too, so a name, a
// telephone number or a footer link is written only once.
//
//go:embed brands
var brandFiles embed.FS

// load reads a brand: what all brands share, then the brand's own values, which
// replace these.
func load(files fs.FS, code string) (*Site, error) {
	own, err := fs.ReadFile(files, path.Join("brands", strings.ToLower(code), "brand.json"))
	if err != nil || code != strings.ToUpper(code) || code == "" {
		return nil, fmt.Errorf("Unsupported site code: %s", code) //nolint:staticcheck // the specification's text
	}
	values := map[string]any{}
	for _, name := range []string{"base.json", "home.json"} {
		shared, err := fs.ReadFile(files, path.Join("brands", name))
		if err != nil {
			return nil, fmt.Errorf("read what the brands share: %w", err)
		}
		if values, err = overlay(values, shared); err != nil {
			return nil, fmt.Errorf("read what the brands share: %s: %w", name, err)
		}
	}
	if values, err = overlay(values, own); err != nil {
		return nil, fmt.Errorf("read the brand %s: %w", code, err)
	}
	s, err := siteOf(values)
	if err != nil {
		return nil, fmt.Errorf("read the brand %s: %w", code, err)
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

// overlay replaces values by those of a JSON object, group by group, as the front
// end does (web/src/brands/configuration.ts). A list replaces the whole list.
func overlay(base map[string]any, text []byte) (map[string]any, error) {
	var over map[string]any
	if err := json.Unmarshal(text, &over); err != nil {
		return nil, err
	}
	return merge(base, over), nil
}

func merge(base, over map[string]any) map[string]any {
	whole := maps.Clone(base)
	for key, value := range over {
		before, isGroup := whole[key].(map[string]any)
		if group, ok := value.(map[string]any); ok && isGroup {
			value = merge(before, group)
		}
		whole[key] = value
	}
	return whole
}

func siteOf(values map[string]any) (*Site, error) {
	text, err := json.Marshal(values)
	if err != nil {
		return nil, err
	}
	s := &Site{}
	return s, json.Unmarshal(text, s)
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
