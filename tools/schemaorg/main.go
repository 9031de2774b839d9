// Command schemaorg cuts the definitions that our structured data is checked by
// from those of schema.org, as the npm package schema-dts has them:
//
//	npm pack schema-dts && tar xzf schema-dts-*.tgz
//	go run ./tools/schemaorg package/dist/schema.d.ts > internal/web/schematest/vocabulary.json
//
// It keeps the types named below with their supertypes, each with all of its
// properties.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"holidaymaker/internal/web/schematest"
)

// kept are the types that our pages use. A type that is missing here fails the
// tests of structured data.
var kept = []string{
	"AggregateRating", "Answer", "BlogPosting", "BreadcrumbList", "FAQPage", "GeoCoordinates", "ItemAvailability", "ItemList", "ListItem", "LodgingBusiness",
	"Offer", "Organization", "PostalAddress", "Question", //nolint:misspell // schema.org's name
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "schemaorg:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 1 {
		return errors.New("give the path of schema-dts's schema.d.ts")
	}
	source, err := os.Open(args[0])
	if err != nil {
		return fmt.Errorf("open the definitions: %w", err)
	}
	defer source.Close()
	all, err := read(source)
	if err != nil {
		return err
	}
	cut := schematest.Vocabulary{}
	for _, name := range kept {
		if err := cutType(all, cut, name); err != nil {
			return err
		}
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", " ")
	return encoder.Encode(cut)
}

// cutType copies a type and its supertypes.
func cutType(all, cut schematest.Vocabulary, name string) error {
	found, ok := all[name]
	if !ok {
		return fmt.Errorf("the definitions have no type %s", name)
	}
	cut[name] = found
	for _, super := range found.Supertypes {
		if err := cutType(all, cut, super); err != nil {
			return err
		}
	}
	return nil
}

// The lines of schema.d.ts that say something about a type: it is an interface
// Base with its properties, or only a Leaf that extends the Base of its
// supertype; an enumeration is also a union of its members.
var (
	interfaceLine = regexp.MustCompile(`^(?:export )?interface (\w+?)(?:Base|Leaf) extends (.+) \{$`)
	propertyLine  = regexp.MustCompile(`^    "(\w+)"\?: SchemaValue<(.+), "\w+">;$`)
	unionLine     = regexp.MustCompile(`^export type (\w+) = ("https://schema\.org/.+);$`)
	member        = regexp.MustCompile(`"https://schema\.org/(\w+)"`)
)

func read(source io.Reader) (schematest.Vocabulary, error) {
	all := schematest.Vocabulary{}
	var name string
	lines := bufio.NewScanner(source)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if found := interfaceLine.FindStringSubmatch(line); found != nil {
			name = found[1]
			all[name] = withSupertypes(all[name], name, found[2])
		} else if found := propertyLine.FindStringSubmatch(line); found != nil {
			ranges := slices.DeleteFunc(strings.Split(found[2], " | "), func(s string) bool { return s == "IdReference" })
			all[name].Properties[found[1]] = ranges
		} else if found := unionLine.FindStringSubmatch(line); found != nil {
			class := all[found[1]]
			for _, one := range member.FindAllStringSubmatch(found[2], -1) {
				class.Members = append(class.Members, one[1])
			}
			all[found[1]] = class
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the definitions: %w", err)
	}
	return all, nil
}

// withSupertypes adds the supertypes of an interface line. A Leaf extends the
// Base of the same type, which is no supertype.
func withSupertypes(t schematest.Type, name, extended string) schematest.Type {
	if t.Properties == nil {
		t.Properties = map[string][]string{}
	}
	for _, super := range strings.Split(extended, ", ") {
		super, isBase := strings.CutSuffix(super, "Base")
		if isBase && super != name && !slices.Contains(t.Supertypes, super) {
			t.Supertypes = append(t.Supertypes, super)
		}
	}
	return t
}
