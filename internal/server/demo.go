package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"holidaymaker/internal/date"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/store"
)

// sandboxBanner is shown at the top of every page of a sandbox.
const sandboxBanner = "Sandbox: no real bookings, no real payments"

// openMode prepares what the server's mode (live, sandbox or demo) needs. It
// refuses a database that belongs to another mode: simulated payments must not
// book real nights, and real payments must not be sent to a simulator.
func (s *Server) openMode(ctx context.Context) error {
	if s.config.Demo {
		parks := s.config.DemoParks
		if parks == 0 {
			parks = demo.Parks
		}
		s.demo = demo.New(demo.Seed, parks)
		err := s.demo.Check(ctx, s.store, date.In(s.config.now()))
		if errors.Is(err, demo.ErrForeign) {
			return fmt.Errorf("%w. Type one of these:\n\n%s", demo.ErrForeign, simulatingCommands(s.config.Data))
		}
		if err != nil {
			return err
		}
	}
	if err := s.store.RecordBrand(ctx, s.site.SiteCode); err != nil {
		return err
	}
	recorded, err := s.store.RecordProvider(ctx, s.providerName())
	if err != nil {
		return err
	}
	if err := s.sameProvider(recorded); err != nil {
		return err
	}
	return s.fillDemo(ctx)
}

// mayUse returns an error where the database belongs to another brand or to another card
// provider. It records nothing.
func (s *Server) mayUse(ctx context.Context, db *store.Store) error {
	if err := db.MayRecordBrand(ctx, s.site.SiteCode); err != nil {
		return err
	}
	recorded, err := db.MayRecordProvider(ctx, s.providerName())
	if err != nil {
		return err
	}
	return s.sameProvider(recorded)
}

// providerName returns the name under which the card provider is recorded.
func (s *Server) providerName() string {
	if s.config.simulated() {
		return store.ProviderSimulated + " " + simulator.Identity(s.card)
	}
	return store.ProviderLive
}

// sameProvider returns an error when another provider is recorded than the server's.
func (s *Server) sameProvider(recorded string) error {
	name := s.providerName()
	switch {
	case recorded == name:
		return nil
	case name == store.ProviderLive:
		return errors.New("this database has bookings that were paid with simulated cards: go live with an empty database, and import the catalogue and the prices into it")
	case recorded == store.ProviderLive:
		return errors.New("this database has taken real payments or holds real bookings: --demo and --sandbox need a database of their own (--data DIR, or --db)")
	}
	return errors.New("the payments of this database are in the books of another simulated card provider: " +
		"nodes that share a database share one, started by `holidaymaker simulator --addr 127.0.0.1:9100 --data DIR` " +
		"and named by --simulator http://localhost:9100; a single node must keep its --data directory")
}

// fillDemo writes the fictional catalogue and its prices, from today on, into
// the store.
func (s *Server) fillDemo(ctx context.Context) error {
	if s.demo == nil {
		return nil
	}
	_, err := s.demo.Stage(ctx, s.store, date.In(s.config.now()))
	return err
}

// simulatedWebhooks is where the simulated wallet posts its webhooks. They are
// signed, so the path need not be secret.
const simulatedWebhooks = "/api/paypal/webhooks"

// openProvider sets the accounts at the card provider and the wallet: the
// configured ones, those of a shared simulator, or those of a simulator in this
// process, which startProvider starts.
func (s *Server) openProvider(ctx context.Context) (err error) {
	switch {
	case !s.config.simulated():
		s.card, s.wallet = s.config.Card, s.config.Wallet
	case s.config.SimulatorURL != "":
		s.card, s.wallet, err = simulator.Fetch(ctx, s.config.SimulatorURL)
	default:
		s.provider, err = simulator.New(simulator.Options{Dir: filepath.Join(s.config.Data, "simulator"), Clock: s.config.now, Log: s.log, Runner: s.loops})
		if err == nil {
			s.card = s.provider.Account("")
		}
	}
	if err != nil {
		return fmt.Errorf("open the card provider: %w", err)
	}
	s.card.Clock, s.wallet.Clock = s.config.now, s.config.now
	return nil
}

// startProvider starts this process's simulated card provider on its own port.
// Its host name differs from the site's, so that its challenge is a page of
// another site, as with a real bank.
func (s *Server) startProvider() error {
	if s.provider == nil {
		return nil
	}
	listener, port, err := listenAgain(filepath.Join(s.config.Data, "simulator", "port"))
	if err != nil {
		return fmt.Errorf("listen for the simulated card provider: %w", err)
	}
	s.listeners = append(s.listeners, listener)
	s.servers = append(s.servers, newHTTPServer(http.Handler(s.provider), s.log))
	base := "http://localhost:" + port
	s.card, s.wallet = s.provider.Account(base), s.provider.WalletAccount(base)
	s.card.Clock, s.wallet.Clock = s.config.now, s.config.now
	if s.config.WalletNotificationPath == "" {
		s.config.WalletNotificationPath = simulatedWebhooks
	}
	if !s.config.servesTLS() { // the simulator knows neither a self-signed certificate nor a name that one is for
		if err := s.provider.WebhooksAt(base, s.baseURL+s.config.WalletNotificationPath); err != nil {
			return fmt.Errorf("start the simulated wallet: %w", err)
		}
	}
	return nil
}

// listenAgain listens on the port that the last run has written to a file, or on
// another one if that is taken. Pages that were opened before a restart would
// otherwise not reach the provider: their content security policy names its port.
func listenAgain(file string) (listener net.Listener, port string, err error) {
	last, err := os.ReadFile(file)
	if err == nil {
		listener, err = net.Listen("tcp", net.JoinHostPort("127.0.0.1", string(last)))
	}
	if err != nil {
		if listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return nil, "", err
		}
	}
	if _, port, err = net.SplitHostPort(listener.Addr().String()); err == nil {
		err = os.WriteFile(file, []byte(port), 0o600)
	}
	return listener, port, err
}
