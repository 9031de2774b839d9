package main

import (
	"testing"

	"holidaymaker/internal/booking"
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
	for _, command := range [][]string{{"email", "MT482915", "--to", "new@mail.example"}, {"refund", "MT482915", "--amount", "10", "--goodwill"}} {
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
	again := []string{"resend", "MT482915"}
	yes := append(again, "--why", "the park was connected", "--by", "Jo", "--yes")
	if run(yes...) == nil {
		t.Error("an imported booking was sent to the park where it was made")
	}
	madeHere(t, dir)
	for _, refused := range [][]string{again, {"resend", "NONE", "--why", "w", "--yes"}, {"show", "NONE"}, {"drop", "MT482915"}} {
		if run(refused...) == nil {
			t.Errorf("%v was done", refused)
		}
	}
	for _, done := range [][]string{yes, {"list"}, {"show", "MT482915"}} {
		if err := run(done...); err != nil {
			t.Errorf("%v: %v", done, err)
		}
	}
	if jobs := changes(t, dir); jobs != 1 {
		t.Errorf("%d jobs", jobs)
	}
	opened(t, dir, func(s *store.Store) {
		var actions int
		if err := s.View(t.Context(), func(tx *store.Tx) error {
			return tx.QueryRow("SELECT COUNT(*) FROM operator_action WHERE command = 'reservation resend'").Scan(&actions)
		}); err != nil || actions != 1 {
			t.Errorf("%d actions, %v", actions, err)
		}
	})
}
