package worldpay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
)

// Sign returns the signed result of an order: the parameters of the provider's
// own redirect, with mac2.
func (c *Client) Sign(orderCode, status string, p money.Pence) payment.Result {
	r := payment.Result{
		OrderKey: c.config.AdminCode + "^" + c.config.MerchantCode + "^" + orderCode,
		Status:   status, Amount: strconv.FormatInt(int64(p), 10), Currency: "GBP",
	}
	r.MAC = hex.EncodeToString(c.mac(r))
	return r
}

// Verify checks a signed result and returns the code of its order. It accepts
// only the algorithm mac2, never the older one.
func (c *Client) Verify(r payment.Result) (orderCode string, ok bool) {
	given, err := hex.DecodeString(strings.ToLower(r.MAC))
	if err != nil || !hmac.Equal(given, c.mac(r)) {
		return "", false
	}
	parts := strings.Split(r.OrderKey, "^")
	if len(parts) != 3 || parts[0] != c.config.AdminCode || parts[1] != c.config.MerchantCode {
		return "", false
	}
	return parts[2], true
}

func (c *Client) mac(r payment.Result) []byte {
	m := hmac.New(sha256.New, []byte(c.config.MACSecret))
	m.Write([]byte(r.OrderKey + ":" + r.Amount + ":" + r.Currency + ":" + r.Status))
	return m.Sum(nil)
}

// jwtLife is how long a signed form is valid; the provider allows 2 hours.
const jwtLife = time.Hour

// Collection returns what the browser needs to encrypt a card and to start the
// device data collection.
func (c *Client) Collection(now time.Time) (payment.Collection, error) {
	jwt, err := c.sign(now, map[string]any{})
	return payment.Collection{PublicKey: c.config.PublicKey, URL: c.config.DDCURL, JWT: jwt}, err
}

// ChallengeForm returns the URL at which the challenge starts, and the JWT to
// post there.
func (c *Client) ChallengeForm(ch payment.Challenge, returnURL string, now time.Time) (url, jwt string, err error) {
	jwt, err = c.sign(now, map[string]any{
		"ReturnUrl":        returnURL,
		"ObjectifyPayload": true,
		"Payload":          map[string]string{"ACSUrl": ch.ACSURL, "Payload": ch.Payload, "TransactionId": ch.TransactionID},
	})
	return c.config.ChallengeURL, jwt, err
}

// sign returns a JWT with exactly the claims that the provider allows.
func (c *Client) sign(now time.Time, claims map[string]any) (string, error) {
	claims["jti"] = uuid.NewString()
	claims["iat"] = now.Unix()
	claims["exp"] = now.Add(jwtLife).Unix()
	claims["iss"] = c.config.JWT.Issuer
	claims["OrgUnitId"] = c.config.JWT.OrgUnitID
	body, err := json.Marshal(claims)
	if err != nil {
		return "", fmt.Errorf("write a JWT: %w", err)
	}
	text := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + base64.RawURLEncoding.EncodeToString(body)
	m := hmac.New(sha256.New, []byte(c.config.JWT.Key))
	m.Write([]byte(text))
	return text + "." + base64.RawURLEncoding.EncodeToString(m.Sum(nil)), nil
}
