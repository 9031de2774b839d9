package simulator

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// cardData is the data that the browser encrypts.
type cardData struct {
	Number string `json:"cardNumber"`
	CVC    string `json:"cvc"`
	Month  string `json:"expiryMonth"`
	Year   string `json:"expiryYear"`
	Name   string `json:"cardHolderName"`
}

// decrypt decrypts a JWE in compact form: a content key encrypted by RSA with
// PKCS #1 v1.5 padding, and the card in AES-256-GCM with the header as
// additional data. The provider's own browser library uses this padding.
func (s *Simulator) decrypt(jwe string) (cardData, error) {
	var card cardData
	parts := strings.Split(strings.TrimSpace(jwe), ".")
	if len(parts) != 5 {
		return card, fmt.Errorf("%d parts, want 5", len(parts))
	}
	var raw [5][]byte
	for i, p := range parts {
		var err error
		if raw[i], err = base64.RawURLEncoding.DecodeString(p); err != nil {
			return card, fmt.Errorf("part %d is not base64url", i+1)
		}
	}
	var header struct{ Alg, Enc, Kid string }
	if err := json.Unmarshal(raw[0], &header); err != nil || header.Alg != "RSA1_5" || header.Enc != "A256GCM" || header.Kid != "1" {
		return card, errors.New("header: want RSA1_5, A256GCM and our key")
	}
	key := make([]byte, 32)
	rand.Read(key) // stays random when the padding is wrong; the tag is then wrong too
	//nolint:staticcheck // the wire format asks for this padding; only the simulator opens it
	if err := rsa.DecryptPKCS1v15SessionKey(nil, s.key, raw[1], key); err != nil {
		return card, errors.New("the content key cannot be opened")
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return card, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return card, err
	}
	if len(raw[2]) != gcm.NonceSize() || len(raw[4]) != gcm.Overhead() {
		return card, errors.New("the IV or tag has a wrong length")
	}
	plain, err := gcm.Open(nil, raw[2], append(raw[3], raw[4]...), []byte(parts[0]))
	if err != nil {
		return card, errors.New("the card cannot be opened")
	}
	if err := json.Unmarshal(plain, &card); err != nil {
		return card, errors.New("the card is not JSON")
	}
	return card, nil
}
