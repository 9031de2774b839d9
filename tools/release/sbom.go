package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"holidaymaker/tools/thirdparty"
)

// bom is a bill of materials as CycloneDX 1.6 defines it: https://cyclonedx.org/docs/1.6/json.
type bom struct {
	Schema       string      `json:"$schema"`
	Format       string      `json:"bomFormat"`
	SpecVersion  string      `json:"specVersion"`
	SerialNumber string      `json:"serialNumber,omitempty"`
	Version      int         `json:"version"`
	Metadata     metadata    `json:"metadata"`
	Components   []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	Copyright  string     `json:"copyright,omitempty"`
	Licences   []licence  `json:"licenses,omitempty"`
	PURL       string     `json:"purl,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

// licence has one of its fields.
type licence struct {
	Licence    *licenceName `json:"license,omitempty"`
	Expression string       `json:"expression,omitempty"`
}

// licenceName has one of its fields.
type licenceName struct {
	ID   string `json:"id,omitempty"`   // of SPDX
	Name string `json:"name,omitempty"` // of a licence without an id
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// billOf returns the bill of materials of a binary: Go, the modules that it was linked
// from, and everything else in it of the libraries. The same input gives the same bytes.
func billOf(built *buildinfo.BuildInfo, name, version string, at time.Time, libraries []thirdparty.Library) ([]byte, error) {
	toolchain := strings.TrimPrefix(built.GoVersion, "go")
	components := []component{{Type: "library", Ref: "pkg:golang/std@" + toolchain, Name: "std", Version: toolchain, Licences: licencesOf("BSD-3-Clause"), PURL: "pkg:golang/std@" + toolchain}}
	modules := map[string]thirdparty.Library{}
	for _, l := range libraries {
		if l.Ecosystem == "golang" {
			modules[l.Name] = l
		} else {
			components = append(components, componentOf(l))
		}
	}
	for _, module := range built.Deps {
		known, ok := modules[module.Path]
		if !ok || known.Version != module.Version {
			return nil, fmt.Errorf("the binary contains %s %s, whose licence is not known", module.Path, module.Version)
		}
		c := componentOf(known)
		c.Properties = []property{{"go.sum", module.Sum}}
		components = append(components, c)
	}
	slices.SortFunc(components, func(a, b component) int { return strings.Compare(a.Ref, b.Ref) })
	bill := bom{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata: metadata{Timestamp: at.UTC().Format(time.RFC3339), Component: component{
			Type: "application", Ref: name, Name: name, Version: version, Licences: licencesOf("Apache-2.0"),
		}},
		Components: components,
	}
	content, err := json.Marshal(bill)
	if err != nil {
		return nil, fmt.Errorf("write the bill of materials: %w", err)
	}
	bill.SerialNumber = "urn:uuid:" + uuid.NewSHA1(uuid.NameSpaceURL, content).String() // a random one would differ each time
	content, err = json.MarshalIndent(bill, "", "  ")
	return append(content, '\n'), err
}

// componentOf returns a library as a component, with its package URL
// (https://github.com/package-url/purl-spec) if it is in an ecosystem.
func componentOf(l thirdparty.Library) component {
	c := component{Type: "library", Ref: strings.TrimSpace(l.Name + " " + l.Version), Name: l.Name, Version: l.Version, Copyright: l.Notice, Licences: licencesOf(l.Licence)}
	switch l.Ecosystem {
	case "golang":
		c.PURL = "pkg:golang/" + l.Name + "@" + url.PathEscape(l.Version)
	case "npm":
		parts := strings.Split(l.Name, "node_modules/") // of a package inside another one
		c.Name = parts[len(parts)-1]
		c.PURL = "pkg:npm/" + strings.Replace(c.Name, "@", "%40", 1) + "@" + url.PathEscape(l.Version)
	}
	return c
}

// licencesOf returns a licence as CycloneDX writes it.
func licencesOf(name string) []licence {
	switch {
	case strings.Contains(name, " OR "), strings.Contains(name, " AND "):
		return []licence{{Expression: name}}
	case strings.Contains(name, " "):
		return []licence{{Licence: &licenceName{Name: name}}}
	}
	return []licence{{Licence: &licenceName{ID: name}}}
}

// licenceTexts returns the licences of all libraries, whose authors ask for them in every
// copy.
func licenceTexts(libraries []thirdparty.Library) []byte {
	var all strings.Builder
	all.WriteString("Licences of what others wrote in this program; THIRD_PARTY.md is the list.\n")
	for _, l := range libraries {
		text := l.Text
		if text == "" {
			text = "The package has no file with its licence, which is " + l.Licence + ".\n"
		}
		fmt.Fprintf(&all, "\n%s\n%s\n\n%s", strings.Repeat("=", 80), strings.TrimSpace(l.Name+" "+l.Version), text)
	}
	return []byte(all.String())
}
