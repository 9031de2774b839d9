package booking_test

import (
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
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
		if got := stay.CancellationTexts(c.today); !slices.Equal(got, c.want) {
			t.Errorf("%s: %s", name, strings.Join(got, " | "))
		}
	}
}
