package feed

import (
	"context"
	"testing"

	"holidaymaker/internal/store/storetest"
)

// A reduction is shown only where the stay was really on sale for the earlier
// price, as far as this database knows.
func TestAnEarlierPriceThatWasNeverAskedIsLeftOut(t *testing.T) {
	ctx := context.Background()
	row := func(price, was string) string {
		prices := `{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"` + price + `"}`
		if was != "" {
			prices += `,"was":{"2":"` + was + `"}`
		}
		return prices + "}"
	}
	const stock = `{"unit":"U1","from":"2026-07-17","to":"2026-07-31","units":3}`
	for kind, file := range map[string]func(string) File{
		"full":  func(rows string) File { return full(rows + "\n" + stock) },
		"delta": delta,
	} {
		t.Run(kind, func(t *testing.T) {
			im := importer(t, storetest.SQLite(t))
			good(t, "stock")(im.Prices(ctx, full(stock)))
			for i, step := range []struct {
				what, rows, sold string
				untrue           int64
			}{
				{"first on sale: the feed knows what it cost elsewhere", row("200.00", "250.00"), "07-17/3/2=200.00<250.00*3", 0},
				{"reduced again, the earlier price stays", row("190.00", "250.00"), "07-17/3/2=190.00<250.00*3", 0},
				{"the same once more", row("190.00", "250.00"), "07-17/3/2=190.00<250.00*3", 0},
				{"the reduction is over", row("220.00", ""), "07-17/3/2=220.00*3", 0},
				{"more than it was ever on sale for since", row("210.00", "280.00"), "07-17/3/2=210.00*3", 1},
				{"just what it was on sale for", row("180.00", "210.00"), "07-17/3/2=180.00<210.00*3", 0},
			} {
				report := good(t, step.what)(im.Prices(ctx, file(step.rows)))
				same(t, step.what, sold(t, im, "U1"), step.sold)
				if report.Untrue != step.untrue {
					t.Errorf("step %d, %s: %d earlier prices left out, want %d", i, step.what, report.Untrue, step.untrue)
				}
			}
		})
	}
}

// A withdrawal in the same delta does not make a reduction true.
func TestAWithdrawalDoesNotHideWhatWasOnSale(t *testing.T) {
	ctx := context.Background()
	im := importer(t, storetest.SQLite(t))
	good(t, "first")(im.Prices(ctx, full(`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"200.00"}}`)))
	report := good(t, "delta")(im.Prices(ctx, delta(`{"unit":"U1","withdraw":true}
{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"190.00"},"was":{"2":"260.00"}}`)))
	same(t, "sold", sold(t, im, "U1"), "07-17/3/2=190.00*0")
	if report.Untrue != 1 {
		t.Errorf("%d earlier prices left out, want 1", report.Untrue)
	}
}
