package inventory_test

import (
	"log/slog"
	"testing"

	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/store/storetest"
)

// A running node shows a file of school holidays without losing anything that is for sale;
// rows that it cannot read, which a newer release may have imported, are left out.
func TestARunningNodeShowsImportedSchoolHolidays(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t, newClock().now)
		sell(t, s, "U1")
		price(t, s, true, 100, 3, "U1")
		register := badrecord.New(slog.New(slog.DiscardHandler))
		v, err := inventory.Open(within(t), s, inventory.BadRecords(register))
		if err != nil {
			t.Fatal(err)
		}
		stop := run(v)
		defer stop()
		if len(v.Current().Holidays.Of("")) < 2 {
			t.Fatal("the program carries none")
		}
		change, err := s.PublishSchoolHolidays(within(t), []byte("council,nation,holiday,first_day,last_day\n,England,Spring holidays 2027,2027-03-20,2027-04-04\n,Atlantis,Spring holidays 2027,2027-03-20,2027-04-04\n"))
		if err != nil {
			t.Fatal(err)
		}
		if err := v.WaitFor(within(t), change); err != nil {
			t.Fatal(err)
		}
		holidays := v.Current().Holidays.Of("")
		if len(holidays) != 1 || holidays[0].Name != "spring-holidays-2027" || shows(v, "U1", arrival) != "100.00, 3 left" {
			t.Errorf("%+v, %s", holidays, shows(v, "U1", arrival))
		}
		if list := register.Records(); len(list) != 1 || list[0].Kind != badrecord.SchoolHoliday || list[0].ID != "line 3" {
			t.Errorf("%+v", list)
		}
	})
}
