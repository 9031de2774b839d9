package main

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/site"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// TestMain gives the commands the clock of the run.
func TestMain(m *testing.M) {
	if code := os.Getenv(asCommand); code != "" {
		built = func() (*site.Site, error) { return site.Of(code) }
		main()
		return
	}
	machine = testclock.Now
	os.Exit(m.Run())
}

// asCommand is the environment variable by which the binary of the tests is the command
// itself, built for the site code that is its value.
const asCommand = "TEST_AS_COMMAND"

// commandOf returns a process of the command, built for a site code. The words before
// it, if any, are a command that runs it.
func commandOf(t *testing.T, code string, args []string, before ...string) *exec.Cmd {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	words := slices.Concat(before, []string{binary}, args)
	command := exec.Command(words[0], words[1:]...)
	command.Env = append(os.Environ(), asCommand+"="+code)
	return command
}

func TestTheClockOfRealBookingsCannotBeShifted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		for provider, refused := range map[string]bool{
			"": false, store.ProviderSimulated + " x": false, store.ProviderLive: true,
		} {
			setProvider(t, db, provider)
			for offset, shifted := range map[time.Duration]bool{0: false, time.Hour: true, -time.Hour: true} {
				s, err := database{&db.Source, new(string), &offset}.existing(t.Context())
				if errors.Is(err, errShiftedClock) != (refused && shifted) {
					t.Fatalf("%q by %s: %v", provider, offset, err)
				}
				if err != nil {
					continue
				}
				if got := s.Now().Sub(testclock.Now()) - offset; got.Abs() > time.Minute {
					t.Errorf("%q: shifted by %s, the clock is %s off", provider, offset, got)
				}
				s.Close()
			}
		}
	})
}

// setProvider sets the name of the provider that takes a database's payments.
func setProvider(t *testing.T, db storetest.Database, name string) {
	t.Helper()
	err := db.Open(t).Update(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.Exec("DELETE FROM payment_provider"); err != nil || name == "" {
			return err
		}
		_, err := tx.Exec("INSERT INTO payment_provider (id, name, recorded_ms) VALUES (1, $1, 1)", name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
