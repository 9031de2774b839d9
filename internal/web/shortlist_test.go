package web

import (
	"net/url"
	"strings"
	"testing"
)

func TestTheShortlistIsNotForSearchEngines(t *testing.T) {
	h := pages(t, "MT")
	for path, title := range map[string]string{"/shortlist": "Shortlist | ", "/shortlist?parks=CF101,KW101": "Shared shortlist | "} {
		page := body(t, ask(h, path))
		if !strings.Contains(page, "<title>"+title) || !strings.Contains(page, `content="noindex"`) || strings.Contains(page, `rel="canonical"`) {
			t.Errorf("%s: %.600s", path, page)
		}
	}
}

func TestASharedShortlistIsRenderedUnderItsParks(t *testing.T) {
	// As many parks as a list may have, with long ids.
	parks := strings.TrimSuffix(strings.Repeat(strings.Repeat("x", 40)+",", 24), ",")
	if got, ok := renderAddress("/shortlist", url.Values{"parks": {parks}, "utm": {"x"}}); !ok || got != "/shortlist?parks="+url.QueryEscape(parks) {
		t.Errorf("rendered as %s, %v", got, ok)
	}
	if got, ok := renderAddress("/shortlist", url.Values{"parks": {parks + strings.Repeat("x", 100)}}); ok {
		t.Errorf("a list of any length is rendered: %.80s", got)
	}
}
