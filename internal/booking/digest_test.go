package booking_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// Addresses can be guessed, so a thief of the database without the key must not
// be able to test guesses.
func TestAddressesAreStoredAsKeyedDigests(t *testing.T) {
	withKey := func(key string) testworld.Option {
		return func(b *booking.Config, _ *payment.Config) { b.DigestKey = []byte(key) }
	}
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db, withKey("one key"))
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		var address, email string
		if err := w.Store.View(ctx, func(tx *store.Tx) error {
			return tx.QueryRow("SELECT address, email_key FROM booking WHERE ref = $1", view.Ref).Scan(&address, &email)
		}); err != nil {
			t.Fatal(err)
		}
		another := booking.New(booking.Config{DigestKey: []byte("another key")})
		for what, c := range map[string]struct{ stored, own, other, plain string }{
			"address": {address, w.Bookings.Client(v), another.Client(v), "client\x00" + v.Network},
			"e-mail":  {email, w.Bookings.EmailKey(testworld.Jo.Email), another.EmailKey(testworld.Jo.Email), "email\x00" + testworld.Jo.Email},
		} {
			testworld.Want(t, "stored "+what, c.stored, c.own)
			unkeyed := sha256.Sum256([]byte(c.plain))
			if c.stored == c.other || c.stored == hex.EncodeToString(unkeyed[:16]) {
				t.Errorf("the digest of the %s does not depend on the key", what)
			}
		}
	})
}
