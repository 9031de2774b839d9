package web

import (
	"net/http"
	"strings"

	"holidaymaker/internal/web/httpx"
)

// serveFile answers the request with a file of the front end. It returns false where no file
// has that path.
func serveFile(files httpx.Files, rw http.ResponseWriter, r *http.Request) bool {
	found, ok := files[r.URL.Path]
	if !ok || strings.HasPrefix(r.URL.Path, "/.vite/") {
		return false
	}
	if strings.HasPrefix(r.URL.Path, "/assets/") || r.URL.Query().Get("v") != "" {
		rw.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		rw.Header().Set("Cache-Control", "public, max-age=3600")
	}
	found.Send(rw, r)
	return true
}
