package find

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Match is what a stored term must be: of a kind, and From itself or, where Below is not "",
// at least From and less than Below.
type Match struct {
	Kind        booking.TermKind
	From, Below string
}

func exactly(kind booking.TermKind, text string) Match { return Match{Kind: kind, From: text} }

// beginning matches every term that begins with a text.
func beginning(kind booking.TermKind, text string) Match {
	return Match{kind, text, text + "\U0010ffff"}
}

// Term is a part of what was typed, as it was read. A booking has it if one of the matches is
// among its terms, or its arrival among the days.
type Term struct {
	Kind string // reference, email, phone, postcode, amount, card, day, park or name
	Text string // as typed, or the name of the park
	// Matches are alternatives; Days are used in their place.
	Matches []Match
	Days    []date.Date
	Parks   []string // of kind park: their ids
}

// The kinds of terms, as they are shown.
const (
	kindReference = "reference"
	kindEmail     = "email"
	kindPhone     = "phone"
	kindPostcode  = "postcode"
	kindSum       = "amount"
	kindDigits    = "card" // or an amount
	kindArrival   = "day"
	kindPark      = "park"
	kindName      = "name"
)

// personal says that a term is a detail of a person.
func (t Term) personal() bool {
	return slices.Contains([]string{kindEmail, kindPhone, kindPostcode, kindDigits, kindName}, t.Kind)
}

// Park is a park of the catalogue.
type Park struct{ ID, Name string }

// Parks are the parks of the catalogue, ready to be found by the words of their names.
type Parks struct {
	list  []Park
	words [][]string // of the names, as terms
}

// NewParks returns the parks of a list.
func NewParks(list []Park) *Parks {
	p := &Parks{list, make([][]string, len(list))}
	for i, park := range list {
		for _, word := range strings.FieldsFunc(booking.Clean(park.Name), func(r rune) bool { return r == ' ' || r == '-' }) {
			p.words[i] = append(p.words[i], booking.NameTerm(word))
		}
	}
	return p
}

// park returns the park with an id.
func (p *Parks) park(id string) (Park, bool) {
	i := slices.IndexFunc(p.list, func(park Park) bool { return park.ID == id })
	if i < 0 {
		return Park{}, false
	}
	return p.list[i], true
}

const (
	maxText  = 100 // characters of a search
	maxTerms = 8
)

// separator is a comma that is not part of a sum.
var separator = regexp.MustCompile(`[,;](\D|$)`)

// Read reads what a clerk has typed by the shape of its words. There are several readings
// where words may be a surname, a park or a forename, in the order in which they are tried: a
// surname is looked for first. Text that is too long, or has nothing in it, has none.
func Read(text string, today date.Date, parks *Parks) (readings [][]Term) {
	text = booking.Clean(text)
	if utf8.RuneCountInString(text) > maxText {
		return nil
	}
	words := strings.Fields(separator.ReplaceAllString(text, " $1"))
	named := read(words, today, &Parks{})
	if len(named) == 0 || len(named) > maxTerms {
		return nil
	}
	readings = append(readings, named)
	if at := read(words, today, parks); slices.ContainsFunc(at, func(t Term) bool { return t.Kind == kindPark }) {
		readings = append(readings, at)
	}
	for _, terms := range readings {
		if byForename := asForename(terms); byForename != nil {
			readings = append(readings, byForename)
		}
	}
	if len(words) == 1 && len(words[0]) == ownReference && named[0].Kind == kindName {
		readings = append(readings, []Term{reference(words[0])})
	}
	return readings
}

// asForename returns terms with their only name read as a forename; nil where there are
// several, of which one is the surname, or none.
func asForename(terms []Term) []Term {
	isName := func(t Term) bool { return t.Kind == kindName }
	i := slices.IndexFunc(terms, isName)
	if i < 0 || slices.ContainsFunc(terms[i+1:], isName) {
		return nil
	}
	terms = slices.Clone(terms)
	terms[i].Matches = terms[i].Matches[1:]
	return terms
}

// read divides words into terms; those that no shape takes are parks or names.
func read(words []string, today date.Date, parks *Parks) (all []Term) {
	for len(words) > 0 {
		term, n := readShape(words, today)
		if n == 0 {
			term, n = readPark(words, today, parks)
		}
		if n == 0 {
			n = 1
			if name := booking.NameTerm(words[0]); utf8.RuneCountInString(name) > 1 {
				term = Term{Kind: kindName, Text: words[0], Matches: []Match{beginning(booking.TermName, name), beginning(booking.TermForename, name)}}
			}
		}
		if term.Kind != "" {
			all = append(all, term)
		}
		words = words[n:]
	}
	return all
}

// readShape reads the first words by their shape; n is how many it has taken, 0 where they
// have none.
func readShape(words []string, today date.Date) (t Term, n int) {
	for _, shape := range []func([]string, date.Date) (Term, int){readEmail, readDay, readSum, readPhone, readPostcode, readReference, readDigits} {
		if t, n = shape(words, today); n > 0 {
			return t, n
		}
	}
	return Term{}, 0
}

func readEmail(words []string, _ date.Date) (Term, int) {
	if !strings.Contains(words[0], "@") {
		return Term{}, 0
	}
	return Term{Kind: kindEmail, Text: words[0], Matches: []Match{beginning(booking.TermEmail, booking.EmailTerm(words[0]))}}, 1
}

var sumPattern = regexp.MustCompile(`^(£\d[\d,]*(\.\d\d)?|\d[\d,]*\.\d\d)$`)

func readSum(words []string, _ date.Date) (Term, int) {
	if !sumPattern.MatchString(words[0]) {
		return Term{}, 0
	}
	return sumTerm(words[0])
}

func sumTerm(word string) (Term, int) {
	amount, err := money.Parse(strings.NewReplacer("£", "", ",", "").Replace(word))
	if err != nil {
		return Term{}, 0
	}
	return Term{Kind: kindSum, Text: "£" + amount.String(), Matches: []Match{sumMatch(amount)}}, 1
}

func sumMatch(amount money.Pence) Match { return exactly(booking.TermSum, pence(amount)) }

const (
	leastPhone = 6  // digits of a part of a number
	mostPhone  = 11 // digits of a British one
)

var phonePart = regexp.MustCompile(`^[\d()+.-]+$`)

// readPhone reads a number that begins with 0 or +, also with spaces.
func readPhone(words []string, _ date.Date) (Term, int) {
	if first := strings.TrimLeft(words[0], "("); first == "" || first[0] != '0' && first[0] != '+' {
		return Term{}, 0
	}
	n, number := 0, ""
	for n < len(words) && phonePart.MatchString(words[n]) && len(number) < mostPhone {
		n++
		number = booking.PhoneTerm(strings.Join(words[:n], " "))
	}
	if len(number) < leastPhone {
		return Term{}, 0
	}
	return Term{Kind: kindPhone, Text: strings.Join(words[:n], " "), Matches: []Match{beginning(booking.TermPhone, number)}}, n
}

var (
	outward  = regexp.MustCompile(`(?i)^[a-z]{1,2}\d[a-z\d]?$`)
	inward   = regexp.MustCompile(`(?i)^\d([a-z]{2})?$`)
	together = regexp.MustCompile(`(?i)^[a-z]{1,2}\d[a-z\d]?\d[a-z]{2}$`)
)

// readPostcode reads a postcode, or its first half.
func readPostcode(words []string, _ date.Date) (Term, int) {
	n := 1
	switch {
	case together.MatchString(words[0]):
	case !outward.MatchString(words[0]):
		return Term{}, 0
	case len(words) > 1 && inward.MatchString(words[1]):
		n = 2
	}
	text := strings.Join(words[:n], " ")
	t := Term{Kind: kindPostcode, Text: strings.ToUpper(text), Matches: []Match{beginning(booking.TermPostcode, booking.PostcodeTerm(text))}}
	if n == 1 && len(text) >= leastReference {
		t.Matches = append(t.Matches, reference(text).Matches...)
	}
	return t, n
}

const (
	ownReference   = 10 // characters of a reference of ours
	leastReference = 5  // of a part of one
)

var (
	referencePattern = regexp.MustCompile(`(?i)^[a-z\d]*\d[a-z\d]*$`)
	dashedReference  = regexp.MustCompile(`(?i)^[a-z\d]{5}-[a-z\d]{1,5}$`)
)

// readReference reads a reference, or at least its first half: letters and digits, or what
// has the dash of ours.
func readReference(words []string, _ date.Date) (Term, int) {
	plain := booking.NormalReference(words[0])
	if !dashedReference.MatchString(words[0]) && (!referencePattern.MatchString(plain) || len(plain) < leastReference) {
		return Term{}, 0
	}
	return reference(words[0]), 1
}

func reference(word string) Term {
	t := Term{Kind: kindReference, Text: strings.ToUpper(word)}
	for _, ref := range booking.ReadingsOfReference(word) {
		t.Matches = append(t.Matches, beginning(booking.TermReference, strings.ToLower(ref)))
	}
	return t
}

var digits = regexp.MustCompile(`^\d+$`)

// readDigits reads up to four digits: pounds, and of four also the end of a card.
func readDigits(words []string, _ date.Date) (Term, int) {
	if !digits.MatchString(words[0]) {
		return Term{}, 0
	}
	t, n := sumTerm(words[0])
	if len(words[0]) == 4 {
		t.Kind, t.Text = kindDigits, words[0]
		t.Matches = append(t.Matches, exactly(booking.TermCard, words[0]))
	}
	return t, n
}

var (
	numericDay = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})(/(\d{4}|\d{2}))?$`)
	dayOfMonth = regexp.MustCompile(`(?i)^(\d{1,2})(st|nd|rd|th)?$`)
	gluedDay   = regexp.MustCompile(`(?i)^(\d{1,2})([a-z]{3,9})$`)
	aYear      = regexp.MustCompile(`^20\d\d$`)
)

// readDay reads an arrival: 18 Jun, 18 June 2027, Fri 18 Jun, 18/6, 18/06/2027, 2027-06-18,
// today or tomorrow. Without a year it is that day of this year, the last or the next.
func readDay(words []string, today date.Date) (Term, int) {
	switch strings.ToLower(words[0]) {
	case "today":
		return arrivalTerm(words[:1], today)
	case "tomorrow":
		return arrivalTerm(words[:1], today+1)
	case "yesterday":
		return arrivalTerm(words[:1], today-1)
	}
	if day, err := date.ParseISO(words[0]); err == nil {
		return arrivalTerm(words[:1], day)
	}
	if m := numericDay.FindStringSubmatch(words[0]); m != nil {
		year := m[4]
		if len(year) == 2 {
			year = "20" + year
		}
		return arrivalTerm(words[:1], daysOf(m[1], monthOf(m[2]), year, today)...)
	}
	skipped := 0
	if len(words) > 1 && isWeekday(words[0]) {
		skipped = 1
	}
	n, day, month := skipped+1, "", time.Month(0)
	if m := gluedDay.FindStringSubmatch(words[skipped]); m != nil {
		day, month = m[1], monthOf(m[2])
	}
	if m := dayOfMonth.FindStringSubmatch(words[skipped]); month == 0 && m != nil && len(words) > n {
		day, month, n = m[1], monthOf(words[n]), n+1
	}
	if month == 0 {
		return Term{}, 0
	}
	year := ""
	if len(words) > n && aYear.MatchString(words[n]) {
		year, n = words[n], n+1
	}
	return arrivalTerm(words[:n], daysOf(day, month, year, today)...)
}

// arrivalTerm is the term of some days; no term where there are none.
func arrivalTerm(words []string, days ...date.Date) (Term, int) {
	if len(days) == 0 {
		return Term{}, 0
	}
	return Term{Kind: kindArrival, Text: strings.Join(words, " "), Days: days}, len(words)
}

// daysOf returns the days that exist of a month in a year; without one, in three years.
func daysOf(day string, month time.Month, year string, today date.Date) (days []date.Date) {
	years := []string{year}
	if year == "" {
		this := today.Time().Year()
		years = []string{itoa(this - 1), itoa(this), itoa(this + 1)}
	}
	for _, y := range years {
		if d, err := date.Parse(day + "/" + itoa(int(month)) + "/" + y); err == nil {
			days = append(days, d)
		}
	}
	return days
}

// monthOf reads a month by its number or at least three letters; 0 where it is none.
func monthOf(text string) time.Month {
	text = strings.ToLower(text)
	for m := time.January; m <= time.December; m++ {
		name := strings.ToLower(m.String())
		if strings.TrimLeft(text, "0") == itoa(int(m)) || len(text) >= 3 && strings.HasPrefix(name, text) || text == "sept" && m == time.September {
			return m
		}
	}
	return 0
}

func isWeekday(text string) bool {
	text = strings.ToLower(text)
	for d := time.Sunday; d <= time.Saturday; d++ {
		if len(text) >= 3 && strings.HasPrefix(strings.ToLower(d.String()), text) {
			return true
		}
	}
	return false
}

// readPark reads the longest run of words that begin words of a park's name. All parks that
// have them are alternatives.
func readPark(words []string, today date.Date, parks *Parks) (t Term, n int) {
	for i := range words {
		if _, taken := readShape(words[i:], today); taken > 0 {
			break
		}
		found := parks.named(words[:i+1])
		if len(found) == 0 {
			break
		}
		n, t = i+1, Term{Kind: kindPark, Text: found[0].Name}
		if len(found) > 1 {
			t.Text = itoa(len(found)) + " parks called " + strings.Join(words[:n], " ")
		}
		for _, p := range found {
			t.Matches, t.Parks = append(t.Matches, exactly(booking.TermPark, p.ID)), append(t.Parks, p.ID)
		}
	}
	return t, n
}

const (
	mostParks   = 50 // with the same words, for which a search looks
	leastOfPark = 3  // letters of a word of its name
)

// named returns the parks in whose names each word begins a word; none where they are many.
func (p *Parks) named(words []string) (found []Park) {
	terms := make([]string, len(words))
	for i, word := range words {
		if terms[i] = booking.NameTerm(word); utf8.RuneCountInString(terms[i]) < leastOfPark {
			return nil
		}
	}
	for i, name := range p.words {
		lacks := func(term string) bool {
			return !slices.ContainsFunc(name, func(part string) bool { return strings.HasPrefix(part, term) })
		}
		if slices.ContainsFunc(terms, lacks) {
			continue
		}
		if found = append(found, p.list[i]); len(found) > mostParks {
			return nil
		}
	}
	return found
}
