package booking

import (
	"fmt"
	"slices"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment/ledger"
)

// apply applies an event to a locked booking: it changes the state and does the
// effects in the same transaction. It returns WrongState for an event that is
// not possible in the booking's state.
func (s *Service) apply(tx Tx, b *Booking, e Event) error {
	next, ok := Next(b.State, e)
	if !ok {
		return errState
	}
	b.State, b.ChangedAt = next.To, tx.Now()
	for _, effect := range next.Effects {
		if err := s.doEffect(tx, b, effect); err != nil {
			return err
		}
	}
	if b.State == Expired || b.State == Cancelled && b.ConfirmedAt.IsZero() {
		forgetPerson(b)
	}
	if err := tx.SaveBooking(*b); err != nil {
		return err
	}
	return s.tellPark(tx, *b, false)
}

func (s *Service) doEffect(tx Tx, b *Booking, effect Effect) error {
	switch effect {
	case TakeNights:
		ok, err := takeStay(tx, *b)
		if err == nil && !ok {
			err = ErrHolidayGone
		}
		return err
	case ReturnNights:
		if b.Imported {
			return nil // we never took its nights: the feed's allotment leaves them out
		}
		if b.Stay.Departure()+NightsKept <= date.In(tx.Now()) {
			return nil // the store may have deleted them
		}
		return returnStay(tx, *b)
	case RedeemVoucher:
		return redeem(tx, *b)
	case ReleaseVoucher:
		return returnVoucher(tx, *b)
	case ConfirmByEmail, ReceiptByEmail:
		return tx.Enqueue(emailJob(*b, effect))
	case CancelByEmail:
		return notify(tx, *b, EmailCancelled)
	case VoucherByEmail:
		lines, err := tx.VoucherLinesOf(b.Ref)
		isReturned := func(l ledger.VoucherLine) bool { return l.Kind == ledger.LineReturned }
		if err != nil || !slices.ContainsFunc(lines, isReturned) {
			return err
		}
		return notify(tx, *b, EmailVoucher)
	}
	return fmt.Errorf("effect %q is not known", effect)
}

// notify writes the job of an e-mail of which a booking has at most one.
func notify(tx Tx, b Booking, kind string) error {
	if b.Contact.Email == "" {
		return nil // an imported booking may have none
	}
	return tx.Enqueue(outbox.Job{Kind: kind, Key: b.Ref, Payload: EmailJob{Ref: b.Ref}.Encode()})
}

// emailJob returns the outbox job of a booking's e-mail. Its payload is the
// reference; the text is written when the e-mail is sent.
func emailJob(b Booking, effect Effect) outbox.Job {
	kind := EmailConfirmation
	if effect == ReceiptByEmail {
		kind = EmailReceipt
	}
	return outbox.Job{Kind: kind, Key: b.Ref + "/" + b.lastPayment, Payload: EmailJob{Ref: b.Ref, Link: b.lastLink}.Encode()}
}
