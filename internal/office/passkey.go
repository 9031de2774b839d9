package office

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"holidaymaker/internal/office/staff"
)

// ceremonyTime is how long a browser may take to show who somebody is.
const ceremonyTime = 5 * time.Minute

// Kinds of ceremonies: what a browser was asked.
const (
	makesPasskey = "invitation"
	signsInNow   = "sign in"
	stepsUp      = "step up"
)

// newPasskeys returns what makes and checks passkeys of this office: kept by the authenticator
// itself, so that nobody need type a name, and used only after it has verified its user.
func newPasskeys(host, origin, name string) (*webauthn.WebAuthn, error) {
	return webauthn.New(&webauthn.Config{RPID: host, RPDisplayName: name, RPOrigins: []string{origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{RequireResidentKey: protocol.ResidentKeyRequired(),
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired}})
}

// holder is a person with their passkeys, as package webauthn asks for them.
type holder struct {
	staff.Person
	keys []webauthn.Credential
}

func (h holder) WebAuthnID() []byte                         { return []byte(h.ID) }
func (h holder) WebAuthnName() string                       { return h.Email }
func (h holder) WebAuthnDisplayName() string                { return h.Name }
func (h holder) WebAuthnCredentials() []webauthn.Credential { return h.keys }

func holderOf(tx staff.Tx, p staff.Person) (holder, error) {
	h := holder{Person: p}
	stored, err := tx.Passkeys(p.ID)
	for _, one := range stored {
		var key webauthn.Credential
		err = errors.Join(err, json.Unmarshal(one.Credential, &key))
		h.keys = append(h.keys, key)
	}
	return h, err
}

// ceremony is what a browser was asked, and for what: a step-up is of a person, in a session,
// for a plan.
type ceremony struct {
	Asked                 webauthn.SessionData
	Person, Session, Plan string // Person also of an invitation
}

// begin stores what a browser is asked, and returns its id.
func begin(tx staff.Tx, kind string, asked ceremony) (id string, err error) {
	id = rand.Text()
	detail, err := json.Marshal(asked)
	if err == nil {
		err = tx.AddCeremony(staff.Digest(id), kind, detail, tx.Now().Add(ceremonyTime))
	}
	return id, err
}

// take returns what a browser was asked. Nobody gets it twice.
func take(tx staff.Tx, kind, id string) (asked ceremony, err error) {
	detail, err := tx.TakeCeremony(staff.Digest(id), kind)
	if errors.Is(err, staff.ErrNotFound) {
		return asked, staff.Refuse(staff.Invalid, "This took too long, and nothing was done. Begin again.")
	}
	if err == nil {
		err = json.Unmarshal(detail, &asked)
	}
	return asked, err
}

// notShown is the refusal of what does not show who somebody is. Why is for the log.
func (o *Office) notShown(ctx context.Context, why error) error {
	o.config.Log.WarnContext(ctx, "a passkey was refused", "error", why.Error())
	return staff.Refuse(staff.Invalid, "This passkey was not accepted, and nothing was done. Try again, or ask a manager for a new link.")
}

// Invitation is the input of what a link of an invitation leads to.
type Invitation struct {
	Token string `json:"token"`
}

// Invited says whom a link invites, and what the browser's authenticator is asked.
type Invited struct {
	ID      string                                      `json:"id"`
	Name    string                                      `json:"name"`
	Email   string                                      `json:"email"`
	Role    staff.Role                                  `json:"role"`
	Options protocol.PublicKeyCredentialCreationOptions `json:"options"` // of navigator.credentials.create, as JSON
}

// noInvitation is the refusal of a link that was used, is too old, or never was.
var noInvitation = staff.Refuse(staff.Unknown, "This link was used already, or is older than 24 hours. Ask a manager for a new one.")

func (o *Office) beginInvitation(ctx context.Context, _ *staff.Person, in Invitation) (out Invited, err error) {
	err = o.config.Store.Update(ctx, func(tx staff.Tx) error {
		p, err := tx.Invited(staff.Digest(in.Token))
		if errors.Is(err, staff.ErrNotFound) || err == nil && !p.Disabled.IsZero() {
			return noInvitation
		}
		if err != nil {
			return err
		}
		h, err := holderOf(tx, p)
		if err != nil {
			return err
		}
		var has []protocol.CredentialDescriptor
		for _, key := range h.keys {
			has = append(has, key.Descriptor())
		}
		options, asked, err := o.passkeys.BeginRegistration(h, webauthn.WithExclusions(has))
		if err != nil {
			return err
		}
		out = Invited{Name: p.Name, Email: p.Email, Role: p.Role, Options: options.Response}
		out.ID, err = begin(tx, makesPasskey, ceremony{Asked: *asked, Person: p.ID})
		return err
	})
	return out, err
}

// Made is a new passkey, by the link of an invitation.
type Made struct {
	ID         string          `json:"id"`
	Token      string          `json:"token"`
	Credential json.RawMessage `json:"credential"` // PublicKeyCredential.toJSON()
}

func (o *Office) finishInvitation(r *http.Request, in Made) (p staff.Person, token string, err error) {
	answer, err := protocol.ParseCredentialCreationResponseBytes(in.Credential)
	if err != nil {
		return p, "", o.notShown(r.Context(), err)
	}
	err = o.config.Store.Update(r.Context(), func(tx staff.Tx) error {
		asked, err := take(tx, makesPasskey, in.ID)
		if err != nil {
			return err
		}
		p, err = tx.Invited(staff.Digest(in.Token))
		if errors.Is(err, staff.ErrNotFound) || err == nil && (p.ID != asked.Person || !p.Disabled.IsZero()) {
			return noInvitation
		}
		if err != nil {
			return err
		}
		key, err := o.passkeys.CreateCredential(holder{Person: p}, asked.Asked, answer)
		if err != nil {
			return o.notShown(r.Context(), err)
		}
		stored, err := passkeyOf(p.ID, key)
		if err == nil {
			err = errors.Join(tx.UseInvitation(staff.Digest(in.Token)), tx.AddPasskey(stored))
		}
		if err == nil {
			token, err = staff.SignIn(tx, p, staff.Session{How: "passkey"}, earlier(r))
		}
		return err
	})
	return p, token, err
}

func passkeyOf(person string, key *webauthn.Credential) (staff.Passkey, error) {
	credential, err := json.Marshal(key)
	return staff.Passkey{ID: base64.RawURLEncoding.EncodeToString(key.ID), Person: person, Credential: credential}, err
}

// Asked is what the browser's authenticator is asked, to show who somebody is.
type Asked struct {
	ID      string                                     `json:"id"`      // '': there is nothing to show (in the demo), or Provider asks
	Options protocol.PublicKeyCredentialRequestOptions `json:"options"` // of navigator.credentials.get, as JSON
	// Provider is the address at which the person shows it instead, where they sign in by an
	// identity provider; "" otherwise.
	Provider string `json:"provider"`
}

func (o *Office) beginPasskey(ctx context.Context, _ *staff.Person, _ None) (out Asked, err error) {
	options, asked, err := o.passkeys.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return out, fmt.Errorf("ask for a passkey: %w", err)
	}
	out.Options = options.Response
	err = o.config.Store.Update(ctx, func(tx staff.Tx) (err error) {
		out.ID, err = begin(tx, signsInNow, ceremony{Asked: *asked})
		return err
	})
	return out, err
}

// Shown is the answer of the browser's authenticator.
type Shown struct {
	ID         string          `json:"id"`
	Credential json.RawMessage `json:"credential"` // PublicKeyCredential.toJSON()
}

func (o *Office) finishPasskey(r *http.Request, in Shown) (p staff.Person, token string, err error) {
	err = o.config.Store.Update(r.Context(), func(tx staff.Tx) error {
		asked, err := take(tx, signsInNow, in.ID)
		if err != nil {
			return err
		}
		if p, err = o.shown(r.Context(), tx, asked, in.Credential); err != nil {
			return err
		}
		token, err = staff.SignIn(tx, p, staff.Session{How: "passkey"}, earlier(r))
		return err
	})
	return p, token, err
}

// shown returns whose passkey has signed what was asked.
func (o *Office) shown(ctx context.Context, tx staff.Tx, asked ceremony, credential json.RawMessage) (p staff.Person, err error) {
	answer, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return p, o.notShown(ctx, err)
	}
	var reading error
	find := func(_, handle []byte) (webauthn.User, error) {
		var h holder
		if p, reading = tx.Person(string(handle)); reading == nil {
			h, reading = holderOf(tx, p)
		}
		return h, reading
	}
	var key *webauthn.Credential
	if asked.Person == "" {
		key, err = o.passkeys.ValidateDiscoverableLogin(find, asked.Asked, answer)
	} else {
		var user webauthn.User
		if user, err = find(nil, []byte(asked.Person)); err == nil {
			key, err = o.passkeys.ValidateLogin(user, asked.Asked, answer)
		}
	}
	switch {
	case reading != nil && !errors.Is(reading, staff.ErrNotFound):
		return p, reading
	case err != nil:
		return p, o.notShown(ctx, err)
	case !p.Disabled.IsZero():
		return p, o.notShown(ctx, errors.New("the person is disabled"))
	case key.Authenticator.CloneWarning:
		return p, o.notShown(ctx, errors.New("the authenticator's counter went back: there may be two of it"))
	}
	used, err := passkeyOf(p.ID, key)
	if err == nil {
		err = tx.UsePasskey(used)
	}
	return p, err
}

// Again asks a person to show again who they are, for one plan.
type Again struct {
	Hash string `json:"hash"` // of the plan
	To   string `json:"to"`   // the path to which an identity provider comes back
}

func (o *Office) beginStepUp(ctx context.Context, p *staff.Person, in Again) (out Asked, err error) {
	if in.Hash == "" {
		return out, staff.Wrong("hash", "The plan is missing.")
	}
	err = o.config.Store.Update(ctx, func(tx staff.Tx) error {
		session, err := tx.Session(p.Session)
		if err != nil {
			return err
		}
		if session.How == "provider" && o.provider != nil {
			out.Provider = providerPath + "?" + url.Values{"plan": {in.Hash}, "to": {in.To}}.Encode()
			return nil
		}
		if session.How == shownInDemo && o.config.Demo {
			return o.stepUp(tx, p, in.Hash) // nobody can show who they are
		}
		h, err := holderOf(tx, *p)
		if err != nil {
			return err
		}
		if len(h.keys) == 0 {
			return staff.Refuse(staff.Forbidden, "You have no passkey with which you could show who you are. Ask a manager for a link.")
		}
		options, asked, err := o.passkeys.BeginLogin(h, webauthn.WithUserVerification(protocol.VerificationRequired))
		if err != nil {
			return err
		}
		out.Options = options.Response
		out.ID, err = begin(tx, stepsUp, ceremony{Asked: *asked, Person: p.ID, Session: p.Session, Plan: in.Hash})
		return err
	})
	return out, err
}

func (o *Office) finishStepUp(ctx context.Context, p *staff.Person, in Shown) (None, error) {
	err := o.config.Store.Update(ctx, func(tx staff.Tx) error {
		asked, err := take(tx, stepsUp, in.ID)
		if err != nil {
			return err
		}
		if asked.Session != p.Session {
			return o.notShown(ctx, errors.New("the step-up of another session"))
		}
		if _, err := o.shown(ctx, tx, asked, in.Credential); err != nil {
			return err
		}
		return o.stepUp(tx, p, asked.Plan)
	})
	return None{}, err
}

// stepUp records that a person has shown again who they are, other than by a provider.
func (o *Office) stepUp(tx staff.Tx, p *staff.Person, plan string) error {
	event := staff.EventOf(p, "step up", "")
	event.Plan = plan
	return errors.Join(tx.StepUp(p.Session, plan, time.Time{}), tx.AddEvent(event))
}

// earlier returns the token that a browser has already, or "".
func earlier(r *http.Request) string {
	cookies := r.CookiesNamed(cookieName)
	if len(cookies) == 0 {
		return ""
	}
	return cookies[0].Value
}
