// Package testworld sets up everything that tests of bookings need: a store
// with something for sale, the services for bookings and payments, and a
// simulated card provider.
package testworld

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// Start is when the tests' clock starts. Summer is the first arrival date on
// sale, far enough ahead for a deposit.
var (
	Start  = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	Summer = date.Of(2026, time.July, 17)
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// World is one server with its provider.
type World struct {
	T        testing.TB
	Clock    *Clock
	Store    *store.Store
	Bookings *booking.Service
	Payments *payment.Service
	Outbox   *outbox.Worker
	Provider *simulator.Simulator
	Account  worldpay.Config
	Wallet   paypal.Config
	Emails   *Emails
	Lag      *Lag
	// Browser carries the visitors' requests to the provider's pages; nil means
	// over the network.
	Browser http.RoundTripper
}

// Lag is how slow the provider's inquiries and modifications are.
type Lag struct {
	mu   sync.Mutex
	draw func() time.Duration
}

// Set has each lag drawn by a function.
func (l *Lag) Set(draw func() time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.draw = draw
}

func (l *Lag) next() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draw == nil {
		return 0
	}
	return l.draw()
}

// Option changes the configuration of a world.
type Option func(*booking.Config, *payment.Config)

// New opens a database and a card provider. It starts no loops: tests call Tick
// instead.
func New(t testing.TB, db storetest.Database, options ...Option) *World {
	t.Helper()
	return newWorld(t, db, func(w *World) string {
		server := httptest.NewServer(w.Provider)
		t.Cleanup(func() {
			server.CloseClientConnections()
			server.Close()
		})
		return server.URL
	}, options...)
}

// newWorld opens a world whose provider is served at the address that serve returns.
func newWorld(t testing.TB, db storetest.Database, serve func(*World) (base string), options ...Option) *World {
	t.Helper()
	w := &World{T: t, Clock: NewClock(Start), Emails: &Emails{}, Lag: &Lag{}}
	provider, err := simulator.New(simulator.Options{Dir: providerDir(t), Clock: w.Clock.Now, Slow: 50 * time.Millisecond, Lag: w.Lag.next})
	check(t, err)
	w.Provider = provider
	base := serve(w)
	t.Cleanup(provider.Close) // before the server, so that calls that hang end
	w.Account, w.Wallet = provider.Account(base), provider.WalletAccount(base)
	check(t, provider.WebhooksAt(base, "")) // tests post them where they matter
	first := w.SecondNode(db, options...)
	Publish(t, first.Store, Price)
	return first
}

// newProvider returns the files of a new provider. It is made once for all tests
// of a package, because making its keys takes long.
var newProvider = sync.OnceValues(func() (fstest.MapFS, error) {
	dir, err := os.MkdirTemp("", "holidaymaker-provider-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	provider, err := simulator.New(simulator.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	provider.Close()
	files := fstest.MapFS{}
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		data, readErr := os.ReadFile(filepath.Join(dir, entry.Name()))
		files[entry.Name()], err = &fstest.MapFile{Data: data, Mode: 0o600}, errors.Join(err, readErr)
	}
	return files, err
})

// providerDir returns a directory with the state of a new provider.
func providerDir(t testing.TB) string {
	t.Helper()
	files, err := newProvider()
	check(t, err)
	dir := filepath.Join(t.TempDir(), "provider")
	check(t, os.CopyFS(dir, files))
	return dir
}

// SecondNode opens another server on a world's database and provider.
func (w *World) SecondNode(db storetest.Database, options ...Option) *World {
	w.T.Helper()
	other := *w
	if w.Clock.ofBubble {
		other.Store = openInBubble(w.T, db)
	} else {
		other.Store = db.Open(w.T, w.Clock.Now)
	}
	options = append([]Option{auditing(w.T)}, options...)
	other.Bookings, other.Payments, other.Outbox = Services(other.Store, w.Account, w.Wallet, w.Clock.Now, w.Emails.Take, options...)
	w.T.Cleanup(other.CallsEnd)
	return &other
}

// auditing checks every change against the ledger.
func auditing(t testing.TB) Option {
	return func(_ *booking.Config, c *payment.Config) { c.Store = audited{c.Store, t} }
}

// Services wires bookings, payments and the outbox as the server does.
func Services(s *store.Store, account worldpay.Config, wallet paypal.Config, clock func() time.Time, email outbox.Handler, options ...Option) (*booking.Service, *payment.Service, *outbox.Worker) {
	bc := booking.Config{Keys: secretKeys("digests"), Store: s.Bookings(), Catalogue: UnitFinder{}, Limits: booking.DefaultLimits(), Brand: "MT"}
	pc := payment.Config{Store: s.Payments(), Card: worldpay.New(account), ReturnURL: "https://site.example/api/threedsreturn",
		Wallet: paypal.New(wallet), WalletURL: "https://site.example/api/paypal", Brand: "Holidaymaker",
		Keys: secretKeys("payments"), Limits: payment.DefaultLimits(), Clock: clock, LinkDays: 14}
	pc.Limits.Answer, pc.Limits.Call = 5*time.Second, 10*time.Second
	for _, set := range options {
		set(&bc, &pc)
	}
	bookings := booking.New(bc)
	pc.Bookings = bookings
	payments := payment.New(pc)

	return bookings, payments, outbox.New(outbox.Config{Store: s.Outbox(), Kinds: Kinds(payments, email)})
}

// secretKeys returns the keys of a world for a purpose.
func secretKeys(purpose string) keyring.Ring {
	keys, err := keyring.New(purpose, "test secret")
	if err != nil {
		panic(err)
	}
	return keys
}

// Kinds returns the kinds of jobs of a world: those of payments, and e-mails.
func Kinds(payments *payment.Service, email outbox.Handler) map[string]outbox.Kind {
	kinds := payments.Handlers()
	for _, kind := range emailKinds {
		kinds[kind] = outbox.Kind{Do: email, Keep: true}
	}
	return kinds
}

// CallsEnd waits until no call to the card provider is running.
func (w *World) CallsEnd() {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	check(w.T, w.Payments.Wait(ctx))
}

// Tick does the work of all loops, until nothing is left to do.
func (w *World) Tick() {
	w.T.Helper()
	ctx := context.Background()
	for {
		_, err := w.Bookings.Sweep(ctx)
		check(w.T, err)
		looked, err := w.Payments.Reconcile(ctx)
		check(w.T, err)
		did, err := w.Outbox.RunOnce(ctx)
		check(w.T, err)
		if looked+did == 0 {
			return
		}
	}
}

// Taken returns how many units of a type are taken on the first night.
func (w *World) Taken(unit string) int {
	w.T.Helper()
	n := 0
	check(w.T, w.Store.View(context.Background(), func(tx *store.Tx) error {
		all, err := tx.BookedNights(Summer, nil)
		for _, night := range all[unit] {
			if night.Night == Summer {
				n = night.Units
			}
		}
		return err
	}))
	return n
}
