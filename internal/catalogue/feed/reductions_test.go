package feed

import (
	"context"
	"testing"

	"holidaymaker/internal/store/storetest"
)

// reducible is a price row of a stay, with an earlier price or without.
func reducible(price, was string) string {
	prices := `{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"` + price + `"}`
	if was != "" {
		prices += `,"was":{"2":"` + was + `"}`
	}
	return prices + "}"
}

// An earlier price is at most what the stay cost before, as far as this database
// knows that; where it does not, the file's word counts.
func TestAnEarlierPriceIsNotAboveWhatTheStayIsKnownToHaveCost(t *testing.T) {
	ctx := context.Background()
	const stock = `{"unit":"U1","from":"2026-07-17","to":"2026-07-31","units":3}`
	for kind, file := range map[string]func(string) File{
		"full":  func(rows string) File { return full(rows + "\n" + stock) },
		"delta": delta,
	} {
		t.Run(kind, func(t *testing.T) {
			im := importer(t, storetest.SQLite(t))
			good(t, "stock")(im.Prices(ctx, full(stock)))
			for i, step := range []struct {
				what, price, was, sold string
				lowered                int64
			}{
				{"first on sale: the feed knows what it cost elsewhere", "200.00", "250.00", "200.00<250.00", 0},
				{"reduced again, the earlier price stays", "190.00", "250.00", "190.00<250.00", 0},
				{"the same once more", "190.00", "250.00", "190.00<250.00", 0},
				{"the reduction is over", "250.00", "", "250.00", 0},
				{"cheaper, and the earlier price is missing", "220.00", "", "220.00", 0},
				{"the earlier price comes later", "220.00", "250.00", "220.00<250.00", 0},
				{"less reduced, and the earlier price is missing", "240.00", "", "240.00", 0},
				{"more than it cost before", "210.00", "280.00", "210.00<240.00", 1},
				{"the same file again", "210.00", "280.00", "210.00<240.00", 1},
				{"dearer, still below the earlier price", "230.00", "280.00", "230.00<240.00", 1},
				{"just what it cost", "180.00", "230.00", "180.00<230.00", 0},
				{"dearer than all that is known", "235.00", "280.00", "235.00<280.00", 0},
			} {
				report := good(t, step.what)(im.Prices(ctx, file(reducible(step.price, step.was))))
				same(t, step.what, staysOnSale(t, im, "U1"), "07-17/3/2="+step.sold+"*3")
				if report.EarlierLowered != step.lowered {
					t.Errorf("step %d, %s: %d earlier prices lowered, want %d", i, step.what, report.EarlierLowered, step.lowered)
				}
			}
		})
	}
}

// What was not on sale until now contradicts no earlier price. A withdrawal hides
// what was on sale from the rows of the same delta only.
func TestTheFilesWordCountsForStaysThatWereNotOnSale(t *testing.T) {
	ctx := context.Background()
	const units, fewer = `{"unit":"U1","from":"2026-07-17","to":"2026-07-31","units":3}`, `{"unit":"U1","from":"2026-07-17","to":"2026-07-18","units":3}`
	const withdrawal = `{"unit":"U1","withdraw":true}`
	reduced := reducible("190.00", "260.00")
	for what, c := range map[string]struct {
		first, second, third, sold string
		lowered                    int64
	}{
		"on sale":                            {first: units, third: reduced, sold: "190.00<200.00*3", lowered: 1},
		"no units until now":                 {third: units + "\n" + reduced, sold: "190.00<260.00*3"},
		"no units on the last night":         {first: fewer, third: reduced, sold: "190.00<260.00*3"},
		"withdrawn in the same delta":        {first: units, third: withdrawal + "\n" + units + "\n" + reduced, sold: "190.00<200.00*3", lowered: 1},
		"withdrawn in the delta before this": {first: units, second: withdrawal, third: units + "\n" + reduced, sold: "190.00<260.00*3"},
	} {
		t.Run(what, func(t *testing.T) {
			im := importer(t, storetest.SQLite(t))
			good(t, "first")(im.Prices(ctx, full(reducible("200.00", "")+"\n"+c.first)))
			if c.second != "" {
				good(t, "second")(im.Prices(ctx, delta(c.second)))
			}
			report := good(t, "third")(im.Prices(ctx, delta(c.third)))
			same(t, "sold", staysOnSale(t, im, "U1"), "07-17/3/2="+c.sold)
			if report.EarlierLowered != c.lowered {
				t.Errorf("%d earlier prices lowered, want %d", report.EarlierLowered, c.lowered)
			}
		})
	}
}
