package booking

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// crockford is the alphabet of Crockford's base 32: digits and letters without
// I, L, O and U.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// newReference returns ten random characters of Crockford base 32 (50 bits).
func newReference() string {
	var random [10]byte
	rand.Read(random[:]) // never returns an error: on a failure it ends the program
	for i, b := range random {
		random[i] = crockford[b&31]
	}
	return string(random[:])
}

// showReference formats a reference of ours as XXXXX-XXXXX.
func showReference(ref string) string { return ref[:5] + "-" + ref[5:] }

// NormalReference returns a reference, as a person writes or pastes it, in upper case
// without spaces, hyphens, invisible characters and a full stop at its end. Imported
// bookings are found under this form.
func NormalReference(written string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r == ' ' || isDash(r):
			return -1
		}
		return r
	}, strings.TrimRight(Clean(written), "., "))
}

// crockfordReading is NormalReference with letters replaced by the digits for
// which people mistake them.
func crockfordReading(written string) string {
	return strings.NewReplacer("I", "1", "L", "1", "O", "0").Replace(NormalReference(written))
}

// ReadingsOfReference returns what a written reference, or its beginning, may be: its normal
// form, and the form with mistaken letters replaced where that is another one.
func ReadingsOfReference(written string) []string {
	normal, reading := NormalReference(written), crockfordReading(written)
	if normal == reading {
		return []string{normal}
	}
	return []string{normal, reading}
}

// NewToken returns a 256-bit token for the booking cookie.
func NewToken() string {
	var random [32]byte
	rand.Read(random[:])
	return base64.RawURLEncoding.EncodeToString(random[:])
}

// ValidToken reports whether a token has the form that NewToken gives.
func ValidToken(token string) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	return err == nil && len(raw) == 32 && !strings.ContainsAny(token, "\r\n")
}

// digest is a one-way hash of values that nobody can guess, such as a cookie's
// token. Digests are compared, never read back.
func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}
