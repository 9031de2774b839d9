package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
)

// foundBy records a booking as it is stored: its terms are those of table booking_term.
func (tx *Tx) foundBy(b booking.Booking) {
	if tx.found == nil {
		tx.found = map[string]booking.Booking{}
	}
	tx.found[b.Ref] = b
}

const insertTerms = "INSERT INTO booking_term (ref, kind, term, arrival) "

// saveTerms writes what has changed of the terms by which a booking is found, given the
// booking as it is now. A booking whose details are erased has none, also no sums and cards,
// and its notes lose their text.
func (tx *Tx) saveTerms(b booking.Booking) error {
	before := tx.found[b.Ref] // empty where this transaction inserts the booking
	tx.foundBy(b)
	failed := func(err error) error { return fmt.Errorf("write the terms of the booking %s: %w", b.Ref, err) }
	old, now := before.Terms(), b.Terms()
	if len(now) == 0 {
		if len(old) == 0 {
			return nil
		}
		return errors.Join(tx.later(statement{query: "DELETE FROM booking_term WHERE ref = $1", args: []any{b.Ref}, failed: failed}),
			tx.later(statement{query: "UPDATE booking_note SET text = '' WHERE ref = $1", args: []any{b.Ref}, failed: failed}))
	}
	if before.Total != b.Total || before.State != b.State && !b.ConfirmedAt.IsZero() || dueDay(old) != dueDay(now) {
		tx.sumsChanged(b.Ref).first = before.ConfirmedAt.IsZero()
	}
	arrival := b.Stay.Arrival.ISO()
	if len(old) > 0 && before.Stay.Arrival != b.Stay.Arrival {
		err := tx.later(statement{query: "UPDATE booking_term SET arrival = $2 WHERE ref = $1", args: []any{b.Ref, arrival}, failed: failed})
		if err != nil {
			return err
		}
	}
	for _, t := range old {
		if !slices.Contains(now, t) {
			err := tx.later(statement{query: "DELETE FROM booking_term WHERE ref = $1 AND kind = $2 AND term = $3",
				args: []any{b.Ref, string(t.Kind), t.Text}, failed: failed})
			if err != nil {
				return err
			}
		}
	}
	var rows values
	for _, t := range now {
		if !slices.Contains(old, t) {
			rows.add(b.Ref, string(t.Kind), t.Text, arrival)
		}
	}
	return rows.later(tx, insertTerms+"VALUES ", " ON CONFLICT DO NOTHING", failed)
}

// dueDay is the day before which a balance is paid, "" for none.
func dueDay(terms []booking.Term) string {
	for _, t := range terms {
		if t.Kind == booking.TermDueDay {
			return t.Text
		}
	}
	return ""
}

// foundAlso is what of the payments of a booking it is found by, to be written before the
// commit.
type foundAlso struct {
	card  string // the last four digits of a new one, or ""
	first bool   // nothing of its payments was written before
}

// saveCard has the card of a payment written to the terms of its booking.
func (tx *Tx) saveCard(a payment.Attempt) {
	if four := a.Authorised.LastFour; four != "" && !strings.Contains(tx.stored["detail "+a.ID], four) {
		also := tx.sumsChanged(a.Ref)
		also.card = four
	}
}

// sumsChanged records that the sums of a booking may be others.
func (tx *Tx) sumsChanged(ref string) *foundAlso {
	if tx.also == nil {
		tx.also = map[string]*foundAlso{}
	}
	if tx.also[ref] == nil {
		tx.also[ref] = &foundAlso{}
	}
	return tx.also[ref]
}

// moneyTerms are the terms of a booking's money: its total, what is paid, what is left, each
// payment and refund, and the day before which what is left is to be paid. $2 is a card, or ”.
var moneyTerms = insertTerms + `SELECT b.ref, s.kind, s.term, b.arrival FROM booking b CROSS JOIN (
	SELECT 'sum' AS kind, CAST(amount AS TEXT) AS term FROM money_movement WHERE ref = $1 AND kind IN ('charge', 'refund', 'correction') AND amount > 0
	UNION SELECT 'sum', CAST(m.sum AS TEXT) FROM (SELECT total AS sum FROM booking WHERE ref = $1
		UNION ` + paidSum("$1") + `
		UNION SELECT total - (` + paidSum("$1") + `) FROM booking WHERE ref = $1 AND state = 'confirmed') AS m WHERE m.sum > 0
	UNION SELECT 'due', d.term FROM booking_term d JOIN booking o ON o.ref = d.ref WHERE d.ref = $1 AND d.kind = 'dueday' AND o.total > (` + paidSum("$1") + `)
	UNION SELECT 'card', CAST($2 AS TEXT) FROM booking WHERE ref = $1 AND $2 <> '') AS s
	WHERE b.ref = $1 AND b.person <> '' ON CONFLICT DO NOTHING`

// writeMoneyTerms writes the terms of the payments of bookings that this transaction has changed.
func (tx *Tx) writeMoneyTerms() error {
	for ref, also := range tx.also {
		failed := func(err error) error { return fmt.Errorf("write the sums of the booking %s: %w", ref, err) }
		if !also.first {
			if err := tx.later(statement{query: "DELETE FROM booking_term WHERE ref = $1 AND kind IN ('sum', 'due')", args: []any{ref}, failed: failed}); err != nil {
				return err
			}
		}
		if err := tx.later(statement{query: moneyTerms, args: []any{ref, also.card}, failed: failed}); err != nil {
			return err
		}
	}
	tx.also = nil
	return nil
}
