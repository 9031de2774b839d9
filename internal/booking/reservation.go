package booking

import (
	"encoding/json"
	"fmt"

	"holidaymaker/internal/operations/outbox"
)

const (
	// ReservationJob is the outbox kind by which a park learns of a booking. Its key is the
	// reference and the version of the reservation, its payload an EmailJob.
	ReservationJob = "operator.reservation"
	// ReservationChanged is the outbox kind by which a command has a server decide who must
	// learn of a change. Its payload is a Change.
	ReservationChanged = "operator.changed"
)

// Change is a change of a booking of which its park must learn.
type Change struct {
	Ref string `json:"ref"`
	// Moved means that the booking is at another park now.
	Moved bool `json:"moved,omitempty"`
	// Again means that staff have it sent again, although the partner's address was gone.
	Again bool `json:"again,omitempty"`
}

// tellPark notes that the partner of the park must learn what has changed of a booking; moved means that it is at another park now. It belongs to the transaction of
// the change, which has locked the booking.
func (s *Service) tellPark(tx Tx, b Booking, moved bool) error {
	switch {
	case !b.ToldToPark():
		return nil
	case s.serverTells:
		return TellLater(tx, Change{Ref: b.Ref, Moved: moved})
	case s.partner == nil:
		return nil
	}
	return TellPartner(tx, b.Ref, s.partner(b.Stay), moved)
}

// ToldToPark reports whether the park learns of the booking: a hold is nobody's business,
// and an imported booking was made where the park knows of it.
func (b Booking) ToldToPark() bool { return !b.Imported && !b.ConfirmedAt.IsZero() }

// TellPartner raises the version of a booking's reservations and writes the job that tells
// the partner, which takes the bookings of the park now. "" means that none does: then
// the partner that has the booking keeps it, unless it was moved to another park. It does nothing for
// a booking that no partner takes or ever took.
func TellPartner(tx Tx, ref, partner string, moved bool) error {
	version, err := tx.RaiseReservation(ref, partner, moved)
	if err != nil || version == 0 {
		return err
	}
	return tx.Enqueue(outbox.Job{Kind: ReservationJob, Key: fmt.Sprint(ref, "/", version), Payload: EmailJob{Ref: ref}.Encode()})
}

// TellLater writes the job by which a server tells the park of a change: a command does not
// know who takes the bookings of parks.
func TellLater(tx Tx, c Change) error {
	return tx.Enqueue(outbox.Job{Kind: ReservationChanged, Key: fmt.Sprint(c.Ref, "/", tx.Now().UnixMilli(), "/", c.Moved, "/", c.Again), Payload: encodeJob(c)})
}

// ReadChange reads the payload of a ReservationChanged job.
func ReadChange(job outbox.Job) (c Change, err error) {
	if err := json.Unmarshal([]byte(job.Payload), &c); err != nil {
		return c, fmt.Errorf("read the job of a changed booking: %w", err)
	}
	return c, nil
}
