package hotelads

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// property is what an account lists: a park with its unit types, or one unit type.
type property struct {
	id      string // at Google
	subject string // our park or unit type
	name    string
	park    *catalogue.ParkInfo
	units   []*catalogue.UnitInfo // the rooms, under our ids
}

// properties returns what the account lists of a catalogue, by id, and what it leaves out
// for want of data, by our id. Parks that are booked on another company's site are not
// listed.
func (a *Account) properties(s *catalogue.Snapshot) (listed []*property, bad map[string]error) {
	bad = map[string]error{}
	for _, park := range s.AllParks() {
		if len(a.Parks) > 0 && !slices.Contains(a.Parks, park.ID) || park.Affiliate != "" || park.Operator.Affiliate || park.RegionID == catalogue.HiddenRegion {
			continue
		}
		for _, p := range a.propertiesOf(park) {
			if err := p.check(); err != nil {
				bad[p.subject] = err
				continue
			}
			listed = append(listed, p)
		}
	}
	slices.SortFunc(listed, func(x, y *property) int { return cmp.Or(cmp.Compare(x.id, y.id), cmp.Compare(x.subject, y.subject)) })
	for i := 1; i < len(listed); i++ {
		if listed[i].id == listed[i-1].id { // one of them by the settings, the other by its own id
			bad[listed[i].subject] = fmt.Errorf("%s has the same id, %s", listed[i-1].subject, listed[i].id)
			listed = slices.Delete(listed, i, i+1)
			i--
		}
	}
	return listed, bad
}

// propertiesOf returns the properties of a park: itself, or its unit types.
func (a *Account) propertiesOf(park *catalogue.ParkInfo) (all []*property) {
	var units []*catalogue.UnitInfo
	for _, u := range park.Units {
		if slices.Contains(a.Channels, u.Channel) {
			units = append(units, u)
		}
	}
	if a.As == AsHotel && len(units) > 0 {
		return []*property{{id: a.idOf(park.ID), subject: park.ID, name: park.Name, park: park, units: units}}
	}
	if a.As == AsRental {
		for _, u := range units {
			all = append(all, &property{id: a.idOf(u.ID), subject: u.ID, name: u.Title() + ", " + park.Name, park: park, units: []*catalogue.UnitInfo{u}})
		}
	}
	return all
}

// check says what Google needs to know of a property and is missing: without it, Google
// cannot tell which place it is, and disables it.
func (p *property) check() error {
	switch park := p.park; {
	case !code.MatchString(p.id):
		return errors.New("its id has characters that Google does not take: give it another in ids of the hotel ads file")
	case slices.ContainsFunc(p.units, func(u *catalogue.UnitInfo) bool { return !code.MatchString(u.ID) }):
		return errors.New("the id of one of its unit types has characters that Google does not take")
	case park.Name == "" || park.Town == "" || park.Postcode == "" || len(park.Country) != 2:
		return errors.New("name, town, postcode and country are needed")
	case park.Lat == 0 && park.Lon == 0:
		return errors.New("its position is needed")
	case p.capacity() == 0:
		return errors.New("it is needed how many people it sleeps")
	}
	return nil
}

// capacity is the largest number of people in one unit.
func (p *property) capacity() int {
	most := 0
	for _, u := range p.units {
		most = max(most, u.Sleeps)
	}
	return most
}

// room is the code of a unit type in messages: of a rental, that of the property.
func (p *property) room(a *Account, u *catalogue.UnitInfo) string {
	if a.As == AsRental {
		return p.id
	}
	return u.ID
}

// address is the path of the page of a property's park that opens a stay. A rental has its
// row among the park's units.
func (p *property) address(a *Account, channel string, arrival date.Date, nights, adults, children int) string {
	unit := ""
	if a.As == AsRental {
		unit = p.units[0].ID
	}
	return p.park.StayPath(unit, channel, arrival, nights, [3]int{adults, children, 0}, false)
}

// escaped is a text for XML.
type escaped string

// Format writes the text with what XML needs escaped.
func (e escaped) Format(to fmt.State, _ rune) { _ = xml.EscapeText(to, []byte(e)) } // a failing writer fails again

// writeListings writes Google's hotel list (schema local_feed.xsd).
func writeListings(to io.Writer, a *Account, site string, listed []*property) error {
	w := bufio.NewWriter(to)
	fmt.Fprint(w, xml.Header, `<listings xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.gstatic.com/localfeed/local_feed.xsd"><language>en</language>`, "\n")
	for _, p := range listed {
		park := p.park
		fmt.Fprintf(w, `<listing><id>%s</id><name>%s</name><address format="simple">`, p.id, escaped(p.name))
		for _, part := range []struct{ name, text string }{{"addr1", park.Name}, {"city", park.Town}, {"province", park.County}, {"postal_code", park.Postcode}} {
			if part.text != "" {
				fmt.Fprintf(w, `<component name="%s">%s</component>`, part.name, escaped(part.text))
			}
		}
		fmt.Fprintf(w, `</address><country>%s</country><latitude>%.6f</latitude><longitude>%.6f</longitude>`, escaped(park.Country), park.Lat, park.Lon)
		website := site + park.Path()
		if a.As == AsRental {
			website += "#unit-" + p.units[0].ID
		}
		fmt.Fprintf(w, `<content><attributes><website>%s</website><client_attr name="capacity">%d</client_attr></attributes></content></listing>`, escaped(website), p.capacity())
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, `</listings>`)
	return w.Flush()
}

// StayPath is where Google sends people; the account and the property follow.
const StayPath = "/hotel-ads/stay/"

// writeLandingPages writes the file that tells Google how to build the address of a stay.
func writeLandingPages(to io.Writer, a *Account, site, name string) error {
	address := site + StayPath + a.ID + "/(PARTNER-HOTEL-ID)?d=(CHECKINYEAR)-(CHECKINMONTH)-(CHECKINDAY)&n=(LENGTH)&adults=(NUM-ADULTS)&children=(NUM-CHILDREN)"
	_, err := fmt.Fprintf(to, xml.Header+`<PointsOfSale><PointOfSale id="%s"><DisplayNames display_text="%s" display_language="en"/><Match status="yes" country="GB" language="en"/><URL>%s</URL></PointOfSale></PointsOfSale>`,
		a.ID, escaped(name), escaped(address))
	return err
}
