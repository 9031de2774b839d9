package office_test

import (
	"net/http"
	"testing"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/office"
	"holidaymaker/internal/office/officetest"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/store/storetest"
)

// door is an office whose clock a test moves.
type door struct {
	staff.Store
	url string
	now time.Time
}

func openDoor(t *testing.T, db storetest.Database) *door {
	d := &door{now: testclock.Now()}
	d.Store = db.Open(t, func() time.Time { return d.now }).Office()
	d.url = officetest.Serve(t, office.Config{Store: d.Store}).URL
	return d
}

// invite makes an invitation as a command does, and returns the token of its link.
func (d *door) invite(t *testing.T, email string, role staff.Role) (token string) {
	t.Helper()
	err := d.Update(t.Context(), func(tx staff.Tx) (err error) {
		token, _, err = staff.Invite(tx, staff.Event{By: "Jo"}, staff.Person{Name: "Priya S", Email: email, Role: role})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// accept makes a passkey by the link of an invitation. It returns the answer of the last call.
func (d *door) accept(t *testing.T, c *officetest.Client, key *officetest.Authenticator, token string) (int, staff.Refusal) {
	t.Helper()
	var invited office.Invited
	if status, refusal := c.Call(t, "/api/invitation/begin", office.Invitation{Token: token}, &invited); status != http.StatusOK {
		return status, refusal
	}
	return c.Call(t, "/api/invitation/finish", office.Made{ID: invited.ID, Token: token, Credential: key.Make(t, invited.Options)}, nil)
}

func (d *door) signIn(t *testing.T, c *officetest.Client, key *officetest.Authenticator) (int, staff.Refusal) {
	t.Helper()
	var asked office.Asked
	if status, refusal := c.Call(t, "/api/passkey/begin", office.None{}, &asked); status != http.StatusOK {
		return status, refusal
	}
	return c.Call(t, "/api/passkey/finish", office.Shown{ID: asked.ID, Credential: key.Show(t, asked.Options)}, nil)
}

func TestPasskeys(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := openDoor(t, db)
		clerk, key := &officetest.Client{URL: d.url}, &officetest.Authenticator{Origin: d.url}
		token := d.invite(t, "Priya@office.example", staff.Manager)
		if status, refusal := d.accept(t, clerk, key, token); status != http.StatusOK || clerk.Token == "" {
			t.Fatal(status, refusal)
		}
		var me office.Me
		if status, _ := clerk.Call(t, "/api/me", nil, &me); status != http.StatusOK || me.Person.Role != staff.Manager || me.Person.Email != "Priya@office.example" {
			t.Fatalf("after the invitation: %d %+v", status, me)
		}
		if status, refusal := d.accept(t, &officetest.Client{URL: d.url}, &officetest.Authenticator{Origin: d.url}, token); status != http.StatusNotFound {
			t.Errorf("the invitation, used again, answers %d %v", status, refusal)
		}
		first := clerk.Token
		if status, refusal := d.signIn(t, clerk, key); status != http.StatusOK {
			t.Fatal(status, refusal)
		}
		if clerk.Token == first {
			t.Error("a sign-in keeps the token that the browser had before")
		}
		if status, _ := (&officetest.Client{URL: d.url, Token: first}).Call(t, "/api/me", nil, nil); status != http.StatusUnauthorized {
			t.Errorf("the session before the sign-in answers %d", status)
		}
	})
}

func TestInvitationsThatAreWorthNothing(t *testing.T) {
	d := openDoor(t, storetest.SQLite(t))
	c, key := &officetest.Client{URL: d.url}, &officetest.Authenticator{Origin: d.url}
	old := d.invite(t, "a@office.example", staff.Finance)
	newer := d.invite(t, "a@office.example", staff.Finance)
	if status, _ := d.accept(t, c, key, old); status != http.StatusNotFound {
		t.Errorf("a link that a newer one has replaced answers %d", status)
	}
	var invited office.Invited
	if status, refusal := c.Call(t, "/api/invitation/begin", office.Invitation{Token: newer}, &invited); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	made := office.Made{ID: invited.ID, Token: d.invite(t, "b@office.example", staff.Manager), Credential: key.Make(t, invited.Options)}
	if status, _ := c.Call(t, "/api/invitation/finish", made, nil); status != http.StatusNotFound {
		t.Errorf("the passkey of one invitation with the link of another answers %d", status)
	}
	d.now = d.now.Add(staff.InvitationTime)
	if status, _ := d.accept(t, c, key, newer); status != http.StatusNotFound {
		t.Errorf("a link after 24 hours answers %d", status)
	}
	if status, _ := d.accept(t, c, key, ""); status != http.StatusNotFound || c.Token != "" {
		t.Errorf("no link answers %d", status)
	}
}

func TestPasskeysThatShowNothing(t *testing.T) {
	d := openDoor(t, storetest.SQLite(t))
	c, key := &officetest.Client{URL: d.url}, &officetest.Authenticator{Origin: d.url}
	if status, refusal := d.accept(t, c, key, d.invite(t, "a@office.example", staff.Finance)); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	nobody := &officetest.Client{URL: d.url}
	refused := func(name string, change func(k *officetest.Authenticator)) {
		t.Helper()
		one := *key
		change(&one)
		if status, refusal := d.signIn(t, nobody, &one); status != http.StatusUnprocessableEntity || nobody.Token != "" {
			t.Errorf("%s: %d %v", name, status, refusal)
		}
	}
	refused("a page of another site", func(k *officetest.Authenticator) { k.Origin = "https://evil.example" })
	refused("a user who was not verified", func(k *officetest.Authenticator) { k.Unverified = true })
	refused("a copy of the authenticator", func(k *officetest.Authenticator) { k.Count = 0 })
	var asked office.Asked
	if status, refusal := nobody.Call(t, "/api/passkey/begin", office.None{}, &asked); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	shown := office.Shown{ID: asked.ID, Credential: key.Show(t, asked.Options)}
	if status, refusal := nobody.Call(t, "/api/passkey/finish", shown, nil); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	again := &officetest.Client{URL: d.url}
	if status, _ := again.Call(t, "/api/passkey/finish", shown, nil); status != http.StatusUnprocessableEntity {
		t.Errorf("an answer that was used answers %d", status)
	}
	if status, _ := again.Call(t, "/api/passkey/begin", office.None{}, &asked); status != http.StatusOK {
		t.Fatal(status)
	}
	d.now = d.now.Add(6 * time.Minute)
	if status, _ := again.Call(t, "/api/passkey/finish", office.Shown{ID: asked.ID, Credential: key.Show(t, asked.Options)}, nil); status != http.StatusUnprocessableEntity {
		t.Errorf("an answer that comes late answers %d", status)
	}
}

func TestAStepUpIsForOnePlan(t *testing.T) {
	d := openDoor(t, storetest.SQLite(t))
	c, key := &officetest.Client{URL: d.url}, &officetest.Authenticator{Origin: d.url}
	other, stranger := &officetest.Client{URL: d.url}, &officetest.Authenticator{Origin: d.url}
	for email, who := range map[string]struct {
		*officetest.Client
		*officetest.Authenticator
	}{"a@office.example": {c, key}, "b@office.example": {other, stranger}} {
		if status, refusal := d.accept(t, who.Client, who.Authenticator, d.invite(t, email, staff.Finance)); status != http.StatusOK {
			t.Fatal(status, refusal)
		}
	}
	steppedUp := func(plan string) (yes bool) {
		t.Helper()
		err := d.View(t.Context(), func(tx staff.Tx) error {
			s, err := tx.Session(staff.Digest(c.Token))
			yes = s.SteppedUp(plan, tx.Now())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return yes
	}
	var asked office.Asked
	if status, refusal := c.Call(t, "/api/stepup/begin", office.Again{Hash: "P1"}, &asked); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	if status, _ := c.Call(t, "/api/stepup/finish", office.Shown{ID: asked.ID, Credential: stranger.Show(t, asked.Options)}, nil); status != http.StatusUnprocessableEntity || steppedUp("P1") {
		t.Errorf("the passkey of somebody else answers %d", status)
	}
	if status, refusal := c.Call(t, "/api/stepup/begin", office.Again{Hash: "P1"}, &asked); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	if status, refusal := c.Call(t, "/api/stepup/finish", office.Shown{ID: asked.ID, Credential: key.Show(t, asked.Options)}, nil); status != http.StatusOK {
		t.Fatal(status, refusal)
	}
	if !steppedUp("P1") || steppedUp("P2") || steppedUp("") {
		t.Error("a step-up is not for its plan alone")
	}
	d.now = d.now.Add(staff.StepUpTime)
	if steppedUp("P1") {
		t.Error("a step-up lasts for longer than five minutes")
	}
}
