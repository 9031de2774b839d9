package find

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/date"
	"holidaymaker/internal/office/staff"
)

// Task is something that needs somebody. It is derived from what is stored elsewhere, each
// time; only who has taken it, and until when it is put off, is stored.
type Task struct {
	ID    string // kind and reference
	Kind  string // see TodayRow
	Ref   string
	Todo  string
	Since time.Time
}

// Claim is who has taken a task, and until when it is put off.
type Claim struct {
	Task, By string
	Taken    bool
	Until    time.Time // zero: it is not put off
	Person   string    // who wrote this
}

// TodayOut is what needs somebody, and what tomorrow brings.
type TodayOut struct {
	Rows     []TodayRow `json:"rows"` // the longest waiting first
	Arriving DayCount   `json:"arriving"`
	Overdue  OverdueSum `json:"overdue"`
}

// TodayRow is a task.
type TodayRow struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"` // mail, park, refund or payment
	Ref   string `json:"ref"`
	Name  string `json:"name"`
	Todo  string `json:"todo"`
	Since string `json:"since"` // RFC 3339
	Taken string `json:"taken"` // by whom; ''
}

// DayCount is how much happens on a day.
type DayCount struct {
	Day      string `json:"day"`
	Bookings int    `json:"bookings"`
	Parks    int    `json:"parks"`
}

// OverdueSum is how much is overdue.
type OverdueSum struct {
	Bookings int   `json:"bookings"`
	Left     int64 `json:"left"` // pence; 0 for those who see no sums
	More     bool  `json:"more"` // there are more than were counted
}

// Today is the call that lists what needs somebody.
func (s *Service) Today(ctx context.Context, p *staff.Person, _ NoInput) (out TodayOut, err error) {
	scope := ScopeOf(p)
	out.Rows = []TodayRow{}
	err = s.store.View(ctx, func(tx Tx) error {
		tasks, err := tasks(tx, scope)
		if err != nil {
			return err
		}
		if out.Rows, err = todayRows(tx, scope, tasks); err != nil {
			return err
		}
		tomorrow := tx.Today() + 1
		out.Arriving.Day = tomorrow.ISO()
		if out.Arriving.Bookings, out.Arriving.Parks, err = tx.Arriving(tomorrow, scope.Parks); err != nil {
			return err
		}
		out.Overdue, err = overdueSum(tx, scope)
		return err
	})
	if err != nil {
		return out, fmt.Errorf("list what needs somebody: %w", err)
	}
	return out, s.read(ctx, p, "read today", "", "name")
}

// overdueSum adds up what is overdue, at most of as many bookings as the list has.
func overdueSum(tx Tx, scope Scope) (sum OverdueSum, err error) {
	refs, err := tx.OverdueRefs(scope.Parks, mostListed+1)
	if err != nil || len(refs) == 0 {
		return sum, err
	}
	sum.More = len(refs) > mostListed
	found, err := tx.BookingsFound(refs[:min(len(refs), mostListed)])
	sum.Bookings = len(found)
	for _, f := range found {
		if scope.Sums {
			sum.Left += int64(f.Outstanding())
		}
	}
	return sum, err
}

// notDone is for how long it is listed that something was not done to which people had agreed.
const notDone = 14 * 24 * time.Hour

// tasks derives what needs somebody.
func tasks(tx Tx, scope Scope) (all []Task, err error) {
	add := func(kind, ref, todo string, since time.Time) { // one line a booking
		id := kind + "/" + ref
		if !slices.ContainsFunc(all, func(t Task) bool { return t.ID == id }) {
			all = append(all, Task{id, kind, ref, todo, since})
		}
	}
	silent, err := tx.UnansweredRows(scope.Parks, mostListed)
	if err != nil {
		return nil, err
	}
	for _, r := range silent {
		switch {
		case r.Status() == reservation.Refused:
			add("park", r.Ref, "The park has refused it: "+r.Refusal, r.Waiting)
		case r.Alerted:
			add("park", r.Ref, "The park has not acknowledged it", r.Waiting)
		}
	}
	if scope.Parks != nil {
		return all, nil // the rest is not for parks
	}
	payments, err := tx.PaymentsToSee(mostListed)
	if err != nil {
		return nil, err
	}
	for _, a := range payments {
		kind := "payment"
		if strings.HasPrefix(string(a.State), "refund") {
			kind = "refund"
		}
		add(kind, a.Ref, cmp.Or(a.Alert, "£"+a.Amount.String()+": "+string(a.State)), a.CreatedAt)
	}
	deeds, err := tx.DeedsNotDone(tx.Now().Add(-notDone), mostListed)
	if err != nil {
		return nil, err
	}
	for _, d := range deeds { // the guest may have been promised it
		add("refund", d.Ref, "Not done: "+d.By+" "+d.Text+" ("+d.Note+")", d.Ended)
	}
	mails, err := tx.FailedMails(mostListed)
	for _, m := range mails {
		add("mail", m.Ref, "An e-mail to the guest could not be sent: ring, and correct the address", m.Since)
	}
	return all, err
}

// todayRows are the tasks that are not put off, with names and who has taken them.
func todayRows(tx Tx, scope Scope, all []Task) ([]TodayRow, error) {
	rows := []TodayRow{}
	if len(all) == 0 {
		return rows, nil
	}
	refs := make([]string, len(all))
	for i, t := range all {
		refs[i] = t.Ref
	}
	found, err := tx.BookingsFound(refs)
	if err != nil {
		return nil, err
	}
	claims, err := tx.Claims()
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b Task) int { return cmp.Or(a.Since.Compare(b.Since), strings.Compare(a.ID, b.ID)) })
	for _, t := range all {
		claim := claims[t.ID]
		i := slices.IndexFunc(found, func(f Found) bool { return f.Ref == t.Ref })
		if i < 0 || claim.Until.After(tx.Now()) {
			continue
		}
		row := TodayRow{ID: t.ID, Kind: t.Kind, Ref: found[i].Shown, Todo: t.Todo, Since: t.Since.In(date.London).Format(time.RFC3339)}
		if claim.Taken {
			row.Taken = claim.By
		}
		if scope.Names {
			row.Name = Name(found[i].Contact)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// TakeIn takes a task, gives it back, or puts it off.
type TakeIn struct {
	ID    string `json:"id"`
	Take  bool   `json:"take"`
	Later int    `json:"later"` // minutes, 0: it is not put off
}

// mostLater is for how many minutes a task can be put off: a week.
const mostLater = 7 * 24 * 60

// Take is the call that records that a person has taken a task, or has put it off.
func (s *Service) Take(ctx context.Context, p *staff.Person, in TakeIn) (NoInput, error) {
	kind, ref, ok := strings.Cut(in.ID, "/")
	if !ok || !slices.Contains([]string{"park", "payment", "refund", "mail"}, kind) || len(ref) > 64 {
		return NoInput{}, staff.ErrNotFound
	}
	if in.Later < 0 || in.Later > mostLater {
		return NoInput{}, staff.Wrong("later", "A task is put off for at most "+strconv.Itoa(mostLater/60/24)+" days.")
	}
	err := s.store.View(ctx, func(tx Tx) error {
		found, err := tx.BookingsFound([]string{ref})
		if err == nil && (len(found) == 0 || !ScopeOf(p).sees(found[0].Booking)) {
			err = staff.ErrNotFound
		}
		return err
	})
	if err != nil {
		return NoInput{}, err
	}
	event := staff.EventOf(p, "take task", booking.NormalReference(ref))
	event.Done = kind
	return NoInput{}, s.store.Claim(ctx, Claim{Task: in.ID, By: p.Name, Person: p.ID, Taken: in.Take}, time.Duration(in.Later)*time.Minute, event)
}
