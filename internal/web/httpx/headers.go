package httpx

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
)

// Baseline returns the security headers of every answer. All answers share the
// values, so replace a value instead of changing it. secure means that browsers
// reach the site over TLS.
func Baseline(secure bool) http.Header {
	header := http.Header{}
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Permissions-Policy", "camera=(), geolocation=(self), microphone=(), payment=()")
	if secure {
		header.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
	return header
}

// Values of headers that many answers share. They must not be changed.
var (
	// JSON is the Content-Type of calls.
	JSON = []string{"application/json"}
	// HTML is the Content-Type of pages.
	HTML = []string{"text/html; charset=utf-8"}
	// Text is the Content-Type of plain texts.
	Text = []string{"text/plain; charset=utf-8"}
	// NoStore is the Cache-Control of answers that belong to one visitor or moment.
	NoStore = []string{"no-store"}
	// PublicOneMinute is the Cache-Control of answers that are the same for
	// every visitor.
	PublicOneMinute = []string{"public, max-age=60"}

	varyEncoding = []string{"Accept-Encoding"}
)

// AddVary adds a name to an answer's Vary header.
func AddVary(header http.Header, name string) {
	header["Vary"] = append(header["Vary"][:len(header["Vary"]):len(header["Vary"])], name)
}

// SourceHash returns the SHA-256 of the text of a script or style sheet in base64, as a
// content security policy lists it.
func SourceHash(text []byte) string {
	sum := sha256.Sum256(text)
	return base64.StdEncoding.EncodeToString(sum[:])
}
