package booking

import (
	"context"
	"errors"
	"fmt"

	"holidaymaker/internal/date"
	"holidaymaker/internal/ledger"
)

// Import stores a confirmed booking that was made in another system, under its
// reference there (Shown). It takes no nights: the operator's feed already
// leaves them out of the allotment. Importing the booking again changes
// nothing; another booking under its reference is an error. Failures: Invalid for an empty reference, or for a contact without
// the surname or postcode by which it is found.
func (s *Service) Import(ctx context.Context, b Booking) error {
	b.Ref = NormalReference(b.Shown)
	var wrong fields
	wrong.when(b.Ref == "" || len(b.Ref) > 64, "bookingId", "Please enter booking reference")
	wrong.when(bare(b.Contact.Surname) == "", "surname", "Please enter surname")
	wrong.when(bare(b.Contact.Postcode) == "", "postcode", "Please enter postcode")
	if err := wrong.failure(); err != nil {
		return err
	}
	b.State, b.Imported, b.Holder, b.Address, b.Attempt = Confirmed, true, "", "", ""
	b.StartKey = digest("imported", b.Ref)
	if b.Contact.Email != "" {
		b.EmailKey = s.EmailKey(b.Contact.Email)
	}
	if b.BalanceDue == "" && !b.Compulsory && b.Outstanding() > 0 {
		b.BalanceDue = DueDate(b.Stay.Deposit, b.Stay.Arrival).String()
	}
	err := s.store.Update(ctx, func(tx Tx) error {
		b.ChangedAt = tx.Now()
		if b.ConfirmedAt.IsZero() {
			b.ConfirmedAt = tx.Now()
		}
		b.StartedAt, b.ExpiresAt = b.ConfirmedAt, b.ConfirmedAt
		added, err := tx.InsertBooking(b)
		if err == nil && added && b.AmountPaid != 0 {
			err = tx.AddMovement(ledger.Movement{Key: string(ledger.Correction) + "/" + b.Ref + "/import", Ref: b.Ref, Kind: ledger.Correction,
				Amount: b.AmountPaid, Cause: "paid elsewhere before the import"})
		}
		if err != nil || added {
			return err
		}
		before, err := tx.Booking(b.Ref)
		switch {
		case err != nil:
		case !before.Imported:
			err = fmt.Errorf("reference %s is taken by a booking of ours", b.Ref)
		case !sameStay(before.Stay, b.Stay):
			err = fmt.Errorf("reference %s is taken by another imported booking, of %s from %s", b.Ref, before.Stay.ParkName, before.Stay.Arrival.ISO())
		}
		return err
	})
	if errors.Is(err, ErrNoRow) {
		err = fmt.Errorf("reference %s cannot be used", b.Ref)
	}
	return wrap("import a booking made on "+date.In(b.ConfirmedAt).ISO(), err)
}

// sameStay reports whether two stays are the same one. Names and prices may have been
// corrected since, and personal details erased.
func sameStay(a, b Stay) bool {
	return a.ParkID == b.ParkID && a.UnitTypeID == b.UnitTypeID && a.Arrival == b.Arrival && a.Nights == b.Nights
}
