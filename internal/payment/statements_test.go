package payment_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/accounts"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// agreed is what the operators of a life have agreed: each something else.
func agreed(random *rand.Rand) accounts.Settings {
	a := accounts.Settings{VAT: []accounts.VATRate{{Percent: 20_00}}, Nominal: accounts.Nominal{CardClearing: "cards", ClientMoney: "guests", Commission: "commission", BookingFees: "fees",
		Marketing: "marketing", VoucherLiability: "vouchers", IncomeClearing: "income", Remittances: "remitted"}, Operators: map[string]accounts.Operator{}}
	for _, unit := range testworld.Units() {
		a.Operators["OP-"+unit] = accounts.Operator{Party: accounts.Party{Name: "Skerry Parks"}, Commission: []accounts.Commission{{
			Percent: money.Percent(random.IntN(30_00)), Base: oneOf(random, accounts.Gross, accounts.Stay),
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
		err = books.Issue(ctx, drafts.Statements, "Fi", "month end")
	}
	l.check(err)
	for _, s := range drafts.Statements {
		if s.Closing() > 0 && random.IntN(2) == 0 {
			l.check(books.Remit(ctx, accounts.Remittance{OperatorID: s.OperatorID, Amount: s.Closing(), Day: date.In(now), Reference: s.OperatorID, By: "Fi"}, "paid"))
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
		amounts := a.Account(b.Booking, b.Movements, c)
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
		due += s.Total.Due + s.Total.Guest
	}
	for _, r := range e.Remittances {
		due -= r.Amount
	}
	if guests != due {
		l.t.Errorf("the journal holds £%s for guests, operators and guests have to get £%s", guests, due)
	}
}

func TestStatements(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		ctx, books, a := t.Context(), w.Store.Statements(), agreed(rand.New(rand.NewPCG(1, 1)))
		issue := func() accounts.Drafts {
			t.Helper()
			drafts, err := accounts.Draft(ctx, books, a, "", date.In(w.Clock.Now()), w.Clock.Now())
			if err == nil {
				err = books.Issue(ctx, drafts.Statements, "Fi", "month end")
			}
			if err != nil {
				t.Fatal(err)
			}
			w.Clock.Advance(24 * time.Hour)
			return drafts
		}
		v := testworld.Visitor()
		moves := w.Paid(v, w.Booked(v, "caravan"), booking.PayFull).Ref
		v = testworld.Visitor()
		breaks := w.Paid(v, w.Booked(v, "boat"), booking.PayFull).Ref
		w.Tick()
		if first := issue(); len(first.Statements) != 2 || first.Statements[0].Total.Paid != testworld.Price {
			t.Fatalf("first %+v", first)
		}

		// A booking goes to another operator, another one cannot be read any more.
		find := testworld.UnitFinder{}
		to, _ := find.Unit("many")
		if err := w.Payments.Move(ctx, moves, booking.Destination{Unit: &to}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		err := w.Store.Update(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec("UPDATE booking SET terms = '{' WHERE ref = $1", breaks)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		second := issue()
		if len(second.LeftOut) != 1 || len(second.Statements) != 2 {
			t.Fatalf("second %+v", second)
		}
		from, now := second.Statements[0], second.Statements[1]
		if from.OperatorID != "OP-caravan" || from.Total.Paid != -testworld.Price || from.Closing() != 0 || from.Seq != 2 || from.Opening+from.Total.Due != 0 {
			t.Errorf("the operator that had it: %+v", from)
		}
		if now.OperatorID != "OP-many" || now.Total.Paid != testworld.Price || len(now.Lines) != 1 {
			t.Errorf("the operator that has it: %+v", now)
		}

		// Two clerks issue the same statements: the second one is refused, and no number is lost.
		if err := books.Issue(ctx, second.Statements, "Fi", "month end"); !errors.Is(err, accounts.ErrIssued) {
			t.Errorf("issued twice: %v", err)
		}
		all, err := books.Statements(ctx, "")
		if err != nil || len(all) != 4 || all[3].Number != 4 {
			t.Errorf("%d statements, %v", len(all), err)
		}
		one, err := books.Statement(ctx, 3)
		if err != nil || one.Total != from.Total || len(one.Lines) != 1 || one.Lines[0].Amounts != from.Lines[0].Amounts || one.Lines[0].Shown == "" {
			t.Errorf("read again: %+v, %v", one, err)
		}
		due, err := accounts.ToRemit(ctx, books)
		if err != nil || len(due) != 2 || due[1].Last.OperatorID != "OP-many" || due[1].Amount != now.Total.Due {
			t.Errorf("to remit: %+v, %v", due, err)
		}
		r := accounts.Remittance{OperatorID: "OP-many", Amount: now.Total.Due, Day: date.In(w.Clock.Now()), Reference: "BACS 1", By: "Fi"}
		if err := books.Remit(ctx, r, "paid"); err != nil {
			t.Error(err)
		}
		if err := books.Remit(ctx, r, "paid"); err == nil {
			t.Error("a remittance was recorded twice")
		}
		if third := issue(); len(third.Statements) != 1 || third.Statements[0].Remitted != r.Amount || third.Statements[0].Closing() != 0 {
			t.Errorf("after the remittance: %+v", third)
		}
	})
}
