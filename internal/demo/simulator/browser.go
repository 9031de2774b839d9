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
	"math/big"
	"strings"
)

// EncryptCard does what the provider's library does in the browser: it encrypts
// a card with the provider's public key. The year has four digits.
func EncryptCard(publicKey, number, cvc, month, year, name string) (string, error) {
	var exponent int
	var modulus string
	if _, err := fmt.Sscanf(strings.ReplaceAll(publicKey, "#", " "), "1 %x %s", &exponent, &modulus); err != nil {
		return "", fmt.Errorf("read the public key: %w", err)
	}
	n, ok := new(big.Int).SetString(modulus, 16)
	if !ok {
		return "", errors.New("read the public key: the modulus is not hexadecimal")
	}
	plain, err := json.Marshal(map[string]string{
		"cardNumber": number, "cvc": cvc, "expiryMonth": month, "expiryYear": year, "cardHolderName": name})
	if err != nil {
		return "", err
	}
	key, iv := make([]byte, 32), make([]byte, 12)
	rand.Read(key)
	rand.Read(iv)
	//nolint:staticcheck // the wire format asks for this padding
	wrapped, err := rsa.EncryptPKCS1v15(rand.Reader, &rsa.PublicKey{N: n, E: exponent}, key)
	if err != nil {
		return "", fmt.Errorf("wrap the content key: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return "", err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	b64 := base64.RawURLEncoding.EncodeToString
	header := b64([]byte(`{"alg":"RSA1_5","enc":"A256GCM","kid":"1","com.worldpay.apiVersion":"1.0","com.worldpay.libVersion":"1.0.1","com.worldpay.channel":"javascript"}`))
	sealed := gcm.Seal(nil, iv, plain, []byte(header))
	cut := len(sealed) - gcm.Overhead()
	return strings.Join([]string{header, b64(wrapped), b64(iv), b64(sealed[:cut]), b64(sealed[cut:])}, "."), nil
}
