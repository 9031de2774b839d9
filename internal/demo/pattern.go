package demo

import (
	"slices"

	"holidaymaker/internal/catalogue"
)

// pattern says on which weekdays stays begin and how long they may be: the
// numbers of nights by weekday, from Monday on. In July and August peak applies.
type pattern struct{ usual, peak *[7][]int }

func days(mon, fri, sat []int) *[7][]int { return &[7][]int{0: mon, 4: fri, 5: sat} }

func daily(nights []int) *[7][]int {
	var week [7][]int
	for i := range week {
		week[i] = nights
	}
	return &week
}

// nightsOf returns the numbers of nights that a channel allows.
func nightsOf(channel string) []int {
	c, _ := catalogue.ChannelOf(channel)
	return c.Nights()
}

var (
	changeover = days([]int{4, 7, 11, 14}, []int{3, 7, 10, 14}, []int{7, 14})
	shortStays = days([]int{4, 7}, []int{3, 7}, nil)
	weekender  = days([]int{4, 7}, []int{2, 3, 7, 10}, []int{7, 14})
	weekly     = days(nil, []int{7, 14}, []int{7, 14})

	lodgeFixed  = days([]int{2, 4, 7, 11, 14}, []int{2, 3, 7, 10, 14}, []int{7, 14})
	lodgeDaily  = daily(nightsOf("uklodge"))
	lodgePeak   = daily([]int{4, 5, 6, 7, 10, 11, 14})
	cottageWeek = days([]int{4, 7, 11, 14}, []int{3, 7, 10, 14, 21}, []int{7, 14, 21})
	cottageFree = daily(nightsOf("ukcottages"))
	pitchDaily  = daily(nightsOf("uktouring"))
	pitchPeak   = daily(nightsOf("uktouring")[1:])
	boatFixed   = days([]int{4, 7, 11, 14}, []int{3, 7, 10, 14}, []int{7, 14})
	boatDaily   = daily(nightsOf("boats"))
	sunDaily    = daily(nightsOf("eurocaravan"))
	sunFixed    = &[7][]int{2: {3, 7, 10, 14}, 5: {4, 7, 11, 14, 21}, 6: {3, 4, 7, 10, 14}}
	sunPeak     = &[7][]int{2: {7, 10, 14}, 5: {7, 11, 14, 21}, 6: {7, 10, 14}}
)

// shortRegions are the regions in which caravans are let for at most a week, so
// that regions differ in their numbers of nights.
var shortRegions = []string{"20"}

// patternOf chooses the pattern of a unit type.
func patternOf(s *stream, channel, operatorID, regionID string) pattern {
	same := func(week *[7][]int) pattern { return pattern{week, week} }
	switch channel {
	case "ukcaravan":
		switch {
		case slices.Contains(shortRegions, regionID):
			return same(shortStays)
		case operatorID == "FAM" || operatorID == "COP":
			return pattern{weekender, changeover}
		}
		return same(changeover)
	case "uklodge":
		if s.chance(30) {
			return pattern{lodgeDaily, lodgePeak}
		}
		return same(lodgeFixed)
	case "ukcottages":
		if s.chance(25) {
			return pattern{cottageFree, weekly}
		}
		return pattern{cottageWeek, weekly}
	case "uktouring":
		return pattern{pitchDaily, pitchPeak}
	case "boats":
		if s.chance(35) {
			return pattern{boatDaily, boatFixed}
		}
		return same(boatFixed)
	}
	if s.chance(45) {
		return pattern{sunDaily, sunPeak}
	}
	return pattern{sunFixed, sunPeak}
}
