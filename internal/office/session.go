package office

import (
	"context"
	"errors"
	"net/http"

	"holidaymaker/internal/office/staff"
)

// cookieName is the cookie of a session. Browsers send a cookie with the prefix __Host- only
// to the host that set it, over TLS (or to localhost).
const cookieName = "__Host-office"

// SessionCookie returns the cookie of a session, given its token.
func SessionCookie(token string) *http.Cookie {
	// Lax, because the identity provider comes back across sites.
	return &http.Cookie{Name: cookieName, Value: token, Path: "/", Secure: true, HttpOnly: true,
		SameSite: http.SameSiteLaxMode, MaxAge: int(staff.SessionTime.Seconds())}
}

// signedIn returns who asks, or staff.ErrSignedOut or staff.ErrLocked.
func (o *Office) signedIn(r *http.Request) (*staff.Person, error) {
	cookie, err := r.Cookie(cookieName)
	if err != nil || cookie.Value == "" {
		return nil, staff.ErrSignedOut
	}
	return staff.SignedIn(r.Context(), o.config.Store, cookie.Value)
}

// Me is who is signed in, and what they may do.
type Me struct {
	Person Self `json:"person"`
	// May has what the person may do. A permission that is absent they have not.
	May map[staff.Permission]staff.Grant `json:"may"`
	// Needs has for each permission that the person lacks, or may only ask for, the roles that
	// have it.
	Needs  map[staff.Permission][]staff.Role `json:"needs"`
	Office About                             `json:"office"`
}

// Self is the person who is signed in.
type Self struct {
	ID    string     `json:"id"`
	Name  string     `json:"name"`
	Email string     `json:"email"`
	Role  staff.Role `json:"role"`
	Parks []string   `json:"parks"` // ids; of role park alone
}

// About says whose office it is.
type About struct {
	Name string `json:"name"`
	Demo bool   `json:"demo"` // everything in it is made up
}

// Door is what somebody sees who is not signed in.
type Door struct {
	Office   About  `json:"office"`
	Provider string `json:"provider"` // the address of the identity provider's sign-in; "": there is none
	// People are those as whom anybody may sign in to the demo.
	People []DemoPerson `json:"people"`
}

func (o *Office) door(ctx context.Context, _ *staff.Person) (door Door, err error) {
	door.Office = About{o.config.Name, o.config.Demo}
	if o.provider != nil {
		door.Provider = providerPath
	}
	door.People, err = o.demoDoor(ctx)
	return door, err
}

func (o *Office) me(_ context.Context, p *staff.Person) (Me, error) {
	me := Me{Person: Self{p.ID, p.Name, p.Email, p.Role, append([]string{}, p.Parks...)}, May: map[staff.Permission]staff.Grant{},
		Needs: map[staff.Permission][]staff.Role{}, Office: About{o.config.Name, o.config.Demo}}
	for _, permission := range staff.Permissions {
		grant := p.Grant(permission)
		if grant != staff.No {
			me.May[permission] = grant
		}
		if !grant.May() {
			me.Needs[permission] = staff.Allowed(permission)
		}
	}
	return me, nil
}

// signOut ends the session. The cookie stays in the browser, and is worth nothing.
func (o *Office) signOut(ctx context.Context, p *staff.Person, _ None) (None, error) {
	err := o.config.Store.Update(ctx, func(tx staff.Tx) error {
		return errors.Join(tx.EndSession(p.Session), tx.AddEvent(staff.EventOf(p, "sign out", "")))
	})
	return None{}, err
}
