package staff

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
)

// Digest returns what the database has of a token that is in a cookie or a link.
func Digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// SignIn begins a session of a person, and returns the token of its cookie. s says by what
// they have shown who they are, and when. earlier is the token that the browser had before, or
// "": its session ends, and the new one has another token, so that nobody who has put a token
// into a browser is signed in with its user.
func SignIn(tx Tx, p Person, s Session, earlier string) (token string, err error) {
	token = rand.Text()
	if earlier != "" {
		err = tx.EndSession(Digest(earlier))
	}
	s.ID, s.Person = Digest(token), p.ID
	p.Session = s.ID
	event := EventOf(&p, "sign in", "")
	event.Done = s.How
	return token, errors.Join(err, tx.AddSession(s), tx.AddEvent(event))
}

// SignedIn returns the person whose cookie has a token, or ErrSignedOut or ErrLocked.
func SignedIn(ctx context.Context, store Store, token string) (*Person, error) {
	var session Session
	var p Person
	seen := false
	err := store.View(ctx, func(tx Tx) (err error) {
		if session, err = tx.Session(Digest(token)); err == nil {
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
