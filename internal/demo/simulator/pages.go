package simulator

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"
)

// claims are the JWT claims of the forms of 3-D Secure Flex. Any other claim is
// refused.
type claims struct {
	ID        string `json:"jti"`
	Issued    int64  `json:"iat"`
	Expires   int64  `json:"exp"`
	Issuer    string `json:"iss"`
	Unit      string `json:"OrgUnitId"`
	ReturnURL string `json:"ReturnUrl"`
	Objectify bool   `json:"ObjectifyPayload"`
	Payload   struct {
		ACSURL        string `json:"ACSUrl"`
		Payload       string `json:"Payload"`
		TransactionID string `json:"TransactionId"`
	} `json:"Payload"`
}

// clockSkew is how far a merchant's clock may be ahead, in seconds.
const clockSkew = 300

func (s *Simulator) readJWT(token string) (claims, error) {
	var c claims
	head, rest, _ := strings.Cut(token, ".")
	body, signature, ok := strings.Cut(rest, ".")
	given, err := base64.RawURLEncoding.DecodeString(signature)
	if !ok || err != nil {
		return c, errors.New("this is not a JWT")
	}
	m := hmac.New(sha256.New, []byte(jwtKey))
	m.Write([]byte(head + "." + body))
	if !hmac.Equal(given, m.Sum(nil)) {
		return c, errors.New("the signature is wrong")
	}
	raw, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil {
		return c, errors.New("the claims cannot be read")
	}
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return c, fmt.Errorf("the claims cannot be read: %w", err)
	}
	now := s.clock().Unix()
	if c.ID == "" || c.Issuer != jwtIssuer || c.Unit != jwtUnit || c.Issued > now+clockSkew || c.Expires < now || c.Expires > now+7200+clockSkew {
		return c, errors.New("issuer, unit or times are wrong")
	}
	return c, nil
}

var collectionPage = template.Must(template.New("").Parse(`<!doctype html><title>Device data collection</title>
<script>parent.postMessage(JSON.stringify({MessageType:"profile.completed",SessionId:{{.}},Status:true}),"*")</script>`))

// serveCollection is the page in the hidden frame of device data collection.
func (s *Simulator) serveCollection(w http.ResponseWriter, r *http.Request) {
	if _, err := s.readJWT(r.FormValue("JWT")); err != nil || len(r.FormValue("Bin")) < 6 {
		http.Error(w, "JWT or Bin are wrong", http.StatusBadRequest)
		return
	}
	silent := s.silenced()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if silent {
		return
	}
	_ = collectionPage.Execute(w, random()) // it fails only when the browser has closed the connection
}

// silenced reports whether the next data collection must give no answer.
func (s *Simulator) silenced() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.disarm(func(f string) bool { return f == faultDDC }) != ""
}

// The bank's page has no style of ours: it is the bank's page, not ours.
var challengePage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>TEST BANK</title></head><body>
<h1>TEST BANK</h1>
<h2>Approve this payment</h2>
<p>{{.Description}}: <strong>{{.Amount}}</strong></p>
<p>Card ending {{.LastFour}}</p>
<form method="post" action="decision">
<input type="hidden" name="order" value="{{.Order}}">
<input type="hidden" name="transaction" value="{{.Transaction}}">
<input type="hidden" name="return" value="{{.Return}}">
<input type="hidden" name="proof" value="{{.Proof}}">
<input type="hidden" name="MD" value="{{.MD}}">
<p><button name="decision" value="approve">Approve</button>
<button name="decision" value="decline">Decline</button></p>
</form>
</body></html>`))

// serveChallenge is the bank's page in the frame.
func (s *Simulator) serveChallenge(w http.ResponseWriter, r *http.Request) {
	c, err := s.readJWT(r.FormValue("JWT"))
	back, urlErr := url.Parse(c.ReturnURL)
	if err != nil || urlErr != nil || !back.IsAbs() || !c.Objectify || len(r.FormValue("MD")) > 1024 {
		http.Error(w, "JWT or MD are wrong", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.state.Orders {
		if o.Transaction == "" || o.Transaction != c.Payload.TransactionID || c.Payload.Payload != s.state.Secret {
			continue
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = challengePage.Execute(w, map[string]string{ // it fails only when the browser has closed the connection
			"Amount": fmt.Sprintf("£%d.%02d", o.Amount/100, o.Amount%100), "Description": o.Description, "LastFour": o.LastFour, "Order": o.Code,
			"Transaction": o.Transaction, "Return": c.ReturnURL, "MD": r.FormValue("MD"), "Proof": s.proof(c.ReturnURL),
		})
		return
	}
	http.Error(w, "this challenge is not known", http.StatusBadRequest)
}

// proof signs the return URL, so that the page after the decision can post only
// to the URL in the merchant's JWT.
func (s *Simulator) proof(returnURL string) string {
	m := hmac.New(sha256.New, []byte(s.state.Secret))
	m.Write([]byte(returnURL))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

var returnPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>TEST BANK</title></head><body>
<form method="post" action="{{.Return}}">
<input type="hidden" name="TransactionId" value="{{.Transaction}}">
<input type="hidden" name="Response" value="">
<input type="hidden" name="MD" value="{{.MD}}">
<button>Continue</button>
</form>
<script>document.forms[0].submit()</script>
</body></html>`))

// serveDecision records the visitor's choice and sends the browser back to the
// merchant.
func (s *Simulator) serveDecision(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.state.Orders[r.FormValue("order")]
	decision, back := r.FormValue("decision"), r.FormValue("return")
	if o == nil || o.Transaction != r.FormValue("transaction") || !hmac.Equal([]byte(r.FormValue("proof")), []byte(s.proof(back))) ||
		decision != "approve" && decision != "decline" {
		http.Error(w, "this challenge is not known", http.StatusBadRequest)
		return
	}
	if o.State == "CHALLENGED" {
		o.Decision = decision
		o.Events, o.Times = append(o.Events, "the visitor: "+decision), append(o.Times, s.clock())
		s.save()
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = returnPage.Execute(w, map[string]string{ // it fails only when the browser has closed the connection
		"Return": back, "Transaction": o.Transaction, "MD": r.FormValue("MD"),
	})
}
