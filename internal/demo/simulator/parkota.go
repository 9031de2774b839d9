package simulator

import (
	"encoding/xml"
	"io"
	"net/http"
	"strings"

	pence "holidaymaker/internal/money"
)

// otaNotification is what the park system reads of an OTA_HotelResNotifRQ. Names match in
// any namespace.
type otaNotification struct {
	XMLName     xml.Name `xml:"OTA_HotelResNotifRQ"`
	EchoToken   string   `xml:",attr"`
	ResStatus   string   `xml:",attr"`
	Reservation struct {
		ResStatus string `xml:",attr"`
		UniqueID  struct {
			ID string `xml:",attr"`
		}
		RoomStay struct {
			RoomRate struct {
				RoomTypeCode string `xml:",attr"`
				RatePlanCode string `xml:",attr"`
				Rates        []struct {
					EffectiveDate string `xml:",attr"`
					ExpireDate    string `xml:",attr"`
					Total         otaTotal
				} `xml:"Rates>Rate"`
			} `xml:"RoomRates>RoomRate"`
			TimeSpan struct {
				Start string `xml:",attr"`
				End   string `xml:",attr"`
			}
			Total    otaTotal
			Property struct {
				HotelCode string `xml:",attr"`
			} `xml:"BasicPropertyInfo"`
		} `xml:"RoomStays>RoomStay"`
		Surname string `xml:"ResGuests>ResGuest>Profiles>ProfileInfo>Profile>Customer>PersonName>Surname"`
		Comment string `xml:"ResGlobalInfo>Comments>Comment>Text"`
		Paid    struct {
			Amount string `xml:",attr"`
		} `xml:"ResGlobalInfo>DepositPayments>GuaranteePayment>AmountPercent"`
	} `xml:"HotelReservations>HotelReservation"`
}

type otaTotal struct {
	AmountAfterTax string `xml:",attr"`
	CurrencyCode   string `xml:",attr"`
}

// serveOTA takes OpenTravel messages, bare with HTTP Basic or in a SOAP envelope.
func (p *ParkSystem) serveOTA(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return // the sender has left
	}
	var envelope struct {
		Password string          `xml:"Header>Security>UsernameToken>Password"`
		Message  otaNotification `xml:"Body>OTA_HotelResNotifRQ"`
	}
	message, soap := otaNotification{}, strings.Contains(string(body), "Envelope")
	_, password, _ := r.BasicAuth()
	if soap {
		err = xml.Unmarshal(body, &envelope)
		message, password = envelope.Message, envelope.Password
	} else {
		err = xml.Unmarshal(body, &message)
	}
	answered := func(verdict string) string {
		text := `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="` + message.EchoToken + `" Version="1.0">` + verdict + `</OTA_HotelResNotifRS>`
		if soap {
			text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header/><s:Body>` + text + `</s:Body></s:Envelope>`
		}
		return text
	}
	refuse := func(why string) (int, string, string) {
		return http.StatusOK, "text/xml", answered(`<Errors><Error Type="3" Code="402">` + why + `</Error></Errors>`)
	}
	if why := message.wrong(password); err != nil || why != "" {
		p.complain("an OpenTravel message: %s %v", why, err)
		w.Header().Set("Content-Type", "text/xml")
		_, _ = io.WriteString(w, answered(`<Errors><Error Type="3" Code="448">`+why+`</Error></Errors>`)) // a reader who left is no fault
		return
	}
	p.answer(w, r, refuse, func(warning string) (string, string) {
		number := p.keepOTA(message)
		if warning != "" {
			warning = `<Warnings><Warning Type="3">` + warning + `</Warning></Warnings>`
		}
		return "text/xml", answered(`<Success/>` + warning + `<HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="14" ResID_Value="` + number + `"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations>`)
	})
}

// keepOTA enters a message. A Commit of what is known already changes nothing: real systems
// take it for a repetition.
func (p *ParkSystem) keepOTA(message otaNotification) string {
	of, stay := message.Reservation, message.Reservation.RoomStay
	return p.keep(stay.Property.HotelCode, of.UniqueID.ID, 0, func(k *KeptReservation) {
		if of.ResStatus == "Commit" && k.Arrival != "" && !k.Cancelled {
			return
		}
		if of.ResStatus == "Commit" {
			k.Commits++
		}
		k.Room, k.Rate, k.Arrival, k.Departure, k.Surname = stay.RoomRate.RoomTypeCode, stay.RoomRate.RatePlanCode, stay.TimeSpan.Start, stay.TimeSpan.End, of.Surname
		k.Cancelled, k.Paid = of.ResStatus == "Cancel", "0.00"
		if of.Paid.Amount != "" {
			k.Paid = of.Paid.Amount
		}
		_, after, _ := strings.Cut(of.Comment, " of £") // what the guest pays in all is nowhere else
		k.Total, _, _ = strings.Cut(after, ". ")
	})
}

// wrong says what a real system would not accept.
func (n otaNotification) wrong(password string) string {
	of, stay := n.Reservation, n.Reservation.RoomStay
	if password != ParkSecret {
		return "Invalid Username and/or Password"
	}
	if of.UniqueID.ID == "" || of.Surname == "" || stay.Property.HotelCode == "" || n.ResStatus != of.ResStatus {
		return "a field is missing"
	}
	sum, day := pence.Pence(0), stay.TimeSpan.Start
	for _, rate := range stay.RoomRate.Rates {
		amount, err := pence.Parse(rate.Total.AmountAfterTax)
		if err != nil || rate.EffectiveDate != day || rate.Total.CurrencyCode != "GBP" {
			return "a night is wrong"
		}
		sum, day = sum+amount, rate.ExpireDate
	}
	if sum.String() != stay.Total.AmountAfterTax || day != stay.TimeSpan.End {
		return "the nights do not add up"
	}
	return ""
}
