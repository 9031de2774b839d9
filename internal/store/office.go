package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

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
	var created, seen, ended, step int64
	err = tx.QueryRow("SELECT id, person, created_ms, seen_ms, ended_ms, step_plan, step_ms FROM office_session WHERE id = $1", id).
		Scan(&s.ID, &s.Person, &created, &seen, &ended, &s.StepPlan, &step)
	s.Created, s.Seen, s.Ended, s.StepAt = instant(created), instant(seen), instant(ended), instant(step)
	return found(s, err, "a session of the office")
}

func (tx officeTx) AddSession(s staff.Session) error {
	return tx.session("INSERT INTO office_session (id, person, created_ms, seen_ms) VALUES ($1, $2, $3, $3)", s.ID, s.Person, tx.NowMs())
}

func (tx officeTx) SeeSession(id string) error {
	return tx.session("UPDATE office_session SET seen_ms = $1 WHERE id = $2 AND ended_ms = 0 AND seen_ms < $1", tx.NowMs(), id)
}

func (tx officeTx) EndSession(id string) error {
	return tx.session("UPDATE office_session SET ended_ms = $1 WHERE id = $2 AND ended_ms = 0", tx.NowMs(), id)
}

func (tx officeTx) EndSessionsOf(person string) error {
	return tx.session("UPDATE office_session SET ended_ms = $1 WHERE person = $2 AND ended_ms = 0", tx.NowMs(), person)
}

func (tx officeTx) StepUp(id, plan string) error {
	return tx.session("UPDATE office_session SET step_plan = $1, step_ms = $2 WHERE id = $3 AND ended_ms = 0", plan, tx.NowMs(), id)
}

// session changes sessions.
func (tx officeTx) session(query string, args ...any) error {
	if _, err := tx.Exec(query, args...); err != nil {
		return fmt.Errorf("save a session of the office: %w", err)
	}
	return nil
}

// AddEvent records what a person, a command or the system did or read.
func (tx *Tx) AddEvent(e staff.Event) error {
	id, err := uuid.NewV7()
	var fields []byte
	if err == nil {
		fields, err = json.Marshal(append([]string{}, e.Fields...))
	}
	if err == nil {
		_, err = tx.Exec(`INSERT INTO office_event (id, at_ms, person, by_whom, role, session, action, ref, fields, why, plan, done)
			VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)`,
			id.String(), tx.NowMs(), e.Person, e.By, e.Role, e.Session, e.Action, e.Ref, string(fields), e.Why, e.Plan, e.Done)
	}
	if err != nil {
		return fmt.Errorf("record what was done: %w", err)
	}
	return nil
}
