package feed

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/store/storetest"
)

// withdrawals writes a report's counts in one line.
func withdrawals(r *Report) string {
	var words []string
	for _, w := range r.Withdrawn {
		words = append(words, w.String())
	}
	return strings.Join(words, ", ")
}

const someRegion = `{"region":{"id":"13","name":"Devon","country":"GB"}}` + "\n"

func TestAForgottenDeltaIsRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		im.MaxWithdrawn = 0.2
		report, err := im.Catalogue(context.Background(), full(someRegion))
		var much *TooMuchWithdrawn
		if !errors.As(err, &much) || report.Change != 0 || much.Gone != 1 || much.Of != 1 || much.What != "park" {
			t.Errorf("a catalogue of one region: %v, %+v", err, report)
		}
		same(t, "counted", withdrawals(report), "1 of 1: feature, 1 of 1: offer, 1 of 1: region, 1 of 1: operator, 1 of 1: park, 2 of 2: unit, 1 of 1: code")
		same(t, "still on sale", onSale(t, im, catalogue.KindUnit), "U1 U2")

		report = good(t, "a delta")(im.Catalogue(context.Background(), delta(someRegion+`{"withdraw":{"kind":"unit","id":"U2"}}`)))
		same(t, "withdrawn by a delta", withdrawals(report), "1 of 2: unit")
		im.MaxWithdrawn = 1
		report = good(t, "as it is meant")(im.Catalogue(context.Background(), full(someRegion)))
		same(t, "withdrawn as meant", withdrawals(report), "1 of 1: feature, 1 of 1: offer, 1 of 2: region, 1 of 1: operator, 1 of 1: park, 1 of 1: unit, 1 of 1: code")
		same(t, "nothing on sale", onSale(t, im, catalogue.KindUnit), "")
	})
}

func TestAFullImportSaysWhatItWithdrawsAndMayNotWithdrawMuch(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		report := good(t, "prices")(im.Prices(context.Background(), full(summerRows)))
		same(t, "the first prices", withdrawals(report), "")
		im.MaxWithdrawn = 0.2
		lines := strings.SplitAfter(summerRows, "\n")
		short := lines[0] + lines[2] // U2 has neither prices nor stock
		report, err := im.Prices(context.Background(), full(short))
		var much *TooMuchWithdrawn
		if !errors.As(err, &much) || report.Change != 0 {
			t.Errorf("a short file: %v, %+v", err, report)
		}
		same(t, "counted", withdrawals(report), "1 of 2: unit type with prices or stock")
		if staysOnSale(t, im, "U2") == "" {
			t.Error("U2 is not on sale any more")
		}
		im.MaxWithdrawn = 0.5
		report = good(t, "as it is meant")(im.Prices(context.Background(), full(short)))
		same(t, "withdrawn as meant", withdrawals(report), "1 of 2: unit type with prices or stock")
		report = good(t, "a delta")(im.Prices(context.Background(), delta(`{"unit":"U1","withdraw":true}`)))
		same(t, "withdrawn by a delta", withdrawals(report), "1 of 1: unit type with prices or stock")
	})
}

func TestADryRunPublishesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		good(t, "prices")(im.Prices(context.Background(), full(summerRows)))
		before := staysOnSale(t, im, "U1")
		dry := im
		dry.DryRun = true
		report := good(t, "a dry run")(dry.Prices(context.Background(), full(`{"unit":"U2","from":"2026-07-17","units":3}`+"\n"+`{"unit":"U2","arrival":"2026-07-17","nights":3,"prices":{"2":"129.00"}}`)))
		same(t, "counted", withdrawals(report), "1 of 2: unit type with prices or stock")
		if report.Change != 0 || report.Prices != 1 {
			t.Errorf("report %+v", report)
		}
		report = good(t, "a dry run")(dry.Catalogue(context.Background(), full(someRegion)))
		if report.Change != 0 || report.Entities != 1 || len(report.Withdrawn) != 7 {
			t.Errorf("report %+v", report)
		}
		same(t, "U1", staysOnSale(t, im, "U1"), before)
		same(t, "units", onSale(t, im, catalogue.KindUnit), "U1 U2")
		good(t, "an import afterwards")(im.Prices(context.Background(), delta(`{"unit":"U1","withdraw":true}`)))
	})
}

func TestPricesAndAllotmentsMayComeInFullImportsOfTheirOwn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		lines := strings.SplitAfter(summerRows, "\n")
		prices, stock := lines[0]+lines[1], lines[2]+lines[3]
		for name, order := range map[string][2]string{"prices first": {prices, stock}, "stock first": {stock, prices}} {
			im := importer(t, db)
			im.MaxWithdrawn = 0.2
			for _, text := range order {
				good(t, name)(im.Prices(context.Background(), full(text)))
			}
			same(t, name+" U1", staysOnSale(t, im, "U1"), "07-17/3/2=129.00<159.00*3 07-17/3/6=189.50*3")
			// A full import of stock replaces all stock, and nothing else.
			im.MaxWithdrawn = 0
			report := good(t, "stock of U1")(im.Prices(context.Background(), full(`{"unit":"U1","from":"2026-07-17","to":"2026-08-31","units":1}`)))
			same(t, name+" withdrawn", withdrawals(report), "1 of 2: unit type with prices or stock")
			if report.Units != 1 {
				t.Errorf("%d unit types", report.Units)
			}
			same(t, name+" U1", staysOnSale(t, im, "U1"), "07-17/3/2=129.00<159.00*1 07-17/3/6=189.50*1")
			same(t, name+" U2", staysOnSale(t, im, "U2"), "07-17/4/4=99.00*0 07-20/4/4=99.00*0 07-24/4/4=99.00*0 07-27/4/4=99.00*0 07-31/4/4=99.00*0")
			good(t, "prices of U2")(im.Prices(context.Background(), full(`{"unit":"U2","arrival":"2026-07-17","nights":2,"prices":{"4":"90"}}`)))
			same(t, name+" U1 without prices", staysOnSale(t, im, "U1"), "")
			good(t, "prices of U1")(im.Prices(context.Background(), full(`{"unit":"U1","arrival":"2026-07-17","nights":2,"prices":{"4":"90"}}`)))
			same(t, name+" U1 with its stock", staysOnSale(t, im, "U1"), "07-17/2/4=90.00*1")
		}
	})
}

func TestPricesOfUnitTypesThatHaveLeftTheCatalogueRefuseNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		good(t, "prices")(im.Prices(context.Background(), full(summerRows)))
		good(t, "U2 leaves")(im.Catalogue(context.Background(), delta(`{"withdraw":{"kind":"unit","id":"U2"}}`)))
		for range 2 { // the second import still knows U2
			report := good(t, "prices again")(im.Prices(context.Background(), full(summerRows)))
			same(t, "left out", fmt.Sprint(report.Departed, report.DepartedRows, report.Rows, report.Prices), "[U2] 2 5 5")
			same(t, "withdrawn", withdrawals(report), "")
		}
		report := good(t, "a delta")(im.Prices(context.Background(), delta(`{"unit":"U2","from":"2026-07-17","to":"2026-07-20","units":2}`)))
		same(t, "left out of a delta", fmt.Sprint(report.Departed, report.DepartedRows), "[U2] 1")
		report, err := im.Prices(context.Background(), full(`{"unit":"U3","from":"2026-07-17","to":"2026-07-20","units":2}`))
		same(t, "never known", refused(t, report, err), ` line 1, unit: there is no unit type "U3" in the catalogue`)
	})
}
