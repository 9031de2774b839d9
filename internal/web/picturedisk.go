package web

import (
	"os"
	"path/filepath"
	"runtime/debug"

	"holidaymaker/internal/operations/loop"
)

// pictureDir returns the directory for this build's pictures in cacheDir, or ""
// where cacheDir is "". It removes everything else from cacheDir: the pictures of
// other builds. Where the directory cannot be created, every picture is
// compressed again each time it is drawn.
func pictureDir(cacheDir, build string) string {
	if cacheDir == "" {
		return ""
	}
	dir := "pictures-" + build
	entries, err := os.ReadDir(cacheDir)
	if err == nil {
		for _, entry := range entries {
			if entry.Name() != dir {
				_ = os.RemoveAll(filepath.Join(cacheDir, entry.Name())) // a file that stays does no harm
			}
		}
	}
	return filepath.Join(cacheDir, dir)
}

// buildVersion returns the commit of the build, or "unknown" where the build
// was not made from a repository.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return s.Value[:12]
		}
	}
	return "unknown"
}

// drawSafely draws a picture. It returns a panic of the drawing as an error.
func (c *pictureCache) drawSafely(path string) (svg []byte, ok bool, err error) {
	err = loop.Catch(func() error {
		svg, ok = c.draw(path)
		return nil
	})
	return svg, ok, err
}
