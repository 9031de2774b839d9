// Package staff knows the people who use the office: who they are, which role they have,
// what each role may do, and their sessions. It knows no HTTP and no SQL; package store
// implements Store.
package staff

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Role is what a person does here. It decides what they may do.
type Role string

// The roles, in the order of the table 'Who may' of docs/office.md.
const (
	Reservations Role = "reservations"
	Finance      Role = "finance"
	Rates        Role = "rates" // content and rates
	Park         Role = "park"  // a park's own staff, who see their parks alone
	Manager      Role = "manager"
	Auditor      Role = "auditor"
)

// Roles lists all roles in the order of the table.
var Roles = []Role{Reservations, Finance, Rates, Park, Manager, Auditor}

// Person is somebody who may sign in.
type Person struct {
	ID       string
	Name     string // as others see it, such as in the timeline of a booking
	Email    string
	Role     Role
	Parks    []string  // park ids; of role Park alone
	Disabled time.Time // zero: may sign in
	// Session is the id of the session in which the person asks for something, '' outside of
	// one. It is recorded with what they do.
	Session string
	// Version grows with each change of the person.
	Version int
}

// SeesPark reports whether the person may know anything of a park's bookings. What they may
// not know is to be answered as if it did not exist.
func (p *Person) SeesPark(park string) bool {
	return p.Role != Park || slices.Contains(p.Parks, park)
}

// Grant returns what the person may do with a permission.
func (p *Person) Grant(of Permission) Grant { return GrantOf(p.Role, of) }

// Times of a session.
const (
	SessionTime = 12 * time.Hour   // after the sign-in
	IdleTime    = 30 * time.Minute // without a request; afterwards the session is locked
	StepUpTime  = 5 * time.Minute  // after the person has shown again who they are
	seenEvery   = time.Minute      // how exactly the last request is known
)

// Session is the time from a sign-in to its end. Its id is a digest of what the cookie has,
// so that nobody can use what the database shows.
type Session struct {
	ID       string
	Person   string
	How      string    // by what the person has shown who they are
	Auth     time.Time // when, as the identity provider says; zero: by a passkey
	Created  time.Time
	Seen     time.Time // the last request, by a minute
	Ended    time.Time // signed out or disabled; zero: not
	StepPlan string    // the hash of the plan for which the person has shown again who they are
	StepAt   time.Time
}

// EventFilter selects events; what is "" selects all.
type EventFilter struct {
	Person, Ref, Action string
	Before              string // the id of the oldest event that is known already
}

// Passkey is a key with which a person shows who they are.
type Passkey struct {
	ID         string // as the authenticator has chosen it, in base64url
	Person     string
	Credential []byte // JSON
}

// Errors of sessions and of the store.
var (
	// ErrSignedOut means that there is no session, or that it has ended.
	ErrSignedOut = errors.New("nobody is signed in")
	// ErrLocked means that the session was idle for too long: the person has to sign in again.
	ErrLocked = errors.New("the session is locked")
	// ErrNotFound means that no such row exists, ErrExists that there is one already, ErrChanged
	// that somebody else has changed it.
	ErrNotFound = errors.New("not found")
	ErrExists   = errors.New("exists already")
	ErrChanged  = errors.New("was changed by somebody else")
)

// Check returns ErrSignedOut or ErrLocked for a session that is of no use at a time. A
// session that was begun or used later than now, by another node's clock, is of use.
func (s Session) Check(now time.Time) error {
	switch {
	case !s.Ended.IsZero(), now.Sub(s.Created) >= SessionTime:
		return ErrSignedOut
	case now.Sub(s.Seen) >= IdleTime:
		return ErrLocked
	}
	return nil
}

// SteppedUp reports whether the person has shown within StepUpTime again who they are, for
// this very plan.
func (s Session) SteppedUp(plan string, now time.Time) bool {
	return plan != "" && s.StepPlan == plan && now.Sub(s.StepAt) < StepUpTime
}

// Store keeps people and sessions. Update runs the function again when another transaction
// was in the way.
type Store interface {
	View(ctx context.Context, fn func(Tx) error) error
	Update(ctx context.Context, fn func(Tx) error) error
}

// Tx is a transaction of the store. What does not exist is ErrNotFound.
type Tx interface {
	Recorder
	Person(id string) (Person, error)
	PersonByEmail(email string) (Person, error)
	// AddPerson adds a person. An e-mail address that somebody has already is ErrExists.
	AddPerson(p Person) error
	// ChangePerson stores name, role, parks and whether the person is disabled, and adds one to
	// the version. Where the person has another version than p, it is ErrChanged.
	ChangePerson(p Person) error
	Session(id string) (Session, error)
	AddSession(s Session) error
	// LastSeen returns when each person of the office was last seen, by id.
	LastSeen() (map[string]time.Time, error)
	People() ([]Person, error) // by name
	// PersonBySubject finds whom the identity provider knows by a name of its own, which
	// SetSubject stores.
	PersonBySubject(subject string) (Person, error)
	SetSubject(person, subject string) error
	// AddInvitation adds a link, given its digest, and ends the person's earlier ones.
	AddInvitation(id, person string, until time.Time) error
	EndInvitationsOf(person string) error
	// Invited returns whom a link invites that is neither used nor too old.
	Invited(id string) (Person, error)
	// UseInvitation marks a link as used. One that is used already, or too old, is ErrNotFound.
	UseInvitation(id string) error
	Passkeys(person string) ([]Passkey, error)
	AddPasskey(k Passkey) error
	UsePasskey(k Passkey) error // stores the credential, used now
	// AddCeremony stores what a browser was asked. TakeCeremony returns it once, if it is of
	// the kind and not too old.
	AddCeremony(id, kind string, detail []byte, until time.Time) error
	TakeCeremony(id, kind string) (detail []byte, err error)
	// SeeSession records that a session that has not ended is used now.
	SeeSession(id string) error
	// EndSession ends a session now; EndSessionsOf all of a person. Ended ones stay as they are.
	EndSession(id string) error
	EndSessionsOf(person string) error
	// StepUp records that the session's person has shown now who they are, for a plan, and when,
	// as the identity provider says.
	StepUp(id, plan string, auth time.Time) error
	// Events lists events, newest first: at most limit.
	Events(of EventFilter, limit int) ([]Event, error)
	// LastSeal returns the zero Seal where there is none.
	LastSeal() (Seal, error)
	// Unsealed returns events that no seal covers, given the last seal: at most limit, the oldest
	// first.
	Unsealed(last Seal, limit int) ([]Event, error)
	// AddSeal adds a seal over events. A number that is taken is ErrExists.
	AddSeal(s Seal, over []Event) error
	// SealAfter returns the first seal after a number, and what it covers.
	SealAfter(number int64) (Seal, []Event, error)
}
