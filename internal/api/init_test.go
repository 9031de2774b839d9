package api

import (
	"testing"

	"holidaymaker/internal/catalogue"
)

// The 70 days of a rule without a day are for balances that are paid to us.
func TestTheDayOfABalanceIsPublishedAsItIs(t *testing.T) {
	for _, c := range []struct {
		compulsory bool
		days, want int
	}{{false, 0, 70}, {false, 42, 42}, {true, 42, 42}, {true, 0, 0}} {
		shown := map[string]OperatorDeposit{}
		addDeposits(shown, []*catalogue.Operator{{ID: "PIN", Deposit: catalogue.Deposit{
			Kind: catalogue.PercentDeposit, Percent: 25, Compulsory: c.compulsory, BalanceDueDays: c.days}}})
		if got := shown["PIN"].BalanceDueDays; got != c.want {
			t.Errorf("compulsory %v, %d days: published as %d", c.compulsory, c.days, got)
		}
	}
}
