package payment

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// A proof identifies an attempt while it passes through a page of somebody else: what is
// shown of the attempt, a dot, and the signature of more than that.
type proof struct{ shown, signed string }

// bankProof passes through the bank's frame.
func (a Attempt) bankProof() proof {
	expires := a.ExpiresAt.UnixMilli()
	return proof{a.ID + "." + strconv.FormatInt(expires, 36), fmt.Sprintf("%s|%s|%d", a.ID, a.OrderCode, expires)}
}

// walletProof is in the addresses by which the wallet sends the browser back.
func (a Attempt) walletProof() proof {
	return proof{a.ID, fmt.Sprintf("wallet|%s|%s", a.ID, a.OrderCode)}
}

func (s *Service) sign(p proof) string {
	return p.shown + "." + hex.EncodeToString(s.Keys.Sign([]byte(p.signed)))
}

// proves reports whether a text is a proof that we have signed.
func (s *Service) proves(text string, p proof) bool {
	at := strings.LastIndexByte(text, '.')
	if at < 0 || text[:at] != p.shown {
		return false
	}
	mac, err := hex.DecodeString(text[at+1:])
	return err == nil && s.Keys.Signed([]byte(p.signed), mac)
}

// attemptOf returns the attempt id in a proof of valid form. The caller must
// read that attempt and check the proof against it.
func attemptOf(proof string) (id string, ok bool) {
	id, _, ok = strings.Cut(proof, ".")
	return id, ok && len(proof) <= 256
}
