package main

import (
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/store"
)

// The secret in the database is rotated by three commands; the one that signs is not
// removed.
func TestTheSecretInTheDatabaseIsChangedInSteps(t *testing.T) {
	dir := aDatabase(t) // its booking has a digest, so there is a secret
	run := func(words ...string) error {
		return secretCommand(t.Context(), append(words, "--data", dir, "--why", "a yearly change", "--by", "Jo", "--yes"))
	}
	stored := func() (secrets, ids []string) {
		t.Helper()
		opened(t, dir, func(s *store.Store) {
			var err error
			if secrets, err = s.Secrets(t.Context(), ""); err != nil {
				t.Fatal(err)
			}
		})
		for _, secret := range secrets {
			ids = append(ids, keyring.ID(secret))
		}
		return secrets, ids
	}
	_, ids := stored()
	if len(ids) != 1 {
		t.Fatalf("secrets at first: %v", ids)
	}
	first := ids[0]
	if err := run("add"); err != nil {
		t.Fatal(err)
	}
	secrets, ids := stored()
	if len(ids) != 2 || ids[0] != first || len(secrets[1]) < 32 {
		t.Fatalf("after add: %v", ids)
	}
	second := ids[1]
	for _, refused := range [][]string{{"use", "00000000"}, {"remove", first}, {"remove"}, {"lose", first}} {
		if err := run(refused...); err == nil {
			t.Errorf("%v was done", refused)
		}
	}
	if err := run("use", second); err != nil {
		t.Fatal(err)
	}
	if _, ids := stored(); !slices.Equal(ids, []string{second, first}) {
		t.Errorf("after use: %v", ids)
	}
	if err := run("remove", first); err != nil {
		t.Fatal(err)
	}
	if _, ids := stored(); !slices.Equal(ids, []string{second}) {
		t.Errorf("after remove: %v", ids)
	}
	list, err := printed(t, func() error { return secretCommand(t.Context(), []string{"list", "--data", dir}) })
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{second, first, "signs", "database", "not accepted"} {
		if !strings.Contains(list, want) {
			t.Errorf("the list lacks %q: %s", want, list)
		}
	}
	if strings.Contains(list, secrets[0]) || strings.Contains(list, secrets[1]) {
		t.Error("a secret is printed")
	}
	t.Run("settings take the place of the database's", func(t *testing.T) {
		t.Setenv("HOLIDAYMAKER_SECRET", "the secret in the settings, 32 characters")
		if err := run("remove", second); err != nil {
			t.Fatal(err)
		}
		if _, ids := stored(); len(ids) != 0 {
			t.Errorf("left: %v", ids)
		}
	})
	t.Run("to list them makes none", func(t *testing.T) {
		if list, err := printed(t, func() error { return secretCommand(t.Context(), []string{"list", "--data", dir}) }); err != nil || strings.Contains(list, "signs") {
			t.Errorf("%v: %s", err, list)
		}
		if _, ids := stored(); len(ids) != 0 {
			t.Errorf("left: %v", ids)
		}
	})
}
