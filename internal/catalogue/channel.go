package catalogue

import "slices"

// Channel is a holiday type (specification, 'Channels (holiday types)').
type Channel struct {
	Code string // used in URLs, e.g. "ukcaravan"
	Name string
	Key  string // short key in the API, e.g. "UKC"
}

// Channels lists the searchable channels in the order in which they are shown.
var Channels = []Channel{
	{"ukcaravan", "UK Holiday Parks", "UKC"},
	{"eurocaravan", "European Holiday Parks", "EUC"},
	{"uklodge", "UK Lodge Breaks", "UKL"},
	{"ukcottages", "UK Cottages", "UCT"},
	{"uktouring", "UK Camping & Touring Parks", "UTR"},
	{"boats", "Boating Holidays", "BOA"},
}

// ChannelOf returns the channel with a code; ok is false for an unknown code.
func ChannelOf(code string) (c Channel, ok bool) {
	i := slices.IndexFunc(Channels, func(c Channel) bool { return c.Code == code })
	if i < 0 {
		return Channel{}, false
	}
	return Channels[i], true
}

// ChannelWithKey returns the channel with a short key; ok is false for an unknown
// key.
func ChannelWithKey(key string) (c Channel, ok bool) {
	i := slices.IndexFunc(Channels, func(c Channel) bool { return c.Key == key })
	if i < 0 {
		return Channel{}, false
	}
	return Channels[i], true
}

// MaxParty is the largest party that can be searched for and booked, and
// therefore the largest number of people that a unit type sleeps
// (specification, 'Search').
const MaxParty = 66

// MinAdults returns the smallest number of adults in a party: two on a boat,
// otherwise one.
func (c Channel) MinAdults() int {
	if c.Code == "boats" {
		return 2
	}
	return 1
}

// TakesDogs reports whether visitors can bring a dog. On European holidays they
// cannot: a search with a dog there ignores it (specification, 'Search
// parameters').
func (c Channel) TakesDogs() bool { return c.Code != "eurocaravan" }

// Nights returns the durations that a channel allows (specification, 'Allowed
// nights'). It returns nil for ukcaravan, whose durations follow from the
// prices of each region.
func (c Channel) Nights() []int {
	switch c.Code {
	case "ukcaravan":
		return nil
	case "uktouring":
		return span(1, 21)
	case "boats":
		return append(span(3, 12), 14)
	case "eurocaravan":
		return span(3, 21)
	case "ukcottages":
		return append(span(1, 14), 21)
	case "uklodge":
		return []int{2, 3, 4, 5, 6, 7, 10, 11, 14}
	}
	return []int{2, 3, 4, 7, 10, 11, 14}
}

func span(from, to int) []int {
	nights := make([]int, 0, to-from+1)
	for n := from; n <= to; n++ {
		nights = append(nights, n)
	}
	return nights
}
