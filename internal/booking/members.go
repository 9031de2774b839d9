package booking

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"holidaymaker/internal/date"
)

// MemberKind is the kind of a party member, by age on arrival.
type MemberKind string

// The kinds of party members.
const (
	Adult  MemberKind = "adult"  // 18 and over
	Child  MemberKind = "child"  // 5 to 17
	Infant MemberKind = "infant" // under 5
)

// KindAt returns the kind of a person of an age.
func KindAt(age int) MemberKind {
	switch {
	case age >= 18:
		return Adult
	case age >= 5:
		return Child
	}
	return Infant
}

// Member is one person of the party, as entered in the party form.
type Member struct {
	Type     MemberKind
	Title    string
	Initial  string
	LastName string
	Age      string // whole years, or
	DOB      string // dd/mm/yyyy
}

// kinds returns the kinds of the party's members in the order of the form.
func (p Party) kinds() []MemberKind {
	kinds := slices.Repeat([]MemberKind{Adult}, p.Adults)
	kinds = append(kinds, slices.Repeat([]MemberKind{Child}, p.Children)...)
	return append(kinds, slices.Repeat([]MemberKind{Infant}, p.Under5s)...)
}

// CheckMembers tidies and checks the members of a booking's party: it must be
// complete and in order, with ages that fit on the day of arrival (open points
// BOOK-9 and BOOK-11). Names of fields end with the member's number, from 1.
func CheckMembers(b Booking, members []Member, today date.Date) ([]Member, []FieldError) {
	var f fields
	kinds := b.Party.kinds()
	if len(members) != len(kinds) {
		f.when(true, fmt.Sprintf("type%d", min(len(members), len(kinds))+1), "Please enter the details of everybody in your party")
		return members, f
	}
	tidy := slices.Clone(members)
	for i := range tidy {
		checkMember(&f, &tidy[i], i+1, kinds[i], b, today)
	}
	return tidy, f
}

func checkMember(f *fields, m *Member, number int, kind MemberKind, b Booking, today date.Date) {
	for _, s := range []*string{&m.Title, &m.Initial, &m.LastName, &m.Age, &m.DOB} {
		*s = Clean(*s)
	}
	name := func(field string) string { return field + strconv.Itoa(number) }
	titles := childTitles
	if kind == Adult {
		titles = adultTitles
	}
	f.when(m.Type != kind, name("type"), wrongAge)
	f.when(!slices.Contains(titles, m.Title), name("title"), "Please enter title")
	f.when(!initial(m.Initial), name("initial"), "Please enter initial")
	f.when(!present(m.LastName), name("lastName"), "Please enter surname")
	f.when(!Nameable(m.LastName), name("lastName"), NameMessage("Please enter surname", m.LastName))
	if b.AsksDatesOfBirth() {
		born, ok := birthday(m.DOB, today)
		f.when(!ok, name("dob"), "Please enter DOB")
		f.when(ok && KindAt(AgeOn(born, b.Stay.Arrival)) != kind, name("dob"), wrongAge)
		m.Age = ""
		return
	}
	age, err := strconv.Atoi(m.Age)
	f.when(err != nil || age < 0 || age > maxAge, name("age"), "Please enter age")
	f.when(KindAt(age) != kind, name("age"), wrongAge)
	m.DOB = ""
}

// agesFit reports whether the members are of their kinds on a day of arrival, as far as their
// dates of birth are known.
func (b Booking) agesFit(arrival date.Date) bool {
	return !slices.ContainsFunc(b.Members, func(m Member) bool {
		born, err := date.Parse(m.DOB)
		return err == nil && KindAt(AgeOn(born, arrival)) != m.Type
	})
}

// CheckLead checks the age of the lead guest where the park has a rule: the contact, or,
// where the contact does not travel, the first adult of the party. It fails with Invalid.
func (b Booking) CheckLead() error { return b.wrongLead().failure() }

func (b Booking) wrongLead() (f fields) {
	age, known := b.leadAge()
	field := "dob"
	switch {
	case b.OnlyBooking && b.AsksDatesOfBirth():
		field = "dob1"
	case b.OnlyBooking:
		field = "age1"
	}
	f.when(known && age < b.Stay.Rules.LeadAge, field, b.Stay.Rules.LeadText())
	return f
}

// leadAge is the age of the lead guest on the day of arrival. known is false where it
// was not given yet, or has been erased.
func (b Booking) leadAge() (age int, known bool) {
	born := b.Contact.DOB
	if b.OnlyBooking {
		if len(b.Members) == 0 {
			return 0, false
		}
		if age, err := strconv.Atoi(b.Members[0].Age); err == nil {
			return age, true
		}
		born = b.Members[0].DOB
	}
	day, err := date.Parse(born)
	return AgeOn(day, b.Stay.Arrival), err == nil
}

// maxAge is the highest age that the party form takes, in years.
const maxAge = 120

const wrongAge = "This age does not match the party you searched for"

// initial reports whether s is one to three letters or full stops.
func initial(s string) bool {
	length := utf8.RuneCountInString(s)
	return length >= 1 && length <= 3 && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' }) < 0
}
