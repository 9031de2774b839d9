package record_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/office"
	"holidaymaker/internal/office/officetest"
	"holidaymaker/internal/office/record"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// desk is the office of a world with a booking that a deposit was paid for.
type desk struct {
	*testworld.World
	ref  string
	url  string
	park string
}

func newDesk(t *testing.T, db storetest.Database) desk {
	t.Helper()
	w := testworld.New(t, db)
	v := testworld.Visitor()
	ref := w.Paid(v, w.Booked(v, "flex"), booking.PayDeposit).Ref
	o, err := w.Payments.Show(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	server := officetest.Serve(t, office.Config{Store: w.Store.Office(), Record: record.New(w.Store.Records())})
	return desk{w, ref, server.URL, o.Booking.Stay.ParkID}
}

func (d desk) as(role staff.Role, parks ...string) *officetest.Client {
	d.T.Helper()
	return officetest.SignIn(d.T, d.Store.Office(), d.url, role, parks...)
}

func (d desk) open(c *officetest.Client) (r record.BookingRecord) {
	d.T.Helper()
	if status, refusal := c.Call(d.T, "/api/booking", record.RefIn{Ref: d.ref}, &r); status != http.StatusOK {
		d.T.Fatalf("open the booking: %d %+v", status, refusal)
	}
	return r
}

// said is the timeline in words.
func said(r record.BookingRecord) string {
	var all []string
	for _, e := range r.Timeline {
		all = append(all, strings.TrimSpace(e.Title+" "+e.State))
	}
	return strings.Join(all, "; ")
}

func TestTheRecordOfABookingHasAllThatHappened(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		clerk := d.as(staff.Reservations)
		r := d.open(clerk)
		if r.State != "confirmed" || r.Guest == nil || r.Guest.Name != "Ms Priya O'Neill-Brontë" || r.Guest.Postcode != "YO11 2AB" || r.Party.Text != "2 adults" || r.Nights != 3 {
			t.Errorf("the booking: %+v %+v", r, r.Guest)
		}
		if m := r.Money; m == nil || m.Total != 189_00 || m.Paid != 49_00 || m.Left != 140_00 || m.Unsure || len(m.Lines) != 1 || len(m.Payments) != 1 || m.Payments[0].Text != "Card ending 1111" || m.Due == "" {
			t.Errorf("the money: %+v", m)
		}
		for _, want := range []string{"Booking begun", "Booking confirmed", "£49.00 paid", "Confirmation sent"} {
			if !strings.Contains(said(r), want) {
				t.Errorf("the timeline lacks %q: %s", want, said(r))
			}
		}
		if !slices.IsSortedFunc(r.Timeline, func(a, b record.RecordEntry) int { return strings.Compare(b.At, a.At) }) {
			t.Errorf("the timeline is not in the order of time: %+v", r.Timeline)
		}
		err := d.Store.Payments().Update(t.Context(), func(tx payment.Tx) error {
			return tx.AddAction(payment.Action{By: "Megan O", Why: "a broken heater", Command: "booking refund", Ref: d.ref, Done: "£10.00 goes back"})
		})
		if err != nil {
			t.Fatal(err)
		}
		d.Clock.Advance(time.Minute)
		i := slices.IndexFunc(d.open(clerk).Timeline, func(e record.RecordEntry) bool {
			return e.Title == "Refund" && e.Who == "Megan O" && e.Why == "a broken heater"
		})
		if i < 0 {
			t.Errorf("what staff have done is missing: %s", said(d.open(clerk)))
		}
	})
}

func TestEachRoleSeesOfABookingWhatItMay(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		d.as(staff.Reservations).Call(t, "/api/note", record.NoteIn{Ref: d.ref, Key: "1", Kind: "request", Text: "A cot for little Ada"}, nil)
		err := d.Store.Payments().Update(t.Context(), func(tx payment.Tx) error {
			return tx.InsertDeed(payment.Deed{ID: "D1", Ref: d.ref, Key: "1", State: payment.DeedWaiting, Kind: "refund", Text: "refunds £10.00", ByID: "P1", By: "Priya S",
				At: d.Clock.Now(), Due: d.Clock.Now().Add(time.Minute)})
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			role        staff.Role
			names, sums bool
		}{{staff.Reservations, true, true}, {staff.Finance, true, true}, {staff.Rates, false, true}, {staff.Park, true, false}, {staff.Manager, true, true}, {staff.Auditor, true, true}} {
			r := d.open(d.as(c.role, d.park))
			if (r.Guest != nil) != c.names || (r.Money != nil) != c.sums || strings.Contains(said(r), "£") != c.sums || (len(r.Requests) > 0) != c.names || strings.Contains(said(r), "request") != c.names {
				t.Errorf("%s sees names: %v, sums: %v, %s, %v, %v", c.role, r.Guest != nil, r.Money != nil, said(r), r.Requests, r.Pending)
			}
		}
		for what, c := range map[string]*officetest.Client{"another park": d.as(staff.Park, "elsewhere"), "somebody without parks": d.as(staff.Park)} {
			for path, in := range map[string]any{"/api/booking": record.RefIn{Ref: d.ref}, "/api/note": record.NoteIn{Ref: d.ref, Key: "k", Text: "x"}, "/api/check": record.CheckIn{Ref: d.ref, Ticked: []string{"arrival", "card"}}} {
				if status, _ := c.Call(t, path, in, nil); status != http.StatusNotFound {
					t.Errorf("%s: %s answers %d", what, path, status)
				}
			}
		}
		if status, _ := d.as(staff.Auditor).Call(t, "/api/note", record.NoteIn{Ref: d.ref, Key: "k", Text: "x"}, nil); status != http.StatusForbidden {
			t.Errorf("an auditor writes a note: %d", status)
		}
		if status, _ := d.as(staff.Reservations).Call(t, "/api/booking", record.RefIn{Ref: "NOSUCH0000"}, nil); status != http.StatusNotFound {
			t.Errorf("an unknown booking: %d", status)
		}
	})
}

func TestWhoOpensABookingIsRecordedOnceInFiveMinutes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		clerk, other := d.as(staff.Reservations), d.as(staff.Finance)
		for _, after := range []time.Duration{0, 4 * time.Minute, 2 * time.Minute} {
			d.Clock.Advance(after)
			d.open(clerk)
		}
		d.open(other)
		var read []staff.Event
		err := d.Store.Office().View(t.Context(), func(tx staff.Tx) (err error) {
			read, err = tx.Events(staff.EventFilter{Ref: d.ref, Action: "read booking"}, 10)
			return err
		})
		if err != nil || len(read) != 3 || !slices.Contains(read[0].Fields, "email") {
			t.Errorf("the readings: %+v %v", read, err)
		}
	})
}

func TestNotesRequestsAndAnswersStandInTheTimeline(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		clerk, park := d.as(staff.Reservations), d.as(staff.Park, d.park)
		write := func(c *officetest.Client, in record.NoteIn) (status int, out record.NoteOut) {
			in.Ref = d.ref
			status, _ = c.Call(t, "/api/note", in, &out)
			return status, out
		}
		_, first := write(clerk, record.NoteIn{Key: "1", Text: "Ring before they come", Pinned: true})
		if _, again := write(clerk, record.NoteIn{Key: "1", Text: "Ring before they come", Pinned: true}); again != first {
			t.Errorf("written twice: %v, %v", first, again)
		}
		_, request := write(clerk, record.NoteIn{Key: "2", Kind: "request", Text: "Ramp at the door"})
		d.Clock.Advance(time.Minute)
		if status, _ := write(park, record.NoteIn{Key: "3", Kind: "yes", About: request.ID, Text: "It is there"}); status != http.StatusOK {
			t.Errorf("the park answers: %d", status)
		}
		for what, in := range map[string]record.NoteIn{
			"no text": {Key: "4"}, "no key": {Text: "x"}, "too long": {Key: "5", Text: strings.Repeat("x", 2001)},
			"an unknown kind": {Key: "6", Kind: "song", Text: "x"}, "an answer to nothing": {Key: "7", Kind: "no", About: first.ID},
		} {
			if status, _ := write(clerk, in); status != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d", what, status)
			}
		}
		r := d.open(clerk)
		if len(r.Requests) != 1 || r.Requests[0] != (record.Request{ID: request.ID, Text: "Ramp at the door", State: "yes", Answer: "It is there"}) {
			t.Errorf("the requests: %+v", r.Requests)
		}
		if top := r.Timeline[0]; top.Title != "Park answered: yes" || top.Who != park.Person.Name || !top.ParkSees {
			t.Errorf("the latest entry: %+v", top)
		}
		if seen := said(d.open(park)); strings.Contains(seen, "Note") || !strings.Contains(seen, "Special request") {
			t.Errorf("the park sees: %s", seen)
		}
	})
}

func TestACheckOfACallerIsGoodForAQuarterOfAnHour(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		clerk, other := d.as(staff.Reservations), d.as(staff.Reservations)
		for what, ticked := range map[string][]string{"one": {"arrival"}, "the same twice": {"card", "card"}, "an unknown one": {"arrival", "shoe size"}, "none": {}} {
			if status, _ := clerk.Call(t, "/api/check", record.CheckIn{Ref: d.ref, Ticked: ticked}, nil); status != http.StatusUnprocessableEntity {
				t.Errorf("%s ticked: %d", what, status)
			}
		}
		var out record.CheckOut
		if status, refusal := clerk.Call(t, "/api/check", record.CheckIn{Ref: d.ref, Ticked: []string{"postcode", "card"}}, &out); status != http.StatusOK || len(out.Check.Matched) != 2 {
			t.Fatalf("two ticked: %d %+v %+v", status, refusal, out)
		}
		d.Clock.Advance(14 * time.Minute)
		r := d.open(clerk)
		if r.Check.Until == "" || !strings.Contains(said(r), "Caller checked") {
			t.Errorf("after 14 minutes: %+v %s", r.Check, said(r))
		}
		if r := d.open(other); r.Check.Until != "" {
			t.Errorf("somebody else: %+v", r.Check)
		}
		d.Clock.Advance(time.Minute)
		if r := d.open(clerk); r.Check.Until != "" {
			t.Errorf("after 15 minutes: %+v", r.Check)
		}
	})
}

func TestAnErasedBookingShowsDatesSumsAndLedger(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		clerk := d.as(staff.Reservations)
		clerk.Call(t, "/api/note", record.NoteIn{Ref: d.ref, Key: "1", Text: "Her mother is ill"}, nil)
		err := d.Store.Payments().Update(context.Background(), func(tx payment.Tx) error {
			b, err := tx.LockBooking(d.ref)
			if err != nil {
				return err
			}
			b.EraseDetails(tx.Now())
			return tx.SaveBooking(b)
		})
		if err != nil {
			t.Fatal(err)
		}
		r := d.open(clerk)
		if r.Guest != nil || r.ErasedOn != date.In(d.Clock.Now()).ISO() || r.Money == nil || r.Money.Paid != 49_00 || !strings.Contains(said(r), "£49.00 paid") {
			t.Errorf("the record: %+v %+v %s", r, r.Money, said(r))
		}
		for _, e := range r.Timeline {
			if strings.Contains(e.Text, "mother") {
				t.Errorf("the note has its text still: %+v", e)
			}
		}
		if status, _ := clerk.Call(t, "/api/check", record.CheckIn{Ref: d.ref, Ticked: []string{"arrival", "postcode"}}, nil); status != http.StatusUnprocessableEntity {
			t.Errorf("a caller is checked: %d", status)
		}
	})
}

func TestWhatWaitsIsSeenAndWhatWasNotDoneIsSaid(t *testing.T) {
	d := newDesk(t, storetest.SQLite(t))
	d.Tick()
	who := payment.Doer{ID: "priya", Name: "Priya S", Needs: func(payment.Change, money.Pence) (payment.Need, error) { return payment.NeedNothing, nil }}
	change := payment.Change{Kind: payment.SomethingWrong, Amount: 10_00}
	p, err := d.Payments.Preview(t.Context(), d.ref, 0, change, who)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Payments.Do(t.Context(), d.ref, payment.Ask{Change: change, Version: p.Version, Hash: p.Hash(), Key: uuid.NewString(), Why: "cold"}, who); err != nil {
		t.Fatal(err)
	}
	for want, as := range map[string]*officetest.Client{"Priya S takes £10.00 off the price": d.as(staff.Finance), "Priya S refunds a sum, or takes it off the price": d.as(staff.Park, d.park)} {
		if pending := d.open(as).Pending; len(pending) != 1 || pending[0].Text != want {
			t.Errorf("pending %+v, want %s", pending, want)
		}
	}
	d.Clock.Advance(2 * time.Hour) // no server ran, so it is not done any more
	d.Tick()
	if r := d.open(d.as(staff.Manager)); len(r.Pending) != 0 || !strings.Contains(said(r), "Not done refused") {
		t.Errorf("pending %+v, and the timeline %s", r.Pending, said(r))
	}
	if r := d.open(d.as(staff.Park, d.park)); strings.Contains(said(r), "Not done") {
		t.Errorf("a park reads %s", said(r))
	}
}
