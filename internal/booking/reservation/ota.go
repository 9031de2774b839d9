package reservation

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/money"
	"holidaymaker/internal/web/httpx"
)

// ota sends messages as OTA_HotelResNotifRQ (OpenTravel, 2003/05), bare or in a SOAP 1.1
// envelope.
type ota struct {
	wire  *Wire
	clock func() time.Time
}

// NewOTA returns the transport of OpenTravel messages.
func NewOTA(wire *Wire, clock func() time.Time) Transport { return ota{wire, clock} }

// Where a message says whether it is a Commit, Modify or Cancel; partners differ.
const (
	statusAtBoth        = "both"
	statusAtRoot        = "root"
	statusAtReservation = "reservation"
)

func (t ota) Send(ctx context.Context, p Partner, m Message) Answer {
	now := t.clock()
	body, err := otaMessage(p, m, now)
	if err != nil {
		return Answer{Error: "the message cannot be written: " + err.Error(), Unsent: true}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Address, bytes.NewReader(body))
	if err != nil {
		return Answer{Error: "its address cannot be used", Unsent: true}
	}
	request.Header.Set("Content-Type", "application/xml; charset=utf-8")
	if p.SOAP {
		request.Header.Set("Content-Type", "text/xml; charset=utf-8")
		request.Header.Set("SOAPAction", `""`)
	} else {
		request.SetBasicAuth(p.User, string(p.keys[0]))
	}
	request.Header.Set("User-Agent", "Holidaymaker")
	got, failed := t.wire.post(ctx, p, request)
	if failed.Error != "" {
		return failed
	}
	answer := readVerdict(got.Body, m.Booking.Reference)
	if answer.Error != "" {
		answer.Error = fmt.Sprintf("its system answered %d: %s", got.Status, answer.Error)
		answer.RetryAfter, answer.Gone = retryAfter(got.Header, now), got.Status == http.StatusGone
	}
	return answer
}

// The message. Names are OpenTravel's.
type (
	otaRequest struct {
		XMLName      xml.Name       `xml:"http://www.opentravel.org/OTA/2003/05 OTA_HotelResNotifRQ"`
		EchoToken    string         `xml:",attr"`
		TimeStamp    string         `xml:",attr"`
		Version      string         `xml:",attr"`
		ResStatus    string         `xml:",attr,omitempty"`
		Reservations otaReservation `xml:"HotelReservations>HotelReservation"`
	}
	otaReservation struct {
		ResStatus      string       `xml:",attr,omitempty"`
		CreateDateTime string       `xml:",attr"`
		UniqueID       otaUniqueID  `xml:"UniqueID"`
		RoomStay       otaRoomStay  `xml:"RoomStays>RoomStay"`
		Services       *otaServices `xml:"Services"`
		Guest          otaGuest     `xml:"ResGuests>ResGuest"`
		Global         otaGlobal    `xml:"ResGlobalInfo"`
	}
	otaUniqueID struct {
		Type string `xml:",attr"`
		ID   string `xml:",attr"`
	}
	otaRoomStay struct {
		RoomType struct {
			RoomTypeCode string `xml:",attr"`
		} `xml:"RoomTypes>RoomType"`
		RoomRate    otaRoomRate `xml:"RoomRates>RoomRate"`
		GuestCounts []otaCount  `xml:"GuestCounts>GuestCount"`
		TimeSpan    struct {
			Start string `xml:",attr"`
			End   string `xml:",attr"`
		}
		Total    otaAmount `xml:"Total"`
		Property struct {
			HotelCode string `xml:",attr"`
		} `xml:"BasicPropertyInfo"`
		Requests *otaTexts `xml:"SpecialRequests>SpecialRequest"`
	}
	otaRoomRate struct {
		RoomTypeCode  string    `xml:",attr"`
		RatePlanCode  string    `xml:",attr,omitempty"`
		NumberOfUnits string    `xml:",attr"`
		Rates         []otaRate `xml:"Rates>Rate"`
	}
	otaRate struct {
		UnitMultiplier string    `xml:",attr"`
		RateTimeUnit   string    `xml:",attr"`
		EffectiveDate  string    `xml:",attr"`
		ExpireDate     string    `xml:",attr"`
		Total          otaAmount `xml:"Total"`
	}
	otaAmount struct {
		AmountAfterTax string `xml:",attr"`
		CurrencyCode   string `xml:",attr"`
	}
	otaCount struct {
		AgeQualifyingCode string `xml:",attr"`
		Count             string `xml:",attr"`
	}
	otaServices struct{ Service []otaService }
	otaService  struct {
		ServiceInventoryCode string    `xml:",attr,omitempty"`
		Inclusive            string    `xml:",attr,omitempty"` // "true": the price of the stay contains it
		Quantity             string    `xml:",attr"`
		Total                otaAmount `xml:"Price>Total"`
		Text                 string    `xml:"ServiceDetails>Comments>Comment>Text"`
	}
	otaGuest struct {
		PrimaryIndicator string      `xml:",attr"`
		Customer         otaCustomer `xml:"Profiles>ProfileInfo>Profile>Customer"`
	}
	otaCustomer struct {
		Name struct {
			NamePrefix string `xml:",omitempty"`
			GivenName  string `xml:",omitempty"`
			Surname    string
		} `xml:"PersonName"`
		Telephone *otaTelephone
		Email     string      `xml:",omitempty"`
		Address   *otaAddress `xml:"Address"`
	}
	otaTelephone struct {
		PhoneNumber string `xml:",attr"`
	}
	otaAddress struct {
		AddressLine []string
		CityName    string `xml:",omitempty"`
		PostalCode  string `xml:",omitempty"`
		StateProv   string `xml:",omitempty"`
		Country     struct {
			Code string `xml:",attr"`
		} `xml:"CountryName"`
	}
	otaGlobal struct {
		Comments otaTexts    `xml:"Comments>Comment"`
		Deposit  *otaDeposit `xml:"DepositPayments>GuaranteePayment"`
		Total    otaAmount   `xml:"Total"`
	}
	otaDeposit struct {
		Paid struct {
			Amount       string `xml:",attr"`
			CurrencyCode string `xml:",attr"`
		} `xml:"AmountPercent"`
	}
	otaTexts struct{ Text []string }
)

// timesText says when the guests may come and must leave.
func timesText(b State) string {
	var parts []string
	if b.CheckIn != "" {
		parts = append(parts, "check-in from "+b.CheckIn)
	}
	if b.CheckOut != "" {
		parts = append(parts, "check-out by "+b.CheckOut)
	}
	return "Times: " + strings.Join(parts, ", ") + "."
}

func otaPounds(p money.Pence) otaAmount { return otaAmount{p.String(), "GBP"} }

// otaMessage writes a message as the partner wants it.
func otaMessage(p Partner, m Message, now time.Time) ([]byte, error) {
	status := map[Action]string{Commit: "Commit", Modify: "Modify", Cancel: "Cancel"}[m.Action]
	r := otaRequest{EchoToken: m.ID, TimeStamp: now.UTC().Format(time.RFC3339), Version: "1.0", Reservations: otaReservationOf(m.Booking)}
	if p.Status != statusAtReservation {
		r.ResStatus = status
	}
	if p.Status != statusAtRoot {
		r.Reservations.ResStatus = status
	}
	message, err := xml.Marshal(r)
	if err != nil || !p.SOAP {
		return append([]byte(xml.Header), message...), err
	}
	var user, password bytes.Buffer
	if err := errors.Join(xml.EscapeText(&user, []byte(p.User)), xml.EscapeText(&password, p.keys[0])); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, xml.Header+`<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header><wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" soap:mustUnderstand="1"><wsse:UsernameToken><wsse:Username>%s</wsse:Username><wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">%s</wsse:Password></wsse:UsernameToken></wsse:Security></soap:Header><soap:Body>%s</soap:Body></soap:Envelope>`,
		user.Bytes(), password.Bytes(), message), nil
}

func otaReservationOf(b State) otaReservation {
	r := otaReservation{CreateDateTime: b.BookedAt.Format(time.RFC3339), UniqueID: otaUniqueID{"14", b.Reference}}
	stay := &r.RoomStay
	stay.RoomType.RoomTypeCode, stay.Property.HotelCode, stay.Total = b.Room, b.Hotel, otaPounds(b.Price)
	stay.TimeSpan.Start, stay.TimeSpan.End = b.Arrival, b.Departure
	stay.RoomRate = otaRoomRate{RoomTypeCode: b.Room, RatePlanCode: b.Rate, NumberOfUnits: "1"}
	for i, night := range b.Nights {
		expires := b.Departure
		if i+1 < len(b.Nights) {
			expires = b.Nights[i+1].Date
		}
		stay.RoomRate.Rates = append(stay.RoomRate.Rates, otaRate{"1", "Day", night.Date, expires, otaPounds(night.Amount)})
	}
	for _, age := range []struct {
		code  string
		count int
	}{{"10", b.Party.Adults}, {"8", b.Party.Children}, {"7", b.Party.Under5s}} {
		if age.count > 0 {
			stay.GuestCounts = append(stay.GuestCounts, otaCount{age.code, strconv.Itoa(age.count)})
		}
	}
	if b.Party.Dogs {
		stay.Requests = &otaTexts{[]string{"Dogs: " + b.Party.Text()}}
	}
	extras := money.Pence(0)
	var services otaServices
	for _, e := range b.Extras {
		extras += e.Amount
		services.Service = append(services.Service, otaService{e.Code, "", strconv.Itoa(e.Quantity), otaPounds(e.Amount), e.Name})
	}
	for _, c := range b.Included {
		services.Service = append(services.Service, otaService{c.Code, "true", "1", otaPounds(c.Amount), c.Name})
	}
	if len(services.Service) > 0 {
		r.Services = &services
	}
	r.Guest = otaGuestOf(b.Guest)
	r.Global.Total = otaPounds(b.Price + extras)
	r.Global.Comments.Text = []string{"Paid to us: £" + b.Paid.String() + " of £" + b.Total.String() + ". To collect: " + b.Collect() + "."}
	if b.CheckIn != "" || b.CheckOut != "" {
		r.Global.Comments.Text[0] += " " + timesText(b)
	}
	if b.Paid > 0 {
		r.Global.Deposit = &otaDeposit{}
		r.Global.Deposit.Paid.Amount, r.Global.Deposit.Paid.CurrencyCode = b.Paid.String(), "GBP"
	}
	return r
}

func otaGuestOf(g Guest) otaGuest {
	guest := otaGuest{PrimaryIndicator: "true"}
	c := &guest.Customer
	c.Name.NamePrefix, c.Name.GivenName, c.Name.Surname, c.Email = g.Title, g.Forename, g.Surname, g.Email
	if g.Surname == "" {
		c.Name.Surname = "Guest" // its details were erased, and a surname is mandatory
	}
	if g.Telephone != "" {
		c.Telephone = &otaTelephone{g.Telephone}
	}
	if g.Address1 != "" {
		c.Address = &otaAddress{AddressLine: []string{g.Address1}, CityName: g.Town, PostalCode: g.Postcode, StateProv: g.County}
		if g.Address2 != "" {
			c.Address.AddressLine = append(c.Address.AddressLine, g.Address2)
		}
		c.Address.Country.Code = g.Country
	}
	return guest
}

// permanentCodes are the errors that no repetition mends: the partner does not know the
// hotel, the room or the rate.
var permanentCodes = []string{"392", "402", "249"}

// readVerdict reads the answer to a message about a booking, whatever its HTTP status was.
// Names are matched without their prefixes. What follows the first document is ignored.
func readVerdict(body []byte, reference string) (a Answer) {
	decoder := httpx.NewXMLDecoder(body)
	var v verdict
	for depth := 0; ; {
		token, err := decoder.Token()
		if err != nil {
			return Answer{Error: "it is no whole XML"}
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth++
			v.begin(token)
		case xml.CharData:
			v.text(string(token))
		case xml.EndElement:
			if depth--; depth == 0 {
				return v.answer(reference)
			}
			v.inside = ""
		}
	}
}

// verdict is what an answer has said so far.
type verdict struct {
	ours, success bool
	number        string
	errors        []complaint
	warnings      []complaint
	inside        string // Error, Warning or faultstring
}

type complaint struct{ code, record, text string }

func (v *verdict) begin(e xml.StartElement) {
	attr := func(name string) string {
		i := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == name })
		if i < 0 {
			return ""
		}
		return e.Attr[i].Value
	}
	v.inside = ""
	c := complaint{attr("Code"), attr("RecordID"), attr("ShortText")}
	switch e.Name.Local {
	case "OTA_HotelResNotifRS":
		v.ours = true
	case "Success":
		v.success = v.ours
	case "HotelReservationID":
		v.number = cmp.Or(v.number, printable(attr("ResID_Value")))
	case "Error", "faultstring":
		v.inside, v.errors = e.Name.Local, append(v.errors, c)
	case "Warning":
		v.inside, v.warnings = e.Name.Local, append(v.warnings, c)
	}
}

func (v *verdict) text(text string) {
	switch text = strings.TrimSpace(text); v.inside {
	case "Error", "faultstring":
		v.errors[len(v.errors)-1].text += text
	case "Warning":
		v.warnings[len(v.warnings)-1].text += text
	}
}

func (c complaint) String() string { return strings.TrimSpace(c.code + " " + c.text) }

// answer decides what the verdict means for a booking.
func (v *verdict) answer(reference string) (a Answer) {
	for _, c := range v.errors {
		if slices.Contains(permanentCodes, c.code) {
			return Answer{Refusal: c.String()}
		}
	}
	switch {
	case len(v.errors) > 0:
		return Answer{Error: v.errors[0].String()}
	case !v.success:
		return Answer{Error: "there is no verdict in it"}
	}
	var warnings []string
	for _, c := range v.warnings {
		if c.record != "" && strings.EqualFold(c.record, reference) {
			return Answer{Refusal: c.String()}
		}
		warnings = append(warnings, c.String())
	}
	return Answer{Number: v.number, Warning: strings.Join(warnings, "; ")}
}
