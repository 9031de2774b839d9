package reservation

import (
	"time"

	"holidaymaker/internal/booking"
)

// Row is what a partner is to know of a booking, and what it knows. Versions grow, and are
// at least the time of the change in seconds since 1970; 0 means none.
type Row struct {
	Ref string
	// Partner is the partner's id and its code of the park, such as "haven/HV101": a booking
	// that moves to another park is cancelled at one and made at the other.
	Partner string
	// Present means that the partner takes the booking now. Otherwise the booking was moved
	// to a park of another partner, and this one must give it up.
	Present bool
	// Version is that of what the partner is to know.
	Version int
	// Base is the version of the first Commit whose outcome is not known.
	Base int
	// Ending is the version of the newest Cancel, where its outcome is not known.
	Ending int
	// Held means that the partner has the reservation.
	Held bool
	// Delivered is the newest version of which the partner knows, Acked the newest that it
	// has acknowledged, and Refused the newest that it has refused.
	Delivered, Acked, Refused int
	// Holds is the stay for which the partner certainly keeps a unit: it has acknowledged it,
	// and was not told of another one, or of none, since.
	Holds Holds
	// Told is what the partner was last told, as JSON of a State without the guest; "" before.
	Told string
	// Number is the partner's own number of the reservation.
	Number string
	// Error is why the last message failed, Refusal why the partner refused one, Warning
	// what it said when it accepted one. They contain no personal data.
	Error, Refusal, Warning string

	// Alerted means that park and staff were told that a version is not acknowledged.
	Alerted bool

	// Claimed is until when a node may be sending a message.
	Claimed time.Time
	// Waiting is since when a version is not acknowledged; zero: all are.
	Waiting         time.Time
	SentAt, AckedAt time.Time
}

// Holds is a stay for which a partner keeps a unit.
type Holds struct {
	Room     string // the partner's code
	From, To string // arrival and departure, yyyy-mm-dd
	// Since is when it has acknowledged that; zero: not yet.
	Since time.Time
}

// Backlog counts what partners have not acknowledged.
type Backlog struct {
	// Waiting has not arrived, the oldest since a time.
	Waiting int
	Since   time.Time
	// Unread has arrived by e-mail, and nobody has pressed the button.
	Unread  int
	Refused int
}

// Action is what a message asks of a partner.
type Action string

// The actions.
const (
	Nothing Action = ""
	Commit  Action = "commit" // take the reservation
	Modify  Action = "modify" // replace all that you know of it
	Cancel  Action = "cancel" // give it up
)

// Status is what staff see of a reservation.
type Status string

// The statuses.
const (
	Acknowledged Status = "acknowledged"
	Delivered    Status = "delivered" // nobody has acknowledged it yet
	Waits        Status = "waiting"
	Refused      Status = "refused"
)

// Status says how far the newest version has come.
func (r Row) Status() Status {
	switch r.Version {
	case r.Acked:
		return Acknowledged
	case r.Refused:
		return Refused
	case r.Delivered:
		return Delivered
	}
	return Waits
}

// live reports whether the partner is to have the reservation of a booking; otherwise it is to
// give it up.
func (r Row) live(b booking.Booking) bool { return r.Present && b.State == booking.Confirmed }

// next returns the message that is to be sent, and its version. live means that the partner
// is to have the reservation.
//
// A Commit is repeated, as its first version, until its outcome is known: the partner may
// have it, and may take a repetition for what it knows already. So a Cancel never overtakes
// it, and what has changed since follows as a Modify. That a repetition is refused says
// nothing of the first one. A Cancel, too, is repeated until its
// outcome is known before the partner is to have the reservation again, as a new one.
func (r Row) next(live bool) (Action, int) {
	switch {
	case r.Delivered == r.Version || r.Refused == r.Version:
		return Nothing, 0
	case r.Base > 0:
		return Commit, r.Base
	case live && r.Ending > 0:
		return Cancel, r.Ending
	case live && !r.Held:
		return Commit, r.Version
	case live:
		return Modify, r.Version
	case r.Held:
		return Cancel, r.Version
	}
	return Nothing, 0
}

// markSending notes that a message is about to be sent, by a node that has until a time.
func (r *Row) markSending(action Action, version int, now, until time.Time) {
	if action == Commit && r.Base == 0 {
		r.Base = version
	}
	if action == Cancel {
		r.Ending = version
	}
	r.SentAt, r.Claimed = now, until
}

// doubt notes that a message is about to ask the partner to keep a unit for another stay, or
// for none. It may obey, and count the unit as free, long before we know: its answer may be
// late, lost, or the refusal of a repetition. So it is not taken to keep the unit any more.
// doubt returns what it kept before.
func (r *Row) doubt(m Message) (kept Holds) {
	kept = r.Holds
	if m.Action == Cancel || !kept.sameStay(holdsOf(m)) {
		r.Holds = Holds{}
	}
	return kept
}

// settle notes that the partner need not be told anything: it never had the reservation.
func (r *Row) settle() {
	r.Delivered = r.Version
	r.ack(r.Version, time.Time{})
	r.Error = ""
}

// ack notes that a version was acknowledged.
func (r *Row) ack(version int, now time.Time) {
	if version <= r.Acked {
		return
	}
	r.Acked = version
	if !now.IsZero() {
		r.AckedAt = now
	}
	if r.Held && r.Holds.Since.IsZero() {
		r.Holds.Since = now
	}
	if r.Acked == r.Version {
		r.Waiting, r.Alerted = time.Time{}, false
	}
}

// record notes the answer to a message. An answer that comes after that of a newer message
// changes nothing.
func (r *Row) record(m Message, a Answer, now time.Time) {
	if r.Claimed.Equal(m.claimed) {
		r.Claimed = time.Time{}
	}
	if m.Version <= r.Delivered {
		return
	}
	r.Error, r.Warning = a.Error, a.Warning
	switch {
	case a.Refusal != "":
		r.Refusal, r.Ending = a.Refusal, 0
		if m.Action != Commit || m.first {
			r.Base = 0 // otherwise the partner may have taken an earlier one: the next change asks again
		}
		if m.Action == Cancel && m.live {
			r.Held = false // it has given the reservation up before; if not, it refuses the Commit
		} else {
			r.Refused, r.Alerted = max(r.Refused, m.newest), false
		}
	case a.Error != "":
		if a.Unsent && m.first {
			r.Base, r.Ending, r.Holds = 0, 0, m.kept
		}
	default:
		r.Refusal, r.Base, r.Ending, r.Held, r.Delivered = "", 0, 0, m.Action != Cancel, m.Version
		r.hold(m)
		if a.Number != "" {
			r.Number = a.Number
		}
		if !a.Unread {
			r.ack(m.Version, now)
		}
	}
}

// hold notes for which stay the partner keeps a unit after a message.
func (r *Row) hold(m Message) {
	switch now := holdsOf(m); {
	case !r.Held:
		r.Holds = Holds{}
	case !now.sameStay(r.Holds):
		r.Holds = now
	}
}

// holdsOf returns the stay of a message.
func holdsOf(m Message) Holds {
	return Holds{Room: m.Booking.Room, From: m.Booking.Arrival, To: m.Booking.Departure}
}

// sameStay reports whether two are the same stay in the same room.
func (h Holds) sameStay(other Holds) bool {
	return h.Room == other.Room && h.From == other.From && h.To == other.To
}
