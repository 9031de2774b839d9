// Package keyring signs what others keep for us, and makes digests by which rows are
// found, with keys that can be changed: the first key of a ring is used for what is new, and
// all of them are accepted.
package keyring

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// Most is how many keys a ring may have. Each one more is tried with every signature that
// nobody of us made.
const Most = 5

// Ring is the keys of one purpose. The zero ring has one key without bytes, which is
// enough for tests alone.
type Ring struct{ keys []key }

type key struct {
	id    string
	bytes []byte
}

// New derives the keys of a purpose from secrets, of which the first is used for what is
// new. A signature for one purpose is not valid for another.
func New(purpose string, secrets ...string) (Ring, error) {
	var r Ring
	for _, secret := range secrets {
		bytes, err := hkdf.Key(sha256.New, []byte(secret), nil, "holidaymaker "+purpose, sha256.Size)
		if err != nil {
			return Ring{}, fmt.Errorf("derive the key of %s: %w", purpose, err)
		}
		r.keys = append(r.keys, key{ID(secret), bytes})
	}
	return r, nil
}

// ID names a secret, in eight letters from which nobody can find it out: staff read it in
// lists, and stored digests begin with it.
func ID(secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("holidaymaker key id"))
	return hex.EncodeToString(mac.Sum(nil)[:4])
}

func (r Ring) all() []key {
	if len(r.keys) == 0 {
		return []key{{id: ID("")}}
	}
	return r.keys
}

// Sign returns the signature of a message, of 32 bytes. What is kept of it may be shorter.
func (r Ring) Sign(message []byte) []byte { return r.all()[0].sign(message) }

func (k key) sign(message []byte) []byte {
	mac := hmac.New(sha256.New, k.bytes)
	mac.Write(message)
	return mac.Sum(nil)
}

// minMAC is the shortest signature that is believed, in bytes.
const minMAC = 16

// Signed reports whether a key of the ring has signed a message. mac is the signature or
// its beginning, of 16 bytes at least.
func (r Ring) Signed(message, mac []byte) bool {
	return len(mac) >= minMAC && len(mac) <= sha256.Size && slices.ContainsFunc(r.all(), func(k key) bool { return hmac.Equal(k.sign(message)[:len(mac)], mac) })
}

// Digest returns the keyed digest of something that could be guessed, such as an address,
// by the first key. A thief who has the database but not the key cannot find the value by
// trying. The digest begins with the key's id and a colon.
func (r Ring) Digest(kind, value string) string { return r.all()[0].digest(kind, value) }

func (k key) digest(kind, value string) string {
	return k.id + ":" + hex.EncodeToString(k.sign([]byte(kind + "\x00" + value))[:16])
}

// Digests returns the digests of a value by each key, the first key's first: a row that was
// written before the keys were changed is found by one of the others.
func (r Ring) Digests(kind, value string) (digests []string) {
	for _, k := range r.all() {
		digests = append(digests, k.digest(kind, value))
	}
	return digests
}

// Current returns how digests by the first key begin.
func (r Ring) Current() string { return r.all()[0].id + ":" }
