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
	// Email is another e-mail address. Only staff give one: it decides who sees the booking.
	Email string
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

// Correct replaces details of a locked booking for its guest, tells the park, and the guest by
// e-mail. It returns what has changed, in words without the details themselves; nothing where all
// was so already. Failures: Invalid with every wrong field, and those of CheckCorrect.
func (s *Service) Correct(tx Tx, b *Booking, d Details) (changed []string, err error) {
	today := date.In(tx.Now())
	if err := b.CheckCorrect(today); err != nil {
		return nil, err
	}
	d.Email = ""
	after, changed, err := b.Corrected(d, today)
	if err != nil || len(changed) == 0 {
		return nil, err
	}
	return changed, s.SaveCorrection(tx, b, after, false)
}

// Corrected works out a booking with corrected details, and what has changed, in words without
// the details themselves. It changes nothing. Failures: Invalid with every wrong field.
func (b Booking) Corrected(d Details, today date.Date) (after Booking, changed []string, err error) {
	after = b.corrected(d)
	var wrong, wrongMembers []FieldError
	after.Contact, wrong = CheckContact(after.Contact, today)
	if !b.OnlyBooking && len(after.Members) > 0 {
		after.Members[0] = after.Contact.asMember(after.Members[0])
	}
	after.Members, wrongMembers = CheckMembers(after, after.Members, today)
	if err := fields(append(wrong, wrongMembers...)).failure(); err != nil {
		return b, nil, err
	}
	return after, b.differences(after), nil
}

// SaveCorrection gives a locked booking the details that Corrected has worked out, and tells the
// park, the guest, and the old e-mail address of another one. byStaff says who did it.
func (s *Service) SaveCorrection(tx Tx, b *Booking, after Booking, byStaff bool) error {
	old := *b
	*b = after
	b.ChangedAt = tx.Now()
	if b.Contact.Email != old.Contact.Email {
		if err := s.moveEmail(tx, b, old); err != nil {
			return err
		}
	}
	err := errors.Join(tx.SaveBooking(*b), s.tellPark(tx, *b, false))
	if err != nil || b.Contact.Email == "" {
		return err
	}
	return tx.Enqueue(outbox.Job{Kind: EmailChanged, Key: fmt.Sprint(b.Ref, "/details/", tx.Now().UnixMilli()), Payload: EmailJob{Ref: b.Ref, Details: true, ByStaff: byStaff}.Encode()})
}

// moveEmail does what belongs to another e-mail address: the old one is told, hears no more of the
// price of the stay, and gives no access any more.
func (s *Service) moveEmail(tx Tx, b *Booking, old Booking) error {
	b.EmailKey = s.EmailKey(b.Contact.Email)
	if err := errors.Join(tx.EndWatches(b.Ref), tx.ForgetAll(b.Ref)); err != nil || old.Contact.Email == "" {
		return err
	}
	return tx.Enqueue(outbox.Job{Kind: EmailMoved, Key: fmt.Sprint(b.Ref, "/", tx.Now().UnixMilli()), Payload: Moved{Ref: b.Ref, Email: old.Contact.Email}.encode()})
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
	if Clean(d.Email) != "" {
		b.Contact.Email = d.Email
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
		{"the e-mail address", b.Contact.Email != after.Contact.Email},
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
