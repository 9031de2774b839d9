// Command precompress writes, beside every text file of a built front end, the
// same file packed with Brotli and gzip at their best, for the server to embed.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
)

func main() {
	if err := filepath.WalkDir(os.Args[1], pack); err != nil {
		fmt.Fprintln(os.Stderr, "precompress:", err)
		os.Exit(1)
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
	var br, gz bytes.Buffer
	b := brotli.NewWriterLevel(&br, brotli.BestCompression)
	g, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression)
	_, brErr := b.Write(data)
	_, gzErr := g.Write(data)
	if err := errors.Join(brErr, gzErr, b.Close(), g.Close()); err != nil {
		return fmt.Errorf("pack %s: %w", path, err)
	}
	if br.Len() >= len(data) {
		return nil
	}
	if err := os.WriteFile(path+".br", br.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write %s.br: %w", path, err)
	}
	return os.WriteFile(path+".gz", gz.Bytes(), 0o644)
}

func hasSuffix(path string, endings []string) bool {
	for _, e := range endings {
		if strings.HasSuffix(path, e) {
			return true
		}
	}
	return false
}
