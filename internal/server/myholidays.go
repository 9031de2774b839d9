package server

import (
	"fmt"
	"net/http"
	"os"

	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/operations/keyring"
)

// readMyHolidays reads the file of My Holidays, where that is switched on.
func (s *Server) readMyHolidays() error {
	if s.config.MyHolidays == "" {
		return nil
	}
	file, err := os.Open(s.config.MyHolidays)
	if err != nil {
		return fmt.Errorf("open the file of --my-holidays: %w", err)
	}
	defer file.Close()
	c := &s.holidays
	if c.Settings, err = myholidays.ReadSettings(file); err != nil {
		return err
	}
	if len(c.Brands) > 0 && len(s.config.CompanySecret) < minSecret {
		return fmt.Errorf("the file of --my-holidays names other brands: set HOLIDAYMAKER_COMPANY_SECRET to the secret of the company, at least %d characters", minSecret)
	}
	c.Keys, err = keyring.New("company", s.config.CompanySecret)
	return err
}

// openMyHolidays lets guests see what is held under their address, where that is switched on.
func (s *Server) openMyHolidays() {
	if s.config.MyHolidays == "" {
		return
	}
	c := s.holidays
	c.Store, c.Bookings, c.Clock, c.Log = s.store.MyHolidays(), s.bookings, s.store.Now, s.log
	c.Brand, c.Origin, c.Client = s.site.Global.BrandName, s.baseURL, &http.Client{Transport: s.measured(http.DefaultTransport, "brand")}
	s.myHolidays = myholidays.New(c)
}
