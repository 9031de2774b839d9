package catalogue

import (
	"regexp"
	"strings"
)

var (
	// withArticle are names of places that have an article in a sentence.
	withArticle = regexp.MustCompile(`\b(?:Canals?|Ring|Highlands|Borders|Broads|Islands)$|^(?:Isle|River|Heart|Peak District|Lake District|Cotswolds|Fens|Netherlands)\b`)
	// onPlaces are names of places on which one is, and not in them: waters and islands.
	onPlaces = regexp.MustCompile(`\b(?:Canals?|Ring|Broads)$|^(?:Isle|River)\b`)
)

// InPlace says where something is, in a sentence: "on the Norfolk Broads", "in the
// Scottish Highlands", "in Cornwall". The front end has the same rule
// (web/src/rules/place-in-text.ts); both are tested with testdata/places.json there.
func InPlace(name string) string {
	said := name
	if rest, ok := strings.CutPrefix(name, "The "); ok {
		said = "the " + rest
	} else if withArticle.MatchString(name) {
		said = "the " + name
	}
	if onPlaces.MatchString(name) {
		return "on " + said
	}
	return "in " + said
}
