package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// statement runs a statement in a database.
func statement(t *testing.T, s *store.Store, text string) {
	t.Helper()
	if err := s.Update(t.Context(), func(tx *store.Tx) error { _, err := tx.Exec(text); return err }); err != nil {
		t.Fatal(err)
	}
}

// recordAnotherBrand makes a database one of another brand, for good.
func recordAnotherBrand(t *testing.T, s *store.Store) {
	t.Helper()
	if err := s.RecordBrand(t.Context(), "XX"); err != nil {
		t.Fatal(err)
	}
	statement(t, s, `INSERT INTO newsletter (email_key, email, first_name, referer, token, source, newspaper, wording, signed_up_ms)
		VALUES ('k', 'jo@example.test', 'Jo', '', 't', '', '', '', 1)`)
}

func TestMigrateCheckSaysWhatIsToDoAndChangesNothing(t *testing.T) {
	for _, db := range []storetest.Database{{Name: "SQLite", Source: t.TempDir()}, storetest.EmptyPostgreSQL(t)} {
		t.Run(db.Name, func(t *testing.T) {
			flag := "--data"
			if db.Name == "PostgreSQL" {
				flag = "--db"
			}
			checked := func(what, want string, status int) {
				t.Helper()
				text, err := printed(t, func() error { return migrate(t.Context(), []string{"--check", flag, db.Source}) })
				got := 0
				if err != nil {
					got = exitStatus(err)
				}
				if got != status || !strings.Contains(text, want) {
					t.Errorf("%s: status %d, %v, %q", what, got, err, text)
				}
			}
			for range 2 {
				checked("a database that is not there", "", 3)
			}
			if err := migrate(t.Context(), []string{flag, db.Source}); err != nil {
				t.Fatal(err)
			}
			checked("a new database", "version 1, this program's is 1", 0)
			s := db.Open(t)
			statement(t, s, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (2, TRUE)")
			checked("a newer schema that has room for this program", "version 2, this program's is 1", 0)
			if err := migrate(t.Context(), []string{flag, db.Source}); err != nil {
				t.Errorf("migrate on a newer schema that has room for it: %v", err)
			}
			statement(t, s, "UPDATE schema_state SET min_version = 2")
			checked("a newer schema that has none", "version 2, this program's is 1", 4)
			if err := migrate(t.Context(), []string{flag, db.Source}); exitStatus(err) != 4 {
				t.Errorf("migrate on a newer schema that has no room for it: %v", err)
			}
			statement(t, s, "UPDATE schema_state SET min_version = 1")
			statement(t, s, "INSERT INTO payment_provider (id, name, recorded_ms) VALUES (1, '"+store.ProviderLive+"', 1)")
			if err := migrate(t.Context(), []string{"--check", flag, db.Source, "--clock-offset", "1h"}); exitStatus(err) != 4 || !errors.Is(err, errShiftedClock) {
				t.Errorf("by another clock than that of real bookings: %v", err)
			}
			recordAnotherBrand(t, s)
			checked("the database of another brand", "", 4)
			statement(t, s, "DROP TABLE schema_state")
			checked("a database from before the first release", "", 4)
		})
	}
}

func TestTheStatusOfAProcessSaysWhatToDo(t *testing.T) {
	for want, err := range map[int]error{
		1: errors.New("anything else"),
		3: fmt.Errorf("open the database: %w", &store.SchemaError{Schema: store.Schema{Have: 1, Min: 1, Want: 2, Needs: 2}}),
		4: errors.Join(nil, fmt.Errorf("migrate the schema: %w", store.ErrOlderNodes)),
	} {
		if got := exitStatus(err); got != want {
			t.Errorf("%v: %d, want %d", err, got, want)
		}
	}
}
