package booking_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// Addresses can be guessed, so a thief of the database without the key must not
// be able to test guesses.
func TestAddressesAreStoredAsKeyedDigests(t *testing.T) {
	keys, another := ringOf(t, "one secret"), booking.New(booking.Config{Keys: ringOf(t, "another secret")})
	withKeys := func(b *booking.Config, _ *payment.Config) { b.Keys = keys }
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db, withKeys)
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		var address, email string
		if err := w.Store.View(ctx, func(tx *store.Tx) error {
			return tx.QueryRow("SELECT address, email_key FROM booking WHERE ref = $1", view.Ref).Scan(&address, &email)
		}); err != nil {
			t.Fatal(err)
		}
		for what, c := range map[string]struct{ stored, own, other, plain string }{
			"address": {address, w.Bookings.Client(v), another.Client(v), "client\x00" + v.Network},
			"e-mail":  {email, w.Bookings.EmailKey(testworld.Jo.Email), another.EmailKey(testworld.Jo.Email), "email\x00" + testworld.Jo.Email},
		} {
			testworld.Want(t, "stored "+what, c.stored, c.own)
			unkeyed := sha256.Sum256([]byte(c.plain))
			if c.stored == c.other || strings.HasSuffix(c.stored, hex.EncodeToString(unkeyed[:16])) {
				t.Errorf("the digest of the %s does not depend on the key", what)
			}
		}
	})
}

// ringOf returns the keys of digests that a server derives from secrets.
func ringOf(t *testing.T, secrets ...string) keyring.Ring {
	t.Helper()
	keys, err := keyring.New("digests", secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// A secret is changed in steps, each with a restart: at each of them a booking is found by
// e-mail, and after the digests were renewed the earlier secret is not needed any more.
func TestBookingsAreFoundByEmailThroughARotation(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		first := ringOf(t, "first")
		w := testworld.New(t, db, func(b *booking.Config, _ *payment.Config) { b.Keys = first })
		w.Booked(testworld.Visitor(), "caravan")
		w.Booked(testworld.Visitor(), "caravan")
		broken := w.Booked(testworld.Visitor(), "caravan").Ref
		if err := w.Store.Update(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec("UPDATE booking SET person = 'no JSON' WHERE ref = $1", broken)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		found := func(secrets ...string) (n int) {
			for _, digest := range ringOf(t, secrets...).Digests("email", testworld.Jo.Email) {
				if err := w.Store.View(ctx, func(tx *store.Tx) error {
					var more int
					err := tx.QueryRow("SELECT COUNT(*) FROM booking WHERE email_key = $1", digest).Scan(&more)
					n += more
					return err
				}); err != nil {
					t.Fatal(err)
				}
			}
			return n
		}
		renew := func(secrets ...string) int {
			n, err := booking.New(booking.Config{Store: w.Store.Bookings(), Keys: ringOf(t, secrets...)}).RenewDigests(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		testworld.Want(t, "renewed while the first signs", renew("first", "second"), 0)
		testworld.Want(t, "found after the second signs", found("second", "first"), 3)
		testworld.Want(t, "renewed, but for one that cannot be read", renew("second", "first"), 2)
		testworld.Want(t, "renewed again", renew("second", "first"), 0)
		testworld.Want(t, "found without the first", found("second"), 2)
		counts, err := w.Store.DigestKeys(ctx)
		if err != nil || counts[keyring.ID("first")] != 1 || counts[keyring.ID("second")] != 2 || len(counts) != 2 {
			t.Errorf("bookings by secret: %v, %v", counts, err)
		}
	})
}
