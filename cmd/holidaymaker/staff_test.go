package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
)

// asking is a member of staff who types an answer on a terminal.
func asking(answer string, terminal bool) (staffFlags, *bytes.Buffer) {
	var out bytes.Buffer
	by, why, yes := "", "the park is flooded", false
	return staffFlags{by: &by, why: &why, yes: &yes, in: strings.NewReader(answer), out: &out, terminal: func() bool { return terminal }}, &out
}

func TestCommandsAskBeforeTheyAct(t *testing.T) {
	did := func(f staffFlags) (agreed bool, err error) {
		err = f.act(func(o payment.StaffMember) error {
			if o.By == "" || o.Why != "the park is flooded" {
				t.Errorf("staff member %+v", o)
			}
			agreed = o.Agree([]string{"booking X is cancelled"})
			return nil
		})
		return agreed, err
	}
	for answer, want := range map[string]bool{"yes\n": true, "YES\n": true, "no\n": false, "y\n": false, "": false, "\n": false} {
		f, out := asking(answer, true)
		if got, err := did(f); got != want || err != nil || !strings.Contains(out.String(), "booking X is cancelled") {
			t.Errorf("answer %q: %v, %v, printed %s", answer, got, err, out)
		}
	}
	f, _ := asking("yes\n", false)
	if _, err := did(f); err == nil || !strings.Contains(err.Error(), "--yes") {
		t.Errorf("without a terminal: %v", err)
	}
	*f.yes = true
	if got, err := did(f); !got || err != nil {
		t.Errorf("with --yes: %v, %v", got, err)
	}
	*f.why = " "
	if _, err := did(f); err == nil || !strings.Contains(err.Error(), "--why") {
		t.Errorf("without a reason: %v", err)
	}
}

// aDatabase has an imported booking and an e-mail that was given up.
func aDatabase(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	if err := migrate(t.Context(), []string{"--data", dir}); err != nil {
		t.Fatal(err)
	}
	importABooking(t, "--data", dir)
	return dir
}

// importABooking imports the booking MT482915 into the database that the flags name.
func importABooking(t *testing.T, database ...string) {
	t.Helper()
	file := writeFile(t, `{"booking":"MT482915","channel":"ukcaravan","park":"HV101","parkName":"Sandy Bay","unit":"HV101-G3","unitName":"Gold Caravan","arrival":"2027-07-17","nights":7,"adults":2,"total":"612.00","paid":"100.00","contact":{"surname":"Shah","email":"priya@mail.example","postcode":"YO11 2AB"}}`+"\n")
	if err := bookingCommand(t.Context(), append([]string{"import", file}, database...)); err != nil {
		t.Fatal(err)
	}
}

func opened(t *testing.T, dir string, do func(s *store.Store)) {
	t.Helper()
	s, err := database{&dir, new(string), new(time.Duration)}.existing(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	do(s)
}

func TestABookingIsCancelledOnTheRecord(t *testing.T) {
	dir := aDatabase(t)
	run := func(args ...string) error { return bookingCommand(t.Context(), append(args, "--data", dir)) }
	for _, refused := range [][]string{
		{"cancel", "MT482915"},                              // no reason
		{"cancel", "MT482915", "--why", "flooded"},          // nobody to ask
		{"cancel", "MT000000", "--why", "flooded", "--yes"}, // no such booking
		{"refund", "MT482915", "--amount", "x", "--why", "w", "--yes"},
		{"refund", "MT482915", "--amount", "5000", "--why", "w", "--yes"},
		{"refund", "MT482915", "--fee", "--why", "w", "--yes"},
		{"refund", "MT482915", "--overpaid", "--amount", "10", "--why", "w", "--yes"},
		{"refund", "MT482915", "--overpaid", "--fee", "--why", "w", "--yes"},
		{"refund", "MT482915", "--overpaid", "--goodwill", "--why", "w", "--yes"},
		{"refund", "MT482915", "--goodwill", "--why", "w", "--yes"},
		{"refund", "MT482915", "--goodwill", "--amount", "10", "--fee", "--why", "w", "--yes"},
		{"refund", "MT482915", "--overpaid", "--why", "w", "--yes"},         // nothing was
		{"move", "MT482915", "--why", "w", "--yes"},                         // nowhere
		{"move", "MT482915", "--date", "2027-08-01", "--why", "w", "--yes"}, // imported
		{"move", "MT482915", "--date", "soon", "--why", "w", "--yes"},
		{"move", "MT482915", "--unit", "NONE", "--why", "w", "--yes"},
		{"move", "MT482915", "--date", "2027-08-01", "--nights", "7", "--why", "w", "--yes"},
		{"change", "MT482915", "--why", "w", "--yes"},                  // to nothing else
		{"change", "MT482915", "--nights", "3", "--why", "w", "--yes"}, // not sold here
	} {
		if err := run(refused...); err == nil {
			t.Errorf("%v was done", refused)
		}
	}
	if err := run("cancel", "mt48 2915", "--why", "flooded", "--by", "Jo", "--yes"); err != nil {
		t.Fatal(err)
	}
	opened(t, dir, func(s *store.Store) {
		o, err := paymentsOf(s).Show(t.Context(), "MT482915")
		if err != nil || o.Booking.State != booking.Cancelled || len(o.Actions) != 1 {
			t.Fatalf("%+v, %v", o, err)
		}
		if a := o.Actions[0]; a.By != "Jo" || a.Why != "flooded" || a.Command != "booking cancel" || a.Done == "" || machine().Sub(a.At).Abs() > time.Hour {
			t.Errorf("recorded: %+v", a)
		}
		asked := func(action string) payment.Change {
			amount, bears, no := "10", "we", false
			c, err := returnFlags{&amount, &bears, &no, &no, &no, &no, &no}.change(t.Context(), paymentsOf(s), action, "MT482915")
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		if cancel, refund := asked("cancel"), asked("refund"); cancel.Command != "booking cancel" || refund.Command != "" {
			t.Errorf("with an amount, recorded: %q and %q", cancel.Command, refund.Command)
		}
		for _, change := range []string{"UPDATE operator_action SET why = 'x'", "DELETE FROM operator_action"} {
			if err := s.Update(t.Context(), func(tx *store.Tx) error { _, err := tx.Exec(change); return err }); err == nil {
				t.Errorf("%s was done", change)
			}
		}
	})
}

func TestStaffMakeALinkByWhichOthersPay(t *testing.T) {
	dir := aDatabase(t)
	run := func(args ...string) (string, error) {
		return printed(t, func() error {
			return bookingCommand(t.Context(), append(append([]string{"pay-link", "MT482915"}, args...), "--data", dir, "--why", "asked by phone", "--yes"))
		})
	}
	for _, refused := range [][]string{{"--amount", "5000"}, {"--amount", "x"}, {"--days", "0"}, {"--end", "another"}} {
		if _, err := run(refused...); err == nil {
			t.Errorf("%v was done", refused)
		}
	}
	text, err := run("--amount", "100", "--name", "Sam", "--base-url", "https://site.example/")
	link := regexp.MustCompile(`https://site\.example/booking/payment#L[\w-]{44}`).FindString(text)
	if err != nil || link == "" || !strings.Contains(text, "a link asks for £100") {
		t.Fatalf("%v: %s", err, text)
	}
	if text, err := run("--end", link); err != nil || strings.Contains(text, link) {
		t.Errorf("%v: %s", err, text)
	}
}

func TestAnEmailThatWasGivenUpIsTriedAgain(t *testing.T) {
	dir := aDatabase(t)
	run := func(args ...string) error { return outboxCommand(t.Context(), append(args, "--data", dir)) }
	ids := map[string]string{}
	opened(t, dir, func(s *store.Store) {
		err := s.Update(t.Context(), func(tx *store.Tx) error {
			return errors.Join(tx.Enqueue(outbox.Job{Kind: booking.EmailReceipt, Key: "receipt", Payload: `{"ref":"MT482915"}`}),
				tx.Enqueue(outbox.Job{Kind: booking.EmailReferences, Key: "references", Payload: "personal"}),
				tx.Enqueue(outbox.Job{Kind: payment.JobRefund, Key: "P1", Payload: "{}"}))
		})
		if _, err := s.Outbox().Lease(t.Context(), []string{payment.JobRefund}, 1, time.Minute); err != nil {
			t.Fatal(err) // a worker does this job while the member of staff looks
		}
		if err != nil {
			t.Fatal(err)
		}
		never := func(context.Context, outbox.Job) error { return outbox.ErrNever }
		w := outbox.New(outbox.Config{Store: s.Outbox(), Kinds: map[string]outbox.Kind{
			booking.EmailReceipt: {Do: never, Keep: true}, booking.EmailReferences: {Do: never}}})
		if _, err := w.RunOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		all, err := s.WaitingJobs(t.Context(), 10)
		if err != nil || len(all) != 3 || !all[0].GivenUp {
			t.Fatalf("%+v, %v", all, err)
		}
		for _, job := range all {
			ids[job.Key] = job.ID
		}
	})
	for _, args := range [][]string{
		{"retry", "none", "--why", "w", "--yes"}, {"retry", ids["receipt"], "--why", "w"}, {"retry", ids["references"], "--why", "w", "--yes"},
		{"drop", ids["P1"], "--why", "w", "--yes"}, {"retry", ids["P1"], "--why", "w", "--yes"}, {"send", ids["receipt"], "--why", "w", "--yes"},
	} {
		if err := run(args...); err == nil {
			t.Errorf("%v was done", args)
		}
	}
	for _, args := range [][]string{{"list"}, {"retry", ids["receipt"], "--why", "the mailbox is back", "--yes"}, {"drop", ids["references"], "--why", "she rang", "--yes"}} {
		if err := run(args...); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	opened(t, dir, func(s *store.Store) {
		all, err := s.WaitingJobs(t.Context(), 10)
		if err != nil || len(all) != 2 || all[0].GivenUp || all[0].Tries != 0 || all[0].Key != "receipt" {
			t.Errorf("%+v, %v", all, err)
		}
		o, err := paymentsOf(s).Show(t.Context(), "MT482915")
		if err != nil || len(o.Actions) != 1 || o.Actions[0].Command != "outbox retry" {
			t.Errorf("%+v, %v", o.Actions, err)
		}
	})
}

func TestPaymentsAreLookedAfter(t *testing.T) {
	dir := aDatabase(t)
	opened(t, dir, func(s *store.Store) {
		err := s.Payments().Update(t.Context(), func(tx payment.Tx) error {
			return tx.InsertAttempt(payment.Attempt{ID: "P1", Ref: "MT482915", Seq: 1, State: payment.StateUnknown, Method: payment.Card, Amount: 4900, TopUp: true,
				OrderCode: "P1", Key: "k", SentAt: s.Now(), CreatedAt: s.Now(), NextCheck: s.Now(), Alert: "unknown for long"})
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	run := func(args ...string) error { return paymentCommand(t.Context(), append(args, "--data", dir)) }
	for _, args := range [][]string{{}, {"pay", "P1"}, {"show", "P2"}, {"resolve", "P1", "--why", "w", "--yes"}, {"resolve", "P1", "--as", "refunded", "--why", "w", "--yes"},
		{"refund", "P1", "--why", "w", "--yes"}, {"clear-alert", "P2", "--why", "w", "--yes"}} {
		if err := run(args...); err == nil {
			t.Errorf("%v was done", args)
		}
	}
	for _, args := range [][]string{{"list"}, {"list", "--stuck"}, {"show", "P1"}, {"clear-alert", "P1", "--why", "seen", "--yes"},
		{"resolve", "P1", "--as", "captured", "--why", "the provider's portal says so", "--by", "Jo", "--yes"}} {
		if err := run(args...); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	opened(t, dir, func(s *store.Store) {
		a, o, err := paymentsOf(s).ShowPayment(t.Context(), "P1")
		if err != nil || a.State != payment.StateCaptured || a.Alert != "" || o.Booking.AmountPaid != 14900 || len(o.Actions) != 2 {
			t.Errorf("%+v, paid %s, %+v, %v", a, o.Booking.AmountPaid, o.Actions, err)
		}
		if err := o.Audit(); err != nil {
			t.Error(err)
		}
	})
}

// The stay of the booking is not over: its details are erased once it is cancelled. The request
// stays until then.
func TestARequestForErasureIsCarriedOut(t *testing.T) {
	dir := aDatabase(t)
	file := writeFile(t, fmt.Sprintf(`{"booking":"MT482916","channel":"ukcaravan","park":"HV101","parkName":"Sandy Bay","unit":"HV101-G3","unitName":"Gold Caravan","arrival":%q,"nights":7,"adults":2,"total":"612.00","paid":"100.00","contact":{"surname":"Quill","email":"jo@mail.example","postcode":"YO11 2AB"}}`,
		(date.In(machine())+100).ISO())+"\n")
	if err := bookingCommand(t.Context(), []string{"import", file, "--data", dir}); err != nil {
		t.Fatal(err)
	}
	opened(t, dir, func(s *store.Store) {
		if err := s.MyHolidays().AskErasure(t.Context(), "jo@mail.example", func(at time.Time) outbox.Job { return outbox.Job{Kind: "test", Key: at.String()} }); err != nil {
			t.Fatal(err)
		}
	})
	run := func(args ...string) error { return eraseCommand(t.Context(), append(args, "--data", dir)) }
	requests := func(want int) {
		t.Helper()
		opened(t, dir, func(s *store.Store) {
			if all, err := s.ErasureRequests(t.Context()); err != nil || len(all) != want {
				t.Errorf("%v, %v", all, err)
			}
		})
	}
	carryOut := []string{"--request", "Jo@mail.example", "--why", "asked in My Holidays", "--yes"}
	for _, refused := range [][]string{{}, {"--requests", "--request", "a@mail.example"}, {"--request", "jo"}, {"--request", "jo@mail.example"},
		{"--request", "jo@mail.example", "--why", "Jo@mail.example asked", "--yes"}, carryOut} {
		if err := run(refused...); err == nil {
			t.Errorf("%v was done", refused)
		}
	}
	requests(1)
	if err := run("--requests"); err != nil {
		t.Error(err)
	}
	if err := bookingCommand(t.Context(), []string{"cancel", "MT482916", "--why", "asked", "--yes", "--data", dir}); err != nil {
		t.Fatal(err)
	}
	if err := run(carryOut...); err != nil {
		t.Error(err)
	}
	requests(0)
	opened(t, dir, func(s *store.Store) {
		if o, err := paymentsOf(s).Show(t.Context(), "MT482916"); err != nil || o.Booking.ErasedAt.IsZero() || o.Booking.Contact.Email != "" {
			t.Errorf("%+v, %v", o.Booking, err)
		}
	})
}
