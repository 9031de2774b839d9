package web

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/andybalholm/brotli"

	"holidaymaker/internal/loop"
)

// pictureDir creates the directory for this build's pictures in cacheDir and
// returns its path, or "" where cacheDir is "". It removes everything else from
// cacheDir: the pictures of other builds and unfinished files. Where the
// directory cannot be created, every picture is compressed again each time it
// is drawn.
func pictureDir(cacheDir, build string) string {
	if cacheDir == "" {
		return ""
	}
	dir := filepath.Join(cacheDir, "pictures-"+build)
	keepOnly(cacheDir, func(name string) bool { return filepath.Join(cacheDir, name) == dir })
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return dir
	}
	keepOnly(dir, func(name string) bool { return !strings.HasPrefix(name, ".") })
	return dir
}

func keepOnly(dir string, wanted func(name string) bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if !wanted(entry.Name()) {
			_ = os.RemoveAll(filepath.Join(dir, entry.Name())) // a file that stays does no harm
		}
	}
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

// readBrotli reads the compressed form of a body from a file. ok is false where
// the file is missing or damaged.
func readBrotli(name string, plain []byte) (encoded []byte, ok bool) {
	encoded, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	read, err := io.ReadAll(brotli.NewReader(bytes.NewReader(encoded)))
	return encoded, err == nil && bytes.Equal(read, plain)
}

// drawSafely draws a picture. It returns a panic of the drawing as an error.
func (c *pictureCache) drawSafely(path string) (svg []byte, ok bool, err error) {
	err = loop.Catch(func() error {
		svg, ok = c.draw(path)
		return nil
	})
	return svg, ok, err
}
