// Package ical exchanges the nights of unit types of one unit with calendars of other
// channels, by iCalendar documents: it reads which nights are blocked there, and gives each
// channel a link to those that are booked here. A broken feed never opens a night that is
// sold elsewhere; feed.go has its rules.
package ical

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/date"
)

const (
	// Every is how often a feed is read, Patience how long it may not be readable before no
	// night is sold any more.
	Every    = 15 * time.Minute
	Patience = 24 * time.Hour
	// mostOfDay is how many runs of nights a feed may block and free on a day. After that it
	// frees none until the next day: each run is a row of a history that is kept for ever, and
	// one that only blocks soon has nothing left to block.
	mostOfDay = 300
)

// Calendar is the calendar of a unit type at another channel.
type Calendar struct {
	UnitType string
	// Source is the channel as staff name it, such as "airbnb".
	Source string
	// Address is where its blocked nights are read; "" means that only ours are given. It is
	// as good as a password, and stays out of logs and lists.
	Address string
	// Private allows an address in our own network, and plain HTTP.
	Private bool
	Added   time.Time
	// ETag is that of the document whose nights are blocked.
	ETag string
	// Fewer is the digest of a document in which more than half of the nights were missing.
	Fewer string
	// Error is why the last document was not used, Notice what of it was not understood.
	Error, Notice string
	// Stopped means that it was not readable for a day, so that no night is sold.
	Stopped bool
	// Tried is when it was last read, Good when that last went well, Due when it is read next.
	Tried, Good, Due time.Time
	// Link is the number of the link to our nights: another number revokes the one before.
	Link int64
	// Seed makes the UIDs of our events.
	Seed uuid.UUID
	// Read is when the channel last read our nights; Earlier means that it did so by a link
	// that an earlier secret has signed.
	Read    time.Time
	Earlier bool
}

// Host is the host of the address, which may be shown.
func (c Calendar) Host() string {
	at, err := url.Parse(c.Address)
	if err != nil {
		return ""
	}
	return at.Hostname()
}

// The statuses of calendars.
const (
	Unread  = "not read" // it has no address
	Good    = "good"
	Failing = "failing"
	Stopped = "stopped" // it was not readable for a day: nothing is sold
)

// Statuses are all of them.
var Statuses = []string{Unread, Good, Failing, Stopped}

// Status says how reading goes.
func (c Calendar) Status() string {
	switch {
	case c.Address == "":
		return Unread
	case c.Stopped:
		return Stopped
	case c.Error != "":
		return Failing
	}
	return Good
}

// sourceName is what the names of channels look like.
var sourceName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// check says what is wrong with the name or the address, and makes webcal:// https://.
func (c *Calendar) check() error {
	if !sourceName.MatchString(c.Source) {
		return fmt.Errorf("the channel's name needs lower-case letters, digits and hyphens, not %q", c.Source)
	}
	if rest, ok := strings.CutPrefix(c.Address, "webcal://"); ok {
		c.Address = "https://" + rest
	}
	at, err := url.Parse(c.Address)
	if c.Address != "" && (err != nil || at.Host == "" || !allowed(at, c.Private)) {
		return fmt.Errorf("the address is one that begins with https://, without a password")
	}
	return nil
}

// Nights is a set of nights.
type Nights map[date.Date]bool

// without returns the nights that are not in others.
func (n Nights) without(others Nights) Nights {
	left := maps.Clone(n)
	maps.DeleteFunc(left, func(night date.Date, _ bool) bool { return others[night] })
	return left
}

// Run is all nights from First to Last, both included.
type Run struct{ First, Last date.Date }

// Runs returns the nights as the fewest runs, ascending.
func (n Nights) Runs() (runs []Run) {
	for _, night := range slices.Sorted(maps.Keys(n)) {
		if last := len(runs) - 1; last >= 0 && runs[last].Last+1 == night {
			runs[last].Last = night
			continue
		}
		runs = append(runs, Run{night, night})
	}
	return runs
}

// digest names the set.
func (n Nights) digest() string {
	sum := sha256.Sum256(fmt.Append(nil, n.Runs()))
	return hex.EncodeToString(sum[:8])
}

// fetched is what came of reading a feed.
type fetched struct {
	same    bool // since the document of the ETag
	blocked Nights
	notice  string
	etag    string
	err     error
}

// take notes what a feed has said, and returns the nights that are to be blocked and freed.
// blocked are those that it has blocked from today on. New nights are blocked at once; where
// more than half of the others are missing, they stay until it says the same again.
func (c *Calendar) take(f fetched, blocked Nights, now time.Time) (block, free Nights) {
	c.Tried = now
	switch {
	case f.err != nil:
		c.Error = f.err.Error()
		return nil, nil
	case f.same:
		c.good(now)
		return nil, nil
	}
	block, free = f.blocked.without(blocked), blocked.without(f.blocked)
	if digest := f.blocked.digest(); 2*len(free) > len(blocked) && c.Fewer != digest {
		c.Fewer, c.ETag, c.Notice = digest, "", f.notice
		c.Error = fmt.Sprintf("%d of %d blocked nights are missing in it: they stay blocked until it says the same again", len(free), len(blocked))
		return block, nil
	}
	c.ETag, c.Notice = f.etag, f.notice
	c.good(now)
	return block, free
}

// keep leaves nights blocked that a feed has freed, because it changes too often.
func (c *Calendar) keep(free Nights) (none Nights) {
	c.ETag = "" // so that the next day's document is read whatever it is
	c.Notice = fmt.Sprintf("it has changed too often today: %d nights that are free in it stay blocked until tomorrow", len(free))
	return nil
}

func (c *Calendar) good(now time.Time) { c.Good, c.Error, c.Fewer = now, "", "" }

// late reports whether the feed has not been readable for too long.
func (c *Calendar) late(now time.Time) bool {
	since := c.Good
	if since.Before(c.Added) {
		since = c.Added
	}
	return c.Address != "" && now.Sub(since) > Patience
}

// stopped is the source of the nights that are blocked because a feed is not readable.
func (c Calendar) stopped() string { return c.Source + " stopped" }

// Stay is a booking of the unit that is confirmed or being paid.
type Stay struct {
	Ref              string
	First            date.Date
	Nights           int
	Started, Changed time.Time
}

// Overlap is a booking of ours on nights that a channel has blocked.
type Overlap struct {
	Ref string
	// Open means that staff must look at it. Otherwise the channel had read the booking, and
	// blocks its nights for us, or staff have settled it.
	Open bool
}

// overlaps returns the bookings on blocked nights. known are those of the last time, which
// stay as they are. One that the channel had read, and whose nights it has blocked all, is
// what we have told it: that need not be looked at.
func (c *Calendar) overlaps(stays []Stay, blocked Nights, known []Overlap, today date.Date) (found []Overlap) {
	for _, s := range stays {
		some, all := false, true
		for night := max(s.First, today); night < s.First+date.Date(s.Nights); night++ {
			some, all = some || blocked[night], all && blocked[night]
		}
		if !some {
			continue
		}
		o := Overlap{s.Ref, !all || !c.Read.After(s.Changed)}
		if i := slices.IndexFunc(known, func(k Overlap) bool { return k.Ref == s.Ref }); i >= 0 {
			o = known[i]
		}
		found = append(found, o)
	}
	return found
}
