package site

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Slug makes the part of an address that stands for a name: lower case without
// accents, '&' as 'and', apostrophes dropped, every other run of anything but
// letters a to z and digits one '-' (open point CHAN-4).
func Slug(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFD.String(strings.ReplaceAll(strings.ToLower(name), "&", " and ")) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case r == '\'' || r == '’' || unicode.Is(unicode.Mn, r):
		default:
			gap = true
		}
	}
	return b.String()
}

// NameOfSlug turns a slug back into a readable name.
func NameOfSlug(slug string) string {
	words := strings.Split(slug, "-")
	for i, word := range words {
		if word != "" && (i == 0 || !slugSmall[word]) {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, " ")
}

var slugSmall = map[string]bool{"and": true, "of": true, "the": true, "on": true, "by": true}
