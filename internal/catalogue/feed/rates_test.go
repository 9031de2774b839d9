package feed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

const summerRates = `kind,unit,season,from,to,price_2,price_4,amount,nights,percent,days,min,max,units
season,,summer,2026-07-10,2026-07-20,,,,,,,,,
night,U1 U2,summer,,,60.00,70.00,,,,,,,
night,U1,,2026-07-14,2026-07-14,99.00,,,,,,,,
stay,U1 U2,,,,,,,,,,2,3,
fee,U1,,,,,,25.00,,,,,,
units,U1,,2026-07-01,2026-08-31,,,,,,,,,4
closed,U1,,2026-07-19,2026-07-19,,,,,,,,,
`

func (im Importer) mustRate(t *testing.T, files ...File) *Report {
	t.Helper()
	return good(t, "rates")(im.Rates(context.Background(), files...))
}

// costs returns the price of a stay in July as staff read it, with an earlier price and
// units: "145.00<160.00*4", or "none".
func costs(t *testing.T, im Importer, unit string, day, nights, party int) string {
	t.Helper()
	r, text := ratesNow(t, im, unit), "none"
	if len(r.Table) == 0 {
		return text
	}
	table, err := availability.DecodePriceTable(r.Table)
	if err != nil {
		t.Fatal(err)
	}
	if price, was, ok := table.Lookup(date.Of(2026, time.July, day), nights, party); ok {
		if text = price.String(); was > 0 {
			text += "<" + was.String()
		}
	}
	return text
}

func ratesNow(t *testing.T, im Importer, unit string) store.UnitRates {
	t.Helper()
	found, err := im.ratesOf(context.Background(), []string{unit})
	if err != nil {
		t.Fatal(err)
	}
	return found[unit]
}

func TestRatesArePublishedAsPricesOfStays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		report := im.mustRate(t, asCSV(full(summerRates)))
		if report.Rows != 7 || report.Units != 2 || report.Prices == 0 {
			t.Errorf("report %+v", report)
		}
		same(t, "two nights with the fee", costs(t, im, "U1", 11, 2, 2), "145.00")
		same(t, "a night that a later row replaces", costs(t, im, "U1", 13, 2, 1), "184.00")
		same(t, "no price for four on that night", costs(t, im, "U1", 13, 2, 4), "none")
		same(t, "a closed night", costs(t, im, "U1", 18, 2, 2), "none")
		same(t, "up to it", costs(t, im, "U1", 17, 2, 2), "145.00")
		nights, err := availability.DecodeAllotment(ratesNow(t, im, "U1").Allotment)
		if err != nil || nights.At(date.Of(2026, time.July, 18)) != 4 || nights.At(date.Of(2026, time.July, 19)) != 0 {
			t.Errorf("units %+v, %v", nights, err)
		}

		before := ratesNow(t, im, "U1")
		im.mustRate(t, asCSV(full(summerRates)))
		if after := ratesNow(t, im, "U1"); !bytes.Equal(after.Table, before.Table) || !bytes.Equal(after.Allotment, before.Allotment) || after.Rates != before.Rates {
			t.Error("the same file once more changes something")
		}

		im.mustRate(t, delta(`{"night":{"unit":"U1","from":"2026-07-11","to":"2026-07-11","prices":{"2":"50.00","4":70}}}`))
		same(t, "the changed night, with its earlier price", costs(t, im, "U1", 11, 2, 2), "135.00<145.00")
		same(t, "another night", costs(t, im, "U1", 15, 2, 2), "145.00")
		im.mustRate(t, delta(`{"night":{"unit":"U1","from":"2026-07-11","to":"2026-07-11","prices":{"2":"80.00"}}}`))
		same(t, "a higher price has no earlier one", costs(t, im, "U1", 11, 2, 2), "165.00")
		im.mustRate(t, delta(`{"open":{"unit":"U1","from":"2026-07-19","to":"2026-07-19"}}`))
		same(t, "a night that is open again", costs(t, im, "U1", 18, 2, 2), "145.00")

		dogs := func(unit string) string {
			table, err := availability.DecodePriceTable(ratesNow(t, im, unit).Table)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(table.Dogs().Of(1, 2, 1), table.Dogs().Of(3, 2, 2))
		}
		im.mustRate(t, asCSV(delta("kind,unit,amount,per\ndog,U1,20.00,stay\ndog,U1,4.00,night\ndog,U1,5.00,night\n")))
		same(t, "each dog: £20 and £5 a night", dogs("U1"), "25.00 70.00")
		same(t, "dogs of another unit type", dogs("U2"), "0.00 0.00")
		same(t, "the price itself", costs(t, im, "U1", 11, 2, 2), "165.00")

		report = im.mustRate(t, asCSV(full(strings.ReplaceAll(summerRates, "U1 U2", "U1"))))
		if len(report.Withdrawn) != 1 || report.Withdrawn[0].Gone != 1 || report.Withdrawn[0].Of != 2 {
			t.Errorf("withdrawn: %v", report.Withdrawn)
		}
		same(t, "what a full file lacks", costs(t, im, "U2", 11, 2, 2), "none")
	})
}

func TestAUnitTypeHasRatesOrPricesOfStays(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	ctx := context.Background()
	good(t, "prices")(im.Prices(ctx, full(`{"unit":"U2","arrival":"2026-07-17","nights":3,"prices":{"2":"129.00"}}`+"\n"+`{"unit":"U2","from":"2026-07-01","to":"2026-07-31","units":7}`)))
	im.mustRate(t, asCSV(full(strings.ReplaceAll(summerRates, "U1 U2", "U1"))))
	same(t, "a unit type without rates", staysOnSale(t, im, "U2"), "07-17/3/2=129.00*7")

	report, err := im.Rates(ctx, delta(`{"night":{"unit":"U2","from":"2026-07-11","to":"2026-07-11","prices":{"2":"50.00"}}}`))
	same(t, "rates beside prices", refused(t, report, err), " line 1, unit: the prices of U2 come from a prices file: put a withdraw row before its rates, which removes them, or import all rates without --delta")
	report, err = im.Prices(ctx, delta(`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"129.00"}}`))
	same(t, "prices beside rates", refused(t, report, err), " line 1, unit: its prices come from rates: write a price row into its rates file, or withdraw it in a delta")
	report, err = im.Prices(ctx, delta(`{"unit":"U1","from":"2026-07-17","units":3}`))
	same(t, "units beside rates", refused(t, report, err), " line 1, unit: its units come from rates: write a units row into its rates file, or withdraw it in a delta")

	rated := ratesNow(t, im, "U1")
	good(t, "a full set of prices")(im.Prices(ctx, full(`{"unit":"U2","arrival":"2026-07-18","nights":3,"prices":{"2":"99.00"}}`)))
	same(t, "its prices", staysOnSale(t, im, "U2"), "07-18/3/2=99.00*7")
	if after := ratesNow(t, im, "U1"); !bytes.Equal(after.Table, rated.Table) || after.Rates != rated.Rates {
		t.Error("a full set of prices changes a unit type that has rates")
	}
	im.mustRate(t, delta(`{"withdraw":{"unit":"U2"}}`+"\n"+`{"night":{"unit":"U2","from":"2026-07-11","to":"2026-07-12","prices":{"2":"50.00"}}}`+"\n"+
		`{"price":{"unit":"U2","from":"2026-07-11","to":"2026-07-11","nights":2,"prices":{"2":"77.00"}}}`))
	same(t, "rates in the place of prices", staysOnSale(t, im, "U2"), "07-11/1/2=50.00*0 07-12/1/2=50.00*0 07-11/2/2=77.00*0")
	report, err = im.Prices(ctx, delta(`{"unit":"U2","arrival":"2026-07-17","nights":1,"prices":{"2":"33.00"}}`), delta(`{"unit":"U1","withdraw":true}`+"\n"+
		`{"unit":"U2","arrival":"2026-07-18","nights":1,"prices":{"2":"33.00"}}`))
	same(t, "another unit type is withdrawn", refused(t, report, err), " line 1, unit: its prices come from rates: write a price row into its rates file, or withdraw it in a delta")
	if report.Bad != 2 {
		t.Errorf("%d bad rows, want 2", report.Bad)
	}
	good(t, "prices in the place of rates")(im.Prices(ctx, delta(`{"unit":"U2","withdraw":true}`+"\n"+`{"unit":"U2","arrival":"2026-07-17","nights":1,"prices":{"2":"33.00"}}`)))
	same(t, "prices in the place of rates", staysOnSale(t, im, "U2"), "07-17/1/2=33.00*0")
}

func TestRatesWithdrawTheUnitsThatCameFromRates(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	good(t, "units")(im.Prices(t.Context(), delta(`{"unit":"U2","from":"2026-07-01","to":"2026-07-31","units":7}`)))
	im.mustRate(t, asCSV(full(summerRates)))
	good(t, "a third one")(im.Catalogue(t.Context(), delta(`{"unit":{"id":"U3","park":"P1","channel":"ukcaravan","name":"Bronze","sleeps":4}}`)))
	im.mustRate(t, asCSV(full("kind,unit,from,to,price_2\nnight,U3,2026-07-11,2026-07-11,50.00\n")))
	units := func(unit string) int {
		t.Helper()
		nights, err := availability.DecodeAllotment(ratesNow(t, im, unit).Allotment)
		if err != nil {
			t.Fatal(err)
		}
		return nights.At(date.Of(2026, time.July, 11))
	}
	for _, unit := range []string{"U1", "U2"} {
		same(t, "what a full file lacks: "+unit, costs(t, im, unit, 11, 2, 2), "none")
	}
	if units("U1") != 0 || units("U2") != 7 {
		t.Errorf("units of the rates %d, of a prices file %d", units("U1"), units("U2"))
	}
	im.mustRate(t, delta(`{"night":{"unit":"U2","from":"2026-07-11","to":"2026-07-12","prices":{"2":"50.00"}}}`))
	same(t, "rates once more", staysOnSale(t, im, "U2"), "07-11/1/2=50.00*7 07-12/1/2=50.00*7 07-11/2/2=100.00*7")
}

func TestRatesThatHaveLeftTheCatalogueAreNotCountedAsWithdrawn(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	im.mustRate(t, asCSV(full(summerRates)))
	_, silver, _ := strings.Cut(landscape, `{"unit":{"id":"U2"`)
	silver, _, _ = strings.Cut(silver, "\n")
	good(t, "catalogue")(im.Catalogue(t.Context(), full(strings.ReplaceAll(landscape, `{"unit":{"id":"U2"`+silver, ""))))
	im.MaxWithdrawn = 0.2
	if report := im.mustRate(t, asCSV(full(strings.ReplaceAll(summerRates, "U1 U2", "U1")))); len(report.Withdrawn) != 0 {
		t.Errorf("withdrawn: %v", report.Withdrawn)
	}
}

func TestAnEmptyTextIsNotGiven(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	im.mustRate(t, asCSV(full(summerRates)), full(`{"stay":{"unit":"U1","arrive":"","min":3,"season":""}}`))
	same(t, "any arrival", costs(t, im, "U1", 11, 3, 2), "205.00")
	same(t, "the rule that is given", costs(t, im, "U1", 11, 2, 2), "none")
}

func TestABadFileOfRatesIsRefusedWithFileLineAndColumn(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	im.mustRate(t, asCSV(full(summerRates)))
	before := ratesNow(t, im, "U1")
	long := strings.Repeat("x", maxLine+1)
	for name, c := range map[string]struct {
		file File
		want string
	}{
		"semicolons":     {asCSV(full("kind;unit;from\nnight;U1;x\n")), " line 1, first line: the columns are not separated by commas: save the file as 'CSV UTF-8 (comma delimited)'"},
		"no kind":        {asCSV(full("unit,from\nU1,2026-07-01\n")), " line 1, first line: the column kind is missing"},
		"a column":       {asCSV(full("kind,unit,prize_2\n")), ` line 1, first line: there is no column "prize_2" (column 3)`},
		"windows":        {asCSV(full("kind,unit,season\nnight,U1,\xe9t\xe9\n")), " line 2, character 10: the byte 0xE9 is not UTF-8 but perhaps Windows-1252: save the file as UTF-8 (in spreadsheets 'CSV UTF-8')"},
		"a UK date":      {asCSV(full("kind,unit,from,to\nclosed,U1,01/08/2026,2026-08-02\n")), ` line 2, from: "01/08/2026" may be day or month first: write 2026-08-01 (in a spreadsheet format the column as yyyy-mm-dd, or import the .xlsx itself)`},
		"half a file":    {asCSV(full("kind,unit,from,to,price_2\nnight,U1,2026-08-01,2026-08-02,60.0")), ` line 2, the last line: has no line end, so its last cell "60.0" may have been cut off: export the file again, or end the line if it is complete`},
		"half an object": {full(`{"night":{"unit":"U1","from":"2026-08-01","to":"2026-0`), " line 1, from: x"},
		"a unit type":    {asCSV(full("kind,unit,from,to\nclosed,U1 U9,2026-08-01,2026-08-02\n")), ` line 2, unit: there is no unit type "U9" in the catalogue`},
		"a season":       {asCSV(full("kind,unit,season,price_2\nnight,U1,summer,60.00\n")), ` line 2, season: there is no season row for "summer": write one with its first and last date`},
		"nothing":        {asCSV(full("kind,unit\n,\n")), " line 1, character 1: there are no rows, and a full import would withdraw everything"},
		"a long line":    {full(long), " line 1, character 1: the line has more than 4194304 bytes"},
		"many prices":    {asCSV(full("kind,unit,max,price_1,price_2,price_3,price_4,price_5\nnight,U1,,1,2,3,4,5\nstay,U1,63,,,,,\n")), " line 2, unit: U1: its rates make more than 250,000 prices: shorten its dates, its longest stay (max) or its list of party sizes"},
		"dogs":           {full(`{"dog":{"unit":"U1","amount":"5.00"}}`), " line 1, per: is missing in a dog row"},
		"dogs by week":   {full(`{"dog":{"unit":"U1","amount":"5.00","per":"week"}}`), ` line 1, per: expected stay or night, not "week": what each dog costs for all nights, or for one`},
		"twice":          {full(`{"fee":{"unit":"U1","amount":"5.00","amount":"6.00"}}`), " line 1, amount: is given twice"},
		"a field":        {full(`{"fee":{"unit":"U1","amounts":"5.00"}}`), " line 1, amounts: there is no such field"},
		"no price":       {full(`{"night":{"unit":"U1","from":"2026-07-01","to":"2026-07-02","prices":{"2":""}}}`), " line 1, price_n: is missing: write the price for parties of up to n in a column such as price_4"},
		"no rule":        {full(`{"stay":{"unit":"U1","arrive":"","depart":" "}}`), " line 1, min: a stay row needs one of min, max, stays, arrive, depart, through and maxthrough"},
		"no days":        {full(`{"stay":{"unit":"U1","min":2,"arrive":","}}`), ` line 1, arrive: expected names of days such as "fri mon", or any or none, not ","`},
		"no weekdays":    {full(`{"stay":{"unit":"U1","min":2,"weekdays":", "}}`), ` line 1, weekdays: expected names of days such as "fri mon", not ","`},
		"no workbook":    {File{Reader: strings.NewReader("PK\x03\x04 half"), Full: true, XLSX: true}, " line 1, the file: cannot be read"},
	} {
		report, err := im.Rates(context.Background(), c.file)
		if got := refused(t, report, err); got != c.want && !strings.HasPrefix(got, c.want) && !(name == "half an object" && strings.Contains(got, "in quotation marks")) {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
	if after := ratesNow(t, im, "U1"); !bytes.Equal(after.Table, before.Table) {
		t.Error("a refused file changes prices")
	}
}

func TestOneImportOfRatesRunsAtATime(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	running, err := im.Store.Stage(context.Background(), store.PricesPart, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := im.Rates(context.Background(), asCSV(full(summerRates))); !errors.Is(err, store.ErrBusy) {
		t.Errorf("a second import: %v", err)
	}
	im.Wait = time.Minute
	waiting := make(chan error, 1)
	go func() {
		_, err := im.Rates(context.Background(), asCSV(full(summerRates)))
		waiting <- err
	}()
	select {
	case err := <-waiting:
		t.Errorf("an import that waits: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	if err := running.Discard(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := <-waiting; err != nil {
		t.Error(err)
	}
}

// workbookOf returns an .xlsx file with these cells.
func workbookOf(t *testing.T, fill func(book *excelize.File)) File {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	fill(book)
	b, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return File{Reader: b, Full: true, XLSX: true}
}

func TestASpreadsheetIsReadAsWhatItsCellsMean(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	set := func(book *excelize.File, cells map[string]any) {
		for at, value := range cells {
			if err := book.SetCellValue("Sheet1", at, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	file := workbookOf(t, func(book *excelize.File) {
		set(book, map[string]any{"A1": "Kind", "B1": "unit", "C1": "from", "D1": "to", "E1": "price_2", "F1": "nights", "G1": "percent",
			"A2": "night", "B2": "U1", "C2": time.Date(2026, 7, 10, 0, 0, 0, 0, time.UTC), "D2": "2026-07-20", "E2": 23.35,
			"A4": "longer", "B4": "U1", "F4": 2, "G4": 0.125})
		percent, err := book.NewStyle(&excelize.Style{NumFmt: 10})
		if err == nil {
			err = book.SetCellStyle("Sheet1", "G4", "G4", percent)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	im.mustRate(t, file)
	same(t, "a night", costs(t, im, "U1", 11, 1, 2), "23.35")
	same(t, "two nights less 12.5 %", costs(t, im, "U1", 11, 2, 2), "40.86")

	report, err := im.Rates(context.Background(), workbookOf(t, func(book *excelize.File) {
		set(book, map[string]any{"A1": "kind", "B1": "unit", "C1": "from", "D1": "to", "A3": "closed", "B3": "U1", "C3": "01/08/2026", "D3": "2026-08-02"})
	}))
	same(t, "a date that is text", refused(t, report, err), ` line 3, from: "01/08/2026" may be day or month first: write 2026-08-01 (in a spreadsheet format the column as yyyy-mm-dd, or import the .xlsx itself)`)
}

func TestTheTemplateIsAFileThatCanBeImported(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	template := RatesTemplate(today)
	for i := range template.Rows {
		if template.Rows[i][1] == templateUnit {
			template.Rows[i][1] = "U1"
		}
	}
	text, err := template.CSV()
	if err != nil {
		t.Fatal(err)
	}
	im.mustRate(t, asCSV(full(string(text))))
	fromCSV := ratesNow(t, im, "U1")
	book, err := template.Workbook()
	if err != nil {
		t.Fatal(err)
	}
	im.mustRate(t, File{Reader: bytes.NewReader(book), Full: true, XLSX: true})
	if fromBook := ratesNow(t, im, "U1"); !bytes.Equal(fromBook.Table, fromCSV.Table) || !bytes.Equal(fromBook.Allotment, fromCSV.Allotment) {
		t.Error("the two files sell different stays")
	}
	sheet, err := rates.Decode(fromCSV.Rates)
	if err != nil {
		t.Fatal(err)
	}
	table, err := availability.DecodePriceTable(fromCSV.Table)
	if err != nil {
		t.Fatal(err)
	}
	if price, _, sold := table.Lookup(date.Of(2027, time.August, 28), 7, 6); !sold || price != 999_00 {
		t.Errorf("the price row's week costs %s, want £999.00", price)
	}
	units, err := availability.DecodeAllotment(fromCSV.Allotment)
	if err != nil {
		t.Fatal(err)
	}
	if !units.OnEveryNight(date.Of(2027, time.August, 28), 7) {
		t.Error("the price row's week has no unit on a night")
	}
	if why := sheet.Explain(today, date.Of(2027, time.July, 2), 7, 7); why.Price != money.Pence(948_00) {
		t.Errorf("a week in July for seven costs %s:\n%s", why.Price, strings.Join(why.Rules, "\n"))
	}
}
