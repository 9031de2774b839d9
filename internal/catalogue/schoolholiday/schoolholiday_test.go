package schoolholiday

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holidaymaker/internal/date"
)

func TestTheKnownHolidaysAreInOrder(t *testing.T) {
	for i, h := range known {
		if h.From > h.To || i > 0 && h.From <= known[i-1].To || !nameForm.MatchString(h.Name) {
			t.Errorf("%+v", h)
		}
	}
}

func TestAFileAddsHolidaysAndReplacesThem(t *testing.T) {
	file := filepath.Join(t.TempDir(), "holidays.json")
	text := `[{"name":"october-half-term-2027","from":"2027-10-23","to":"2027-10-31"},{"name":"summer-holidays-2027","from":"2027-07-22","to":"2027-09-01"}]`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	source, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	all := *source.Current()
	if len(all) != len(known)+1 || all[4] != (Holiday{"summer-holidays-2027", date.Of(2027, 7, 22), date.Of(2027, 9, 1)}) || Last(all) != date.Of(2027, 10, 31) {
		t.Errorf("%+v", all)
	}
	for wrong, says := range map[string]string{
		`{}`: "read the school holidays", `[{"nam":"x"}]`: "unknown field", `[{"name":"Summer 2027","from":"2027-07-22","to":"2027-09-01"}]`: `"Summer 2027" is not one such as`,
		`[{"name":"weekend-summer-2028","from":"2028-07-22","to":"2028-09-01"}]`:  "is not one such as",
		`[{"name":"summer-holidays-2028","from":"22/07/2028","to":"2028-09-01"}]`: "must be days", `[{"name":"summer-holidays-2028","from":"2028-07-22","to":"2028-07-21"}]`: "must be days",
		`[{"name":"early-summer-2027","from":"2027-07-22","to":"2027-08-01"}]`: "begins before",
	} {
		if _, err := parse([]byte(wrong)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
