// Package site holds what the server needs to know about the white-label
// brands: names, addresses, content routes and texts. One binary serves one
// brand, which is set when it is built.
package site

import (
	"fmt"
	"slices"
	"strings"
)

// buildCode is the site code, set by the build:
//
//	go build -ldflags "-X holidaymaker/internal/site.buildCode=BF"
var buildCode = "MT"

// Built returns the brand that this binary was built for.
func Built() (*Site, error) { return Of(buildCode) }

// Of returns the brand with a site code.
func Of(code string) (*Site, error) { return load(brandFiles, code) }

// validate returns an error when a required key is missing.
func (s *Site) validate() error {
	for _, required := range []struct{ key, value string }{
		{"siteCode", s.SiteCode},
		{"global.brandName", s.Global.BrandName},
		{"global.siteBaseUrl", s.Global.SiteBaseURL},
		{"header.megaMenu", s.Header.MegaMenu},
	} {
		if required.value == "" {
			return fmt.Errorf("Missing configuration: %s", required.key) //nolint:staticcheck // the specification's text
		}
	}
	return nil
}

// ContentPage returns the id of the CMS page at a path; ok is false if the brand
// has none.
func (s *Site) ContentPage(path string) (pageID int, ok bool) {
	pageID, ok = s.ContentRoutes[path]
	return pageID, ok
}

// Links reports whether the brand's footer has a link to a path.
func (s *Site) Links(path string) bool {
	for _, group := range slices.Concat(s.Footer.Groups, s.Footer.More) {
		for _, link := range group.Links {
			if strings.TrimSuffix(link.Path, "/") == path {
				return true
			}
		}
	}
	return false
}

// PageTitle returns the heading for a content path until its page is loaded:
// the words of the path, with 'UK' in capitals.
func PageTitle(path string) string {
	words := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '-' })
	for i, word := range words {
		if word == "uk" {
			words[i] = "UK"
		} else if i == 0 || !smallWords[word] {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, " ")
}

var smallWords = map[string]bool{"and": true, "of": true, "the": true, "on": true, "by": true, "in": true, "with": true}
