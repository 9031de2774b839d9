package money

import "testing"

func TestARateIsChargedForWhatItNames(t *testing.T) {
	for _, c := range []struct {
		rate Rate
		want Pence
		text string
	}{
		{Rate{Amount: 300}, 300, "£3"},
		{Rate{Amount: 300, PerNight: true}, 2100, "£3 per night"},
		{Rate{Amount: 350, PerPerson: true}, 1400, "£3.50 per person"},
		{Rate{Amount: 300, PerPerson: true, PerNight: true}, 8400, "£3 per person per night"},
		{Rate{Amount: 2500, PerDog: true}, 5000, "£25 per dog"},
		{Rate{Amount: 500, PerDog: true, PerNight: true}, 7000, "£5 per dog per night"},
	} {
		if got := c.rate.Of(7, 4, 2); got != c.want || c.rate.Text() != c.text {
			t.Errorf("%+v: %d, %q; want %d, %q", c.rate, got, c.rate.Text(), c.want, c.text)
		}
	}
	list := Rates{{Amount: 300}, {Amount: 500, PerDog: true}}
	if list.Of(7, 4, 2) != 1300 || list.PerPerson() || !list.PerDog() || (Rates{{PerPerson: true}}).PerPerson() {
		t.Errorf("%+v: %d", list, list.Of(7, 4, 2))
	}
}
