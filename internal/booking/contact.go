package booking

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holidaymaker/internal/date"
)

// Contact is the person who books, as entered in the form of the details step.
type Contact struct {
	Title, Forename, Surname   string
	DOB                        string // dd/mm/yyyy
	Email, Telephone           string
	Address1, Address2         string
	Town, County, Postcode     string
	Country                    string // e.g. CNUK
	EmailOpt, SmsOpt, ThirdOpt bool
	OptWording                 string // version of the texts shown beside the opt-ins
	OptAt                      int64  // when the visitor chose, in epoch ms
}

var (
	adultTitles = []string{"Mr", "Mrs", "Miss", "Ms", "Mx", "Dr", "Rev"}
	childTitles = []string{"Master", "Miss", "Mx"}

	postcodePattern = regexp.MustCompile(`^[A-Za-z]{1,2}[0-9][A-Za-z0-9]? ?[0-9][A-Za-z]{2}$`)
	numericPattern  = regexp.MustCompile(`^[0-9 ]+$`)
	datePattern     = regexp.MustCompile(`^(0[0-9]|[12][0-9]|3[01])/(0[0-9]|1[0-2])/[0-9]{4}$`)
	countryPattern  = regexp.MustCompile(`^CN[A-Z]{2}$`)
	spaces          = regexp.MustCompile(`\s+`)
)

// UnitedKingdom is the country code for which a UK postcode is required.
const UnitedKingdom = "CNUK"

// ValidPostcode reports whether s is a UK postcode; "" is valid.
func ValidPostcode(s string) bool { return s == "" || postcodePattern.MatchString(s) }

// ValidDate reports whether s has the form dd/mm/yyyy with day 00–31 and month
// 00–12; "" is valid. It does not check that the day exists.
func ValidDate(s string) bool { return s == "" || datePattern.MatchString(s) }

// AgeOn returns the number of whole years from a date of birth to a day.
func AgeOn(born, day date.Date) int {
	by, bm, bd := born.Time().Date()
	y, m, d := day.Time().Date()
	age := y - by
	if m < bm || m == bm && d < bd {
		age--
	}
	return age
}

// birthday reads a date of birth: dd/mm/yyyy, an existing day, not in the
// future, at most 120 years ago (open point FORM-2).
func birthday(s string, today date.Date) (born date.Date, ok bool) {
	if s == "" || !ValidDate(s) {
		return 0, false
	}
	born, err := date.Parse(s)
	return born, err == nil && born <= today && AgeOn(born, today) <= 120
}

// tidyPostcode cleans a postcode and removes repeated spaces. It writes a
// valid UK postcode in upper case, with one space before the last three
// characters.
func tidyPostcode(s, country string) string {
	s = spaces.ReplaceAllString(Clean(s), " ")
	if country != UnitedKingdom || s == "" || !ValidPostcode(s) {
		return s
	}
	s = strings.ToUpper(strings.ReplaceAll(s, " ", ""))
	return s[:len(s)-3] + " " + s[len(s)-3:]
}

// CheckContact tidies and checks the details of the person who books. It
// returns each wrong field once, in form order, with the specification's
// message ('User details', 'Address').
func CheckContact(c Contact, today date.Date) (Contact, []FieldError) {
	for _, s := range []*string{&c.Title, &c.Forename, &c.Surname, &c.DOB,
		&c.Address1, &c.Address2, &c.Town, &c.County, &c.Country} {
		*s = Clean(*s)
	}
	c.Email = TypedEmail(c.Email)
	c.Postcode = tidyPostcode(c.Postcode, c.Country)
	var f fields
	f.when(!slices.Contains(adultTitles, c.Title), "title", "Please select a value")
	f.when(!present(c.Forename), "forename", "Please enter your first name")
	f.when(utf8.RuneCountInString(c.Forename) < 2, "forename", "Forename must be minimum of 2 characters")
	f.when(!Nameable(c.Forename), "forename", NameMessage("Please enter your first name", c.Forename))
	f.when(!present(c.Surname), "surname", "Please enter your last name")
	f.when(!Nameable(c.Surname), "surname", NameMessage("Please enter your last name", c.Surname))
	born, ok := birthday(c.DOB, today)
	f.when(!ok, "dob", "Please enter DOB")
	f.when(AgeOn(born, today) < 18, "dob", "You must be 18 or over to make a booking.")
	f.when(c.Email == "", "email", "Please enter your email address")
	f.when(!ValidEmail(c.Email), "email", "Please enter a valid email address")
	number, ok := DialledNumber(c.Telephone)
	f.when(!ok, "telephone", telephoneMessage(c.Telephone))
	c.Telephone = number
	f = append(f, checkAddress(c)...)
	return c, f
}

// checkAddress returns the wrong fields of the home address (specification,
// 'Address').
func checkAddress(c Contact) []FieldError {
	var f fields
	f.when(!present(c.Address1), "address1", "Please enter your address")
	f.when(!plainText(c.Address1), "address1", "Please enter your address"+asLine)
	f.when(utf8.RuneCountInString(c.Address2) > maxLine, "address2", "Please enter your address")
	f.when(!plainText(c.Address2), "address2", "Please enter your address"+asLine)
	f.when(!present(c.Town), "town", "Please enter your town")
	f.when(!plainText(c.Town), "town", "Please enter your town"+asLine)
	f.when(!present(c.County), "county", "Please enter your county")
	f.when(!plainText(c.County), "county", "Please enter your county"+asLine)
	f.when(!plainText(c.Postcode) || !validPostcodeIn(c.Postcode, c.Country), "postcode", "Please enter a valid postcode")
	f.when(!countryPattern.MatchString(c.Country), "country", "Please select a value")
	return f
}

// CheckBilling tidies and checks a billing address that differs from the home
// address.
func CheckBilling(c Contact) (Contact, []FieldError) {
	for _, s := range []*string{&c.Address1, &c.Address2, &c.Town, &c.County, &c.Country} {
		*s = Clean(*s)
	}
	c.Postcode = tidyPostcode(c.Postcode, c.Country)
	return c, checkAddress(c)
}

func validPostcodeIn(postcode, country string) bool {
	if country == UnitedKingdom {
		return postcode != "" && ValidPostcode(postcode)
	}
	n := utf8.RuneCountInString(postcode)
	return n >= 1 && n <= 12
}

// maxLine is the largest number of characters in a line of a form.
const maxLine = 100

func present(s string) bool { return s != "" && utf8.RuneCountInString(s) <= maxLine }

// plainText reports whether a line of text contains only what people write: no
// control characters, line breaks or characters that change the direction of
// the text, and no broken encoding. E-mails and staff's screens show this
// text.
func plainText(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control) || r == '\uFEFF'
	}) < 0
}

const (
	asName = " without special characters or web addresses"
	asLine = " without special characters"
)

// fields collects wrong fields, each with its first message.
type fields []FieldError

func (f *fields) when(wrong bool, field, message string) {
	if wrong && !slices.ContainsFunc(*f, func(e FieldError) bool { return e.Field == field }) {
		*f = append(*f, FieldError{field, message})
	}
}

// failure returns the VALIDATION failure for the wrong fields, or nil.
func (f fields) failure() error {
	if len(f) == 0 {
		return nil
	}
	return &Failure{Code: Invalid, Message: f[0].Message, Fields: f}
}
