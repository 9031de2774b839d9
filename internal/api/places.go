package api

import (
	"cmp"

	"holidaymaker/internal/catalogue"
)

// PlacesQuery asks for places by the beginning of a name, or by a postcode.
type PlacesQuery struct {
	Q       string `in:"q,required" doc:"Beginnings of words of a name, at least two letters; or a British postcode or its first half."`
	Channel string `in:"channel" code:"CHANNEL" doc:"Places with parks on this channel; where there is none, those of other channels."`
}

// Places is the answer to PlacesQuery.
type Places struct {
	Places []Place `json:"places" doc:"A postcode, then regions, towns, operators and parks; of a kind the best match first, then the most popular."`
}

// Place is somewhere to search for a holiday, or somebody to book with.
type Place struct {
	Kind       string   `json:"kind" enum:"postcode,region,town,operator,park"`
	ID         string   `json:"id" doc:"Of the region, town, operator or park; the outward code of a postcode."`
	Name       string   `json:"name"`
	Channel    string   `json:"channel" doc:"The requested channel, or one on which it has parks."`
	Regions    []string `json:"regions" doc:"Ids of its regions on that channel, that with the most parks first; of a postcode that of the nearest park on that channel."`
	RegionName string   `json:"regionName" doc:"Of the first region."`
	Parks      int      `json:"parks" doc:"How many parks on that channel; 0 for a postcode."`
	Lat        string   `json:"lat" doc:"Numeric, or empty where unknown."`
	Lon        string   `json:"lon" doc:"Numeric, or empty where unknown."`
}

// normalise cuts off the end of a text that is longer than any name: every word
// of it would be compared with every word of the catalogue.
func (q *PlacesQuery) normalise(*View) { q.Q = firstOf(q.Q) }

var placeKinds = map[catalogue.PlaceKind]string{
	catalogue.PlaceRegion: "region", catalogue.PlaceTown: "town",
	catalogue.PlaceOperator: "operator", catalogue.PlacePark: "park",
}

func (a *API) places(_ *Request, in PlacesQuery) (Encoded, error) {
	if in.Channel != "" {
		if err := checkChannel(in.Channel); err != nil {
			return Encoded{}, err
		}
	}
	v := a.View()
	answer := Places{Places: []Place{}}
	if o, ok := v.catalogue.Outward(in.Q, in.Channel); ok {
		lat, lon := coordinates(o.Lat, o.Lon)
		answer.Places = append(answer.Places, Place{
			Kind: "postcode", ID: o.Code, Name: o.Code, Channel: o.Channel,
			Regions: []string{o.Region.ID}, RegionName: o.Region.Name, Lat: lat, Lon: lon,
		})
	}
	found := v.catalogue.Places(in.Q, in.Channel)
	if len(found) == 0 {
		found = v.catalogue.Places(in.Q, "")
	}
	for i := range found {
		answer.Places = append(answer.Places, placeOf(&found[i], in.Channel))
	}
	return Encoded{JSON: encode(answer), transient: true}, nil
}

// placeOf is a place as a channel has it, or where it has none there, as
// another channel does.
func placeOf(p *catalogue.Place, channel string) Place {
	if !p.On(channel) || channel == "" {
		channel = p.Channels()[0]
	}
	answer := Place{Kind: placeKinds[p.Kind], ID: p.ID(), Name: p.Name, Channel: channel, Parks: p.Parks(channel)}
	for _, region := range p.Regions(channel) {
		answer.Regions = append(answer.Regions, region.ID)
		answer.RegionName = cmp.Or(answer.RegionName, region.Name)
	}
	if lat, lon, ok := p.Position(); ok {
		answer.Lat, answer.Lon = coordinates(lat, lon)
	}
	return answer
}
