package find_test

import (
	"net/http"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/office"
	"holidaymaker/internal/office/find"
	"holidaymaker/internal/office/officetest"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// serve serves the office over a desk, and returns a person of a role.
func (d desk) serve() func(role staff.Role, parks ...string) *officetest.Client {
	server := officetest.Serve(d.T, office.Config{Store: d.store.Office(), Find: d.find})
	return func(role staff.Role, parks ...string) *officetest.Client {
		return officetest.SignIn(d.T, d.store.Office(), server.URL, role, parks...)
	}
}

func (d desk) change(ref string, fn func(b *booking.Booking)) {
	d.update(func(tx payment.Tx) error {
		b, err := tx.LockBooking(ref)
		if err != nil {
			return err
		}
		fn(&b)
		return tx.SaveBooking(b)
	})
}

func TestTheGuestsOfAParkAndDay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		as := d.serve()
		at := func(ref, surname string, arrival date.Date, nights int, park string) guest {
			return guest{ref: ref, surname: surname, arrival: arrival, nights: nights, park: park, total: 100_00, paid: 50_00, card: "1111"}
		}
		d.books(at("B", "Brown", today, 3, "gannet"), at("A", "=Ash", today, 7, "gannet"), at("LEAVES", "Cole", today-7, 7, "gannet"), at("STAYS", "Dean", today-60, 90, "gannet"),
			at("GONE", "Eve", today-8, 7, "gannet"), at("OTHER", "Fox", today, 7, "puffin"), at("CANCELLED", "Gill", today, 7, "gannet"))
		d.change("CANCELLED", func(b *booking.Booking) { b.State = booking.Cancelled })
		d.change("A", func(b *booking.Booking) {
			b.Extras = []booking.ChosenExtra{{Code: "LIN", Name: "Bed linen", Quantity: 4}}
			b.Party = booking.Party{Adults: 2, Dogs: true}
		})
		list := func(c *officetest.Client, in find.ArrivalsIn) (status int, refs string, out find.ArrivalsOut) {
			status, _ = c.Call(t, "/api/arrivals", in, &out)
			for _, row := range out.Rows {
				refs += row.Ref + " "
			}
			return status, strings.TrimSpace(refs), out
		}
		clerk := as(staff.Reservations)
		for part, want := range map[string]string{"": "A B", "arrivals": "A B", "departures": "LEAVES", "in_house": "STAYS"} {
			_, refs, out := list(clerk, find.ArrivalsIn{Park: "gannet", Day: today.ISO(), Part: part})
			if refs != want || out.Counts != (find.ArrivalCounts{Arrivals: 2, Departures: 1, InHouse: 1}) || out.Park != "Gannet Sands" {
				t.Errorf("%q: %s %+v", part, refs, out)
			}
			if part == "" && (out.Rows[0].Prepare[0] != "4 Bed linen" || out.Rows[0].Dogs != 1 || out.Rows[0].Left != 50_00 || out.Rows[0].Settled) {
				t.Errorf("what is to be prepared: %+v", out.Rows[0])
			}
		}
		own, other := as(staff.Park, "gannet"), as(staff.Park, "puffin")
		if status, refs, out := list(own, find.ArrivalsIn{Park: "gannet", Day: today.ISO()}); status != http.StatusOK || refs != "A B" || out.Rows[0].Left != 0 {
			t.Errorf("the park: %d %s %+v", status, refs, out)
		}
		for what, c := range map[string]struct {
			by     *officetest.Client
			in     find.ArrivalsIn
			status int
		}{
			"another park": {other, find.ArrivalsIn{Park: "gannet", Day: today.ISO()}, http.StatusNotFound}, "no park": {clerk, find.ArrivalsIn{Park: "nowhere", Day: today.ISO()}, http.StatusNotFound},
			"no day": {clerk, find.ArrivalsIn{Park: "gannet", Day: "tomorrow"}, http.StatusUnprocessableEntity}, "no list": {clerk, find.ArrivalsIn{Park: "gannet", Day: today.ISO(), Part: "all"}, http.StatusUnprocessableEntity},
			"no names": {as(staff.Rates), find.ArrivalsIn{Park: "gannet", Day: today.ISO()}, http.StatusForbidden},
		} {
			if status, _, _ := list(c.by, c.in); status != c.status {
				t.Errorf("%s: %d", what, status)
			}
		}
		var file find.FileOut
		own.Call(t, "/api/arrivals/file", find.ArrivalsIn{Park: "gannet", Day: today.ISO()}, &file)
		if file.Name != "arrivals-gannet-2027-05-27.csv" || !strings.Contains(file.Text, "\nA,\"'=Ash, Mrs\",Lodge,2027-05-27,7,") {
			t.Errorf("the file: %+v", file)
		}
		for role, want := range map[staff.Role]int{staff.Reservations: http.StatusForbidden, staff.Finance: http.StatusPreconditionRequired, staff.Auditor: http.StatusPreconditionRequired} {
			status, refusal := as(role).Call(t, "/api/arrivals/file", find.ArrivalsIn{Park: "gannet", Day: today.ISO()}, nil)
			if status != want || (refusal.Plan != "") != (want == http.StatusPreconditionRequired) {
				t.Errorf("the file as %s: %d %+v", role, status, refusal)
			}
		}
		own.Call(t, "/api/arrivals/file", find.ArrivalsIn{Park: "gannet", Day: today.ISO()}, &file)
		list(own, find.ArrivalsIn{Park: "gannet", Day: (today + 1).ISO()})
		if got := d.recorded(own); got != "read arrivals gannet 2027-05-28; export arrivals gannet 2027-05-27; read arrivals gannet 2027-05-27" {
			t.Errorf("the record has: %s", got)
		}
	})
}

// recorded is what a person did and read after the sign-in, the latest first.
func (d desk) recorded(c *officetest.Client) string {
	d.Helper()
	var said []string
	err := d.store.Office().View(d.Context(), func(tx staff.Tx) error {
		events, err := tx.Events(staff.EventFilter{Person: c.Person.ID}, 100)
		for _, e := range events {
			if e.Action != "sign in" {
				said = append(said, strings.TrimSpace(e.Action+" "+e.Done))
			}
		}
		return err
	})
	if err != nil {
		d.Fatal(err)
	}
	return strings.Join(said, "; ")
}

func TestOverdueBalancesAreListedUntilTheyArePaid(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		as := d.serve()
		due := func(day string) func(b *booking.Booking) { return func(b *booking.Booking) { b.BalanceDue = day } }
		g := ashworth
		for i, ref := range []string{"LATE", "SOON", "PAID", "GONE", "ATPARK", "CANCELLED"} {
			g.ref, g.arrival, g.paid = ref, date.Of(2027, 6, 18+i), 600_00
			if ref == "GONE" {
				g.arrival = today - 1
			}
			d.books(g)
			d.change(ref, due("07/05/2027"))
		}
		d.change("SOON", due("28/05/2027"))
		d.pays("PAID", "rest", 313_00, "4421")
		d.change("ATPARK", func(b *booking.Booking) { b.Compulsory = true })
		d.change("CANCELLED", func(b *booking.Booking) { b.State = booking.Cancelled })
		clerk := as(staff.Reservations)
		list := func(in find.ListIn) (refs string, out find.OverdueOut) {
			clerk.Call(t, "/api/overdue", in, &out)
			for _, row := range out.Rows {
				refs += row.Ref
			}
			return refs, out
		}
		if refs, out := list(find.ListIn{}); refs != "LATE" || out.Left != 313_00 || out.Rows[0].DaysLate != 20 || out.Rows[0].Phone != "07700 900417" {
			t.Errorf("overdue: %s %+v", refs, out)
		}
		if refs, _ := list(find.ListIn{Park: "puffin"}); refs != "" {
			t.Errorf("overdue at another park: %s", refs)
		}
		var now find.TodayOut
		if clerk.Call(t, "/api/today", find.NoInput{}, &now); now.Overdue != (find.OverdueSum{Bookings: 1, Left: 313_00}) {
			t.Errorf("today: %+v", now.Overdue)
		}
		d.pays("LATE", "late", 313_00, "4421")
		if refs, _ := list(find.ListIn{}); refs != "" {
			t.Errorf("after the payment: %s", refs)
		}
		rates := as(staff.Rates)
		if status, _ := rates.Call(t, "/api/overdue", find.ListIn{}, nil); status != http.StatusOK || d.recorded(rates) != "" {
			t.Errorf("a list without names: %d, recorded as %q", status, d.recorded(rates))
		}
		if status, _ := as(staff.Park, "gannet").Call(t, "/api/overdue", find.ListIn{}, nil); status != http.StatusForbidden {
			t.Errorf("a park reads what is overdue: %d", status)
		}
	})
}

func TestTodayListsWhatNeedsSomebodyUntilItIsPutOff(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		as := d.serve()
		unpaid := ashworth
		unpaid.paid = 0
		tomorrow := unpaid
		tomorrow.ref, tomorrow.arrival, tomorrow.park = "M3H8VR5TQX", today+1, "puffin"
		d.books(unpaid, tomorrow)
		if err := d.store.Update(t.Context(), func(tx *store.Tx) error {
			if err := tx.Enqueue(outbox.Job{Kind: booking.EmailConfirmation, Key: ashworth.ref + "/first", Payload: "{}"}); err != nil {
				return err
			}
			_, err := tx.Exec("UPDATE outbox SET state = 'given up'")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		d.update(func(tx payment.Tx) error {
			_, err := tx.RaiseReservation(ashworth.ref, "haven/HV1", false)
			return err
		})
		if err := d.store.Update(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec("UPDATE reservation SET alerted = TRUE")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		d.update(func(tx payment.Tx) error {
			return tx.InsertDeed(payment.Deed{ID: "D1", Ref: ashworth.ref, Key: "K1", State: payment.DeedRefused, Kind: "refund", Text: "refunds £40.00", By: "Priya S", Why: "cold", At: tx.Now(), Due: tx.Now(), Ended: tx.Now()})
		})
		clerk, other := as(staff.Reservations), as(staff.Park, "puffin")
		read := func(c *officetest.Client) (said string, out find.TodayOut) {
			c.Call(t, "/api/today", find.NoInput{}, &out)
			for _, row := range out.Rows {
				said += row.Kind + " " + row.Ref + " " + row.Taken + ";"
			}
			return said, out
		}
		said, out := read(clerk)
		if said != "mail 7K3QX9F2MA ;park 7K3QX9F2MA ;refund 7K3QX9F2MA ;" || out.Arriving != (find.DayCount{Day: "2027-05-28", Bookings: 1, Parks: 1}) || out.Rows[0].Name != "Ashworth, Helen Mrs" {
			t.Errorf("today: %s %+v", said, out)
		}
		if said, out := read(as(staff.Park, "gannet")); said != "park 7K3QX9F2MA ;" || out.Arriving.Bookings != 0 {
			t.Errorf("its park: %s %+v", said, out)
		}
		if said, _ := read(other); said != "" {
			t.Errorf("another park: %s", said)
		}
		var silent find.UnansweredOut
		if clerk.Call(t, "/api/unanswered", find.ListIn{}, &silent); len(silent.Rows) != 1 || silent.Rows[0].Partner != "haven" || silent.Rows[0].State != "waiting" {
			t.Errorf("unanswered: %+v", silent)
		}
		clerk.Call(t, "/api/take", find.TakeIn{ID: out.Rows[0].ID, Take: true}, nil)
		clerk.Call(t, "/api/take", find.TakeIn{ID: out.Rows[1].ID, Later: 60}, nil)
		if status, _ := as(staff.Finance).Call(t, "/api/take", find.TakeIn{ID: out.Rows[0].ID, Take: true}, nil); status != http.StatusConflict {
			t.Errorf("two take a task at once: %d", status)
		}
		if said, _ := read(as(staff.Manager)); said != "mail 7K3QX9F2MA "+clerk.Person.Name+";refund 7K3QX9F2MA ;" {
			t.Errorf("taken and put off: %s", said)
		}
		for id, want := range map[string]int{"mail/NOSUCH": http.StatusNotFound, "song/" + ashworth.ref: http.StatusNotFound, "": http.StatusNotFound} {
			if status, _ := clerk.Call(t, "/api/take", find.TakeIn{ID: id, Take: true}, nil); status != want {
				t.Errorf("take %q: %d", id, status)
			}
		}
		if status, _ := other.Call(t, "/api/take", find.TakeIn{ID: out.Rows[1].ID, Take: true}, nil); status != http.StatusNotFound {
			t.Errorf("another park takes a task: %d", status)
		}
		if status, _ := clerk.Call(t, "/api/take", find.TakeIn{ID: out.Rows[1].ID, Later: -1}, nil); status != http.StatusUnprocessableEntity {
			t.Errorf("put off into the past: %d", status)
		}
		var parks find.ParksOut
		if other.Call(t, "/api/arrivals/parks", find.NoInput{}, &parks); len(parks.Parks) != 1 || parks.Parks[0].ID != "puffin" {
			t.Errorf("the parks of a park: %+v", parks)
		}
	})
}

func TestAnEMailAboutARefundThatFailedIsATaskOfItsBooking(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		d.books(ashworth)
		d.pays(ashworth.ref, "second", 100_00, "4421")
		if err := d.store.Update(t.Context(), func(tx *store.Tx) error {
			for kind, key := range map[string]string{booking.EmailRefunded: ledger.RefundKey("second", 1), booking.EmailReleased: "second",
				booking.EmailUnacknowledged: ashworth.ref + "/haven/HV1/1/0/true"} {
				if err := tx.Enqueue(outbox.Job{Kind: kind, Key: key, Payload: "{}"}); err != nil {
					return err
				}
			}
			_, err := tx.Exec("UPDATE outbox SET state = 'given up'")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		var out find.TodayOut
		d.serve()(staff.Reservations).Call(t, "/api/today", find.NoInput{}, &out)
		var mails []string
		for _, row := range out.Rows {
			if row.Kind == "mail" {
				mails = append(mails, row.ID+" "+row.Ref)
			}
		}
		if got := strings.Join(mails, "; "); got != "mail/"+ashworth.ref+" "+ashworth.ref {
			t.Errorf("the e-mails of today: %s", got)
		}
	})
}
