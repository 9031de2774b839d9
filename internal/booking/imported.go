package booking

import (
	"context"
	"errors"
	"fmt"

	"holidaymaker/internal/date"
	"holidaymaker/internal/payment/ledger"
)

// NotImported is the error of a booking that cannot be imported because of what is stored
// under its reference.
type NotImported struct{ Why string }

func (n *NotImported) Error() string { return n.Why }

// Import stores a confirmed booking of another system under its reference there (Shown).
// It takes no nights: the feed's allotment leaves them out already. Importing it again
// changes nothing. If the reference belongs to another stay, the error is a *NotImported.
// Failures: Invalid if the reference, the surname or the postcode is missing.
func (s *Service) Import(ctx context.Context, b Booking) error {
	b.Ref = NormalReference(b.Shown)
	var wrong fields
	wrong.when(b.Ref == "" || len(b.Ref) > 64, "bookingId", "Please enter booking reference")
	wrong.when(bare(b.Contact.Surname) == "", "surname", "Please enter surname")
	wrong.when(bare(b.Contact.Postcode) == "", "postcode", "Please enter postcode")
	if err := wrong.failure(); err != nil {
		return err
	}
	b.State, b.Imported, b.Holder, b.Client, b.Attempt = Confirmed, true, "", "", ""
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
		isNew, err := tx.InsertBooking(b)
		if err == nil && isNew && b.AmountPaid != 0 {
			err = tx.AddMovement(ledger.Movement{Key: string(ledger.Correction) + "/" + b.Ref + "/import", Ref: b.Ref, Kind: ledger.Correction,
				Amount: b.AmountPaid, Cause: "paid elsewhere before the import"})
		}
		if err != nil || isNew {
			return err
		}
		stored, err := tx.Booking(b.Ref)
		switch {
		case err != nil:
		case !stored.Imported:
			err = &NotImported{"reference " + b.Ref + " belongs to a booking made here"}
		case !sameStay(stored.Stay, b.Stay):
			err = &NotImported{fmt.Sprintf("%s differs from the imported booking, which is of %s, unit %s, for %d nights from %s",
				b.Ref, stored.Stay.ParkName, stored.Stay.UnitTypeID, stored.Stay.Nights, stored.Stay.Arrival.ISO())}
		}
		return err
	})
	if errors.Is(err, ErrNoRow) {
		err = &NotImported{"reference " + b.Ref + " cannot be used"}
	}
	return Wrap("import a booking made on "+date.In(b.ConfirmedAt).ISO(), err)
}

// sameStay reports whether two stays are the same one. Names and prices may have been
// corrected since, and personal details erased.
func sameStay(a, b Stay) bool {
	return a.ParkID == b.ParkID && a.UnitTypeID == b.UnitTypeID && a.Arrival == b.Arrival && a.Nights == b.Nights
}
