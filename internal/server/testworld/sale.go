package testworld

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/store"
)

// units are for sale at £189.00 for three nights, from Summer and the nine days
// after it, for up to six people.
var units = []struct {
	id, channel string
	count       int
	dogs        bool
	deposit     catalogue.Deposit
	features    []string
}{
	{"caravan", "ukcaravan", 3, true, catalogue.Deposit{Kind: catalogue.FixedDeposit, Amount: 49_00}, nil},
	{"last", "ukcaravan", 1, false, catalogue.Deposit{Kind: catalogue.FixedDeposit, Amount: 49_00}, nil},
	{"euro", "eurocaravan", 3, false, catalogue.Deposit{Kind: catalogue.PercentDeposit, Percent: 25, Compulsory: true, Message: "The balance is taken by the village in euros."}, nil},
	{"boat", "boats", 3, false, catalogue.Deposit{}, nil},
	{"crowd", "ukcaravan", 100, false, catalogue.Deposit{}, nil},
	{"flex", "ukcaravan", 4, false, catalogue.Deposit{Kind: catalogue.FixedDeposit, Amount: 49_00}, nil},
	{"twin", "ukcaravan", 1, false, catalogue.Deposit{Kind: catalogue.FixedDeposit, Amount: 49_00}, nil}, // at the park of 'caravan'
	{"many", "uklodge", 10, false, catalogue.Deposit{Kind: catalogue.PercentDeposit, Percent: 10, Message: "The park will write to you."}, []string{"linen"}},
}

// Terms are the terms of a cancellation of the unit 'flex'; the others have none.
var Terms = catalogue.Cancellation{Steps: []catalogue.CancellationStep{{Days: 137, Percent: 90}, {Days: 60, Percent: 50}}, Fee: 5_00, KeepDeposit: true}

// Changes are the terms of changes of the units 'flex' and 'many'; the others have none.
var Changes = catalogue.Changes{Days: 30, Fee: 15_00, Cheaper: catalogue.CheaperMoney}

// Price is what every stay costs for two people.
const Price = money.Pence(189_00)

// Extras are the extras of every park.
var Extras = []catalogue.Extra{
	{Code: "LIN", Name: "Bed linen", Cost: 12_50, DepCost: 2_50, Max: 6, Feature: "linen"},
	{Code: "COT", Name: "Travel cot", Cost: 15_00, Max: 1},
	{Code: "LCO", Name: "Late check-out", Cost: 35_00, Max: 1, CheckOut: "midday"},
}

// Rules are the rules of every park.
var Rules = catalogue.Rules{LeadAge: 21, MaxDogs: 2, MaxAdults: 8, MaxUnits: 5, ArriveBy: "10pm"}

var codes = []catalogue.Code{
	{Code: "SPRING20", Kind: catalogue.DiscountCode, Amount: 20_00},
	{Code: "TENTH", Kind: catalogue.DiscountCode, Percent: 10},
	{Code: "HUGE", Kind: catalogue.DiscountCode, Amount: 5000_00},
	{Code: "OVER", Kind: catalogue.DiscountCode, Amount: 10_00, Until: "2026-01-31"},
	{Code: "LODGE", Kind: catalogue.DiscountCode, Amount: 10_00, Channels: []string{"uklodge"}},
	{Code: "DEAR", Kind: catalogue.DiscountCode, Amount: 10_00, MinPrice: 250_00},
	{Code: "GIFT50", Kind: catalogue.VoucherCode, Amount: 50_00},
	{Code: "GIFTALL", Kind: catalogue.VoucherCode, Amount: Price},
	{Code: "GIFTBIG", Kind: catalogue.VoucherCode, Amount: 1000_00},
}

// Units returns the ids of the units.
func Units() (ids []string) {
	for _, u := range units {
		ids = append(ids, u.id)
	}
	return ids
}

// UnitCount returns how many units of a type there are.
func UnitCount(id string) int {
	for _, u := range units {
		if u.id == id {
			return u.count
		}
	}
	return 0
}

// UnitFinder finds the units of the test world.
type UnitFinder struct{}

// Unit implements booking.Catalogue.
func (UnitFinder) Unit(id string) (booking.Unit, bool) {
	for _, u := range units {
		if u.id == id {
			var terms catalogue.Cancellation
			if id == "flex" {
				terms = Terms
			}
			var changes catalogue.Changes
			if id == "flex" || id == "many" {
				changes = Changes
			}
			park := "P-" + id
			if id == "twin" {
				park = "P-caravan"
			}
			return booking.Unit{
				Type: catalogue.UnitType{ID: id, ParkID: park, Channel: u.channel, Name: "Gold " + id, Sleeps: 6, Dogs: u.dogs, Features: u.features},
				Park: catalogue.Park{ID: park, Name: "Gannet Sands", Town: "Trevarrow", RegionID: "12", Extras: Extras,
					CheckIn: "4pm", CheckOut: "10am", Rules: Rules},
				Operator: catalogue.Operator{ID: "OP-" + id, Name: "Skerry Parks", Deposit: u.deposit, Cancellation: terms, Changes: changes},
				Region:   "Cornwall",
			}, true
		}
	}
	return booking.Unit{}, false
}

// Publish publishes the units, their prices and the codes. Every stay costs
// price.
func Publish(t testing.TB, s *store.Store, price money.Pence) {
	t.Helper()
	ctx := context.Background()
	table, err := availability.NewPriceTable([]int{2, 6}, Summer, 10)
	check(t, err)
	for day := range date.Date(10) {
		for threshold := range 2 {
			check(t, table.Set(Summer+day, 3, threshold, price+money.Pounds(int64(50*threshold)), 0))
		}
	}
	goods, err := s.Stage(ctx, store.CataloguePart, true)
	check(t, err)
	prices, err := s.Stage(ctx, store.PricesPart, true)
	check(t, err)
	for _, u := range units {
		check(t, goods.Put(ctx, catalogue.KindUnit, u.id, fmt.Appendf(nil, `{"id":%q}`, u.id)))
		a := availability.Allotment{First: Summer, Units: make([]int, 14)}
		for i := range a.Units {
			a.Units[i] = u.count
		}
		check(t, prices.PutPrices(ctx, u.id, table.Encode(), a.Encode()))
	}
	for _, c := range codes {
		body, err := json.Marshal(c)
		check(t, err)
		check(t, goods.Put(ctx, catalogue.KindCode, c.Code, body))
	}
	_, err = goods.Publish(ctx)
	check(t, err)
	_, err = prices.Publish(ctx)
	check(t, err)
}
