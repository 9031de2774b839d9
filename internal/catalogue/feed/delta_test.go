package feed

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// anyRow generates a random row of one unit type.
func anyRow(t *rapid.T) []byte {
	var r row
	r.reset()
	if rapid.IntRange(0, 9).Draw(t, "withdraw") == 0 {
		r.withdraw = true
		return r.pack(nil)
	}
	r.from = today + date.Date(rapid.IntRange(-5, 12).Draw(t, "from"))
	r.to = r.from + date.Date(rapid.IntRange(0, 9).Draw(t, "run"))
	if rapid.Bool().Draw(t, "allotment") {
		r.units = rapid.IntRange(0, 5).Draw(t, "units")
		return r.pack(nil)
	}
	r.weekdays = uint8(rapid.IntRange(1, everyDay).Draw(t, "weekdays"))
	r.nights = rapid.IntRange(1, 2).Draw(t, "nights")
	for _, party := range rapid.SliceOfNDistinct(rapid.IntRange(1, 5), 1, 3, rapid.ID).Draw(t, "parties") {
		p := r.party(party)
		if p.price = money.Pence(rapid.IntRange(0, 50).Draw(t, "price")); p.price > 0 && rapid.Bool().Draw(t, "reduced") {
			p.was = p.price + 10
		}
	}
	return r.pack(nil)
}

// TestDeltasSellTheSameAsOneFullFile cuts a file at random: the first part
// is a full import, each of the others a delta on what came before.
func TestDeltasSellTheSameAsOneFullFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.Custom(anyRow), 1, 14).Draw(t, "rows")
		wholeTable, wholeNights, err := merge(rows, store.UnitRates{}, today)
		if err != nil {
			t.Fatal(err)
		}
		var b store.UnitRates
		for rest := rows; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "part")
			if b.Table, b.Allotment, err = merge(rest[:n], b, today); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		got, want := sells(t, b.Table), sells(t, wholeTable)
		if (got == nil) != (want == nil) {
			t.Fatalf("by deltas it sells something: %v, at once: %v", got != nil, want != nil)
		}
		if want == nil {
			return
		}
		gotNights, wantNights := units(t, b.Allotment), units(t, wholeNights)
		for day := today - 5; day < today+30; day++ {
			for nights := 1; nights <= 2; nights++ {
				for party := 1; party <= 6; party++ {
					price, was, ok := got.Lookup(day, nights, party)
					price2, was2, ok2 := want.Lookup(day, nights, party)
					if price != price2 || was != was2 || ok != ok2 {
						t.Fatalf("%d nights from %s for %d: by deltas %s (%s), at once %s (%s)", nights, day, party, price, was, price2, was2)
					}
				}
			}
			if day >= today && gotNights.At(day) != wantNights.At(day) {
				t.Fatalf("units on %s: by deltas %d, at once %d", day, gotNights.At(day), wantNights.At(day))
			}
		}
	})
}

func sells(t *rapid.T, table []byte) *availability.PriceTable {
	if len(table) == 0 {
		return nil
	}
	s, err := availability.DecodePriceTable(table)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func units(t *rapid.T, allotment []byte) availability.Allotment {
	a, err := availability.DecodeAllotment(allotment)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAllotmentsMayComeBeforePrices(t *testing.T) {
	ctx := context.Background()
	for name, whole := range map[string]bool{"full": true, "delta": false} {
		t.Run(name, func(t *testing.T) {
			im := importer(t, storetest.SQLite(t))
			stock := delta(`{"unit":"U1","from":"2026-07-17","to":"2026-07-31","units":3}`)
			stock.Full = whole
			good(t, "stock")(im.Prices(ctx, stock))
			same(t, "without prices", staysOnSale(t, im, "U1"), "")
			good(t, "prices")(im.Prices(ctx, delta(`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"1"}}`)))
			same(t, "with both", staysOnSale(t, im, "U1"), "07-17/3/2=1.00*3")
			good(t, "withdrawal")(im.Prices(ctx, delta(`{"unit":"U1","withdraw":true}
{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"2"}}`)))
			same(t, "after a withdrawal, which takes the stock too", staysOnSale(t, im, "U1"), "07-17/3/2=2.00*0")
		})
	}
}

// A delta can replace prices that cannot be read any more: it withdraws the
// unit type and then gives all its prices.
func TestADeltaPutsUnreadablePricesRight(t *testing.T) {
	ctx := context.Background()
	im := importer(t, storetest.SQLite(t))
	g, err := im.Store.Stage(ctx, store.PricesPart, true)
	if err == nil {
		err = g.PutPrices(ctx, "U1", []byte("no table"), []byte("no allotment"))
	}
	if err == nil {
		_, err = g.Publish(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = im.Prices(ctx, delta(`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"2"}}`))
	if err == nil || !strings.Contains(err.Error(), "U1") || !strings.Contains(err.Error(), "withdraw it first") {
		t.Errorf("on top of them: %v", err)
	}
	good(t, "all prices")(im.Prices(ctx, delta(`{"unit":"U1","withdraw":true}
{"unit":"U1","from":"2026-07-17","to":"2026-07-31","units":3}
{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"2"}}`)))
	same(t, "after it", staysOnSale(t, im, "U1"), "07-17/3/2=2.00*3")
}
