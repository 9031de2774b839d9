// Package thirdparty lists what others wrote that the product ships: libraries in the binary
// and in the browser's scripts, with their licences.
package thirdparty

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Library is software by others that we ship.
type Library struct {
	Name, Version string
	Licence       string // its SPDX identifier or expression; 'public domain'
	Notice        string // the line of its copyright; "" where its licence has none
	Text          string // of its licence files; "" where its package has none
	Ecosystem     string // golang, npm, or "" for what is in neither
}

// List returns the libraries of the sources in a folder, by name. The folder must have the
// packages of the front end.
func List(ctx context.Context, root string) ([]Library, error) {
	modules, err := goModules(ctx, root)
	if err != nil {
		return nil, err
	}
	packages, err := npmPackages(root)
	if err != nil {
		return nil, err
	}
	libraries := append(modules, packages...)
	for _, other := range []struct{ name, version, licence, folder string }{
		{"Cabin (font, subset)", "", "OFL-1.1", "web/src/ui/cabin-OFL.txt"},
		{"libwebp (as WebAssembly)", "1.4.0", "", "internal/content/picture/webp/licences/libwebp"},
		{"github.com/gen2brain/webp (its build of libwebp)", "v0.5.5", "", "internal/content/picture/webp/licences/gen2brain"},
	} {
		libraries = append(libraries, withLicence(Library{Name: other.name, Version: other.version, Licence: other.licence}, filepath.Join(root, other.folder)))
	}
	for _, l := range libraries {
		if l.Licence == "" {
			return nil, fmt.Errorf("no known licence found for %s %s", l.Name, l.Version)
		}
	}
	slices.SortFunc(libraries, func(a, b Library) int { return strings.Compare(a.Name, b.Name) })
	return libraries, nil
}

// goModules lists the modules with packages in the binary.
func goModules(ctx context.Context, root string) ([]Library, error) {
	command := exec.CommandContext(ctx, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/holidaymaker")
	command.Dir = root
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("list the modules: %w", err)
	}
	var libraries []Library
	lines := slices.Sorted(strings.Lines(string(out)))
	for _, line := range slices.Compact(lines) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		libraries = append(libraries, withLicence(Library{Name: cells[0], Version: cells[1], Ecosystem: "golang"}, cells[2]))
	}
	return libraries, nil
}

// npmPackages lists the front end's dependencies that are shipped, including
// indirect ones.
func npmPackages(root string) ([]Library, error) {
	data, err := os.ReadFile(filepath.Join(root, "web/package-lock.json"))
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
	var libraries []Library
	for path, p := range lock.Packages {
		if path == "" || p.Dev || p.DevOptional || p.Optional {
			continue
		}
		l := withLicence(Library{Name: strings.TrimPrefix(path, "node_modules/"), Version: p.Version, Ecosystem: "npm"}, filepath.Join(root, "web", path))
		l.Licence = p.License
		libraries = append(libraries, l)
	}
	return libraries, nil
}

var copyright = regexp.MustCompile(`(?mi)^\W*(copyright (?:\(c\)|©|\d).*?)\s*$`)

// withLicence reads the licence files of a library: those in its folder, or a single one.
func withLicence(l Library, path string) Library {
	for _, file := range licenceFiles(path) {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		l.Text += string(text)
		if l.Licence == "" {
			l.Licence = kindOf(string(text))
		}
		if m := copyright.FindSubmatch(text); m != nil && l.Notice == "" {
			l.Notice = string(m[1])
		}
	}
	return l
}

// licenceFiles returns the files of a folder that have a licence or a notice that belongs to
// it, or the path if it is a file.
func licenceFiles(path string) (files []string) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return []string{path}
	}
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if !e.IsDir() && slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE"}, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	return files
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
