package office_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/office"
	"holidaymaker/internal/office/officetest"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestTheRecordIsSealed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		now := testclock.Now()
		whole := db.Open(t, func() time.Time { return now })
		s := whole.Office()
		clerk := staff.Person{ID: "P1", Name: "Priya S", Role: staff.Reservations}
		add := func(fn func(tx staff.Tx) error) {
			t.Helper()
			if err := s.Update(t.Context(), fn); err != nil {
				t.Fatal(err)
			}
		}
		change := func(query string) error {
			return whole.Update(t.Context(), func(tx *store.Tx) error {
				_, err := tx.Exec(query)
				return err
			})
		}
		sealed := func(want int) staff.Seal {
			t.Helper()
			events, last, wrong, err := staff.VerifySeals(t.Context(), s)
			if err != nil || len(wrong) > 0 || events != want {
				t.Fatalf("%d events are sealed, want %d: %v %v", events, want, wrong, err)
			}
			return last
		}
		changed := staff.EventOf(&clerk, "details", "R1")
		changed.Values = []staff.Value{staff.NewValue("email", "old@mail.example")}
		add(func(tx staff.Tx) error { return tx.AddEvent(changed) })
		for range 2 { // the same page within five minutes
			add(func(tx staff.Tx) error { return staff.AddReading(tx, staff.EventOf(&clerk, "read booking", "R1")) })
		}
		if made, err := staff.SealEvents(t.Context(), s); err != nil || len(made) != 1 || made[0].Events != 2 {
			t.Fatal(made, err)
		}
		first := sealed(2)
		if made, err := staff.SealEvents(t.Context(), s); err != nil || len(made) != 0 {
			t.Errorf("without events: %v %v", made, err)
		}
		now = now.Add(5 * time.Minute)
		add(func(tx staff.Tx) error { return staff.AddReading(tx, staff.EventOf(&clerk, "read booking", "R1")) })
		if _, err := staff.SealEvents(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if last := sealed(3); last.Number != 2 || last.Digest == first.Digest {
			t.Errorf("the second seal is %+v", last)
		}
		for _, query := range []string{"UPDATE office_event SET why = 'x'", "DELETE FROM office_event_value", "UPDATE office_event_value SET text = 'x'",
			"UPDATE office_seal SET digest = 'x'", "DELETE FROM office_sealed", "DELETE FROM office_seal", "DELETE FROM office_event"} {
			if err := change(query); err == nil {
				t.Errorf("the database accepts %q", query)
			}
		}
		// Erasure empties the values, and the seal holds.
		if err := change("UPDATE office_event_value SET text = '', digest_key = ''"); err != nil {
			t.Fatal(err)
		}
		sealed(3)
		// What the triggers do not stop, such as a change of the file, the seal shows.
		if err := change("INSERT INTO office_event (id, at_ms, person, by_whom, role, session, action, ref, fields, why, plan, done) " +
			"VALUES ('0', 1, '', 'x', '', '', 'x', '', '[]', '', '', '')"); err != nil {
			t.Fatal(err)
		}
		if err := change("INSERT INTO office_sealed (event, seal) VALUES ('0', 1)"); err != nil {
			t.Fatal(err)
		}
		if _, _, wrong, err := staff.VerifySeals(t.Context(), s); err != nil || len(wrong) != 1 || !strings.Contains(wrong[0], "seal 1 ") {
			t.Errorf("an event that was added later: %v %v", wrong, err)
		}
	})
}

func TestAFullSealLeavesNoEventBehind(t *testing.T) {
	now := testclock.Now()
	s := storetest.SQLite(t).Open(t, func() time.Time { return now }).Office()
	const events = 5001 // one more than a seal covers
	err := s.Update(t.Context(), func(tx staff.Tx) (err error) {
		for range events {
			err = errors.Join(err, tx.AddEvent(staff.Event{By: "system", Action: "test"}))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(48 * time.Hour) // nobody has sealed for two days
	if made, err := staff.SealEvents(t.Context(), s); err != nil || len(made) != 2 || made[0].Events+made[1].Events != events {
		t.Errorf("the seals are %+v, %v", made, err)
	}
}

func TestWhoSeesTheRecord(t *testing.T) {
	s := storetest.SQLite(t).Open(t).Office()
	server := officetest.Serve(t, office.Config{Store: s})
	clerk, auditor := officetest.SignIn(t, s, server.URL, staff.Reservations), officetest.SignIn(t, s, server.URL, staff.Auditor)
	for _, c := range []struct {
		who  *officetest.Client
		in   office.AuditQuery
		rows int
	}{
		{clerk, office.AuditQuery{}, 1}, {clerk, office.AuditQuery{Person: auditor.Person.ID}, 1}, {auditor, office.AuditQuery{}, 2},
		{auditor, office.AuditQuery{Person: clerk.Person.ID, Action: "sign in"}, 1}, {auditor, office.AuditQuery{Ref: "R1"}, 0},
	} {
		var page office.Audit
		if status, refusal := c.who.Call(t, "/api/audit", c.in, &page); status != http.StatusOK || len(page.Rows) != c.rows || page.More {
			t.Errorf("%s sees of %+v: %d %v %+v", c.who.Person.Role, c.in, status, refusal, page)
		}
	}
	var page office.Audit
	auditor.Call(t, "/api/audit", office.AuditQuery{}, &page)
	before := page.Rows[0].ID
	if auditor.Call(t, "/api/audit", office.AuditQuery{Before: before}, &page); len(page.Rows) != 1 || page.Rows[0].ID == before {
		t.Errorf("the next page is %+v", page)
	}
}
