package booking

import (
	"context"
	"errors"
	"fmt"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/outbox"
)

// SetEmail gives a confirmed booking another e-mail address, for example because e-mails
// to the old one come back, and sends the confirmation again. The old one is told, and hears no
// more of the price of the stay; who has looked the booking up must do so again, because access
// may have come from the old address. Failures: Invalid, WrongState.
func (s *Service) SetEmail(tx Tx, b *Booking, email string) error {
	email = TypedEmail(email)
	switch {
	case email == "" || !ValidEmail(email):
		return Refuse(Invalid, "Please enter a valid email address")
	case b.State != Confirmed:
		return Refuse(WrongState, "it is "+string(b.State)+": only a confirmed booking gets e-mails")
	case !b.ErasedAt.IsZero():
		return Refuse(WrongState, "its personal details were erased")
	}
	old := *b
	b.Contact.Email, b.ChangedAt = email, tx.Now()
	if err := errors.Join(s.moveEmail(tx, b, old), tx.SaveBooking(*b), s.tellPark(tx, *b, false)); err != nil {
		return err
	}
	return tx.Enqueue(outbox.Job{Kind: EmailConfirmation, Key: fmt.Sprint(b.Ref, "/address/", tx.Now().UnixMilli()), Payload: EmailJob{Ref: b.Ref}.Encode()})
}

// BalancesOverdue returns the confirmed bookings that have not begun and whose balance
// should have been paid here before today, in the order of arrival. One that
// cannot be read is left out: doctor names it.
func (s *Service) BalancesOverdue(ctx context.Context) (overdue []Booking, err error) {
	for last, more := "", true; more; {
		var page []Booking
		err := s.store.View(ctx, func(tx Tx) error {
			page = nil
			today := date.In(tx.Now())
			refs, err := tx.Unpaid(today, last, recordPage)
			if err != nil {
				return err
			}
			for _, ref := range refs {
				b, err := tx.Booking(ref)
				switch {
				case unavailable(err):
					return err
				case err == nil && b.balanceOverdue(today):
					page = append(page, b)
				}
			}
			if more = len(refs) == recordPage; more {
				last = refs[len(refs)-1]
			}
			return nil
		})
		if err != nil {
			return nil, Wrap("list overdue balances", err)
		}
		overdue = append(overdue, page...)
	}
	return overdue, nil
}

// balanceOverdue reports whether a balance should have been paid here before a day.
func (b Booking) balanceOverdue(today date.Date) bool {
	due, err := date.Parse(b.BalanceDue)
	return err == nil && due <= today && !b.BalanceToOperator() && b.Outstanding() > 0
}
