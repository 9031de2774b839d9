package schoolholiday

import (
	"fmt"
	"strings"
	"testing"

	"holidaymaker/internal/date"
)

const header = "council,nation,holiday,first_day,last_day,source\n"

func TestTheFileOfTheProgramIsRead(t *testing.T) {
	calendar, faults := Read(defaultFile)
	if len(faults) > 0 || calendar.Len() != strings.Count(string(defaultFile), "\n")-1 {
		t.Fatalf("%d holidays, %v", calendar.Len(), faults)
	}
	// Without a council, the names are those that visitors have always seen.
	var names []string
	for _, holiday := range calendar.Of("") {
		names = append(names, holiday.Name)
	}
	want := "christmas-holidays-2026 february-half-term-2027 easter-holidays-2027 may-half-term-2027 summer-holidays-2027"
	if got := strings.Join(names, " "); got != want {
		t.Error(got)
	}
	for line := range strings.Lines(strings.TrimPrefix(string(defaultFile), header)) {
		if strings.HasSuffix(strings.TrimSpace(line), ",") {
			t.Errorf("no source: %s", line)
		}
	}
	for key, want := range map[string]string{
		"february-half-term-2027.Cardiff":      "2027-02-06 to 2027-02-14, elsewhere 2027-02-06 to 2027-02-12",
		"easter-holidays-2027.Cardiff":         "2027-03-20 to 2027-04-04, elsewhere 2027-03-20 to 2027-03-25",
		"easter-holidays-2027.Nottingham":      "2027-03-26 to 2027-04-11",
		"spring-holidays-2027.Argyll-and-Bute": "2027-04-03 to 2027-04-18, elsewhere 2027-04-12 to 2027-04-18",
		"spring-holidays-2029.Argyll-and-Bute": "2029-03-30 to 2029-04-15", // the dates of the others are not known
	} {
		if got := describe(calendar, key); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}

// describe returns the days of a holiday, and those on which most others are in term.
func describe(calendar *Calendar, key string) string {
	holiday, ok := calendar.Find(key)
	if !ok {
		return "unknown"
	}
	text := holiday.From.ISO() + " to " + holiday.To.ISO()
	for _, days := range calendar.Elsewhere(holiday) {
		text += fmt.Sprintf(", elsewhere %s to %s", days.From.ISO(), days.To.ISO())
	}
	return text
}

func TestTermIsKnownBetweenTwoHolidaysOnly(t *testing.T) {
	here := "Here,Wales,Half term week 2027,2027-02-06,2027-02-14,\n"
	for name, c := range map[string]struct{ others, want string }{
		"in term":           {",England,Some holidays 2027,2027-01-01,2027-01-03,\n,England,Spring holidays 2027,2027-03-20,2027-03-28,\n", ", elsewhere 2027-02-06 to 2027-02-14"},
		"off too":           {",England,Some holidays 2027,2027-01-01,2027-01-03,\n,England,Half term 2027,2027-02-06,2027-02-14,\n,England,Spring holidays 2027,2027-03-20,2027-03-28,\n", ""},
		"off for two days":  {",England,Some holidays 2027,2027-01-01,2027-01-03,\n,England,Half term 2027,2027-02-08,2027-02-09,\n,England,Spring holidays 2027,2027-03-20,2027-03-28,\n", ""},
		"nothing after it":  {",England,Some holidays 2027,2027-01-01,2027-01-03,\n", ""},
		"too long apart":    {",England,Some holidays 2027,2027-01-01,2027-01-03,\n,England,Spring holidays 2027,2027-05-20,2027-05-28,\n", ""},
		"too few are known": {"There,Wales,Some holidays 2027,2027-01-01,2027-01-03,\nThere,Wales,Spring holidays 2027,2027-03-20,2027-03-28,\n", ""},
	} {
		calendar, faults := Read([]byte(header + here + c.others))
		if got := describe(calendar, "half-term-week-2027.Here"); len(faults) > 0 || got != "2027-02-06 to 2027-02-14"+c.want {
			t.Errorf("%s: %s, %v", name, got, faults)
		}
	}
}

func TestFaultsOfAFileSayWhatToWrite(t *testing.T) {
	row := "Kent,England,October half term 2027,2027-10-23,2027-10-31,\n"
	for file, want := range map[string]string{
		"":                                      "1 first line: there are no rows",
		header:                                  "1 first line: there are no rows",
		"council;nation\n":                      "1 first line: the columns are not separated by commas",
		"council,nation,name\n":                 `1 first line: there is no column "name": write council,nation,holiday,first_day,last_day,source`,
		"council,council,nation\n":              "1 first line: the column council is given twice",
		"council,nation,holiday,first_day\nx\n": "1 first line: the column last_day is missing",
		header + "Kent,England,October half term 2027,2027-10-23\n":                                                                            "2 the row: has 4 cells and the first line 6",
		header + "Kent,Britain,October half term 2027,2027-10-23,2027-10-31,\n":                                                                `2 nation: is "Britain": write England, Scotland, Wales, Northern Ireland`,
		header + "Kent 2,England,October half term 2027,2027-10-23,2027-10-31,\n":                                                              `2 council: is "Kent 2": write its name in letters`,
		header + "Kent,England,October 2027,2027-10-23,2027-10-31,\n":                                                                          `2 holiday: is "October 2027": write two to five words and the year`,
		header + "Kent,England,Weekend in October 2027,2027-10-23,2027-10-31,\n":                                                               "2 holiday: is",
		header + "Kent,England,October half term 2028,2027-10-23,2027-10-31,\n":                                                                `2 holiday: is "October half term 2028", and the first day is in 2027`,
		header + "Kent,England,October half term 2027,23/10/2027,2027-10-31,\n":                                                                `2 first_day: is "23/10/2027": write a day such as 2027-10-23`,
		header + "Kent,England,October half term 2027,2027-10-23,2027-10-32,\n":                                                                `2 last_day: is "2027-10-32"`,
		header + "Kent,England,October half term 2027,2027-10-23,2027-10-22,\n":                                                                "2 last_day: is before the first day, 2027-10-23",
		header + "Kent,England,October half term 2027,2027-10-23,2028-10-31,\n":                                                                "2 last_day: makes 375 days",
		header + row + "Kent,England,October half term 2027,2027-11-23,2027-11-30,\n":                                                          "3 holiday: is in line 2 already",
		header + row + "Kent,England,Autumn half term 2027,2027-10-31,2027-11-05,\n":                                                           "3 first_day: the holiday has days of that in line 2",
		header + row + "Kent,Wales,Easter holidays 2027,2027-03-27,2027-04-05,\n":                                                              `3 nation: is "Wales", and was "England"`,
		header + "St Helens,England,Some holidays 2027,2027-03-27,2027-04-05,\nSt. Helens,England,More holidays 2027,2027-05-27,2027-06-05,\n": `3 council: is "St. Helens", and was "St Helens"`,
		header + row + "Kent,England,Easter holidays 2027,2027-03-27,2027-04-05,\"two\nlines\"\n":                                              "3 the row: has a line break",
		header + row + "Kent,England,\"Easter\" holidays 2027,2027-03-27,2027-04-05,\n":                                                        "3 character",
		header + row + "Kent,England,Easter holidays 2027,2027-03-27,2027-04-05,kent.g":                                                        "3 the last line: has no line end",
	} {
		_, faults := Read([]byte(file))
		if len(faults) == 0 {
			t.Errorf("%q has no fault", file)
			continue
		}
		if got := fmt.Sprintf("%d %s: %s", faults[0].Line, faults[0].Column, faults[0].Reason); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", file, got, want)
		}
	}
}

func TestWhatSpreadsheetsWriteIsRead(t *testing.T) {
	calendar, faults := Read([]byte("\xef\xbb\xbfHoliday,Nation,Council,First_Day,Last_Day\r\nOctober half term 2027,England,\"Bournemouth, Christchurch and Poole\",2027-10-23,2027-10-31\r\n,,,,\r\nEaster holidays 2027,England,\"Bournemouth, Christchurch and Poole\",2027-03-26,2027-04-11"))
	council, ok := calendar.Council("Bournemouth-Christchurch-and-Poole")
	if len(faults) > 0 || !ok || council.Name != "Bournemouth, Christchurch and Poole" || describe(calendar, "easter-holidays-2027."+council.ID) != "2027-03-26 to 2027-04-11" {
		t.Errorf("%+v %v", calendar, faults)
	}
	// One bad row leaves the others.
	calendar, faults = Read([]byte(header + ",England,x,2027-10-23,2027-10-31,\n,England,Easter holidays 2027,2027-03-26,2027-04-11,\n"))
	if len(faults) != 1 || calendar.Len() != 1 {
		t.Errorf("%+v %v", calendar, faults)
	}
}

func TestTheEndOfTheHolidaysIsWarnedOf(t *testing.T) {
	calendar, _ := Read([]byte(header + ",England,Summer holidays 2027,2027-07-24,2027-08-31,\nKent,England,Summer holidays 2028,2028-07-24,2028-08-31,\n"))
	none, _ := Read([]byte(header + "Kent,England,Summer holidays 2028,2028-07-24,2028-08-31,\n"))
	for _, c := range []struct {
		calendar *Calendar
		today    date.Date
		want     string
	}{
		{calendar, date.Of(2027, 4, 1), ""},
		{calendar, date.Of(2027, 4, 5), "end on 31/08/2027: import a file"},
		{calendar, date.Of(2027, 9, 1), "end on 31/08/2027: import a file"},
		{none, date.Of(2027, 9, 1), "There are no school holidays of England"},
	} {
		if got := c.calendar.Warning(c.today); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q", c.today, got)
		}
	}
}
