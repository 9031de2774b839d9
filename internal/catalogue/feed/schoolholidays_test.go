package feed

import (
	"context"
	"errors"
	"strings"
	"testing"

	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/store/storetest"
)

// A file is published to nodes that are open whole, and a wrong one, a dry run and the same
// file again change nothing.
func TestSchoolHolidaysArePublishedWholeOrNotAtAll(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		const header = "council,nation,holiday,first_day,last_day,source\n"
		im, ctx := importer(t, db), context.Background()
		shown := func() (names string) { // what a node that opens now shows
			t.Helper()
			v, err := inventory.Open(ctx, im.Store)
			if err != nil {
				t.Fatal(err)
			}
			for _, holiday := range v.Current().Holidays.Of("") {
				names += holiday.Name + " "
			}
			return names
		}
		carried := shown()
		if !strings.Contains(carried, "summer-holidays-2027") {
			t.Fatal(carried)
		}
		october := header + ",England,October half term 2027,2027-10-23,2027-10-31,\n"
		rehearsal := im
		rehearsal.DryRun = true
		if report := good(t, "dry run")(rehearsal.SchoolHolidays(ctx, asCSV(full(october)))); report.Entities != 1 || report.Change != 0 {
			t.Errorf("%+v", report)
		}
		same(t, "after a dry run", shown(), carried)

		first := good(t, "import")(im.SchoolHolidays(ctx, asCSV(full(october))))
		same(t, "imported", shown(), "october-half-term-2027 ")
		again := good(t, "again")(im.SchoolHolidays(ctx, asCSV(full(october))))
		if first.Change == 0 || again.Change != first.Change {
			t.Errorf("the first import is change %d, the second %d", first.Change, again.Change)
		}
		for file, want := range map[string]string{
			october + ",England,Easter holidays 2027,27/03/2027,2027-04-11,\n":      `line 3, first_day: is "27/03/2027": write a day such as 2027-10-23`,
			october + ",England,Easter holidays 2027,2027-03-26,2027-04-11,a\xe9\n": "line 3, character 54: the byte 0xE9 is not UTF-8",
			header: "line 1, first line: there are no rows after it",
		} {
			report, err := im.SchoolHolidays(ctx, asCSV(full(file)))
			if !errors.Is(err, ErrRefused) || report.Bad != 1 || !strings.HasPrefix(report.BadRows[0].String(), want) {
				t.Errorf("%q: %v, %+v", file, err, report)
			}
		}
		for _, files := range [][]File{{full(october)}, {asCSV(delta(october))}, {asCSV(full(october)), asCSV(full(october))}} {
			if _, err := im.SchoolHolidays(ctx, files...); err == nil || !strings.Contains(err.Error(), "give one CSV file") {
				t.Error(err)
			}
		}
		same(t, "after wrong files", shown(), "october-half-term-2027 ")
	})
}
