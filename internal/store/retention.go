package store

import (
	"holidaymaker/internal/date"
	"holidaymaker/internal/payment"
)

func (tx bookingTx) StaysWithAges(before date.Date, after payment.PastStay, limit int) ([]payment.PastStay, error) {
	return tx.pastStays("ages_erased_ms = 0", before, after, limit)
}

func (tx bookingTx) StaysWithDetails(before date.Date, after payment.PastStay, limit int) ([]payment.PastStay, error) {
	return tx.pastStays("erased_ms = 0", before, after, limit)
}

// pastStays lists stays that meet the condition notErased. It reads no more of a row than
// it needs, so that an unreadable booking is listed too. It uses an index by arrival.
func (tx bookingTx) pastStays(notErased string, before date.Date, after payment.PastStay, limit int) ([]payment.PastStay, error) {
	return Select(tx.Tx, func(scan func(into ...any) error) (s payment.PastStay, err error) {
		var nights int
		if err := scan(&s.Ref, &s.Arrival, &nights); err != nil {
			return s, err
		}
		if day, wrong := date.ParseISO(s.Arrival); wrong == nil {
			s.Departure = day + date.Date(nights)
		}
		return s, nil
	}, "SELECT ref, arrival, nights FROM booking WHERE confirmed_ms > 0 AND "+notErased+" AND arrival < $1 AND (arrival, ref) > ($2, $3) ORDER BY arrival, ref LIMIT $4",
		before.ISO(), after.Arrival, after.Ref, limit)
}
