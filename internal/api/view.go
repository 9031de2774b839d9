package api

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/phrase"
	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/content/picture"
	"holidaymaker/internal/date"
)

const allRegions = catalogue.AllRegions

// View is a catalogue with its price index, prepared for fast answers: those
// parts of answers that are the same for every search are already encoded. It
// is made once for each catalogue and never changes.
type View struct {
	id        uint64
	index     *availability.Index
	catalogue *catalogue.Snapshot
	holidays  *schoolholiday.Calendar // those that can be chosen instead of a date
	parkAt    []park                  // by the park's number in the index
	unitAt    []unit                  // by the unit type's number in the index
	together  []int                   // numbers of the parks whose rules allow several units in one booking
	sanitised sync.Map                // texts by park id
	// words are what sentences can name; the first sentence about a catalogue makes them.
	words func() *phrase.Vocabulary
	// shapes are the regions on the map of prices, by channel (shapesOf).
	shapes sync.Map
}

// park is a park with its encoded parts. This struct contains everything that a
// row of a search needs, because following pointers would take most of the time
// for a row.
type park struct {
	*catalogue.ParkInfo
	deposit catalogue.Deposit // the operator's rule
	row     []byte            // those members of its Result that are the same in every search
	head    int               // length of those at its beginning that are equal in many parks
	card    []byte            // "id":{ParkCard}, a member of Search.Cards
	further map[string][]byte // card on the channels after the first, by channel; nil for most parks
}

// cardOn returns the park's card in the results of a channel.
func (p *park) cardOn(channel string) []byte {
	if card := p.further[channel]; card != nil {
		return card
	}
	return p.card
}

// unit is a unit type with its encoded parts.
type unit struct {
	*catalogue.UnitInfo
	// offer is the encoded members offers and unitId, up to the point where
	// they depend on the stay. The writer appends the stay and a quotation
	// mark.
	offer  []byte
	offers int // length of the member offers at its beginning
}

// NewView prepares a catalogue and the price index that was built from it. id
// must be unique among the views of this process. holidays are those that visitors can
// choose instead of a date.
func NewView(id uint64, snapshot *catalogue.Snapshot, index *availability.Index, holidays *schoolholiday.Calendar) *View {
	v := &View{id: id, index: index, catalogue: snapshot, holidays: holidays, words: sync.OnceValue(func() *phrase.Vocabulary { return phrase.New(snapshot) })}
	for _, info := range snapshot.AllParks() {
		at, ok := index.Park(info.ID)
		if !ok {
			continue
		}
		v.parkAt = put(v.parkAt, at, encodePark(info))
		if info.Rules.MaxUnits > 1 {
			v.together = append(v.together, at)
		}
		for _, u := range info.Units {
			if n, ok := index.Unit(u.ID); ok {
				v.unitAt = put(v.unitAt, n, encodeUnit(u))
			}
		}
	}
	return v
}

// Follow takes over from the view before what depends only on the catalogue, where both are of the
// same one. before is nil for the first view.
func (v *View) Follow(before *View) {
	if before != nil && before.catalogue == v.catalogue {
		v.words = before.words
	}
}

// encodePark encodes the parts that are the same in every answer about a park.
func encodePark(info *catalogue.ParkInfo) park {
	lat, lon := coordinates(info.Lat, info.Lon)
	head := members(struct {
		Dogs      string             `json:"dogs"`
		Sticky    bool               `json:"sticky"`
		Premium   bool               `json:"premium"`
		Affiliate string             `json:"affiliate"`
		NFeatures map[string]float64 `json:"nFeatures"`
	}{yesOrNo(info.Dogs), info.Sticky, info.Premium, info.Affiliate, numbersOf(info)})
	row := members(struct {
		Features []int  `json:"features"`
		Name     string `json:"name"`
		Lon      string `json:"lon"`
		Regn     string `json:"regn"`
		Lat      string `json:"lat"`
		OpID     string `json:"opId"`
		ParkID   string `json:"parkId"`
	}{orEmpty(info.Filters), info.Name, lon, info.RegionID, lat, info.OperatorID, info.ID})
	result := park{
		ParkInfo: info,
		deposit:  info.Operator.Deposit,
		row:      slices.Concat(head, row),
		head:     len(head),
		card:     encodeCard(info, ""),
	}
	if len(info.Channels) > 1 && len(info.Images) == 0 {
		result.further = map[string][]byte{}
		for _, channel := range info.Channels[1:] {
			result.further[channel] = encodeCard(info, channel)
		}
	}
	return result
}

func encodeCard(info *catalogue.ParkInfo, channel string) []byte {
	return slices.Concat(encode(info.ID), []byte(":"), encode(cardOf(info, channel)))
}

func encodeUnit(info *catalogue.UnitInfo) unit {
	offers := members(struct {
		Offers []string `json:"offers"`
	}{orEmpty(info.Offers)})
	id := members(struct {
		UnitID string `json:"unitId"`
	}{info.ID})
	return unit{info, slices.Concat(offers, id[:len(id)-len(`",`)]), len(offers)}
}

// members encodes the members of an object, with a comma after them.
func members(object any) []byte {
	encoded := encode(object)
	return append(encoded[1:len(encoded)-1], ',')
}

func cardOf(p *catalogue.ParkInfo, channel string) ParkCard {
	return ParkCard{
		Slug: p.Slug, RegionName: p.Region.Name, Town: p.Town, OperatorName: p.Operator.Name,
		Images: imagesOf(p, channel, 1, 800, 533), Bubbles: p.Bubbles, ReviewCount: p.ReviewCount, AffiliateURL: p.AffiliateURL,
	}
}

// numbersOf returns a park's numeric features by the API's filter ids.
func numbersOf(p *catalogue.ParkInfo) map[string]float64 {
	values := map[string]float64{}
	for id, n := range p.Numbers {
		values[strconv.Itoa(id)] = float64(n)
	}
	return values
}

// coordinates returns latitude and longitude as texts, both empty where
// unknown.
func coordinates(lat, lon float64) (string, string) {
	if lat == 0 && lon == 0 {
		return "", ""
	}
	return strconv.FormatFloat(lat, 'f', 5, 64), strconv.FormatFloat(lon, 'f', 5, 64)
}

// ownImages converts pictures of the catalogue.
func ownImages(list []catalogue.Image) []Image {
	images := []Image{}
	for _, image := range list {
		images = append(images, Image{Src: image.Src, W: image.Width, H: image.Height, Alt: image.Alt})
	}
	return images
}

// imagesOf returns a park's own pictures. Where it has none, it returns as many
// drawn ones as drawn says, each w × h pixels, of what the park sells on a
// channel; without a channel, on its first.
func imagesOf(p *catalogue.ParkInfo, channel string, drawn, w, h int) []Image {
	images := ownImages(p.Images)
	if len(images) > 0 {
		return images
	}
	further := ""
	if slices.Index(p.Channels, channel) > 0 {
		further = "-" + channel
	}
	place := picture.Place{Park: p.Park, Region: *p.Region}
	switch {
	case further != "":
		place.Channel = channel
	case len(p.Channels) > 0:
		place.Channel = p.Channels[0]
	}
	for n := 1; n <= drawn; n++ {
		images = append(images, Image{
			Src: fmt.Sprintf("/images/parks/%s/%s/%d%s.svg", strings.ToUpper(p.ID[:1]), p.ID, n, further), W: w, H: h,
			Alt: cmp.Or(picture.CaptionOfPark(place, n), p.Name),
		})
	}
	return images
}

func unitImage(u *catalogue.UnitType) string {
	if u.Image != "" {
		return u.Image
	}
	return "/images/units/" + u.ID + ".svg"
}

// unitImages returns the further pictures of a unit type: its own, or, where it
// has none of its own at all, drawn ones.
func unitImages(u *catalogue.UnitType) []Image {
	images := ownImages(u.Images)
	if len(images) > 0 || u.Image != "" {
		return images
	}
	drawn := func(name, alt string) {
		images = append(images, Image{Src: "/images/units/" + u.ID + "/" + name + ".svg", W: 900, H: 600, Alt: u.Name + ": " + alt})
	}
	if u.Bedrooms == 0 && len(u.Beds) == 0 {
		drawn("evening", "in the evening")
		return images
	}
	drawn("inside", "inside")
	if u.Bathrooms > 0 { // tents and pods are of one room
		drawn("bedroom", "a bedroom")
	}
	if len(u.Beds) > 0 {
		drawn("plan", "floor plan")
	}
	return images
}

// bedsOf says for each room of a unit type which beds it has.
func bedsOf(u *catalogue.UnitType) []string {
	list := []string{}
	for _, room := range u.Beds {
		var beds []string
		add := func(n int, one, many string) {
			switch {
			case n == 1:
				beds = append(beds, one)
			case n > 1:
				beds = append(beds, strconv.Itoa(n)+" "+many)
			}
		}
		add(room.Doubles, "double bed", "double beds")
		add(room.Singles, "single bed", "single beds")
		add(room.Bunks, "bunk bed", "bunk beds")
		add(room.Sofas, "sofa bed", "sofa beds")
		list = append(list, room.Room+": "+strings.Join(beds, ", "))
	}
	return list
}

// park returns a park that visitors may see, or a NOT_FOUND failure.
func (v *View) park(id string) (*catalogue.ParkInfo, error) {
	p, ok := v.catalogue.Park(id)
	if !ok || p.RegionID == catalogue.HiddenRegion {
		return nil, Refuse(NotFound, "This park is not known.")
	}
	return p, nil
}

// put sets list[at] to value. It makes the list longer as needed.
func put[T any](list []T, at int, value T) []T {
	for len(list) <= at {
		var none T
		list = append(list, none)
	}
	list[at] = value
	return list
}

func yesOrNo(yes bool) string {
	if yes {
		return "Y"
	}
	return "N"
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// encode marshals a value of one of our own types. Marshalling these cannot
// fail.
func encode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("api: encode %T: %v", v, err))
	}
	return raw
}

func londonDate(t time.Time) string { return date.In(t).String() }
