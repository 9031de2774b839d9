package myholidays

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"holidaymaker/internal/payment/accounts"
)

// Settings is the file of --my-holidays.
type Settings struct {
	// Invoices are how invoices and receipts look; nil: guests get none.
	Invoices *accounts.Invoices `json:"invoices"`
	// Brands are the other brands of the company.
	Brands []Brand `json:"brands"`
	// Pocket are the pages that guests keep on their phones; nil: there are none.
	Pocket *PocketSettings `json:"pocket"`
}

// ReadSettings reads the file of --my-holidays. It refuses names that it does not know.
func ReadSettings(r io.Reader) (s Settings, err error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, fmt.Errorf("read the file of --my-holidays: %w", err)
	}
	wrong := checkBrands(s.Brands)
	if s.Invoices != nil {
		wrong = errors.Join(wrong, s.Invoices.Check())
	}
	if s.Pocket != nil {
		wrong = errors.Join(wrong, s.Pocket.check())
	}
	if wrong != nil {
		return s, fmt.Errorf("read the file of --my-holidays: %w", wrong)
	}
	return s, nil
}
