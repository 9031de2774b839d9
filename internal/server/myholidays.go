package server

import (
	"fmt"
	"os"

	"holidaymaker/internal/booking/myholidays"
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
	s.holidaySettings, err = myholidays.ReadSettings(file)
	return err
}

// openMyHolidays lets guests see what is held under their address, where that is switched on.
func (s *Server) openMyHolidays() {
	if s.config.MyHolidays != "" {
		s.myHolidays = myholidays.New(myholidays.Config{Settings: s.holidaySettings, Store: s.store.MyHolidays(), Bookings: s.bookings, Brand: s.site.Global.BrandName, Clock: s.store.Now})
	}
}
