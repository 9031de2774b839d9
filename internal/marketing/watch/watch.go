// Package watch tells people who ask for it when the price of a stay falls, when a stay that
// was sold out is on sale again, and when the stay of their booking costs less than they have
// booked it for. An address is written to only after its owner has confirmed that, and gets
// one e-mail with news a day at most.
package watch

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
)

// The kinds of outbox jobs, each with a Job as payload.
const (
	EmailConfirm = "mail.confirm-watch" // asks the owner of an address to confirm
	EmailNews    = "mail.watch-news"
)

// Most is how many stays an address can watch.
const Most = 20

// Anybody can enter an address. AskAgain is the time within which no second e-mail asks it to
// confirm, until its owner has answered the first one, and AskAgainAfterEnd the time for an
// address whose owner has ended everything since the last one, or without ever confirming
// anything.
const (
	AskAgain         = 24 * time.Hour
	AskAgainAfterEnd = 30 * 24 * time.Hour
)

// Stay is what somebody watches.
type Stay struct {
	Channel, Park string
	// Unit is the unit type; "" means any of the park on the channel.
	Unit    string
	Arrival date.Date
	Nights  int
	Party   booking.Party
}

// Text says when the stay is and for whom, as people read it.
func (s Stay) Text() string {
	nights := "1 night"
	if s.Nights != 1 {
		nights = strconv.Itoa(s.Nights) + " nights"
	}
	return s.Arrival.Long() + ", " + nights + ", " + s.Party.Text()
}

// Watch is a stay that an address watches.
type Watch struct {
	ID   string
	Stay Stay
	// Ref is the booking of the stay; "" where it is not booked.
	Ref string
	// Told is the price that the watcher knows; 0: that the stay is sold out. Of a booking it is
	// what the stay was booked for, until a lower price was told.
	Told money.Pence
	// Returns means that the stay was sold out when the watch began: each time that it is on sale
	// again is news.
	Returns   bool
	Confirmed bool
}

// isNews reports whether the watcher wants to know of a price; 0: the stay is sold out.
func (w Watch) isNews(price money.Pence) bool {
	return price > 0 && (w.Told == 0 || price < w.Told)
}

// Watcher is an address with its watches.
type Watcher struct {
	Email string
	// Token names the watcher in links of e-mails. Who has it may confirm and end watches.
	Token   string
	Watches []Watch // by arrival
}

// Pending reports whether a watch waits for its confirmation.
func (w Watcher) Pending() bool {
	for _, one := range w.Watches {
		if !one.Confirmed {
			return true
		}
	}
	return false
}

// Due is a watch that is to be tested. Wrong is why it cannot be read.
type Due struct {
	Watch
	Token string // of its watcher
	// Written means that the watcher had an e-mail with news today, and gets no other.
	Written bool
	Wrong   error
}

// Store keeps watches. "Today" is the day in London.
type Store interface {
	// Ask stores a watch that its owner has not confirmed yet, and a job that asks to. It changes
	// nothing where there is the same watch, or Most of the address, and sends no second e-mail
	// within AskAgain, or AskAgainAfterEnd.
	Ask(ctx context.Context, email string, w Watch) error
	// Watcher finds a watcher by token, with the watches whose stays are still to come; ok is
	// false where there is none.
	Watcher(ctx context.Context, token string) (w Watcher, ok bool, err error)
	// Confirm confirms all watches of a watcher, and writes a job that tells what is news by
	// now. ok is false where there is no such watcher.
	Confirm(ctx context.Context, token string) (ok bool, err error)
	// End deletes a watch, or all of a watcher where id is "". ok is false where there is no such
	// watcher.
	End(ctx context.Context, token, id string) (ok bool, err error)

	// Lead makes a node the one that tests for a time, or reports that another is.
	Lead(ctx context.Context, node string, lease time.Duration) (leads bool, err error)
	// ChangesAfter returns what has changed after a change of the log; after -1 anything may have.
	ChangesAfter(ctx context.Context, number int64) (availability.Changed, error)
	// Due lists confirmed watches of parks (nil: of all) after an id, by id: those of stays to
	// come, whose watchers have had no e-mail with news today, and of those who have had one
	// the stays that may be sold out again.
	Due(ctx context.Context, parks []string, after string, limit int) ([]Due, error)
	// Found writes a job for each watcher of whom there is news, unless one waits, and notes that
	// stays are sold out, by the ids of their watches.
	Found(ctx context.Context, tokens []string, change int64, soldOut []string) error

	// Claim notes that a watcher is sent an e-mail with news today; ok is false where that was
	// noted before. Unclaim takes it back: the e-mail was not sent.
	Claim(ctx context.Context, token string) (ok bool, err error)
	Unclaim(ctx context.Context, token string) error
	// Told notes the prices that a watcher was told, by the ids of watches.
	Told(ctx context.Context, prices map[string]money.Pence) error
}

// View is what is for sale: a catalogue with its prices.
type View struct {
	Catalogue *catalogue.Snapshot
	Index     *availability.Index
}

// Price returns the lowest price of a stay, as the park's page shows it, and its unit type; 0
// where it is not on sale.
func (v View) Price(s Stay) (price money.Pence, unit *catalogue.UnitInfo) {
	park, ok := v.Catalogue.Park(s.Park)
	number, known := v.Index.Unit(s.Unit)
	if !ok || s.Unit != "" && !known {
		return 0, nil
	}
	channel, _ := catalogue.ChannelOf(s.Channel)
	offers := v.Index.ParkWindow(&availability.WindowQuery{Park: s.Park, Channel: s.Channel, From: s.Arrival, To: s.Arrival, Nights: s.Nights,
		Party: s.Party.Size(), Dogs: s.Party.Dogs && channel.TakesDogs()}, nil)
	for _, offer := range offers { // the cheapest first
		if s.Unit != "" && offer.Unit != number {
			continue
		}
		for _, u := range park.Units {
			if n, _ := v.Index.Unit(u.ID); n == offer.Unit {
				return offer.Price, u
			}
		}
	}
	return 0, nil
}

// Job is the payload of an outbox job. It holds no personal data, so a job whose data was
// erased does nothing.
type Job struct {
	Token string `json:"token"`
	// Change is the change of the log by which there is news.
	Change int64 `json:"change,omitempty"`
}

// Payload returns the job as the payload of the outbox.
func (j Job) Payload() string {
	encoded, _ := json.Marshal(j) // a string and a number can always be encoded
	return string(encoded)
}

// ReadJob reads a payload.
func ReadJob(payload string) (j Job, err error) {
	if err := json.Unmarshal([]byte(payload), &j); err != nil {
		return j, fmt.Errorf("read the job of an e-mail to a watcher: %w: %w", err, outbox.ErrNever)
	}
	return j, nil
}
