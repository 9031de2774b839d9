package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"holidaymaker/internal/office/staff"
)

// Office returns the store through the interface of package staff.
func (s *Store) Office() staff.Store { return officeStore{s} }

type officeStore struct{ store *Store }

func (s officeStore) View(ctx context.Context, fn func(staff.Tx) error) error {
	return s.store.View(ctx, func(tx *Tx) error { return fn(officeTx{tx}) })
}

func (s officeStore) Update(ctx context.Context, fn func(staff.Tx) error) error {
	return s.store.Update(ctx, func(tx *Tx) error { return fn(officeTx{tx}) })
}

type officeTx struct{ *Tx }

// found returns what a query for one row has read, with the office's error where there is none.
func found[T any](of T, err error, what string) (T, error) {
	if errors.Is(err, ErrNotFound) {
		return of, staff.ErrNotFound
	}
	if err != nil {
		return of, fmt.Errorf("read %s: %w", what, err)
	}
	return of, nil
}

const personColumns = "id, email, name, role, parks, version, disabled_ms"

func readPerson(scan func(into ...any) error) (p staff.Person, err error) {
	var parks string
	var disabled int64
	if err = scan(&p.ID, &p.Email, &p.Name, &p.Role, &parks, &p.Version, &disabled); err != nil {
		return p, err
	}
	p.Disabled = instant(disabled)
	return p, json.Unmarshal([]byte(parks), &p.Parks)
}

func (tx officeTx) Person(id string) (staff.Person, error) {
	p, err := readPerson(tx.QueryRow("SELECT "+personColumns+" FROM office_person WHERE id = $1", id).Scan)
	return found(p, err, "a person of the office")
}

func (tx officeTx) PersonByEmail(email string) (staff.Person, error) {
	p, err := readPerson(tx.QueryRow("SELECT "+personColumns+" FROM office_person WHERE email_key = $1", strings.ToLower(email)).Scan)
	return found(p, err, "a person of the office")
}

func (tx officeTx) AddPerson(p staff.Person) error {
	parks, err := json.Marshal(append([]string{}, p.Parks...))
	if err == nil {
		_, err = tx.Exec("INSERT INTO office_person (id, email_key, email, name, role, parks, version, created_ms) VALUES ($1,$2,$3,$4,$5,$6,1,$7)",
			p.ID, strings.ToLower(p.Email), p.Email, p.Name, p.Role, string(parks), tx.NowMs())
	}
	switch {
	case errors.Is(err, ErrExists):
		return staff.ErrExists
	case err != nil:
		return fmt.Errorf("add a person of the office: %w", err)
	}
	return nil
}

func (tx officeTx) ChangePerson(p staff.Person) error {
	parks, err := json.Marshal(append([]string{}, p.Parks...))
	var changed int64
	if err == nil {
		changed, err = tx.Exec("UPDATE office_person SET name = $1, role = $2, parks = $3, disabled_ms = $4, version = version + 1 WHERE id = $5 AND version = $6",
			p.Name, p.Role, string(parks), millis(p.Disabled), p.ID, p.Version)
	}
	switch {
	case err != nil:
		return fmt.Errorf("change a person of the office: %w", err)
	case changed == 0:
		return staff.ErrChanged
	}
	return nil
}

func (tx officeTx) Session(id string) (s staff.Session, err error) {
	var auth, created, seen, ended, step int64
	err = tx.QueryRow("SELECT id, person, how, auth_ms, created_ms, seen_ms, ended_ms, step_plan, step_ms FROM office_session WHERE id = $1", id).
		Scan(&s.ID, &s.Person, &s.How, &auth, &created, &seen, &ended, &s.StepPlan, &step)
	s.Auth, s.Created, s.Seen, s.Ended, s.StepAt = instant(auth), instant(created), instant(seen), instant(ended), instant(step)
	return found(s, err, "a session of the office")
}

func (tx officeTx) LastSeen() (map[string]time.Time, error) {
	all := map[string]time.Time{}
	err := tx.Query(func(scan func(into ...any) error) error {
		var person string
		var seen int64
		err := scan(&person, &seen)
		all[person] = instant(seen)
		return err
	}, "SELECT person, MAX(seen_ms) FROM office_session GROUP BY person")
	return all, err
}

func (tx officeTx) People() ([]staff.Person, error) {
	return Select(tx.Tx, readPerson, "SELECT "+personColumns+" FROM office_person ORDER BY name, id")
}

func (tx officeTx) PersonBySubject(subject string) (staff.Person, error) {
	p, err := readPerson(tx.QueryRow("SELECT "+personColumns+" FROM office_person WHERE subject = $1 AND subject <> ''", subject).Scan)
	return found(p, err, "a person of the office")
}

func (tx officeTx) SetSubject(person, subject string) error {
	return tx.change("UPDATE office_person SET subject = $1 WHERE id = $2", subject, person)
}

func (tx officeTx) AddInvitation(id, person string, until time.Time) error {
	if err := tx.EndInvitationsOf(person); err != nil {
		return err
	}
	return tx.change("INSERT INTO office_invitation (id, person, expires_ms) VALUES ($1, $2, $3)", id, person, millis(until))
}

func (tx officeTx) EndInvitationsOf(person string) error {
	return tx.change("DELETE FROM office_invitation WHERE person = $1 AND used_ms = 0", person)
}

func (tx officeTx) Invited(id string) (p staff.Person, err error) {
	var person string
	err = tx.QueryRow("SELECT person FROM office_invitation WHERE id = $1 AND used_ms = 0 AND expires_ms > $2", id, tx.NowMs()).Scan(&person)
	if person, err = found(person, err, "an invitation"); err != nil {
		return p, err
	}
	return tx.Person(person)
}

func (tx officeTx) UseInvitation(id string) error {
	changed, err := tx.Exec("UPDATE office_invitation SET used_ms = $1 WHERE id = $2 AND used_ms = 0 AND expires_ms > $1", tx.NowMs(), id)
	switch {
	case err != nil:
		return fmt.Errorf("use an invitation: %w", err)
	case changed == 0:
		return staff.ErrNotFound
	}
	return nil
}

func (tx officeTx) Passkeys(person string) ([]staff.Passkey, error) {
	return Select(tx.Tx, func(scan func(into ...any) error) (k staff.Passkey, err error) {
		var credential string
		err = scan(&k.ID, &k.Person, &credential)
		k.Credential = []byte(credential)
		return k, err
	}, "SELECT id, person, credential FROM office_passkey WHERE person = $1 ORDER BY created_ms, id", person)
}

func (tx officeTx) AddPasskey(k staff.Passkey) error {
	return tx.change("INSERT INTO office_passkey (id, person, credential, created_ms, used_ms) VALUES ($1, $2, $3, $4, $4)", k.ID, k.Person, string(k.Credential), tx.NowMs())
}

func (tx officeTx) UsePasskey(k staff.Passkey) error {
	return tx.change("UPDATE office_passkey SET credential = $1, used_ms = $2 WHERE id = $3", string(k.Credential), tx.NowMs(), k.ID)
}

func (tx officeTx) AddCeremony(id, kind string, detail []byte, until time.Time) error {
	if err := tx.change("DELETE FROM office_ceremony WHERE expires_ms < $1", tx.NowMs()); err != nil {
		return err
	}
	return tx.change("INSERT INTO office_ceremony (id, kind, detail, expires_ms) VALUES ($1, $2, $3, $4)", id, kind, string(detail), millis(until))
}

func (tx officeTx) TakeCeremony(id, kind string) ([]byte, error) {
	var detail string
	err := tx.QueryRow("DELETE FROM office_ceremony WHERE id = $1 AND kind = $2 AND expires_ms > $3 RETURNING detail", id, kind, tx.NowMs()).Scan(&detail)
	detail, err = found(detail, err, "what a browser was asked")
	return []byte(detail), err
}

func (tx officeTx) AddSession(s staff.Session) error {
	return tx.change("INSERT INTO office_session (id, person, how, auth_ms, created_ms, seen_ms) VALUES ($1, $2, $3, $4, $5, $5)", s.ID, s.Person, s.How, millis(s.Auth), tx.NowMs())
}

func (tx officeTx) SeeSession(id string) error {
	return tx.change("UPDATE office_session SET seen_ms = $1 WHERE id = $2 AND ended_ms = 0 AND seen_ms < $1", tx.NowMs(), id)
}

func (tx officeTx) EndSession(id string) error {
	return tx.change("UPDATE office_session SET ended_ms = $1 WHERE id = $2 AND ended_ms = 0", tx.NowMs(), id)
}

func (tx officeTx) EndSessionsOf(person string) error {
	return tx.change("UPDATE office_session SET ended_ms = $1 WHERE person = $2 AND ended_ms = 0", tx.NowMs(), person)
}

func (tx officeTx) StepUp(id, plan string, auth time.Time) error {
	return tx.change("UPDATE office_session SET step_plan = $1, step_ms = $2, auth_ms = $3 WHERE id = $4 AND ended_ms = 0", plan, tx.NowMs(), millis(auth), id)
}

// change changes rows of sign-ins and sessions.
func (tx officeTx) change(query string, args ...any) error {
	if _, err := tx.Exec(query, args...); err != nil {
		return fmt.Errorf("save what belongs to sign-ins of the office: %w", err)
	}
	return nil
}
