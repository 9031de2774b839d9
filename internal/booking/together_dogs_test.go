package booking

import (
	"testing"

	"holidaymaker/internal/catalogue"
)

// Dogs that come to several units are as many as the unit takes that takes the fewest.
func TestTheUnitThatTakesTheFewestDogsLimitsThem(t *testing.T) {
	unit := func(most int) wanted { return wanted{unit: Unit{Type: catalogue.UnitType{MaxDogs: most}}} }
	with, without := PartOffer{Party: Party{Dogs: true}}, PartOffer{}
	for _, one := range []struct {
		units []wanted
		asked Together
		want  int
	}{
		{[]wanted{unit(3), unit(1)}, Together{with, with}, 1},
		{[]wanted{unit(0), unit(2)}, Together{with, with}, 2},
		{[]wanted{unit(1), unit(3)}, Together{without, with}, 3},
		{[]wanted{unit(1), unit(0)}, Together{without, with}, 0},
	} {
		if got := mostDogs(one.units, one.asked); got != one.want {
			t.Errorf("%+v: %d dogs, want %d", one.asked, got, one.want)
		}
	}
}
