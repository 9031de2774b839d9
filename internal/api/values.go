package api

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// values holds the inputs of a request by name. They are so few that a linear
// search is faster than a map.
type values []value

type value struct{ name, text string }

// get returns the first value of a name, or "".
func (v values) get(name string) string {
	for i := range v {
		if v[i].name == name {
			return v[i].text
		}
	}
	return ""
}

// parseQuery reads a query with the same result as url.ParseQuery.
func parseQuery(query string) (values, error) {
	result := make(values, 0, 12)
	for part := range strings.SplitSeq(query, "&") {
		if part == "" {
			continue
		}
		if strings.Contains(part, ";") {
			return nil, fmt.Errorf("query: semicolon in a value")
		}
		name, text, _ := strings.Cut(part, "=")
		name, err := url.QueryUnescape(name)
		if err != nil {
			return nil, fmt.Errorf("query: %w", err)
		}
		if text, err = url.QueryUnescape(text); err != nil {
			return nil, fmt.Errorf("query: %w", err)
		}
		result = append(result, value{name, text})
	}
	return result, nil
}

// check refuses text that is not UTF-8 or contains NUL, because PostgreSQL
// cannot store it.
func (v values) check() error {
	for i := range v {
		for _, text := range []string{v[i].name, v[i].text} {
			if !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
				return Refuse(InvalidRequest, "This request holds characters that cannot be read.")
			}
		}
	}
	return nil
}

// valuesOf returns the first value of each name of a form.
func valuesOf(form map[string][]string) values {
	result := make(values, 0, len(form))
	for name, texts := range form {
		if len(texts) > 0 {
			result = append(result, value{name, texts[0]})
		}
	}
	return result
}
