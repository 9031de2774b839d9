package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// file is a file of an archive.
type file struct {
	name       string
	executable bool
	data       []byte
}

// writeArchive writes files into a folder of a tar.gz. The same files give the same bytes,
// wherever and whenever they were made: they are sorted, belong to root, and have the time of
// the release.
func writeArchive(to io.Writer, folder string, at time.Time, files []file) error {
	packed, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return fmt.Errorf("begin an archive: %w", err)
	}
	archive := tar.NewWriter(packed)
	files = slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
	for _, f := range files {
		mode := int64(0o644)
		if f.executable {
			mode = 0o755
		}
		header := &tar.Header{Typeflag: tar.TypeReg, Name: folder + "/" + f.name, Mode: mode, Size: int64(len(f.data)), ModTime: at, Format: tar.FormatPAX}
		if err := archive.WriteHeader(header); err != nil {
			return fmt.Errorf("add %s to an archive: %w", f.name, err)
		}
		if _, err := archive.Write(f.data); err != nil {
			return fmt.Errorf("add %s to an archive: %w", f.name, err)
		}
	}
	if err := errors.Join(archive.Close(), packed.Close()); err != nil {
		return fmt.Errorf("end an archive: %w", err)
	}
	return nil
}

// saveArchive writes an archive to a file that is called like its folder.
func saveArchive(dir, folder string, at time.Time, files []file) error {
	var archive bytes.Buffer
	if err := writeArchive(&archive, folder, at, files); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, folder+".tar.gz"), archive.Bytes(), 0o644)
}

// readFiles returns the files of a folder, and of those in it.
func readFiles(root string) (files []file, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, path) // both are below root
		files = append(files, file{name: filepath.ToSlash(name), data: data})
		return err
	})
	return files, err
}

// saveChecksums writes the sums of the archives in a folder, as sha256sum checks them.
func saveChecksums(dir string) error {
	archives, err := filepath.Glob(filepath.Join(dir, "*.tar.gz"))
	if err != nil {
		return fmt.Errorf("list the archives: %w", err)
	}
	var sums strings.Builder
	for _, path := range archives { // Glob sorts them
		data, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("sum up an archive: %w", err)
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), filepath.Base(path))
	}
	return os.WriteFile(filepath.Join(dir, "checksums.txt"), []byte(sums.String()), 0o644)
}

// differences names the files of two folders that are not equal, byte for byte. In archives
// it names what they contain.
func differences(one, other string) ([]string, error) {
	var contents [2]map[string][]byte
	for i, dir := range []string{one, other} {
		files, err := readFiles(dir)
		if err != nil {
			return nil, fmt.Errorf("read what was built: %w", err)
		}
		contents[i] = map[string][]byte{}
		for _, f := range files {
			contents[i][f.name] = f.data
			if strings.HasSuffix(f.name, ".tar.gz") {
				if err := unpack(f, contents[i]); err != nil {
					return nil, err
				}
			}
		}
	}
	var different []string
	for name, data := range contents[0] {
		if same, ok := contents[1][name]; !ok || !bytes.Equal(data, same) {
			different = append(different, name)
		}
		delete(contents[1], name)
	}
	for name := range contents[1] {
		different = append(different, name)
	}
	slices.Sort(different)
	return different, nil
}

// unpack adds what an archive contains, by its name in it.
func unpack(f file, to map[string][]byte) error {
	packed, err := gzip.NewReader(bytes.NewReader(f.data))
	if err != nil {
		return fmt.Errorf("open %s: %w", f.name, err)
	}
	archive := tar.NewReader(packed)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", f.name, err)
		}
		if to[header.Name], err = io.ReadAll(archive); err != nil {
			return fmt.Errorf("read %s from %s: %w", header.Name, f.name, err)
		}
	}
}
