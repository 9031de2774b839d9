package httpx

import "net/http"

// Baseline are the security headers of every answer. Answers share the values:
// replace them, do not change them in place. secure says that browsers reach us
// by TLS.
func Baseline(secure bool) http.Header {
	header := http.Header{}
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Permissions-Policy", "camera=(), geolocation=(self), microphone=(), payment=()")
	if secure {
		header.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
	return header
}

// Values of headers that many answers share; nobody changes them in place.
var (
	// JSON is the Content-Type of calls.
	JSON = []string{"application/json"}
	// HTML is the Content-Type of pages.
	HTML = []string{"text/html; charset=utf-8"}
	// Text is the Content-Type of plain texts.
	Text = []string{"text/plain; charset=utf-8"}
	// NoStore is the Cache-Control of answers that belong to one visitor or moment.
	NoStore = []string{"no-store"}
	// PublicOneMinute is the Cache-Control of answers that are the same for everybody.
	PublicOneMinute = []string{"public, max-age=60"}

	varyEncoding = []string{"Accept-Encoding"}
)

// AddVary adds a name to an answer's Vary.
func AddVary(header http.Header, name string) {
	header["Vary"] = append(header["Vary"][:len(header["Vary"]):len(header["Vary"])], name)
}
