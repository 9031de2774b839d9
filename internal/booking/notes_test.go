package booking

import (
	"slices"
	"testing"
)

func TestPriceNotes(t *testing.T) {
	for _, c := range []struct {
		stay Stay
		want []string
	}{
		{Stay{Price: 18900}, nil},
		{Stay{Price: 18900, BookingFee: 950}, []string{"Includes a booking fee of £9.50"}},
		{Stay{Price: 18900, PercentOff: 15, BookingFee: 500}, []string{"15% off with your code words", "Includes a booking fee of £5"}},
	} {
		if got := c.stay.PriceNotes(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: got %q, want %q", c.stay, got, c.want)
		}
	}
}
