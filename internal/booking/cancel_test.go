package booking_test

import (
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

func TestTheTermsOfACancellationInWords(t *testing.T) {
	arrival := date.Of(2027, 7, 17)
	terms := catalogue.Cancellation{Steps: []catalogue.CancellationStep{{Days: 42, Percent: 100}, {Days: 14, Percent: 50}}}
	first, second, none := "If you cancel by Sat 5th Jun 2027, the whole price comes back.", "If you cancel by Sat 3rd Jul 2027, 50% of the price comes back.", "After that, nothing comes back."
	with := func(change func(*catalogue.Cancellation)) catalogue.Cancellation {
		c := terms
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		terms catalogue.Cancellation
		today date.Date
		want  []string
	}{
		"none are set":                {catalogue.Cancellation{}, arrival - 90, nil},
		"all steps":                   {terms, arrival - 42, []string{first, second, none}},
		"the first step has passed":   {terms, arrival - 41, []string{second, none}},
		"all have passed":             {terms, arrival - 13, []string{"If you cancel, nothing comes back."}},
		"nothing ever comes back":     {catalogue.Cancellation{Steps: []catalogue.CancellationStep{{Days: 1}}}, arrival - 90, []string{"If you cancel, nothing comes back."}},
		"with a fee and the deposit":  {with(func(c *catalogue.Cancellation) { c.Fee, c.KeepDeposit = 25_00, true }), arrival - 20, []string{second, none, "The deposit does not come back.", "We keep a cancellation fee of £25."}},
		"nothing left to keep of all": {with(func(c *catalogue.Cancellation) { c.Fee = 25_00 }), arrival - 2, []string{"If you cancel, nothing comes back."}},
	} {
		stay := booking.Stay{Arrival: arrival, Price: 400_00, Cancellation: c.terms, Deposit: catalogue.Deposit{Kind: catalogue.PercentDeposit, Percent: 10}}
		if got := stay.CancellationTexts(c.today, false); !slices.Equal(got, c.want) {
			t.Errorf("%s: %s", name, strings.Join(got, " | "))
		}
	}
	deposit := booking.Stay{Arrival: arrival, Price: 400_00, Cancellation: terms}
	want := []string{second, none, "What does not come back is kept from the deposit that you pay us.", "What is paid to the park operator is not part of this: please ask the operator."}
	if got := deposit.CancellationTexts(arrival-20, true); !slices.Equal(got, want) {
		t.Errorf("only a deposit is paid to us: %s", strings.Join(got, " | "))
	}
}

// Whoever reads the rule beside the sums finds every part of what is kept in it.
func TestTheRuleExplainsWhatIsKept(t *testing.T) {
	arrival := date.Of(2027, 7, 17)
	terms := catalogue.Cancellation{Steps: []catalogue.CancellationStep{{Days: 42, Percent: 100}, {Days: 14, Percent: 50}}}
	kept := terms
	kept.Fee, kept.KeepDeposit = 25_00, true
	all, half := "If you cancel by Sat 5th Jun 2027, the whole price comes back.", "If you cancel by Sat 3rd Jul 2027, 50% of the price comes back."
	deposit, fee, operator := " The deposit of £40 does not come back.", " We keep a cancellation fee of £25.", " What is paid to the park operator is not part of this: please ask the operator."
	for name, c := range map[string]struct {
		terms      catalogue.Cancellation
		before     date.Date
		paid, back money.Pence
		compulsory bool
		want       string
	}{
		"the step alone":               {terms, 50, 400_00, 400_00, false, all},
		"deposit and fee":              {kept, 50, 400_00, 335_00, false, all + deposit + fee},
		"half is more than a deposit":  {kept, 20, 400_00, 175_00, false, half + fee},
		"only the deposit was paid":    {kept, 20, 40_00, 0, false, half + fee + " By these terms we keep £225. You have paid £40, so nothing comes back."},
		"nothing was paid":             {terms, 20, 0, 0, false, half},
		"after the last step":          {kept, 5, 400_00, 0, false, "Nothing comes back."},
		"the operator has the balance": {terms, 50, 40_00, 40_00, true, all + operator},
	} {
		b := booking.Booking{State: booking.Confirmed, Total: 400_00, AmountPaid: c.paid, Compulsory: c.compulsory, Stay: booking.Stay{Arrival: arrival, Price: 400_00,
			Cancellation: c.terms, Deposit: catalogue.Deposit{Kind: catalogue.PercentDeposit, Percent: 10}}}
		if got := b.SettlementOn(arrival-c.before, 0); got.Rule != c.want || got.Back != c.back {
			t.Errorf("%s: £%s back: %s", name, got.Back, got.Rule)
		}
	}
}
