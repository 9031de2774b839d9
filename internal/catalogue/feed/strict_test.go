package feed

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestTextThatWouldChangeOnTheWayInIsRefused(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	rows := []string{
		"{\"park\":{\"id\":\"P2\",\"name\":\"Ch\xe2teau\",\"region\":\"12\",\"operator\":\"HAV\",\"country\":\"GB\"}}", `character 30: the byte 0xE2 is not UTF-8 but perhaps Windows-1252: save the file as UTF-8 (in spreadsheets 'CSV UTF-8')`,
		`{"park":{"id":"P2","name":"Ch\ud800teau","region":"12","operator":"HAV","country":"GB"}}`, `character 30: \ud800 is half a character: the other half of the pair is missing`,
		`{"park":{"id":"P2","name":"Ch\udc00teau","region":"12","operator":"HAV","country":"GB"}}`, `character 30: \udc00 is half a character: the other half of the pair is missing`,
		`{"park":{"id":"P2","name":"Ch\ud83dteau","region":"12","operator":"HAV","country":"GB"}}`, `character 30: \ud83d is half a character: the other half of the pair is missing`,
		`{"park":{"id":"P2","name":"Sandy\u0000Bay","region":"12","operator":"HAV","country":"GB"}}`, `name: has the control character U+0000`,
		`{"park":{"id":"P2","name":"Sandy\nBay","region":"12","operator":"HAV","country":"GB"}}`, `name: has the control character U+000A`,
		`{"park":{"id":"P2","name":"Sandy\u2028Bay","region":"12","operator":"HAV","country":"GB"}}`, `name: has the control character U+2028`,
		`{"park":{"id":"P2","name":"Sandy\u202eBay","region":"12","operator":"HAV","country":"GB"}}`, `name: has the control character U+202E`,
		`{"park":{"id":"P2","name":"Bay","region":"12","operator":"HAV","country":"GB","info":"<p>\u0000</p>"}}`, `info: has the control character U+0000`,
		`{"park":{"id":"P2","name":"Bay","region":"12","operator":"HAV","country":"GB","postcode":"TR7\r"}}`, `postcode: has the control character U+000D`,
	}
	var text, want []string
	for i := 0; i < len(rows); i += 2 {
		text = append(text, rows[i])
		want = append(want, fmt.Sprintf(" line %d, %s", i/2+1, rows[i+1]))
	}
	report, err := im.Catalogue(context.Background(), delta(strings.Join(text, "\n")))
	same(t, "bad rows", refused(t, report, err), strings.Join(want, "\n"))

	// These are allowed: whole surrogate pairs, a backslash before a u, and
	// line breaks in longer texts.
	good(t, "pairs")(im.Catalogue(context.Background(), delta(
		`{"park":{"id":"P2","name":"Caf\u00e9 \ud83c\udfd6 \\ud800","region":"12","operator":"HAV","country":"GB","info":"<p>One\nTwo\t</p>"}}`)))
	expectPark(t, im, "P2", "Café 🏖 \\ud800")
}

func expectPark(t *testing.T, im Importer, id, name string) {
	t.Helper()
	err := im.Store.View(context.Background(), func(tx *store.Tx) error {
		body, err := tx.Entity(catalogue.KindPark, id)
		if err != nil {
			return err
		}
		park, err := catalogue.Read(catalogue.KindPark, body)
		if got, _ := park.(catalogue.Park); got.Name != name {
			t.Errorf("park %s is called %q, want %q", id, got.Name, name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestFieldsAreReadByTheirExactNamesAndOnce(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	rows := []string{
		`{"park":{"id":"P2","name":"Bay","name":"Cove","region":"12","operator":"HAV","country":"GB"}}`, `name: is given twice`,
		`{"park":{"id":"P2","NAME":"Bay","region":"12","operator":"HAV","country":"GB"}}`, `NAME: there is no such field; it is written name`,
		`{"park":{"id":"P2","name":"Bay","region":"12","operator":"HAV","country":"GB","extras":[{"code":"LIN","name":"Linen","cost":"1","max":1},{"code":"COT","Name":"Cot","cost":"1","max":1}]}}`, `extras[1].Name: there is no such field; it is written name`,
		`{"park":{"id":"P2","name":"Bay","region":"12","operator":"HAV","country":"GB","extras":[{"code":"LIN","name":"Linen","cost":"1","cost":"2","max":1}]}}`, `extras[0].cost: is given twice`,
		`{"operator":{"id":"NEW","name":"New","deposit":{"type":"fixed","amount":"1","typ":"x"}}}`, `deposit.typ: there is no such field`,
		`{"unit":{"id":"U8","park":"P1","channel":"ukcaravan","name":"Gold","sleeps":4},"unit":{"id":"U9","park":"P1","channel":"ukcaravan","name":"Gold","sleeps":4}}`, `character 1: expected an object with one key, the kind, such as {"park":{…}}`,
		`{"withdraw":{"kind":"unit","id":"U1","id":"U2"}}`, `id: is given twice`,
		`{"withdraw":{"kind":"unit","ID":"U1"}}`, `ID: there is no such field; it is written id`,
		`{"region":{"id":"12","name":"Lothian","country":"GB","levies":[{"name":"Levy","percent":"5"},{"name":"Levy","percent":"5","amount":"1"}]}}`, `levies[1].percent: expected either percent, of the price, or amount, for each person and night`,
		`{"region":{"id":"12","name":"Lothian","country":"GB","levies":[{"name":"Levy","percent":5.125}]}}`, `levies[0].percent: percentage "5.125": want at most two decimals, such as 12.5`,
		`{"park":{"id":"P2","name":"Bay","region":"12","operator":"HAV","country":"GB"}} {}`, `character 81: there is more text after the object`,
	}
	var text, want []string
	for i := 0; i < len(rows); i += 2 {
		text = append(text, rows[i])
		want = append(want, fmt.Sprintf(" line %d, %s", i/2+1, rows[i+1]))
	}
	report, err := im.Catalogue(context.Background(), delta(strings.Join(text, "\n")))
	same(t, "bad rows", refused(t, report, err), strings.Join(want, "\n"))

	report, err = im.Prices(context.Background(), delta(`{"unit":"U1","unit":"U2","arrival":"2026-07-17","nights":3,"prices":{"2":"1"}}
{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"1"},"prices":{"4":"1"}}
{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"1","4":"3","2":"2"}}
{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"1"},"was":{"2":"3","2":"2"}}
{"unit":"U1","arrival":"2026-07-17","nights":3,"nights":4,"prices":{"2":"1"}}
{"unit":"U1","Arrival":"2026-07-17","nights":3,"prices":{"2":"1"}}`))
	same(t, "bad prices", refused(t, report, err), ` line 1, unit: is given twice
 line 2, prices: is given twice
 line 3, prices: party size 2 is given twice
 line 4, was: party size 2 is given twice
 line 5, nights: is given twice
 line 6, Arrival: there is no such field`)
}

func TestPartiesThatNobodyCanSearchForHaveNoPrices(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	row := `{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"%d":"1"}}`
	good(t, "the largest party")(im.Prices(context.Background(), delta(fmt.Sprintf(row, catalogue.MaxParty))))
	report, err := im.Prices(context.Background(), delta(fmt.Sprintf(row, catalogue.MaxParty+1)))
	same(t, "bad rows", refused(t, report, err), ` line 1, prices: expected a party size of 1 to 66, not "67"`)
	report, err = im.Prices(context.Background(), asCSV(delta("unit,arrival,nights,price_255\nU1,2026-07-17,3,1\n")))
	same(t, "bad columns", refused(t, report, err), ` line 1, first line: there is no column "price_255" (column 4)`)
}

func TestAByteOrderMarkIsSkipped(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	report := good(t, "with a mark")(im.Catalogue(context.Background(), full("\ufeff"+landscape), full("\ufeff"+`{"offer":{"urn":"OFF2","label":"Late deals"}}`)))
	if report.Rows != 9 || report.Entities != 9 {
		t.Errorf("report %+v", report)
	}
}

func TestADeltaCannotWithdrawWhatOthersNeed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, im := context.Background(), importer(t, db)
		const want = ` line 1, id: park P1 needs region 12: withdraw it too, or change it in the same import
 line 2, id: code SUMMER10, park P1 and 1 more need operator HAV: withdraw them too, or change them in the same import
 line 3, id: park P1 needs feature pool: withdraw it too, or change it in the same import
 line 4, id: unit U1 needs offer OFF1: withdraw it too, or change it in the same import`
		good(t, "a second park")(im.Catalogue(ctx, delta(`{"region":{"id":"13","name":"Devon","country":"GB"}}
{"park":{"id":"P2","name":"Hill","region":"13","operator":"HAV","country":"GB"}}`)))
		report, err := im.Catalogue(ctx, delta(`{"withdraw":{"kind":"region","id":"12"}}
{"withdraw":{"kind":"operator","id":"HAV"}}
{"withdraw":{"kind":"feature","id":"pool"}}
{"withdraw":{"kind":"offer","id":"OFF1"}}`))
		same(t, "bad rows", refused(t, report, err), want)
		same(t, "operators", onSale(t, im, catalogue.KindOperator), "HAV")

		report, err = im.Catalogue(ctx, delta(`{"withdraw":{"kind":"park","id":"P1"}}`))
		same(t, "bad rows", refused(t, report, err), ` line 1, id: unit U1 and unit U2 need park P1: withdraw them too, or change them in the same import`)

		// It is allowed when everything that needs it is withdrawn or changed
		// too.
		good(t, "all of it")(im.Catalogue(ctx, delta(`{"withdraw":{"kind":"operator","id":"HAV"}}
{"operator":{"id":"NEW","name":"New owners"}}
{"park":{"id":"P1","name":"Sandy Bay","region":"12","operator":"NEW","country":"GB","features":["pool"]}}
{"withdraw":{"kind":"park","id":"P2"}}
{"withdraw":{"kind":"region","id":"13"}}
{"withdraw":{"kind":"code","id":"SUMMER10"}}`)))
		same(t, "operators", onSale(t, im, catalogue.KindOperator), "NEW")
		same(t, "parks", onSale(t, im, catalogue.KindPark), "P1")
	})
}

// An extra names the feature of the unit types that include it.
func TestTheFeatureOfAnExtraHasToBeThere(t *testing.T) {
	ctx, im := context.Background(), importer(t, storetest.SQLite(t))
	park := func(feature string) File {
		return delta(`{"park":{"id":"P1","name":"Sandy Bay","region":"12","operator":"HAV","country":"GB","extras":[{"code":"COT","name":"Cot","cost":"1","max":1},{"code":"LIN","name":"Bed linen","cost":"1","max":1,"feature":"` + feature + `"}]}}`)
	}
	report, err := im.Catalogue(ctx, park("linen"))
	same(t, "an unknown feature", refused(t, report, err), ` line 1, extras[1].feature: there is no feature linen`)
	good(t, "a known one")(im.Catalogue(ctx, park("pool")))
	report, err = im.Catalogue(ctx, delta(`{"withdraw":{"kind":"feature","id":"pool"}}`))
	same(t, "withdrawn while the extra names it", refused(t, report, err), ` line 1, id: park P1 needs feature pool: withdraw it too, or change it in the same import`)
}

func TestReferencesToOneEntityAreCountedBeyondTheFirst(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	var text strings.Builder
	const parks = 3000
	for i := range parks {
		fmt.Fprintf(&text, `{"park":{"id":"N%d","name":"Bay","region":"12","operator":"GONE","country":"GB"}}`+"\n", i)
	}
	text.WriteString(`{"park":{"id":"N7","name":"Bay","region":"12","operator":"HAV","country":"GB"}}` + "\n")
	report, err := im.Catalogue(context.Background(), delta(text.String()))
	refused(t, report, err)
	if report.Bad != parks+1 || len(report.BadRows) != MaxBadRows {
		t.Errorf("%d bad rows, %d named", report.Bad, len(report.BadRows))
	}
	same(t, "the first", report.BadRows[0].String(), "line 1, operator: there is no operator GONE")
}

// TestLinksThatWaitInFilesAreFoundAsInMemory compares the result with room for
// all links in memory and with room for none.
func TestLinksThatWaitInFilesAreFoundAsInMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entity := func(label string) entityID {
			return entityID{catalogue.KindPark, rapid.StringMatching(`[a-f]`).Draw(t, label)}
		}
		inMemory, inFiles := newLinks("", true, 1<<20), newLinks("", true, 1)
		defer inMemory.close()
		defer inFiles.close()
		for line := range rapid.IntRange(0, 30).Draw(t, "rows") {
			id, kind := entity("id"), rapid.SampledFrom([]linkKind{linkDefined, linkWithdrawn, linkNeeded}).Draw(t, "kind")
			for _, l := range []*links{inMemory, inFiles} {
				var err error
				if kind == linkNeeded {
					err = l.add(link{kind: kind, to: id, at: lineRef{line: int64(line)}, column: "park"})
				} else {
					err = l.addNamed(kind, id, lineRef{line: int64(line)})
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		for i := range rapid.IntRange(0, 6).Draw(t, "live") {
			id, needs := entityID{catalogue.KindPark, string(rune('a' + i))}, entity("needs")
			for _, l := range []*links{inMemory, inFiles} {
				if err := l.addLive(id, catalogue.UnitType{ParkID: needs.id}); err != nil {
					t.Fatal(err)
				}
			}
		}
		one, err := inMemory.check(make([]File, 1))
		if err != nil {
			t.Fatal(err)
		}
		two, err := inFiles.check(make([]File, 1))
		if err != nil {
			t.Fatal(err)
		}
		one.cut()
		two.cut()
		if one.count != two.count || !slices.Equal(one.rows, two.rows) {
			t.Fatalf("in memory %v, in files %v", one.rows, two.rows)
		}
	})
}

func TestLinksTakeLimitedMemory(t *testing.T) {
	const most = 8 << 10
	l := newLinks(t.TempDir(), true, most)
	defer l.close()
	for n := range 20_000 {
		id := entityID{catalogue.KindPark, fmt.Sprint(n)}
		if err := l.addNamed(linkDefined, id, lineRef{line: int64(n)}); err != nil {
			t.Fatal(err)
		}
		if err := l.addLive(id, catalogue.UnitType{ParkID: fmt.Sprint(n + 1)}); err != nil {
			t.Fatal(err)
		}
	}
	for name, s := range map[string]*spill{"by target": &l.byTarget, "by owner": &l.byOwner} {
		held := 0
		for _, rows := range s.memory {
			held += len(rows)
		}
		if held > 2*most {
			t.Errorf("%s: %d bytes in memory, want about %d", name, held, most)
		}
	}
}
