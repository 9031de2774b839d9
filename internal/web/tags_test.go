package web

import (
	"regexp"
	"strings"
	"testing"

	"holidaymaker/internal/site"
)

// tagged configures a tag manager and the affiliate network.
func tagged(c *Config) {
	own := *c.Site
	own.TagManager.ID, own.Awin = "GTM-TEST", site.Awin{Enable: true, TrackingID: "1001"}
	c.Site, c.TagSources = &own, []string{"https://tags.example"}
}

var nonceOf = regexp.MustCompile(`id="page-data" nonce="([^"]+)">`)

func TestPolicyIsOpenForTagsWhereTheyMayRun(t *testing.T) {
	plain, configured := pages(t, "MT"), pages(t, "MT", tagged)
	for _, c := range []struct {
		name, path, cookie string
		tags, open         bool
	}{
		{"no tags are configured", "/", "acceptSiteCookies=true", false, false},
		{"the visitor agreed", "/", "acceptSiteCookies=true", true, true},
		{"the visitor can still agree in this document", "/results", "", true, true},
		{"the visitor rejected", "/", "a=1; acceptSiteCookies=false", true, false},
		{"a booking page", "/booking/extras", "acceptSiteCookies=true", true, true},
		{"payment pages never", "/booking/payment", "acceptSiteCookies=true", true, false},
		{"payment pages never", "/booking/payment-action", "acceptSiteCookies=true", true, false},
		{"an unknown page", "/nowhere/at/all", "acceptSiteCookies=true", true, true},
	} {
		h := plain
		if c.tags {
			h = configured
		}
		got := ask(h, c.path, "Cookie", c.cookie)
		policy, page := got.Header.Get("Content-Security-Policy"), body(t, got)
		nonce := nonceOf.FindStringSubmatch(page)
		if open := strings.Contains(policy, "googletagmanager") || strings.Contains(policy, "tags.example"); open != c.open || (nonce != nil) != c.open {
			t.Errorf("%s: %s: nonce %q, policy %s", c.name, c.path, nonce, policy)
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %s", c.path, policy)
		}
		if !c.open {
			continue
		}
		for _, want := range []string{"'nonce-" + nonce[1] + "' https://*.googletagmanager.com", "connect-src 'self' https://*.googletagmanager.com https://*.google-analytics.com", "https://tags.example"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: %s lacks %s", c.name, policy, want)
			}
		}
		if again := nonceOf.FindStringSubmatch(body(t, ask(h, c.path, "Cookie", c.cookie))); again == nil || again[1] == nonce[1] {
			t.Errorf("%s: two answers have the nonce %s", c.path, nonce[1])
		}
	}
}

func TestDocumentsCarryTheSettingsOfTheServer(t *testing.T) {
	const want = `<div id="root" data-settings="{&#34;tagManager&#34;:{&#34;id&#34;:&#34;GTM-TEST&#34;},&#34;awin&#34;:{&#34;enable&#34;:true,&#34;trackingId&#34;:&#34;1001&#34;}}"`
	if page := body(t, ask(pages(t, "MT", tagged), "/")); !strings.Contains(page, want) {
		t.Errorf("the document lacks %s", want)
	}
	if page := body(t, ask(pages(t, "MT"), "/")); strings.Contains(page, "data-settings") {
		t.Error("a document carries settings although none is set")
	}
}
