package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/date"
)

// Calendars returns the store through the interface that package ical needs.
func (s *Store) Calendars() ical.Store {
	return port[ical.Tx]{s, func(tx *Tx) ical.Tx { return calendarTx{tx} }}
}

// calendarTx adds the methods for calendars to a transaction.
type calendarTx struct{ *Tx }

const calendarColumns = "unit_type, source, address, private, etag, fewer, error, notice, stopped, added_ms, tried_ms, good_ms, due_ms, link, seed, read_ms, earlier"

func readCalendar(scan func(into ...any) error) (c ical.Calendar, err error) {
	var added, tried, good, due, read int64
	var seed string
	if err := scan(&c.UnitType, &c.Source, &c.Address, &c.Private, &c.ETag, &c.Fewer, &c.Error, &c.Notice, &c.Stopped, &added, &tried, &good, &due, &c.Link, &seed, &read, &c.Earlier); err != nil {
		return c, err
	}
	c.Added, c.Tried, c.Good, c.Due, c.Read = instant(added), instant(tried), instant(good), instant(due), instant(read)
	c.Seed, err = uuid.Parse(seed)
	return c, err
}

func (tx calendarTx) Calendars(unitType string) ([]ical.Calendar, error) {
	return Select(tx.Tx, readCalendar, "SELECT "+calendarColumns+" FROM ical_calendar WHERE $1 IN ('', unit_type) ORDER BY unit_type, source", unitType)
}

func (tx calendarTx) Calendar(unitType, source string) (ical.Calendar, error) {
	c, err := readCalendar(tx.QueryRow("SELECT "+calendarColumns+" FROM ical_calendar WHERE unit_type = $1 AND source = $2"+tx.ForUpdate(), unitType, source).Scan)
	return c, noRow(err)
}

func (tx calendarTx) SaveCalendar(c ical.Calendar) error {
	_, err := tx.Exec("INSERT INTO ical_calendar ("+calendarColumns+`) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17)
		ON CONFLICT (unit_type, source) DO UPDATE SET address = excluded.address, private = excluded.private, etag = excluded.etag, fewer = excluded.fewer,
		error = excluded.error, notice = excluded.notice, stopped = excluded.stopped, added_ms = excluded.added_ms, tried_ms = excluded.tried_ms,
		good_ms = excluded.good_ms, due_ms = excluded.due_ms, link = excluded.link, seed = excluded.seed, read_ms = excluded.read_ms, earlier = excluded.earlier`,
		c.UnitType, c.Source, c.Address, c.Private, c.ETag, c.Fewer, c.Error, c.Notice, c.Stopped, millis(c.Added), millis(c.Tried), millis(c.Good), millis(c.Due),
		c.Link, c.Seed.String(), millis(c.Read), c.Earlier)
	return err
}

func (tx calendarTx) RemoveCalendar(unitType, source string) error {
	if err := tx.SaveOverlaps(unitType, source, nil); err != nil {
		return err
	}
	_, err := tx.Exec("DELETE FROM ical_calendar WHERE unit_type = $1 AND source = $2", unitType, source)
	return err
}

// ClaimCalendars also takes what a clock that was ahead has postponed.
func (tx calendarTx) ClaimCalendars(limit int, again time.Duration) ([]ical.Calendar, error) {
	next := tx.NowMs() + again.Milliseconds()
	due, err := Select(tx.Tx, readCalendar, "SELECT "+calendarColumns+` FROM ical_calendar WHERE address <> '' AND (due_ms <= $1 OR due_ms > $2)
		ORDER BY due_ms, unit_type, source LIMIT $3`+tx.ForUpdate(), tx.NowMs(), next+booking.ClockSkew.Milliseconds(), limit)
	if err != nil {
		return nil, err
	}
	for _, c := range due {
		if _, err := tx.Exec("UPDATE ical_calendar SET due_ms = $3 WHERE unit_type = $1 AND source = $2", c.UnitType, c.Source, next); err != nil {
			return nil, err
		}
	}
	return due, nil
}

func (tx calendarTx) Blocked(unitType, source string, from date.Date) (ical.Nights, error) {
	units, err := tx.closedNights(from, "unit_type = $2 AND source = $3", unitType, source)
	nights := ical.Nights{}
	for key, n := range units {
		if n > 0 {
			nights[key.night] = true
		}
	}
	return nights, err
}

func (tx calendarTx) Block(unitType, source string, nights ical.Nights, units int, by, why string) error {
	for _, run := range nights.Runs() {
		if err := tx.close(Closure{UnitType: unitType, Source: source, First: run.First, Last: run.Last, Units: units, By: by, Why: why}); err != nil {
			return err
		}
	}
	return nil
}

func (tx calendarTx) Entered(unitType, source string, since time.Time) (n int, err error) {
	err = tx.QueryRow("SELECT COUNT(*) FROM stock_closure WHERE unit_type = $1 AND source = $2 AND at_ms >= $3", unitType, source, since.UnixMilli()).Scan(&n)
	return n, err
}

func (tx calendarTx) Stays(unitType string, after date.Date) (left []ical.Stay, err error) {
	read := func(scan func(into ...any) error) error {
		var s ical.Stay
		var arrival, terms string
		var started, confirmed, changed int64
		if err := scan(&s.Ref, &arrival, &s.Nights, &terms, &started, &confirmed, &changed); err != nil {
			return err
		}
		s.Started, s.Changed = instant(cmp.Or(started, confirmed)), instant(max(started, confirmed, changed))
		var err error
		if s.First, err = date.ParseISO(arrival); err == nil && terms != "" {
			s.First, s.Nights, err = nightsIn(unitType, terms)
		}
		if err == nil && s.Nights > 0 && s.First+date.Date(s.Nights) > after {
			left = append(left, s)
		}
		return err
	}
	// No stay is longer than a year. A booking of several units has the ids of all of them.
	err = tx.Query(read, `SELECT ref, arrival, nights, CASE WHEN unit_type = $1 THEN '' ELSE terms END, started_ms, confirmed_ms, changed_ms FROM booking
		WHERE (unit_type = $1 OR ' ' || unit_type || ' ' LIKE '% ' || $1 || ' %') AND state IN ('paying', 'confirmed') AND arrival >= $2
		ORDER BY arrival, ref`, unitType, (after - 366).ISO())
	return left, err
}

// nightsIn returns the nights that a booking of several units has in one of them: those of all
// its parts there, which follow each other, as a channel knows a booking by one entry. terms is its JSON.
func nightsIn(unitType, terms string) (first date.Date, nights int, err error) {
	var t bookingTerms
	if err := json.Unmarshal([]byte(terms), &t); err != nil {
		return 0, 0, fmt.Errorf("read the units of a booking: %w", err)
	}
	for _, u := range t.Stay.Units() {
		switch {
		case u.UnitTypeID != unitType: // LIKE takes '_' for any letter
		case nights == 0:
			first, nights = u.Arrival, u.Nights
		default:
			nights = max(nights, int(u.Departure()-first))
		}
	}
	return first, nights, nil
}

func (tx calendarTx) ClosedByHand(unitType string) (closed []ical.Closed, err error) {
	all, err := tx.closures(unitType)
	for _, c := range all {
		if c.Source == "" {
			closed = append(closed, ical.Closed{ID: c.ID, First: c.First, Last: c.Last, Units: c.Units, At: c.At})
		}
	}
	return closed, err
}

func (tx calendarTx) MostUnits(unitType string, from date.Date) (most int, err error) {
	selling, err := tx.selling(unitType)
	if err != nil {
		return 0, noRow(err)
	}
	for i, units := range selling.allotment.Units {
		if selling.allotment.First+date.Date(i) >= from {
			most = max(most, units)
		}
	}
	return most, nil
}

func (tx calendarTx) Overlaps(unitType, source string) ([]ical.Overlap, error) {
	read := func(scan func(into ...any) error) (o ical.Overlap, err error) {
		err = scan(&o.Ref, &o.Open)
		return o, err
	}
	return Select(tx.Tx, read, "SELECT ref, open FROM ical_overlap WHERE unit_type = $1 AND source = $2 ORDER BY ref", unitType, source)
}

func (tx calendarTx) SaveOverlaps(unitType, source string, all []ical.Overlap) error {
	if _, err := tx.Exec("DELETE FROM ical_overlap WHERE unit_type = $1 AND source = $2", unitType, source); err != nil {
		return err
	}
	for _, o := range all {
		if _, err := tx.Exec("INSERT INTO ical_overlap (unit_type, source, ref, open) VALUES ($1, $2, $3, $4)", unitType, source, o.Ref, o.Open); err != nil {
			return err
		}
	}
	return nil
}

// CalendarBacklog counts the calendars of other channels and what staff must look at.
func (s *Store) CalendarBacklog(ctx context.Context) (b ical.Backlog, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		all, err := (calendarTx{tx}).Calendars("")
		if err != nil {
			return err
		}
		b = ical.Backlog{Status: map[string]int{}}
		for _, c := range all {
			if b.Status[c.Status()]++; c.Notice != "" {
				b.NotUnderstood++
			}
		}
		return tx.QueryRow("SELECT COUNT(DISTINCT ref) FROM ical_overlap WHERE open").Scan(&b.Overlaps)
	})
	return b, err
}
