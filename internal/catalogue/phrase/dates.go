package phrase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/date"
)

var months = map[string]time.Month{
	"january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5, "june": 6, "jun": 6, "july": 7, "jul": 7,
	"august": 8, "aug": 8, "september": 9, "sept": 9, "sep": 9, "october": 10, "oct": 10, "november": 11, "nov": 11, "december": 12, "dec": 12,
}

var weekdays = map[string]time.Weekday{"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 0}

// shortWeekdays count only before a day: 'in the sun' is no Sunday.
var shortWeekdays = map[string]time.Weekday{"mon": 1, "tue": 2, "tues": 2, "wed": 3, "weds": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6, "sun": 0}

var ordinals = map[string]int{"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": -1}

// pronouns are words after which 'may' is a verb.
var pronouns = []string{"i", "we", "you", "they", "he", "she", "it", "that", "who", "which", "there", "kids", "friends", "family"}

// day is a day as a sentence names it. Fields that it does not name are 0, the weekday -1.
type day struct {
	day, year int
	month     time.Month
	weekday   time.Weekday
}

const noWeekday time.Weekday = -1

// dates finds when a stay is: an arrival day, a span, a month, weekends or a school holiday.
func (r *reader) dates(i int) (best item) {
	for _, rule := range []func(*reader, int) item{(*reader).span, (*reader).arrival, (*reader).relative, (*reader).weekOf, (*reader).weekend, (*reader).month, (*reader).holiday} {
		if it := rule(r, i); it.to > best.to {
			best = it
		}
	}
	return best
}

// day reads a day: 'Sat 12th June 2027', 'June 12', '12/6', '12.06.27', '2027-06-12'.
func (r *reader) day(i int) (d day, end int) {
	d.weekday = noWeekday
	at := i
	if w, ok := weekdays[r.at(at)]; ok {
		d.weekday, at = w, at+1
	} else if w, ok := shortWeekdays[r.at(at)]; ok {
		d.weekday, at = w, at+1
	}
	at = r.optional(at, ",")
	at = r.optional(at, "the")
	if end := r.numericDay(at, &d); end > 0 {
		return d, end
	}
	return d, r.dayOfMonth(at, &d)
}

// dayOfMonth reads '12', '12th', '12 June 2027' or 'June 12th 2027'. Only the day is
// necessary.
func (r *reader) dayOfMonth(i int, d *day) (end int) {
	if m, ok := months[r.at(i)]; ok {
		at := r.optional(i+1, "the")
		n, isDay := r.number(at)
		if !isDay || n < 1 || n > 31 || !r.tokens[at].digits || r.counts(at) || r.isShortYear(at) {
			return 0
		}
		d.day, d.month = n, m
		return r.yearAfter(r.ordinalEnd(at), d)
	}
	n, ok := r.number(i)
	if !ok || !r.tokens[i].digits || n < 1 || n > 31 || r.at(i+1) == "£" {
		return 0
	}
	d.day = n
	at := r.ordinalEnd(i)
	after := r.optional(at, "of", "of the")
	if m, ok := months[r.at(after)]; ok && !r.is(after+1, "half") && !r.is(after+1, "bank") {
		d.month = m
		return r.yearAfter(after+1, d)
	}
	if r.counts(i) {
		return 0
	}
	return at
}

// counts reports whether a number counts something, so that it is no day: 'June 2 small children'.
func (r *reader) counts(i int) bool {
	if r.is(i+1, units...) {
		return true
	}
	for _, rule := range []func(*reader, int) item{(*reader).openNumber, (*reader).counted, (*reader).dogs, (*reader).nights, (*reader).rooms} {
		if rule(r, i).to > i+1 {
			return true
		}
	}
	return false
}

// standsAlone reports whether a number in digits is no part of another date or amount, and counts
// nothing.
func (r *reader) standsAlone(i int) bool {
	return r.tokens[i].digits && !r.counts(i) && r.ordinalEnd(i) == i+1 && months[r.at(i+1)] == 0 && !(r.touches(i+1) && r.tokens[i+1].isMark())
}

// isShortYear reports whether a number is written as the year of two digits in 'August ’27'.
func (r *reader) isShortYear(i int) bool {
	n, ok := r.number(i)
	return ok && n >= 20 && n < 100 && i > 0 && strings.ContainsFunc(r.text[r.tokens[i-1].to:r.tokens[i].from], isApostrophe)
}

func (r *reader) ordinalEnd(i int) int {
	if r.touches(i+1) && r.is(i+1, "st", "nd", "rd", "th") {
		return i + 2
	}
	return i + 1
}

// yearAfter reads the year after a month, if there is one; after a day also of two digits.
func (r *reader) yearAfter(i int, d *day) (end int) {
	at := r.optional(i, ",")
	n, ok := r.number(at)
	thisYear := r.today.Time().Year() - 2000
	switch {
	case !ok:
		return i
	case r.isShortYear(at), at == i && d.day != 0 && n >= thisYear && n < thisYear+yearsAhead && r.standsAlone(at):
		n += 2000
	case n < 2020 || n >= 2100:
		return i
	}
	d.year = n
	return at + 1
}

// yearsAhead is how many years a number of two digits may mean.
const yearsAhead = 3

// numericDay reads '12/6', '12/06/2027', '12.6.27' and '2027-06-12'. A hyphen between two numbers
// only is a span.
func (r *reader) numericDay(i int, d *day) (end int) {
	mark := r.at(i + 1)
	if mark != "/" && mark != "." && mark != "-" {
		return 0
	}
	a, ok := r.number(i)
	b, ok2 := r.number(i + 2)
	if !ok || !ok2 || !r.touches(i+1) || !r.touches(i+2) {
		return 0
	}
	end = i + 3
	c, three := r.number(i + 4)
	three = three && r.at(i+3) == mark
	if three {
		end = i + 5
	}
	switch {
	case !three && (mark != "/" || r.is(end, units...)):
		return 0
	case a >= 2020 && three:
		a, c = c, a
	case three && c < 100:
		c += 2000
	}
	if b < 1 || b > 12 || a < 1 || a > 31 {
		return 0
	}
	d.day, d.month = a, time.Month(b)
	if three {
		d.year = c
	}
	return end
}

// resolve returns the date of a day: the first one after another day. why says what is wrong
// with it.
func (d day) resolve(after date.Date) (found date.Date, why string) {
	year := d.year
	if year == 0 {
		year = after.Time().Year()
	}
	for ; ; year++ {
		found = date.Of(year, d.month, d.day)
		if found.Time().Month() != d.month {
			return 0, "There is no such day in " + fmt.Sprintf("%s %d", d.month, year) + "."
		}
		if found > after || d.year != 0 {
			break
		}
	}
	switch {
	case found <= after:
		return 0, "This day is over. The first day of arrival is tomorrow."
	case d.weekday != noWeekday && found.Weekday() != d.weekday:
		return 0, fmt.Sprintf("%s is a %s.", dayText(found), found.Weekday())
	}
	return found, ""
}

func dayText(d date.Date) string { return d.Time().Format("2 January 2006") }

// arriving is the item of an arrival day, with nights if there are any.
func arriving(to int, day date.Date, nights int) item {
	it := item{kind: Dates, to: to, label: "Arriving " + day.Long(), slots: []slot{{"date", day.ISO()}}, apply: func(s *Search) { s.Date = day }}
	if nights > 0 {
		it.label += ", " + count(nights, "night")
		it.slots = append(it.slots, slot{"nights", strconv.Itoa(nights)})
		it.apply = func(s *Search) { s.Date, s.Nights = day, nights }
	}
	return it
}

func count(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return strconv.Itoa(n) + " " + of + "s"
}

// wrongDates is the item of dates that name no stay.
func wrongDates(to int, why string) item { return item{kind: Unknown, to: to, why: why} }

const maxNights = 99

// span reads 'from 12 to 19 June', '28 July - 4 August'.
func (r *reader) span(i int) item {
	at := r.optional(i, "from", "from the", "between", "between the")
	first, end := r.day(at)
	if end == 0 || first.day == 0 {
		return item{}
	}
	if r.is(i, "between") {
		return r.between(end)
	}
	dash := r.optional(end, ",")
	to := r.sequence(dash, "-", "to", "until", "till", "til", "through", "through to", "leaving", "departing", "returning", "depart", "leave", "return", "back on", "to the", "until the", "till the", "leaving on")
	if to == 0 {
		return item{}
	}
	last, end := r.day(to)
	if end == 0 || last.day == 0 || first.month == 0 && last.month == 0 {
		return item{}
	}
	if last.month == 0 { // '9 July to the 16th'
		last.month, last.year = first.month, first.year
		if last.day <= first.day {
			return wrongDates(end, "The last day is not after the first.")
		}
	}
	if first.month == 0 {
		first.month = last.month
		if first.year = last.year; first.day >= last.day {
			return wrongDates(end, "The last day is not after the first.")
		}
	}
	if first.year == 0 && last.year != 0 && first.month <= last.month {
		first.year = last.year
	}
	from, why := first.resolve(r.today)
	if why != "" {
		return wrongDates(end, why)
	}
	until, why := last.resolve(from)
	if why != "" {
		return wrongDates(end, why)
	}
	if until-from > maxNights {
		return wrongDates(end, fmt.Sprintf("A stay has at most %d nights.", maxNights))
	}
	return arriving(end, from, int(until-from))
}

// between reads the rest of 'between 5 and 20 June', which leaves the day of arrival open.
func (r *reader) between(i int) item {
	to := r.sequence(i, "and", "and the", "&", "-", "to")
	if last, end := r.day(to); to > 0 && end > 0 && last.month != 0 {
		return wrongDates(end, "Only an arrival day, a month or a holiday can be searched for.")
	}
	return item{}
}

// arrival reads one day. A number without a month is none. 'for 6 June' may be people or a day.
func (r *reader) arrival(i int) item {
	if r.is(i, "for") {
		if n, ok := r.number(i + 1); ok && n <= 31 && months[r.at(i+2)] != 0 && !r.is(i+3, "half") && r.tokens[i+1].digits {
			month := r.at(i + 2)
			return item{kind: Unknown, to: i + 3, why: "This could be people or a day.", choices: []string{fmt.Sprintf("%d people in %s", n, month), fmt.Sprintf("arriving %d %s", n, month)}}
		}
		return item{}
	}
	d, end := r.day(i)
	if end == 0 || d.day == 0 || d.month == 0 {
		return item{}
	}
	if end == i+2 && months[r.at(i)] != 0 && r.tokens[i+1].digits {
		year := 2000 + d.day
		if last := date.Of(year, d.month, 1).AddMonths(1) - 1; last > r.today && year < r.today.Time().Year()+yearsAhead {
			return item{kind: Unknown, to: end, why: "A day or a year?", choices: []string{fmt.Sprintf("%d %s", d.day, r.at(i)), fmt.Sprintf("%s %d", r.at(i), year)}}
		}
	}
	found, why := d.resolve(r.today)
	if why != "" {
		return wrongDates(end, why)
	}
	return arriving(end, found, 0)
}

// relative reads 'tomorrow' and 'next Friday'.
func (r *reader) relative(i int) item {
	switch word := r.at(i); {
	case word == "tomorrow":
		return arriving(i+1, r.today+1, 0)
	case word == "today" || word == "tonight" || word == "yesterday":
		return wrongDates(i+1, "The first day of arrival is tomorrow.")
	}
	at := r.optional(i, "this", "this coming", "next", "on", "coming")
	if d, end := r.day(at); end > 0 && d.weekday != noWeekday && d.day != 0 && d.month == 0 {
		return r.inWhichMonth(end, d)
	}
	w, ok := r.weekday(at)
	to := r.sequence(at+1, "-", "to", "until", "till", "til")
	until, isSpan := r.weekday(to)
	_, isLong := weekdays[r.at(at)]
	if isSpan = isSpan && to > 0; !ok || !isLong && !isSpan {
		return item{}
	}
	found := r.today + 1
	if r.is(i, "next") {
		found = r.nextMonday()
	}
	for found.Weekday() != w {
		found++
	}
	switch end := at + 1; {
	case r.is(i-1, "a", "any", "every", "each"):
		return item{kind: Unknown, to: end, why: "Which one?"}
	case isSpan:
		return arriving(to+1, found, 1+int(until-w+6)%7)
	case r.is(end, "week"):
		return item{kind: Unknown, to: end + 1, why: "Which day?", choices: []string{strings.ToLower(dayText(found + 7))}}
	default:
		return arriving(end, found, 0)
	}
}

// weekday reads the name of a weekday.
func (r *reader) weekday(i int) (w time.Weekday, ok bool) {
	if w, ok = weekdays[r.at(i)]; !ok {
		w, ok = shortWeekdays[r.at(i)]
	}
	return w, ok
}

// inWhichMonth is the item of 'Saturday 12th', with the next such day as a choice.
func (r *reader) inWhichMonth(to int, d day) item {
	it := item{kind: Unknown, to: to, why: "In which month?"}
	for day := r.today + 1; day <= r.today+366; day++ {
		if day.Weekday() == d.weekday && day.Time().Day() == d.day {
			it.choices = []string{strings.ToLower(dayText(day))}
			break
		}
	}
	return it
}

// nextMonday is the first day of the next week.
func (r *reader) nextMonday() date.Date {
	day := r.today + 1
	for day.Weekday() != time.Monday {
		day++
	}
	return day
}

// weekOf reads 'first week of August' and 'week commencing 12 June'.
func (r *reader) weekOf(i int) item {
	if at := r.sequence(r.optional(i, "the"), "week commencing", "week beginning", "week starting", "week of", "w / c", "wc", "week from", "week from the", "week of the"); at > 0 {
		if it := r.arrival(at); it.kind == Dates {
			var found Search
			it.apply(&found)
			return arriving(it.to, found.Date, 7)
		}
		return item{}
	}
	at := r.optional(i, "the")
	nth, ok := ordinals[r.at(at)]
	next := at + 1
	if n, isNumber := r.number(at); isNumber && r.ordinalEnd(at) == at+2 && n <= 4 {
		nth, ok, next = n, true, at+2
	}
	if !ok {
		return item{}
	}
	next = r.sequence(next, "week of", "week in", "wk of", "wk in")
	if next == 0 {
		return item{}
	}
	month, year, end := r.monthAt(next)
	if end == 0 {
		return item{}
	}
	first := r.firstOf(month, year)
	start := first + date.Date(7*(nth-1))
	if nth < 0 {
		start = first.AddMonths(1) - 7
	}
	if start <= r.today {
		return wrongDates(end, "This week has begun or is over.")
	}
	return arriving(end, start, 7)
}

// monthAt reads a month and its year, 0 if none is named.
func (r *reader) monthAt(i int) (month time.Month, year, end int) {
	switch month = months[r.at(i)]; {
	case month == 0:
		return 0, 0, 0
	case r.at(i) == "may" && (slices.Contains(pronouns, r.at(i-1)) || r.is(i+1, "be", "come", "need", "want", "bring", "have", "also")):
		return 0, 0, 0
	case r.at(i) == "mar" && i > 0 && r.is(i-1, "de"):
		return 0, 0, 0
	}
	var d day
	end = r.yearAfter(i+1, &d)
	return month, d.year, end
}

// firstOf returns the first day of a month: that of a year, or else the next that is not over.
func (r *reader) firstOf(month time.Month, year int) date.Date {
	if year != 0 {
		return date.Of(year, month, 1)
	}
	first := date.Of(r.today.Time().Year(), month, 1)
	if first.AddMonths(1)-1 <= r.today {
		first = first.AddMonths(12)
	}
	return first
}

// month reads 'in June', 'any day in June', 'next month'.
func (r *reader) month(i int) item {
	first := date.Of(r.today.Time().Year(), r.today.Time().Month(), 1)
	if end := r.sequence(i, "next month"); end > 0 {
		return inMonth(end, first.AddMonths(1))
	}
	month, year, end := r.monthAt(i)
	if end == 0 {
		return item{}
	}
	if first = r.firstOf(month, year); first.AddMonths(1)-1 <= r.today {
		return wrongDates(end, "This month is over.")
	}
	return inMonth(end, first)
}

func inMonth(to int, first date.Date) item {
	when := "day-" + first.Month()
	return item{kind: Dates, to: to, month: first, label: "Any day in " + first.Time().Format("January 2006"), slots: []slot{{"date", when}}, apply: func(s *Search) { s.When = when }}
}

// weekend reads 'this weekend', 'a weekend in June', 'long weekend', which has three nights. A
// weekend begins on Friday.
func (r *reader) weekend(i int) item {
	friday := r.today + 1
	for friday.Weekday() != time.Friday {
		friday++
	}
	if end := r.sequence(i, "this weekend", "this coming weekend", "the coming weekend"); end > 0 {
		if friday > r.today+4 {
			return wrongDates(end, "This weekend has begun.")
		}
		return arriving(end, friday, 0)
	}
	if end := r.sequence(i, "next weekend"); end > 0 {
		return arriving(end, r.nextMonday()+4, 0)
	}
	long := r.optional(i, "long", "a long")
	at := r.sequence(long, "weekend", "weekends", "weekend break", "weekend breaks", "weekend away")
	if at == 0 {
		return item{}
	}
	it := item{kind: Dates, to: at, weekend: true}
	if long > i {
		it.slots = []slot{{"nights", "3"}}
	}
	return it
}

// holiday reads the name of a school holiday, with its year before or after it or without: then
// the next counts.
func (r *reader) holiday(i int) (best item) {
	at, year := i, 0
	if n, ok := r.number(i); ok && n >= 2020 && n < 2100 {
		at, year = i+1, n
	}
	for _, h := range r.holidays {
		words := strings.Split(h.Name, "-")
		ofYear, _ := strconv.Atoi(words[len(words)-1])
		end := r.sequence(at, holidayNames(words[:len(words)-1])...)
		if end == 0 {
			continue
		}
		d := day{day: 1, year: year}
		to := r.yearAfter(end, &d)
		it := r.during(to, h)
		if d.year != 0 && d.year != ofYear || h.To <= r.today {
			it = wrongDates(to, "We do not know these school holidays yet, or they are over.")
		}
		if to > best.to || to == best.to && best.kind == Unknown { // those of other years have the same name
			best = it
		}
	}
	return best
}

func (r *reader) during(to int, h schoolholiday.Holiday) item {
	label := strings.ReplaceAll(h.Name, "-", " ")
	return item{kind: Dates, to: to, label: strings.ToUpper(label[:1]) + label[1:] + ", " + dayText(h.From) + " to " + dayText(h.To),
		slots: []slot{{"date", h.Name}}, apply: func(s *Search) { s.When = h.Name }}
}

// seasons are no holidays by themselves.
var seasons = []string{"spring", "summer", "autumn", "winter"}

// otherHalfTerms are other names of half terms, by their month. 'Spring half term' may be in
// February or in May.
var otherHalfTerms = map[string][]string{"may": {"summer ", "whit ", "whitsun ", "spring bank "}, "october": {"autumn "}}

// holidayNames returns what visitors call a school holiday, by the words of its name.
func holidayNames(words []string) (names []string) {
	name := strings.Join(words, " ")
	names = []string{name}
	if base, ok := strings.CutSuffix(name, " holidays"); ok {
		for _, word := range []string{" holiday", " hols", " break", " school holidays"} {
			names = append(names, base+word)
		}
		if !slices.Contains(seasons, base) {
			names = append(names, base)
		}
		if base == "christmas" {
			names = append(names, "xmas", "xmas holidays", "xmas hols")
		}
	}
	if month, ok := strings.CutSuffix(name, " half term"); ok {
		before := append([]string{"", month + " ", month[:min(3, len(month))] + " "}, otherHalfTerms[month]...)
		for _, form := range before {
			for _, half := range []string{"half term", "half - term", "halfterm", "½ term", "1 / 2 term"} {
				names = append(names, form+half)
			}
		}
	}
	for _, name := range slices.Clone(names) {
		names = append(names, "the "+name)
	}
	return names
}
