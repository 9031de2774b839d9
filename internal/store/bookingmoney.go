package store

import (
	"slices"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
)

// methodWords are the words of a booking for the methods of payment.
var methodWords = map[payment.Method]string{payment.Card: "card", payment.Wallet: "wallet", ledger.Elsewhere: "elsewhere"}

// byLink is that word for a payment that somebody else has made by a link, by whatever method.
const byLink = "link"

// payers returns the names of the links by which attempts of a booking were made.
func (tx bookingTx) payers(ref string) (map[string]string, error) {
	names := map[string]string{}
	err := tx.Query(func(scan func(into ...any) error) error {
		var attempt, name string
		err := scan(&attempt, &name)
		names[attempt] = name
		return err
	}, "SELECT a.id, l.name FROM payment_attempt a JOIN payment_link l ON l.id = a.link WHERE a.ref = $1", ref)
	return names, err
}

// Payments leaves out a refund that failed after it was done: the visitor got nothing.
// The others add up to what counts as paid.
func (tx bookingTx) Payments(ref string) ([]booking.Payment, error) {
	movements, err := tx.Movements(ref)
	if err != nil || len(movements) == 0 {
		return nil, err
	}
	links, err := tx.payers(ref)
	standing := ledger.Refunds(movements)
	var all []booking.Payment
	for _, m := range movements {
		p := booking.Payment{Taken: m.At, Amount: m.Amount, Method: methodWords[payment.Method(m.Method)]}
		if name, ok := links[m.Attempt]; ok && p.Method != methodWords[ledger.Elsewhere] {
			p.Method, p.By = byLink, name
		}
		switch {
		case m.Kind == ledger.Charge:
		case m.Kind == ledger.AuthorisationCancelled, slices.Contains(standing, m):
			p.Amount = -p.Amount
		case m.Kind == ledger.Correction:
			p.Method = methodWords[ledger.Elsewhere]
		default:
			continue // not the visitor's payment to us
		}
		all = append(all, p)
	}
	return all, err
}

func (tx bookingTx) RefundsDue(ref string) ([]booking.Refund, error) {
	attempts, err := tx.Attempts(ref)
	if err != nil {
		return nil, err
	}
	var all []booking.Refund
	for _, a := range attempts {
		amount, err := a.RefundDue(tx)
		if err != nil {
			return nil, err
		}
		if amount > 0 {
			method := methodWords[a.Method]
			if a.Link != "" {
				method = byLink
			}
			all = append(all, booking.Refund{Amount: amount, Method: method, Failed: a.State == payment.StateRefundFailed})
		}
	}
	return all, nil
}
