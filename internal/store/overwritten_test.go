package store_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// Deleted rows of SQLite are only marked as free, and its write-ahead log has copies of
// them, unless somebody overwrites both.
func TestSQLiteOverwritesWhatItDeletes(t *testing.T) {
	ctx, db := context.Background(), storetest.SQLite(t)
	s := db.Open(t, testworld.NewClock(testworld.Start).Now)
	if err := s.Visitors().SignUp(ctx, visitor.SignUp{Email: "somebody@mail.example", FirstName: "Persephone", Source: visitor.FromNewsletter}); err != nil {
		t.Fatal(err)
	}
	if !inFiles(t, db, "Persephone") {
		t.Fatal("the test does not find what is stored")
	}
	if _, err := s.Erase(ctx, "somebody@mail.example", payment.StaffMember{By: "a test", Why: "asked"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Overwrite(ctx); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Persephone", "somebody@mail.example"} {
		if inFiles(t, db, text) {
			t.Errorf("%s is still in the files of the database", text)
		}
	}
}

// inFiles reports whether a text is in the files of a database on SQLite.
func inFiles(t *testing.T, db storetest.Database, text string) bool {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(db.Source, "*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files in %s: %v", db.Source, err)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(text)) {
			return true
		}
	}
	return false
}
