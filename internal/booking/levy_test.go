package booking

import (
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// A promotion lowers what a percentage is taken of; an amount for each person is owed whole.
func TestLeviesUnderAPromotion(t *testing.T) {
	stay := Stay{Nights: 2, BookingFee: 10_00, PercentOff: 10}
	shown := stay.setPrice(pricing{base: 110_00, levies: []catalogue.Levy{{Name: "City levy", Percent: 5_00}, {Name: "Night levy", Amount: 1_00}}}, Party{Adults: 2})
	if want := money.Pence(119_00); shown != want || stay.Price != PromotionalPrice(want, 10) {
		t.Errorf("shown %s, price %s", shown, stay.Price)
	}
	if want := "City levy £4.50 (5%); Night levy £4 (£1 per person per night)"; stay.Included() != want {
		t.Errorf("%s, want %s", stay.Included(), want)
	}
	if levied := (Booking{State: Confirmed, Stay: stay}).Levied(); levied != 8_50 {
		t.Errorf("levied %s", levied)
	}
}
