package api

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/date"
)

// DateChoicesQuery asks for the choices of flexible dates.
type DateChoicesQuery struct {
	Channel string `in:"channel" code:"CHANNEL" doc:"Channel code; default ukcaravan."`
	Promo   *bool  `in:"promo" code:"FLAG" doc:"1: for a reader with the promotion's pass, only choices with one of the reader's offer dates."`
	Council string `in:"council" code:"REQUEST" doc:"Id of the council whose school holidays are listed. Without it, or where it has none: those that most councils of England have in common."`
}

// DateChoices are values of the parameter when of a search.
type DateChoices struct {
	Choices  []DateChoice    `json:"choices" doc:"By date: school holidays, weekends of a month, months."`
	Council  string          `json:"council,omitempty" doc:"Id of the council whose school holidays these are. Absent: of most councils of England."`
	Councils []CouncilChoice `json:"councils,omitempty" doc:"The councils that have school holidays among the dates on sale, by nation and name."`
}

// DateChoice is any stay in a span of dates.
type DateChoice struct {
	When      string     `json:"when" doc:"day-2027-06: arrival in that month; weekend-2027-06: on a Friday of it; summer-holidays-2027 and the like: the whole stay in those school holidays; with a point and a council's id after it, in those of this council."`
	From      string     `json:"from" doc:"The first day."`
	To        string     `json:"to" doc:"The last day."`
	Elsewhere []DateSpan `json:"elsewhere,omitempty" doc:"Of a council's school holidays: the weeks in which it is off and most others are in term."`
}

// DateSpan is a run of days.
type DateSpan struct {
	From string `json:"from" doc:"The first day."`
	To   string `json:"to" doc:"The last day."`
}

// CouncilChoice is a council whose school holidays can be chosen.
type CouncilChoice struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Nation string `json:"nation" doc:"England, Scotland, Wales or Northern Ireland."`
}

// span is a choice of dates: a month, its weekends, or a school holiday.
type span struct {
	from, to date.Date // both included
	fridays  bool      // arrival on Fridays only
	whole    bool      // the whole stay lies in the span, else only the arrival
}

// spanOf reads a value of the parameter when.
func (v *View) spanOf(when string) (s span, ok bool) {
	if holiday, ok := v.holidays.Find(when); ok {
		return ofHoliday(holiday), true
	}
	kind, month, _ := strings.Cut(when, "-")
	first, err := time.Parse("2006-01", month)
	if err != nil || kind != "day" && kind != "weekend" {
		return span{}, false
	}
	from := date.Of(first.Year(), first.Month(), 1)
	return span{from: from, to: from.AddMonths(1) - 1, fridays: kind == "weekend"}, true
}

func ofHoliday(h schoolholiday.Holiday) span { return span{from: h.From, to: h.To, whole: true} }

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
	sells := func(s span) bool {
		return slices.ContainsFunc(on.only(s.arrivals(1, today)), func(d date.Date) bool { return slices.Contains(months, d.Month()) })
	}
	answer := DateChoices{Councils: v.councilChoices(sells)}
	if slices.ContainsFunc(answer.Councils, func(c CouncilChoice) bool { return c.ID == in.Council }) {
		answer.Council = in.Council
	}
	answer.Choices = v.choices(months, answer.Council, sells, today)
	return Encoded{JSON: encode(answer)}, nil
}

// choices returns the choices that sell something: school holidays, those of a council where it
// is named, and the weekends and days of some months.
func (v *View) choices(months []string, council string, sells func(span) bool, today date.Date) []DateChoice {
	choices := []DateChoice{}
	add := func(when string, s span, elsewhere []schoolholiday.Span) {
		if !sells(s) {
			return
		}
		choice := DateChoice{When: when, From: s.from.String(), To: s.to.String()}
		for _, days := range elsewhere {
			if days.To > today {
				choice.Elsewhere = append(choice.Elsewhere, DateSpan{days.From.String(), days.To.String()})
			}
		}
		choices = append(choices, choice)
	}
	for _, holiday := range v.holidays.Of(council) {
		var elsewhere []schoolholiday.Span
		if council != "" {
			elsewhere = v.holidays.Elsewhere(holiday)
		}
		add(schoolholiday.Key(holiday, council), ofHoliday(holiday), elsewhere)
	}
	for _, kind := range []string{"weekend-", "day-"} {
		for _, month := range months {
			if s, ok := v.spanOf(kind + month); ok {
				add(kind+month, s, nil)
			}
		}
	}
	return choices
}

// councilChoices returns the councils with a holiday that sells.
func (v *View) councilChoices(sells func(span) bool) (choices []CouncilChoice) {
	known := map[span]bool{} // many councils have the same days
	for _, council := range v.holidays.Councils() {
		if slices.ContainsFunc(v.holidays.Of(council.ID), func(h schoolholiday.Holiday) bool {
			s := ofHoliday(h)
			if _, ok := known[s]; !ok {
				known[s] = sells(s)
			}
			return known[s]
		}) {
			choices = append(choices, CouncilChoice{council.ID, council.Name, council.Nation})
		}
	}
	return choices
}
