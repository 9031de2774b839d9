package booking

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// MostUnits is how many units one booking takes at most. A park may allow fewer
// (catalogue.Rules).
const MostUnits = catalogue.MostUnits

// Part is one of the stays that a booking takes together (ADR 182): a unit of its park for
// those of the party who sleep in it. Its price is part of the booking's.
type Part struct {
	Stay  Stay  `json:"stay"`
	Party Party `json:"party"`
}

// Together is what a visitor was shown and can book at once: several units of a park for
// the same nights, or one unit after the other for the whole party.
type Together []PartOffer

// PartOffer is one of its stays, and who is to sleep in it.
type PartOffer struct {
	Offer
	Party Party
}

// ID encodes it, as Offer.ID does for one stay: only ParseTogether reads it.
func (t Together) ID() string {
	var ids []string
	for _, p := range t {
		id := fmt.Sprintf("%s@%d.%d.%d", p.Offer.ID(), p.Party.Adults, p.Party.Children, p.Party.Under5s)
		if p.Party.Dogs {
			id += ".dogs"
		}
		ids = append(ids, id)
	}
	return strings.Join(ids, "~")
}

// ParseTogether decodes such an id.
func ParseTogether(id string) (t Together, err error) {
	parts := strings.Split(id, "~")
	if len(parts) < 2 || len(parts) > MostUnits {
		return nil, fmt.Errorf("id of %d stays, want 2 to %d", len(parts), MostUnits)
	}
	for _, part := range parts {
		stay, who, _ := strings.Cut(part, "@")
		var p PartOffer
		if p.Offer, err = ParseOffer(stay); err != nil {
			return nil, err
		}
		if p.Party, err = parseParty(who); err != nil {
			return nil, err
		}
		t = append(t, p)
	}
	return t, nil
}

func parseParty(text string) (p Party, err error) {
	text, p.Dogs = strings.CutSuffix(text, ".dogs")
	counts := strings.Split(text, ".")
	if len(counts) != 3 {
		return p, fmt.Errorf("party of %d numbers, want 3", len(counts))
	}
	for i, of := range []*int{&p.Adults, &p.Children, &p.Under5s} {
		n, err := strconv.ParseUint(counts[i], 10, 8)
		if err != nil {
			return p, fmt.Errorf("party: a number cannot be read: %w", err)
		}
		*of = int(n)
	}
	return p, nil
}

// inTurn reports whether one unit follows the other: the whole party moves once.
func (t Together) inTurn() bool {
	return len(t) == 2 && t[1].Arrival == t[0].Arrival+date.Date(t[0].Nights) && t[1].Party == t[0].Party
}

// sideBySide reports whether the units are of the same nights, with dogs in one at most.
func (t Together) sideBySide() bool {
	dogs := 0
	for _, p := range t {
		if p.Arrival != t[0].Arrival || p.Nights != t[0].Nights {
			return false
		}
		if p.Party.Dogs {
			dogs++
		}
	}
	return dogs <= 1
}

// Party is everybody who comes.
func (t Together) Party() (all Party) {
	if t.inTurn() {
		return t[0].Party
	}
	for _, p := range t {
		all.Adults += p.Party.Adults
		all.Children += p.Party.Children
		all.Under5s += p.Party.Under5s
		all.Dogs = all.Dogs || p.Party.Dogs
	}
	return all
}

// SellsTogether reports whether a booking may have several units of a park: its rules allow
// it, and so does the system that takes its bookings.
func (s *Service) SellsTogether(p *catalogue.Park) bool {
	return p.Rules.MaxUnits > 1 && (s.oneUnit == nil || !s.oneUnit(p.ID))
}

// StartTogether takes every night of several stays or none, as one booking, or returns the
// booking that the same visitor already holds for them. Failures: as Start, without those of
// promotions.
func (s *Service) StartTogether(ctx context.Context, v Visitor, id, click string) (View, error) {
	if v.Token == "" {
		return View{}, errNoSession
	}
	asked, err := ParseTogether(id)
	if err != nil || !asked.inTurn() && !asked.sideBySide() {
		return View{}, errTogether
	}
	wanted, err := s.wantedOf(asked)
	if err != nil {
		return View{}, err
	}
	first := wanted[0]
	b := s.newBooking(v, StartRequest{OfferID: id, Party: asked.Party(), Click: click}, first.offer, first.unit)
	b.Stay.Parts = partsOf(wanted, asked)
	b.Stay.UnitDesc = asked.text(wanted)
	b.Stay.Rules.MaxDogs = mostDogs(wanted, asked)
	b.Stay.Changes = catalogue.Changes{} // online, a guest changes a stay of one unit only
	if asked.inTurn() {
		b.Stay.Nights = 0
		for _, p := range asked {
			b.Stay.Nights += p.Nights
		}
	}
	return s.start(ctx, b, wanted, 0)
}

var errTogether = Refuse(InvalidUnit, "These units cannot be booked together.")

// wanted is one stay of a start.
type wanted struct {
	offer Offer
	unit  Unit
}

// wantedOf looks the units of several stays up, and checks who sleeps in them.
func (s *Service) wantedOf(asked Together) (all []wanted, err error) {
	for _, p := range asked {
		unit, ok := s.catalogue.Unit(p.UnitTypeID)
		if !ok || len(all) > 0 && (unit.Park.ID != all[0].unit.Park.ID || unit.Type.Channel != all[0].unit.Type.Channel) {
			return nil, errTogether
		}
		if err := checkParty(p.Party, unit); err != nil {
			return nil, err
		}
		all = append(all, wanted{p.Offer, unit})
	}
	party, first := asked.Party(), all[0].unit
	channel, _ := catalogue.ChannelOf(first.Type.Channel)
	if err := party.Check(channel); err != nil {
		return nil, err
	}
	if rules := first.Park.RulesFor(first.Type); rules.MaxAdults > 0 && party.Adults > rules.MaxAdults { // of one booking
		return nil, Refuse(InvalidParty, rules.AdultsText())
	}
	if len(all) > first.Park.Rules.MaxUnits || !s.SellsTogether(&first.Park) || asked.inTurn() && slices.ContainsFunc(all, func(w wanted) bool { return catalogue.LeviedAsAWhole(w.unit.Levies) }) {
		return nil, errTogether
	}
	return all, nil
}

// mostDogs is how many dogs every unit takes that some come to; 0: none of them has a limit.
func mostDogs(all []wanted, asked Together) (most int) {
	for i, w := range all {
		limit := w.unit.Park.RulesFor(w.unit.Type).MaxDogs
		if asked[i].Party.Dogs && limit > 0 && (most == 0 || limit < most) {
			most = limit
		}
	}
	return most
}

// partsOf returns the stays of a booking, without their prices.
func partsOf(all []wanted, asked Together) (parts []Part) {
	for i, w := range all {
		own := stayIn(w.unit)
		parts = append(parts, Part{Party: asked[i].Party, Stay: Stay{Channel: own.Channel, ParkID: own.ParkID, ParkName: own.ParkName,
			UnitTypeID: own.UnitTypeID, UnitDesc: own.UnitDesc, BookingFee: own.BookingFee, Arrival: w.offer.Arrival, Nights: w.offer.Nights}})
	}
	return parts
}

// text says what is booked, in place of the description of one unit.
func (t Together) text(all []wanted) string {
	var texts []string
	turns := t.inTurn()
	for i, p := range t {
		title := all[i].unit.Type.Title()
		if turns {
			texts = append(texts, title+" for "+counted(p.Nights, "night", "nights"))
		} else {
			texts = append(texts, title+" ("+p.Party.Text()+")")
		}
	}
	if turns {
		return strings.Join(texts, ", then ")
	}
	return strings.Join(texts, "; ")
}

// Units are the stays of its units, one for each: the stay itself where it has one unit.
func (s Stay) Units() []Stay {
	if len(s.Parts) == 0 {
		return []Stay{s}
	}
	var units []Stay
	for _, p := range s.Parts {
		units = append(units, p.Stay)
	}
	return units
}

// unitOf returns the unit whose extras the guests of a booking may choose: of several, the one
// that includes the fewest.
func (s *Service) unitOf(b Booking) (unit Unit, ok bool) {
	most := -1
	for _, stay := range b.Stay.Units() {
		u, sold := s.catalogue.Unit(stay.UnitTypeID)
		if choices := len(u.Park.Choices(u.Type, b.Party.Dogs)); sold && choices > most {
			unit, ok, most = u, true, choices
		}
	}
	return unit, ok
}

// UnitIDs are the ids of its unit types, with a blank between them.
func (s Stay) UnitIDs() string {
	var ids []string
	for _, u := range s.Units() {
		ids = append(ids, u.UnitTypeID)
	}
	return strings.Join(ids, " ")
}

// UnitNights is how many nights its units are let for, added up.
func (s Stay) UnitNights() (nights int) {
	for _, u := range s.Units() {
		nights += u.Nights
	}
	return nights
}

// addUp sets what the stay costs from its parts. Equal charges of several parts become one.
func (s *Stay) addUp() {
	s.Price, s.Listed, s.BookingFee, s.Charges = 0, 0, 0, nil
	for _, p := range s.Parts {
		s.Price += p.Stay.Price
		s.Listed += p.Stay.Listed
		s.BookingFee += p.Stay.BookingFee
		for _, c := range p.Stay.Charges {
			same := func(other Charge) bool {
				return other.Code == c.Code && other.Name == c.Name && other.Rate == c.Rate && other.Levy == c.Levy
			}
			if i := slices.IndexFunc(s.Charges, same); i >= 0 {
				s.Charges[i].Amount += c.Amount
			} else {
				s.Charges = append(s.Charges, c)
			}
		}
	}
}
