package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// A commit that takes longer than its caller waits, as while the standby is away, is not
// cancelled: a cancelled one counts as committed on a server whose standby lacks it.
// Here a trigger makes the commit wait; a cancel request would end it.
func TestACommitIsNotCancelled(t *testing.T) {
	db := storetest.PostgreSQL(t)
	s := db.Open(t, time.Now)
	write := func(ctx context.Context, statements ...string) error {
		return s.Update(ctx, func(tx *store.Tx) error {
			for _, statement := range statements {
				if _, err := tx.Exec(statement); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := write(t.Context(), "CREATE TABLE slow (n BIGINT)",
		"CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END'",
		"CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()")
	if err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := write(short, "INSERT INTO slow VALUES (1)"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a commit of unknown outcome: %v", err)
	}
	soon(t, "the commit", 10*time.Second, func() bool {
		var n int
		err := s.View(t.Context(), func(tx *store.Tx) error { return tx.QueryRow("SELECT COUNT(*) FROM slow").Scan(&n) })
		return err == nil && n == 1
	})
}
