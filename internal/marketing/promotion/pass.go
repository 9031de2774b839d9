package promotion

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"
)

// PassLives is how long a pass is valid.
const PassLives = 24 * time.Hour

const macSize = 16

// Pass is what a visitor who entered the code words may show.
type Pass struct {
	Newspaper string // as chosen; may be empty
}

// Passes signs and checks passes. Every node of a site has the same key.
type Passes struct {
	Key []byte
	// Site is the site code: brands that share a key accept only their own passes.
	Site string
	Now  func() time.Time
}

// Sign returns the text of a pass that is valid from now on, as long as the
// promotion asks for the same code words.
func (p Passes) Sign(pass Pass, of *Promotion) string {
	body := binary.BigEndian.AppendUint64(nil, uint64(p.Now().Add(PassLives).UnixMilli()))
	body = append(body, pass.Newspaper...)
	return base64.RawURLEncoding.EncodeToString(append(p.mac(body, of), body...))
}

// Read checks the text of a pass. ok is false where this site did not sign it, or
// where it has expired or the code words have changed.
func (p Passes) Read(text string, of *Promotion) (pass Pass, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) < macSize+8 || !hmac.Equal(raw[:macSize], p.mac(raw[macSize:], of)) {
		return Pass{}, false
	}
	expires := time.UnixMilli(int64(binary.BigEndian.Uint64(raw[macSize:])))
	return Pass{Newspaper: string(raw[macSize+8:])}, p.Now().Before(expires)
}

func (p Passes) mac(body []byte, of *Promotion) []byte {
	h := hmac.New(sha256.New, p.Key)
	h.Write([]byte("promotion pass\n" + p.Site + "\n"))
	for _, word := range of.CodeWords {
		digest := sha256.Sum256([]byte(normalise(word)))
		h.Write(digest[:])
	}
	h.Write([]byte("\n"))
	h.Write(body)
	return h.Sum(nil)[:macSize]
}
