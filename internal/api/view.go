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
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/site"
)

// hiddenRegion is never shown anywhere (specification, 'Search').
const hiddenRegion = "15"

// Contents is everything that one catalogue holds.
type Contents struct {
	Regions   []catalogue.Region
	Operators []catalogue.Operator
	Parks     []catalogue.Park
	UnitTypes []catalogue.UnitType
	Offers    []catalogue.Offer
	Features  []catalogue.Feature // in the order of their filters
}

// View is a catalogue prepared for answering: looked up by what calls ask for,
// with the parts of answers that do not change already encoded. It is made once
// for a catalogue and its price index and never changes.
type View struct {
	id        uint64
	index     *availability.Index
	contents  Contents
	parks     map[string]*park
	parkAt    []*park // by the index's number
	unitAt    []*unit // by the index's number
	regions   map[string]*catalogue.Region
	operators map[string]*catalogue.Operator
	channels  map[string]*channelView
	filters   Filters
	feature   map[string]int // key to filter id
	safe      sync.Map       // park id to its sanitised texts
}

// park is a park with what follows from its unit types.
type park struct {
	catalogue.Park
	slug     string
	region   *catalogue.Region
	operator *catalogue.Operator
	channels []string
	units    []*unit
	dogs     bool
	features []int
	sort     string

	card       []byte // ParkCard
	head, tail []byte // of a Result, before and after what a search decides
}

// unit is a unit type with its place.
type unit struct {
	catalogue.UnitType
	park     *park
	features []int
	offers   []byte // JSON list
}

// channelView is what is sold on a channel.
type channelView struct {
	regions   map[string]*regionView
	operators map[string]bool
}

// regionView is a region as one channel shows it.
type regionView struct {
	parks     map[string]bool
	operators map[string]bool
	dogs      bool
}

// NewView prepares a catalogue and the price index that was built of it. id
// tells it from every other view of this process.
func NewView(id uint64, contents Contents, index *availability.Index) (*View, error) {
	v := &View{
		id: id, index: index, contents: contents,
		parks:     make(map[string]*park, len(contents.Parks)),
		regions:   map[string]*catalogue.Region{},
		operators: map[string]*catalogue.Operator{},
		channels:  map[string]*channelView{},
	}
	for i := range contents.Regions {
		v.regions[contents.Regions[i].ID] = &contents.Regions[i]
	}
	for i := range contents.Operators {
		v.operators[contents.Operators[i].ID] = &contents.Operators[i]
	}
	v.addFilters()
	for i := range contents.Parks {
		if err := v.addPark(&contents.Parks[i]); err != nil {
			return nil, err
		}
	}
	for i := range contents.UnitTypes {
		if err := v.addUnit(&contents.UnitTypes[i]); err != nil {
			return nil, err
		}
	}
	for _, p := range v.parks {
		v.finish(p)
	}
	return v, nil
}

// Index is the price index of the view.
func (v *View) Index() *availability.Index { return v.index }

func (v *View) addPark(from *catalogue.Park) error {
	made := &park{Park: *from, slug: site.Slug(from.Name), region: v.regions[from.RegionID], operator: v.operators[from.OperatorID]}
	if made.region == nil || made.operator == nil {
		return fmt.Errorf("park %s: region %q or operator %q is not in the catalogue", from.ID, from.RegionID, from.OperatorID)
	}
	made.sort = strings.ToLower(from.Name)
	v.parks[from.ID] = made
	if at, ok := v.index.Park(from.ID); ok {
		v.parkAt = put(v.parkAt, at, made)
	}
	return nil
}

func (v *View) addUnit(from *catalogue.UnitType) error {
	at := v.parks[from.ParkID]
	if at == nil {
		return fmt.Errorf("unit type %s: park %q is not in the catalogue", from.ID, from.ParkID)
	}
	made := &unit{UnitType: *from, park: at, features: v.featureIDs(from.Features), offers: encode(orEmpty(from.Offers))}
	at.units = append(at.units, made)
	at.dogs = at.dogs || from.Dogs
	if !slices.Contains(at.channels, from.Channel) {
		at.channels = append(at.channels, from.Channel)
	}
	if n, ok := v.index.Unit(from.ID); ok {
		v.unitAt = put(v.unitAt, n, made)
	}
	if at.RegionID == hiddenRegion {
		return nil
	}
	channel := v.channels[from.Channel]
	if channel == nil {
		channel = &channelView{regions: map[string]*regionView{}, operators: map[string]bool{}}
		v.channels[from.Channel] = channel
	}
	region := channel.regions[at.RegionID]
	if region == nil {
		region = &regionView{parks: map[string]bool{}, operators: map[string]bool{}}
		channel.regions[at.RegionID] = region
	}
	channel.operators[at.OperatorID] = true
	region.operators[at.OperatorID] = true
	region.parks[at.ID] = true
	region.dogs = region.dogs || from.Dogs
	return nil
}

// finish encodes what every answer about a park has in common.
func (v *View) finish(p *park) {
	keys := slices.Clone(p.Features)
	for _, u := range p.units {
		keys = append(keys, u.Features...)
	}
	p.features = v.featureIDs(keys)
	slices.SortFunc(p.channels, func(a, b string) int { return cmp.Compare(channelPlace(a), channelPlace(b)) })
	p.card = encode(ParkCard{
		Slug: p.slug, RegionName: p.region.Name, Town: p.Town, OperatorName: p.operator.Name,
		Images: p.images(), Bubbles: p.Bubbles, ReviewCount: p.ReviewCount, AffiliateURL: p.AffiliateURL,
	})
	lat, lon := p.place()
	p.head = open(encode(struct {
		ParkID string `json:"parkId"`
		Name   string `json:"name"`
		Regn   string `json:"regn"`
		OpID   string `json:"opId"`
		Lat    string `json:"lat"`
		Lon    string `json:"lon"`
	}{p.ID, p.Name, p.RegionID, p.OperatorID, lat, lon}))
	p.tail = encode(struct {
		Features  []int              `json:"features"`
		NFeatures map[string]float64 `json:"nFeatures"`
		Dogs      string             `json:"dogs"`
		Sticky    bool               `json:"sticky"`
		Premium   bool               `json:"premium"`
		Affiliate string             `json:"affiliate"`
	}{p.features, v.numbers(p), flag(p.dogs), p.Sticky, p.Premium, p.Affiliate})[1:]
}

// place gives a park's position as the API writes it, empty where unknown.
func (p *park) place() (lat, lon string) {
	if p.Lat == 0 && p.Lon == 0 {
		return "", ""
	}
	return strconv.FormatFloat(p.Lat, 'f', 5, 64), strconv.FormatFloat(p.Lon, 'f', 5, 64)
}

// images are the park's own pictures, or the first of those that the product
// draws.
func (p *park) images() []Image {
	if len(p.Images) == 0 {
		return []Image{p.drawn(1, 800, 533)}
	}
	return imagesOf(p.Images)
}

// drawnPictures is how many scenes are drawn of a park without pictures.
const drawnPictures = 5

func (p *park) gallery() []Image {
	if len(p.Images) > 0 {
		return imagesOf(p.Images)
	}
	var drawn []Image
	for n := 1; n <= drawnPictures; n++ {
		drawn = append(drawn, p.drawn(n, 1200, 800))
	}
	return drawn
}

func (p *park) drawn(n, w, h int) Image {
	return Image{Src: fmt.Sprintf("/images/parks/%s/%s/%d.svg", strings.ToUpper(p.ID[:1]), p.ID, n), W: w, H: h, Alt: p.Name}
}

func imagesOf(images []catalogue.Image) []Image {
	made := make([]Image, len(images))
	for i, image := range images {
		made[i] = Image{Src: image.Src, W: image.Width, H: image.Height, Alt: image.Alt}
	}
	return made
}

// desc is the name of a unit type with its bedrooms.
func (u *unit) desc() string {
	switch u.Bedrooms {
	case 0:
		return u.Name
	case 1:
		return u.Name + ", 1 bedroom"
	}
	return fmt.Sprintf("%s, %d bedrooms", u.Name, u.Bedrooms)
}

func (u *unit) image() string {
	if u.Image != "" {
		return u.Image
	}
	return "/images/units/" + u.ID + ".svg"
}

func channelPlace(code string) int {
	return slices.IndexFunc(catalogue.Channels, func(c catalogue.Channel) bool { return c.Code == code })
}

// put places a value at an index of a slice that grows as needed.
func put[T any](list []T, at int, value T) []T {
	for len(list) <= at {
		var none T
		list = append(list, none)
	}
	list[at] = value
	return list
}

func flag(yes bool) string {
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

// encode marshals a value of our own types, which cannot fail.
func encode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("api: encode %T: %v", v, err))
	}
	return raw
}

// open drops the closing brace of an encoded object, to go on with it.
func open(object []byte) []byte { return append(object[:len(object)-1:len(object)-1], ',') }

// Unit finds a unit type with all that a booking needs to know about it.
func (v *View) Unit(id string) (booking.Unit, bool) {
	at, ok := v.index.Unit(id)
	if !ok || at >= len(v.unitAt) || v.unitAt[at] == nil {
		return booking.Unit{}, false
	}
	u := v.unitAt[at]
	return booking.Unit{Type: u.UnitType, Park: u.park.Park, Operator: *u.park.operator, Region: u.park.region.Name}, true
}

func londonDate(t time.Time) string { return date.In(t).String() }
