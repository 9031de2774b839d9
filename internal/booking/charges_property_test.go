package booking

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// However often the number of dogs changes, the price of the stay is that of the last number:
// nights, charges and levies added up, then the promotion.
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
		levies := drawLevies(t)
		b.OfferID = Offer{"U", 20_000, b.Stay.Nights, b.Stay.setPrice(pricing{base, charges, dogs, levies}, b.Party)}.ID()
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
		for _, l := range levies {
			want += l.Rule(0).Of(base, b.Stay.Arrival, b.Stay.Nights, b.Party.Adults, b.Party.Under5s)
		}
		if b.Stay.Price != PromotionalPrice(want, b.Stay.PercentOff) {
			t.Fatalf("%+v costs %s, want %s", b.Party, b.Stay.Price, PromotionalPrice(want, b.Stay.PercentOff))
		}
		if !b.Party.Dogs && b.Party.DogCount != 0 {
			t.Fatal("dogs are counted although none come")
		}
	})
}

// firstDay is the first arrival date of the drawn stays.
const firstDay = date.Date(20_600)

func drawLevies(t *rapid.T) (levies []catalogue.Levy) {
	for range rapid.IntRange(0, 2).Draw(t, "levies") {
		l := catalogue.Levy{Name: "Visitor levy", Nights: rapid.IntRange(0, 7).Draw(t, "nights that count"), AdultsOnly: rapid.Bool().Draw(t, "adults only")}
		if l.Amount = money.Pence(rapid.IntRange(0, 300).Draw(t, "levy")); l.Amount == 0 {
			l.Percent, l.AdultsOnly = money.Percent(rapid.IntRange(1, 2500).Draw(t, "levied")), false
		}
		if rapid.Bool().Draw(t, "dated") {
			l.From = (firstDay + date.Date(rapid.IntRange(0, 9).Draw(t, "from"))).ISO()
		}
		levies = append(levies, l)
	}
	return levies
}

// The price of the index is the one for which a hold is taken. What a party then pays is
// not more, and is the same where no child is free of a levy; without a promotion and with
// what is levied taken off, it is the price of the table.
func TestThePriceOfTheIndexIsThatOfTheHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, most int) int { return rapid.IntRange(0, most).Draw(t, name) }
		levies, fee := drawLevies(t), money.Pence(number("fee", 2_000))
		base, arrival, nights := money.Pence(1+number("base", 300_000)), firstDay+date.Date(number("arrival", 9)), 1+number("nights", 20)
		party := Party{Adults: 1 + number("adults", 3), Children: number("children", 2)}
		table, err := availability.NewPriceTable([]int{3, 6}, firstDay, 10)
		if err == nil {
			err = table.Set(arrival, nights, 1, base, 0)
		}
		if err != nil {
			t.Fatal(err)
		}
		unit := availability.Unit{ID: "U", Channel: "uktouring", Data: availability.UnitData{PriceTable: table.Encode(),
			Allotment: availability.Allotment{First: firstDay, Units: slices.Repeat([]int{1}, 32)}.Encode()}}
		for _, l := range levies {
			unit.Levies = append(unit.Levies, l.Rule(fee))
		}
		ix, err := availability.Build(availability.BuildInput{First: firstDay, Days: 10, Parks: []availability.Park{{ID: "P", Region: "1"}}, Units: []availability.Unit{unit}})
		if err != nil {
			t.Fatal(err)
		}
		offer, ok := ix.Offer(0, arrival, nights, party.Size())
		if !ok {
			t.Fatal("the stay is not on sale")
		}
		stay := Stay{Arrival: arrival, Nights: nights, BookingFee: fee}
		shown := stay.setPrice(pricing{base: base, levies: levies}, party)
		if shown != offer.Price || stay.Price > shown || party.Children == 0 && stay.Price != shown {
			t.Fatalf("the index has %s, the hold %s and then %s", offer.Price, shown, stay.Price)
		}
		if levied := (Booking{State: Confirmed, Stay: stay}).Levied(); stay.Price-levied != base {
			t.Fatalf("%s less %s is not %s", stay.Price, levied, base)
		}
		back, _, _ := ix.UnitData(0)
		if price, _, _ := back.Lookup(arrival, nights, party.Size()); price != base {
			t.Fatalf("the index gives back %s as the price without the levy, want %s", price, base)
		}
	})
}
