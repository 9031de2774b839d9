package office

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"holidaymaker/internal/office/staff"
)

// Provider is an identity provider that speaks OpenID Connect; without an Issuer there is
// none.
type Provider struct {
	Issuer, ClientID, Secret string
	// Groups says which role the members of the provider's groups have. Of several, the first
	// one counts.
	Groups []Group
	// Transport replaces the way to the provider; nil: HTTP.
	Transport http.RoundTripper
}

// Group is a group at the identity provider, in the claim 'groups'.
type Group struct {
	Name  string
	Role  staff.Role
	Parks []string // ids; of role Park
}

// ParseGroups reads groups as the flag has them: GROUP=ROLE, separated by commas; of a park's
// own staff GROUP=park:ID+ID.
func ParseGroups(text string) (all []Group, err error) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, role, _ := strings.Cut(part, "=")
		role, parks, _ := strings.Cut(role, ":")
		group := Group{Name: name, Role: staff.Role(role), Parks: strings.FieldsFunc(parks, func(r rune) bool { return r == '+' })}
		if name == "" || !slices.Contains(staff.Roles, group.Role) || (group.Role == staff.Park) != (len(group.Parks) > 0) {
			return nil, fmt.Errorf("%q is no GROUP=ROLE with one of %v, or GROUP=park:ID+ID", part, staff.Roles)
		}
		all = append(all, group)
	}
	return all, nil
}

const (
	providerPath = "/sign-in/provider"      // leads to the provider
	backPath     = "/sign-in/provider/back" // to which the provider comes back
	// providerCookie marks the browser that went to the provider.
	providerCookie = "__Host-office-provider"
	// providerWait is how long the provider may take to answer.
	providerWait = 10 * time.Second
	// clockSkew is by how much the provider's clock may differ from ours.
	clockSkew = time.Minute
	goesOut   = "provider" // the kind of ceremony
)

// Why a sign-in by the provider ended without a session, as the page of the sign-in shows it.
const (
	problemLate     = "late"     // the answer came too late, twice, or to another browser
	problemRefused  = "refused"  // the provider, or we, did not accept it
	problemProvider = "provider" // the provider does not answer
	problemRole     = "role"     // the person has no role here
	problemStepUp   = "stepup"   // the provider did not ask who it is again
)

// problem is why a sign-in by the provider failed. Its text is for the log.
type problem struct {
	code string
	err  error
}

func (p problem) Error() string { return p.code + ": " + p.err.Error() }

// providerAsked is what we know of a browser that went to the provider. Person, Session and
// Plan are of a step-up.
type providerAsked struct {
	State, Nonce, Verifier string
	To                     string // the path to show afterwards
	Started                time.Time
	Person, Session, Plan  string
}

// provider asks the identity provider. It finds out about its addresses and keys when it first
// needs them, so that the office starts while the provider is down.
type provider struct {
	Provider
	client *http.Client
	back   string // our address to which it comes back

	mu    sync.Mutex
	found *oidc.Provider
}

func (p *provider) discover(ctx context.Context) (*oidc.Provider, oauth2.Config, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found == nil {
		found, err := oidc.NewProvider(ctx, p.Issuer)
		if err != nil {
			return nil, oauth2.Config{}, problem{problemProvider, err}
		}
		p.found = found
	}
	return p.found, oauth2.Config{ClientID: p.ClientID, ClientSecret: p.Secret, Endpoint: p.found.Endpoint(), RedirectURL: p.back,
		Scopes: []string{oidc.ScopeOpenID, "profile", "email", "groups"}}, nil
}

// toProvider sends a browser to the provider: to sign in, or with a plan to show again who
// somebody is, for this plan. The session is recognised when it comes back.
func (o *Office) toProvider(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(oidc.ClientContext(r.Context(), o.provider.client), providerWait)
	defer cancel()
	asked := providerAsked{State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(), To: ownPath(r.FormValue("to")), Plan: r.FormValue("plan")}
	maxAge := int(staff.IdleTime.Seconds())
	if asked.Plan != "" {
		p, err := o.signedIn(r)
		if err != nil {
			o.backToSignIn(w, r, problem{problemLate, err})
			return
		}
		asked.Person, asked.Session, maxAge = p.ID, p.Session, 0
	}
	_, client, err := o.provider.discover(ctx)
	id := rand.Text()
	if err == nil {
		err = o.config.Store.Update(ctx, func(tx staff.Tx) error {
			asked.Started = tx.Now()
			detail, err := json.Marshal(asked)
			if err != nil {
				return err
			}
			return tx.AddCeremony(staff.Digest(id), goesOut, detail, tx.Now().Add(2*ceremonyTime))
		})
	}
	if err != nil {
		o.backToSignIn(w, r, err)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: providerCookie, Value: id, Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: int(2 * ceremonyTime / time.Second)})
	http.Redirect(w, r, client.AuthCodeURL(asked.State, oidc.Nonce(asked.Nonce), oauth2.S256ChallengeOption(asked.Verifier),
		oauth2.SetAuthURLParam("max_age", fmt.Sprint(maxAge))), http.StatusSeeOther)
}

// ownPath returns a path of the office's own, "/" where it is none.
func ownPath(path string) string {
	address, err := url.Parse(path)
	if err != nil || address.Scheme != "" || address.Host != "" || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\?#") {
		return "/"
	}
	return path
}

// fromProvider takes a browser that comes back from the provider.
func (o *Office) fromProvider(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(oidc.ClientContext(r.Context(), o.provider.client), providerWait)
	defer cancel()
	asked, err := o.askedProvider(ctx, r)
	var who claims
	if err == nil {
		who, err = o.provider.answer(ctx, r, asked, o.config.Now())
	}
	var token string
	if err == nil {
		token, err = o.admit(ctx, r, asked, who)
	}
	switch {
	case err != nil:
		o.backToSignIn(w, r, err)
		return
	case token != "":
		http.SetCookie(w, SessionCookie(token))
	}
	http.SetCookie(w, &http.Cookie{Name: providerCookie, Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: -1})
	http.Redirect(w, r, asked.To, http.StatusSeeOther)
}

// backToSignIn shows the page of the sign-in with what went wrong.
func (o *Office) backToSignIn(w http.ResponseWriter, r *http.Request, err error) {
	why := problem{problemRefused, err}
	_ = errors.As(err, &why)
	o.config.Log.WarnContext(r.Context(), "a sign-in by the identity provider failed", "problem", why.code, "error", why.err.Error())
	http.Redirect(w, r, "/sign-in?problem="+why.code, http.StatusSeeOther)
}

// askedProvider returns what we know of the browser that comes back. Nobody gets it twice.
func (o *Office) askedProvider(ctx context.Context, r *http.Request) (asked providerAsked, err error) {
	cookie, err := r.Cookie(providerCookie)
	if err != nil {
		return asked, problem{problemLate, err}
	}
	err = o.config.Store.Update(ctx, func(tx staff.Tx) error {
		detail, err := tx.TakeCeremony(staff.Digest(cookie.Value), goesOut)
		if errors.Is(err, staff.ErrNotFound) {
			return problem{problemLate, err}
		}
		if err == nil {
			err = json.Unmarshal(detail, &asked)
		}
		return err
	})
	if err == nil && subtle.ConstantTimeCompare([]byte(asked.State), []byte(r.FormValue("state"))) != 1 {
		err = problem{problemLate, errors.New("the provider's answer has another state")}
	}
	return asked, err
}

// claims are what the provider says of a person.
type claims struct {
	Subject  string   `json:"sub"`
	Email    string   `json:"email"`
	Verified bool     `json:"email_verified"`
	Name     string   `json:"name"`
	Groups   []string `json:"groups"`
	AuthTime int64    `json:"auth_time"`
}

// answer exchanges the code that the browser brings for the provider's answer, and checks it.
func (p *provider) answer(ctx context.Context, r *http.Request, asked providerAsked, now time.Time) (who claims, err error) {
	found, client, err := p.discover(ctx)
	if err != nil {
		return who, err
	}
	if refused := r.FormValue("error"); refused != "" {
		return who, problem{problemRefused, fmt.Errorf("the provider says %.100q", refused)}
	}
	tokens, err := client.Exchange(ctx, r.FormValue("code"), oauth2.VerifierOption(asked.Verifier))
	var said *oauth2.RetrieveError
	switch {
	case errors.As(err, &said) && said.Response.StatusCode < http.StatusInternalServerError:
		return who, problem{problemRefused, err}
	case err != nil:
		return who, problem{problemProvider, err}
	}
	raw, _ := tokens.Extra("id_token").(string)
	verifier := found.Verifier(&oidc.Config{ClientID: p.ClientID, Now: func() time.Time { return now.Add(-clockSkew) }})
	token, err := verifier.Verify(ctx, raw)
	if err != nil {
		return who, problem{problemRefused, err}
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(asked.Nonce)) != 1 {
		return who, problem{problemRefused, errors.New("the provider's answer has another nonce")}
	}
	if err := token.Claims(&who); err != nil {
		return who, problem{problemRefused, err}
	}
	if who.Email == "" || who.Groups == nil { // some providers say so only when asked
		more, err := found.UserInfo(ctx, oauth2.StaticTokenSource(tokens))
		switch {
		case err != nil:
			return who, problem{problemProvider, err}
		case more.Subject != token.Subject:
			return who, problem{problemRefused, errors.New("the provider speaks of somebody else")}
		}
		signedIn := who.AuthTime
		if err := more.Claims(&who); err != nil {
			return who, problem{problemRefused, err}
		}
		who.AuthTime = signedIn
	}
	return who, nil
}

// admit signs in whom the provider has named, and returns the session's token; or records a
// step-up, and returns "".
func (o *Office) admit(ctx context.Context, r *http.Request, asked providerAsked, who claims) (token string, err error) {
	auth := time.Unix(who.AuthTime, 0)
	err = o.config.Store.Update(ctx, func(tx staff.Tx) error {
		p, err := o.known(tx, who)
		if err != nil {
			return err
		}
		if asked.Plan != "" {
			return o.stepUpBy(tx, r, p, asked, auth)
		}
		if who.AuthTime == 0 || tx.Now().Sub(auth) > staff.IdleTime+clockSkew {
			return problem{problemRefused, errors.New("the provider does not say that the person has signed in lately")}
		}
		token, err = staff.SignIn(tx, p, staff.Session{How: "provider", Auth: auth}, earlier(r))
		return err
	})
	return token, err
}

// stepUpBy records that the person of the session has shown the provider again who they are:
// after they were sent there, and after the last time of which we know.
func (o *Office) stepUpBy(tx staff.Tx, r *http.Request, p staff.Person, asked providerAsked, auth time.Time) error {
	session, err := tx.Session(staff.Digest(earlier(r)))
	if err == nil {
		err = session.Check(tx.Now())
	}
	switch {
	case err != nil:
		return problem{problemLate, err}
	case session.ID != asked.Session || p.ID != asked.Person:
		return problem{problemRefused, errors.New("the step-up of another session, or by another person")}
	case !auth.After(session.Auth) || auth.Before(asked.Started.Add(-clockSkew)):
		return problem{problemStepUp, errors.New("the provider has not asked again")}
	}
	p.Session = session.ID
	event := staff.EventOf(&p, "step up", "")
	event.Plan = asked.Plan
	return errors.Join(tx.StepUp(session.ID, asked.Plan, auth), tx.AddEvent(event))
}

// known returns the person whom the provider has named: by its own name for them, else by the
// e-mail address that it has verified, else somebody new. The groups decide the role.
func (o *Office) known(tx staff.Tx, who claims) (p staff.Person, err error) {
	role, parks := o.provider.roleOf(who.Groups)
	if role == "" {
		return p, problem{problemRole, errors.New("the person is in no group that has a role")}
	}
	subject := o.provider.Issuer + " " + who.Subject
	p, err = tx.PersonBySubject(subject)
	if errors.Is(err, staff.ErrNotFound) {
		if !who.Verified {
			return p, problem{problemRole, errors.New("the provider has not verified the e-mail address")}
		}
		if p, err = staff.Join(tx, staff.Person{Name: who.Name, Email: who.Email, Role: role, Parks: parks}); err == nil {
			err = tx.SetSubject(p.ID, subject)
		}
	}
	switch {
	case err != nil:
		return p, err
	case !p.Disabled.IsZero():
		return p, problem{problemRole, errors.New("the person is disabled")}
	case p.Role != role || !slices.Equal(p.Parks, parks):
		p.Role, p.Parks = role, parks
		event := staff.Event{By: "system", Action: "change person", Fields: []string{"person " + p.ID}, Done: "role " + string(role) + ", by the groups of the identity provider"}
		err = errors.Join(tx.ChangePerson(p), tx.AddEvent(event))
		p.Version++
	}
	return p, err
}

// roleOf returns the role of the first group of the settings that a person is in, "" for
// none, and where it is that of a park the parks of all their groups.
func (p *provider) roleOf(groups []string) (role staff.Role, parks []string) {
	for _, group := range p.Groups {
		if slices.Contains(groups, group.Name) && (role == "" || role == staff.Park && group.Role == role) {
			role, parks = group.Role, append(parks, group.Parks...)
		}
	}
	slices.Sort(parks)
	return role, slices.Compact(parks)
}
