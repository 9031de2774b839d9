package store_test

import (
	"context"
	"testing"
	"time"

	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// Strangers may sign up an address as often as they like: it gets an e-mail a day until
// its owner unsubscribes, and then one a month.
func TestStrangersCannotFloodAnAddressWithSignUps(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, clock := context.Background(), testworld.NewClock(testworld.Start)
		s := db.Open(t, clock.Now)
		visitors := s.Visitors()
		asked := func(days int) (n int) { // hourly, for some days
			t.Helper()
			before := signUpEmails(t, s)
			for range days * 24 {
				if err := visitors.SignUp(ctx, visitor.SignUp{Email: "ann@mail.example", Source: visitor.FromNewsletter}); err != nil {
					t.Fatal(err)
				}
				clock.Advance(time.Hour)
			}
			return signUpEmails(t, s) - before
		}
		testworld.Want(t, "e-mails in three days", asked(3), 3)
		var token string
		if err := s.View(ctx, func(tx *store.Tx) error { return tx.QueryRow("SELECT token FROM newsletter").Scan(&token) }); err != nil {
			t.Fatal(err)
		}
		if ok, err := visitors.Unsubscribe(ctx, token); !ok || err != nil {
			t.Fatal(ok, err)
		}
		testworld.Want(t, "e-mails in the 60 days after that", asked(60), 2)
		if ok, err := visitors.Confirm(ctx, token); !ok || err != nil {
			t.Fatal(ok, err)
		}
		testworld.Want(t, "e-mails to a subscriber", asked(2), 0)
		if ok, err := visitors.Unsubscribe(ctx, token); !ok || err != nil {
			t.Fatal(ok, err)
		}
		testworld.Want(t, "e-mails to a subscriber who has left", asked(25), 1)
	})
}

// signUpEmails counts the jobs that ask for a confirmation.
func signUpEmails(t *testing.T, s *store.Store) (n int) {
	t.Helper()
	err := s.View(context.Background(), func(tx *store.Tx) error {
		return tx.QueryRow("SELECT COUNT(*) FROM outbox WHERE kind = $1", visitor.EmailConfirmSignUp).Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
