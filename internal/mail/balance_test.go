package mail_test

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// paidBy books a caravan and pays an option as a card holder of a name.
func paidBy(t *testing.T, w *testworld.World, v booking.Visitor, option booking.PaymentOption, name string) (booking.View, payment.Prepared) {
	t.Helper()
	view := w.Booked(v, "caravan")
	p := w.Prepared(v, view, option)
	if _, err := w.Pay(v, view.Ref, p.ID, "4444333322221111", name); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	return view, p
}

// goTo moves the clock to a time.
func goTo(w *testworld.World, at time.Time) { w.Clock.Advance(at.Sub(w.Clock.Now())) }

// sent returns the e-mail that a mailer sends for a job, or "" if it sends none.
func sent(t *testing.T, w *testworld.World, job outbox.Job) string {
	t.Helper()
	m, dir := newMailer(t, w)
	if err := m.Handlers()[job.Kind].Do(context.Background(), job); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, job.ID+".eml")); err != nil {
		return ""
	}
	return shown(t, dir, "/"+job.ID+".txt")
}

// The balance of a stay from 17 July is due before 8 May.
func TestRemindersOfABalance(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, w, v := context.Background(), testworld.New(t, db), testworld.Visitor()
		nodes := []*testworld.World{w, w}
		if db.Name == "PostgreSQL" {
			nodes[1] = w.SecondNode(db)
		}
		view, _ := paidBy(t, w, v, booking.PayDeposit, "P O'Neill")
		remind := func() []outbox.Job {
			t.Helper()
			for _, node := range nodes {
				if _, err := node.Bookings.Remind(ctx); err != nil {
					t.Fatal(err)
				}
			}
			w.Tick()
			return w.Emails.Jobs(booking.EmailBalance)
		}
		goTo(w, time.Date(2026, time.April, 23, 22, 30, 0, 0, time.UTC)) // 23:30 in London
		if jobs := remind(); len(jobs) != 0 {
			t.Fatalf("15 days before: %v", jobs)
		}
		goTo(w, time.Date(2026, time.April, 23, 23, 30, 0, 0, time.UTC)) // the next day in London
		days := map[string]string{}
		for len(remind()) > 0 && w.Clock.Now().Before(time.Date(2026, time.July, 20, 0, 0, 0, 0, time.UTC)) {
			for _, job := range w.Emails.Jobs(booking.EmailBalance) {
				if days[job.Payload] == "" {
					days[job.Payload] = date.In(w.Clock.Now()).ISO()
				}
			}
			w.Clock.Advance(24 * time.Hour)
		}
		jobs := remind()
		if len(jobs) != 3 {
			t.Fatalf("e-mails %v", jobs)
		}
		for i, day := range []string{"2026-04-24", "2026-05-05", "2026-05-08"} {
			if days[jobs[i].Payload] != day {
				t.Errorf("e-mail %d was due on %s, want %s", i, days[jobs[i].Payload], day)
			}
		}
		// Each is sent as long as it is true.
		for i, c := range []struct {
			on    time.Time
			texts [3]string
		}{
			{time.Date(2026, time.April, 27, 9, 0, 0, 0, time.UTC), [3]string{"£140 is left to pay for your stay at Gannet Sands from Fri 17th Jul 2026. Please pay it before Fri 8th May 2026", "", ""}},
			{time.Date(2026, time.May, 7, 9, 0, 0, 0, time.UTC), [3]string{"", "Please pay it before Fri 8th May 2026", ""}},
			{time.Date(2026, time.May, 9, 9, 0, 0, 0, time.UTC), [3]string{"", "", "£140 is overdue"}},
		} {
			w.Clock.Advance(c.on.Sub(w.Clock.Now()))
			for j, want := range c.texts {
				got := sent(t, w, jobs[j])
				lacks(t, got, "phone") // nothing records a payment by phone
				if want == "" && got != "" || want != "" && !strings.Contains(got, want) {
					t.Errorf("day %d, e-mail %d: %q in %q", i, j, want, got)
				}
			}
		}
		// A part is paid, then all of it.
		goTo(w, time.Date(2026, time.May, 7, 9, 0, 0, 0, time.UTC))
		for _, part := range []struct {
			amount money.Pence
			want   string
		}{{100_00, "£40 is left to pay"}, {40_00, ""}} {
			paysMore(t, w, v, view, part.amount)
			if got := sent(t, w, jobs[1]); part.want == "" && got != "" || !strings.Contains(got, part.want) {
				t.Errorf("after £%s: %q", part.amount, got)
			}
		}
		if kinds := w.Emails.Jobs(booking.EmailReceipt); len(kinds) != 2 {
			t.Errorf("%d receipts of two payments", len(kinds))
		}
	})
}

// What has changed since a reminder was written is not in it.
func TestARemindersBookingIsCancelledOrMoved(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		ctx, w := context.Background(), testworld.New(t, db)
		moved, _ := paidBy(t, w, testworld.Visitor(), booking.PayDeposit, "P O'Neill")
		cancelled, _ := paidBy(t, w, testworld.Visitor(), booking.PayDeposit, "P O'Neill")
		goTo(w, time.Date(2026, time.May, 6, 9, 0, 0, 0, time.UTC))
		late, _ := paidBy(t, w, testworld.Visitor(), booking.PayDeposit, "P O'Neill") // its confirmation has the day
		if n, err := w.Bookings.Remind(ctx); n != 2 || err != nil {
			t.Fatalf("%d reminders, %v; not of %s", n, err, late.Ref)
		}
		w.Tick()
		jobs := w.Emails.Jobs(booking.EmailBalance)
		if err := w.Payments.Move(ctx, moved.Ref, booking.Destination{Arrival: testworld.Summer + 2}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		first := w.Emails.Jobs(booking.EmailChanged)
		w.Tick()
		if all := w.Emails.Jobs(booking.EmailChanged); len(first) != 0 || len(all) != 1 {
			t.Fatalf("e-mails about the move: %v", all)
		}
		about := w.Emails.Jobs(booking.EmailChanged)[0]
		contains(t, sent(t, w, about), "Your holiday booking has been changed", moved.Shown, "Sun 19th Jul 2026", "Amount paid: £49", "Left to pay later, before Wed 13th May 2026: £140")
		if err := w.Payments.Change(ctx, cancelled.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		for _, job := range jobs {
			if text := sent(t, w, job); text != "" {
				t.Errorf("sent: %s", text)
			}
		}
		w.Clock.Advance(time.Minute)
		if err := w.Payments.Move(ctx, moved.Ref, booking.Destination{Arrival: testworld.Summer + 3}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		if text := sent(t, w, about); text != "" {
			t.Errorf("the first move, after the second: %s", text)
		}
	})
}

// The e-mail about a move names the new day.
func TestNoReminderFollowsAMoveAtOnce(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		ctx, w := context.Background(), testworld.New(t, db)
		view, _ := paidBy(t, w, testworld.Visitor(), booking.PayDeposit, "P O'Neill")
		goTo(w, time.Date(2026, time.May, 9, 9, 0, 0, 0, time.UTC))
		if err := w.Payments.Move(ctx, view.Ref, booking.Destination{Arrival: testworld.Summer + 1}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ day, reminders int }{{9, 0}, {12, 0}, {13, 1}} { // it is due before 16 May
			goTo(w, time.Date(2026, time.May, c.day, 9, 0, 0, 0, time.UTC))
			if n, err := w.Bookings.Remind(ctx); n != c.reminders || err != nil {
				t.Errorf("%d May: %d reminders, %v", c.day, n, err)
			}
		}
	})
}

// A member of staff cancels a booking before its payment is captured.
func TestAnAuthorisationThatWasReleased(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		ctx, w, v := context.Background(), testworld.New(t, db), testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayDeposit)
		if _, err := w.Pay(v, view.Ref, p.ID, "4444333322221111", "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		if jobs := w.Emails.Jobs(booking.EmailReleased); len(jobs) != 0 {
			t.Errorf("before the provider has released it: %v", jobs)
		}
		w.Tick()
		for range 20 { // until the provider shows it
			w.Clock.Advance(time.Minute)
			w.Tick()
		}
		jobs := w.Emails.Jobs(booking.EmailReleased)
		if len(jobs) != 1 {
			t.Fatalf("e-mails %v", w.Emails.Kinds())
		}
		contains(t, sent(t, w, jobs[0]), "A payment of £49 was not taken", "Dear Priya", "Gannet Sands", view.Shown, "The holiday is not booked")
	})
}

// The provider has authorised another amount, which is released. The holiday is booked
// only if the visitor pays again.
func TestAnAuthorisationOfAnotherAmountIsReleased(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w, v := testworld.New(t, db), testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayFull)
		if _, err := w.Pay(v, view.Ref, p.ID, "4444333322221111", "SIM_WRONG_AMOUNT"); err == nil {
			t.Fatal("another amount was taken")
		}
		w.Tick()
		for range 20 { // until the provider shows that it is released, within the hold
			w.Clock.Advance(time.Minute)
			w.Tick()
		}
		jobs := w.Emails.Jobs(booking.EmailReleased)
		if len(jobs) != 1 {
			t.Fatalf("e-mails %v", w.Emails.Kinds())
		}
		text := sent(t, w, jobs[0])
		contains(t, text, "A payment of £189 was not taken", "Dear Priya", "The holiday is not booked", view.Shown)
		if strings.Contains(text, "/login") || strings.Contains(text, "booked with us") {
			t.Errorf("it speaks of a booking that there is not: %s", text)
		}
		again := w.Prepared(v, view, booking.PayFull)
		if _, err := w.Pay(v, view.Ref, again.ID, "4444333322221111", "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		contains(t, sent(t, w, jobs[0]), "A payment of £189 was not taken", "Your holiday is booked", "/login")
		w.Tick()
		w.Clock.Advance(48 * time.Hour)
		w.Tick()
		if err := w.Payments.Change(context.Background(), view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		contains(t, sent(t, w, jobs[0]), "The holiday is not booked") // as it is when the e-mail is sent
	})
}

// A booking that cannot be read keeps nobody else's reminder back.
func TestOneUnreadableBookingStopsNoReminder(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, bad := context.Background(), badrecord.New(slog.New(slog.DiscardHandler))
		w := testworld.New(t, db, func(b *booking.Config, _ *payment.Config) { b.Bad = bad })
		broken, _ := paidBy(t, w, testworld.Visitor(), booking.PayDeposit, "P O'Neill")
		paidBy(t, w, testworld.Visitor(), booking.PayDeposit, "P O'Neill")
		err := w.Store.Update(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec("UPDATE booking SET terms = '{' WHERE ref = $1", broken.Ref)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		goTo(w, time.Date(2026, time.April, 24, 9, 0, 0, 0, time.UTC))
		if due, err := w.Bookings.Remind(ctx); due != 1 || err != nil {
			t.Errorf("%d reminders, %v", due, err)
		}
		if left := bad.Records(); len(left) != 1 || left[0].Kind != badrecord.Reminder || left[0].ID != broken.Ref {
			t.Errorf("left out: %v", left)
		}
	})
}

func TestUnpaidBookingsAreListedPageByPage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w, want, got := testworld.New(t, db), map[string]bool{}, map[string]bool{}
		for range 2 {
			view, _ := paidBy(t, w, testworld.Visitor(), booking.PayDeposit, "P O'Neill")
			want[view.Ref] = true
		}
		paidBy(t, w, testworld.Visitor(), booking.PayFull, "P O'Neill")
		after := ""
		for range len(want) {
			err := w.Store.Bookings().View(context.Background(), func(tx booking.Tx) error {
				page, err := tx.Unpaid(testworld.Summer-1, after, 1)
				if len(page) == 1 {
					after, got[page[0]] = page[0], true
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("listed %v, want %v", got, want)
		}
	})
}
