package hotelads_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// google simulates what Google does with messages of prices, over real HTTP. It computes
// prices as Google documents it.
type google struct {
	url string

	mu     sync.Mutex
	manner func(hotel, kind string) string // how a message is answered: see answer
	hotels map[string]*hotel
	log    []string // kind and hotel of messages that it has taken
	wrong  []string // what is not valid
}

type hotel struct {
	capacity  map[string]int // by room
	rates     map[string]map[date.Date]map[int]map[int]money.Pence
	inventory map[string]map[date.Date]int
	open      map[string]map[string]map[date.Date]bool // by restriction
}

func newGoogle(t *testing.T) *google {
	g := &google{hotels: map[string]*hotel{}, manner: func(string, string) string { return "" }}
	server := httptest.NewServer(g)
	t.Cleanup(server.Close)
	g.url = server.URL
	return g
}

// sent is what the messages have in common.
type sent struct {
	XMLName   xml.Name
	Version   string `xml:",attr"`
	Requestor struct {
		ID string `xml:",attr"`
	} `xml:"POS>Source>RequestorID"`
	Partner string `xml:"partner,attr"`
	Data    struct {
		Property string
		Rooms    []struct {
			RoomID   string
			Capacity int
		} `xml:"RoomData"`
	} `xml:"PropertyDataSet"`
	Rates struct {
		HotelCode string `xml:",attr"`
		Messages  []struct {
			Control control `xml:"StatusApplicationControl"`
			Rates   []struct {
				UnitMultiplier int `xml:",attr"`
				Amounts        []struct {
					AmountAfterTax string `xml:",attr"`
					NumberOfGuests int    `xml:",attr"`
				} `xml:"BaseByGuestAmts>BaseByGuestAmt"`
			} `xml:"Rates>Rate"`
		} `xml:"RateAmountMessage"`
	} `xml:"RateAmountMessages"`
	Inventories struct {
		HotelCode string `xml:",attr"`
		Messages  []struct {
			Control control `xml:"StatusApplicationControl"`
			Count   struct {
				Count int `xml:",attr"`
			} `xml:"InvCounts>InvCount"`
		} `xml:"Inventory"`
	} `xml:"Inventories"`
	Avail struct {
		HotelCode string `xml:",attr"`
		Messages  []struct {
			Control     control `xml:"StatusApplicationControl"`
			Restriction struct {
				Status      string `xml:",attr"`
				Restriction string `xml:",attr"`
			} `xml:"RestrictionStatus"`
		} `xml:"AvailStatusMessage"`
	} `xml:"AvailStatusMessages"`
}

type control struct {
	Start, End  string `xml:",attr"`
	InvTypeCode string `xml:",attr"`
}

// days calls do for each day of a control.
func (c control) days(do func(date.Date)) {
	first, _ := date.ParseISO(c.Start)
	last, _ := date.ParseISO(c.End)
	for day := first; day <= last; day++ {
		do(day)
	}
}

func (g *google) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var m sent
	err := xml.Unmarshal(body, &m)
	g.mu.Lock()
	defer g.mu.Unlock()
	if err == nil {
		err = invalid(string(body))
	}
	if partner := m.Partner + m.Requestor.ID; partner != "us" {
		err = fmt.Errorf("the partner is %q", partner)
	}
	if err != nil || r.Header.Get("Content-Type") != "application/xml; charset=utf-8" {
		g.wrong = append(g.wrong, fmt.Sprintf("%s: %v: %.300s", r.URL.Path, err, body))
	}
	kind := map[string]string{"/property_data": "data", "/ota/hotel_rate_amount_notif": "rates", "/ota/hotel_inv_count_notif": "units", "/ota/hotel_avail_notif": "open"}[r.URL.Path]
	name := m.Data.Property + m.Rates.HotelCode + m.Inventories.HotelCode + m.Avail.HotelCode
	g.answer(w, r, m, name, kind)
}

// answer takes a message, or not, and answers in the manner that is drawn.
func (g *google) answer(w http.ResponseWriter, r *http.Request, m sent, name, kind string) {
	manner := g.manner(name, kind)
	switch manner {
	case "500":
		http.Error(w, "<html>sorry</html>", http.StatusInternalServerError)
		return
	case "stall":
		g.mu.Unlock()
		select {
		case <-r.Context().Done():
		case <-time.After(20 * time.Millisecond):
		}
		g.mu.Lock()
		panic(http.ErrAbortHandler)
	case "refuse":
		if kind == "data" {
			fmt.Fprint(w, `<TransactionResponse timestamp="2027-01-01T00:00:00Z" id="1" partner="us"><Issues><Issue code="1001" status="error">Property not found</Issue></Issues></TransactionResponse>`)
		} else {
			fmt.Fprint(w, `<OTA_RS xmlns="http://www.opentravel.org/OTA/2003/05"><Errors><Error Type="12" Code="392" Status="NotProcessed" ShortText="Property not found"/></Errors></OTA_RS>`)
		}
		return
	}
	g.log = append(g.log, kind+" "+name)
	g.take(m, name)
	switch manner {
	case "cut": // it has taken the message, and nobody learns it
		panic(http.ErrAbortHandler)
	case "empty":
		return
	}
	if kind == "data" {
		fmt.Fprint(w, `<TransactionResponse timestamp="2027-01-01T00:00:00Z" id="1" partner="us"><Success/></TransactionResponse>`)
		return
	}
	fmt.Fprint(w, `<OTA_RS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/><Warnings><Warning Type="3">slow</Warning></Warnings></OTA_RS>`)
}

// take does what a message says.
func (g *google) take(m sent, name string) {
	h := g.hotels[name]
	if h == nil {
		h = &hotel{map[string]int{}, map[string]map[date.Date]map[int]map[int]money.Pence{}, map[string]map[date.Date]int{}, map[string]map[string]map[date.Date]bool{}}
		g.hotels[name] = h
	}
	if m.Data.Property != "" { // an overlay: rooms that it does not name are gone
		h.capacity = map[string]int{}
		for _, room := range m.Data.Rooms {
			h.capacity[room.RoomID] = room.Capacity
		}
	}
	for _, one := range m.Rates.Messages { // an overlay: of these dates, nothing else counts
		one.Control.days(func(day date.Date) {
			of := child(h.rates, one.Control.InvTypeCode)
			of[day] = map[int]map[int]money.Pence{}
			for _, rate := range one.Rates {
				of[day][rate.UnitMultiplier] = map[int]money.Pence{}
				for _, amount := range rate.Amounts {
					pence, _ := strconv.Atoi(strings.Replace(amount.AmountAfterTax, ".", "", 1))
					of[day][rate.UnitMultiplier][amount.NumberOfGuests] = money.Pence(pence)
				}
			}
		})
	}
	for _, one := range m.Inventories.Messages {
		one.Control.days(func(day date.Date) { child(h.inventory, one.Control.InvTypeCode)[day] = one.Count.Count })
	}
	for _, one := range m.Avail.Messages {
		one.Control.days(func(day date.Date) {
			child(child(h.open, one.Restriction.Restriction), one.Control.InvTypeCode)[day] = one.Restriction.Status == "Open"
		})
	}
}

func child[K, L comparable, V any](of map[K]map[L]V, key K) map[L]V {
	if of[key] == nil {
		of[key] = map[L]V{}
	}
	return of[key]
}

// price is what Google shows for a stay: the lowest price of a room that is open and left on
// each night, of the smallest number of guests that has one and is enough. 0: nothing.
func (g *google) price(name string, arrival date.Date, nights, party int) (lowest money.Pence) {
	h := g.hotels[name]
	if h == nil {
		return 0
	}
	for room, capacity := range h.capacity {
		onSale := capacity >= party && h.open["Arrival"][room][arrival]
		for night := arrival; night < arrival+date.Date(nights); night++ {
			onSale = onSale && h.open["Master"][room][night] && h.inventory[room][night] > 0
		}
		if !onSale {
			continue
		}
		guests := 0
		for n := range h.rates[room][arrival][nights] {
			if n >= party && (guests == 0 || n < guests) {
				guests = n
			}
		}
		if price := h.rates[room][arrival][nights][guests]; guests > 0 && (lowest == 0 || price < lowest) {
			lowest = price
		}
	}
	return lowest
}

// taken returns what it has taken since the last call.
func (g *google) taken() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	log := g.log
	g.log = nil
	return log
}

func (g *google) behave(manner func(hotel, kind string) string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.manner = manner
}

func kindly(string, string) string { return "" }
