package staff

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// InvitationTime is how long a link of an invitation can be used.
const InvitationTime = 24 * time.Hour

// Invite makes a link with which somebody makes a passkey, and adds them if nobody has the
// address. It returns the token of the link, which is stored nowhere. by begins the record of
// who invites. Somebody who is there already keeps role and parks: the link then adds a passkey.
func Invite(tx Tx, by Event, p Person) (token string, invited Person, err error) {
	had, err := Join(tx, p)
	switch {
	case err != nil:
		return "", p, err
	case !had.Disabled.IsZero():
		return "", p, Wrong("email", "This person is disabled, and was not invited.")
	case had.Role != p.Role || p.Role == Park && !slices.Equal(had.Parks, sorted(p.Parks)):
		return "", p, Wrong("role", fmt.Sprintf("This person is here already, as %s, and was not invited. Change the role first.", had.Role))
	}
	p = had
	token = rand.Text()
	by.Action, by.Fields, by.Done = "invite", []string{"person " + p.ID}, "invited as "+string(p.Role)
	return token, p, errors.Join(tx.AddInvitation(Digest(token), p.ID, tx.Now().Add(InvitationTime)), tx.AddEvent(by))
}

// Join returns the person with an e-mail address, and adds them if there is none.
func Join(tx Tx, p Person) (Person, error) {
	if err := p.check(); err != nil {
		return p, err
	}
	had, err := tx.PersonByEmail(p.Email)
	if !errors.Is(err, ErrNotFound) {
		return had, err
	}
	p.ID, p.Version = uuid.NewString(), 1
	return p, tx.AddPerson(p)
}

// check returns the refusal of the first field of a person that is wrong.
func (p *Person) check() error {
	p.Email, p.Name = strings.TrimSpace(p.Email), strings.TrimSpace(p.Name)
	address, err := mail.ParseAddress(p.Email)
	switch {
	case err != nil || address.Address != p.Email || len(p.Email) > 254:
		return Wrong("email", "This is no e-mail address.")
	case p.Name == "" || len(p.Name) > 100:
		return Wrong("name", "The name is missing, or longer than 100 characters.")
	case !slices.Contains(Roles, p.Role):
		return Wrong("role", fmt.Sprintf("There is no role %q: choose one of %v.", p.Role, Roles))
	case (p.Role == Park) != (len(p.Parks) > 0):
		return Wrong("parks", "The role of a park needs at least one park, and no other role has any.")
	}
	p.Parks = sorted(p.Parks)
	return nil
}

func sorted(parks []string) []string { return slices.Compact(slices.Sorted(slices.Values(parks))) }

// InvitationLink returns the address of an invitation's page. The token stands after the #,
// which browsers do not send: no log of a server has it.
func InvitationLink(office, token string) string { return office + "/invitation#" + token }

// ChangePerson gives a person another name, role or parks, and disables or enables them. Who is
// disabled is signed out. event begins the record; ErrChanged means that somebody was faster.
func ChangePerson(tx Tx, event Event, had, p Person, disabled bool) error {
	if err := p.check(); err != nil {
		return err
	}
	p.Disabled = had.Disabled
	switch {
	case disabled && had.Disabled.IsZero():
		p.Disabled = tx.Now()
		if err := errors.Join(tx.EndSessionsOf(p.ID), tx.EndInvitationsOf(p.ID)); err != nil {
			return err
		}
	case !disabled:
		p.Disabled = time.Time{}
	}
	event.Done = fmt.Sprintf("%s %v, now %s %v", had.Role, had.Parks, p.Role, p.Parks)
	if p.Name != had.Name {
		event.Fields = append(event.Fields, "name")
		event.Values = append(event.Values, NewValue("name", had.Name))
	}
	if disabled {
		event.Done += ", disabled"
	}
	return errors.Join(tx.ChangePerson(p), tx.AddEvent(event))
}
