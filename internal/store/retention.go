package store

import (
	"holidaymaker/internal/date"
	"holidaymaker/internal/payment"
)

func (tx bookingTx) StaysWithAges(before date.Date, afterRef string, limit int) ([]payment.PastStay, error) {
	return tx.pastStays("ages_erased_ms = 0", before, afterRef, limit)
}

func (tx bookingTx) StaysWithDetails(before date.Date, afterRef string, limit int) ([]payment.PastStay, error) {
	return tx.pastStays("erased_ms = 0", before, afterRef, limit)
}

// pastStays reads the arrival only as text and without the rest of the row, so
// that an unreadable booking is listed too.
func (tx bookingTx) pastStays(kept string, before date.Date, afterRef string, limit int) ([]payment.PastStay, error) {
	return Select(tx.Tx, func(scan func(into ...any) error) (s payment.PastStay, err error) {
		var arrival string
		var nights int
		if err := scan(&s.Ref, &arrival, &nights); err != nil {
			return s, err
		}
		if day, wrong := date.ParseISO(arrival); wrong == nil {
			s.Departure = day + date.Date(nights)
		}
		return s, nil
	}, "SELECT ref, arrival, nights FROM booking WHERE confirmed_ms > 0 AND "+kept+" AND arrival < $1 AND ref > $2 ORDER BY ref LIMIT $3",
		before.ISO(), afterRef, limit)
}
