// Package site holds the four white-label brands as far as the server needs
// them: names, addresses, content routes and texts. One binary serves one
// brand, fixed when it is built.
package site

import (
	"fmt"
	"strings"
)

// buildCode is fixed by the build:
//
//	go build -ldflags "-X holidaymaker/internal/site.buildCode=BF"
var buildCode = "MT"

// Built returns the brand that this binary was built for.
func Built() (*Site, error) { return Of(buildCode) }

// Codes are the site codes of the specification.
var Codes = []string{"BF", "SN", "MT", "RP"}

// Of returns the brand of a site code.
func Of(code string) (*Site, error) {
	brand, ok := brands[code]
	if !ok {
		return nil, fmt.Errorf("Unsupported site code: %s", code) //nolint:staticcheck // the specification's text
	}
	s := base(code)
	brand(s)
	if err := s.validate(); err != nil {
		return nil, err
	}
	return s, nil
}

// validate reports a required key that is missing.
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

// ContentPage returns the content route of a path; ok is false where the brand
// has none there.
func (s *Site) ContentPage(path string) (route ContentRoute, ok bool) {
	for _, route := range s.ContentRoutes {
		if route.Path == path {
			return route, true
		}
	}
	return ContentRoute{}, false
}

// PageTitle is the heading that a content path has until its page is loaded:
// the words of the path, 'UK' upper.
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
