package orderlog_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/payment/orderlog"
)

var noon = time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)

func entry(order string, at time.Time) orderlog.Entry {
	return orderlog.Entry{At: at, Order: order, Method: "worldpay", Ref: "R1", Amount: 18900}
}

func note(t *testing.T, j *orderlog.Journal, entries ...orderlog.Entry) {
	t.Helper()
	for _, e := range entries {
		if err := j.Note(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
}

// read returns the orders in a journal, and how many lines are none.
func read(t *testing.T, dirs ...string) (orders string, unreadable int) {
	t.Helper()
	all, unreadable, err := orderlog.Read(dirs)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		orders += e.Order + e.ProviderRef + " "
	}
	return orders, unreadable
}

func TestTheJournalHasTheLastEntryOfEachOrder(t *testing.T) {
	one, two := orderlog.Folder(t.TempDir()), orderlog.Folder(t.TempDir())
	again := entry("P1", noon.Add(time.Hour))
	again.ProviderRef = "+wallet"
	note(t, orderlog.New(one), entry("P1", noon), entry("P3", noon.Add(24*time.Hour)), again)
	note(t, orderlog.New(two), entry("P2", noon.Add(time.Minute)))
	if got, bad := read(t, one, two); got != "P2 P1+wallet P3 " || bad != 0 {
		t.Errorf("got %s, %d unreadable", got, bad)
	}
	if _, _, err := orderlog.Read([]string{filepath.Join(one, "missing")}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is missing: %v", err)
	}
}

func TestALineThatWasCutOffHidesNoOther(t *testing.T) {
	dir := t.TempDir()
	note(t, orderlog.New(dir), entry("P1", noon))
	files, err := filepath.Glob(filepath.Join(dir, "2026-03-02-*.ndjson"))
	if err != nil || len(files) != 1 {
		t.Fatalf("got %v, %v", files, err)
	}
	all, err := os.ReadFile(files[0])
	if err == nil {
		err = os.WriteFile(files[0], append(all, all[:len(all)/2]...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	note(t, orderlog.New(dir), entry("P2", noon)) // the node after its restart
	if got, bad := read(t, dir); got != "P1 P2 " || bad != 1 {
		t.Errorf("got %s, %d unreadable", got, bad)
	}
}

func TestEntriesOfTheSameMomentAreAllWritten(t *testing.T) {
	dir := t.TempDir()
	j := orderlog.New(dir)
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			if err := j.Note(context.Background(), entry(fmt.Sprint("P", i), noon)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if entries, bad, err := orderlog.Read([]string{dir}); len(entries) != 200 || bad != 0 || err != nil {
		t.Errorf("%d entries, %d unreadable, %v", len(entries), bad, err)
	}
}

func TestAJournalThatCannotWriteSaysSoAndWorksAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "orders")
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // no folder can be made there
		t.Fatal(err)
	}
	j := orderlog.New(dir)
	if err := j.Note(t.Context(), entry("P1", noon)); err == nil {
		t.Error("it was not written, and that is no error")
	}
	if since, err := j.Failed(); err == nil || since.IsZero() {
		t.Errorf("it failed since %s: %v", since, err)
	}
	os.Remove(dir)
	note(t, j, entry("P2", noon))
	if _, err := j.Failed(); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range 50 { // whose callers do not wait, and which are written all the same
		_ = j.Note(gone, entry("P2", noon))
	}
	polltest.Until(t, "all are written", func() bool {
		_, err := j.Failed()
		return err == nil
	})
	os.RemoveAll(dir) // somebody cleans up while the node runs
	note(t, j, entry("P3", noon))
	if got, _ := read(t, dir); got != "P3 " {
		t.Errorf("got %s", got)
	}
}

func TestTheJournalIsCopiedToAnotherDisk(t *testing.T) {
	dir, copies := orderlog.Folder(t.TempDir()), orderlog.Folder(t.TempDir())
	j := orderlog.New(dir)
	copied := func(want string) {
		t.Helper()
		if err := j.CopyTo(copies); err != nil {
			t.Fatal(err)
		}
		if want == "" {
			return
		}
		if got, bad := read(t, copies); got != want || bad != 0 {
			t.Errorf("got %s, %d unreadable, want %s", got, bad, want)
		}
	}
	copied("") // a node that has taken no payment
	note(t, j, entry("P1", noon))
	copied("P1 ")
	note(t, j, entry("P2", noon.Add(time.Second)), entry("P3", noon.Add(24*time.Hour)))
	copied("P1 P2 P3 ")
	if err := os.RemoveAll(dir); err != nil { // the disk is lost: the node begins anew, on the same day
		t.Fatal(err)
	}
	j = orderlog.New(dir)
	note(t, j, entry("P4", noon.Add(time.Minute)))
	copied("P1 P2 P4 P3 ")
}

func TestEntriesAreKeptForLongerThanBackups(t *testing.T) {
	dir := t.TempDir()
	j := orderlog.New(dir)
	if err := orderlog.New(filepath.Join(dir, "missing")).Prune(noon); err != nil {
		t.Errorf("a node that has taken no payment: %v", err)
	}
	note(t, j, entry("P1", noon), entry("P2", noon.Add(48*time.Hour)))
	other := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct {
		day  int
		want string
	}{{99, "P1 P2 "}, {101, "P2 "}, {104, ""}} {
		if err := j.Prune(noon.Add(time.Duration(at.day) * 24 * time.Hour)); err != nil {
			t.Fatal(err)
		}
		if got, _ := read(t, dir); got != at.want {
			t.Errorf("on day %d: %s, want %s", at.day, got, at.want)
		}
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("a file that is not the journal's: %v", err)
	}
}
