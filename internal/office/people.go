package office

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/office/staff"
)

// People are all who may sign in, or could.
type People struct {
	Rows []PersonRow `json:"rows"`
}

// PersonRow is a person of the office.
type PersonRow struct {
	ID       string     `json:"id"`
	Version  int        `json:"version"` // to be sent with a change
	Name     string     `json:"name"`
	Email    string     `json:"email"`
	Role     staff.Role `json:"role"`
	Parks    []string   `json:"parks"`    // ids; of role park alone
	Disabled bool       `json:"disabled"` // may not sign in
	LastSeen string     `json:"lastSeen"` // RFC 3339; '': never
}

func (o *Office) people(ctx context.Context, _ *staff.Person, _ None) (People, error) {
	out := People{Rows: []PersonRow{}}
	err := o.config.Store.View(ctx, func(tx staff.Tx) error {
		all, err := tx.People()
		if err != nil {
			return err
		}
		seen, err := tx.LastSeen()
		for _, p := range all {
			row := PersonRow{ID: p.ID, Version: p.Version, Name: p.Name, Email: p.Email, Role: p.Role, Parks: append([]string{}, p.Parks...), Disabled: !p.Disabled.IsZero()}
			if at, has := seen[p.ID]; has {
				row.LastSeen = at.In(date.London).Format(time.RFC3339)
			}
			out.Rows = append(out.Rows, row)
		}
		return err
	})
	return out, err
}

// NewPerson is somebody to invite. Parks are ids, and of role park alone.
type NewPerson struct {
	Email string     `json:"email"`
	Name  string     `json:"name"`
	Role  staff.Role `json:"role"`
	Parks []string   `json:"parks"`
}

// InviteLink is the link of an invitation, to be given to the person alone.
type InviteLink struct {
	Link string `json:"link"` // valid once, within 24 hours
}

func (o *Office) invite(ctx context.Context, p *staff.Person, in NewPerson) (out InviteLink, err error) {
	err = o.config.Store.Update(ctx, func(tx staff.Tx) error {
		plan, err := steppedUp(tx, p, "invite", in)
		if err != nil {
			return err
		}
		by := staff.EventOf(p, "invite", "")
		by.Plan = plan
		token, _, err := staff.Invite(tx, by, staff.Person{Email: in.Email, Name: in.Name, Role: in.Role, Parks: in.Parks})
		out.Link = staff.InvitationLink(o.origin, token)
		return err
	})
	return out, err
}

// PersonChange is what a person is to be from now on.
type PersonChange struct {
	ID       string     `json:"id"`
	Version  int        `json:"version"` // that was read
	Name     string     `json:"name"`
	Role     staff.Role `json:"role"`
	Parks    []string   `json:"parks"`
	Disabled bool       `json:"disabled"`
}

func (o *Office) changePerson(ctx context.Context, p *staff.Person, in PersonChange) (None, error) {
	err := o.config.Store.Update(ctx, func(tx staff.Tx) error {
		had, err := tx.Person(in.ID)
		if err != nil {
			return err
		}
		if had.ID == p.ID && (in.Disabled || in.Role != p.Role) {
			return staff.Wrong("role", "Nobody changes their own role or disables themselves. Ask another manager.")
		}
		plan, err := steppedUp(tx, p, "change person", in)
		if err != nil {
			return err
		}
		event := staff.EventOf(p, "change person", "")
		event.Plan, event.Fields = plan, []string{"person " + had.ID}
		return staff.ChangePerson(tx, event, had, staff.Person{ID: in.ID, Version: in.Version, Name: in.Name, Email: had.Email, Role: in.Role, Parks: in.Parks}, in.Disabled)
	})
	if errors.Is(err, staff.ErrChanged) {
		err = staff.Refuse(staff.Conflict, "Somebody else has changed this person meanwhile, and nothing was done. Load the page again.")
	}
	return None{}, err
}

// steppedUp returns the hash of what a person wants to do, or a refusal with this hash, where
// they have not shown again who they are for this very thing.
func steppedUp(tx staff.Tx, p *staff.Person, action string, in any) (plan string, err error) {
	text, err := json.Marshal([]any{action, in})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	plan = hex.EncodeToString(sum[:])
	session, err := tx.Session(p.Session)
	if err == nil && !session.SteppedUp(plan, tx.Now()) {
		refusal := staff.Refuse(staff.StepFirst, "Show again who you are: this is recorded with your name.")
		refusal.Plan = plan
		return plan, refusal
	}
	return plan, err
}
