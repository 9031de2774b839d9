package server

import (
	"bytes"
	"testing"
)

// A signature for one purpose must not be valid for another, nor under another
// secret.
func TestEveryPurposeHasAKeyOfItsOwn(t *testing.T) {
	seen := map[string]string{}
	for _, secret := range []string{"the secret of one site", "the secret of another"} {
		k, err := derive([]byte(secret))
		if err != nil {
			t.Fatal(err)
		}
		again, err := derive([]byte(secret))
		if err != nil || !bytes.Equal(k.searches, again.searches) || !bytes.Equal(k.payments, again.payments) || !bytes.Equal(k.digests, again.digests) {
			t.Errorf("%s gives other keys the second time: %v", secret, err)
		}
		for purpose, key := range map[string][]byte{"searches": k.searches, "payments": k.payments, "digests": k.digests, "the secret itself": []byte(secret)} {
			if before := seen[string(key)]; len(key) < 16 || before != "" {
				t.Errorf("%s of %s: %d bytes, the same as %q", purpose, secret, len(key), before)
			}
			seen[string(key)] = purpose + " of " + secret
		}
	}
}
