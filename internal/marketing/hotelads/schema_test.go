package hotelads_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// shapes say what Google's messages look like: for each element its attributes, of which
// those with ! are needed, and its children in their order, with ?, * or + after the name
// as in a DTD. They are written from Google's XML reference: its schemas
// (gstatic.com/ads-travel/hotels/api, gstatic.com/localfeed) cannot be had without a
// network.
var shapes = map[string]struct{ attributes, children string }{
	"listings":  {"schemaLocation noNamespaceSchemaLocation", "language listing*"},
	"language":  {},
	"listing":   {"", "id name address country latitude longitude phone* category? content?"},
	"id":        {},
	"name":      {},
	"address":   {"format!", "component+"},
	"component": {"name!", ""},
	"country":   {}, "latitude": {}, "longitude": {},
	"content": {"", "attributes"}, "attributes": {"", "website client_attr+"}, "website": {}, "client_attr": {"name!", ""},

	"PointsOfSale": {"", "PointOfSale+"}, "PointOfSale": {"id!", "DisplayNames* Match+ URL"},
	"DisplayNames": {"display_text! display_language!", ""}, "Match": {"status! country language", ""}, "URL": {},

	"Hint": {"", "Item*"}, "Item": {"", "Property+ FirstDate LastDate"}, "FirstDate": {}, "LastDate": {},

	"Transaction": {"timestamp! id! partner", "PropertyDataSet* Result*"},
	"Result":      {"", "Property Checkin Nights Baserate Unavailable? Tax? OtherFees? Occupancy?"},
	"Property":    {}, "Checkin": {}, "Nights": {}, "Baserate": {"currency!", ""}, "Tax": {"currency!", ""}, "OtherFees": {"currency!", ""}, "Occupancy": {},
	"Unavailable": {"", "NoVacancy"}, "NoVacancy": {},
	"PropertyDataSet": {"action!", "Property RoomData+ PackageData+"},
	"RoomData":        {"", "RoomID Name Description Capacity"}, "RoomID": {}, "Capacity": {},
	"PackageData": {"", "PackageID Name Description"}, "PackageID": {},
	"Name": {"", "Text+"}, "Description": {"", "Text+"}, "Text": {"text! language!", ""},

	"OTA_HotelRateAmountNotifRQ": {"EchoToken! TimeStamp! Version! NotifType NotifScopeType", "POS? RateAmountMessages"},
	"OTA_HotelInvCountNotifRQ":   {"EchoToken! TimeStamp! Version!", "POS? Inventories"},
	"OTA_HotelAvailNotifRQ":      {"EchoToken! TimeStamp! Version!", "POS? AvailStatusMessages"},
	"POS":                        {"", "Source"}, "Source": {"", "RequestorID"}, "RequestorID": {"ID!", ""},
	"RateAmountMessages": {"HotelCode!", "RateAmountMessage+"}, "RateAmountMessage": {"", "StatusApplicationControl Rates"},
	"StatusApplicationControl": {"Start! End! InvTypeCode! RatePlanCode", ""},
	"Rates":                    {"", "Rate+"}, "Rate": {"RateTimeUnit! UnitMultiplier!", "BaseByGuestAmts"}, "BaseByGuestAmts": {"", "BaseByGuestAmt+"},
	"BaseByGuestAmt": {"AmountAfterTax! CurrencyCode! NumberOfGuests!", ""},
	"Inventories":    {"HotelCode!", "Inventory+"}, "Inventory": {"", "StatusApplicationControl InvCounts"}, "InvCounts": {"", "InvCount"}, "InvCount": {"Count! CountType!", ""},
	"AvailStatusMessages": {"HotelCode!", "AvailStatusMessage+"}, "AvailStatusMessage": {"", "StatusApplicationControl RestrictionStatus"}, "RestrictionStatus": {"Status! Restriction!", ""},
}

// values are what attributes and texts look like.
var values = map[string]*regexp.Regexp{
	"Start": isoDate, "End": isoDate, "FirstDate": isoDate, "LastDate": isoDate, "Checkin": isoDate,
	"EchoToken": regexp.MustCompile(`^[A-Za-z0-9_-]+$`), "NotifType": regexp.MustCompile(`^Overlay$`), "RateTimeUnit": regexp.MustCompile(`^Day$`),
	"UnitMultiplier": regexp.MustCompile(`^([1-9]|[12]\d|30)$`), "NumberOfGuests": whole, "Count": whole, "CountType": regexp.MustCompile(`^2$`), "Capacity": whole, "Nights": whole,
	"AmountAfterTax": pounds, "CurrencyCode": regexp.MustCompile(`^GBP$`), "currency": regexp.MustCompile(`^GBP$`),
	"Baserate": regexp.MustCompile(`^(\d+\.\d\d|-1)$`), "Status": regexp.MustCompile(`^(Open|Close)$`), "Restriction": regexp.MustCompile(`^(Master|Arrival)$`),
	"HotelCode": id, "InvTypeCode": id, "RatePlanCode": id, "Property": id, "RoomID": id, "PackageID": id, "id": id,
	"country": regexp.MustCompile(`^[A-Z][A-Z]$`), "latitude": degrees, "longitude": degrees, "website": regexp.MustCompile(`^https?://`), "URL": regexp.MustCompile(`^https?://`),
	"timestamp": instant, "TimeStamp": instant,
}

var (
	isoDate = regexp.MustCompile(`^20\d\d-[01]\d-[0-3]\d$`)
	instant = regexp.MustCompile(`^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\dZ$`)
	whole   = regexp.MustCompile(`^\d+$`)
	pounds  = regexp.MustCompile(`^\d+\.\d\d$`)
	degrees = regexp.MustCompile(`^-?\d+\.\d+$`)
	id      = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$`)
)

// invalid says what is wrong with a message.
func invalid(document string) error {
	decoder := xml.NewDecoder(strings.NewReader(document))
	type open struct {
		name     string
		children []string
		text     string
	}
	stack := []open{{name: "document"}}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			parent := &stack[len(stack)-1]
			parent.children = append(parent.children, name)
			stack = append(stack, open{name: name})
			if err := invalidAttributes(name, token.Attr); err != nil {
				return err
			}
		case xml.CharData:
			stack[len(stack)-1].text += string(token)
		case xml.EndElement:
			e := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if err := invalidChildren(e.name, e.children); err != nil {
				return err
			}
			if pattern := values[e.name]; pattern != nil && len(e.children) == 0 && e.text != "" && !pattern.MatchString(e.text) {
				return fmt.Errorf("%s is %q", e.name, e.text)
			}
		}
	}
}

func invalidAttributes(name string, given []xml.Attr) error {
	shape, known := shapes[name]
	if !known {
		return fmt.Errorf("there is no element %s", name)
	}
	allowed := strings.Fields(shape.attributes)
	for _, a := range given {
		if a.Name.Space == "xmlns" || a.Name.Local == "xmlns" {
			continue
		}
		if !slices.Contains(allowed, a.Name.Local) && !slices.Contains(allowed, a.Name.Local+"!") {
			return fmt.Errorf("%s has no attribute %s", name, a.Name.Local)
		}
		if pattern := values[a.Name.Local]; pattern != nil && a.Name.Local != "id" && !pattern.MatchString(a.Value) {
			return fmt.Errorf("%s of %s is %q", a.Name.Local, name, a.Value)
		}
	}
	for _, a := range allowed {
		if needed, ok := strings.CutSuffix(a, "!"); ok && !slices.ContainsFunc(given, func(g xml.Attr) bool { return g.Name.Local == needed }) {
			return fmt.Errorf("%s needs %s", name, needed)
		}
	}
	return nil
}

// invalidChildren compares children with the regular expression that a shape stands for.
func invalidChildren(name string, children []string) error {
	var pattern strings.Builder
	for _, child := range strings.Fields(shapes[name].children) {
		bare := strings.TrimRight(child, "?*+")
		fmt.Fprintf(&pattern, "(?:%s )%s", bare, child[len(bare):])
	}
	have := strings.Join(append(children, ""), " ")
	if !regexp.MustCompile("^" + pattern.String() + "$").MatchString(have) {
		return fmt.Errorf("%s has the children %.200s", name, have)
	}
	return nil
}
