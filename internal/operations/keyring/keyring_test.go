package keyring

import (
	"slices"
	"strings"
	"testing"
)

const (
	old    = "the secret until yesterday, 32 characters"
	fresh  = "the secret from today on, 32 characters"
	others = "the secret of somebody else, 32 characters"
)

func ring(t *testing.T, purpose string, secrets ...string) Ring {
	t.Helper()
	r, err := New(purpose, secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The steps of a rotation, on two nodes that are restarted one after the other: whatever one
// of them signs, the other accepts at each step.
func TestNodesAcceptEachOtherDuringARotation(t *testing.T) {
	steps := [][]string{{old}, {old, fresh}, {fresh, old}, {fresh}}
	message := []byte("a message")
	for n := range len(steps) - 1 {
		before, after := ring(t, "payments", steps[n]...), ring(t, "payments", steps[n+1]...)
		for _, pair := range [][2]Ring{{before, after}, {after, before}} {
			for _, size := range []int{16, 18, 32} {
				if !pair[1].Signed(message, pair[0].Sign(message)[:size]) {
					t.Errorf("step %d: a signature of %d bytes is refused", n, size)
				}
			}
			if !slices.Contains(pair[1].Digests("email", "jo@mail.example"), pair[0].Digest("email", "jo@mail.example")) {
				t.Errorf("step %d: a digest is not found", n)
			}
		}
	}
}

func TestOnlyTheKeysOfTheRingAreAccepted(t *testing.T) {
	r, message := ring(t, "payments", fresh, old), []byte("a message")
	mac := r.Sign(message)
	for what, wrong := range map[string][]byte{
		"of another secret": ring(t, "payments", others).Sign(message), "of another purpose": ring(t, "searches", fresh).Sign(message),
		"of another message": r.Sign([]byte("another message")), "of no bytes": nil, "too short": mac[:15], "too long": append(slices.Clone(mac), 0),
		"without a key": Ring{}.Sign(message),
	} {
		if r.Signed(message, wrong) {
			t.Errorf("a signature %s is accepted", what)
		}
	}
	if removed := ring(t, "payments", fresh); removed.Signed(message, ring(t, "payments", old).Sign(message)) {
		t.Error("a secret is accepted after it was removed")
	}
}

func TestADigestNamesItsKeyAndNothingElse(t *testing.T) {
	r := ring(t, "digests", fresh, old)
	id, digest, ok := strings.Cut(r.Digest("email", "jo@mail.example"), ":")
	if !ok || id != ID(fresh) || id+":" != r.Current() || len(id) != 8 || len(digest) != 32 {
		t.Errorf("the digest %s:%s", id, digest)
	}
	if ID(fresh) == ID(old) || r.Digest("client", "jo@mail.example") == r.Digest("email", "jo@mail.example") {
		t.Error("secrets or kinds share a digest")
	}
}
