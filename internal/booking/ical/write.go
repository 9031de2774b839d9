package ical

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"holidaymaker/internal/date"
)

// Closed is units that staff have closed by hand (a positive number) or opened again.
type Closed struct {
	ID          string
	First, Last date.Date
	Units       int
	At          time.Time
}

// event is a run of nights that others must not sell.
type event struct {
	uid              uuid.UUID
	first, end       date.Date // end is the day after the last night
	started, changed time.Time
}

// events returns what a channel is told: bookings, and what staff have closed. What other
// channels have blocked is not among it: two calendars that repeat each other's blocks would
// keep them for ever.
func (c *Calendar) events(stays []Stay, closed []Closed, today date.Date) (all []event) {
	for _, s := range stays {
		all = append(all, event{uuid.NewSHA1(c.Seed, []byte(s.Ref)), s.First, s.First + date.Date(s.Nights), s.Started, s.Changed})
	}
	all = append(all, c.closures(closed)...)
	all = slices.DeleteFunc(all, func(e event) bool { return e.end <= today })
	slices.SortFunc(all, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.first, b.first), strings.Compare(a.uid.String(), b.uid.String()))
	})
	return all
}

// closures returns the nights that are closed by hand, a run for each closure and gap in it.
// closed is sorted by time.
func (c *Calendar) closures(closed []Closed) (all []event) {
	units, by := map[date.Date]int{}, map[date.Date]int{} // by: the closure that has closed a night last
	for i, one := range closed {
		for night := one.First; night <= one.Last; night++ {
			if units[night] += one.Units; one.Units > 0 {
				by[night] = i
			}
		}
	}
	for i, one := range closed {
		own := Nights{}
		for night := one.First; night <= one.Last; night++ {
			if owner, ok := by[night]; ok && owner == i && units[night] > 0 {
				own[night] = true
			}
		}
		for _, run := range own.Runs() {
			e := event{uuid.NewSHA1(c.Seed, fmt.Appendf(nil, "closure %s %s", one.ID, run.First.ISO())), run.First, run.Last + 1, one.At, one.At}
			for _, other := range closed[i:] { // which may have cut it
				if other.First <= run.Last+1 && other.Last >= run.First-1 {
					e.changed = other.At
				}
			}
			all = append(all, e)
		}
	}
	return all
}

// document writes events in iCalendar (RFC 5545). It has no names, and changes only when an
// event does: a SEQUENCE is the seconds from the beginning of an event to its last change.
func document(events []event) []byte {
	var b bytes.Buffer
	add := func(name, value string) { fold(&b, name+value) }
	add("BEGIN:", "VCALENDAR")
	add("VERSION:", "2.0")
	add("PRODID:", "-//Holidaymaker//Reserved nights//EN")
	add("METHOD:", "PUBLISH")
	add("REFRESH-INTERVAL;VALUE=DURATION:", "PT1H")
	for _, e := range events {
		changed := e.changed.UTC().Format("20060102T150405Z")
		add("BEGIN:", "VEVENT")
		add("UID:", e.uid.String())
		add("DTSTAMP:", changed)
		add("LAST-MODIFIED:", changed)
		add("SEQUENCE:", strconv.Itoa(max(0, int(e.changed.Sub(e.started)/time.Second))))
		add("DTSTART;VALUE=DATE:", e.first.Time().Format("20060102"))
		add("DTEND;VALUE=DATE:", e.end.Time().Format("20060102"))
		add("SUMMARY:", "Reserved")
		add("TRANSP:", "OPAQUE")
		add("END:", "VEVENT")
	}
	add("END:", "VCALENDAR")
	return b.Bytes()
}

// longestLine is how many octets a line has at most, without its end.
const longestLine = 75

// fold writes a line, broken between runes where it is too long.
func fold(b *bytes.Buffer, line string) {
	for room := longestLine; len(line) > room; room = longestLine - 1 { // the space counts
		cut := room
		for cut > 1 && !utf8.RuneStart(line[cut]) {
			cut--
		}
		b.WriteString(line[:cut] + "\r\n ")
		line = line[cut:]
	}
	b.WriteString(line + "\r\n")
}
