package booking

import (
	"crypto/sha256"
	"crypto/subtle"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// sameName compares two names or postcodes in constant time. It ignores case, spaces,
// hyphens, apostrophes and accents, and takes both usual spellings of a letter that has
// two: Søndergård is Sondergard and Soendergaard. 1 means equal and not empty.
func sameName(stored, given string) int {
	same := 0
	for _, a := range []string{bare(stored), bare(spellOut.Replace(stored))} {
		for _, b := range []string{bare(given), bare(spellOut.Replace(given))} {
			one, other := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
			same |= subtle.ConstantTimeCompare(one[:], other[:])
		}
	}
	present := 0
	if bare(given) != "" {
		present = 1
	}
	return same & present
}

var (
	// spellOut writes letters as two, as German and the Nordic languages do.
	spellOut = strings.NewReplacer("ä", "ae", "Ä", "ae", "ö", "oe", "Ö", "oe", "ü", "ue", "Ü", "ue", "ø", "oe", "Ø", "oe", "å", "aa", "Å", "aa",
		"a\u0308", "ae", "A\u0308", "ae", "o\u0308", "oe", "O\u0308", "oe", "u\u0308", "ue", "U\u0308", "ue", "a\u030a", "aa", "A\u030a", "aa")
	// simplify writes letters that are no letter with an accent in ASCII. Its keys are in
	// lower case.
	simplify = strings.NewReplacer("ß", "ss", "ø", "o", "æ", "ae", "œ", "oe", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i", "ħ", "h", "ŧ", "t")
)

// bare returns only the letters and digits of a name or postcode, in lower case, without
// accents. Where there are none, as in the '-' of people without a surname, it returns
// the visible characters.
func bare(s string) string {
	s = Clean(s)
	var out strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			out.WriteRune(unicode.ToLower(r))
		}
	}
	if out.Len() == 0 {
		return strings.ReplaceAll(s, " ", "")
	}
	return simplify.Replace(out.String())
}
