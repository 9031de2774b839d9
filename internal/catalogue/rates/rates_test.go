package rates_test

import (
	"encoding/csv"
	"errors"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// example is the sheet of two unit types, with the traps of seasons, discounts and stays.
const example = `kind,unit,season,from,to,weekdays,price_2,price_4,price_6,party,upto,amount,nights,percent,days,min,max,through,stays,arrive,depart
season,,low,2027-03-01,2027-05-27,,,,,,,,,,,,,,,,
season,,high,2027-05-28,2027-09-03,,,,,,,,,,,,,,,,
season,,low,2027-09-04,2027-10-31,,,,,,,,,,,,,,,,
night,L1,low,,,,60.00,70.00,80.00,,,,,,,,,,,,
night,L1,low,,,fri sat,80.00,95.00,110.00,,,,,,,,,,,,
night,L1,high,,,,100.00,120.00,140.00,,,,,,,,,,,,
night,L1,high,,,fri sat,130.00,150.00,175.00,,,,,,,,,,,,
night,L1,,2027-08-21,2027-08-21,,,,199.00,,,,,,,,,,,,
stay,L1,low,,,,,,,,,,,,,2,14,,,,
stay,L1,high,,,,,,,,,,,,,3,21,,,fri mon,fri mon
stay,L1,,2027-05-28,2027-05-30,,,,,,,,,,,,,5,,,
longer,L1,,,,,,,,,,,7,10,,,,,,,
longer,L1,,,,,,,,,,,14,15,,,,,,,
late,L1,low,,,,,,,,,,,20,14,,,,,,
fee,L1,,,,,,,,,,25.00,,,,,,,,,
round,L1,,,,,,,,,,1.00,,,,,,,,,
closed,L1,,2027-06-14,2027-06-17,,,,,,,,,,,,,,,,
night,P1,,2027-03-01,2027-10-31,,23.35,,,,,,,,,,,,,,
person,P1,,2027-03-01,2027-10-31,,,,,2,6,6.50,,,,,,,,,
longer,P1,,,,,,,,,,,5,12.5,,,,,,,
stay,P1,,2027-07-24,2027-08-31,fri,,,,,,,,,,,,,3 7 14,,
`

// sheetsOf reads a CSV file, and returns the rows of each unit type.
func sheetsOf(t testing.TB, text string, today date.Date) map[string]rates.Sheet {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	seasons := rates.Seasons{}
	var rows []rates.Line
	for _, cells := range lines[1:] {
		var given []rates.Cell
		for i, text := range cells {
			if text != "" {
				given = append(given, rates.Cell{Column: lines[0][i], Text: text})
			}
		}
		line, wrong := rates.Read(given, today)
		if wrong != nil {
			t.Fatalf("%v: %s %s", cells, wrong.Column, wrong.Reason)
		}
		if line.Kind == rates.KindSeason {
			seasons.Add(line)
		}
		rows = append(rows, line)
	}
	sheets := map[string]rates.Sheet{}
	for _, line := range rows {
		if wrong := seasons.Resolve(&line.Row); wrong != nil {
			t.Fatalf("%v: %s %s", line, wrong.Column, wrong.Reason)
		}
		for _, unit := range line.UnitIDs {
			sheets[unit] = append(sheets[unit], line.Row)
		}
	}
	return sheets
}

func iso(t testing.TB, text string) date.Date {
	t.Helper()
	d, err := date.ParseISO(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTheStaysOfTheExampleCostWhatItsRowsSay(t *testing.T) {
	for _, c := range []struct {
		row           int
		unit, arrival string
		nights, party int
		today, price  string // price "": not sold
	}{
		{1, "L1", "2027-04-05", 2, 2, "", "145.00"},
		{2, "L1", "2027-04-09", 3, 4, "", "285.00"},
		{3, "L1", "2027-05-26", 5, 4, "", "585.00"},
		{4, "L1", "2027-05-27", 4, 2, "", ""},
		{5, "L1", "2027-05-24", 7, 2, "", "565.00"},
		{6, "L1", "2027-06-04", 3, 5, "", "515.00"},
		{6, "L1", "2027-06-04", 5, 5, "", ""},
		{7, "L1", "2027-06-11", 3, 2, "", "385.00"},
		{7, "L1", "2027-06-11", 7, 2, "", ""},
		{8, "L1", "2027-07-02", 14, 6, "", "1810.00"},
		{9, "L1", "2027-08-20", 3, 2, "", "454.00"},
		{10, "L1", "2027-09-17", 7, 2, "2027-09-10", "356.00"},
		{10, "L1", "2027-09-17", 7, 2, "2027-09-02", "439.00"},
		{11, "L1", "2027-10-29", 3, 2, "", "245.00"},
		{11, "L1", "2027-10-29", 4, 2, "", ""},
		{12, "P1", "2027-06-07", 3, 4, "", "109.05"},
		{12, "P1", "2027-06-07", 12, 4, "", "381.68"},
		{12, "P1", "2027-06-07", 3, 7, "", ""},
		{12, "P1", "2027-07-30", 4, 2, "", ""},
		{12, "P1", "2027-07-30", 7, 2, "", "143.02"},
	} {
		if c.today == "" {
			c.today = "2027-01-05"
		}
		today := iso(t, c.today)
		sheet := sheetsOf(t, example, today)[c.unit]
		table, err := sheet.Compile(today)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if price, _, ok := table.Lookup(iso(t, c.arrival), c.nights, c.party); ok {
			want = price.String()
		}
		if want != c.price {
			t.Errorf("row %d, %d nights for %d: %q, want %q", c.row, c.nights, c.party, want, c.price)
		}
		why := sheet.Explain(today, iso(t, c.arrival), c.nights, c.party)
		if got := why.Price; c.price == "" && got != 0 || c.price != "" && got.String() != c.price {
			t.Errorf("row %d is explained as %s, want %q:\n%s", c.row, got, c.price, strings.Join(why.Rules, "\n"))
		}
	}
}

func TestOnlyARuleByNightForbidsTheStayThatTheRuleByArrivalAllows(t *testing.T) {
	today := iso(t, "2027-01-05")
	text := strings.Replace(example, "stay,L1,,2027-05-28,2027-05-30,,,,,,,,,,,,,5,,,\n", "", 1)
	table, err := sheetsOf(t, text, today)["L1"].Compile(today)
	if err != nil {
		t.Fatal(err)
	}
	if price, _, ok := table.Lookup(iso(t, "2027-05-27"), 4, 2); !ok || price != money.Pounds(445) {
		t.Errorf("four nights from 27 May cost %s, %v: want 445.00", price, ok)
	}
}

func TestAnExplanationNamesRuleAndRow(t *testing.T) {
	today := iso(t, "2027-01-05")
	sheet := sheetsOf(t, example, today)["L1"]
	for i := range sheet {
		sheet[i].At = "rates.csv:12"
	}
	christmas := rates.Period{From: iso(t, "2027-12-24"), To: iso(t, "2027-12-24")}
	sheet = append(sheet, rates.Row{Kind: rates.KindDog, Amount: 5_00, PerNight: true},
		rates.Row{Kind: rates.KindPrice, When: []rates.Period{christmas}, Nights: 3, Prices: []rates.PartyPrice{{Party: 4, Price: 800_00}}})
	for _, c := range []struct {
		arrival string
		nights  int
		says    string
	}{
		{"2027-05-27", 4, "only in stays of at least 5 nights (stay row, rates.csv:12)"},
		{"2027-06-04", 5, "not sold: departure on Wed 9th Jun 2027: the days are mon fri (stay row, rates.csv:12, season high)"},
		{"2027-06-11", 7, "Mon 14th Jun 2027: closed, not sold (closed row, rates.csv:12)"},
		{"2027-10-29", 4, "Mon 1st Nov 2027: no night row, not sold"},
		{"2027-07-02", 14, "less 15 % for 14 nights or more (longer row, rates.csv:12)"},
		{"2027-01-05", 1, "a stay begins tomorrow"},
		{"2027-12-24", 3, "each dog: 5.00 for a night, beside the price (dog row)"},
		{"2027-12-24", 3, "price: 800.00"},
	} {
		if why := strings.Join(sheet.Explain(today, iso(t, c.arrival), c.nights, 2).Rules, "\n"); !strings.Contains(why, c.says) {
			t.Errorf("%d nights from %s: the explanation lacks %q:\n%s", c.nights, c.arrival, c.says, why)
		}
	}
}

func TestABadRowSaysWhatToWrite(t *testing.T) {
	for _, c := range []struct{ cells, column, says string }{
		{"kind=dog unit=A amount=5.00", "per", "is missing in a dog row"},
		{"kind=nite unit=A price_2=5.00", "kind", "write season, night"},
		{"unit=A", "kind", "is missing"},
		{"kind=night price_2=5.00", "unit", "is missing"},
		{"kind=night unit=A", "price_n", "price_4"},
		{"kind=night unit=A price_2=0.00", "price_2", "closed row"},
		{"kind=night unit=A price_2=12.345", "price_2", "two decimals"},
		{"kind=night unit=A price_2=9000000.00", "price_2", "not pence"},
		{"kind=night unit=A price_2=50 from=01/03/2027 to=2027-03-02", "from", "write 2027-03-01"},
		{"kind=night unit=A price_2=50 from=46447 to=2027-03-02", "from", "write 2027-03-01"},
		{"kind=night unit=A price_2=50 from=2027-02-29 to=2027-03-02", "from", "existing day"},
		{"kind=night unit=A price_2=50 from=2027-03-02 to=2027-03-01", "to", "before from"},
		{"kind=night unit=A price_2=50 from=2027-03-02 to=2037-03-01", "to", "days ahead"},
		{"kind=night unit=A price_2=50 from=2027-03-02", "to", "last date"},
		{"kind=night unit=A price_2=50 season=high from=2027-03-02 to=2027-03-02", "season", "either"},
		{"kind=night unit=A price_2=50 min=3", "min", "a night row has no min"},
		{"kind=night unit=A price_2=50 weekdays=friday", "weekdays", "fri mon"},
		{"kind=stay unit=A", "min", "needs one of"},
		{"kind=stay unit=A arrive=x", "arrive", "any or none"},
		{"kind=stay unit=A stays=3-7", "stays", "3 4 7"},
		{"kind=stay unit=A max=64", "max", "1 to 63"},
		{"kind=longer unit=A nights=7", "percent", "either"},
		{"kind=longer unit=A nights=7 percent=5 amount=5", "percent", "either"},
		{"kind=late unit=A days=7 percent=100", "percent", "99.99"},
		{"kind=person unit=A party=4 upto=4 amount=5", "upto", "more than party"},
		{"kind=round unit=A amount=0", "amount", "1.00"},
		{"kind=units unit=A from=2027-03-01 to=2027-03-02", "units", "is missing"},
		{"kind=closed unit=A", "from", "is missing"},
		{"kind=season season=x from=2027-03-01 to=2027-03-02 unit=A", "unit", "a season row has no unit"},
	} {
		var cells []rates.Cell
		for _, cell := range strings.Fields(c.cells) {
			column, text, _ := strings.Cut(cell, "=")
			cells = append(cells, rates.Cell{Column: column, Text: text})
		}
		_, wrong := rates.Read(cells, iso(t, "2027-01-05"))
		if wrong == nil || wrong.Column != c.column || !strings.Contains(wrong.Reason, c.says) {
			t.Errorf("%s: %+v, want %s: …%s…", c.cells, wrong, c.column, c.says)
		}
	}
}

func TestARowThatALaterOneReplacesIsNotKept(t *testing.T) {
	today := iso(t, "2027-01-05")
	text := "kind,unit,from,to,price_2,min,max\n"
	for range 50 {
		text += "night,A,2027-03-01,2027-03-01,50.00,,\nnight,A,2027-03-02,2027-03-02,60.00,,\nstay,A,2027-03-01,2027-03-02,,2,\nstay,A,2027-03-01,2027-03-02,,,9\nnight,A,2026-03-01,2026-03-02,60.00,,\n"
	}
	sheet, err := rates.Sheet{}.Add(sheetsOf(t, text, today)["A"], today)
	if err != nil || len(sheet) != 4 {
		t.Errorf("%d rows of 250 are kept (%v), want 4: the last of each, and none of the past", len(sheet), err)
	}
}

func TestTooManyPricesAreRefused(t *testing.T) {
	today := iso(t, "2027-01-05")
	text := "kind,unit,price_1,price_2,price_3,price_4,price_5,max\nnight,A,1,2,3,4,5,\nstay,A,,,,,,63\n"
	if _, err := sheetsOf(t, text, today)["A"].Compile(today); !errors.Is(err, rates.ErrManyPrices) {
		t.Errorf("error %v, want that there are too many prices", err)
	}
}

func TestUnitsFollowFromTheirRowsAndClosedNights(t *testing.T) {
	today := iso(t, "2027-03-02")
	text := "kind,unit,from,to,units\nunits,A,2027-03-01,2027-03-10,4\nunits,A,2027-03-05,2027-03-05,2\nclosed,A,2027-03-07,2027-03-09,\nopen,A,2027-03-08,2027-03-08,\n"
	sheet := sheetsOf(t, text, today)["A"]
	nights := sheet.Allotment(today)
	want := []int{4, 4, 4, 2, 4, 0, 4, 0, 4}
	if !sheet.OwnsUnits() || nights.First != today || len(nights.Units) != len(want) {
		t.Fatalf("%+v, %v", nights, sheet.OwnsUnits())
	}
	for i, units := range want {
		if nights.Units[i] != units {
			t.Errorf("%s has %d units, want %d", (today + date.Date(i)).ISO(), nights.Units[i], units)
		}
	}
	if sheetsOf(t, example, today)["L1"].OwnsUnits() {
		t.Error("a sheet without units rows decides about units")
	}
}
