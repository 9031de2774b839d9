package booking

import (
	"slices"
	"strings"
	"unicode/utf8"

	"holidaymaker/internal/date"
)

// TermKind says what a term of a booking is.
type TermKind string

// The kinds of terms. Sums and cards come from the ledger and the payments, all others from
// the booking alone.
const (
	TermReference TermKind = "ref"
	TermName      TermKind = "name" // a surname, of the guest or of somebody in the party
	TermForename  TermKind = "forename"
	TermEmail     TermKind = "email"
	TermPhone     TermKind = "phone"
	TermPostcode  TermKind = "postcode"
	TermPark      TermKind = "park" // its id
	TermSum       TermKind = "sum"  // pence: the total, what is paid, what is left, or one payment
	TermCard      TermKind = "card" // the last four digits
	// TermDueDay is the day before which a balance is paid to us, yyyy-mm-dd. The store adds
	// TermDue, the same day, while something is left to pay.
	TermDueDay TermKind = "dueday"
	TermDue    TermKind = "due"
)

// Term is something by which staff find a booking, in the form in which it is stored and
// looked for: small letters and digits without spaces.
type Term struct {
	Kind TermKind
	Text string
}

// Terms returns what a booking is found by, each once, without sums and cards. A booking
// without a guest has none: it is found by its reference alone.
func (b Booking) Terms() []Term {
	if bare(b.Contact.Surname) == "" {
		return nil
	}
	all := []Term{{TermReference, strings.ToLower(b.Ref)}}
	add := func(kind TermKind, texts ...string) {
		for _, text := range texts {
			if term := (Term{kind, text}); text != "" && !slices.Contains(all, term) {
				all = append(all, term)
			}
		}
	}
	add(TermName, nameTerms(b.Contact.Surname)...)
	for _, m := range b.Members {
		add(TermName, nameTerms(m.LastName)...)
	}
	add(TermForename, nameTerms(b.Contact.Forename)...)
	add(TermEmail, EmailTerm(b.Contact.Email))
	add(TermPhone, PhoneTerm(b.Contact.Telephone))
	add(TermPostcode, PostcodeTerm(b.Contact.Postcode))
	add(TermPark, b.Stay.ParkID)
	if due, err := date.Parse(b.BalanceDue); err == nil && b.State == Confirmed && !b.BalanceToOperator() {
		add(TermDueDay, due.ISO())
	}
	return all
}

// nameTerms returns a name, and its words where it has several: "Smith-Jones" is found as
// smithjones, smith and jones.
func nameTerms(name string) []string {
	all := []string{NameTerm(name)}
	for _, word := range strings.FieldsFunc(Clean(name), func(r rune) bool { return r == ' ' || isDash(r) }) {
		if word = NameTerm(word); utf8.RuneCountInString(word) > 1 {
			all = append(all, word)
		}
	}
	return all
}

// NameTerm is a name without accents, marks and spaces.
func NameTerm(name string) string { return bare(name) }

// EmailTerm is an e-mail address in small letters.
func EmailTerm(email string) string { return strings.ToLower(TypedEmail(email)) }

// PostcodeTerm is a postcode without spaces.
func PostcodeTerm(postcode string) string {
	return strings.ToLower(spaces.ReplaceAllString(Clean(postcode), ""))
}

// PhoneTerm is the digits that are dialled in the United Kingdom, also of a part of a number:
// "+44 7700" is 07700.
func PhoneTerm(number string) string {
	text := strings.TrimLeft(Clean(number), "( ")
	digits := strings.Map(func(r rune) rune {
		if r = plainDigit(r); r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
	switch {
	case strings.HasPrefix(text, "+44"):
		return "0" + strings.TrimLeft(digits[2:], "0")
	case strings.HasPrefix(digits, "0044"):
		return "0" + strings.TrimLeft(digits[4:], "0")
	case strings.HasPrefix(text, "+"):
		return "00" + digits
	case len(digits) == britishDigits && strings.HasPrefix(digits, "44"):
		return "0" + digits[2:]
	}
	return digits
}
