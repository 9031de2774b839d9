package booking

import (
	"testing"

	"pgregory.net/rapid"

	"holidaymaker/internal/money"
)

// However often the number of dogs changes, the price of the stay is that of the last number:
// nights and charges added up, then the promotion.
func TestThePriceFollowsTheNumberOfDogs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, most int) int { return rapid.IntRange(0, most).Draw(t, name) }
		rate := func(name string) money.Rate {
			return money.Rate{Amount: money.Pence(number(name, 9_999)), PerNight: rapid.Bool().Draw(t, "night"), PerPerson: rapid.Bool().Draw(t, "person"), PerDog: rapid.Bool().Draw(t, "dog")}
		}
		var charges []Charge
		for range number("charges", 3) {
			charges = append(charges, Charge{Code: "C", Rate: rate("charge")})
		}
		dogs := money.Rates{{Amount: money.Pence(number("a dog", 9_999)), PerDog: true}}
		b := Booking{Party: Party{Adults: 1 + number("adults", 4), Under5s: number("under fives", 2), Dogs: rapid.Bool().Draw(t, "with dogs")}}
		b.Stay = Stay{Nights: 1 + number("nights", 20), PercentOff: int64(number("per cent off", 30))}
		base := money.Pence(1 + number("base", 300_000))
		b.OfferID = Offer{"U", 20_000, b.Stay.Nights, b.Stay.setPrice(base, charges, dogs, b.Party)}.ID()
		b.Stay.Rules.MaxDogs = 5
		for range number("changes", 3) {
			count := 1 + number("dogs", 4)
			if err := b.setDogs(&count); err != nil {
				t.Fatal(err)
			}
		}
		want := base
		for _, c := range charges {
			want += c.Rate.Of(b.Stay.Nights, b.Party.Size(), b.Party.dogs())
		}
		want += dogs.Of(b.Stay.Nights, b.Party.Size(), b.Party.dogs())
		if b.Stay.Price != PromotionalPrice(want, b.Stay.PercentOff) {
			t.Fatalf("%+v costs %s, want %s", b.Party, b.Stay.Price, PromotionalPrice(want, b.Stay.PercentOff))
		}
		if !b.Party.Dogs && b.Party.DogCount != 0 {
			t.Fatal("dogs are counted although none come")
		}
	})
}
