package booking

import (
	"net/mail"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads what people type or paste. web/src/rules/typed.ts has the same rules;
// both are tested with web/src/rules/testdata/typed.json.

// Clean returns a text of one line as people see it: without invisible characters, with
// plain spaces and plain letters and digits instead of full-width ones, and without
// spaces at its ends. Joiners stay, because some scripts need them. Line breaks and
// other control characters stay, so that checks refuse them.
func Clean(s string) string {
	if !utf8.ValidString(s) {
		return strings.TrimSpace(s) // strings.Map would hide it
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Zs, r):
			return ' '
		case invisible(r):
			return -1
		case r >= '\uff01' && r <= '\uff5e': // full width
			return r - '\uff01' + '!'
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

// invisible reports whether a character is not seen and means nothing in a line: soft
// hyphens, zero-width spaces, marks of direction, variation selectors, byte order marks.
func invisible(r rune) bool {
	return r == '\u00ad' || r == '\u061c' || r == '\u180e' || r == '\u200b' || r == '\u200e' || r == '\u200f' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2060' && r <= '\u206f' || r >= '\ufe00' && r <= '\ufe0f' || r == '\ufeff'
}

// isDash reports whether a character looks like a hyphen.
func isDash(r rune) bool {
	return r == '-' || r >= '\u2010' && r <= '\u2015' || r == '\u2212' || r == '\ufe58' || r == '\ufe63'
}

// angled matches an address as mail programs copy it: Wren Hale <wren@mail.example>.
var angled = regexp.MustCompile(`^[^<>]*<([^<>]+)>$`)

// TypedEmail returns the e-mail address in what was typed or pasted: without the
// 'mailto:' of a link and without the name and angle brackets of a mail program.
func TypedEmail(s string) string {
	s = Clean(s)
	if m := angled.FindStringSubmatch(s); m != nil {
		s = strings.TrimSpace(m[1])
	}
	if len(s) > 7 && strings.EqualFold(s[:7], "mailto:") {
		s = s[7:]
	}
	return s
}

const (
	// maxEmail and maxLocalPart are the largest lengths of an address and of its part
	// before the @ (RFC 5321).
	maxEmail     = 254
	maxLocalPart = 64
)

// emailPattern is the WHATWG's pattern for HTML forms, but requires a dot in the domain
// (open point FORM-1), no dot at the ends of the part before the @ and no two together,
// and a last label that is not a number. The mailer accepts no others.
var emailPattern = regexp.MustCompile("^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@" +
	"(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\\.)+[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$")

// ValidEmail reports whether s is an e-mail address to which the mailer can send. "" is
// valid, as in all validators: another rule requires a value.
func ValidEmail(s string) bool {
	if s == "" {
		return true
	}
	at := strings.LastIndexByte(s, '@')
	if len(s) > maxEmail || at > maxLocalPart || !emailPattern.MatchString(s) {
		return false
	}
	if last := s[strings.LastIndexByte(s, '.')+1:]; strings.Trim(last, "0123456789") == "" {
		return false // an IP address
	}
	parsed, err := mail.ParseAddress(s)
	return err == nil && parsed.Address == s
}

// zeros are the zeros of the digits that keyboards of other scripts type; the nine other
// digits follow each.
var zeros = []rune{'\u0660', '\u06f0', '\u0966', '\u09e6', '\u0a66'}

// plainDigit returns a digit of another script as one of ours.
func plainDigit(r rune) rune {
	for _, zero := range zeros {
		if r >= zero && r <= zero+9 {
			return r - zero + '0'
		}
	}
	return r
}

var (
	// britishNumber matches what stands before a British number abroad, with the 0 of the
	// number where it was left in.
	britishNumber = regexp.MustCompile(`^[ (]*(?:\+|00) *44(?:[ )]|\( *0 *\)|\(? *0)*`)
	bareBritish   = regexp.MustCompile(`^44(?:[ )]|\( *0 *\))*([1-9])`)
	foreignNumber = regexp.MustCompile(`^[ (]*(?:\+|00) *([1-9][0-9]{0,2})[ )]*(?:\( *0 *\))?`)
)

const (
	minDigits = 7
	maxDigits = 15
	// britishDigits is the length of a British number with its 44, without its 0.
	britishDigits = 12
)

// DialledNumber reads a telephone number as people write it, and returns it as it is
// dialled from Britain: '+44' and '0044' become '0', any other '+' becomes '00', the (0)
// of a number abroad, brackets, dots and hyphens are removed (open point FORM-5). ok is
// false unless 7 to 15 digits, with spaces, remain.
func DialledNumber(s string) (number string, ok bool) {
	s = strings.Map(func(r rune) rune {
		if r == '.' || isDash(r) {
			return -1
		}
		return plainDigit(r)
	}, Clean(s))
	switch {
	case britishNumber.MatchString(s):
		s = "0" + britishNumber.ReplaceAllString(s, "")
	case bareBritish.MatchString(s) && digitsIn(bareBritish.ReplaceAllString(s, "44$1")) == britishDigits:
		s = bareBritish.ReplaceAllString(s, "0$1")
	case foreignNumber.MatchString(s):
		s = foreignNumber.ReplaceAllString(s, "00$1 ")
	}
	s = strings.NewReplacer("(", "", ")", "").Replace(s)
	s = strings.TrimSpace(spaces.ReplaceAllString(s, " "))
	digits := digitsIn(s)
	return s, numericPattern.MatchString(s) && digits >= minDigits && digits <= maxDigits
}

func digitsIn(s string) (n int) {
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

const wrongTelephone = "Please enter a valid contact telephone number"

var (
	extension  = regexp.MustCompile(`(?i)\d *(?:ext|x)\.? *\d+$`)
	twoNumbers = regexp.MustCompile(`(?i)\d *(?:/|,|;|&| or | and ) *[+(]?\d`)
)

// telephoneMessage says what is wrong with a telephone number that cannot be dialled.
func telephoneMessage(s string) string {
	switch s = Clean(s); {
	case extension.MatchString(s):
		return wrongTelephone + " without an extension"
	case twoNumbers.MatchString(s):
		return wrongTelephone + ": one number is enough"
	}
	return wrongTelephone
}

var (
	// webAddress matches text that mail programs turn into a link. Endings that are also
	// parts of names, such as J.De Wit, count after three letters only.
	webAddress = regexp.MustCompile(`(?i)[\\@:]|\bwww\.|\.co\.uk\b|[\pL\d]\.(com|net|org|info|biz|io|ru|xyz|top|site|online|shop|app|dev|link|click|ly)\b|` +
		`[\pL\d-]{3,}\.(co|uk|cn|me|eu|de|fr|us)\b`)
	// nameSlash matches the slash of names such as s/o Kumar and A/L Muthu.
	nameSlash = regexp.MustCompile(`(?i)(^| )[a-z]/[a-z]( |$)`)
)

// Nameable reports whether s can be a person's name: plain, without a web
// address. Otherwise somebody could make us e-mail a link to other people.
func Nameable(s string) bool {
	return plainText(s) && !strings.Contains(nameSlash.ReplaceAllString(s, " "), "/") && !webAddress.MatchString(s)
}

// NameMessage adds to a message why a name that is given cannot be one.
func NameMessage(message, name string) string {
	if strings.Contains(name, ":") && !strings.Contains(name, "://") {
		return message + " without the character ':'"
	}
	return message + asName
}
