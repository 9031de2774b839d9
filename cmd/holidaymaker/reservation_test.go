package main

import (
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/store"
)

// madeHere has a database whose booking was made here, and so is told to its park.
func madeHere(t *testing.T, dir string) {
	t.Helper()
	opened(t, dir, func(s *store.Store) {
		if err := s.Bookings().Update(t.Context(), func(tx booking.Tx) error {
			b, err := tx.LockBooking("MT482915")
			if err != nil {
				return err
			}
			b.Imported = false
			return tx.SaveBooking(b)
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// changes counts the jobs by which a server tells a park what commands have changed.
func changes(t *testing.T, dir string) (jobs int) {
	t.Helper()
	opened(t, dir, func(s *store.Store) {
		if err := s.View(t.Context(), func(tx *store.Tx) error {
			return tx.QueryRow("SELECT COUNT(*) FROM outbox WHERE kind = $1", booking.ReservationChanged).Scan(&jobs)
		}); err != nil {
			t.Fatal(err)
		}
	})
	return jobs
}

func TestAServerTellsTheParkWhatStaffChange(t *testing.T) {
	dir := aDatabase(t)
	madeHere(t, dir)
	for _, command := range [][]string{{"email", "MT482915", "--to", "new@mail.example"}, {"refund", "MT482915", "--amount", "10", "--goodwill"}, {"cancel", "MT482915"}} {
		before := changes(t, dir)
		if err := bookingCommand(t.Context(), append(command, "--data", dir, "--why", "the park is flooded", "--yes")); err != nil {
			t.Fatalf("%v: %v", command, err)
		}
		if jobs := changes(t, dir); jobs == before {
			t.Errorf("%v: the park is not told", command)
		}
	}
}

func TestABookingIsSentToItsPartnerAgain(t *testing.T) {
	dir := aDatabase(t)
	run := func(args ...string) error { return reservationCommand(t.Context(), append(args, "--data", dir)) }
	again := []string{"resend", "MT482915", "--partners", writeFile(t, `{"partners": [{"id": "office", "name": "Sandy Bay", "transport": "email", "email": "office@park.example", "parks": {"HV101": {}}}]}`)}
	yes := append(again, "--why", "the park was connected", "--by", "Jo", "--yes")
	if run(yes...) == nil {
		t.Error("an imported booking was sent to the park where it was made")
	}
	madeHere(t, dir)
	for _, refused := range [][]string{again, {"resend", "MT482915", "--why", "w", "--yes"}, {"resend", "NONE", "--why", "w", "--yes"}, {"show", "NONE"}, {"drop", "MT482915"}} {
		if run(refused...) == nil {
			t.Errorf("%v was done", refused)
		}
	}
	for _, done := range [][]string{yes, {"resend", "MT482915", "--why", "again", "--yes"}, {"list"}, {"show", "MT482915"}} {
		if err := run(done...); err != nil {
			t.Errorf("%v: %v", done, err)
		}
	}
	opened(t, dir, func(s *store.Store) {
		open, err := s.ReservationsOpen(t.Context(), 10)
		if err != nil || len(open) != 1 || open[0].Partner != "office/HV101" || open[0].Version != 2 || open[0].Status() != reservation.Waits {
			t.Errorf("open are %+v, %v", open, err)
		}
		var actions, jobs int
		if err := s.View(t.Context(), func(tx *store.Tx) error {
			if err := tx.QueryRow("SELECT COUNT(*) FROM operator_action WHERE command = 'reservation resend'").Scan(&actions); err != nil {
				return err
			}
			return tx.QueryRow("SELECT COUNT(*) FROM outbox WHERE kind = $1", booking.ReservationJob).Scan(&jobs)
		}); err != nil || actions != 2 || jobs != 2 {
			t.Errorf("%d actions, %d jobs, %v", actions, jobs, err)
		}
	})
}
