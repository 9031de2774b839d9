package officetest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/go-webauthn/webauthn/protocol"
)

// Authenticator is a person's device with one passkey, as a browser uses it.
type Authenticator struct {
	Origin string // of the page that asks
	// Unverified makes it not verify its user.
	Unverified bool
	Count      uint32 // of uses

	key    *ecdsa.PrivateKey
	id     []byte
	handle []byte
}

// flags of the authenticator data.
const (
	userPresent, userVerified, attested = 0x01, 0x04, 0x40
)

func (a *Authenticator) data(t testing.TB, host string, more byte) []byte {
	t.Helper()
	a.Count++
	sum := sha256.Sum256([]byte(host))
	flags := userPresent | userVerified | more
	if a.Unverified {
		flags &^= userVerified
	}
	return binary.BigEndian.AppendUint32(append(sum[:], flags), a.Count)
}

func (a *Authenticator) clientData(t testing.TB, kind string, challenge []byte) []byte {
	t.Helper()
	return encode(t, map[string]any{"type": kind, "challenge": base64.RawURLEncoding.EncodeToString(challenge), "origin": a.Origin, "crossOrigin": false})
}

func encode(t testing.TB, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (a *Authenticator) credential(t testing.TB, response map[string]any) json.RawMessage {
	t.Helper()
	for name, value := range response {
		if raw, ok := value.([]byte); ok {
			response[name] = base64.RawURLEncoding.EncodeToString(raw)
		}
	}
	id := base64.RawURLEncoding.EncodeToString(a.id)
	return encode(t, map[string]any{"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": map[string]any{}})
}

// Make makes a passkey, as navigator.credentials.create does.
func (a *Authenticator) Make(t testing.TB, options protocol.PublicKeyCredentialCreationOptions) json.RawMessage {
	t.Helper()
	var err error
	if a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	a.id = make([]byte, 16)
	_, _ = rand.Read(a.id)
	handle, _ := options.User.ID.(string) // as JSON has it
	if a.handle, err = base64.RawURLEncoding.DecodeString(handle); err != nil {
		t.Fatal(err)
	}
	point, err := a.key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	public, err := cbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	if err != nil {
		t.Fatal(err)
	}
	data := append(a.data(t, options.RelyingParty.ID, attested), make([]byte, 16)...)
	data = binary.BigEndian.AppendUint16(data, uint16(len(a.id)))
	data = append(append(data, a.id...), public...)
	object, err := cbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	if err != nil {
		t.Fatal(err)
	}
	return a.credential(t, map[string]any{"clientDataJSON": a.clientData(t, "webauthn.create", options.Challenge), "attestationObject": object})
}

// Show signs what is asked, as navigator.credentials.get does.
func (a *Authenticator) Show(t testing.TB, options protocol.PublicKeyCredentialRequestOptions) json.RawMessage {
	t.Helper()
	data, client := a.data(t, options.RelyingPartyID, 0), a.clientData(t, "webauthn.get", options.Challenge)
	sum := sha256.Sum256(client)
	digest := sha256.Sum256(append(data[:len(data):len(data)], sum[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	return a.credential(t, map[string]any{"clientDataJSON": client, "authenticatorData": data, "signature": signature, "userHandle": a.handle})
}
