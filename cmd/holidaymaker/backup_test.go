package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/backup"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/orderlog"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// The database of a running server is lost, as it is in docs/backup.md.
func TestALostDatabaseComesBackFromABackup(t *testing.T) {
	running := startServer(t)
	args := running.command.Args
	dir := args[len(args)-1]
	file := filepath.Join(t.TempDir(), "backup.db")
	run := func(command func() error, want string) {
		t.Helper()
		if text, err := printed(t, command); err != nil || !strings.Contains(text, want) {
			t.Fatalf("printed %q, %v; want %q", text, err, want)
		}
	}
	run(func() error { return backupCommand(t.Context(), []string{file, "--data", dir}) }, "has the whole database")
	run(func() error { return verifyCommand(t.Context(), []string{file}) }, "The books agree")
	run(func() error { return verifyCommand(t.Context(), []string{"--data", dir, "--json"}) }, `"bookings": 0`)
	for _, end := range []string{"", "-wal", "-shm"} {
		os.Remove(store.SQLiteFile(dir) + end)
	}
	restore := func() error { return restoreCommand(t.Context(), []string{file, "--data", dir}) }
	if err := restore(); !errors.Is(err, store.ErrInUse) {
		t.Fatalf("while the server runs: %v", err)
	}
	running.stops(t, syscall.SIGTERM)
	run(restore, "reconcile --provider")
	if err := restore(); !errors.Is(err, backup.ErrDatabase) {
		t.Errorf("over a database: %v", err)
	}
	run(func() error { return restoreCommand(t.Context(), []string{file, "--data", dir, "--replace"}) }, "before-restore-")
	run(func() error { return verifyCommand(t.Context(), []string{"--data", dir}) }, "The books agree")
}

func TestVerifyEndsWithOneWhereTheBooksContradict(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		flag := "--data"
		if db.Name == "PostgreSQL" {
			flag = "--db"
		}
		s := db.Open(t)
		statement(t, s, "INSERT INTO stock (unit_type, night, taken) VALUES ('boat', '2099-07-17', 1)")
		text, err := printed(t, func() error { return verifyCommand(t.Context(), []string{flag, db.Source}) })
		if exitStatus(err) != 1 || !errors.Is(err, errBooks) || !strings.Contains(text, "1 are taken, bookings have 0") {
			t.Errorf("printed %q, %v", text, err)
		}
		if db.Name == "PostgreSQL" {
			for _, command := range []func() error{
				func() error { return backupCommand(t.Context(), []string{"file", flag, db.Source}) },
				func() error { return restoreCommand(t.Context(), []string{"file", flag, db.Source}) },
			} {
				if err := command(); !errors.Is(err, store.ErrNotSQLite) || !strings.Contains(err.Error(), "docs/backup.md") {
					t.Errorf("of PostgreSQL: %v", err)
				}
			}
		}
	})
}

// After a restore the payments are listed that the database does not know.
func TestReconcileListsPaymentsThatTheDatabaseLacks(t *testing.T) {
	orders := t.TempDir()
	w := testworld.New(t, storetest.SQLite(t), func(_ *booking.Config, c *payment.Config) { c.Journal = orderlog.New(orders).Note })
	restored := storetest.SQLite(t)
	run := func(more ...string) (string, error) {
		return printed(t, func() error {
			return reconcileCommand(t.Context(), append([]string{"--provider", "--data", restored.Source, "--pause", "0s", "--simulator", w.Wallet.BaseURL}, more...))
		})
	}
	opened(t, restored.Source, func(s *store.Store) {
		if _, err := s.RecordProvider(t.Context(), store.ProviderSimulated+" x"); err != nil {
			t.Fatal(err)
		}
	})
	if _, err := run(); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "--orders") {
		t.Errorf("without a journal: %v", err)
	}
	v, inWallet := testworld.Visitor(), testworld.Visitor()
	view := w.Booked(v, "caravan")
	card := w.Prepared(v, view, booking.PayFull)
	if _, err := w.Pay(v, view.Ref, card.ID, testworld.GoodCard, "Jo"); err != nil {
		t.Fatal(err)
	}
	wallet := w.PreparedWallet(inWallet, w.Booked(inWallet, "boat"), booking.PayFull)
	back := w.AtWallet(wallet.Wallet, "approve", "")
	if err := w.Payments.WalletReturned(t.Context(), back.Get("att"), back.Get("token")); err != nil {
		t.Fatal(err)
	}
	w.CallsEnd()
	w.Tick()
	text, err := run("--orders", orders, "--report")
	if err == nil || !strings.Contains(err.Error(), "2 orders need you: £378.00 was taken, £0.00 is reserved") {
		t.Errorf("%v", err)
	}
	for _, want := range []string{"2 orders are in the journal, and the database lacks 2", "payment refund-stray " + card.ID + " --why", "--method paypal --wallet-order " + wallet.Wallet.OrderID} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	jobs, err := printed(t, func() error { return outboxCommand(t.Context(), []string{"list", "--data", restored.Source}) })
	if err != nil || strings.Count(jobs, payment.JobStray) != 2 {
		t.Errorf("the outbox: %s, %v", jobs, err)
	}
}

// One that the database has from before it was sent is left to the servers.
func TestReconcileHasTheServersAskAboutWhatTheDatabaseHasFromBefore(t *testing.T) {
	orders, restored := t.TempDir(), t.TempDir()
	w := testworld.New(t, storetest.SQLite(t), func(_ *booking.Config, c *payment.Config) { c.Journal = orderlog.New(orders).Note })
	if _, err := w.Store.RecordProvider(t.Context(), store.ProviderSimulated+" x"); err != nil {
		t.Fatal(err)
	}
	v := testworld.Visitor()
	view := w.Booked(v, "caravan")
	card := w.Prepared(v, view, booking.PayFull)
	if err := w.Store.CopyTo(t.Context(), store.SQLiteFile(restored)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Pay(v, view.Ref, card.ID, testworld.GoodCard, "Jo"); err != nil {
		t.Fatal(err)
	}
	w.CallsEnd()
	w.Tick()
	for _, run := range []struct {
		args []string
		want string
	}{
		{nil, "With --report the servers ask about it"},
		{[]string{"--report"}, "booking show " + view.Ref},
		{nil, "the database lacks 0"},
	} {
		text, _ := printed(t, func() error {
			return reconcileCommand(t.Context(), append([]string{"--provider", "--data", restored, "--orders", orders, "--simulator", w.Wallet.BaseURL}, run.args...))
		})
		if !strings.Contains(text, run.want) || strings.Contains(text, "payment resolve") {
			t.Errorf("with %v: %s", run.args, text)
		}
	}
}
