package api

import (
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// depositor works out the deposits of one answer. The rule is booking's; many
// rows have the same price, and a deposit depends on the date only through
// whether the balance is due yet.
type depositor struct {
	today date.Date
	known map[depositKey]string
}

type depositKey struct {
	operator string
	price    money.Pence
	early    bool
}

func newDepositor(today date.Date) *depositor {
	return &depositor{today: today, known: map[depositKey]string{}}
}

// shown gives the deposit as the API writes it, empty where none is allowed.
func (d *depositor) shown(operator *catalogue.Operator, price money.Pence, arrival date.Date) string {
	key := depositKey{operator.ID, price, booking.DueDate(operator.Deposit, arrival) > d.today}
	text, ok := d.known[key]
	if !ok {
		if deposit, allowed := booking.DepositOffered(operator.Deposit, price, arrival, d.today); allowed {
			text = deposit.String()
		}
		d.known[key] = text
	}
	return text
}
