package catalogue

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Slug converts a name to a part of a URL: lower case without accents, '&' as
// 'and', without apostrophes. Every other run of characters than a–z and 0–9
// becomes one '-', which is removed at the ends (open point CHAN-4). A name in
// another script may give an empty slug.
func Slug(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range fold(strings.ReplaceAll(name, "&", " and ")) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case r == '\'' || r == '’' || r == '‘' || r == 'ʼ':
		default:
			gap = true
		}
	}
	return b.String()
}

// fold returns a name as it is compared and searched: lower case, without
// accents.
func fold(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}

// SlugOr is the slug of a name, or a word for a name of another script, which
// has none.
func SlugOr(name, word string) string {
	if slug := Slug(name); slug != "" {
		return slug
	}
	return word
}
