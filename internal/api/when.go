package api

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/date"
)

// DateChoicesQuery asks for the choices of flexible dates.
type DateChoicesQuery struct {
	Channel string `in:"channel" code:"CHANNEL" doc:"Channel code; default ukcaravan."`
}

// DateChoices are values of the parameter when of a search.
type DateChoices struct {
	Choices []DateChoice `json:"choices" doc:"By date: school holidays, weekends of a month, months."`
}

// DateChoice is any stay in a span of dates.
type DateChoice struct {
	When string `json:"when" doc:"day-2027-06: arrival in that month; weekend-2027-06: on a Friday of it; summer-holidays-2027 and the like: the whole stay in those school holidays."`
	From string `json:"from" doc:"The first day."`
	To   string `json:"to" doc:"The last day."`
}

// span is a choice of dates: a month, its weekends, or a school holiday.
type span struct {
	from, to date.Date // both included
	fridays  bool      // arrival on Fridays only
	whole    bool      // the whole stay lies in the span, else only the arrival
}

// schoolHolidays are holidays of schools in England, from the first to the last
// day without school, weekends included. Councils and academies set their own
// dates. These are the days that the term dates of most English councils for
// 2026/27 have in common (gov.uk/school-term-holiday-dates leads to each
// council's list; Easter Sunday is 28 March 2027). Scotland, Wales and Northern
// Ireland differ, so a choice names England; months serve all others. Add a
// year when the councils have published it.
var schoolHolidays = []struct {
	name     string
	from, to string // ISO
}{
	{"christmas-holidays-2026", "2026-12-19", "2027-01-03"},
	{"february-half-term-2027", "2027-02-13", "2027-02-21"},
	{"easter-holidays-2027", "2027-03-27", "2027-04-11"},
	{"may-half-term-2027", "2027-05-29", "2027-06-06"},
	{"summer-holidays-2027", "2027-07-24", "2027-08-31"},
}

// spanOf reads a value of the parameter when.
func spanOf(when string) (s span, ok bool) {
	for _, holiday := range schoolHolidays {
		if holiday.name == when {
			return span{from: isoDay(holiday.from), to: isoDay(holiday.to), whole: true}, true
		}
	}
	kind, month, _ := strings.Cut(when, "-")
	first, err := time.Parse("2006-01", month)
	if err != nil || kind != "day" && kind != "weekend" {
		return span{}, false
	}
	from := isoDay(first.Format(time.DateOnly))
	return span{from: from, to: from.AddMonths(1) - 1, fridays: kind == "weekend"}, true
}

func isWhen(when string) bool {
	_, ok := spanOf(when)
	return ok
}

// isoDay reads a date of our own.
func isoDay(text string) date.Date {
	day, err := date.ParseISO(text)
	if err != nil {
		panic(fmt.Sprintf("api: %v", err))
	}
	return day
}

// arrivals returns the arrival dates of the span after today, ascending; never
// nil.
func (s span) arrivals(nights int, today date.Date) []date.Date {
	list, last := []date.Date{}, s.to
	if s.whole {
		last -= date.Date(nights)
	}
	for day := max(s.from, today+1); day <= last; day++ {
		if !s.fridays || day.Time().Weekday() == time.Friday {
			list = append(list, day)
		}
	}
	return list
}

// dateChoices answers with the choices in which the channel has anything on
// sale.
func (a *API) dateChoices(_ *Request, in DateChoicesQuery) (Encoded, error) {
	channel := cmp.Or(in.Channel, "ukcaravan")
	if err := checkChannel(channel); err != nil {
		return Encoded{}, err
	}
	v, today := a.View(), a.Today()
	months := v.index.Months(channel)
	var names []string
	for _, holiday := range schoolHolidays {
		names = append(names, holiday.name)
	}
	for _, month := range months {
		names = append(names, "weekend-"+month)
	}
	for _, month := range months {
		names = append(names, "day-"+month)
	}
	answer := DateChoices{Choices: []DateChoice{}}
	for _, name := range names {
		s, ok := spanOf(name)
		arrivals := s.arrivals(1, today)
		if !ok || !slices.ContainsFunc(arrivals, func(d date.Date) bool { return slices.Contains(months, d.Month()) }) {
			continue
		}
		answer.Choices = append(answer.Choices, DateChoice{name, s.from.String(), s.to.String()})
	}
	return Encoded{JSON: encode(answer)}, nil
}
