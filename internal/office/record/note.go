package record

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/office/staff"
)

// NoteKind says what somebody has written about a booking.
type NoteKind string

// The kinds of notes.
const (
	Plain   NoteKind = "note"
	Special NoteKind = "request" // what the guest asks of the park
	Yes     NoteKind = "yes"     // the park's answer
	No      NoteKind = "no"
)

// Note is what somebody has written about a booking. It is never changed.
type Note struct {
	ID, Ref          string
	Kind             NoteKind
	About            string // of an answer: the request
	Text             string
	Pinned, ParkSees bool
	Person, By       string
	At               time.Time
	Key              string
}

// NoteIn is what is to be written. Kind is note, request, yes or no; About is the request that
// the park answers. A second call with the same key writes nothing.
type NoteIn struct {
	Ref      string `json:"ref"`
	Key      string `json:"key"`
	Kind     string `json:"kind,omitempty"` // '': note
	About    string `json:"about,omitempty"`
	Text     string `json:"text"`
	Pinned   bool   `json:"pinned"`
	ParkSees bool   `json:"parkSees"`
}

// NoteOut names the note.
type NoteOut struct {
	ID string `json:"id"`
}

const (
	longestNote = 2000 // characters
	longestKey  = 64
)

// Note is the call that adds a note, a special request or the park's answer to one. The park
// sees requests, answers, and what its own staff write.
func (s *Service) Note(ctx context.Context, p *staff.Person, in NoteIn) (out NoteOut, err error) {
	n := Note{Kind: NoteKind(in.Kind), About: in.About, Text: strings.TrimSpace(in.Text), Pinned: in.Pinned, Person: p.ID, By: p.Name, Key: in.Key}
	if in.Kind == "" {
		n.Kind = Plain
	}
	n.ParkSees = in.ParkSees || n.Kind != Plain || p.Role == staff.Park
	if err := n.check(); err != nil {
		return out, err
	}
	err = s.store.Update(ctx, func(tx Tx) error {
		b, err := readable(tx, p, in.Ref)
		if err == nil {
			b, err = tx.LockBooking(b.Ref) // an erasure at the same time must find the note, or be seen here
		}
		if err != nil {
			return err
		}
		if !b.ErasedAt.IsZero() {
			return staff.Refuse(staff.Invalid, "The details of this booking are erased, so nothing is written about it any more.")
		}
		n.Ref = b.Ref
		if err := answersRequest(tx, n); err != nil {
			return err
		}
		added := false
		if out.ID, added, err = tx.AddNote(n); err != nil || !added {
			return err
		}
		return tx.AddEvent(staff.EventOf(p, "write "+string(n.Kind), b.Ref))
	})
	return out, wrap("write a note", err)
}

// check returns what is wrong with a note, as a refusal of a field.
func (n Note) check() error {
	switch {
	case !slices.Contains([]NoteKind{Plain, Special, Yes, No}, n.Kind):
		return staff.Wrong("kind", "This is no kind of note.")
	case n.Key == "" || len(n.Key) > longestKey:
		return staff.Wrong("key", "The request has no key. Load the page again.")
	case n.Text == "" && n.Kind != Yes && n.Kind != No:
		return staff.Wrong("text", "Write something first.")
	case utf8.RuneCountInString(n.Text) > longestNote || !utf8.ValidString(n.Text) || strings.ContainsRune(n.Text, 0):
		return staff.Wrong("text", "A note has at most 2,000 characters.")
	}
	return nil
}

// answersRequest checks that an answer is to a request of the same booking.
func answersRequest(tx Tx, n Note) error {
	if n.Kind != Yes && n.Kind != No {
		return nil
	}
	notes, err := tx.Notes(n.Ref)
	if err == nil && !slices.ContainsFunc(notes, func(r Note) bool { return r.ID == n.About && r.Kind == Special }) {
		err = staff.Wrong("about", "There is no such request.")
	}
	return err
}

// checkTime is for how long the check of a caller is good.
const checkTime = 15 * time.Minute

// CheckIn is what a caller has said right: two of postcode, arrival, amount (the last one paid)
// and card (the end of its number).
type CheckIn struct {
	Ref    string   `json:"ref"`
	Ticked []string `json:"ticked"`
}

// CheckOut is the check.
type CheckOut struct {
	Check CallerCheck `json:"check"`
}

// Check is the call that records that a caller has said two things right that only the guest
// knows. It is good for 15 minutes, for the person who has asked.
func (s *Service) Check(ctx context.Context, p *staff.Person, in CheckIn) (out CheckOut, err error) {
	err = s.store.Update(ctx, func(tx Tx) error {
		b, err := readable(tx, p, in.Ref)
		if err != nil {
			return err
		}
		known, err := askable(tx, b)
		if err != nil {
			return err
		}
		ticked := slices.Compact(slices.Sorted(slices.Values(in.Ticked)))
		for _, t := range ticked {
			if !slices.Contains(known, t) {
				return staff.Wrong("ticked", "The booking has no "+t+" to ask for.")
			}
		}
		if len(ticked) < 2 {
			return staff.Wrong("ticked", "Ask for two of postcode, arrival, last amount and card ending.")
		}
		if err := tx.SaveCheck(p.ID, b.Ref, ticked); err != nil {
			return err
		}
		event := staff.EventOf(p, checkAction, b.Ref)
		event.Fields = ticked
		if err := tx.AddEvent(event); err != nil {
			return err
		}
		out.Check, err = checkOf(tx, p, b.Ref)
		return err
	})
	return out, wrap("check a caller", err)
}

// checkAction is the action of the event of a check.
const checkAction = "check caller"

// askable lists what a caller can be asked about a booking.
func askable(tx Tx, b booking.Booking) (known []string, err error) {
	if !b.ErasedAt.IsZero() {
		return nil, nil
	}
	known = []string{"arrival"}
	if b.Contact.Postcode != "" {
		known = append(known, "postcode")
	}
	attempts, err := tx.AttemptsToShow(b.Ref)
	for _, a := range attempts {
		if !a.SettledAt.IsZero() && a.Amount > 0 && !slices.Contains(known, "amount") {
			known = append(known, "amount")
		}
		if a.Authorised.LastFour != "" && !slices.Contains(known, "card") {
			known = append(known, "card")
		}
	}
	return known, err
}

// checkOf returns the check of a person that is still good.
func checkOf(tx Tx, p *staff.Person, ref string) (CallerCheck, error) {
	none := CallerCheck{Matched: []string{}}
	matched, at, err := tx.CheckOf(p.ID, ref)
	if err != nil || at.IsZero() || tx.Now().Sub(at) >= checkTime {
		return none, err
	}
	return CallerCheck{instant(at.Add(checkTime)), matched}, nil
}
