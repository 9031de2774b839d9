// Package schematest checks structured data (JSON-LD) by schema.org's own
// definitions. Only tests and tools import it.
package schematest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Vocabulary holds types of schema.org by name.
type Vocabulary map[string]Type

// Type is a type of schema.org.
type Type struct {
	Supertypes []string `json:"supertypes,omitempty"`
	// Properties of this type without those of its supertypes, each with the
	// types that its values may have.
	Properties map[string][]string `json:"properties,omitempty"`
	// Members of an enumeration.
	Members []string `json:"members,omitempty"`
}

// The file is cut from schema.org's definitions by tools/schemaorg. Schema.org
// publishes them under CC BY-SA 3.0.
//
//go:embed vocabulary.json
var vocabulary []byte

var jsonLD = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)

// Found is the structured data of a page.
type Found struct {
	// Things are the page's objects, in their order.
	Things []map[string]any
	// Problems say what schema.org does not allow.
	Problems []string
}

// Read finds and checks the structured data of a page.
func Read(page []byte) (found Found) {
	var known Vocabulary
	if err := json.Unmarshal(vocabulary, &known); err != nil {
		return Found{Problems: []string{"the vocabulary: " + err.Error()}}
	}
	for _, script := range jsonLD.FindAllSubmatch(page, -1) {
		var thing map[string]any
		if err := json.Unmarshal(script[1], &thing); err != nil {
			found.Problems = append(found.Problems, err.Error())
			continue
		}
		found.Things = append(found.Things, thing)
		if thing["@context"] != "https://schema.org" {
			found.Problems = append(found.Problems, fmt.Sprintf("its context is %v", thing["@context"]))
		}
		found.Problems = append(found.Problems, known.thing("", thing, nil)...)
	}
	return found
}

// Of returns the things of a type.
func (f Found) Of(name string) (things []map[string]any) {
	for _, thing := range f.Things {
		if thing["@type"] == name {
			things = append(things, thing)
		}
	}
	return things
}

// is reports whether a type is another one or below it.
func (v Vocabulary) is(name, super string) bool {
	return name == super || slices.ContainsFunc(v[name].Supertypes, func(above string) bool { return v.is(above, super) })
}

// rangesOf returns the types that a property of a type may have. ok is false
// where the type has no such property.
func (v Vocabulary) rangesOf(name, property string) (ranges []string, ok bool) {
	if ranges, ok = v[name].Properties[property]; ok {
		return ranges, true
	}
	for _, super := range v[name].Supertypes {
		if ranges, ok = v.rangesOf(super, property); ok {
			return ranges, true
		}
	}
	return nil, false
}

// thing checks an object that may have one of the types in ranges; nil allows
// every type.
func (v Vocabulary) thing(at string, object map[string]any, ranges []string) (problems []string) {
	if id, ok := object["@id"]; ok && len(object) == 1 {
		if !v.isValue("URL", id) || !slices.ContainsFunc(ranges, isThing) {
			problems = append(problems, fmt.Sprintf("%s: %v refers to none of %v", at, id, ranges))
		}
		return problems
	}
	name, _ := object["@type"].(string)
	at += "/" + name
	if _, ok := v[name]; !ok {
		return []string{fmt.Sprintf("%s: no known type: %q", at, name)}
	}
	if ranges != nil && !slices.ContainsFunc(ranges, func(super string) bool { return v.is(name, super) }) {
		problems = append(problems, fmt.Sprintf("%s: must be one of %v", at, ranges))
	}
	for _, property := range slices.Sorted(maps.Keys(object)) {
		if strings.HasPrefix(property, "@") {
			continue
		}
		allowed, ok := v.rangesOf(name, property)
		if !ok {
			problems = append(problems, fmt.Sprintf("%s: %s has no property %s", at, name, property))
			continue
		}
		problems = append(problems, v.value(at+"."+property, object[property], allowed)...)
	}
	return problems
}

// value checks the value of a property, or each of its values.
func (v Vocabulary) value(at string, value any, ranges []string) (problems []string) {
	switch value := value.(type) {
	case []any:
		for i, one := range value {
			problems = append(problems, v.value(at+"["+strconv.Itoa(i)+"]", one, ranges)...)
		}
		return problems
	case map[string]any:
		return v.thing(at, value, ranges)
	}
	if !slices.ContainsFunc(ranges, func(kind string) bool { return v.isValue(kind, value) }) {
		problems = append(problems, fmt.Sprintf("%s: %v is none of %v", at, value, ranges))
	}
	return problems
}

// isThing reports whether a type is none of the data types.
func isThing(kind string) bool {
	return !slices.Contains([]string{"Text", "URL", "Boolean", "Integer", "Number", "Float", "Date", "DateTime", "Time"}, kind)
}

// timeForms are the forms of the data types of time.
var timeForms = map[string][]string{"Date": {time.DateOnly}, "DateTime": {time.RFC3339}, "Time": {time.TimeOnly}}

// isValue reports whether a value that is no object has a type.
func (v Vocabulary) isValue(kind string, value any) bool {
	text, isText := value.(string)
	switch kind {
	case "Text":
		return isText && strings.TrimSpace(text) != ""
	case "URL":
		address, err := url.Parse(text)
		return isText && err == nil && address.IsAbs() && address.Host != ""
	case "Boolean":
		_, isBoolean := value.(bool)
		return isBoolean
	case "Integer", "Number", "Float":
		number, isNumber := value.(float64)
		if isText {
			var err error
			number, err = strconv.ParseFloat(text, 64)
			isNumber = err == nil
		}
		return isNumber && (kind != "Integer" || number == float64(int64(number)))
	case "Date", "DateTime", "Time":
		return isText && slices.ContainsFunc(timeForms[kind], func(form string) bool {
			_, err := time.Parse(form, text)
			return err == nil
		})
	}
	member, whole := strings.CutPrefix(text, "https://schema.org/")
	return whole && slices.Contains(v[kind].Members, member)
}
