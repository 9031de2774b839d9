package myholidays

import (
	"encoding/json"
	"fmt"
	"io"

	"holidaymaker/internal/payment/accounts"
)

// Settings is the file of --my-holidays.
type Settings struct {
	// Invoices are how invoices and receipts look; nil: guests get none.
	Invoices *accounts.Invoices `json:"invoices"`
}

// ReadSettings reads the file of --my-holidays. It refuses names that it does not know.
func ReadSettings(r io.Reader) (s Settings, err error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, fmt.Errorf("read the file of --my-holidays: %w", err)
	}
	if s.Invoices != nil {
		if err := s.Invoices.Check(); err != nil {
			return s, fmt.Errorf("read the file of --my-holidays: %w", err)
		}
	}
	return s, nil
}
