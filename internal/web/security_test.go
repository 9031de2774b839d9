package web

import (
	"strings"
	"testing"
)

func TestAPolicyNamesWhatADocumentReaches(t *testing.T) {
	for want, p := range map[string]policy{
		"script-src 'self'; style-src 'self'; img-src 'self';":                 {},
		"script-src 'self' 'sha256-x' https://tags.example; style-src 'self';": {scripts: []string{"'sha256-x'", "https://tags.example"}},
		"connect-src 'self' https://pay.example; frame-src 'self' https:; worker-src 'self' blob:; manifest-src 'self'; form-action 'self' https://pay.example;": {
			connect: []string{"https://pay.example"}, frames: []string{"https:"}, forms: []string{"https://pay.example"}},
	} {
		if got := p.header(); !strings.Contains(got, want) || !strings.HasPrefix(got, "default-src 'none'; ") || !strings.HasSuffix(got, "; frame-ancestors 'none'; report-to policy; report-uri /api/csp-reports") {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}
