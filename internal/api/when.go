package api

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/date"
)

// DateChoicesQuery asks for the choices of flexible dates.
type DateChoicesQuery struct {
	Channel string `in:"channel" code:"CHANNEL" doc:"Channel code; default ukcaravan."`
	Promo   *bool  `in:"promo" code:"FLAG" doc:"1: for a reader with the promotion's pass, only choices with one of the reader's offer dates."`
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

// spanOf reads a value of the parameter when.
func (v *View) spanOf(when string) (s span, ok bool) {
	for _, holiday := range *v.holidays.Current() {
		if holiday.Name == when {
			return span{from: holiday.From, to: holiday.To, whole: true}, true
		}
	}
	kind, month, _ := strings.Cut(when, "-")
	first, err := time.Parse("2006-01", month)
	if err != nil || kind != "day" && kind != "weekend" {
		return span{}, false
	}
	from := date.Of(first.Year(), first.Month(), 1)
	return span{from: from, to: from.AddMonths(1) - 1, fridays: kind == "weekend"}, true
}

func (v *View) isWhen(when string) bool {
	_, ok := v.spanOf(when)
	return ok
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

// only returns those of some dates that are offered; never nil.
func (o offered) only(days []date.Date) []date.Date {
	if o.dates == nil {
		return days
	}
	return slices.DeleteFunc(days, func(day date.Date) bool {
		_, found := slices.BinarySearch(o.dates, day)
		return !found
	})
}

// dateChoices answers with the choices in which the channel has anything on
// sale.
func (a *API) dateChoices(r *Request, in DateChoicesQuery) (Encoded, error) {
	channel := cmp.Or(in.Channel, "ukcaravan")
	if err := checkChannel(channel); err != nil {
		return Encoded{}, err
	}
	v, today, on := a.View(), a.Today(), a.readerFor(r, in.Promo).offered(channel)
	months := v.index.Months(channel)
	var names []string
	for _, holiday := range *v.holidays.Current() {
		names = append(names, holiday.Name)
	}
	for _, month := range months {
		names = append(names, "weekend-"+month)
	}
	for _, month := range months {
		names = append(names, "day-"+month)
	}
	answer := DateChoices{Choices: []DateChoice{}}
	for _, name := range names {
		s, ok := v.spanOf(name)
		arrivals := on.only(s.arrivals(1, today))
		if !ok || !slices.ContainsFunc(arrivals, func(d date.Date) bool { return slices.Contains(months, d.Month()) }) {
			continue
		}
		answer.Choices = append(answer.Choices, DateChoice{name, s.from.String(), s.to.String()})
	}
	return Encoded{JSON: encode(answer)}, nil
}
