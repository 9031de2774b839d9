package booking

import (
	"slices"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// A guest who changes to another unit type learns of each extra why it is not charged any more.
func TestAnotherUnitTypeSaysWhyExtrasAreTakenOut(t *testing.T) {
	unit := Unit{Type: catalogue.UnitType{Features: []string{"linen"}}, Park: catalogue.Park{Extras: []catalogue.Extra{
		{Code: "LIN", Name: "Bed linen", Cost: 12_50, Max: 6, Feature: "linen"},
		{Code: "COT", Name: "Travel cot", Cost: 15_00, Max: 1},
	}}}
	b := Booking{Extras: []ChosenExtra{{Code: "LIN", Name: "Bed linen", Quantity: 2}, {Code: "COT", Name: "Travel cot", Quantity: 3}, {Code: "BBQ", Name: "Barbecue", Quantity: 1}}}
	r := Rebooking{After: b}
	r.bookExtrasAgain(b, Destination{Unit: &unit})
	want := []string{
		"Bed linen × 2 is taken out: the unit comes with it.",
		"Travel cot × 2 is taken out: the park sells at most 1 now.",
		"Barbecue × 1 is taken out: the park does not sell it with the new stay.",
	}
	if !slices.Equal(r.Lost(), want) {
		t.Errorf("%q", r.Lost())
	}
	if len(r.After.Extras) != 1 || r.After.Extras[0].Quantity != 1 {
		t.Errorf("kept %+v", r.After.Extras)
	}
}

// Levies and limits are for the kinds of guests on the day of arrival.
func TestAStayCannotBeChangedToADayOnWhichAChildIsAdult(t *testing.T) {
	today := date.Of(2027, 3, 1)
	unit := Unit{Type: catalogue.UnitType{ID: "U", Channel: "eurocaravan", Sleeps: 6}, Park: catalogue.Park{ID: "P", Rules: catalogue.Rules{LeadAge: 21}}}
	b := Booking{State: Confirmed, Party: Party{Adults: 1, Children: 1}, Contact: Contact{DOB: "01/06/2006"},
		Stay:    Stay{ParkID: "P", UnitTypeID: "U", Channel: "eurocaravan", Arrival: date.Of(2027, 7, 1), Nights: 7, Changes: catalogue.Changes{Days: 14}},
		Members: []Member{{Type: Adult, DOB: "01/06/2006"}, {Type: Child, DOB: "20/07/2009"}}}
	for _, c := range []struct {
		arrival date.Date
		want    Code
	}{
		{date.Of(2027, 7, 19), ""},
		{date.Of(2027, 7, 20), InvalidParty}, // 18 on that day
		{date.Of(2027, 5, 31), WrongState},   // the lead guest is 20
	} {
		err := checkWish(b, Destination{Unit: &unit, Arrival: c.arrival}, today)
		var got Code
		if f, ok := FailureOf(err); ok {
			got = f.Code
		} else if err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("%s: %v, want %q", c.arrival.ISO(), err, c.want)
		}
	}
}

// What a cancellation does not give back any more stays so after staff have moved the stay.
func TestAMoveKeepsFromWhenTheTermsCount(t *testing.T) {
	b := Booking{Stay: Stay{Arrival: 20_100, Nights: 3, TermsFrom: 20_000}}
	for _, to := range []Destination{{Arrival: 20_200}, {Arrival: 20_200, Unit: &Unit{}}} {
		if got := b.stayAt(to).termsArrival(); got != 20_000 {
			t.Errorf("the terms count from %d", got)
		}
	}
}
