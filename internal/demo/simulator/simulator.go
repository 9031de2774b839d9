// Package simulator simulates the card provider and the wallet for the demo and
// for tests. It speaks the providers' wire formats over real HTTP, checks what the
// real providers check, and accepts only documented test cards. It keeps its state
// in its own file, so it still knows all orders after the product has crashed.
package simulator

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/payment/worldpay"
)

// Options are the settings of a Simulator.
type Options struct {
	// Dir is the folder of the state file; it is created if missing.
	Dir string
	// Clock returns the time; nil means the machine's clock.
	Clock func() time.Time
	// Slow is how long the fault SIM_SLOW_8S takes; 0 means 8 seconds.
	Slow time.Duration
	// Lag draws how long each inquiry lags behind and each modification takes;
	// nil: not at all.
	Lag func() time.Duration
	// Transport posts notifications and webhooks; nil means the default one.
	Transport http.RoundTripper
	Log       *slog.Logger
	// Runner runs the loop that posts notifications; nil: one of its own.
	Runner *loop.Runner
}

// Simulator is a simulated card provider and wallet. It is safe for concurrent use.
type Simulator struct {
	path   string
	clock  func() time.Time
	slow   time.Duration
	lag    func() time.Duration
	client *http.Client // posts notifications and webhooks
	log    *slog.Logger
	key    *rsa.PrivateKey
	mux    *http.ServeMux
	notify loop.Trigger // wakes the loop that posts notifications
	woken  atomic.Bool  // whether it was woken since its last round
	stop   context.CancelFunc
	// stopped is closed by Close. Calls that simulate a provider that hangs
	// then end.
	stopped <-chan struct{}
	runner  *loop.Runner

	hooks loop.Trigger // wakes the loop that posts webhooks

	Park *ParkSystem // takes the bookings of the demo's parks

	mu       sync.Mutex
	state    state
	base     string          // this simulator's address, in webhooks
	underWay map[string]bool // captures that were done and are not answered yet, by request id
}

// state is what the file contains.
type state struct {
	Key           []byte            `json:"key"` // PKCS #1
	Secret        string            `json:"secret"`
	Orders        map[string]*Order `json:"orders"`
	Notifications []notification    `json:"notifications,omitempty"`
	NotifyURL     string            `json:"notifyUrl,omitempty"`
	Armed         []string          `json:"armed,omitempty"` // faults for the next orders
	Wallet        walletState       `json:"wallet"`
}

// Order is an order at the provider.
type Order struct {
	Code        string `json:"orderCode"`
	Description string `json:"description"`
	Amount      int64  `json:"amount"` // pence
	Currency    string `json:"currency"`
	State       string `json:"state"` // the provider's last event
	Authorised  int64  `json:"authorised"`
	Captured    int64  `json:"captured"`
	Asked       int64  `json:"asked"` // to be refunded, with what was
	Refunded    int64  `json:"refunded"`
	LastFour    string `json:"lastFour"`
	Scheme      string `json:"scheme"`
	Session     string `json:"session"`
	Machine     string `json:"machine"`
	// Transaction is the challenge's id while the bank asks the visitor.
	Transaction string      `json:"transaction,omitempty"`
	Decision    string      `json:"decision,omitempty"` // approve or decline
	Verdict     verdict     `json:"verdict"`
	Postcode    string      `json:"postcode"` // of the card's address
	Events      []string    `json:"events"`
	Times       []time.Time `json:"times"` // of the events
	Pending     []change    `json:"pending,omitempty"`
	Stumbled    bool        `json:"stumbled,omitempty"` // over a fault of modifications
	At          time.Time   `json:"at"`
}

// The merchant account at the simulator.
const (
	merchant  = "HOLIDAYGBP"
	admin     = "HOLIDAY"
	user      = "HOLIDAYXML"
	password  = "simulated-password"
	macSecret = "simulated-mac-secret"
	jwtIssuer = "simulated-issuer"
	jwtUnit   = "simulated-unit"
	jwtKey    = "simulated-jwt-mac-key"
)

// parkStall is how long the park system of the demo says nothing when it stalls, which is
// longer than a server waits.
const parkStall = 25 * time.Second

// New returns a simulator with the state in its directory.
func New(o Options) (*Simulator, error) {
	s := &Simulator{path: filepath.Join(o.Dir, "card-provider.json"), clock: o.Clock, slow: o.Slow, lag: o.Lag, log: o.Log, client: &http.Client{Transport: o.Transport},
		notify: loop.NewTrigger(), hooks: loop.NewTrigger(), runner: o.Runner, underWay: map[string]bool{}}
	if s.clock == nil {
		s.clock = time.Now
	}
	if s.slow == 0 {
		s.slow = 8 * time.Second
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.runner == nil {
		s.runner = loop.NewRunner(s.log)
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the card provider's directory: %w", err)
	}
	if err := s.load(); err != nil {
		return nil, err
	}
	if err := s.certify(); err != nil {
		return nil, err
	}
	s.Park = NewParkSystem(s.clock, parkStall)
	s.routes()
	ctx, stop := context.WithCancel(context.Background())
	s.stop, s.stopped = stop, ctx.Done()
	s.runner.Go(ctx, s.notifyLoop())
	s.runner.Go(ctx, s.hooksLoop())
	return s, nil
}

// Close stops posting notifications and ends calls that hang.
func (s *Simulator) Close() {
	s.stop()
	ended, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, name := range []string{notifyName, hooksName} {
		if err := s.runner.Wait(ended, name); err != nil {
			s.log.Error("close the simulator", "loop", name, "error", err)
		}
	}
}

// Account returns the product's configuration for this provider at a base URL
// such as "http://127.0.0.1:9090".
func (s *Simulator) Account(base string) worldpay.Config {
	return worldpay.Config{
		XMLURL: base + "/jsp/merchant/xml/paymentService.jsp", DDCURL: base + "/shopper/3ds/ddc.html",
		ChallengeURL: base + "/shopper/3ds/challenge.html",
		MerchantCode: merchant, AdminCode: admin, User: user, Password: password, MACSecret: macSecret,
		PublicKey: fmt.Sprintf("1#%x#%x", s.key.E, s.key.N),
		JWT:       worldpay.JWTAccount{Issuer: jwtIssuer, OrgUnitID: jwtUnit, Key: jwtKey},
		Clock:     s.clock,
	}
}

// NotifyAt sets the URL to which order notifications are posted; "" stops them.
func (s *Simulator) NotifyAt(url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.NotifyURL = url
	s.wake()
	return s.write()
}

// ServeHTTP serves the provider's pages and calls.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

func (s *Simulator) routes() {
	s.mux = http.NewServeMux()
	s.mux.HandleFunc("POST /jsp/merchant/xml/paymentService.jsp", s.serveXML)
	s.mux.HandleFunc("POST /shopper/3ds/ddc.html", s.serveCollection)
	s.mux.HandleFunc("POST /shopper/3ds/challenge.html", s.serveChallenge)
	s.mux.HandleFunc("POST /shopper/3ds/decision", s.serveDecision)
	s.mux.HandleFunc("GET "+accountPath, s.serveAccount)
	s.mux.HandleFunc("GET /sim/ledger", serveOrders(s.Ledger))
	s.mux.HandleFunc("POST /sim/control", s.serveControl)
	s.walletRoutes()
	s.reviewRoutes()
	s.mux.Handle("/park", s.Park)
	s.mux.Handle("/park/", s.Park)
}

// Ledger returns all orders, sorted by code.
func (s *Simulator) Ledger() []Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Order, 0, len(s.state.Orders))
	for _, o := range s.state.Orders {
		s.applyDue(o)
		all = append(all, *o)
	}
	slices.SortFunc(all, func(a, b Order) int { return strings.Compare(a.Code, b.Code) })
	return all
}

// serveOrders serves the orders that a ledger returns.
func serveOrders[O any](ledger func() []O) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(map[string]any{"orders": ledger()}) // a reader who left is no fault
	}
}

// serveControl sets a fault for the next order, or for the next data
// collection: POST fault=SIM_….
func (s *Simulator) serveControl(w http.ResponseWriter, r *http.Request) {
	fault := r.FormValue("fault")
	if !strings.HasPrefix(fault, "SIM_") {
		http.Error(w, "fault: want a name that begins with SIM_", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Armed = append(s.state.Armed, fault)
	s.save()
	w.WriteHeader(http.StatusNoContent)
}

// disarm removes and returns a fault that fits. The caller holds the lock.
func (s *Simulator) disarm(fits func(string) bool) string {
	i := slices.IndexFunc(s.state.Armed, fits)
	if i < 0 {
		return ""
	}
	fault := s.state.Armed[i]
	s.state.Armed = slices.Delete(s.state.Armed, i, i+1)
	s.save()
	return fault
}

func (s *Simulator) load() error {
	raw, err := os.ReadFile(s.path)
	if os.IsNotExist(err) {
		return s.begin()
	}
	if err == nil {
		err = json.Unmarshal(raw, &s.state)
	}
	if err == nil {
		s.key, err = x509.ParsePKCS1PrivateKey(s.state.Key)
	}
	if err != nil {
		return fmt.Errorf("read the card provider's state: %w", err)
	}
	return nil
}

// begin creates the keys of a new provider.
func (s *Simulator) begin() (err error) {
	if s.key, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		return fmt.Errorf("make the card provider's key: %w", err)
	}
	s.state = state{Key: x509.MarshalPKCS1PrivateKey(s.key), Secret: random(), Orders: map[string]*Order{}}
	return s.write()
}

// save writes the state to its file. The caller holds the lock. It panics when
// it cannot write, because a provider that forgets orders must not continue.
func (s *Simulator) save() {
	if err := s.write(); err != nil {
		panic(err)
	}
}

func (s *Simulator) write() error {
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(s.state); err != nil {
		return fmt.Errorf("write the card provider's state: %w", err)
	}
	if err := os.WriteFile(s.path+".new", text.Bytes(), 0o600); err != nil {
		return fmt.Errorf("write the card provider's state: %w", err)
	}
	if err := os.Rename(s.path+".new", s.path); err != nil {
		return fmt.Errorf("write the card provider's state: %w", err)
	}
	return nil
}

func random() string {
	var b [12]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
