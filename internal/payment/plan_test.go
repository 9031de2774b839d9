package payment_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
)

// factsOf are the facts of a confirmed booking of £400 with a deposit of £60, whose
// captured payments are given, oldest first. It begins in so many days.
func factsOf(days int, terms catalogue.Cancellation, voucher money.Pence, paid ...money.Pence) payment.Facts {
	f := payment.Facts{Today: date.Of(2027, 3, 1)}
	b := &f.Booking
	b.Ref, b.Shown, b.State, b.Contact.Email = "ABCDE12345", "ABCDE-12345", booking.Confirmed, "jo@mail.example"
	b.Stay = booking.Stay{Price: 400_00, Nights: 3, Arrival: f.Today + date.Date(days), Cancellation: terms,
		Deposit: catalogue.Deposit{Kind: catalogue.FixedDeposit, Amount: 60_00}}
	b.Total = 400_00 - voucher
	if voucher > 0 {
		f.Vouchers = []payment.VoucherFacts{{VoucherUse: ledger.VoucherUse{Taken: voucher}, Code: "GIFT"}}
	}
	for i, amount := range paid {
		f.Payments = append(f.Payments, payment.PaymentFacts{Refundable: amount,
			Attempt: payment.Attempt{ID: fmt.Sprint("P", i+1), Amount: amount, State: payment.StateCaptured, Method: payment.Card}})
		b.AmountPaid += amount
	}
	return f
}

var someTerms = catalogue.Cancellation{Steps: []catalogue.CancellationStep{{Days: 60, Percent: 100}, {Days: 30, Percent: 50}}}

// partsOf is what goes back and is kept of each payment, in the plan's order.
func partsOf(p payment.Plan) string {
	var parts []string
	for _, part := range p.Parts {
		parts = append(parts, fmt.Sprintf("%s %s+%s", part.Attempt, part.Back, part.Fee))
	}
	for _, v := range p.Vouchers {
		parts = append(parts, fmt.Sprintf("%s %s", v.Code, v.Taken))
	}
	return strings.Join(parts, ", ")
}

func TestWhatTheTermsGiveBack(t *testing.T) {
	with := func(change func(*catalogue.Cancellation)) catalogue.Cancellation {
		c := someTerms
		change(&c)
		return c
	}
	fee := with(func(c *catalogue.Cancellation) { c.Fee = 25_00 })
	deposit := with(func(c *catalogue.Cancellation) { c.KeepDeposit = true })
	for name, c := range map[string]struct {
		facts payment.Facts
		parts string
	}{
		"on the last day of a step":         {factsOf(60, someTerms, 0, 400_00), "P1 400.00+0.00"},
		"a day later":                       {factsOf(59, someTerms, 0, 400_00), "P1 200.00+200.00"},
		"after the last step":               {factsOf(29, someTerms, 0, 400_00), "P1 0.00+400.00"},
		"a fee":                             {factsOf(70, fee, 0, 400_00), "P1 375.00+25.00"},
		"a fee beside half":                 {factsOf(40, fee, 0, 400_00), "P1 175.00+225.00"},
		"a fee that is more than was paid":  {factsOf(70, fee, 0, 20_00), "P1 0.00+20.00"},
		"the deposit":                       {factsOf(70, deposit, 0, 400_00), "P1 340.00+60.00"},
		"half is more than the deposit":     {factsOf(40, deposit, 0, 400_00), "P1 200.00+200.00"},
		"only the deposit was paid":         {factsOf(40, someTerms, 0, 60_00), "P1 0.00+60.00"},
		"two payments, the newest first":    {factsOf(40, someTerms, 0, 60_00, 340_00), "P2 200.00+140.00, P1 0.00+60.00"},
		"two payments, both":                {factsOf(40, someTerms, 0, 300_00, 100_00), "P2 100.00+0.00, P1 100.00+200.00"},
		"a voucher last":                    {factsOf(40, someTerms, 150_00, 250_00), "P1 200.00+50.00"},
		"a part of the voucher":             {factsOf(40, someTerms, 300_00, 100_00), "P1 100.00+0.00, GIFT 100.00"},
		"all of the voucher":                {factsOf(70, someTerms, 300_00, 100_00), "P1 100.00+0.00, GIFT 300.00"},
		"paid by a voucher alone":           {factsOf(40, someTerms, 400_00), "GIFT 200.00"},
		"paid by a voucher, and none of it": {factsOf(20, someTerms, 400_00), ""},
	} {
		p, err := payment.PlanOf(c.facts, payment.Change{Kind: payment.CancelByTerms})
		if err != nil || partsOf(p) != c.parts {
			t.Errorf("%s: %s, %v; want %s", name, partsOf(p), err, c.parts)
		}
	}
}

func TestACancellationThatIsRefusedSaysWhy(t *testing.T) {
	in := func(state payment.State, facts payment.Facts) payment.Facts {
		facts.Payments[0].State, facts.Payments[0].Refundable = state, 0
		return facts
	}
	with := func(change func(*payment.PaymentFacts)) payment.Facts {
		f := factsOf(70, someTerms, 0, 400_00)
		change(&f.Payments[0])
		return f
	}
	for want, facts := range map[string]payment.Facts{
		"cannot be cancelled online. Please call us":    factsOf(70, catalogue.Cancellation{}, 0, 400_00),
		"The stay has begun":                            factsOf(0, someTerms, 0, 400_00),
		"Your payment is still on its way from your":    in(payment.StateAuthorised, factsOf(40, someTerms, 0, 400_00)),
		"still on its way from your bank. Please try":   in(payment.StateCaptureRequested, factsOf(40, someTerms, 0, 400_00)),
		"A refund of this booking is under way":         in(payment.StateRefunding, factsOf(70, someTerms, 0, 400_00)),
		"A refund of this booking has failed":           in(payment.StateRefundFailed, factsOf(70, someTerms, 0, 400_00)),
		"We have to look at a payment of this booking":  with(func(a *payment.PaymentFacts) { a.Dispute = "CHARGED_BACK" }),
		"payment of this booking first. Please call us": with(func(a *payment.PaymentFacts) { a.Alert = "the provider has refunded 40.00 GBP without us" }),
		"A payment for this booking is in progress":     func() payment.Facts { f := factsOf(70, someTerms, 0, 60_00); f.Booking.Attempt = "P2"; return f }(),
		"has been cancelled already": func() payment.Facts {
			f := factsOf(70, someTerms, 0, 60_00)
			f.Booking.State = booking.Refunded
			return f
		}(),
		"is not confirmed, so there is nothing to cance": func() payment.Facts { f := factsOf(70, someTerms, 0); f.Booking.State = booking.Held; return f }(),
	} {
		_, err := payment.PlanOf(facts, payment.Change{Kind: payment.CancelByTerms})
		if f, ok := booking.FailureOf(err); !ok || !strings.Contains(f.Message, want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	// What was only authorised is not taken, where all of it goes back.
	p, err := payment.PlanOf(in(payment.StateAuthorised, factsOf(70, someTerms, 0, 400_00)), payment.Change{Kind: payment.CancelByTerms})
	if err != nil || !slices.Contains(p.Steps(), "the authorisation of £400.00 (payment P1) is cancelled") {
		t.Errorf("%q, %v", p.Steps(), err)
	}
}

// Why money goes back decides what becomes of the price and of what is left to pay.
func TestARefundOfABookingThatStays(t *testing.T) {
	tooMuch := factsOf(40, someTerms, 0, 400_00, 50_00)
	for _, c := range []struct {
		kind          payment.ChangeKind
		facts         payment.Facts
		amount        money.Pence
		parts, says   string
		refusedBecaus string
	}{
		{payment.SomethingWrong, factsOf(40, someTerms, 0, 400_00), 40_00, "P1 40.00+0.00", "its total goes from £400.00 to £360.00", ""},
		{payment.SomethingWrong, factsOf(40, someTerms, 0, 380_00), 40_00, "P1 20.00+0.00", "£20.00 less is left to pay", ""},
		{payment.PaidTooMuch, tooMuch, 0, "P2 50.00+0.00", "£50.00 was paid too much", ""},
		{payment.PaidTooMuch, tooMuch, 20_00, "P2 20.00+0.00", "stays", ""},
		{payment.PaidTooMuch, tooMuch, 50_01, "", "", "only £50.00 was paid too much"},
		{payment.PaidTooMuch, factsOf(40, someTerms, 0, 400_00), 0, "", "", "nothing was paid too much"},
		{payment.TakenByMistake, factsOf(40, someTerms, 0, 60_00, 340_00), 340_00, "P2 340.00+0.00", "£340.00 is then left to pay, before 2027-03-08", ""},
		{payment.TakenByMistake, factsOf(90, someTerms, 0, 60_00, 340_00), 40_00, "P2 40.00+0.00", "£40.00 is then left to pay, before 2027-03-21", ""},
		{payment.TakenByMistake, factsOf(40, someTerms, 0, 60_00), 60_01, "", "", "only £60.00 can be refunded now"},
		{payment.TakenByMistake, tooMuch, 40_00, "", "", "was paid too much for it"},
		{payment.TakenByMistake, factsOf(0, someTerms, 0, 60_00), 10_00, "", "", "its stay has begun"},
	} {
		p, err := payment.PlanOf(c.facts, payment.Change{Kind: c.kind, Amount: c.amount})
		switch {
		case c.refusedBecaus != "":
			if err == nil || !strings.Contains(err.Error(), c.refusedBecaus) {
				t.Errorf("%s, £%s: %v, want %q", c.kind, c.amount, err, c.refusedBecaus)
			}
		case err != nil || partsOf(p) != c.parts || !strings.Contains(strings.Join(p.Steps(), "; "), c.says):
			t.Errorf("%s, £%s: %s, %q, %v", c.kind, c.amount, partsOf(p), p.Steps(), err)
		}
	}
}

// Where nothing comes back either way, the plan of another day is another one all the same.
func TestAPlanIsThatOfTheDaysThatItShows(t *testing.T) {
	c := payment.Change{Kind: payment.CancelByTerms}
	p, err := payment.PlanOf(factsOf(20, someTerms, 0, 400_00), c)
	moved, movedErr := payment.PlanOf(factsOf(25, someTerms, 0, 400_00), c)
	if err != nil || movedErr != nil {
		t.Fatal(err, movedErr)
	}
	if p.Settlement.Until == moved.Settlement.Until || p.Hash() == moved.Hash() {
		t.Errorf("until %s and until %s are one plan", p.Settlement.Until, moved.Settlement.Until)
	}
}

// Whatever was paid and whatever the terms: parts add up, and never more goes back than is
// there.
func TestPlansAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 27))
	pence := func(most int64) money.Pence { return money.Pence(random.Int64N(most + 1)) }
	planned := 0
	for range 20_000 {
		terms := catalogue.Cancellation{Fee: pence(60_00), KeepDeposit: random.IntN(2) == 0}
		for days, percent := random.IntN(120)+1, int64(100); days > 0 && percent > 0; days, percent = days-1-random.IntN(60), percent-1-random.Int64N(60) {
			terms.Steps = append(terms.Steps, catalogue.CancellationStep{Days: days, Percent: percent})
		}
		voucher := pence(400_00) * money.Pence(random.IntN(2))
		var paid []money.Pence
		for left := 400_00 - voucher; len(paid) < random.IntN(4); {
			paid = append(paid, pence(int64(left)))
			left -= paid[len(paid)-1]
		}
		f := factsOf(random.IntN(130), terms, voucher, paid...)
		f.Rebooking.Before, f.Rebooking.After = f.Booking, f.Booking
		f.Rebooking.After.Total = pence(500_00)
		for _, kind := range []payment.ChangeKind{payment.ChangeStay, payment.CancelByTerms, payment.CancelKeeping, payment.CancelReturning, payment.CancelReturningAll, payment.SomethingWrong, payment.PaidTooMuch, payment.TakenByMistake} {
			c := payment.Change{Kind: kind, Amount: pence(500_00), KeepRest: random.IntN(2) == 0}
			p, err := payment.PlanOf(f, c)
			if err != nil {
				if _, ok := booking.FailureOf(err); !ok && !errors.As(err, new(payment.Refusal)) {
					t.Fatal(err)
				}
				continue
			}
			planned++
			checkPlan(t, f, c, p)
			if again, _ := payment.PlanOf(f, c); again.Hash() != p.Hash() {
				t.Errorf("%s: the same facts have another hash", kind)
			}
		}
	}
	if planned < 40_000 {
		t.Errorf("only %d plans", planned)
	}
}

// A cheaper stay gives back what was then paid too much, the newest payment first; a dearer
// one leaves more to pay. Paid is what the new stay costs, and what goes back.
func TestAnotherStayChangesWhatIsPaid(t *testing.T) {
	to := func(total money.Pence, f payment.Facts) payment.Facts {
		f.Rebooking.Before, f.Rebooking.After = f.Booking, f.Booking
		f.Rebooking.After.Total, f.Rebooking.After.Stay.Arrival = total, f.Booking.Stay.Arrival+7
		return f
	}
	taking := factsOf(70, someTerms, 0, 400_00)
	taking.Payments[0].State, taking.Payments[0].Refundable = payment.StateCaptureRequested, 0
	disputed := factsOf(70, someTerms, 0, 400_00)
	disputed.Payments[0].Dispute = "CHARGED_BACK"
	for name, c := range map[string]struct {
		facts         payment.Facts
		parts, refuse string
	}{
		"dearer":                           {to(450_00, factsOf(70, someTerms, 0, 400_00)), "", ""},
		"cheaper":                          {to(300_00, factsOf(70, someTerms, 0, 60_00, 340_00)), "P2 100.00+0.00", ""},
		"cheaper, of both payments":        {to(30_00, factsOf(70, someTerms, 0, 60_00, 340_00)), "P2 340.00+0.00, P1 30.00+0.00", ""},
		"cheaper, and only a deposit paid": {to(300_00, factsOf(70, someTerms, 0, 60_00)), "", ""},
		"dearer, while a capture goes on":  {to(450_00, taking), "", ""},
		"cheaper, while a capture goes on": {to(300_00, taking), "", "still on its way from your bank"},
		"disputed":                         {to(450_00, disputed), "", "We have to look at a payment"},
		"cheaper, and not all is refunded": {to(10_00, func() payment.Facts {
			f := factsOf(70, someTerms, 0, 400_00)
			f.Payments[0].Refundable = 5_00
			return f
		}()), "", "cannot return this amount"},
		"a payment is being made meanwhile": {func() payment.Facts {
			f := to(450_00, factsOf(70, someTerms, 0, 400_00))
			f.Booking.Attempt = "P2"
			return f
		}(), "", "is in progress"},
	} {
		p, err := payment.PlanOf(c.facts, payment.Change{Kind: payment.ChangeStay})
		switch {
		case c.refuse != "":
			if err == nil || !strings.Contains(err.Error(), c.refuse) {
				t.Errorf("%s: %v, want %q", name, err, c.refuse)
			}
			continue
		case err != nil || partsOf(p) != c.parts:
			t.Errorf("%s: %s, %v", name, partsOf(p), err)
		}
		if other, _ := payment.PlanOf(to(c.facts.Rebooking.After.Total+1, c.facts), payment.Change{Kind: payment.ChangeStay}); other.Hash() == p.Hash() {
			t.Errorf("%s: a penny more is the same plan", name)
		}
	}
}

func checkPlan(t *testing.T, f payment.Facts, c payment.Change, p payment.Plan) {
	t.Helper()
	of := map[string]money.Pence{}
	var back money.Pence
	for _, part := range p.Parts {
		back += part.Back
		of[part.Attempt] += part.Back + part.Fee
		if part.Back < 0 || part.Fee < 0 {
			t.Errorf("%s: a part of %s and %s", c.Kind, part.Back, part.Fee)
		}
	}
	for _, a := range f.Payments {
		if of[a.ID] > a.Refundable || c.Kind == payment.CancelByTerms && of[a.ID] != a.Refundable {
			t.Errorf("%s: £%s of payment %s goes somewhere, of £%s", c.Kind, of[a.ID], a.ID, a.Refundable)
		}
	}
	if total := f.Rebooking.After.Total; c.Kind == payment.ChangeStay && back != max(0, f.Booking.AmountPaid-total) {
		t.Errorf("£%s of £%s goes back, of a stay that costs £%s then", back, f.Booking.AmountPaid, total)
	}
	var voucher, taken money.Pence
	for _, v := range p.Vouchers {
		voucher += v.Taken
	}
	for _, v := range f.Vouchers {
		taken += v.Taken
	}
	if voucher > taken {
		t.Errorf("%s: £%s goes back to a voucher of £%s", c.Kind, voucher, taken)
	}
	if s := p.Settled; c.Kind == payment.CancelByTerms && (s.Money+s.MoneyKept != f.Booking.AmountPaid || s.Voucher+s.VoucherKept != taken ||
		s.Money != back || s.Voucher != voucher || s.Money+s.Voucher != p.Settlement.Back || s.Money < f.Booking.AmountPaid && s.Voucher > 0) {
		t.Errorf("the sums %+v do not fit %s: back %s and %s", s, partsOf(p), back, voucher)
	}
}
