package mail

import (
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
)

// Whether the operator has its balance is not known here: a day that is over is not named.
func TestAnOperatorsBalanceNamesADayThatIsToCome(t *testing.T) {
	due := date.Of(2026, 7, 16)
	b := booking.Booking{State: booking.Confirmed, Compulsory: true, Total: 189_00, AmountPaid: 47_25, BalanceDue: due.String()}
	const payable = "The balance is payable direct to the park operator"
	for today, want := range map[date.Date]string{due - 1: payable + ", before Thu 16th Jul 2026", due: payable, due + 1: payable} {
		if r, paid := balance(b, facts{today: today}); paid || r.Label != want {
			t.Errorf("on %s: %q", today.ISO(), r.Label)
		}
	}
}
