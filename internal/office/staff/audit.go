package staff

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Event is a record of what a person did or read. It is never changed.
type Event struct {
	ID      string
	At      time.Time
	Person  string // id; '' for a command or the system
	By      string // name, as the record shows it
	Role    Role   // '' without a person
	Session string
	Action  string   // such as 'refund' or 'read booking'
	Ref     string   // of a booking; '' where there is none
	Fields  []string // that were read or changed
	Why     string
	Plan    string // hash
	Done    string // what was done, in words without personal data
	// Values are personal data, such as the name that was replaced. The erasure of a booking
	// empties those of its events.
	Values []Value
}

// Value is a personal value of an event. What is sealed is its digest, with a key of its own
// which is erased with it: afterwards nobody can try which value it was.
type Value struct{ Field, Text, Key, Digest string }

// NewValue returns a value of an event.
func NewValue(field, text string) Value {
	v := Value{Field: field, Text: text, Key: rand.Text()}
	v.Digest = v.digest()
	return v
}

func (v Value) digest() string {
	mac := hmac.New(sha256.New, []byte(v.Key))
	mac.Write([]byte(v.Text))
	return hex.EncodeToString(mac.Sum(nil))
}

// EventOf begins the record of what a person does now.
func EventOf(p *Person, action, ref string) Event {
	return Event{Person: p.ID, By: p.Name, Role: p.Role, Session: p.Session, Action: action, Ref: ref}
}

// readAgain is for how long readings of the same page by the same person are one.
const readAgain = 5 * time.Minute

// Recorder is the part of a transaction that records events.
type Recorder interface {
	Now() time.Time
	AddEvent(e Event) error
	// HasEvent reports whether there is an event since a time that is the same but for its id,
	// time and values: of the same person and session, about the same booking.
	HasEvent(like Event, since time.Time) (bool, error)
}

// AddReading records that a person reads personal data, such as a booking or a list with names.
// What they read within five minutes again is one reading.
func AddReading(tx Recorder, e Event) error {
	has, err := tx.HasEvent(e, tx.Now().Add(-readAgain))
	if err != nil || has {
		return err
	}
	return tx.AddEvent(e)
}

// Seal covers events that were committed since the seal before. Its digest includes that of
// the seal before, so that no event can be changed, added or removed without changing all
// later seals.
type Seal struct {
	Number int64 // from 1, without gaps
	// At is when it was made; of a seal over as many events as one can cover, when the last of
	// them happened.
	At     time.Time
	Events int
	Digest string
}

// sealMost is how many events a seal covers at most.
const sealMost = 5000

// digestOf returns the digest of a seal over events, in the order of their ids.
func digestOf(before string, events []Event) (string, error) {
	sum := sha256.New()
	sum.Write([]byte(before))
	slices.SortFunc(events, func(a, b Event) int { return strings.Compare(a.ID, b.ID) })
	for _, e := range events {
		values := make([][2]string, len(e.Values))
		for i, v := range e.Values {
			values[i] = [2]string{v.Field, v.Digest}
		}
		row, err := json.Marshal([]any{e.ID, e.At.UnixMilli(), e.Person, e.By, e.Role, e.Session, e.Action, e.Ref, append([]string{}, e.Fields...), e.Why, e.Plan, e.Done, values})
		if err != nil {
			return "", err
		}
		sum.Write(row)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// SealEvents seals the events that no seal covers yet, and returns the new seals. Several nodes
// may do so at the same time: one of them makes each seal.
func SealEvents(ctx context.Context, store Store) (made []Seal, err error) {
	for {
		var seal Seal
		err := store.Update(ctx, func(tx Tx) error {
			last, err := tx.LastSeal()
			if err != nil {
				return err
			}
			events, err := tx.Unsealed(last, sealMost)
			seal = Seal{Number: last.Number + 1, At: tx.Now(), Events: len(events)}
			if err != nil || len(events) == 0 {
				return err
			}
			if len(events) == sealMost { // more may wait: the next seal looks for them from here
				seal.At = events[len(events)-1].At
			}
			if seal.Digest, err = digestOf(last.Digest, events); err != nil {
				return err
			}
			return tx.AddSeal(seal, events)
		})
		switch {
		case errors.Is(err, ErrExists):
			return made, nil // another node was first
		case err != nil:
			return made, fmt.Errorf("seal the record of the office: %w", err)
		case seal.Events == 0:
			return made, nil
		}
		made = append(made, seal)
		if seal.Events < sealMost {
			return made, nil
		}
	}
}

// VerifySeals holds every seal against the events that it covers. It returns how many events
// are sealed, the last seal, and what is wrong: at which seal a digest differs, and values that
// were changed.
func VerifySeals(ctx context.Context, store Store) (events int, last Seal, wrong []string, err error) {
	for {
		var next Seal
		var of []Event
		err = store.View(ctx, func(tx Tx) (err error) {
			next, of, err = tx.SealAfter(last.Number)
			return err
		})
		if errors.Is(err, ErrNotFound) {
			return events, last, wrong, nil
		}
		var digest string
		if err == nil {
			digest, err = digestOf(last.Digest, of)
		}
		if err != nil {
			return events, last, wrong, fmt.Errorf("verify the record of the office: %w", err)
		}
		if digest != next.Digest || next.Number != last.Number+1 || next.Events != len(of) {
			wrong = append(wrong, fmt.Sprintf("seal %d of %s does not match its %d events", next.Number, next.At.Format(time.RFC3339), len(of)))
		}
		for _, e := range of {
			for _, v := range e.Values {
				if v.Key != "" && v.digest() != v.Digest {
					wrong = append(wrong, fmt.Sprintf("a value of event %s was changed", e.ID))
				}
			}
		}
		events, last = events+len(of), next
	}
}
