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
	rt := routes{catalogue: country()}
	at := func(parks string) (string, bool) {
		query := url.Values{"parks": {parks}, "utm": {"x"}}
		return rt.renderAddress(Page{}, "/shortlist", query)
	}
	parks := strings.TrimSuffix(strings.Repeat("HV101,BO1,", 100), ",") // as long as a list may be
	if got, ok := at(parks); !ok || got != "/shortlist?parks="+url.QueryEscape(parks) {
		t.Errorf("rendered as %s, %v", got, ok)
	}
	if got, ok := at(parks + ",EV1"); ok {
		t.Errorf("a list of any length is rendered: %.80s", got)
	}
}
