package web

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"
)

func TestTheBannersStyleMayBeShown(t *testing.T) {
	h := pages(t, "MT", func(c *Config) { c.Banner = "Sandbox: <no> real bookings" })
	style := regexp.MustCompile(`<body[^>]*><style>([^<]+)</style>`)
	for _, path := range []string{"/", "/payment", "/nowhere/at/all/really/not"} {
		got := ask(h, path)
		page := body(t, got)
		text := style.FindStringSubmatch(page)
		if text == nil {
			t.Fatalf("%s: the banner has no style: %.300s", path, page)
		}
		sum := sha256.Sum256([]byte(text[1]))
		if policy := got.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "style-src 'self' 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("%s: the policy blocks the banner's style: %s", path, policy)
		}
		if strings.Count(page, "Sandbox: &lt;no&gt; real bookings") != 1 || strings.Index(page, "site-banner") > strings.Index(page, `id="root"`) {
			t.Errorf("%s: the banner is not at the top", path)
		}
	}
}
