package office_test

import (
	"net/http"
	"strings"
	"testing"

	"holidaymaker/internal/office"
	"holidaymaker/internal/office/officetest"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/store/storetest"
)

func TestPeople(t *testing.T) {
	d := openDoor(t, storetest.SQLite(t))
	boss, key := &officetest.Client{URL: d.url}, &officetest.Authenticator{Origin: d.url}
	if status, refusal := d.accept(t, boss, key, d.invite(t, "boss@office.example", staff.Manager)); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	// do makes a call that needs a step-up, and steps up.
	do := func(path string, in, out any) (int, staff.Refusal) {
		t.Helper()
		status, refusal := boss.Call(t, path, in, out)
		if status != http.StatusPreconditionRequired || refusal.Plan == "" {
			return status, refusal
		}
		var asked office.Asked
		if status, refusal := boss.Call(t, "/api/stepup/begin", office.Again{Hash: refusal.Plan}, &asked); status != http.StatusOK {
			t.Fatal(status, refusal)
		}
		if status, refusal := boss.Call(t, "/api/stepup/finish", office.Shown{ID: asked.ID, Credential: key.Show(t, asked.Options)}, nil); status != http.StatusOK {
			t.Fatal(status, refusal)
		}
		return boss.Call(t, path, in, out)
	}
	var link office.InviteLink
	park := office.NewPerson{Email: "beach@office.example", Name: "Beach", Role: staff.Park, Parks: []string{"CF102", "CF101"}}
	if status, refusal := do("/api/people/invite", park, &link); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	park.Role = staff.Finance
	if status, refusal := do("/api/people/invite", park, nil); status != http.StatusUnprocessableEntity || refusal.Field != "parks" {
		t.Errorf("a step-up for another invitation, with parks of a clerk: %d %+v", status, refusal)
	}
	beach := &officetest.Client{URL: d.url}
	_, token, _ := strings.Cut(link.Link, "/invitation#")
	if status, refusal := d.accept(t, beach, &officetest.Authenticator{Origin: d.url}, token); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	if status, refusal := beach.Call(t, "/api/people", office.None{}, nil); status != http.StatusForbidden || len(refusal.Needs) != 1 {
		t.Errorf("a park asks for the people: %d %+v", status, refusal)
	}
	var all office.People
	if status, refusal := boss.Call(t, "/api/people", office.None{}, &all); status != http.StatusOK || len(all.Rows) != 2 || all.Rows[0].LastSeen == "" {
		t.Fatal(status, refusal, all)
	}
	row := all.Rows[0]
	if row.Name != "Beach" || strings.Join(row.Parks, " ") != "CF101 CF102" {
		t.Errorf("the person is %+v", row)
	}
	change := office.PersonChange{ID: row.ID, Version: row.Version, Name: "Sands", Role: staff.Rates}
	if status, refusal := do("/api/people/change", change, nil); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	if status, refusal := do("/api/people/change", change, nil); status != http.StatusConflict {
		t.Errorf("a change of what somebody else has changed: %d %+v", status, refusal)
	}
	var me office.Me
	if beach.Call(t, "/api/me", nil, &me); me.Person.Role != staff.Rates || me.Person.Name != "Sands" {
		t.Errorf("after the change the person is %+v", me.Person)
	}
	var changed []staff.Event
	err := d.View(t.Context(), func(tx staff.Tx) (err error) {
		changed, err = tx.Events(staff.EventFilter{Action: "change person"}, 10)
		return err
	})
	if err != nil || len(changed) != 1 || len(changed[0].Values) != 1 || changed[0].Values[0].Text != "Beach" {
		t.Errorf("the record of the change: %+v %v", changed, err)
	}
	change.Version, change.Disabled = row.Version+1, true
	if status, refusal := do("/api/people/change", change, nil); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	if status, _ := beach.Call(t, "/api/me", nil, nil); status != http.StatusUnauthorized {
		t.Errorf("who is disabled gets %d", status)
	}
	own := office.PersonChange{ID: all.Rows[1].ID, Version: 1, Name: "Boss", Role: staff.Manager, Disabled: true}
	if status, refusal := do("/api/people/change", own, nil); status != http.StatusUnprocessableEntity {
		t.Errorf("who disables themselves gets %d %+v", status, refusal)
	}
}
