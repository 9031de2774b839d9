package payment

import (
	"holidaymaker/internal/booking"
)

// correct gives the booking other names and contact details. A payment does not depend on them.
func (p *Plan) correct(f Facts, d booking.Details) error {
	b := f.Booking
	switch {
	case b.State != booking.Confirmed:
		return Refusal("it is " + string(b.State) + ": only the details of a confirmed booking are corrected")
	case !b.ErasedAt.IsZero():
		return Refusal("its personal details were erased")
	}
	after, changed, err := b.Corrected(d, f.Today)
	if err != nil {
		return err
	}
	if len(changed) == 0 {
		return Refusal("nothing is different")
	}
	p.Corrected = &after
	for _, what := range changed {
		p.say(AboutStay, "%s of booking %s changes", what, b.Shown) // without the details: the record keeps none
	}
	p.tells(after, "that the details have been changed")
	if old := b.Contact.Email; old != "" && old != after.Contact.Email {
		p.say(AboutEmails, "the old address is told that the e-mails go to another one")
	}
	if b.ToldToPark() {
		p.say(AboutPark, "the park is told, if it takes bookings from us")
	}
	return nil
}

// sendAgain sends an e-mail of a kind again.
func (p *Plan) sendAgain(f Facts, kind string) error {
	if err := f.Booking.CheckSend(kind); err != nil {
		return err
	}
	p.send = kind
	what := "the confirmation"
	if kind == booking.EmailBalance {
		what = "a reminder of £" + f.Booking.Outstanding().String() + ", which is left to pay before " + f.Booking.BalanceDue
	}
	p.say(AboutEmails, "the guest gets %s once more", what)
	return nil
}
