package simulator

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

// serveToken issues an access token.
func (s *Simulator) serveToken(w http.ResponseWriter, r *http.Request) {
	id, secret, ok := r.BasicAuth()
	if !ok || id != walletClient || secret != walletSecret || r.FormValue("grant_type") != "client_credentials" {
		sendJSON(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client", "error_description": "Client Authentication failed"})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Wallet.Token = "A21" + random()
	s.save()
	sendJSON(w, http.StatusOK, map[string]any{"access_token": s.state.Wallet.Token, "token_type": "Bearer", "expires_in": 32400})
}

func sendJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a reader who left is no fault
}

// walletRequest is a request of the merchant.
type walletRequest struct {
	id        string // in the path
	requestID string
	body      []byte
	base      string // address of this simulator
	mock      string // PayPal-Mock-Response: the issue to answer
}

// walletAnswer is the reply to a request, and the fault with which it is sent.
type walletAnswer struct {
	status int
	body   any
	fault  string
}

// lingers reports whether the request was done but its answer takes a while to arrive.
func (a walletAnswer) lingers() bool { return a.fault == walletSlow || a.fault == walletDropAfter }

func issue(status int, name, issue string) walletAnswer {
	return walletAnswer{status: status, body: map[string]any{"name": name, "debug_id": random(), "details": []map[string]string{{"issue": issue}}, "links": []string{}}}
}

func unprocessable(text string) walletAnswer {
	return issue(http.StatusUnprocessableEntity, "UNPROCESSABLE_ENTITY", text)
}

// serveWallet wraps a call of the merchant: it checks the token and the request
// id, answers a repeated request id as before, unless its first answer is still under
// way, and sends the answer with its fault.
func (s *Simulator) serveWallet(do func(walletRequest) walletAnswer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
		if err != nil || r.Method == http.MethodPost && !json.Valid(body) {
			a := issue(http.StatusBadRequest, "INVALID_REQUEST", "MALFORMED_REQUEST_JSON")
			sendJSON(w, a.status, a.body)
			return
		}
		req := walletRequest{id: r.PathValue("id"), requestID: r.Header.Get("PayPal-Request-Id"), body: body, base: "http://" + r.Host}
		var mock struct {
			Codes string `json:"mock_application_codes"`
		}
		if json.Unmarshal([]byte(r.Header.Get("PayPal-Mock-Response")), &mock) == nil {
			req.mock = mock.Codes
		}
		a := s.walletCall(r, req, do)
		s.sendWithFault(w, r, a)
		if a.lingers() {
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.underWay, req.requestID)
		}
	}
}

func (s *Simulator) walletCall(r *http.Request, req walletRequest, do func(walletRequest) walletAnswer) walletAnswer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if token := s.state.Wallet.Token; token == "" || r.Header.Get("Authorization") != "Bearer "+token {
		return issue(http.StatusUnauthorized, "AUTHENTICATION_FAILURE", "INVALID_TOKEN")
	}
	if r.Method == http.MethodPost && (req.requestID == "" || len(req.requestID) > 108) {
		return issue(http.StatusBadRequest, "INVALID_REQUEST", "INVALID_REQUEST_ID")
	}
	if req.mock != "" {
		return unprocessable(req.mock)
	}
	if s.underWay[req.requestID] {
		return unprocessable("ORDER_COMPLETION_IN_PROGRESS")
	}
	before, repeated := s.state.Wallet.Replies[req.requestID]
	if repeated && (before.Path != r.URL.Path || before.Sent != string(req.body)) {
		return issue(http.StatusUnprocessableEntity, "UNPROCESSABLE_ENTITY", "PAYPAL_REQUEST_ID_REUSED")
	}
	if repeated {
		return walletAnswer{status: before.Status, body: json.RawMessage(before.Body)}
	}
	a := do(req)
	if a.lingers() {
		s.underWay[req.requestID] = true
	}
	if declined := a.status/100 == 4 && strings.HasSuffix(r.URL.Path, "/capture"); declined || a.status == http.StatusCreated {
		s.remember(r.URL.Path, req, a)
	}
	s.save()
	return a
}

// remember keeps the answer for a repetition of its request. What was created is
// answered 200 then. An answer without a token is not the request's.
func (s *Simulator) remember(path string, req walletRequest, a walletAnswer) {
	if a.status == http.StatusUnauthorized {
		return
	}
	text, err := json.Marshal(a.body)
	if err != nil {
		panic(err)
	}
	if s.state.Wallet.Replies == nil {
		s.state.Wallet.Replies = map[string]walletReply{}
	}
	again := a.status
	if again == http.StatusCreated {
		again = http.StatusOK
	}
	s.state.Wallet.Replies[req.requestID] = walletReply{again, path, string(text), string(req.body)}
}

// sendWithFault sends an answer: as it is, late, cut off, or not at all.
func (s *Simulator) sendWithFault(w http.ResponseWriter, r *http.Request, a walletAnswer) {
	switch a.fault {
	case walletDropBefore, walletDropAfter, walletRefundHang:
		select {
		case <-r.Context().Done():
		case <-s.stopped:
		}
		return
	case walletHTTP500:
		http.Error(w, "internal server error", http.StatusInternalServerError)
		return
	case walletHalf:
		text, _ := json.Marshal(a.body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text[:len(text)/2])
		return
	case walletSlow:
		select {
		case <-time.After(s.slow):
		case <-r.Context().Done():
		case <-s.stopped:
		}
	}
	sendJSON(w, a.status, a.body)
}
