package payment

import (
	"context"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment/ledger"
)

// Overview is a booking with its attempts, ledger rows and staff's actions,
// for staff. It contains no personal data.
type Overview struct {
	Booking   booking.Booking
	Attempts  []Attempt
	Movements []ledger.Movement
	Vouchers  []ledger.VoucherLine // of the booking
	Actions   []Action
	Details   string // whether the booking has its personal details, in words
}

// Show reads a booking with its attempts. It returns booking.ErrNoRow if there
// is no such booking.
func (s *Service) Show(ctx context.Context, reference string) (Overview, error) {
	var o Overview
	err := s.Store.View(ctx, func(tx Tx) (err error) {
		if o.Booking, err = booking.Find(tx, reference); err != nil {
			return err
		}
		if o.Attempts, err = tx.AttemptsToShow(o.Booking.Ref); err != nil {
			return err
		}
		if o.Movements, err = tx.Movements(o.Booking.Ref); err != nil {
			return err
		}
		if o.Vouchers, err = tx.VoucherLinesOf(o.Booking.Ref); err != nil {
			return err
		}
		o.Actions, err = tx.Actions(o.Booking.Ref)
		return err
	})
	o.Details = o.Booking.Details()
	o.Booking.Contact, o.Booking.Members = booking.Contact{}, nil
	for i := range o.Attempts {
		o.Attempts[i].Payer = ""
	}
	return o, booking.Wrap("show a booking", err)
}

// Audit looks for contradictions between the parts of the overview.
func (o Overview) Audit() error { return Audit(o.Booking, o.Attempts, o.Movements, o.Vouchers) }

// ShowPayment reads a payment with its booking. It returns booking.ErrNoRow if
// there is no such payment.
func (s *Service) ShowPayment(ctx context.Context, id string) (Attempt, Overview, error) {
	a, err := s.read(ctx, id)
	if err != nil {
		return a, Overview{}, booking.Wrap("show a payment", err)
	}
	a.Payer = ""
	o, err := s.Show(ctx, a.Ref)
	return a, o, err
}

// Unsettled lists payments that are not settled or have an alert; with stuck,
// those that a member of staff must look at.
func (s *Service) Unsettled(ctx context.Context, stuck bool, limit int) (all []Attempt, err error) {
	err = s.Store.View(ctx, func(tx Tx) (err error) {
		all, err = tx.Unsettled(stuck, limit)
		return err
	})
	return all, booking.Wrap("list payments", err)
}
