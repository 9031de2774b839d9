// Command precompress compresses every text file of built front ends, whose folders it is given,
// with Brotli and gzip at their highest level. The server embeds the compressed files.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"holidaymaker/internal/web/httpx"
)

func main() {
	for _, folder := range os.Args[1:] {
		if err := filepath.WalkDir(folder, pack); err != nil {
			fmt.Fprintln(os.Stderr, "precompress:", err)
			os.Exit(1)
		}
	}
}

var packed = []string{".js", ".css", ".html", ".svg", ".json", ".txt", ".webmanifest", ".xml"}

func pack(path string, entry fs.DirEntry, err error) error {
	if err != nil || entry.IsDir() || !hasSuffix(path, packed) {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	br := httpx.Brotli.Encode(data)
	if len(br) >= len(data) {
		return nil
	}
	if err := os.WriteFile(path+".br", br, 0o644); err != nil {
		return fmt.Errorf("write %s.br: %w", path, err)
	}
	return os.WriteFile(path+".gz", httpx.SmallGzip.Encode(data), 0o644)
}

func hasSuffix(path string, endings []string) bool {
	for _, e := range endings {
		if strings.HasSuffix(path, e) {
			return true
		}
	}
	return false
}
