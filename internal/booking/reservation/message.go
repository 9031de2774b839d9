package reservation

import (
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Message is what is sent to a partner about one booking: all that it is to know.
type Message struct {
	// ID is the same when the message is sent again.
	ID string
	// Partner is Row.Partner.
	Partner string
	Action  Action
	Version int
	Booking State

	claimed time.Time // until when the sender has the row for itself
	newest  int       // version of the content
	live    bool      // the partner is to have the reservation
	first   bool      // nothing of a Commit or Cancel was sent before
	kept    Holds     // what the partner kept before
}

// State is a booking as partners see it. Amounts are pounds and pence as text, such as
// "612.00"; days are yyyy-mm-dd, instants RFC 3339.
type State struct {
	Reference string `json:"reference"`
	Status    string `json:"status"` // "confirmed" or "cancelled"
	// Hotel, Room and Rate are the partner's own codes.
	Hotel    string `json:"hotel"`
	Room     string `json:"room"`
	Rate     string `json:"rate,omitempty"`
	ParkName string `json:"parkName"`
	UnitName string `json:"unitName"`

	Arrival   string  `json:"arrival"`
	Departure string  `json:"departure"`
	CheckIn   string  `json:"checkIn,omitempty"`
	CheckOut  string  `json:"checkOut,omitempty"`
	Nights    []Night `json:"nights"`
	Party     Party   `json:"party"`
	// Units are those of a booking of several, with who sleeps in each; none where it has one.
	// Room is then that of the first, and UnitName names all.
	Units  []UnitStay `json:"units,omitempty"`
	Guest  Guest      `json:"guest"`
	Extras []Extra    `json:"extras,omitempty"`
	// Included are compulsory charges. Price contains them.
	Included []Included `json:"included,omitempty"`

	// Price is that of the stay, the sum of its nights. Total is what the guest pays, with
	// extras and without what codes and we took off.
	Price    money.Pence `json:"price"`
	Total    money.Pence `json:"total"`
	Paid     money.Pence `json:"paid"` // to us
	Balance  money.Pence `json:"balance"`
	Currency string      `json:"currency"`
	// BalanceTo is who collects the balance: "park" or "agent", which is us. Due is the day.
	BalanceTo string `json:"balanceTo,omitempty"`
	Due       string `json:"due,omitempty"`

	BookedAt  time.Time `json:"bookedAt"`
	ChangedAt time.Time `json:"changedAt"`
}

// UnitStay is one unit of a booking of several. Its price is part of the booking's.
type UnitStay struct {
	Room      string      `json:"room"`
	Rate      string      `json:"rate,omitempty"`
	UnitName  string      `json:"unitName"`
	Arrival   string      `json:"arrival"`
	Departure string      `json:"departure"`
	Party     Party       `json:"party"`
	Price     money.Pence `json:"price"`
}

// Night is the price of one night.
type Night struct {
	Date   string      `json:"date"`
	Amount money.Pence `json:"amount"`
}

// Party is who comes. DogCount is 0 where dogs come and nobody was asked how many.
type Party struct {
	Adults   int  `json:"adults"`
	Children int  `json:"children"` // 5 to 17
	Under5s  int  `json:"under5s"`
	Dogs     bool `json:"dogs"`
	DogCount int  `json:"dogCount,omitempty"`
}

// Text says who comes, such as "2 adults, 1 child, 2 dogs".
func (p Party) Text() string { return booking.Party(p).Text() }

// ArrivalDay and DepartureDay return the days as people read them.
func (s State) ArrivalDay() string { return longDay(s.Arrival) }

// DepartureDay is like ArrivalDay.
func (s State) DepartureDay() string { return longDay(s.Departure) }

// longDay writes a day, which is yyyy-mm-dd, as people read it.
func longDay(iso string) string {
	day, err := date.ParseISO(iso)
	if err != nil {
		return iso
	}
	return day.Long()
}

// Collect says what the park collects.
func (s State) Collect() string {
	switch s.BalanceTo {
	case "park":
		return s.Balance.Text()
	case "agent":
		return "nothing: we collect " + s.Balance.Text()
	}
	return "nothing: all is paid"
}

// Guest is the person who booked; all is empty after the details were erased.
type Guest struct {
	Title     string `json:"title,omitempty"`
	Forename  string `json:"forename,omitempty"`
	Surname   string `json:"surname"`
	Email     string `json:"email,omitempty"`
	Telephone string `json:"telephone,omitempty"`
	Address1  string `json:"address1,omitempty"`
	Address2  string `json:"address2,omitempty"`
	Town      string `json:"town,omitempty"`
	County    string `json:"county,omitempty"`
	Postcode  string `json:"postcode,omitempty"`
	Country   string `json:"country,omitempty"` // ISO 3166, two letters
}

// Extra is something booked with the stay.
type Extra struct {
	Code     string      `json:"code"`
	Name     string      `json:"name"`
	Quantity int         `json:"quantity"`
	Basis    string      `json:"basis,omitempty"` // "£3 per person per night", where one is charged so
	Amount   money.Pence `json:"amount"`          // of all
}

// Text names the extra with its quantity.
func (e Extra) Text() string {
	text := e.Name + " × " + strconv.Itoa(e.Quantity)
	if e.Basis != "" {
		text += ", " + e.Basis
	}
	return text
}

// Included is a charge that every guest pays, before a promotion, or a levy on what the guest
// then pays, without a code.
type Included struct {
	Code   string      `json:"code,omitempty"`
	Name   string      `json:"name"`
	Text   string      `json:"text"` // with amount and what it is charged for
	Amount money.Pence `json:"amount"`
}

// stateOf returns a confirmed booking as the partner of a row sees it.
func (p *Partner) stateOf(row Row, b booking.Booking) State {
	s := stateOf(b, p.codesIn(row, b.Stay))
	for _, part := range b.Stay.Parts {
		c, stay, who := p.codesIn(row, part.Stay), part.Stay, part.Party
		s.Units = append(s.Units, UnitStay{Room: c.Room, Rate: c.Rate, UnitName: stay.UnitDesc, Arrival: stay.Arrival.ISO(), Departure: stay.Departure().ISO(),
			Party: Party{who.Adults, who.Children, who.Under5s, who.Dogs, who.DogCount}, Price: stay.Price})
	}
	return s
}

// stateOf returns a confirmed booking as the partner with these codes sees it.
func stateOf(b booking.Booking, c Codes) State {
	stay, times := b.Stay, b.Times()
	s := State{
		Reference: b.Shown, Status: "confirmed", Hotel: c.Hotel, Room: c.Room, Rate: c.Rate, ParkName: stay.ParkName, UnitName: stay.UnitDesc,
		Arrival: stay.Arrival.ISO(), Departure: stay.Departure().ISO(), CheckIn: times.CheckIn, CheckOut: times.CheckOut, Nights: nightsOf(stay),
		Party: Party{b.Party.Adults, b.Party.Children, b.Party.Under5s, b.Party.Dogs, b.Party.DogCount},
		Guest: guestOf(b.Contact),
		Price: stay.Price, Total: b.Total, Paid: b.AmountPaid, Balance: b.Outstanding(), Currency: "GBP",
		BookedAt: b.ConfirmedAt.UTC(), ChangedAt: b.ChangedAt.UTC(),
	}
	for _, e := range b.Extras {
		s.Extras = append(s.Extras, Extra{e.Code, e.Name, e.Quantity, e.Basis(), e.TotalCost()})
	}
	for _, c := range stay.Charges {
		s.Included = append(s.Included, Included{c.Code, c.Name, c.Text(), c.Amount})
	}
	if s.Balance > 0 {
		s.BalanceTo = "agent"
		if b.BalanceToOperator() {
			s.BalanceTo = "park"
		}
		if due, err := date.Parse(b.BalanceDue); err == nil {
			s.Due = due.ISO()
		}
	}
	return s
}

func guestOf(c booking.Contact) Guest {
	g := Guest{c.Title, c.Forename, c.Surname, c.Email, c.Telephone, c.Address1, c.Address2, c.Town, c.County, c.Postcode, strings.TrimPrefix(c.Country, "CN")}
	if g.Country == "UK" {
		g.Country = "GB"
	}
	return g
}

// givenUp returns what a partner that is to give a reservation up was last told of it. The
// booking may be at another park by now.
func givenUp(told State, b booking.Booking, action Action) State {
	told.Guest, told.Paid, told.Balance, told.BalanceTo, told.ChangedAt = guestOf(b.Contact), b.AmountPaid, 0, "", b.ChangedAt.UTC()
	if action == Cancel {
		told.Status = "cancelled"
	}
	return told
}

// nightsOf splits the price of a stay into nights that add up to it. The first nights have
// the pennies that are left.
func nightsOf(stay booking.Stay) []Night {
	nights := make([]Night, max(1, stay.Nights))
	each, left := stay.Price/money.Pence(len(nights)), stay.Price%money.Pence(len(nights))
	for i := range nights {
		nights[i] = Night{(stay.Arrival + date.Date(i)).ISO(), each}
		if money.Pence(i) < left {
			nights[i].Amount++
		}
	}
	return nights
}

// longestNote is how much of a partner's words is kept, in characters.
const longestNote = 200

// withoutNames returns the words of a partner as they may be stored: without what they
// repeat of the guest, in one line, and not too long.
func withoutNames(text string, g Guest) string {
	for _, personal := range []string{g.Email, g.Telephone, g.Postcode, g.Address1, g.Surname, g.Forename} {
		if len(personal) > 1 {
			text = replaceFold(text, personal, "…")
		}
	}
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), longestNote)])
}

// replaceFold replaces a text in any case.
func replaceFold(text, old, by string) string {
	var b strings.Builder
	for {
		i := indexFold(text, old)
		if i < 0 {
			return b.String() + text
		}
		b.WriteString(text[:i] + by)
		text = text[i+len(old):]
	}
}

// indexFold finds a text of the same length in any case.
func indexFold(text, part string) int {
	for i := 0; i+len(part) <= len(text); i++ {
		if strings.EqualFold(text[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}
