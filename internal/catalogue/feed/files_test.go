package feed

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/store/storetest"
)

func named(name string, f File) File { f.Name = name; return f }

// refused imports files that must be refused and returns the bad rows.
func refused(t *testing.T, report *Report, err error) string {
	t.Helper()
	if !errors.Is(err, ErrRefused) {
		t.Errorf("error %v", err)
	}
	var rows []string
	for _, b := range report.BadRows {
		rows = append(rows, b.File+" "+b.String())
	}
	return strings.Join(rows, "\n")
}

func TestSeveralFilesArePublishedTogether(t *testing.T) {
	ctx := context.Background()
	im := importer(t, storetest.SQLite(t))
	first := `{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"1"}}`
	second := "unit,arrival,nights,price_2\nU2,2026-07-17,3,2\nU1,2026-07-17,3,3\n"
	report := good(t, "two files")(im.Prices(ctx, full(first), asCSV(full(second))))
	if report.Rows != 3 || report.Units != 2 {
		t.Errorf("report %+v", report)
	}
	same(t, "U1, of which the last row counts", staysOnSale(t, im, "U1"), "07-17/3/2=3.00*0")
	same(t, "U2", staysOnSale(t, im, "U2"), "07-17/3/2=2.00*0")

	report, err := im.Prices(ctx, named("a", full(strings.ReplaceAll(first, "1\"}", "9\"}"))), named("b", asCSV(full(second+"U9,,,\n"))))
	same(t, "bad rows", refused(t, report, err), `b line 4, unit: there is no unit type "U9" in the catalogue`)
	same(t, "U1 after a refusal", staysOnSale(t, im, "U1"), "07-17/3/2=3.00*0")

	park := `{"park":{"id":"P2","name":"Hill","region":"12","operator":"HAV","country":"GB"}}`
	unit := `{"unit":{"id":"U3","park":"P2","channel":"ukcaravan","name":"Gold","sleeps":6}}`
	report, err = im.Catalogue(ctx, named("a", full(landscape)), named("b", full(park+"\n"+strings.Split(landscape, "\n")[0]+"\n"+strings.ReplaceAll(unit, "P2", "P3"))))
	same(t, "bad rows", refused(t, report, err), "b line 2, id: feature pool is already in line 1 of a\nb line 3, park: there is no park P3")
	good(t, "two catalogues")(im.Catalogue(ctx, full(unit+"\n"+park), full(landscape)))
	same(t, "units", onSale(t, im, catalogue.KindUnit), "U1 U2 U3")

	for what, files := range map[string][]File{"none": nil, "both kinds": {full(first), delta(first)}} {
		if _, err := im.Prices(ctx, files...); err == nil || errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestAnEmptyFullFileWithdrawsNothing(t *testing.T) {
	ctx := context.Background()
	im := importer(t, storetest.SQLite(t))
	good(t, "prices")(im.Prices(ctx, full(summerRows)))
	before := staysOnSale(t, im, "U1")
	for name, text := range map[string]string{"empty": "", "blank": "\n \n"} {
		for _, read := range []func(context.Context, ...File) (*Report, error){im.Prices, im.Catalogue} {
			report, err := read(ctx, full(text))
			same(t, name, refused(t, report, err), " line 1, character 1: there are no rows, and a full import would withdraw everything")
		}
	}
	report, err := im.Prices(ctx, asCSV(full("unit,nights\n")))
	same(t, "a CSV's first line alone", refused(t, report, err), " line 1, character 1: there are no rows, and a full import would withdraw everything")
	same(t, "still on sale", staysOnSale(t, im, "U1"), before)
	good(t, "empty delta")(im.Prices(ctx, delta("")))
	same(t, "still on sale", staysOnSale(t, im, "U1"), before)
}

func TestALineThatIsTooLongIsOneBadRow(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	row := `{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"1"}}` + "\n"
	for _, long := range []int{maxLine + 1, maxLine + 3*blockSize, 3 * maxLine} {
		report, err := im.Prices(context.Background(), full(row+strings.Repeat("x", long)+"\n"+row+"wrong\n"+strings.Repeat("y", long)))
		same(t, "bad rows", refused(t, report, err), ` line 2, character 1: the line has more than 4194304 bytes
 line 4, character 1: expected an object
 line 5, character 1: the line has more than 4194304 bytes`)
		if report.Rows != 5 {
			t.Errorf("%d rows", report.Rows)
		}
	}
}

func TestTemporaryFilesHaveNoNames(t *testing.T) {
	kept := spill{parent: t.TempDir(), maxBytes: 1}
	kept.add(7, []byte("row"))
	if err := kept.relieve(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(kept.parent); len(left) != 0 || err != nil {
		t.Errorf("%v, %v: a killed import would leave them behind", left, err)
	}
	if rows, err := kept.read(7); err != nil || string(rows[7][0]) != "row" {
		t.Errorf("read %v, %v", rows, err)
	}
	if err := kept.close(); err != nil {
		t.Error(err)
	}
}

func TestACancelledImportLeavesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		good(t, "prices")(im.Prices(context.Background(), full(summerRows)))
		before := staysOnSale(t, im, "U1")
		for name, at := range map[string]float64{"while it is read": 0, "while it is merged": parseShare} {
			ctx, cancel := context.WithCancel(context.Background())
			broken := im
			broken.Progress = func(p Progress) {
				if p.Share > at {
					cancel()
				}
			}
			report, err := broken.Prices(ctx, full(strings.ReplaceAll(summerRows, "129.00", "99.00")))
			if !errors.Is(err, context.Canceled) || report.Change != 0 {
				t.Errorf("%s: change %d, %v", name, report.Change, err)
			}
			cancel()
			same(t, name, staysOnSale(t, im, "U1"), before)
		}
		good(t, "the next import")(im.Prices(context.Background(), full(summerRows)))
	})
}
