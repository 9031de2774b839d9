package booking

import (
	"fmt"

	"holidaymaker/internal/operations/outbox"
)

// ReservationJob is the outbox kind by which a park learns of a booking. Its key is the
// reference and the version of the reservation, its payload an EmailJob.
const ReservationJob = "operator.reservation"

// tellPark notes that whoever takes the bookings of the park must learn what has changed of
// a booking. It belongs to the transaction of the change, which has locked the booking. A
// hold is nobody's business, and an imported booking was made where the park knows of it.
func (s *Service) tellPark(tx Tx, b Booking) error {
	if s.partner == nil || b.Imported || b.ConfirmedAt.IsZero() {
		return nil
	}
	return TellPartner(tx, b.Ref, s.partner(b.Stay))
}

// TellPartner raises the version of a booking's reservations and writes the job that tells
// the partner, which takes the bookings of the park now, or "". It does nothing for a
// booking that no partner takes or ever took.
func TellPartner(tx Tx, ref, partner string) error {
	version, err := tx.RaiseReservation(ref, partner)
	if err != nil || version == 0 {
		return err
	}
	return tx.Enqueue(outbox.Job{Kind: ReservationJob, Key: fmt.Sprint(ref, "/", version), Payload: EmailJob{Ref: ref}.encode()})
}
