package store_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// beforeSummer is the instant of the tests that close nights of the summer.
func beforeSummer() time.Time { return time.Date(2026, time.July, 1, 12, 0, 0, 0, time.UTC) }

func closure(unit string, first, last date.Date, units int) store.Closure {
	return store.Closure{UnitType: unit, First: first, Last: last, Units: units, By: "Jo", Why: "new roof"}
}

func TestUnitsAreClosedByHandOverWhatFeedsSay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t, beforeSummer)
		publish(t, s, true, map[string]int{"U1": 2})
		change := func(c store.Closure) error { return s.ChangeClosed(t.Context(), c) }
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		refused := func(c store.Closure, night date.Date) {
			t.Helper()
			var refusal *store.ClosureRefusal
			before, may := bookedNights(t, s, "U1"), s.MayChangeClosed(t.Context(), c)
			if err := change(c); !errors.As(err, &refusal) || refusal.Night != night || may == nil {
				t.Errorf("%+v: %v, before it %v, want a refusal of %s", c, err, may, night)
			}
			if len(bookedNights(t, s, "U1")) != len(before) {
				t.Errorf("%+v was done in part", c)
			}
		}
		must(change(closure("U1", summer, summer+4, 1)))
		if !take(t, s, "U1", summer+2, 3) || take(t, s, "U1", summer+2, 3) {
			t.Error("with one of two units closed, one stay is sold, and no second")
		}
		refused(closure("U1", summer, summer+4, 1), summer+2)    // the first that is booked
		refused(closure("U1", summer+3, summer+5, -1), summer+5) // was never closed
		refused(closure("U1", summer, summer, -2), summer)

		// A full import replaces what the feed said, and leaves what staff closed.
		publish(t, s, true, map[string]int{"U1": 2})
		if take(t, s, "U1", summer+2, 3) {
			t.Error("a full import opened a closed unit")
		}
		must(change(closure("U1", summer+2, summer+4, -1)))
		if !take(t, s, "U1", summer+2, 3) || take(t, s, "U1", summer+2, 3) {
			t.Error("with the nights open again, the second unit is sold, and no third")
		}
		nights, err := s.UnitNights(t.Context(), "U1", summer+1, summer+2)
		must(err)
		if want := (store.UnitNight{Night: summer + 1, There: 2, Closed: 1}); nights[0] != want || nights[0].Left() != 1 {
			t.Errorf("%+v, want %+v", nights[0], want)
		}
		if want := (store.UnitNight{Night: summer + 2, There: 2, Taken: 2}); nights[1] != want || nights[1].Left() != 0 {
			t.Errorf("%+v, want %+v", nights[1], want)
		}
		all, err := s.Closures(t.Context(), "U1")
		must(err)
		if len(all) != 2 || all[0].Units != 1 || all[1].Units != -1 || all[1].First != summer+2 || all[0].Why != "new roof" || all[0].By != "Jo" || !all[0].At.Equal(beforeSummer()) {
			t.Errorf("history %+v", all)
		}
		books, err := s.Verify(t.Context())
		must(err)
		for _, c := range books.Wrong {
			if strings.Contains(c.Text, "closed") { // the stays of this test have no bookings
				t.Errorf("the books: %s", c.Text)
			}
		}
	})
}

// A night on which nobody has booked is closed whatever the feed says of it today: a park
// that has not opened yet, or a repair that lasts longer than its season.
func TestNightsThatTheFeedDoesNotSellCanBeClosed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t, beforeSummer)
		publish(t, s, true, map[string]int{"U1": 1})
		if err := s.ChangeClosed(t.Context(), closure("U1", summer+13, summer+20, 1)); err != nil {
			t.Fatal(err)
		}
		if take(t, s, "U1", summer+13, 1) {
			t.Error("a closed night was sold")
		}
	})
}

func TestAClosureThatMakesNoSenseIsRefused(t *testing.T) {
	s := storetest.SQLite(t).Open(t)
	today := date.In(s.Now())
	for name, c := range map[string]store.Closure{
		"no units":                       closure("U1", today, today, 0),
		"ends before it begins":          closure("U1", today+1, today, 1),
		"in the past":                    closure("U1", today-1, today, 1),
		"of more units than a type has":  closure("U1", today, today, availability.MaxUnits+1),
		"of more nights than planned":    closure("U1", today, today+store.ClosureNights, 1),
		"of a type that is not for sale": closure("none", today, today, 1),
	} {
		if err := s.ChangeClosed(t.Context(), c); err == nil {
			t.Errorf("a closure %s was made", name)
		}
	}
	if err := s.ChangeClosed(t.Context(), closure("none", today, today, 1)); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("%v, want ErrNotFound", err)
	}
}

// Visitors and staff take the last units at the same time, on two nodes: no night is
// promised twice.
func TestVisitorsAndStaffNeverTakeTheSameUnit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		nodes := []*store.Store{db.Open(t, beforeSummer), db.Open(t, beforeSummer)}
		publish(t, nodes[0], true, map[string]int{"U1": 10})
		var group sync.WaitGroup
		for i := range 40 {
			group.Go(func() {
				node, first := nodes[i%2], summer+date.Date(i%4)
				var err error
				if i%5 == 0 {
					err = node.ChangeClosed(context.Background(), closure("U1", first, first+3, 1))
				} else {
					err = node.GroupCommit(context.Background(), func(tx *store.Tx) error {
						_, err := tx.TakeNights("U1", first, 4)
						return err
					})
				}
				if refusal := new(store.ClosureRefusal); err != nil && !errors.As(err, &refusal) {
					t.Error(err)
				}
			})
		}
		group.Wait()
		nights, err := nodes[0].UnitNights(t.Context(), "U1", summer, summer+6)
		if err != nil {
			t.Fatal(err)
		}
		full := 0
		for _, n := range nights {
			if n.Taken > 0 && n.Taken+n.Closed > n.There {
				t.Errorf("%+v is promised twice", n)
			}
			if n.Left() == 0 {
				full++
			}
		}
		if full == 0 {
			t.Error("no night is full: nobody had to be refused")
		}
	})
}
