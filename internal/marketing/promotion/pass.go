package promotion

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"holidaymaker/internal/operations/keyring"
)

// PassLives is how long a pass is valid.
const PassLives = 24 * time.Hour

const macSize = 16

// Pass is what a visitor who entered the code words may show.
type Pass struct {
	Newspaper string // as chosen; may be empty
}

// Passes signs and checks passes. Every node of a site has the same keys.
type Passes struct {
	Keys keyring.Ring
	// Site is the site code: brands that share their keys accept only their own passes.
	Site string
	Now  func() time.Time
}

// Sign returns the text of a pass that is valid from now on, as long as the
// promotion asks for the same code words.
func (p Passes) Sign(pass Pass, of *Promotion) string {
	body := binary.BigEndian.AppendUint64(nil, uint64(p.Now().Add(PassLives).UnixMilli()))
	body = append(body, pass.Newspaper...)
	return base64.RawURLEncoding.EncodeToString(append(p.Keys.Sign(p.message(body, of))[:macSize], body...))
}

// Read checks the text of a pass. ok is false where this site did not sign it, or
// where it has expired or the code words have changed.
func (p Passes) Read(text string, of *Promotion) (pass Pass, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) < macSize+8 || !p.Keys.Signed(p.message(raw[macSize:], of), raw[:macSize]) {
		return Pass{}, false
	}
	expires := time.UnixMilli(int64(binary.BigEndian.Uint64(raw[macSize:])))
	return Pass{Newspaper: string(raw[macSize+8:])}, p.Now().Before(expires)
}

// message is what is signed of a pass.
func (p Passes) message(body []byte, of *Promotion) []byte {
	message := []byte("promotion pass\n" + p.Site + "\n")
	for _, word := range of.CodeWords {
		digest := sha256.Sum256([]byte(normalise(word)))
		message = append(message, digest[:]...)
	}
	return append(append(message, '\n'), body...)
}
