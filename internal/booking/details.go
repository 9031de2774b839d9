package booking

import (
	"errors"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/outbox"
)

// Details are what a guest corrects of a booking that was made. What is empty stays as it
// is, because My Booking does not show what is stored.
type Details struct {
	// Contact is the lead guest. The e-mail address, the date of birth and the contact
	// preferences in it are not read. Address2 counts where Address1 is given, also empty.
	Contact Contact
	// Members are names of the party, in its order; ages are not read.
	Members []Member
}

// CheckCorrect returns why the guest cannot correct the details of a booking on a day, as a
// *Failure whose text is for the guest, or nil.
func (b Booking) CheckCorrect(today date.Date) error {
	switch {
	case b.State != Confirmed:
		return Refuse(WrongState, "This booking is not confirmed, so its details cannot be changed.")
	case b.Imported || !b.ErasedAt.IsZero():
		return Refuse(WrongState, "The details of this booking cannot be changed online. Please call us.")
	case b.Stay.Arrival <= today:
		return Refuse(WrongState, "The stay has begun, so its details cannot be changed online any more. Please call us.")
	}
	return nil
}

// Correct replaces details of a locked booking, tells the park, and the guest by e-mail. It
// returns what has changed, in words without the details themselves; nothing where all was
// so already. Failures: Invalid with every wrong field, and those of CheckCorrect.
func (s *Service) Correct(tx Tx, b *Booking, d Details) (changed []string, err error) {
	today := date.In(tx.Now())
	if err := b.CheckCorrect(today); err != nil {
		return nil, err
	}
	after := b.corrected(d)
	var wrong, wrongMembers []FieldError
	after.Contact, wrong = CheckContact(after.Contact, today)
	if !b.OnlyBooking && len(after.Members) > 0 {
		after.Members[0] = after.Contact.asMember(after.Members[0])
	}
	after.Members, wrongMembers = CheckMembers(after, after.Members, today)
	if err := fields(append(wrong, wrongMembers...)).failure(); err != nil {
		return nil, err
	}
	if changed = b.differences(after); len(changed) == 0 {
		return nil, nil
	}
	after.ChangedAt = tx.Now()
	*b = after
	err = errors.Join(tx.SaveBooking(*b), s.tellPark(tx, *b, false), tx.Enqueue(outbox.Job{Kind: EmailChanged,
		Key: fmt.Sprint(b.Ref, "/details/", tx.Now().UnixMilli()), Payload: EmailJob{Ref: b.Ref, Details: true}.Encode()}))
	return changed, err
}

// corrected is the booking with the details that are given, unchecked.
func (b Booking) corrected(d Details) Booking {
	c := d.Contact
	for _, f := range []struct{ stored, given *string }{
		{&b.Contact.Title, &c.Title}, {&b.Contact.Forename, &c.Forename}, {&b.Contact.Surname, &c.Surname}, {&b.Contact.Telephone, &c.Telephone},
		{&b.Contact.Address1, &c.Address1}, {&b.Contact.Town, &c.Town}, {&b.Contact.County, &c.County}, {&b.Contact.Postcode, &c.Postcode}, {&b.Contact.Country, &c.Country},
	} {
		if Clean(*f.given) != "" {
			*f.stored = *f.given
		}
	}
	if Clean(c.Address1) != "" {
		b.Contact.Address2 = c.Address2
	}
	b.Members = slices.Clone(b.Members)
	for i, m := range d.Members {
		if i == len(b.Members) {
			break
		}
		for _, f := range []struct{ stored, given *string }{{&b.Members[i].Title, &m.Title}, {&b.Members[i].Initial, &m.Initial}, {&b.Members[i].LastName, &m.LastName}} {
			if Clean(*f.given) != "" {
				*f.stored = *f.given
			}
		}
	}
	return b
}

// asMember is the member of the party that the contact is, with the age of the member that
// is stored. A name that begins with no letter leaves the initial as it is.
func (c Contact) asMember(stored Member) Member {
	stored.Title, stored.LastName = c.Title, c.Surname
	if first, _ := utf8.DecodeRuneInString(c.Forename); unicode.IsLetter(first) {
		stored.Initial = string(unicode.ToUpper(first))
	}
	return stored
}

// differences names what another version of the booking has changed of its details.
func (b Booking) differences(after Booking) (changed []string) {
	name := func(c Contact) [3]string { return [3]string{c.Title, c.Forename, c.Surname} }
	address := func(c Contact) [6]string {
		return [6]string{c.Address1, c.Address2, c.Town, c.County, c.Postcode, c.Country}
	}
	for _, part := range []struct {
		what    string
		differs bool
	}{
		{"the name of the lead guest", name(b.Contact) != name(after.Contact)},
		{"the telephone number", b.Contact.Telephone != after.Contact.Telephone},
		{"the address", address(b.Contact) != address(after.Contact)},
		{"names of the party", !slices.Equal(b.Members, after.Members)},
	} {
		if part.differs {
			changed = append(changed, part.what)
		}
	}
	return changed
}
