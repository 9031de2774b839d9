package reservation

import (
	"encoding/xml"
	"strings"
	"testing"
)

func TestWhatAnOpenTravelAnswerMeans(t *testing.T) {
	rs := func(inside string) string {
		return `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" Version="1.0">` + inside + `</OTA_HotelResNotifRS>`
	}
	for about, c := range map[string]struct {
		body string
		want Answer
	}{
		"success":                            {rs(`<Success/>`), Answer{}},
		"with a number":                      {rs(`<Success/><HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Value="4711"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations>`), Answer{Number: "4711"}},
		"with a number that nobody can read": {rs(`<Success/><HotelReservationID ResID_Value="4&#10;1"/>`), Answer{}},
		"in an envelope, any prefix":         {`<x:Envelope xmlns:x="http://schemas.xmlsoap.org/soap/envelope/"><x:Body><o:OTA_HotelResNotifRS xmlns:o="u"><o:Success/></o:OTA_HotelResNotifRS></x:Body></x:Envelope>`, Answer{}},
		"twice":                              {rs(`<Success/>`) + rs(`<Success/>`), Answer{}},
		"an odd encoding":                    {`<?xml version="1.0" encoding="UTF8"?>` + rs(`<Success/>`), Answer{}},
		"Latin 1":                            {`<?xml version="1.0" encoding="ISO-8859-1"?>` + rs("<Success/><Warnings><Warning Type=\"3\">zu viele G\xe4ste</Warning></Warnings>"), Answer{Warning: "zu viele Gäste"}},
		"overbooked":                         {rs(`<Success/><Warnings><Warning Type="3" Code="450">overbooked</Warning></Warnings>`), Answer{Warning: "450 overbooked"}},
		"a warning about our booking":        {rs(`<Success/><Warnings><Warning Type="3" Code="450" RecordID="K7QXM-2PHRW">no room</Warning></Warnings>`), Answer{Refusal: "450 no room"}},
		"a warning about another one":        {rs(`<Success/><Warnings><Warning Type="3" RecordID="OTHER">late</Warning></Warnings>`), Answer{Warning: "late"}},
		"a code that they do not know":       {rs(`<Errors><Error Type="3" Code="402">Room type code not found for this hotel</Error></Errors>`), Answer{Refusal: "402 Room type code not found for this hotel"}},
		"they are down":                      {rs(`<Errors><Error Type="12" Code="187" ShortText="System currently unavailable"/></Errors>`), Answer{Error: "187 System currently unavailable"}},
		"success and errors":                 {rs(`<Success/><Errors><Error Code="450">no</Error></Errors>`), Answer{Error: "450 no"}},
		"a SOAP fault":                       {`<s:Envelope xmlns:s="u"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>out of memory</faultstring></s:Fault></s:Body></s:Envelope>`, Answer{Error: "out of memory"}},
		"nothing":                            {"", Answer{Error: "it is no whole XML"}},
		"a page of a proxy":                  {"<html><body>502<br></body></html>", Answer{Error: "it is no whole XML"}},
		"half an answer":                     {rs(`<Success/>`)[:90], Answer{Error: "it is no whole XML"}},
		"another answer":                     {`<OTA_PingRS><Success/></OTA_PingRS>`, Answer{Error: "there is no verdict in it"}},
		"an entity bomb":                     {`<!DOCTYPE x [<!ENTITY a "aaaa">]>` + rs(`<Success/>&a;`), Answer{Error: "it is no whole XML"}},
	} {
		if got := readVerdict([]byte(c.body), "K7QXM-2PHRW"); got != c.want {
			t.Errorf("%s: got %+v", about, got)
		}
	}
}

func TestAnOpenTravelMessage(t *testing.T) {
	b := State{Reference: "K7QXM-2PHRW", Hotel: "HV101", Room: "G3", Rate: "STD", Arrival: "2027-07-16", Departure: "2027-07-18", Price: 201_01, Total: 226_01, Paid: 50_00, Balance: 176_01, BalanceTo: "park",
		Nights: []Night{{"2027-07-16", 100_51}, {"2027-07-17", 100_50}}, Party: Party{Adults: 2, Under5s: 1, Dogs: true, DogCount: 2},
		Guest: Guest{Surname: "O'Neill & <Sons>", Address1: "3 Gull Row", Country: "GB"}, CheckIn: "2pm", CheckOut: "10am",
		Extras: []Extra{{"LIN", "Bed linen", 2, "", 25_00}}, Included: []Included{{"PASS", "Resort pass", "Resort pass £12 (£3 per person per night)", 12_00}}}
	for status, want := range map[string]int{"": 2, statusAtRoot: 1, statusAtReservation: 1} {
		for _, soap := range []bool{false, true} {
			p := Partner{User: "u&", SOAP: soap, Status: status, keys: [][]byte{[]byte("p<")}}
			text, err := otaMessage(p, Message{ID: "id", Action: Modify, Booking: b}, now)
			if err != nil {
				t.Fatal(err)
			}
			if err := xml.Unmarshal(text, new(struct{})); err != nil {
				t.Errorf("not well-formed: %v in %s", err, text)
			}
			if got := strings.Count(string(text), `ResStatus="Modify"`); got != want || strings.Contains(string(text), "wsse:Password") != soap {
				t.Errorf("%q, SOAP %v: %s", status, soap, text)
			}
			for _, part := range []string{
				`<RoomRate RoomTypeCode="G3" RatePlanCode="STD" NumberOfUnits="1"><Rates><Rate UnitMultiplier="1" RateTimeUnit="Day" EffectiveDate="2027-07-16" ExpireDate="2027-07-17"><Total AmountAfterTax="100.51" CurrencyCode="GBP"></Total></Rate>`,
				`<GuestCounts><GuestCount AgeQualifyingCode="10" Count="2"></GuestCount><GuestCount AgeQualifyingCode="7" Count="1"></GuestCount></GuestCounts>`,
				`<TimeSpan Start="2027-07-16" End="2027-07-18"></TimeSpan><Total AmountAfterTax="201.01" CurrencyCode="GBP"></Total><BasicPropertyInfo HotelCode="HV101">`,
				`<SpecialRequest><Text>Dogs: 2 adults, 1 under five, 2 dogs</Text></SpecialRequest>`, `<Surname>O&#39;Neill &amp; &lt;Sons&gt;</Surname>`,
				`Paid to us: £50.00 of £226.01. To collect: £176.01.`, `<AmountPercent Amount="50.00" CurrencyCode="GBP">`, `<Service ServiceInventoryCode="LIN" Quantity="2">`, `<Service ServiceInventoryCode="PASS" Inclusive="true" Quantity="1">`,
				`To collect: £176.01. Times: check-in from 2pm, check-out by 10am.</Text>`,
			} {
				if !strings.Contains(string(text), part) {
					t.Errorf("%s is missing in %s", part, text)
				}
			}
		}
	}
}
