package site

import "strings"

// NameOfSlug converts the slug of a name back to a readable name (open point
// CHAN-4).
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
