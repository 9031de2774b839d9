package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/tools/thirdparty"
)

var at = time.Date(2026, 11, 30, 3, 4, 5, 0, time.UTC)

func archiveOf(t *testing.T, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := writeArchive(&b, "holidaymaker_1.2.3", at, files); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTheSameFilesGiveTheSameArchive(t *testing.T) {
	program, notes := file{"holidaymaker", true, []byte("program")}, file{"deploy/unit", false, []byte("notes")}
	archive := archiveOf(t, program, notes)
	if !bytes.Equal(archive, archiveOf(t, notes, program)) {
		t.Error("the order of the files changes the archive")
	}
	packed, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	if packed.Name != "" || !packed.ModTime.IsZero() {
		t.Errorf("gzip says %q, %s", packed.Name, packed.ModTime)
	}
	r := tar.NewReader(packed)
	for _, want := range []struct {
		name string
		mode int64
	}{{"holidaymaker_1.2.3/deploy/unit", 0o644}, {"holidaymaker_1.2.3/holidaymaker", 0o755}} {
		got, err := r.Next()
		if err != nil || got.Name != want.name || got.Mode != want.mode || !got.ModTime.Equal(at) || got.Uid != 0 || got.Uname != "" {
			t.Errorf("got %+v, %v; want %+v", got, err, want)
		}
	}
}

func TestWhatDiffersIsNamed(t *testing.T) {
	one, other := t.TempDir(), t.TempDir()
	for dir, text := range map[string]string{one: "built here", other: "built there"} {
		if err := saveArchive(dir, "a", at, []file{{"x", false, []byte(text)}, {"y", false, []byte("same")}}); err != nil {
			t.Fatal(err)
		}
		if err := saveChecksums(dir); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := differences(one, one); err != nil || got != nil {
		t.Errorf("a folder and itself: %v, %v", got, err)
	}
	if got, err := differences(one, other); err != nil || !slices.Equal(got, []string{"a.tar.gz", "a/x", "checksums.txt"}) {
		t.Errorf("got %v, %v", got, err)
	}
	if err := os.Remove(filepath.Join(other, "a.tar.gz")); err != nil {
		t.Fatal(err)
	}
	if got, _ := differences(other, one); !slices.Contains(got, "a/y") {
		t.Errorf("a missing archive: %v", got)
	}
	sums, err := os.ReadFile(filepath.Join(one, "checksums.txt"))
	if fields := strings.Fields(string(sums)); err != nil || len(fields) != 2 || len(fields[0]) != 64 || fields[1] != "a.tar.gz" {
		t.Errorf("checksums %q, %v", sums, err)
	}
}

// TestTheBillNamesWhatABinaryContains uses the binary of this test.
func TestTheBillNamesWhatABinaryContains(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	built, err := buildinfo.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	libraries := []thirdparty.Library{
		{Name: "@types/geojson", Version: "7946.0.16", Licence: "MIT", Notice: "Copyright (c) Microsoft", Ecosystem: "npm"},
		{Name: "dom/node_modules/entities", Version: "8.1.0", Licence: "(MIT OR CC0-1.0)", Ecosystem: "npm"},
		{Name: "a map", Licence: "public domain"},
	}
	for _, module := range built.Deps {
		libraries = append(libraries, thirdparty.Library{Name: module.Path, Version: module.Version, Licence: "BSD-3-Clause", Ecosystem: "golang"})
	}
	text, err := billOf(built, "holidaymaker-MT", "1.2.3", at, libraries)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(libraries)
	if again, err := billOf(built, "holidaymaker-MT", "1.2.3", at, libraries); err != nil || !bytes.Equal(text, again) {
		t.Errorf("the order of the libraries changes the bill: %v", err)
	}
	var bill bom
	if err := json.Unmarshal(text, &bill); err != nil {
		t.Fatal(err)
	}
	if bill.SpecVersion != "1.6" || bill.Metadata.Timestamp != "2026-11-30T03:04:05Z" || len(bill.SerialNumber) != len("urn:uuid:")+36 {
		t.Errorf("got %+v", bill)
	}
	found := map[string]component{}
	for _, c := range bill.Components {
		if _, twice := found[c.Ref]; twice {
			t.Errorf("%s is listed twice", c.Ref)
		}
		found[c.Ref] = c
		found[c.PURL] = c
	}
	if c := found["pkg:npm/%40types/geojson@7946.0.16"]; c.Licences[0].Licence.ID != "MIT" || c.Copyright == "" {
		t.Errorf("npm: %+v", c)
	}
	if c := found["pkg:npm/entities@8.1.0"]; c.Name != "entities" || c.Licences[0].Expression != "(MIT OR CC0-1.0)" {
		t.Errorf("a package in another: %+v", c)
	}
	if c := found["a map"]; c.PURL != "" || c.Licences[0].Licence.Name != "public domain" {
		t.Errorf("a library in no ecosystem: %+v", c)
	}
	uuid := built.Deps[slices.IndexFunc(built.Deps, func(m *debug.Module) bool { return m.Path == "github.com/google/uuid" })]
	if c := found["pkg:golang/github.com/google/uuid@"+uuid.Version]; len(c.Properties) != 1 || c.Properties[0].Value != uuid.Sum {
		t.Errorf("a module: %+v", c)
	}
	if _, ok := found["pkg:golang/std@"+strings.TrimPrefix(built.GoVersion, "go")]; !ok {
		t.Error("Go itself is missing")
	}
	if _, err := billOf(built, "holidaymaker-MT", "1.2.3", at, libraries[len(built.Deps):]); err == nil {
		t.Error("a module without a licence was taken")
	}
}

func TestTheLicencesOfAllLibrariesAreInTheArchive(t *testing.T) {
	text := string(licenceTexts([]thirdparty.Library{{Name: "one", Version: "1", Licence: "MIT", Text: "Permission is granted\n"}, {Name: "two", Licence: "ISC"}}))
	if !strings.Contains(text, "\none 1\n\nPermission is granted\n") || !strings.Contains(text, "\ntwo\n\nThe package has no file with its licence, which is ISC.\n") {
		t.Error(text)
	}
}
