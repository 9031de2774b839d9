package render

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Bundle returns the front end's build for rendering pages; false where the
// binary was built without it.
func Bundle() ([]byte, bool) {
	bundle, err := fs.ReadFile(dist, "dist/page.js")
	return bundle, err == nil
}
