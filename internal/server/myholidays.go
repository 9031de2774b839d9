package server

import (
	"fmt"
	"os"

	"holidaymaker/internal/booking/myholidays"
)

// openMyHolidays lets guests see what is held under their address, where that is switched on.
func (s *Server) openMyHolidays() error {
	if s.config.MyHolidays == "" {
		return nil
	}
	file, err := os.Open(s.config.MyHolidays)
	if err != nil {
		return fmt.Errorf("open the file of --my-holidays: %w", err)
	}
	defer file.Close()
	settings, err := myholidays.ReadSettings(file)
	if err != nil {
		return err
	}
	s.myHolidays = myholidays.New(myholidays.Config{Settings: settings, Store: s.store.MyHolidays(), Bookings: s.bookings, Clock: s.store.Now})
	return nil
}
