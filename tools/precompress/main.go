// Command precompress compresses every text file of a built front end with Brotli
// and gzip at their highest level. The server embeds the compressed files. With
// -quick it takes a low level, for a build that only tests use: their servers
// would otherwise compress each file when it is asked for.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"

	"holidaymaker/internal/web/httpx"
)

func main() {
	quick := flag.Bool("quick", false, "compress less, in a tenth of the time")
	flag.Parse()
	encode := httpx.Brotli.Encode
	if *quick {
		encode = quickly
	}
	err := filepath.WalkDir(flag.Arg(0), func(path string, entry fs.DirEntry, err error) error {
		return pack(path, entry, err, encode)
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "precompress:", err)
		os.Exit(1)
	}
}

var packed = []string{".js", ".css", ".html", ".svg", ".json", ".txt", ".webmanifest", ".xml"}

// quickly compresses with Brotli at a low level.
func quickly(data []byte) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, 4)
	_, _ = w.Write(data) // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

func pack(path string, entry fs.DirEntry, err error, encode func([]byte) []byte) error {
	if err != nil || entry.IsDir() || !hasSuffix(path, packed) {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	br := encode(data)
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
