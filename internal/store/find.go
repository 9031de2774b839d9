package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/office/find"
	"holidaymaker/internal/office/staff"
)

// Find returns the store through the interface of package find.
func (s *Store) Find() find.Store { return findStore{s} }

type findStore struct{ store *Store }

func (s findStore) View(ctx context.Context, fn func(find.Tx) error) error {
	return s.store.View(ctx, func(tx *Tx) error { return fn(findTx{bookingTx{tx}}) })
}

func (s findStore) Record(ctx context.Context, e staff.Event) error {
	return s.store.Update(ctx, func(tx *Tx) error { return staff.AddReading(tx, e) })
}

type findTx struct{ bookingTx }

func (tx findTx) Today() date.Date { return date.In(tx.Now()) }

// condition builds the condition of a query with its arguments.
type condition struct {
	text strings.Builder
	args []any
}

// arg adds an argument and returns its place.
func (c *condition) arg(value any) string {
	c.args = append(c.args, value)
	return fmt.Sprintf("$%d", len(c.args))
}

func (c *condition) and(text string) {
	if c.text.Len() > 0 {
		c.text.WriteString(" AND ")
	}
	c.text.WriteString(text)
}

// matches is the condition that a row of a table of terms matches. The kind is written as it
// is: it is a word of ours, and selects an index.
func (c *condition) matches(table string, m find.Match) string {
	kind := table + ".kind = '" + string(m.Kind) + "' AND " + table + ".term "
	if m.Below == "" {
		return kind + "= " + c.arg(m.From)
	}
	return kind + ">= " + c.arg(m.From) + " AND " + table + ".term < " + c.arg(m.Below)
}

// any is the condition that a row matches one of several.
func (c *condition) any(table string, all []find.Match) string {
	parts := make([]string, len(all))
	for i, m := range all {
		parts[i] = c.matches(table, m)
	}
	return "(" + strings.Join(parts, " OR ") + ")"
}

func (tx findTx) CountTerms(all []find.Match, limit int) ([]int, error) {
	statements := make([]statement, len(all))
	for i, m := range all {
		var c condition
		c.and(c.matches("t", m))
		query := "SELECT COUNT(*) FROM (SELECT 1 FROM booking_term t WHERE " + c.text.String() + " LIMIT " + c.arg(limit) + ") AS counted"
		statements[i] = statement{query: query, args: c.args}
	}
	counts := make([]int, len(all))
	err := tx.queries(statements, func(i int, scan func(into ...any) error) error { return scan(&counts[i]) })
	return counts, err
}

// Walk reads a driver with few bookings by its terms and sorts them; one with the same term
// for all, and a common name, in the order of the arrivals.
func (tx findTx) Walk(w find.Walk) ([]find.Candidate, error) {
	var c condition
	from := "booking_term t"
	switch {
	case len(w.Drivers) == 0:
		from = "booking t" // the condition is that of an index
		c.and("t.confirmed_ms > 0 AND t.erased_ms = 0")
	case w.Common:
		driver := w.Drivers[0]
		first, _ := utf8.DecodeRuneInString(driver.From)
		second, _ := utf8.DecodeRuneInString(driver.From[utf8.RuneLen(first):])
		c.and("t.kind = 'name' AND substr(t.term, 1, 2) = " + c.arg(string([]rune{first, second})))
		if utf8.RuneCountInString(driver.From) > 2 { // not a range that another index has
			c.and("t.term || '' >= " + c.arg(driver.From) + " AND t.term || '' < " + c.arg(driver.Below))
		}
	default:
		c.and(c.any("t", w.Drivers))
	}
	for _, alternatives := range w.Others {
		// Not EXISTS: PostgreSQL would make a join of that, and read all terms.
		c.and("(SELECT 1 FROM booking_term o WHERE o.ref = t.ref AND " + c.any("o", alternatives) + " LIMIT 1) = 1")
	}
	if len(w.Days) > 0 {
		days := make([]string, len(w.Days))
		for i, d := range w.Days {
			days[i] = c.arg(d.ISO())
		}
		c.and("t.arrival IN (" + strings.Join(days, ", ") + ")")
	}
	if w.From != 0 {
		c.and("t.arrival >= " + c.arg(w.From.ISO()))
	}
	if w.To != 0 {
		c.and("t.arrival <= " + c.arg(w.To.ISO()))
	}
	order := " ORDER BY t.arrival, t.ref"
	if w.Latest {
		order = " ORDER BY t.arrival DESC, t.ref DESC"
	}
	query := "SELECT t.ref, t.arrival, 0 FROM " + from + " WHERE " + c.text.String() + order + " LIMIT " + c.arg(w.Limit)
	if w.Stays {
		query = "SELECT f.ref, f.arrival, b.nights FROM (" + strings.Replace(query, ", 0 FROM", " FROM", 1) +
			") AS f JOIN booking b ON b.ref = f.ref WHERE b.state = 'confirmed' ORDER BY f.arrival DESC, f.ref DESC"
	}
	return tx.candidates(w, query, c.args)
}

// candidates reads the bookings of a walk, each once.
func (tx findTx) candidates(w find.Walk, query string, args []any) (all []find.Candidate, err error) {
	err = tx.Query(func(scan func(into ...any) error) error {
		var one find.Candidate
		var arrival string
		var nights int
		if err := scan(&one.Ref, &arrival, &nights); err != nil {
			return err
		}
		day, err := date.ParseISO(arrival)
		if err != nil {
			return nil //nolint:nilerr // verify reports it
		}
		one.Arrival = day
		if !slices.Contains(all, one) && (!w.Stays || day+date.Date(nights) > w.To) {
			all = append(all, one)
		}
		return nil
	}, query, args...)
	return all, err
}

func (tx findTx) StoredTerms(kind booking.TermKind, texts []string) ([]string, error) {
	list, args := placeholders(texts)
	return Select(tx.Tx, readText, "SELECT DISTINCT term FROM booking_term WHERE kind = '"+string(kind)+"' AND term IN ("+list+") ORDER BY term", args...)
}

func (tx findTx) BookingsFound(refs []string) ([]find.Found, error) {
	names, args := placeholders(refs)
	var all []find.Found
	err := tx.queries([]statement{
		{query: "SELECT " + bookingColumns + ", " + bookingPaid + " FROM booking WHERE ref IN (" + names + ")", args: args},
		{query: "SELECT ref, kind, term FROM booking_term WHERE ref IN (" + names + ")", args: args},
	}, func(i int, scan func(into ...any) error) error {
		if i == 0 {
			var f bookingFields
			err := scan(f.into()...)
			if b, unreadable := f.booking(); err == nil && unreadable == nil { // doctor reports it
				all = append(all, find.Found{Booking: b})
			}
			return err
		}
		var ref string
		var t booking.Term
		if err := scan(&ref, &t.Kind, &t.Text); err != nil {
			return err
		}
		if j := slices.IndexFunc(all, func(f find.Found) bool { return f.Ref == ref }); j >= 0 {
			all[j].Terms = append(all[j].Terms, t)
		}
		return nil
	})
	return all, err
}
