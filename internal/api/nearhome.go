package api

import (
	"cmp"
	"slices"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// NearHomeQuery asks for the cheapest stays within a drive from home.
type NearHomeQuery struct {
	Postcode string `in:"postcode" code:"NEAR" doc:"A British postcode or its first half, from which to drive; without it the answer has only the choices of dates."`
	Within   int    `in:"within" code:"NEAR" doc:"The longest drive in minutes, 30 to 600; default 120, unless miles is given."`
	Miles    int    `in:"miles" code:"NEAR" doc:"The greatest distance in a straight line, 5 to 600; with it, within is not read."`
	Nights   *int   `in:"nights" code:"NIGHTS" doc:"Duration; default 7."`
	When     string `in:"when" code:"WHEN" doc:"One of the choices; default any date."`
	PartyQuery
	Page int `in:"page" code:"REQUEST" doc:"From 1, the default."`
}

// NearHome is a page of the parks of every holiday type within a drive from home, each with its
// cheapest stay.
type NearHome struct {
	From      string       `json:"from" doc:"The first half of the postcode; empty where the query has none."`
	Stays     []NearStay   `json:"stays" doc:"Cheapest first."`
	Count     int          `json:"count" doc:"Of all pages."`
	PageCount int          `json:"pageCount"`
	Choices   []DateChoice `json:"choices" doc:"As datechoices, of all channels."`
}

// NearStay is the cheapest stay of a park that is near enough.
type NearStay struct {
	Deal
	Minutes int  `json:"minutes" doc:"Of the drive."`
	Miles   int  `json:"miles" doc:"In a straight line."`
	About   bool `json:"about" doc:"The minutes are an estimate from the miles."`
}

// normalise replaces page numbers that are the same page.
func (q *NearHomeQuery) normalise(*View) { q.Page = min(max(q.Page, 1), maxPage) }

const (
	usualDrive  = 120 // minutes
	usualNights = 7
)

var (
	errPostcode = Refuse(InvalidNear, "Please enter the first half of a British postcode, such as YO1.")
	errDrive    = Refuse(InvalidNear, "A drive can be 30 to 600 minutes, or 5 to 600 miles.")
)

// reaches reports whether a park is near enough.
func (q *NearHomeQuery) reaches(drive catalogue.Drive) bool {
	if q.Miles > 0 {
		return drive.Miles <= q.Miles
	}
	return drive.Minutes <= cmp.Or(q.Within, usualDrive)
}

func (q *NearHomeQuery) check(v *View) error {
	switch {
	case q.Within != 0 && (q.Within < 30 || q.Within > 600), q.Miles != 0 && (q.Miles < 5 || q.Miles > 600):
		return errDrive
	case q.When != "" && !v.isWhen(q.When):
		return Refuse(InvalidWhen, "This choice of dates is not known.")
	}
	return nil
}

func (a *API) nearHome(r *Request, in NearHomeQuery) (NearHome, error) {
	v, rd := a.View(), a.readerOf(r.Request)
	answer := NearHome{Stays: []NearStay{}, Choices: v.choicesOfAll(rd)}
	if err := in.check(v); err != nil || in.Postcode == "" {
		return answer, err
	}
	from, ok := v.catalogue.Home(in.Postcode)
	if !ok {
		return answer, errPostcode
	}
	answer.From = from.Code
	drives := v.catalogue.Within(from, a.DriveTimes.Current(), in.reaches)
	stays, err := v.cheapestWithin(&in, rd, drives)
	if err != nil {
		return answer, err
	}
	answer.Count = len(stays)
	answer.PageCount = (len(stays) + catalogue.PageSize - 1) / catalogue.PageSize
	first := min((in.Page-1)*catalogue.PageSize, len(stays))
	for _, s := range stays[first:min(first+catalogue.PageSize, len(stays))] {
		d := drives[v.parkAt[s.Park].ID]
		answer.Stays = append(answer.Stays, NearStay{v.dealOf(s.deal, s.channel), d.Minutes, d.Miles, d.About})
	}
	return answer, nil
}

// channelStay is a stay of a park on one of its channels.
type channelStay struct {
	deal
	channel string
}

// cheapestWithin finds the cheapest stay of each of some parks on any channel that takes the
// party for so many nights, cheapest first. It fails where no channel takes them.
func (v *View) cheapestWithin(in *NearHomeQuery, rd reader, drives map[string]catalogue.Drive) ([]*channelStay, error) {
	nights := usualNights
	if in.Nights != nil {
		nights = *in.Nights
	}
	within := make([]bool, len(v.parkAt))
	for id := range drives {
		if at, ok := v.index.Park(id); ok {
			within[at] = true
		}
	}
	sold, err := in.channelsFor("", nights)
	if err != nil {
		return nil, err
	}
	best := make([]*channelStay, len(v.parkAt))
	var found availability.Answer
	for _, on := range sold {
		c := criteria{Channel: on.channel, Region: allRegions, Nights: nights, Party: on.party, Dogs: on.dogs, When: in.When}
		q := c.query(v, rd)
		q.Sort, q.Limit, q.In = availability.ByPrice, len(v.parkAt), func(at int) bool { return within[at] }
		v.index.Search(&q, &found)
		for _, row := range found.Rows {
			stay := &channelStay{deal{row, nights}, on.channel}
			if other := best[row.Park]; other == nil || cheaper(stay.deal, other.deal) < 0 {
				best[row.Park] = stay
			}
		}
	}
	list := slices.DeleteFunc(best, func(stay *channelStay) bool { return stay == nil })
	slices.SortFunc(list, func(a, b *channelStay) int {
		if a.Price != b.Price {
			return cmp.Compare(a.Price, b.Price)
		}
		return cmp.Or(cheaper(a.deal, b.deal), strings.Compare(v.parkAt[a.Park].Name, v.parkAt[b.Park].Name), cmp.Compare(a.Park, b.Park))
	})
	return list, nil
}

// choicesOfAll returns the choices in which any channel has anything on sale.
func (v *View) choicesOfAll(rd reader) []DateChoice {
	var months []string
	for _, channel := range catalogue.Channels {
		months = append(months, v.index.Months(channel.Code)...)
	}
	slices.Sort(months)
	months = slices.Compact(months)
	sells := func(s span) bool {
		return slices.ContainsFunc(s.arrivals(1, rd.today), func(d date.Date) bool { return slices.Contains(months, d.Month()) })
	}
	return v.choices(months, "", sells, rd.today)
}
