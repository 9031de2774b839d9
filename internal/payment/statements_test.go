package payment_test

import (
	"context"
	"errors"
	"math/rand/v2"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/accounts"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
)

// agreed is what the operators of a life have agreed: each something else.
func agreed(random *rand.Rand) accounts.Settings {
	a := accounts.Settings{VATPercent: 20_00, Nominal: accounts.Nominal{CardClearing: "cards", ClientMoney: "guests", Commission: "commission", BookingFees: "fees",
		Marketing: "marketing", VoucherLiability: "vouchers", IncomeClearing: "income", Remittances: "remitted"}, Operators: map[string]accounts.Operator{}}
	for _, unit := range testworld.Units() {
		a.Operators["OP-"+unit] = accounts.Operator{Party: accounts.Party{Name: "Skerry Parks"}, Commission: []accounts.Commission{{
			Percent: accounts.Percent(random.IntN(30_00)), Base: oneOf(random, accounts.Gross, accounts.Stay),
			VAT: oneOf(random, accounts.Added, accounts.Included), Earned: accounts.Booking,
		}}}
	}
	return a
}

// settle issues the statements that are due, and sends some operators their money.
func (l *life) settle(a accounts.Settings, random *rand.Rand) {
	ctx, books, now := context.Background(), l.nodes[0].Store.Statements(), l.nodes[0].Store.Now()
	drafts, err := accounts.Draft(ctx, books, a, "", date.In(now), now)
	if err == nil {
		err = errors.Join(drafts.LeftOut...)
	}
	if err == nil {
		err = books.Issue(ctx, drafts.Statements)
	}
	l.check(err)
	for _, s := range drafts.Statements {
		if s.Closing() > 0 && random.IntN(2) == 0 {
			l.check(books.Remit(ctx, accounts.Remittance{OperatorID: s.OperatorID, Amount: s.Closing(), Day: date.In(now), Reference: s.OperatorID, By: "Fi"}))
		}
	}
}

// checkSettled compares everything that statements have with the ledger, and the journal
// with both: no penny is nobody's, and none is somebody's twice.
func (l *life) checkSettled(a accounts.Settings) {
	ctx, books, now := context.Background(), l.nodes[0].Store.Statements(), l.nodes[0].Store.Now()
	all, err := books.Statements(ctx, "")
	l.check(err)
	for i, s := range all {
		if s.Number != int64(i+1) {
			l.t.Errorf("statement %d has the number %d", i+1, s.Number)
		}
	}
	remittances, err := books.Remittances(ctx, "")
	l.check(err)
	booked, err := books.BookedAfter(ctx, "", 1000)
	l.check(err)
	var movements []ledger.Movement
	var stated, actual accounts.Amounts
	for _, s := range all {
		stated = stated.Plus(s.Total)
	}
	for _, b := range booked {
		movements = append(movements, b.Movements...)
		c, _ := a.Operators[b.Stay.OperatorID].At(date.In(b.ConfirmedAt))
		amounts := accounts.Account(b.Booking, b.Movements, c, a.VATPercent)
		if b.State == booking.Confirmed && amounts.Gross+amounts.Fee-amounts.Ours != b.Total {
			l.t.Errorf("booking %s costs £%s, and its operator is told £%s with £%s of ours and a fee of £%s", b.Shown, b.Total, amounts.Gross, amounts.Ours, amounts.Fee)
		}
		actual = actual.Plus(amounts)
	}
	sums := ledger.Sum(movements)
	if stated != actual || stated.Paid != sums.Captured || stated.Refunded != sums.Refunded || stated.Vouchers != sums.Voucher {
		l.t.Errorf("statements have %+v, the bookings %+v, the ledger %+v", stated, actual, sums)
	}
	tomorrow := now.AddDate(0, 0, 1)
	next, err := accounts.Draft(ctx, books, a, "", date.In(tomorrow), tomorrow)
	l.check(err)
	for _, s := range next.Statements {
		if len(s.Lines) > 0 {
			l.t.Errorf("after everything was stated, %s has %d lines more", s.OperatorID, len(s.Lines))
		}
	}
	l.checkJournal(a, accounts.Events{Movements: movements, Statements: all, Remittances: remittances})
}

// checkJournal checks that a journal balances, and that guests' money in it is what
// operators have to get.
func (l *life) checkJournal(a accounts.Settings, e accounts.Events) {
	entries := a.Journal(e, 0, date.In(l.nodes[0].Store.Now()))
	type journal struct {
		day       date.Date
		narration string
	}
	of, guests := map[journal]money.Pence{}, money.Pence(0)
	for _, entry := range entries {
		of[journal{entry.Day, entry.Narration}] += entry.Amount
		if entry.Account == a.Nominal.ClientMoney {
			guests -= entry.Amount
		}
	}
	for which, sum := range of {
		if sum != 0 {
			l.t.Errorf("the journal %v does not balance by £%s", which, sum)
		}
	}
	var due money.Pence
	for _, s := range e.Statements {
		due += s.Total.Due
	}
	for _, r := range e.Remittances {
		due -= r.Amount
	}
	if guests != due {
		l.t.Errorf("the journal holds £%s for guests, operators have to get £%s", guests, due)
	}
}
