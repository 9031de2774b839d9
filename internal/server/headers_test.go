package server_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"holidaymaker/internal/server"
)

// Whatever is asked for, the answer has the headers that keep a browser from doing more with
// it than was meant, and says what it is.
func TestEveryAnswerHasTheSecurityHeaders(t *testing.T) {
	s := start(t, func(c *server.Config) { c.TLSSelfSigned = true })
	client := insecureClient()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for call, status := range map[string]int{
		"GET /": 200, "GET /results": 200, "GET /my-booking": 200, "GET /api/docs": 200, "GET /healthz": 200, "GET /robots.txt": 200, "GET /sitemap.xml": 200,
		"GET /api/filters": 200, "GET /api/openapi.json": 200, "GET /images/maps/CF101.svg": 200, "GET /MT/logo-dark.svg": 200, "GET /newsletter/confirm?t=x": 200,
		"GET /nowhere/at/all": 404, "GET /api/nowhere": 404, "GET /images/nothing.svg": 404, "GET /parks/CF101/an-old-address": 301,
		"GET /assets/": 404, "GET /assets/gone.js": 404, "GET /.git/config": 404, "GET /.vite/manifest.json": 404, "GET /go.mod": 404,
		"TRACE /": 405, "TRACE /api/filters": 405, "OPTIONS /api/book": 405, "POST /": 405, "POST /api/threedsreturn": 200,
	} {
		method, path, _ := strings.Cut(call, " ")
		request, err := http.NewRequestWithContext(t.Context(), method, s.URL()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer got.Body.Close()
		body, err := io.ReadAll(got.Body)
		if err != nil || got.StatusCode != status {
			t.Errorf("%s: %v, status %d, want %d", call, err, got.StatusCode, status)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Strict-Transport-Security": "max-age=31536000; includeSubDomains", "Access-Control-Allow-Origin": "",
		} {
			if got.Header.Get(name) != want {
				t.Errorf("%s: %s is %q", call, name, got.Header.Get(name))
			}
		}
		if referrer := got.Header.Get("Referrer-Policy"); referrer != "no-referrer" && referrer != "strict-origin-when-cross-origin" {
			t.Errorf("%s: Referrer-Policy is %q", call, referrer)
		}
		policy := got.Header.Get("Content-Security-Policy")
		framed := "frame-ancestors 'none'"
		if path == "/api/threedsreturn" {
			framed = "frame-ancestors *" // the bank's frame shows it
		}
		for _, want := range []string{"default-src 'none'", "base-uri 'none'", framed} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy %q lacks %s", call, policy, want)
			}
		}
		kind := got.Header.Get("Content-Type")
		named := strings.Contains(kind, "; charset=utf-8") || kind == "application/json" || kind == "image/x-icon"
		if len(body) > 0 && !named || strings.Contains(string(body), "pre>\n<a href") {
			t.Errorf("%s: Content-Type %q of %.80s", call, kind, body)
		}
		if method == http.MethodTrace && strings.Contains(string(body), "TRACE / HTTP") {
			t.Errorf("%s: the request comes back", call)
		}
	}
}
