package booking

import (
	"fmt"
	"strconv"
	"strings"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Offer is what a visitor was shown and can book: a unit type, a stay and its
// price. The API calls its id unitId; clients do not look into it.
type Offer struct {
	UnitTypeID string
	Arrival    date.Date
	Nights     int
	Price      money.Pence // as shown to the visitor, including every compulsory charge
}

// ID encodes the offer as the API's unitId.
func (o Offer) ID() string {
	return string(AppendStay([]byte(o.UnitTypeID), o.Arrival, o.Nights, o.Price))
}

// AppendStay appends the part of an offer's id that follows the unit type's id,
// for callers that have already written that id.
func AppendStay(b []byte, arrival date.Date, nights int, price money.Pence) []byte {
	for _, n := range [...]int64{int64(arrival), int64(nights), int64(price)} {
		b = strconv.AppendInt(append(b, '.'), n, 10)
	}
	return b
}

// ParseOffer decodes a unitId.
func ParseOffer(id string) (Offer, error) {
	parts := strings.Split(id, ".")
	if len(parts) < 4 || len(id) > 200 {
		return Offer{}, fmt.Errorf("unit id of %d parts, want 4", len(parts))
	}
	head, tail := parts[:len(parts)-3], parts[len(parts)-3:]
	day, err1 := strconv.ParseInt(tail[0], 10, 32)
	nights, err2 := strconv.ParseInt(tail[1], 10, 16)
	price, err3 := strconv.ParseInt(tail[2], 10, 40)
	o := Offer{strings.Join(head, "."), date.Date(day), int(nights), money.Pence(price)}
	if err1 != nil || err2 != nil || err3 != nil || o.UnitTypeID == "" || nights < 1 || nights > 100 || price < 0 {
		return Offer{}, fmt.Errorf("unit id: day, nights or price cannot be read")
	}
	return o, nil
}
