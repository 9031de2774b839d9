package rates

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Cell is the text of one column of a row. A row has no empty cells.
type Cell struct{ Column, Text string }

// Fault says what is wrong with a row, and what to write.
type Fault struct{ Column, Reason string }

func faultf(column, reason string, args ...any) *Fault {
	return &Fault{column, fmt.Sprintf(reason, args...)}
}

// Line is what one line of a rates file says.
type Line struct {
	Row
	UnitIDs []string // the unit types that it is for; none of a season
}

// columns lists, for each kind, the columns that it may have: 'when' stands for
// season, from and to, of which all may be missing; 'dates' for from and to, which
// must be there.
var columns = map[Kind][]string{
	KindSeason:   {"season", "dates"},
	KindNight:    {"unit", "when", "weekdays", "price"},
	KindPerson:   {"unit", "when", "party", "upto", "amount"},
	KindStay:     {"unit", "when", "weekdays", "min", "max", "stays", "arrive", "depart", "through", "maxthrough"},
	KindLonger:   {"unit", "when", "nights", "percent", "amount"},
	KindLate:     {"unit", "when", "days", "percent"},
	KindFee:      {"unit", "when", "amount"},
	KindRound:    {"unit", "amount"},
	KindDog:      {"unit", "amount", "per"},
	KindClosed:   {"unit", "dates"},
	KindOpen:     {"unit", "dates"},
	KindUnits:    {"unit", "dates", "units"},
	KindPrice:    {"unit", "when", "weekdays", "nights", "price"},
	KindWithdraw: {"unit"},
}

// required lists the columns that a kind must have beside unit and dates.
var required = map[Kind][]string{
	KindSeason: {"season"}, KindPerson: {"party", "upto", "amount"}, KindLonger: {"nights"}, KindLate: {"days", "percent"},
	KindFee: {"amount"}, KindRound: {"amount"}, KindDog: {"amount", "per"}, KindUnits: {"units"}, KindPrice: {"nights"},
}

// kinds lists the kinds as an error shows them.
const kinds = "season, night, person, stay, longer, late, fee, round, dog, closed, open, units, price or withdraw"

// IsColumn reports whether a sheet may have a column. PriceColumn reads those of
// prices.
func IsColumn(name string) bool {
	switch name {
	case "kind", "unit", "season", "from", "to":
		return true
	}
	if _, ok := PriceColumn(name); ok {
		return true
	}
	for _, of := range columns {
		if slices.Contains(of, name) {
			return name != "when" && name != "dates" && name != "price"
		}
	}
	return false
}

// PriceColumn returns the party size of a column such as price_4.
func PriceColumn(name string) (party int, ok bool) {
	size, found := strings.CutPrefix(name, "price_")
	party, err := strconv.Atoi(size)
	return party, found && err == nil && strconv.Itoa(party) == size && party >= 1 && party <= catalogue.MaxParty
}

// maxAmount limits what one night, one fee and one step of rounding may be, so
// that no stay exceeds availability.MaxPrice.
const maxAmount = 100_000_00

// Read reads the cells of a line. today limits how far ahead its dates may be.
func Read(cells []Cell, today date.Date) (line Line, wrong *Fault) {
	for _, cell := range cells {
		if cell.Column == "kind" {
			line.Kind = Kind(strings.ToLower(cell.Text))
		}
	}
	may, known := columns[line.Kind]
	switch {
	case line.Kind == "":
		return line, faultf("kind", "is missing: write %s", kinds)
	case !known:
		return line, faultf("kind", "there is no kind %q: write %s", shorten(string(line.Kind)), kinds)
	}
	has := map[string]bool{}
	var dates Period
	for _, cell := range cells {
		if cell.Column == "kind" {
			continue
		}
		if has[cell.Column] {
			return line, faultf(cell.Column, "is given twice")
		}
		has[cell.Column] = true
		if !allowed(may, cell.Column) {
			return line, faultf(cell.Column, "a %s row has no %s: leave the cell empty, or write a row of another kind", line.Kind, cell.Column)
		}
		if wrong = line.cell(cell, &dates); wrong != nil {
			return line, wrong
		}
	}
	if has["from"] {
		line.When = []Period{dates}
	}
	return line, line.check(has, dates, today)
}

func allowed(may []string, column string) bool {
	switch column {
	case "from", "to":
		return slices.Contains(may, "when") || slices.Contains(may, "dates")
	case "season":
		return slices.Contains(may, "when") || slices.Contains(may, "season")
	}
	if _, ok := PriceColumn(column); ok {
		return slices.Contains(may, "price")
	}
	return slices.Contains(may, column)
}

// check checks the row as a whole.
func (l *Line) check(has map[string]bool, dates Period, today date.Date) *Fault {
	if l.Kind != KindSeason && !has["unit"] {
		return faultf("unit", "is missing: write the id of the unit type, or several")
	}
	for _, column := range required[l.Kind] {
		if !has[column] {
			return faultf(column, "is missing in a %s row", l.Kind)
		}
	}
	if wrong := l.checkDates(has, dates, today); wrong != nil {
		return wrong
	}
	switch l.Kind {
	case KindNight, KindPrice:
		slices.SortFunc(l.Prices, func(a, b PartyPrice) int { return a.Party - b.Party })
		if len(l.Prices) == 0 {
			return faultf("price_n", "is missing: write the price for parties of up to n in a column such as price_4")
		}
	case KindPerson:
		if l.UpTo <= l.Party {
			return faultf("upto", "must be more than party (%d): the largest party that the unit type takes", l.Party)
		}
	case KindLonger:
		if has["percent"] == has["amount"] {
			return faultf("percent", "a longer row has either percent or amount")
		}
	case KindStay:
		if !has["min"] && !has["max"] && !has["stays"] && !has["arrive"] && !has["depart"] && !has["through"] && !has["maxthrough"] {
			return faultf("min", "a stay row needs one of min, max, stays, arrive, depart, through and maxthrough")
		}
	default:
	}
	return nil
}

func (l *Line) checkDates(has map[string]bool, dates Period, today date.Date) *Fault {
	mustHave := slices.Contains(columns[l.Kind], "dates")
	switch {
	case l.Kind != KindSeason && has["season"] && (has["from"] || has["to"]):
		return faultf("season", "cannot be combined with from and to: write either the season or the dates")
	case !has["from"] && (has["to"] || mustHave):
		return faultf("from", "is missing: write the first date as yyyy-mm-dd")
	case !has["to"] && has["from"]:
		return faultf("to", "is missing: write the last date, which is included; for one day the same as from")
	case dates.To < dates.From:
		return faultf("to", "is before from")
	case dates.To > today+Horizon:
		return faultf("to", "is more than %d days ahead: write %s or earlier", Horizon, (today + Horizon).ISO())
	}
	return nil
}

// cell reads one cell.
func (l *Line) cell(c Cell, dates *Period) (wrong *Fault) {
	if party, ok := PriceColumn(c.Column); ok {
		price, wrong := amount(c)
		if wrong == nil && price == 0 && l.Kind == KindNight {
			wrong = faultf(c.Column, "a night cannot cost nothing: to close nights write a closed row")
		}
		l.Prices = append(l.Prices, PartyPrice{party, price})
		return wrong
	}
	switch c.Column {
	case "unit":
		l.UnitIDs = strings.FieldsFunc(c.Text, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
		slices.Sort(l.UnitIDs)
		l.UnitIDs = slices.Compact(l.UnitIDs)
		if len(l.UnitIDs) == 0 {
			return faultf("unit", "is missing: write the id of the unit type, or several")
		}
	case "season":
		l.Season = strings.ToLower(c.Text)
	case "from":
		dates.From, wrong = dayOf(c)
	case "to":
		dates.To, wrong = dayOf(c)
	case "weekdays":
		l.Weekdays, wrong = weekdays(c, false)
	case "arrive":
		l.Arrive, wrong = weekdays(c, true)
	case "depart":
		l.Depart, wrong = weekdays(c, true)
	case "amount":
		l.Amount, wrong = amount(c)
		if wrong == nil && l.Amount == 0 && l.Kind == KindRound {
			wrong = faultf("amount", "expected the step to which prices are rounded, such as 1.00")
		}
	case "percent":
		l.Percent, wrong = percent(c)
	case "per":
		l.PerNight = strings.EqualFold(c.Text, "night")
		if !l.PerNight && !strings.EqualFold(c.Text, "stay") {
			wrong = faultf("per", "expected stay or night, not %q: what each dog costs for all nights, or for one", shorten(c.Text))
		}
	case "stays":
		l.Stays, wrong = stays(c)
	default:
		return l.number(c)
	}
	return wrong
}

// number reads a cell with a whole number.
func (l *Line) number(c Cell) *Fault {
	fields := map[string]struct {
		into     *int
		min, max int
	}{
		"party": {&l.Party, 1, catalogue.MaxParty - 1}, "upto": {&l.UpTo, 2, catalogue.MaxParty},
		"nights": {&l.Nights, 1, availability.MaxNights}, "days": {&l.Days, 1, Horizon},
		"min": {&l.Min, 1, availability.MaxNights}, "max": {&l.Max, 1, availability.MaxNights},
		"through": {&l.Through, 1, availability.MaxNights}, "maxthrough": {&l.MaxThrough, 1, availability.MaxNights},
		"units": {&l.Units, 0, availability.MaxUnits},
	}
	field, ok := fields[c.Column]
	if !ok {
		return faultf(c.Column, "there is no such column")
	}
	n, err := strconv.Atoi(c.Text)
	if err != nil || n < field.min || n > field.max {
		return faultf(c.Column, "expected %d to %d, not %q", field.min, field.max, shorten(c.Text))
	}
	*field.into = n
	return nil
}

// amount reads pounds.
func amount(c Cell) (money.Pence, *Fault) {
	p, err := money.Parse(c.Text)
	switch {
	case err != nil || p < 0:
		return 0, faultf(c.Column, "expected pounds with at most two decimals, such as 100.00, not %q", shorten(c.Text))
	case p > maxAmount:
		return 0, faultf(c.Column, "£%s is too much: amounts are pounds, not pence, and at most £%s", p, money.Pence(maxAmount))
	}
	return p, nil
}

// percent reads a discount with at most two decimals.
func percent(c Cell) (money.Percent, *Fault) {
	p, err := money.ParsePercent(strings.TrimSpace(strings.TrimSuffix(c.Text, "%")))
	if err != nil || p < 0 || p >= money.Whole {
		return 0, faultf("percent", "expected a discount of 0 to 99.99 with at most two decimals, such as 12.5, not %q", shorten(c.Text))
	}
	return p, nil
}

// dayOf reads a date.
func dayOf(c Cell) (date.Date, *Fault) {
	d, err := date.ParseISO(c.Text)
	if err == nil && len(c.Text) == len("2006-01-02") {
		return d, nil
	}
	if d, err := date.Parse(c.Text); err == nil {
		return 0, faultf(c.Column, "%q may be day or month first: write %s (in a spreadsheet format the column as yyyy-mm-dd, or import the .xlsx itself)", c.Text, d.ISO())
	}
	if serial, err := strconv.Atoi(c.Text); err == nil && serial > 36_500 && serial < 73_000 {
		d := date.Of(1899, 12, 30) + date.Date(serial)
		return 0, faultf(c.Column, "%s is a spreadsheet's number for a date: write %s (format the column as yyyy-mm-dd, or import the .xlsx itself)", c.Text, d.ISO())
	}
	return 0, faultf(c.Column, "expected an existing day as yyyy-mm-dd, such as 2027-05-28, not %q", shorten(c.Text))
}

var weekdayNames = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// weekdays reads names of days; where it may be open also any and none.
func weekdays(c Cell, open bool) (days Weekdays, wrong *Fault) {
	text, also := strings.ToLower(c.Text), ""
	if open {
		days, also = given, ", or any or none"
		switch text {
		case "any":
			return given | everyDay, nil
		case "none":
			return given, nil
		}
	}
	wrong = faultf(c.Column, "expected names of days such as \"fri mon\"%s, not %q", also, shorten(c.Text))
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		day := slices.Index(weekdayNames, name)
		if day < 0 {
			return 0, wrong
		}
		days |= 1 << day
	}
	if days&everyDay == 0 {
		return 0, wrong
	}
	return days, nil
}

// stays reads the numbers of nights that may be booked, or any.
func stays(c Cell) (nights uint64, wrong *Fault) {
	if strings.EqualFold(c.Text, "any") {
		return 1<<64 - 1, nil
	}
	for text := range strings.FieldsFuncSeq(c.Text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > availability.MaxNights {
			return 0, faultf("stays", "expected numbers of nights of 1 to %d, such as \"3 4 7\", or any, not %q", availability.MaxNights, shorten(c.Text))
		}
		nights |= 1 << n
	}
	if bits.OnesCount64(nights) == 0 {
		return 0, faultf("stays", "expected numbers of nights such as \"3 4 7\", or any, not %q", shorten(c.Text))
	}
	return nights, nil
}

// shorten cuts what an error repeats.
func shorten(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}

// Seasons collects the dates of the seasons of a file, by name.
type Seasons map[string][]Period

// MaxSeasons limits the season rows of an import.
const MaxSeasons = 10_000

// Add adds a season row. Several rows of one name add up.
func (s Seasons) Add(l Line) { s[l.Season] = append(s[l.Season], l.When...) }

// Resolve gives a row the dates of its season.
func (s Seasons) Resolve(r *Row) *Fault {
	if r.Season == "" {
		return nil
	}
	if r.When = s[r.Season]; r.When == nil {
		return faultf("season", "there is no season row for %q: write one with its first and last date", shorten(r.Season))
	}
	return nil
}
