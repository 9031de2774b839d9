package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/office/staff"
)

// AddEvent records what a person of the office, a command or the system did or read.
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
	if err == nil {
		var all values
		for i, v := range e.Values {
			all.add(id.String(), i, v.Field, v.Text, v.Key, v.Digest)
		}
		err = all.exec(tx, "INSERT INTO office_event_value (event, place, field, text, digest_key, digest) VALUES ", "")
	}
	if err != nil {
		return fmt.Errorf("record what was done: %w", err)
	}
	return nil
}

// eraseEventValues empties the personal values of the events about a booking.
func (tx *Tx) eraseEventValues(ref string) error {
	_, err := tx.Exec(`UPDATE office_event_value SET text = '', digest_key = '' WHERE event IN (SELECT id FROM office_event WHERE ref = $1 AND ref <> '')
		AND digest_key <> ''`, ref)
	if err != nil {
		return fmt.Errorf("erase the values of events: %w", err)
	}
	return nil
}

// HasEvent reports whether there is an event since a time that is the same but for its id, time
// and values.
func (tx *Tx) HasEvent(like staff.Event, since time.Time) (bool, error) {
	fields, err := json.Marshal(append([]string{}, like.Fields...))
	if err != nil {
		return false, err
	}
	var n int
	err = tx.QueryRow(`SELECT COUNT(*) FROM office_event WHERE person = $1 AND person <> '' AND at_ms > $2 AND session = $3 AND action = $4 AND ref = $5
		AND fields = $6 AND why = $7 AND plan = $8 AND done = $9`,
		like.Person, millis(since), like.Session, like.Action, like.Ref, string(fields), like.Why, like.Plan, like.Done).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("read the record: %w", err)
	}
	return n > 0, nil
}

const eventColumns = "e.id, e.at_ms, e.person, e.by_whom, e.role, e.session, e.action, e.ref, e.fields, e.why, e.plan, e.done"

// events runs a query for events, and reads their values.
func (tx *Tx) events(query string, args ...any) ([]staff.Event, error) {
	all, err := Select(tx, func(scan func(into ...any) error) (e staff.Event, err error) {
		var at int64
		var fields string
		if err = scan(&e.ID, &at, &e.Person, &e.By, &e.Role, &e.Session, &e.Action, &e.Ref, &fields, &e.Why, &e.Plan, &e.Done); err != nil {
			return e, err
		}
		e.At = instant(at)
		return e, json.Unmarshal([]byte(fields), &e.Fields)
	}, "SELECT "+eventColumns+query, args...)
	places := map[string]int{}
	for i, e := range all {
		places[e.ID] = i
	}
	if err == nil {
		err = tx.Query(func(scan func(into ...any) error) error {
			var event string
			var v staff.Value
			if err := scan(&event, &v.Field, &v.Text, &v.Key, &v.Digest); err != nil {
				return err
			}
			all[places[event]].Values = append(all[places[event]].Values, v)
			return nil
		}, "SELECT v.event, v.field, v.text, v.digest_key, v.digest FROM office_event_value v WHERE v.event IN (SELECT e.id"+query+") ORDER BY v.event, v.place", args...)
	}
	if err != nil {
		return nil, fmt.Errorf("read the record of the office: %w", err)
	}
	return all, nil
}

func (tx officeTx) Events(of staff.EventFilter, limit int) ([]staff.Event, error) {
	query, args := " FROM office_event e WHERE 1 = 1", []any{}
	for _, c := range []struct{ condition, value string }{{"e.person = $%[1]d AND e.person <> ''", of.Person}, {"e.ref = $%[1]d AND e.ref <> ''", of.Ref},
		{"e.action = $%[1]d", of.Action}, {"(e.at_ms, e.id) < (SELECT b.at_ms, b.id FROM office_event b WHERE b.id = $%[1]d)", of.Before}} {
		if c.value != "" {
			args = append(args, c.value)
			query += " AND " + fmt.Sprintf(c.condition, len(args))
		}
	}
	return tx.events(query+fmt.Sprintf(" ORDER BY e.at_ms DESC, e.id DESC LIMIT %d", limit), args...)
}

// unsealedFor is for how long a transaction may have been under way when the last seal was
// made, and by how much clocks of nodes may differ, with room to spare.
const unsealedFor = 24 * time.Hour

func (tx officeTx) Unsealed(last staff.Seal, limit int) ([]staff.Event, error) {
	since := int64(0)
	if last.Number > 0 {
		since = millis(last.At.Add(-unsealedFor))
	}
	return tx.events(fmt.Sprintf(` FROM office_event e WHERE e.at_ms >= $1 AND NOT EXISTS (SELECT 1 FROM office_sealed s WHERE s.event = e.id)
		ORDER BY e.at_ms, e.id LIMIT %d`, limit), since)
}

func readSeal(scan func(into ...any) error) (s staff.Seal, err error) {
	var at int64
	err = scan(&s.Number, &at, &s.Events, &s.Digest)
	s.At = instant(at)
	return s, err
}

func (tx officeTx) LastSeal() (staff.Seal, error) {
	s, err := readSeal(tx.QueryRow("SELECT number, at_ms, events, digest FROM office_seal ORDER BY number DESC LIMIT 1").Scan)
	if s, err = found(s, err, "the last seal"); errors.Is(err, staff.ErrNotFound) {
		return staff.Seal{}, nil
	}
	return s, err
}

func (tx officeTx) AddSeal(s staff.Seal, over []staff.Event) error {
	_, err := tx.Exec("INSERT INTO office_seal (number, at_ms, events, digest) VALUES ($1, $2, $3, $4)", s.Number, millis(s.At), s.Events, s.Digest)
	for i := 0; i < len(over) && err == nil; i += sealedAtOnce {
		var all values
		for _, e := range over[i:min(i+sealedAtOnce, len(over))] {
			all.add(e.ID, s.Number)
		}
		err = all.exec(tx.Tx, "INSERT INTO office_sealed (event, seal) VALUES ", "")
	}
	switch {
	case errors.Is(err, ErrExists):
		return staff.ErrExists
	case err != nil:
		return fmt.Errorf("add a seal: %w", err)
	}
	return nil
}

// sealedAtOnce limits the parameters of a statement.
const sealedAtOnce = 500

func (tx officeTx) SealAfter(number int64) (staff.Seal, []staff.Event, error) {
	s, err := readSeal(tx.QueryRow("SELECT number, at_ms, events, digest FROM office_seal WHERE number > $1 ORDER BY number LIMIT 1", number).Scan)
	if s, err = found(s, err, "a seal"); err != nil {
		return s, nil, err
	}
	over, err := tx.events(" FROM office_event e WHERE e.id IN (SELECT s.event FROM office_sealed s WHERE s.seal = $1) ORDER BY e.id", s.Number)
	return s, over, err
}
