package web

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"holidaymaker/internal/site"
	"holidaymaker/internal/web/httpx"
)

var scriptNonce = regexp.MustCompile(`<script nonce="([^"]+)">const agreed=(true|false);`)

// TestThanksRemembersASignUp reads the page that a browser gets which has sent the
// newsletter form itself. e2e/newsletter.e2e.ts runs its script.
func TestThanksRemembersASignUp(t *testing.T) {
	brand, err := site.Of("BF")
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewOf(Config{Site: brand}, built)
	if err != nil {
		t.Fatal(err)
	}
	for cookie, agreed := range map[string]string{"": "false", "acceptSiteCookies=false": "false", "acceptSiteCookies=true": "true"} {
		r := httptest.NewRequest("GET", "/newsletter/thanks", nil)
		r.Header.Set("Cookie", cookie)
		rw := httptest.NewRecorder()
		ctx, _ := httpx.WithIdentity(r.Context(), "", nil)
		w.ThanksPage(rw, r.WithContext(ctx))
		page, policy := rw.Body.String(), rw.Header().Get("Content-Security-Policy")
		script := scriptNonce.FindStringSubmatch(page)
		if script == nil || script[1] == "" || script[2] != agreed || !strings.Contains(policy, "script-src 'self' 'nonce-"+script[1]+"';") {
			t.Errorf("cookie %q: script %q, policy %s", cookie, script, policy)
		}
		if !strings.Contains(page, `<a href="/"><img src="/BF/logo-dark.svg" alt="Brightfield Breaks"></a>`) {
			t.Errorf("cookie %q: no logo: %s", cookie, page)
		}
	}
}
