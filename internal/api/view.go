package api

import (
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
)

const allRegions = catalogue.AllRegions

// View is a catalogue and the price index that was built of it, prepared for
// answering: the parts of answers that do not change are encoded already. It is
// made once for a catalogue and never changes.
type View struct {
	id     uint64
	index  *availability.Index
	stock  *catalogue.Snapshot
	parkAt []park   // by the index's number
	unitAt []unit   // by the index's number
	safe   sync.Map // park id to its sanitised texts
}

// park is a park with its encoded parts. What a row of a search needs lies
// here and nowhere else: going after pointers is most of what rows cost.
type park struct {
	*catalogue.ParkInfo
	deposit catalogue.Deposit // the operator's rule
	row     []byte            // members of a Result, those that no search decides
	card    []byte            // the park's id and its ParkCard, a member of cards
}

// unit is a unit type with its encoded parts.
type unit struct {
	*catalogue.UnitInfo
	// offer is the members offers and unitId, as far as they are the same for
	// every stay: a stay and a quotation mark follow.
	offer []byte
}

// NewView prepares a catalogue and the price index that was built of it. id
// tells it from every other view of this process.
func NewView(id uint64, stock *catalogue.Snapshot, index *availability.Index) *View {
	v := &View{id: id, index: index, stock: stock}
	for _, info := range stock.AllParks() {
		at, ok := index.Park(info.ID)
		if !ok {
			continue
		}
		v.parkAt = put(v.parkAt, at, encodePark(info))
		for _, u := range info.Units {
			if n, ok := index.Unit(u.ID); ok {
				v.unitAt = put(v.unitAt, n, encodeUnit(u))
			}
		}
	}
	return v
}

// Stock is the catalogue of the view.
func (v *View) Stock() *catalogue.Snapshot { return v.stock }

// Index is the price index of the view.
func (v *View) Index() *availability.Index { return v.index }

// encodePark encodes what every answer about a park has in common.
func encodePark(info *catalogue.ParkInfo) park {
	lat, lon := place(info.Lat, info.Lon)
	row := encode(struct {
		Sticky    bool               `json:"sticky"`
		Premium   bool               `json:"premium"`
		Affiliate string             `json:"affiliate"`
		Dogs      string             `json:"dogs"`
		NFeatures map[string]float64 `json:"nFeatures"`
		Lon       string             `json:"lon"`
		Regn      string             `json:"regn"`
		Lat       string             `json:"lat"`
		OpID      string             `json:"opId"`
		ParkID    string             `json:"parkId"`
		Name      string             `json:"name"`
		Features  []int              `json:"features"`
	}{
		info.Sticky, info.Premium, info.Affiliate, flag(info.Dogs), numbersOf(info),
		lon, info.RegionID, lat, info.OperatorID, info.ID, info.Name, orEmpty(info.Filters),
	})
	return park{
		ParkInfo: info,
		deposit:  info.Operator.Deposit,
		row:      append(row[1:len(row)-1], ','),
		card:     slices.Concat(encode(info.ID), []byte(":"), encode(cardOf(info))),
	}
}

func encodeUnit(info *catalogue.UnitInfo) unit {
	offer := encode(struct {
		Offers []string `json:"offers"`
		UnitID string   `json:"unitId"`
	}{orEmpty(info.Offers), info.ID})
	return unit{info, offer[1 : len(offer)-len(`"}`)]}
}

func cardOf(p *catalogue.ParkInfo) ParkCard {
	return ParkCard{
		Slug: p.Slug, RegionName: p.Region.Name, Town: p.Town, OperatorName: p.Operator.Name,
		Images: imagesOf(p, 1, 800, 533), Bubbles: p.Bubbles, ReviewCount: p.ReviewCount, AffiliateURL: p.AffiliateURL,
	}
}

// numbersOf gives a park's numeric features as the API writes them.
func numbersOf(p *catalogue.ParkInfo) map[string]float64 {
	values := map[string]float64{}
	for id, n := range p.Numbers {
		values[strconv.Itoa(id)] = float64(n)
	}
	return values
}

// place gives a position as the API writes it, empty where unknown.
func place(lat, lon float64) (string, string) {
	if lat == 0 && lon == 0 {
		return "", ""
	}
	return strconv.FormatFloat(lat, 'f', 5, 64), strconv.FormatFloat(lon, 'f', 5, 64)
}

// drawnPictures is how many scenes are drawn of a park without pictures.
const drawnPictures = 5

// imagesOf gives a park's own pictures, or as many drawn ones.
func imagesOf(p *catalogue.ParkInfo, drawn, w, h int) []Image {
	made := []Image{}
	for _, image := range p.Images {
		made = append(made, Image{Src: image.Src, W: image.Width, H: image.Height, Alt: image.Alt})
	}
	if len(made) > 0 {
		return made
	}
	for n := 1; n <= drawn; n++ {
		made = append(made, Image{Src: fmt.Sprintf("/images/parks/%s/%s/%d.svg", strings.ToUpper(p.ID[:1]), p.ID, n), W: w, H: h, Alt: p.Name})
	}
	return made
}

func unitImage(u *catalogue.UnitType) string {
	if u.Image != "" {
		return u.Image
	}
	return "/images/units/" + u.ID + ".svg"
}

// park finds a park that may be shown.
func (v *View) park(id string) (*catalogue.ParkInfo, error) {
	p, ok := v.stock.Park(id)
	if !ok || p.RegionID == catalogue.HiddenRegion {
		return nil, Refuse(NotFound, "This park is not known.")
	}
	return p, nil
}

// Unit finds a unit type with all that a booking needs to know about it.
func (v *View) Unit(id string) (booking.Unit, bool) {
	u, ok := v.stock.Unit(id)
	if !ok {
		return booking.Unit{}, false
	}
	return booking.Unit{Type: u.UnitType, Park: u.Park.Park, Operator: *u.Park.Operator, Region: u.Park.Region.Name}, true
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

func truth(yes bool) string {
	if yes {
		return "true"
	}
	return "false"
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

func londonDate(t time.Time) string { return date.In(t).String() }
