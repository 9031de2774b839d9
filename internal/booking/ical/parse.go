package ical

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/date"
)

const (
	// Horizon is for how many nights from today on a feed is read: three years.
	Horizon = 3 * 366
	// mostWork limits how many nights and days of repetitions a document has, mostZones the
	// time zones that are looked up for it.
	mostWork  = 5_000_000
	mostZones = 50
)

// Parse reads a document of iCalendar (RFC 5545) as the nights from today on that it blocks.
// notice says what of it could not be understood, and "" otherwise. What is cut off, is no
// calendar, or has an event whose days cannot be read is an error: no night of it is known.
func Parse(doc []byte, today date.Date) (blocked Nights, notice string, err error) {
	p := newParser(today)
	if err := p.read(doc); err != nil {
		return nil, "", err
	}
	return p.blocked, p.notice, nil
}

// unfold returns the lines of a document, each with those that continue it.
func unfold(doc []byte) iter.Seq[string] {
	next := func() (line []byte) {
		end := bytes.IndexAny(doc, "\r\n")
		if end < 0 {
			line, doc = doc, nil
			return line
		}
		line, doc = doc[:end], bytes.TrimPrefix(doc[end:], []byte("\r"))
		doc = bytes.TrimPrefix(doc, []byte("\n"))
		return line
	}
	return func(yield func(string) bool) {
		for len(doc) > 0 {
			line := slices.Clip(next()) // what is appended must not overwrite the document
			for len(doc) > 0 && (doc[0] == ' ' || doc[0] == '\t') {
				doc = doc[1:]
				line = append(line, next()...)
			}
			if !yield(string(line)) {
				return
			}
		}
	}
}

// readOfEvent are the properties of an event that are read.
var readOfEvent = []string{"DTSTART", "DTEND", "DURATION", "STATUS", "TRANSP", "RRULE", "RDATE"}

// property is the value of a line, and its time zone.
type property struct{ value, zone string }

type parser struct {
	today     date.Date
	blocked   Nights
	notice    string
	calendars int
	within    []string // the components that have begun and not ended
	event     map[string]property
	zones     map[string]*time.Location
	work      int // so far, of mostWork
}

func newParser(today date.Date) *parser {
	return &parser{today: today, blocked: Nights{}, zones: map[string]*time.Location{}}
}

// read reads a document.
func (p *parser) read(doc []byte) error {
	doc = bytes.TrimLeft(bytes.TrimPrefix(doc, []byte("\xef\xbb\xbf")), " \t\r\n")
	if bytes.HasPrefix(doc, []byte("<")) {
		return errors.New("it is a web page, not a calendar")
	}
	for text := range unfold(doc) {
		if err := p.line(text); err != nil {
			return err
		}
	}
	switch {
	case p.calendars == 0:
		return errors.New("it does not begin with BEGIN:VCALENDAR")
	case len(p.within) > 0:
		return fmt.Errorf("it is cut off: END:%.20q is missing", p.within[len(p.within)-1])
	}
	return nil
}

// line reads a line. One that is no property, such as the rest of a text that somebody has
// broken wrongly, is ignored.
func (p *parser) line(text string) error {
	name, prop, ok := split(text)
	if !ok {
		return nil
	}
	value := strings.ToUpper(strings.TrimSpace(prop.value))
	switch depth := len(p.within); {
	case name == "BEGIN":
		if depth == 0 && value != "VCALENDAR" {
			return errors.New("it does not begin with BEGIN:VCALENDAR")
		}
		if p.within = append(p.within, value); depth == 0 {
			p.calendars++
		} else if depth == 1 {
			p.event = map[string]property{}
		}
	case name == "END":
		if depth == 0 || p.within[depth-1] != value {
			return fmt.Errorf("END:%.20q is where another END should be", value)
		}
		if p.within = p.within[:depth-1]; depth == 2 && value == "VEVENT" {
			return p.take(p.event)
		}
	case depth == 2: // what is deeper, such as an alarm, has a DURATION of its own
		if _, twice := p.event[name]; twice && (name == "RRULE" || name == "RDATE") {
			name = "RDATE" // several rules are not understood
		}
		if slices.Contains(readOfEvent, name) { // an event may have a million others
			p.event[name] = prop
		}
	}
	return nil
}

// split reads a line as NAME;PARAMETER="VALUE":VALUE.
func split(text string) (name string, p property, ok bool) {
	quoted, begin := false, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case quoted || c != ':' && c != ';':
		default:
			if part := text[begin:i]; name == "" {
				name = strings.ToUpper(strings.TrimSpace(part))
			} else if key, zone, _ := strings.Cut(part, "="); strings.EqualFold(key, "TZID") {
				p.zone = strings.Trim(zone, `"`)
			}
			if begin = i + 1; c == ':' {
				p.value = text[begin:]
				return name, p, name != ""
			}
		}
	}
	return "", p, false
}

// take blocks the nights of an event.
func (p *parser) take(event map[string]property) error {
	if is(event["STATUS"], "CANCELLED") || is(event["TRANSP"], "TRANSPARENT") {
		return nil
	}
	begin, err := p.moment(event["DTSTART"])
	if err != nil {
		return fmt.Errorf("an event's DTSTART: %w", err)
	}
	end := begin
	switch finish, length := event["DTEND"], event["DURATION"]; {
	case finish.value != "":
		if end, err = p.moment(finish); err != nil {
			return fmt.Errorf("an event's DTEND: %w", err)
		}
	case length.value != "":
		if end, err = later(begin, length.value); err != nil {
			return err
		}
	}
	first := date.Of(begin.Date())
	nights := max(int(date.Of(end.Date())-first), 1)
	if rule := event["RRULE"]; rule.value != "" {
		err = p.repeat(first, nights, rule.value)
	} else {
		err = p.block(first, nights)
	}
	if event["RDATE"].value != "" {
		p.report("an event repeats on single days (RDATE) or by several rules: not all of its nights are blocked")
	}
	return err
}

func is(p property, word string) bool { return strings.EqualFold(strings.TrimSpace(p.value), word) }

// report notes what was not understood; the first is enough.
func (p *parser) report(what string) {
	if p.notice == "" {
		p.notice = what
	}
}

// moment reads a date, or a time as London's clocks show it. A time without a zone, or in one
// that nobody knows, counts as it is written.
func (p *parser) moment(prop property) (time.Time, error) {
	value := strings.ToUpper(strings.TrimSpace(prop.value))
	if at, err := time.Parse("20060102T150405Z", value); err == nil {
		return at.In(date.London), nil
	}
	if at, err := time.Parse("20060102", value); err == nil {
		return at, nil
	}
	zone := p.zone(prop.zone)
	at, err := time.ParseInLocation("20060102T150405", value, zone)
	if err != nil {
		return at, fmt.Errorf("%.30q is neither a date nor a time", value)
	}
	if zone != asWritten {
		at = at.In(date.London)
	}
	return at, nil
}

// asWritten is the zone of times that have none.
var asWritten = time.FixedZone("as written", 0)

// zone returns the time zone of a name, and asWritten for one that nobody knows.
func (p *parser) zone(name string) *time.Location {
	zone := p.zones[name]
	if zone == nil && name != "" && name != "Local" && len(p.zones) < mostZones {
		if found, err := time.LoadLocation(name); err == nil {
			zone = found
		} else {
			zone = asWritten
		}
		p.zones[name] = zone
	}
	if zone == nil {
		return asWritten
	}
	return zone
}

var durations = regexp.MustCompile(`^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$`)

// later returns a time plus a DURATION. A negative one counts as none.
func later(begin time.Time, text string) (time.Time, error) {
	text = strings.ToUpper(strings.TrimSpace(text))
	if strings.HasPrefix(text, "-") {
		return begin, nil
	}
	found := durations.FindStringSubmatch(text)
	if found == nil {
		return begin, fmt.Errorf("an event's DURATION: %.30q is none", text)
	}
	var n [6]int
	for i := 1; i < len(n); i++ {
		n[i], _ = strconv.Atoi(found[i]) // "" is 0
	}
	return begin.AddDate(0, 0, 7*n[1]+n[2]).Add(time.Duration(n[3])*time.Hour + time.Duration(n[4])*time.Minute + time.Duration(n[5])*time.Second), nil
}

// block blocks nights from a date on, as far as they are between today and the horizon.
func (p *parser) block(first date.Date, nights int) error {
	from, to := max(first, p.today), min(first+date.Date(nights), p.today+Horizon)
	if p.work += max(int(to-from), 0) + 1; p.work > mostWork {
		return errors.New("it has too many nights or repetitions")
	}
	for night := from; night < to; night++ {
		p.blocked[night] = true
	}
	return nil
}

// rule is a daily or weekly repetition.
type rule struct {
	weekly          bool
	interval, count int // count: 0 is no limit
	until           date.Date
	days            []time.Weekday // nil: all, or that of the first
	monday          bool           // weeks begin on a Monday
}

var weekdays = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

// rule reads an RRULE; ok is false for one that is not expanded.
func (p *parser) rule(text string) (r rule, ok bool) {
	r = rule{interval: 1, until: p.today + Horizon, monday: true}
	ends, ok := false, true
	for part := range strings.SplitSeq(strings.ToUpper(strings.TrimSpace(text)), ";") {
		key, value, _ := strings.Cut(part, "=")
		var err error
		switch key {
		case "FREQ":
			r.weekly, ok = value == "WEEKLY", ok && (value == "WEEKLY" || value == "DAILY")
		case "INTERVAL":
			r.interval, err = strconv.Atoi(value)
		case "COUNT":
			r.count, err = strconv.Atoi(value)
			ends = true
		case "UNTIL":
			var until time.Time
			until, err = p.moment(property{value: value})
			r.until, ends = date.Of(until.Date()), true
		case "WKST":
			r.monday = value == "MO"
			ok = ok && (r.monday || value == "SU")
		case "BYDAY":
			for day := range strings.SplitSeq(value, ",") {
				i := time.Weekday(slices.Index(weekdays, day))
				ok = ok && i >= 0
				if !slices.Contains(r.days, i) { // a line may repeat it a million times
					r.days = append(r.days, i)
				}
			}
		default:
			ok = ok && key == ""
		}
		ok = ok && err == nil
	}
	ok = ok && r.interval > 0 && r.interval <= 1000 && r.count >= 0 && strings.Contains(strings.ToUpper(text), "FREQ=")
	if ok && !ends {
		p.report("an event repeats without an end: its nights of the next three years are blocked")
	}
	return r, ok
}

// repeat blocks the nights of an event that repeats. Of a rule that is not understood, it
// blocks the first ones.
func (p *parser) repeat(first date.Date, nights int, text string) error {
	r, ok := p.rule(text)
	if !ok {
		p.report(fmt.Sprintf("an event repeats by a rule that is not understood (%.60q): only its first nights are blocked", text))
		return p.block(first, nights)
	}
	if err := p.block(first, nights); err != nil { // also where the rule leaves it out
		return err
	}
	last := min(r.until, p.today+Horizon)
	for d, found := first, 0; d <= last && (r.count == 0 || found < r.count); d++ {
		if p.work++; p.work > mostWork {
			return errors.New("it has too many nights or repetitions")
		}
		if r.on(first, d) {
			found++
			if err := p.block(d, nights); err != nil {
				return err
			}
		}
	}
	return nil
}

// on reports whether an event that begins first on a day begins again on another one.
func (r rule) on(first, d date.Date) bool {
	if !r.weekly {
		return int(d-first)%r.interval == 0 && (r.days == nil || slices.Contains(r.days, d.Weekday()))
	}
	days := r.days
	if days == nil {
		days = []time.Weekday{first.Weekday()}
	}
	return slices.Contains(days, d.Weekday()) && int(r.week(d)-r.week(first))/7%r.interval == 0
}

// week returns the first day of a day's week.
func (r rule) week(d date.Date) date.Date {
	if r.monday {
		return d - date.Date((d.Weekday()+6)%7)
	}
	return d - date.Date(d.Weekday())
}
