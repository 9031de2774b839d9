// Command licences writes THIRD_PARTY.md: every library in the binary or in the
// browser's scripts, with its version, licence and notice. With -check it fails
// when the file is out of date.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const file = "THIRD_PARTY.md"

// library is software by others that we ship.
type library struct{ name, version, licence, notice string }

func main() {
	check := flag.Bool("check", false, "only check whether the file is up to date")
	flag.Parse()
	page, err := render()
	if err == nil && *check {
		err = compare(page)
	} else if err == nil {
		err = os.WriteFile(file, page, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func compare(page []byte) error {
	have, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(have, page) {
		return fmt.Errorf("%s is not up to date: run make licences", file)
	}
	return nil
}

func render() ([]byte, error) {
	modules, err := goModules()
	if err != nil {
		return nil, err
	}
	packages, err := npmPackages()
	if err != nil {
		return nil, err
	}
	libraries := append(modules, packages...)
	libraries = append(libraries, library{"Cabin (font, subset)", "", "OFL-1.1", ""},
		withLicence(library{name: "libwebp (as WebAssembly)", version: "1.4.0"}, "internal/content/picture/webp/licences/libwebp"),
		withLicence(library{name: "github.com/gen2brain/webp (its build of libwebp)", version: "v0.5.5"}, "internal/content/picture/webp/licences/gen2brain"))
	slices.SortFunc(libraries, func(a, b library) int { return strings.Compare(a.name, b.name) })

	var page bytes.Buffer
	page.WriteString("# Third-party software\n\nWritten by `make licences`; what the binary and the pages hold that others wrote.\n\n| library | version | licence | copyright |\n|-|-|-|-|\n")
	for _, l := range libraries {
		if l.licence == "" {
			return nil, fmt.Errorf("no known licence found for %s %s", l.name, l.version)
		}
		fmt.Fprintf(&page, "| %s | %s | %s | %s |\n", l.name, l.version, l.licence, l.notice)
	}
	return page.Bytes(), nil
}

// goModules lists the modules with packages in the binary.
func goModules() ([]library, error) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/holidaymaker").Output() //nolint:noctx // a short local command
	if err != nil {
		return nil, fmt.Errorf("list the modules: %w", err)
	}
	var libraries []library
	lines := strings.Fields(strings.ReplaceAll(string(out), "\t", "|"))
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		cells := strings.Split(line, "|")
		libraries = append(libraries, withLicence(library{name: cells[0], version: cells[1]}, cells[2]))
	}
	return libraries, nil
}

// npmPackages lists the front end's dependencies that are shipped, including
// indirect ones.
func npmPackages() ([]library, error) {
	data, err := os.ReadFile("web/package-lock.json")
	if err != nil {
		return nil, fmt.Errorf("read the lock: %w", err)
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev, DevOptional bool
			Optional, Peer   bool
		}
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, fmt.Errorf("read the lock: %w", err)
	}
	var libraries []library
	for path, p := range lock.Packages {
		if path == "" || p.Dev || p.DevOptional || p.Optional {
			continue
		}
		l := withLicence(library{name: strings.TrimPrefix(path, "node_modules/"), version: p.Version}, filepath.Join("web", path))
		l.licence = p.License
		libraries = append(libraries, l)
	}
	return libraries, nil
}

var copyright = regexp.MustCompile(`(?mi)^\W*(copyright (?:\(c\)|©|\d).*?)\s*$`)

// withLicence reads the licence file in a library's folder.
func withLicence(l library, dir string) library {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if e.IsDir() || !strings.HasPrefix(name, "LICENSE") && !strings.HasPrefix(name, "LICENCE") && !strings.HasPrefix(name, "COPYING") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			continue
		}
		if l.licence == "" {
			l.licence = kindOf(string(text))
		}
		if m := copyright.FindSubmatch(text); m != nil && l.notice == "" {
			l.notice = strings.ReplaceAll(string(m[1]), "|", "/")
		}
	}
	return l
}

// kindOf recognises a licence by words that no other licence contains.
func kindOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, k := range []struct{ words, name string }{
		{"Apache License Version 2.0", "Apache-2.0"},
		{"Mozilla Public License", "MPL-2.0"},
		{"Permission is hereby granted, free of charge", "MIT"},
		{"Permission to use, copy, modify, and/or distribute", "ISC"},
		{"Permission to use, copy, modify, and distribute", "ISC"},
		{"Neither the name", "BSD-3-Clause"},
		{"names of its contributors may be used to endorse", "BSD-3-Clause"},
		{"Redistribution and use in source and binary forms", "BSD-2-Clause"},
		{"public domain", "public domain"},
	} {
		if strings.Contains(text, k.words) {
			return k.name
		}
	}
	return ""
}
