// Package accounts settles with park operators: what is due to them for bookings, after
// commission, as statements that are frozen when they are issued; remittances; and the files
// that accountants enter. We act as the operators' agent: guests' money is theirs, the
// commission and the booking fee are ours (docs/accounts.md).
package accounts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Settings is the file of --accounts: who we are, the operators with what they have agreed,
// and the accounts of the books.
type Settings struct {
	Company Party `json:"company"`
	// VAT is the standard rate on commission and booking fees, each from a day on. The day on
	// which a booking is earned decides.
	VAT       []VATRate           `json:"vat"`
	Nominal   Nominal             `json:"nominal"`
	Operators map[string]Operator `json:"operators"` // by the operator's id in the catalogue
}

// VATRate is a rate of VAT from a day on.
type VATRate struct {
	From    Day           `json:"from"`
	Percent money.Percent `json:"percent"`
}

// vatOn returns the rate of VAT of a day.
func (a Settings) vatOn(day date.Date) (rate money.Percent) {
	for _, one := range a.VAT {
		if one.From.Date <= day {
			rate = one.Percent
		}
	}
	return rate
}

// Party is a company as an invoice names it.
type Party struct {
	Name      string   `json:"name"`
	Address   []string `json:"address"`
	VATNumber string   `json:"vatNumber,omitempty"` // "": not registered
}

// Operator is a park operator with what it has agreed.
type Operator struct {
	Party
	Seller Seller `json:"seller,omitzero"`
	// Commission are the agreements, each from a day on.
	Commission []Commission `json:"commission"`
}

// Seller is what HMRC asks of a seller on a platform, beside name and address
// (IEIM902320). Values are as the operator gave them.
type Seller struct {
	CompanyNumber string `json:"companyNumber,omitempty"`
	TaxReference  string `json:"taxReference,omitempty"`
	BirthDate     string `json:"birthDate,omitempty"` // of a person
	Account       string `json:"account,omitempty"`   // identifier of the bank account
	AccountHolder string `json:"accountHolder,omitempty"`
	Residence     string `json:"residence,omitempty"` // ISO 3166-1, such as GB
	// Excluded says why the seller is not reported, such as 'listed company'.
	Excluded string `json:"excluded,omitempty"`
}

// Commission is what an operator pays us for bookings that are confirmed from a day on.
type Commission struct {
	From    Day           `json:"from"`
	Percent money.Percent `json:"percent"`
	// Channels are other percentages, by channel.
	Channels map[string]money.Percent `json:"channels,omitempty"`
	// Base is what the percentage is taken of: Gross or Stay.
	Base string `json:"base"`
	// VAT says whether VAT is Added to the percentage or Included in it.
	VAT string `json:"vat"`
	// Earned is when a booking comes into a statement: with its Booking or its Departure.
	Earned string `json:"earned"`
}

// The values of Commission.
const (
	Gross     = "gross" // the stay and its extras
	Stay      = "stay"  // without extras
	Added     = "added"
	Included  = "included"
	Booking   = "booking"
	Departure = "departure"
)

// Nominal are the codes of the accounts in the books.
type Nominal struct {
	CardClearing     string `json:"cardClearing"`
	ClientMoney      string `json:"clientMoney"`
	Commission       string `json:"commission"`
	BookingFees      string `json:"bookingFees"`
	Marketing        string `json:"marketing"`
	VoucherLiability string `json:"voucherLiability"`
	// IncomeClearing is where commission, fees and their VAT meet the sales invoice, and
	// Remittances where money that goes to operators meets the bank: neither program takes
	// journals to bank or debtors.
	IncomeClearing string `json:"incomeClearing"`
	Remittances    string `json:"remittances"`
}

// Day is a day, in JSON as "2027-01-31".
type Day struct{ date.Date }

// UnmarshalJSON reads a day.
func (d *Day) UnmarshalJSON(b []byte) error {
	var text string
	err := json.Unmarshal(b, &text)
	if err == nil {
		d.Date, err = date.ParseISO(text)
	}
	if err != nil {
		return fmt.Errorf("a day is a text such as \"2027-01-31\", not %s", b)
	}
	return nil
}

// MarshalJSON writes the day as it is read.
func (d Day) MarshalJSON() ([]byte, error) { return json.Marshal(d.ISO()) }

// Read reads and checks the file of --accounts.
func Read(r io.Reader) (a Settings, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return a, fmt.Errorf("read the accounts file: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		line := 1 + bytes.Count(text[:min(d.InputOffset(), int64(len(text)))], []byte("\n"))
		return a, fmt.Errorf("the accounts file, at about line %d: %w", line, err)
	}
	if d.More() {
		return a, errors.New("the accounts file has text after its end")
	}
	if err := a.check(); err != nil {
		return a, fmt.Errorf("the accounts file: %w", err)
	}
	return a, nil
}

func (a Settings) check() error {
	var wrong []error
	missing := func(what, value string) {
		if strings.TrimSpace(value) == "" {
			wrong = append(wrong, errors.New(what+" is missing"))
		}
	}
	missing("company.name", a.Company.Name)
	missing("company.address", strings.Join(a.Company.Address, ""))
	missing("company.vatNumber", a.Company.VATNumber)
	for _, account := range []string{a.Nominal.CardClearing, a.Nominal.ClientMoney, a.Nominal.Commission, a.Nominal.BookingFees, a.Nominal.Marketing,
		a.Nominal.VoucherLiability, a.Nominal.IncomeClearing, a.Nominal.Remittances} {
		missing("a code of nominal", account)
	}
	if len(a.VAT) == 0 {
		wrong = append(wrong, errors.New("vat is missing: say from which day on which percentage"))
	}
	for i, rate := range a.VAT {
		if i > 0 && rate.From.Date <= a.VAT[i-1].From.Date {
			wrong = append(wrong, fmt.Errorf("the VAT from %s must stand after the earlier ones", rate.From.ISO()))
		}
	}
	for id, o := range a.Operators {
		missing("the name of operator "+id, o.Name)
		missing("the address of operator "+id, strings.Join(o.Address, ""))
		if len(o.Commission) == 0 {
			wrong = append(wrong, fmt.Errorf("operator %s has no commission; write 0 where it pays none", id))
		}
		for i, c := range o.Commission {
			if err := c.check(); err != nil {
				wrong = append(wrong, fmt.Errorf("operator %s, commission from %s: %w", id, c.From.ISO(), err))
			}
			if i > 0 && c.From.Date <= o.Commission[i-1].From.Date {
				wrong = append(wrong, fmt.Errorf("operator %s: the commission from %s must stand after the earlier ones", id, c.From.ISO()))
			}
		}
	}
	slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(wrong...)
}

func (c Commission) check() error {
	for _, one := range []struct {
		field, value string
		among        []string
	}{{"base", c.Base, []string{Gross, Stay}}, {"vat", c.VAT, []string{Added, Included}}, {"earned", c.Earned, []string{Booking, Departure}}} {
		if !slices.Contains(one.among, one.value) {
			return fmt.Errorf("%s is %s, not %q", one.field, strings.Join(one.among, " or "), one.value)
		}
	}
	for _, percent := range append(slices.Collect(maps.Values(c.Channels)), c.Percent) {
		if percent < 0 || percent > money.Whole {
			return fmt.Errorf("a percentage is from 0 to 100, not %s", percent)
		}
	}
	for channel := range c.Channels {
		if !slices.ContainsFunc(catalogue.Channels, func(known catalogue.Channel) bool { return known.Code == channel }) {
			return fmt.Errorf("there is no channel %q", channel)
		}
	}
	return nil
}

// At returns the commission of a booking that was confirmed on a day. ok is false when the
// operator had agreed nothing then.
func (o Operator) At(confirmed date.Date) (c Commission, ok bool) {
	for _, one := range o.Commission {
		if one.From.Date <= confirmed {
			c, ok = one, true
		}
	}
	return c, ok
}

// rate is the percentage on a channel.
func (c Commission) rate(channel string) money.Percent {
	if other, ok := c.Channels[channel]; ok {
		return other
	}
	return c.Percent
}
