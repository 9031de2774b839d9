package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// printed returns what a command prints.
func printed(t *testing.T, command func() error) (text string, err error) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	stdout := os.Stdout
	os.Stdout = file
	defer func() { os.Stdout = stdout }()
	err = command()
	all, readErr := os.ReadFile(file.Name())
	if readErr != nil {
		t.Fatal(readErr)
	}
	return string(all), err
}

var (
	aTime        = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`)
	spacesAtEnds = regexp.MustCompile(`(?m) +$`)
)

// What the command prints for P1, which the provider has captured, and then for P2,
// which has failed. TIME stands for an instant.
const (
	resolvedAsCaptured = `This will be done:
  - payment P1 of £49.00 goes from 'unknown' to 'captured'
  - what counts as paid of booking MT482915 goes from £100.00 to £149.00
Payment              P1
Booking              MT482915
Order code           order-P1
Method               worldpay
Amount               £49.00
State                captured
Last answer          captured: entered by Jo
Alert
Being refunded       £0.00
Last call            none
Can be resolved as
TIME  £49.00, capture: captured: entered by Jo
TIME  £49.00, charge: the provider authorised it
TIME  payment resolve --as captured by Jo: payment P1 of £49.00 goes from 'unknown' to 'captured'; what counts as paid of booking MT482915 goes from £100.00 to £149.00 (the portal says so)
`
	resolvedAsFailed = `This will be done:
  - payment P2 of £49.00 goes from 'unknown' to 'failed'
Payment              P2
Booking              MT482915
Order code           order-P2
Method               worldpay
Amount               £49.00
State                failed
Last answer          failed: entered by Jo
Alert
Being refunded       £0.00
Last call            none
Can be resolved as   captured
TIME  payment resolve --as failed by Jo: payment P2 of £49.00 goes from 'unknown' to 'failed' (the portal says so)
`
)

func TestResolvingAPaymentSaysWhatIsDone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		flags := []string{"--data", db.Source}
		if db.Name == "PostgreSQL" {
			flags = []string{"--db", db.Source}
		}
		importABooking(t, flags...)
		unknown := func(id string, seq int) {
			t.Helper()
			s, err := store.Open(t.Context(), db.Source, machine, store.Existing())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			err = s.Payments().Update(t.Context(), func(tx payment.Tx) error {
				return tx.InsertAttempt(payment.Attempt{ID: id, Ref: "MT482915", Seq: seq, State: payment.StateUnknown, Method: payment.Card, Amount: 4900, TopUp: true,
					OrderCode: "order-" + id, Key: id, SentAt: s.Now(), CreatedAt: s.Now(), NextCheck: s.Now(),
					Alert: "the outcome has been unknown for a long time"}) // as the reconciler writes it
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		resolve := func(id, as string) (string, error) {
			text, err := printed(t, func() error {
				return paymentCommand(t.Context(), append([]string{"resolve", id, "--as", as, "--why", "the portal says so", "--by", "Jo", "--yes"}, flags...))
			})
			return spacesAtEnds.ReplaceAllString(aTime.ReplaceAllString(text, "TIME"), ""), err
		}
		refused := func(id, as, want string) {
			t.Helper()
			if text, err := resolve(id, as); text != "" || err == nil || err.Error() != want {
				t.Errorf("%s as %s: printed %q, error %v, want %q", id, as, text, err, want)
			}
		}
		done := func(id, as, want string) {
			t.Helper()
			if text, err := resolve(id, as); err != nil || text != want {
				t.Errorf("%s as %s: %v\n%s\nwant\n%s", id, as, err, text, want)
			}
		}
		unknown("P1", 1)
		refused("P2", "captured", "there is no payment P2")
		refused("P1", "refunded", "payment P1 is 'unknown' and cannot be 'refunded': it can be 'cancelled' or 'captured' or 'failed'")
		done("P1", "captured", resolvedAsCaptured)
		refused("P1", "captured", "payment P1 is 'captured' and cannot be 'captured': there is nothing to enter for it")
		unknown("P2", 2)
		done("P2", "failed", resolvedAsFailed)
	})
}

func TestAPaymentWithoutABookingIsRefundedByACommand(t *testing.T) {
	db := storetest.SQLite(t)
	refund := func(more ...string) (string, error) {
		return printed(t, func() error {
			return paymentCommand(t.Context(), append([]string{"refund-stray", "P-order", "--why", "restored", "--by", "Jo", "--yes", "--data", db.Source}, more...))
		})
	}
	text, err := refund()
	if err != nil || !strings.Contains(text, "what the provider has captured of order P-order, which has no booking, is refunded") {
		t.Errorf("printed %q, %v", text, err)
	}
	if _, err := refund("--method", "paypal"); err == nil || !strings.Contains(err.Error(), "the id of its order") {
		t.Errorf("at the wallet without the id of its order: %v", err)
	}
	jobs, err := printed(t, func() error { return outboxCommand(t.Context(), []string{"list", "--data", db.Source}) })
	if err != nil || !strings.Contains(jobs, payment.JobStray) || !strings.Contains(jobs, "P-order") {
		t.Errorf("the outbox: %q, %v", jobs, err)
	}
	drop := func() error {
		var waiting []outbox.Waiting
		opened(t, db.Source, func(s *store.Store) {
			if waiting, err = s.WaitingJobs(t.Context(), 2); err != nil || len(waiting) != 1 {
				t.Fatalf("%+v, %v", waiting, err)
			}
		})
		return outboxCommand(t.Context(), []string{"drop", waiting[0].ID, "--why", "w", "--by", "Jo", "--yes", "--data", db.Source})
	}
	if err := drop(); err == nil || !strings.Contains(err.Error(), "cannot be dropped before it is given up") {
		t.Errorf("dropped while it waits: %v", err)
	}
	opened(t, db.Source, func(s *store.Store) {
		never := func(context.Context, outbox.Job) error { return outbox.ErrNever }
		w := outbox.New(outbox.Config{Store: s.Outbox(), Kinds: map[string]outbox.Kind{payment.JobStray: {Do: never, Keep: true}}})
		if _, err := w.RunOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	if err := drop(); err != nil {
		t.Errorf("dropped after it was given up: %v", err)
	}
}

// What is no file may never end.
func TestOnlyAFileIsReconciled(t *testing.T) {
	db := storetest.SQLite(t)
	for path, what := range map[string]string{os.DevNull: "regular file but a device", t.TempDir(): "regular file but a directory", filepath.Join(t.TempDir(), "missing"): "such file"} {
		if err := reconcileCommand(t.Context(), []string{path, "--data", db.Source}); err == nil || !strings.Contains(err.Error(), "no "+what) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
