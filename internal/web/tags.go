package web

import (
	"encoding/json"
	"fmt"
	"net/http"

	"holidaymaker/internal/site"
	"holidaymaker/internal/web/httpx"
)

// tagOrigins are the origins of the tag manager and of its analytics.
var tagOrigins = []string{"https://*.googletagmanager.com", "https://*.google-analytics.com", "https://*.analytics.google.com"}

// mayTag reports whether tags may run in a document: they are configured, and
// the visitor has not rejected them. The front end starts them only after 'OK',
// which can be pressed in this document. A policy cannot be changed afterwards,
// so it is open as long as there is no choice (docs/adr/0130).
func (w *Web) mayTag(r *http.Request) bool {
	if w.Site.TagManager.ID == "" && w.Site.Analytics.ID == "" {
		return false
	}
	return !httpx.Rejected(r)
}

// settingsOf returns the configuration keys that are set when the server starts,
// as JSON for the front end, or "" when none is.
func settingsOf(s *site.Site) (string, error) {
	encoded, err := json.Marshal(s.RunTime())
	if err != nil {
		return "", fmt.Errorf("encode the settings of the front end: %w", err)
	}
	if string(encoded) == "{}" {
		return "", nil
	}
	return string(encoded), nil
}
