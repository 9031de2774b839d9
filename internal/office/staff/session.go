package staff

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
)

// sessionID returns the id of the session whose cookie has a token.
func sessionID(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// SignIn begins a session of a person, and returns the token of its cookie. how says by what
// they have shown who they are. earlier is the token that the browser had before, or "": its
// session ends, so that nobody who knows it is signed in with the person.
func SignIn(tx Tx, p Person, how, earlier string) (token string, err error) {
	token = rand.Text()
	if earlier != "" {
		err = tx.EndSession(sessionID(earlier))
	}
	p.Session = sessionID(token)
	event := EventOf(&p, "sign in", "")
	event.Done = how
	err = errors.Join(err, tx.AddSession(Session{ID: p.Session, Person: p.ID}), tx.AddEvent(event))
	return token, err
}

// SignedIn returns the person whose cookie has a token, or ErrSignedOut or ErrLocked.
func SignedIn(ctx context.Context, store Store, token string) (*Person, error) {
	var session Session
	var p Person
	seen := false
	err := store.View(ctx, func(tx Tx) (err error) {
		if session, err = tx.Session(sessionID(token)); err == nil {
			p, err = tx.Person(session.Person)
		}
		seen = tx.Now().Sub(session.Seen) < seenEvery
		switch {
		case errors.Is(err, ErrNotFound):
			return ErrSignedOut
		case err != nil:
			return err
		case !p.Disabled.IsZero():
			return ErrSignedOut
		}
		return session.Check(tx.Now())
	})
	if err == nil && !seen {
		err = store.Update(ctx, func(tx Tx) error { return tx.SeeSession(session.ID) })
	}
	if err != nil {
		return nil, fmt.Errorf("find out who is signed in: %w", err)
	}
	p.Session = session.ID
	return &p, nil
}
