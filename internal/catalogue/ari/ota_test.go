package ari

import (
	"fmt"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
)

// today is the day of the messages.
var today = date.Of(2027, 1, 5)

// haven is a partner with a park of two unit types, and one that has left the catalogue.
var haven = Partner{ID: "haven", Hotels: map[string]Hotel{
	"HV101": {Code: "HV101", Park: "SB", Rooms: map[string]Room{"G3": {Unit: "SB-G3", Rate: "STD"}, "S1": {Unit: "SB-S1", Rate: "FLEX"}, "GONE": {Unit: "SB-X", Rate: "OLD"}}},
}}

func sleeping(_, unit string) (int, bool) {
	persons, ok := map[string]int{"SB-G3": 6, "SB-S1": 4}[unit]
	return persons, ok
}

// read reads a message, and returns the verdict and the rows of a unit type.
func read(t *testing.T, message, unit string) (verdict, rows string) {
	t.Helper()
	e, err := openEnvelope([]byte(message))
	if err != nil {
		t.Fatal(err)
	}
	m, refused := readOTA(e.message, haven, today, sleeping)
	if refused != nil {
		return refused.Error(), ""
	}
	var said, lines []string
	for _, w := range m.Warnings {
		said = append(said, w.Text)
	}
	var sheet rates.Sheet
	for _, row := range m.Rows {
		if row.Unit == unit {
			sheet = append(sheet, row.Row)
		}
	}
	for _, row := range sheet.ByDate(today) {
		lines = append(lines, shown(row))
	}
	return strings.Join(said, "; "), strings.Join(lines, "\n")
}

// shown writes a row: its kind, days of July 2027, and what it gives.
func shown(row rates.Row) string {
	text := fmt.Sprintf("%s %s-%s", row.Kind, row.When[0].From.Time().Format("2Jan"), row.When[0].To.Time().Format("2Jan"))
	if row.Kind == rates.KindUnits {
		text += fmt.Sprint(" ", row.Units)
	}
	for _, p := range row.Prices {
		text += fmt.Sprintf(" %d:%s", p.Party, p.Price)
	}
	for _, f := range []struct {
		name  string
		value int
	}{{"amount", int(row.Amount)}, {"min", row.Min}, {"max", row.Max}, {"through", row.Through}, {"maxthrough", row.MaxThrough}, {"stays", int(row.Stays)}} {
		if f.value != 0 {
			text += fmt.Sprint(" ", f.name, " ", f.value)
		}
	}
	for _, f := range []struct {
		name string
		days rates.Weekdays
	}{{"arrive", row.Arrive}, {"depart", row.Depart}} {
		if f.days != 0 {
			text += fmt.Sprint(" ", f.name, " ", f.days == rates.AnyDay)
		}
	}
	return text
}

const dates = `Start="2027-07-16" End="2027-07-18"`

func availOf(inside string) string {
	return `<OTA_HotelAvailNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="7f" TimeStamp="2027-01-05T10:00:00Z" Version="1.0"><AvailStatusMessages HotelCode="HV101">` + inside + `</AvailStatusMessages></OTA_HotelAvailNotifRQ>`
}

// avail is a message for the nights of 16 to 18 July; inside are further elements.
func avail(attributes, inside string) string {
	return availOf(`<AvailStatusMessage ` + attributes + `><StatusApplicationControl ` + dates + ` InvTypeCode="G3" RatePlanCode="STD"/>` + inside + `</AvailStatusMessage>`)
}

func los(kind, rest string) string {
	return avail("", `<LengthsOfStay ArrivalDateBased="0"><LengthOfStay MinMaxMessageType="`+kind+`" `+rest+`/></LengthsOfStay>`)
}

func status(attributes string) string { return avail("", `<RestrictionStatus `+attributes+`/>`) }

func ratesOf(control, rate string) string {
	return `<o:OTA_HotelRateAmountNotifRQ xmlns:o="http://www.opentravel.org/OTA/2003/05"><o:RateAmountMessages HotelCode="HV101"><o:RateAmountMessage><o:StatusApplicationControl ` + control + `/><o:Rates>` + rate + `</o:Rates></o:RateAmountMessage></o:RateAmountMessages></o:OTA_HotelRateAmountNotifRQ>`
}

// price is a message with prices of the nights of 16 to 18 July.
func price(inside string) string {
	return ratesOf(dates+` InvTypeCode="G3" RatePlanCode="STD"`, `<Rate>`+inside+`</Rate>`)
}

func guests(attributes string) string {
	return `<BaseByGuestAmts><BaseByGuestAmt ` + attributes + `/></BaseByGuestAmts>`
}

const twoGuests = `NumberOfGuests="2" AmountAfterTax="100.00" CurrencyCode="GBP"`

func inventory(unique, inside string) string {
	return `<OTA_HotelInvCountNotifRQ>` + unique + `<Inventories HotelCode="HV101">` + inside + `</Inventories></OTA_HotelInvCountNotifRQ>`
}

const complete = `<UniqueID Type="16" ID="1" Instance="CompleteSet"/>`

func plan(attributes, inside string) string {
	return `<OTA_HotelRatePlanNotifRQ><RatePlans HotelCode="HV101"><RatePlan RatePlanCode="STD" CurrencyCode="GBP" ` + attributes + `>` + inside + `</RatePlan></RatePlans></OTA_HotelRatePlanNotifRQ>`
}

// TestMessagesBecomeRows reads one message each.
func TestMessagesBecomeRows(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, message, verdict, rows string }{
		{"a limit", avail(`BookingLimit="4"`, ""), "", "units 16Jul-18Jul 4"},
		{"an empty limit is none", avail(`BookingLimit=""`, `<RestrictionStatus Status="Close"/>`), "", "closed 16Jul-18Jul"},
		{"nothing said", avail(`BookingLimit=""`, ""), "An AvailStatusMessage says nothing that is kept", ""},
		{"limit and rules in one", avail(`BookingLimit="2"`, `<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMinLOS" Time="3"/><LengthOfStay MinMaxMessageType="SetMaxLOS" Time="14"/></LengthsOfStay><RestrictionStatus Restriction="Arrival" Status="Close"/>`),
			"", "units 16Jul-18Jul 2\nstay 16Jul-18Jul min 3 max 14 arrive false"},
		{"master", status(`Restriction="Master" Status="Close"`), "", "closed 16Jul-18Jul"},
		{"departure", status(`Restriction="Departure" Status="Close"`), "", "stay 16Jul-18Jul depart false"},
		{"open for arrivals", status(`Restriction="Arrival" Status="Open"`), "", "stay 16Jul-18Jul arrive true"},
		{"open", status(`Status="Open"`), "", ""},
		{"a wrong status", status(`Status="Shut"`), "450 Status is Open or Close, not \"Shut\"", ""},
		{"through", los("SetForwardMinStay", `Time="4" TimeUnit="Day"`), "", "stay 16Jul-18Jul through 4"},
		{"max through", los("SetForwardMaxStay", `Time="9"`), "", "stay 16Jul-18Jul maxthrough 9"},
		{"no most", los("SetMaxLOS", `Time="0"`), "", "stay 16Jul-18Jul max 63"},
		{"an empty time is none", los("SetMinLOS", `Time=""`), "An AvailStatusMessage says nothing that is kept", ""},
		{"a pattern", los("FullPatternLOS", `FullPatternLOS="NYYN"`), "", "stay 16Jul-18Jul stays 12"},
		{"a pattern that allows nothing", los("FullPatternLOS", `FullPatternLOS="NN"`), "450 FullPatternLOS allows no stay: close the dates instead", ""},
		{"a long most", los("SetMaxLOS", `Time="999"`), "", "stay 16Jul-18Jul max 63"},
		{"a long least", los("SetMinLOS", `Time="999"`), "Stays have at most 63 nights", "stay 16Jul-18Jul min 63"},
		{"a most that is removed", los("RemoveMaxLOS", ``), "", "stay 16Jul-18Jul max 63"},
		{"days", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl ` + dates + ` InvTypeCode="G3" Fri="1" Sun="true" Sat="0"/></AvailStatusMessage>`), "", "units 16Jul-16Jul 3\nunits 18Jul-18Jul 3"},
		{"days that are not meant", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl ` + dates + ` InvTypeCode="G3" Sat="0"/></AvailStatusMessage>`), "", "units 16Jul-16Jul 3\nunits 18Jul-18Jul 3"},
		{"midweek", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl Start="2027-07-13" End="2027-07-15" InvTypeCode="G3" Tue="1" Weds="1" Thur="1"/></AvailStatusMessage>`), "", "units 13Jul-15Jul 3"},
		{"no day", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl ` + dates + ` InvTypeCode="G3" Sun="0" Mon="0" Tue="0" Weds="0" Thur="0" Fri="0" Sat="0"/></AvailStatusMessage>`), "No day of the week is meant: nothing is changed", ""},
		{"past dates", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl Start="2027-01-01" End="2027-01-06" InvTypeCode="G3"/></AvailStatusMessage>`), "Dates before 2027-01-05 are not kept", "units 5Jan-6Jan 3"},
		{"distant dates", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl Start="2050-01-01" End="2050-01-06" InvTypeCode="G3"/></AvailStatusMessage>`), "Dates after 2030-04-19 are not kept", ""},
		{"end before start", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl Start="2027-07-18" End="2027-07-16" InvTypeCode="G3"/></AvailStatusMessage>`), "450 End 2027-07-16 is before Start 2027-07-18", ""},
		{"no date", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl Start="2027-07-18" InvTypeCode="G3"/></AvailStatusMessage>`), "321 End is missing", ""},
		{"a wrong date", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl Start="18/07/2027" End="18/07/2027" InvTypeCode="G3"/></AvailStatusMessage>`), "450 Start is a date such as 2027-07-16, not \"18/07/2027\"", ""},
		{"no room", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl ` + dates + `/></AvailStatusMessage>`), "321 InvTypeCode is missing", ""},
		{"another room", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl ` + dates + ` InvTypeCode="Z"/></AvailStatusMessage>`), "402 Room type code not found for this hotel", ""},
		{"a room that has left the catalogue", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl ` + dates + ` InvTypeCode="GONE"/></AvailStatusMessage>`), "402 Room type code not found for this hotel", ""},
		{"another rate", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl ` + dates + ` InvTypeCode="G3" RatePlanCode="BB"/></AvailStatusMessage>`), "249 Rate code not found for this hotel", ""},
		{"another hotel", strings.Replace(avail(`BookingLimit="4"`, ""), "HV101", "HV102", 1), "392 Hotel not found for HotelCode=HV102", ""},
		{"no hotel", strings.Replace(avail(`BookingLimit="4"`, ""), ` HotelCode="HV101"`, "", 1), "321 HotelCode is missing", ""},
		{"all or nothing", availOf(`<AvailStatusMessage BookingLimit="3"><StatusApplicationControl ` + dates + ` InvTypeCode="G3"/></AvailStatusMessage><AvailStatusMessage BookingLimit="3.5"><StatusApplicationControl ` + dates + ` InvTypeCode="G3"/></AvailStatusMessage>`), "450 BookingLimit is a whole number up to 30000, not \"3.5\"", ""},
		{"a relative limit", avail(`BookingLimit="1" BookingLimitMessageType="AdjustLimit"`, ""), "450 BookingLimitMessageType \"AdjustLimit\" is not supported, only SetLimit", ""},

		{"a price", price(guests(twoGuests)), "", "night 16Jul-18Jul 2:100.00"},
		{"prices by guests, of more than the unit sleeps", price(`<BaseByGuestAmts><BaseByGuestAmt ` + twoGuests + `/><BaseByGuestAmt NumberOfGuests="8" AmountAfterTax="140.5" CurrencyCode="GBP"/><BaseByGuestAmt NumberOfGuests="9" AmountAfterTax="150" CurrencyCode="GBP"/></BaseByGuestAmts>`), "", "night 16Jul-18Jul 2:100.00 6:140.50"},
		{"equal prices", price(`<BaseByGuestAmts><BaseByGuestAmt NumberOfGuests="1" AmountAfterTax="100.00" CurrencyCode="GBP"/><BaseByGuestAmt ` + twoGuests + `/></BaseByGuestAmts>`), "", "night 16Jul-18Jul 2:100.00"},
		{"a price of the room", price(guests(`AmountAfterTax="100.00" CurrencyCode="GBP"`)), "", "night 16Jul-18Jul 6:100.00"},
		{"further guests", price(guests(twoGuests) + `<AdditionalGuestAmounts><AdditionalGuestAmount AgeQualifyingCode="8" Amount="5.00"/><AdditionalGuestAmount AgeQualifyingCode="10" Amount="12.00"/></AdditionalGuestAmounts>`),
			"Amounts for children are not kept: they pay as adults", "night 16Jul-18Jul 2:100.00 3:112.00 4:124.00 5:136.00 6:148.00"},
		{"at most one further guest", price(guests(twoGuests) + `<AdditionalGuestAmounts><AdditionalGuestAmount MaxAdditionalGuests="1" AgeQualifyingCode="10" Amount="12.00"/></AdditionalGuestAmounts>`), "", "night 16Jul-18Jul 2:100.00 3:112.00"},
		{"before tax only", price(guests(`NumberOfGuests="2" AmountBeforeTax="100.00" CurrencyCode="GBP"`)), "321 AmountAfterTax is missing: prices contain all taxes", ""},
		{"euro", price(guests(`NumberOfGuests="2" AmountAfterTax="100.00" CurrencyCode="EUR"`)), "450 CurrencyCode is GBP, not \"EUR\"", ""},
		{"no currency", price(guests(`NumberOfGuests="2" AmountAfterTax="100.00"`)), "321 CurrencyCode is missing", ""},
		{"dates and currency of the rate", ratesOf(`InvTypeCode="G3"`, `<Rate `+dates+` CurrencyCode="GBP">`+guests(`NumberOfGuests="2" AmountAfterTax="100.00"`)+`</Rate>`), "", "night 16Jul-18Jul 2:100.00"},
		{"nothing to pay", price(guests(`NumberOfGuests="2" AmountAfterTax="0.00" CurrencyCode="GBP"`)), "450 AmountAfterTax is 0: close the dates instead", ""},
		{"an empty price", price(guests(`NumberOfGuests="2" AmountAfterTax="" CurrencyCode="GBP"`)), "321 AmountAfterTax is missing", ""},
		{"four decimals", price(guests(`NumberOfGuests="2" AmountAfterTax="93.3000" CurrencyCode="GBP"`)), "", "night 16Jul-18Jul 2:93.30"},
		{"a third of a penny", price(guests(`NumberOfGuests="2" AmountAfterTax="93.335" CurrencyCode="GBP"`)), "Amounts are rounded to whole pence", "night 16Jul-18Jul 2:93.34"},
		{"pence", price(guests(`NumberOfGuests="2" AmountAfterTax="10000" DecimalPlaces="2" CurrencyCode="GBP"`)), "450 AmountAfterTax with DecimalPlaces needs a decimal point, such as 100.00", ""},
		{"no guests", price(guests(`NumberOfGuests="0" AmountAfterTax="100.00" CurrencyCode="GBP"`)), "137 Invalid included occupancy", ""},
		{"the same guests twice", price(`<BaseByGuestAmts><BaseByGuestAmt ` + twoGuests + `/><BaseByGuestAmt ` + twoGuests + `/></BaseByGuestAmts>`), "137 Invalid included occupancy", ""},
		{"too many guests", price(guests(`NumberOfGuests="67" AmountAfterTax="100.00" CurrencyCode="GBP"`)), "397 Invalid number of adults", ""},
		{"a week", strings.Replace(price(guests(twoGuests)), "<Rate>", `<Rate RateTimeUnit="Day" UnitMultiplier="7">`, 1), "450 Only prices of one night are supported", ""},
		{"children alone", price(guests(`AgeQualifyingCode="8" ` + twoGuests)), "321 BaseByGuestAmt with AmountAfterTax is missing", ""},

		{"a count", inventory("", `<Inventory><StatusApplicationControl `+dates+` InvTypeCode="G3"/><InvCounts><InvCount CountType="1" Count="9"/><InvCount CountType="2" Count="4"/></InvCounts></Inventory>`), "", "units 16Jul-18Jul 4"},
		{"no counts", inventory("", `<Inventory><StatusApplicationControl `+dates+` InvTypeCode="G3"/></Inventory>`), "", "units 16Jul-18Jul 0"},
		{"another count", inventory("", `<Inventory><StatusApplicationControl `+dates+` InvTypeCode="G3"/><InvCounts><InvCount CountType="1" Count="9"/></InvCounts></Inventory>`), "321 InvCount with CountType 2 is missing", ""},
		{"a complete set", inventory(complete, `<Inventory><StatusApplicationControl `+dates+` InvTypeCode="G3"/><InvCounts><InvCount CountType="2" Count="4"/></InvCounts></Inventory>`), "", "units 5Jan-15Jul 0\nunits 16Jul-18Jul 4\nunits 19Jul-19Apr 0"},
		{"a complete set of nothing", inventory(complete, `<Inventory/>`), "", "units 5Jan-19Apr 0"},
		{"a closing season", inventory("", `<Inventory><StatusApplicationControl `+dates+` AllInvCode="true"/></Inventory>`), "", "units 16Jul-18Jul 0"},

		{"a rate plan", plan(`RatePlanNotifType="Overlay"`, `<BookingRules><BookingRule `+dates+` CodeContext="ROOMTYPE" Code="G3"><LengthsOfStay><LengthOfStay Time="3" MinMaxMessageType="SetMinLOS"/></LengthsOfStay><DOW_Restrictions><ArrivalDaysOfWeek Fri="1"/><DepartureDaysOfWeek Mon="1" Sat="1"/></DOW_Restrictions></BookingRule></BookingRules>`+
			`<Rates><Rate RateTimeUnit="Day" UnitMultiplier="1">`+guests(`NumberOfGuests="2"`)+`</Rate><Rate InvTypeCode="G3" `+dates+`>`+guests(`NumberOfGuests="2" AmountAfterTax="96"`)+`</Rate></Rates>`+
			`<Supplements><Supplement InvCode="linen"/><Supplement InvCode="linen" `+dates+` InvTypeCode="G3" MandatoryIndicator="true" ChargeTypeCode="18" Amount="25.00"/></Supplements>`),
			"", "night 16Jul-18Jul 2:96.00\nstay 16Jul-16Jul min 3 arrive true depart false\nstay 17Jul-17Jul min 3 arrive false depart true\nstay 18Jul-18Jul min 3 arrive false depart false\nfee 16Jul-18Jul amount 2500"},
		{"a charge of a night", plan(``, `<Supplements><Supplement `+dates+` MandatoryIndicator="true" ChargeTypeCode="19" Amount="25.00"/></Supplements>`), "450 ChargeTypeCode \"19\" is not supported: only charges of a stay, others are part of the price of a night", ""},
		{"another plan", strings.Replace(plan(``, ``), `"STD"`, `"BB"`, 1), "249 Rate code not found for this hotel", ""},
		{"another message", `<OTA_HotelAvailRQ EchoToken="x"/>`, "450 OTA_HotelAvailRQ is not supported", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			verdict, rows := read(t, test.message, "SB-G3")
			if verdict != test.verdict {
				t.Errorf("the verdict is %q, want %q", verdict, test.verdict)
			}
			if rows != test.rows {
				t.Errorf("the rows are\n%s\nwant\n%s", rows, test.rows)
			}
		})
	}
}

// FuzzOTA reads anything: it ends, with a message or a reason.
func FuzzOTA(f *testing.F) {
	for _, message := range []string{avail(`BookingLimit="4"`, `<RestrictionStatus Status="Close"/>`), los("FullPatternLOS", `FullPatternLOS="NYYN"`), price(guests(twoGuests)),
		inventory(complete, `<Inventory/>`), plan(``, `<Supplements><Supplement `+dates+` MandatoryIndicator="true" ChargeTypeCode="18" Amount="25.00"/></Supplements>`)} {
		f.Add([]byte(message))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		e, err := openEnvelope(body)
		if err != nil {
			return
		}
		m, _ := readOTA(e.message, haven, today, sleeping)
		for _, row := range m.Rows {
			for _, p := range row.When {
				if p.From < today || p.To < p.From || p.To > today+rates.Horizon {
					t.Errorf("a row is for %s to %s", p.From, p.To)
				}
			}
			for _, p := range row.Prices {
				if p.Price <= 0 || p.Party < 1 || p.Party > 6 {
					t.Errorf("%d guests pay %s", p.Party, p.Price)
				}
			}
		}
	})
}

// TestWhatAMessageSaysIsLimited reads a text in many pieces, and more rows than a message may have.
func TestWhatAMessageSaysIsLimited(t *testing.T) {
	e, err := parseXML([]byte("<a>" + strings.Repeat("x<!---->", 2*maxText) + "</a>"))
	if err != nil || len(e.text) != maxText {
		t.Errorf("%d characters of a text, %v", len(e.text), err)
	}
	_, refused := reading("a kind", haven, today, sleeping, func(o *reader) {
		o.Rows = make([]Row, maxRows-1)
		o.add(scope{rooms: []string{"G3", "S1"}}, rates.Row{Kind: rates.KindUnits})
	})
	if refused == nil || refused.Code != codeOther {
		t.Errorf("too many rows: %v", refused)
	}
}
