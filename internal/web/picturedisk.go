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

// pictureDir makes the directory of a build's pictures in the cache directory,
// which holds nothing else. It removes the pictures of other builds and unfinished
// files. When the directory cannot be made, pictures are compressed each time.
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

// buildVersion names the build, "unknown" where it was not made from a
// repository.
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

// readBrotli reads the compressed form of a body from a file; ok is false where
// there is none, or a damaged one.
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
