package booking

import "time"

// forgetPerson removes everything about people from a booking.
func forgetPerson(b *Booking) {
	b.Contact, b.Members, b.Client, b.EmailKey, b.Click = Contact{}, nil, "", "", ""
}

// EraseAges removes ages and dates of birth. Nobody needs them after the stay.
func (b *Booking) EraseAges(now time.Time) {
	b.Contact.DOB = ""
	members := make([]Member, len(b.Members))
	for i, m := range b.Members {
		m.Age, m.DOB = "", ""
		members[i] = m
	}
	b.Members, b.AgesErasedAt = members, now
}

// EraseDetails removes everything about people, also the digests by which the
// booking is found. Reference, dates, sums and what was booked stay: the
// accounts need them.
func (b *Booking) EraseDetails(now time.Time) {
	if b.AgesErasedAt.IsZero() {
		b.AgesErasedAt = now
	}
	forgetPerson(b)
	b.Holder, b.StartKey, b.ErasedAt = "", "", now
}

// Details says in words whether the booking has its personal details.
func (b Booking) Details() string {
	day := func(t time.Time) string { return t.UTC().Format("2006-01-02") }
	switch {
	case !b.ErasedAt.IsZero():
		return "erased on " + day(b.ErasedAt)
	case b.ConfirmedAt.IsZero() && b.Contact == (Contact{}):
		return "none"
	case !b.AgesErasedAt.IsZero():
		return "kept, ages and dates of birth erased on " + day(b.AgesErasedAt)
	}
	return "kept"
}
