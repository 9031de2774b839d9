package accounts

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/export"
)

// Listing is what HMRC wants to know of the lettings of a seller at one park in a calendar
// year (IEIM904210): by quarter of the stays' arrivals.
type Listing struct {
	OperatorID   string
	Seller       Operator
	ParkID, Park string
	Address      string
	Transport    bool // boats are rental of transport, not of property
	Days         int  // let in the year
	Quarters     [4]Quarter
}

// Quarter is what was let in a quarter.
type Quarter struct {
	// Consideration is what the seller was due, without our fees; Fees is what we kept.
	Consideration, Fees money.Pence
	Lettings            int
}

// lettingsExcluded is the number of lettings of a property listing in a year above which an
// entity is not reported (IEIM901630).
const lettingsExcluded = 2000

// Excluded says why the listing is not reported, or "".
func (l Listing) Excluded() string {
	lettings := 0
	for _, q := range l.Quarters {
		lettings += q.Lettings
	}
	if l.Seller.Seller.Excluded == "" && l.Seller.Seller.CompanyNumber != "" && lettings > lettingsExcluded {
		return fmt.Sprintf("more than %d lettings", lettingsExcluded)
	}
	return l.Seller.Seller.Excluded
}

// PlatformReport adds up the stays that arrive in a year. A booking that cannot be read or
// whose operator is not in the accounts file is in leftOut.
func PlatformReport(ctx context.Context, from Store, a Settings, year int) (all []Listing, leftOut []error, err error) {
	of := map[string]*Listing{}
	leftOut, err = eachBooked(ctx, from, func(b Booked) error {
		if b.Unreadable == nil && b.Stay.Arrival.Time().Year() != year {
			return nil
		}
		return a.report(of, b)
	})
	if err != nil {
		return nil, nil, err
	}
	for _, l := range of {
		all = append(all, *l)
	}
	slices.SortFunc(all, func(x, y Listing) int {
		return strings.Compare(x.OperatorID+" "+x.ParkID, y.OperatorID+" "+y.ParkID)
	})
	return all, leftOut, nil
}

func (a Settings) report(of map[string]*Listing, b Booked) error {
	agreed, counts, err := a.agreement(b)
	if err != nil || !counts {
		return err
	}
	amounts := a.Account(b.Booking, b.Movements, agreed)
	fees := amounts.Fee + amounts.Commission + amounts.VAT
	consideration := amounts.Gross - amounts.Commission - amounts.VAT
	if b.Imported { // what was paid elsewhere is in the report of those who took it
		consideration = amounts.Due
	}
	if (b.State != booking.Confirmed || b.Imported) && consideration == 0 && fees == 0 {
		return nil
	}
	key := b.Stay.OperatorID + " " + b.Stay.ParkID
	l := of[key]
	if l == nil {
		l = &Listing{OperatorID: b.Stay.OperatorID, Seller: a.Operators[b.Stay.OperatorID], ParkID: b.Stay.ParkID, Park: b.Stay.ParkName, Address: b.Stay.Place, Transport: b.Stay.Channel == "boats"}
		of[key] = l
	}
	q := &l.Quarters[(int(b.Stay.Arrival.Time().Month())-1)/3]
	q.Consideration += consideration
	q.Fees += fees
	if b.State == booking.Confirmed {
		q.Lettings++
		l.Days += b.Stay.UnitNights()
	}
	return nil
}

// WritePlatformReport writes listings as CSV, a row for each, with what is missing of the
// seller named.
func WritePlatformReport(w io.Writer, year int, all []Listing) error {
	head := []string{"year", "operator", "name", "address", "companyNumber", "taxReference", "birthDate", "vatNumber", "account", "accountHolder", "residence",
		"listing", "park", "listingAddress", "kind", "daysLet"}
	for q := range 4 {
		n := strconv.Itoa(q + 1)
		head = append(head, "considerationQ"+n, "feesQ"+n, "lettingsQ"+n)
	}
	rows := [][]string{append(head, "excluded", "missing")}
	for _, l := range all {
		s, kind := l.Seller.Seller, "property"
		if l.Transport {
			kind = "transport"
		}
		row := []string{strconv.Itoa(year), l.OperatorID, export.Cell(l.Seller.Name), export.Cell(strings.Join(l.Seller.Address, ", ")), export.Cell(s.CompanyNumber), export.Cell(s.TaxReference), s.BirthDate,
			l.Seller.VATNumber, export.Cell(s.Account), export.Cell(s.AccountHolder), s.Residence, l.ParkID, export.Cell(l.Park), export.Cell(l.Address), kind, strconv.Itoa(l.Days)}
		for _, q := range l.Quarters {
			row = append(row, q.Consideration.String(), q.Fees.String(), strconv.Itoa(q.Lettings))
		}
		rows = append(rows, append(row, export.Cell(l.Excluded()), strings.Join(l.Seller.missing(), " ")))
	}
	return writeRows(w, rows)
}

// missing lists what HMRC asks of a seller and the accounts file does not have.
func (o Operator) missing() (all []string) {
	s := o.Seller
	if s.CompanyNumber == "" && s.BirthDate == "" {
		all = append(all, "companyNumber")
	}
	for _, one := range [][2]string{{"taxReference", s.TaxReference}, {"account", s.Account}, {"accountHolder", s.AccountHolder}, {"residence", s.Residence}} {
		if one[1] == "" && (one[0] != "taxReference" || s.CompanyNumber == "") {
			all = append(all, one[0])
		}
	}
	return all
}
