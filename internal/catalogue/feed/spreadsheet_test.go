package feed

import (
	"context"
	"os"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/store/storetest"
)

func TestAFileThatWasCutOffIsRefused(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	good(t, "prices")(im.Prices(context.Background(), full(summerRows)))
	before := staysOnSale(t, im, "U1")
	for name, want := range map[string]string{
		"prices-cut-after-price.csv": " line 6, the last line: has 7 cells of 10 and no line end, so the file may have been cut off: export the file again, or end the line if it is complete",
		"prices-cut-in-price.csv":    " line 6, the last line: has 9 cells of 10 and no line end, so the file may have been cut off: export the file again, or end the line if it is complete",
		"prices-cut-in-units.csv":    " line 6, the last line: has 6 cells of 10 and no line end, so the file may have been cut off: export the file again, or end the line if it is complete",
	} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		days := strings.NewReplacer("HV101-G3", "U1", "2026-11-28", "2026-07-17", "2028-01-02", "2026-08-31")
		report, err := im.Prices(context.Background(), asCSV(full(days.Replace(string(text)))))
		same(t, name, refused(t, report, err), want)
	}
	const head = "unit,arrival,nights,price_2,price_4\nU1,2026-07-17,3,99.00,"
	for end, refuse := range map[string]bool{"": false, "149.00": false, "149.00\n": false, "14\n": false, "\r\n": false, "\n\n": false,
		`"149"`: false, "149": true, "149.0": true, "1": true} {
		report, err := im.Prices(context.Background(), asCSV(full(head+end)))
		if (err != nil) != refuse {
			t.Errorf("last cell %q: %v %v", end, err, report.BadRows)
		}
		good(t, "prices")(im.Prices(context.Background(), full(summerRows)))
	}
	same(t, "still on sale", staysOnSale(t, im, "U1"), before)
}

func TestWhatSpreadsheetsLeaveIsRead(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	text := "\ufeffUnit, Arrival,nights,price_2,\"price_6\",,,\r\n" +
		"U1,2026-07-17,7,\"1,499.00\",\"£2,099.50\",,,\r\n" +
		"\"U1\" ,2026-07-18,7,999,,,,,,,\r\n" +
		",,,,,,,\r\n" +
		",,,\r\n"
	text = strings.Replace(text, "\"U1\" ", "\"U1\"", 1)
	report := good(t, "a spreadsheet")(im.Prices(context.Background(), asCSV(full(text))))
	if report.Rows != 2 || report.Doubts != 0 {
		t.Errorf("report %+v", report)
	}
	same(t, "U1", staysOnSale(t, im, "U1"), "07-17/7/2=1499.00*0 07-17/7/6=2099.50*0 07-18/7/2=999.00*0")
}

func TestWhatASpreadsheetHasWrongIsNamed(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	for row, want := range map[string]string{
		"U1,2026-07-17,7,\"14,99.00\"\n": ` line 2, price of party size 2: expected pounds with at most two decimals, not "14,99.00"`,
		"U1,2026-07-17,7,99,note\n":      ` line 2, column 5: "note" is in a column without a name`,
		"U1,2026-07-17,7,99,,,x\n":       ` line 2, column 7: "x" is in a column that the first line does not have`,
		"U1,2026-07-17,7,\"99\n":         ` line 2, character 20: extraneous or missing " in quoted-field`,
		"Caf\xe9,2026-07-17,7,99\n":      ` line 2, character 4: the byte 0xE9 is not UTF-8 but perhaps Windows-1252: save the file as UTF-8 (in spreadsheets 'CSV UTF-8')`,
		"U1,2026-07-17,7,\xa399\n":       ` line 2, character 17: the byte 0xA3 is not UTF-8 but perhaps Windows-1252: save the file as UTF-8 (in spreadsheets 'CSV UTF-8')`,
	} {
		report, err := im.Prices(context.Background(), asCSV(full("unit,arrival,nights,price_2,\n"+row)))
		same(t, row, refused(t, report, err), want)
	}
	report, err := im.Prices(context.Background(), asCSV(full("\xff\xfeu\x00n\x00i\x00t\x00\n")))
	same(t, "UTF-16", refused(t, report, err), " line 1, first line: the file is UTF-16: save it as UTF-8 (in spreadsheets 'CSV UTF-8')")
}

func TestDatesThatArePastAreLeftOutHoweverOld(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	report := good(t, "open-ended")(im.Prices(context.Background(), full(`{"unit":"U1","from":"2019-01-01","to":"2026-07-02","nights":3,"prices":{"2":"150"}}
{"unit":"U1","from":"2019-01-01","to":"2026-07-31","units":2}`)))
	if report.Prices != 2740 || report.Past != 2738 {
		t.Errorf("%d prices, %d past", report.Prices, report.Past)
	}
	same(t, "U1", staysOnSale(t, im, "U1"), "07-01/3/2=150.00*2 07-02/3/2=150.00*2")
}

const catalogueCSV = "\ufeffentity,id,name,region,operator,country,features,info,deposit.type,deposit.amount,park,channel,sleeps,dogs,bookingFee,kind,images,\r\n" +
	"operator,NEW,\"Newcomers, Ltd\",,,,,,fixed,\"1,049.00\",,,,,,,,\r\n" +
	"park,P2,Rocky Bay,12,NEW,GB,pool,\"<p>By the sea,\nwith a pool.</p>\",,,,,,,,,\"[{\"\"src\"\":\"\"https://pictures.example/1.jpg\"\",\"\"w\"\":900,\"\"h\"\":600,\"\"alt\"\":\"\"Beach\"\"}]\",\r\n" +
	",,,,,,,,,,,,,,,,,\r\n" +
	"unit,U3,Bronze,,,,,,,,P2,ukcaravan,6,TRUE,£10.00,,,\r\n" +
	"withdraw,U2,,,,,,,,,,,,,,unit,,\r\n"

func TestParksAndUnitTypesMayComeAsCSV(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	report := good(t, "CSV")(im.Catalogue(context.Background(), asCSV(delta(catalogueCSV))))
	if report.Rows != 4 || report.Entities != 4 {
		t.Errorf("report %+v", report)
	}
	same(t, "units", onSale(t, im, catalogue.KindUnit), "U1 U3")
	expectPark(t, im, "P2", "Rocky Bay")
	unit, err := im.Store.Unit(context.Background(), "U3")
	if err != nil || unit.Type.BookingFee != 1000 || !unit.Type.Dogs || unit.Type.Sleeps != 6 || unit.Operator.Deposit.Amount != 104_900 ||
		unit.Operator.Name != "Newcomers, Ltd" || unit.Park.Images[0].Alt != "Beach" || unit.Park.Info != "<p>By the sea,\nwith a pool.</p>" {
		t.Errorf("unit %+v, %v", unit, err)
	}
	for row, want := range map[string]string{
		"entity,id\ncaravan,U9\n":                                           ` line 2, entity: expected one of [feature offer region operator park unit code], not "caravan"`,
		"id,name\nU9,Gold\n":                                                " line 1, first line: the column entity is missing: it says what a row is, park or unit for example",
		"entity,id,colour\nunit,U9,red\n":                                   " line 2, colour: there is no such field",
		"entity,id,sleeps\nunit,U9,many\n":                                  ` line 2, sleeps: expected a number, not "many"`,
		"entity,id,dogs\nunit,U9,perhaps\n":                                 ` line 2, dogs: expected true or false, not "perhaps"`,
		"entity,id,park,channel,name,sleeps\nunit,U9,P9,ukcaravan,Gold,4\n": ` line 2, park: there is no park P9`,
		"entity,urn,label\noffer,OFF2,Kids go f":                            " line 2, the last line: has no line end, so the file may have been cut off: export the file again, or end the line if it is complete",
		"entity,urn,label\noffer,OFF2,Caf\xe9\n":                            " line 2, label: the byte 0xE9 is not UTF-8 but perhaps Windows-1252: save the file as UTF-8 (in spreadsheets 'CSV UTF-8')",
		"entity,urn,label\noffer,OFF2,\"Kids\n":                             ` line 2, character 18 of line 2: extraneous or missing " in quoted-field`,
	} {
		report, err := im.Catalogue(context.Background(), asCSV(delta(row)))
		same(t, row, refused(t, report, err), want)
	}
}

func TestWhatIsHardlyRightIsDoubted(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	park := func(fields string) string {
		return `{"park":{"id":"P2","name":"Bay","region":"12","operator":"HAV",` + fields + `}}`
	}
	for fields, want := range map[string]string{
		`"country":"GB","lat":50.4,"lon":-5.07`:  "",
		`"country":"UK"`:                         `country: "UK" is not a country of ISO 3166-1: write GB`,
		`"country":"XQ"`:                         `country: "XQ" is not a country of ISO 3166-1`,
		`"country":"GB","lat":-5.07,"lon":50.4`:  "lat: -5.07, 50.4 is outside GB: latitude and longitude seem to be swapped",
		`"country":"FR","lat":50.4,"lon":-35.07`: "lat: 50.4, -35.07 is outside FR",
		`"country":"GB","images":[{"src":"/pics/1.jpg","w":1,"h":1,"alt":""}]`: `images[0].src: this server has nothing at "/pics/1.jpg": give an address that begins with https://, or let your proxy answer it`,
	} {
		report := good(t, fields)(im.Catalogue(context.Background(), delta(park(fields))))
		got := ""
		for _, doubt := range report.Doubted {
			got += strings.TrimPrefix(doubt.String(), "line 1, ")
		}
		same(t, fields, got, want)
	}
	report, err := im.Catalogue(context.Background(), delta(park(`"country":"GB","images":[{"src":"http://pictures.example/1.jpg","w":1,"h":1,"alt":""}]`)))
	same(t, "a picture by http", refused(t, report, err), ` line 1, images[0].src: pictures need an address that begins with https://, not "http://pictures.example/1.jpg"`)

	report = good(t, "prices")(im.Prices(context.Background(), delta(`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"129900","4":0}}
{"unit":"U1","arrival":"2026-07-18","nights":7,"prices":{"2":"189.00","4":"1"}}`)))
	same(t, "doubted prices", report.Doubted[0].String()+"; "+report.Doubted[1].String(), "line 1, price of party size 2: £129900.00 for 3 nights is hardly a price: amounts are pounds, not pence; line 2, price of party size 4: £1.00 for 7 nights is hardly a price")
	if report.Doubts != 2 {
		t.Errorf("%d doubts", report.Doubts)
	}
}
