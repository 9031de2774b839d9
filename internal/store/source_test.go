package store_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/store"
)

func TestAMistypedDatabaseIsRefusedAndNothingIsCreated(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, source := range []string{
		"Postgres://user:secret@db/holidays", "POSTGRES://user:secret@db/holidays", "postgress://user:secret@db/holidays",
		"postgres:/user:secret@db/holidays", "postgres:secret", "mysql://user:secret@db/holidays", "sqlite://secret/holidays.db", "file:secret.db",
		"host=db user=holidays password=secret", "  dbname = secret", "",
	} {
		for _, options := range [][]store.Option{nil, {store.Existing()}} {
			s, err := store.Open(context.Background(), source, time.Now, options...)
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, store.ErrSource) {
				t.Errorf("%q: %v", source, err)
			} else if strings.Contains(err.Error(), "secret") {
				t.Errorf("%q: the password stands in %q", source, err)
			}
		}
	}
	if left, err := os.ReadDir("."); len(left) != 0 || err != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
	for _, dir := range []string{"data", "./data-2", "a=b/data", "some where/data"} {
		if strings.Contains(dir, "=") {
			dir = "./" + dir
		}
		s, err := store.Open(context.Background(), dir, time.Now)
		if err != nil {
			t.Errorf("directory %q: %v", dir, err)
			continue
		}
		s.Close()
	}
}
