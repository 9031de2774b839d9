// Package server wires the product together: store, inventory, bookings,
// payments, letters, API and web, with their loops. The serve command runs it,
// and tests start it on port 0.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"holidaymaker/internal/api"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/inventory"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/simulator"
	"holidaymaker/internal/site"
	"holidaymaker/internal/store"
	"holidaymaker/internal/web"
)

// Server is the whole product, ready to run.
type Server struct {
	config  Config
	log     *slog.Logger
	journal *journal // of the log; nil without one
	site    *site.Site
	baseURL string

	store     *store.Store
	inventory *inventory.Inventory
	bookings  *booking.Service
	payments  *payment.Service
	worker    *outbox.Worker
	demo      *demo.Demo           // nil without Demo
	provider  *simulator.Simulator // nil without Demo
	metrics   *metrics
	mux       *http.ServeMux

	listeners []net.Listener // visitors, then metrics and simulator where there are
	servers   []*http.Server

	views atomic.Uint64 // how many were made
}

// New opens everything that a server needs and takes its ports. Nothing is
// served before Run. The caller must Close it.
func New(ctx context.Context, c Config) (*Server, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	brand, err := site.Built()
	if err != nil {
		return nil, err
	}
	s := &Server{config: c, site: brand, metrics: newMetrics(), mux: http.NewServeMux()}
	s.log, s.journal = newLogger(c.Log)
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Server) open(ctx context.Context) error {
	for _, dir := range []string{s.config.Data, filepath.Join(s.config.Data, "cache"), filepath.Join(s.config.Data, "mail")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("make the data directory: %w", err)
		}
	}
	source := s.config.Data
	if s.config.DB != "" {
		source = s.config.DB
	}
	var err error
	if s.store, err = store.Open(ctx, source, s.config.now, store.Observed(s.metrics.transaction)); err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	if s.config.Demo {
		parks := s.config.DemoParks
		if parks == 0 {
			parks = demo.Parks
		}
		s.demo = demo.New(demo.Seed, parks)
		if err := s.fillDemo(ctx); err != nil {
			return err
		}
	}
	if s.inventory, err = inventory.Open(ctx, s.store, inventory.Logged(s.log), inventory.Prepared(s.newView)); err != nil {
		return err
	}
	if err := s.listen(); err != nil {
		return err
	}
	return s.wire(ctx)
}

// listen takes the port of the visitors and derives the address under which
// they find it.
func (s *Server) listen() error {
	listener, err := net.Listen("tcp", s.config.Addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	s.baseURL = s.config.BaseURL
	if s.baseURL == "" {
		s.baseURL = "http://" + reachable(listener.Addr())
	}
	if s.config.TLSSelfSigned {
		certificate, err := selfSigned(s.config.Data, s.config.now())
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}})
		s.baseURL = strings.Replace(s.baseURL, "http://", "https://", 1)
	}
	s.listeners = append(s.listeners, listener)
	return nil
}

// wire makes the services and hands them to each other.
func (s *Server) wire(ctx context.Context) error {
	secret, err := s.secret(ctx)
	if err != nil {
		return err
	}
	card := s.config.Card
	if s.config.Demo {
		if card, err = s.startProvider(); err != nil {
			return err
		}
	}
	card.Clock = s.config.now
	limits, payLimits := booking.DefaultLimits(), payment.DefaultLimits()
	limits.Off, payLimits.Off = s.config.NoLimits, s.config.NoLimits
	wake := func() {
		if s.worker != nil {
			s.worker.Wake()
		}
	}
	s.bookings = booking.New(booking.Config{Store: s.store.Bookings(), Catalogue: shelf{s}, Limits: limits, Log: s.log, Wake: wake})
	s.payments = payment.New(payment.Config{
		Store: s.store.Payments(), Bookings: s.bookings, Card: worldpay.New(card), ReturnURL: s.baseURL + "/api/threedsreturn",
		Secret: secret, Limits: payLimits, Log: s.log, Wake: wake, Clock: s.config.now,
	})
	letters := mail.New(mail.Config{Brand: mail.BrandOf(s.site, s.baseURL), Bookings: s.store.Bookings(), SMTP: s.config.SMTP, Dir: filepath.Join(s.config.Data, "mail")})
	handlers := s.payments.Handlers()
	for kind, handle := range letters.Handlers() {
		handlers[kind] = handle
	}
	s.worker = outbox.NewWorker(s.store.Outbox(), handlers, s.log)
	handler, err := s.handler(secret, card)
	if err != nil {
		return err
	}
	s.servers = append([]*http.Server{newHTTPServer(handler, s.log)}, s.servers...)
	return s.serveMetrics()
}

// newHTTPServer bounds how long a client may take.
func newHTTPServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: 90 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// shelf finds unit types in the catalogue of now, for bookings.
type shelf struct{ server *Server }

// Unit finds a unit type with its park, operator and region.
func (sh shelf) Unit(id string) (booking.Unit, bool) { return sh.server.currentView().Unit(id) }

// newView makes the API's view of what is for sale, before visitors see it.
func (s *Server) newView(state *inventory.State) any {
	return api.NewView(s.views.Add(1), state.Catalogue, state.Index)
}

// currentView is the API's view of what is for sale now.
func (s *Server) currentView() *api.View {
	view, _ := s.inventory.Current().Prepared.(*api.View) // newView made it
	return view
}

func (s *Server) stock() *catalogue.Snapshot { return s.inventory.Current().Catalogue }

// URL is the address under which visitors find the server.
func (s *Server) URL() string { return s.baseURL }

// Handle has visitors served at a pattern of net/http, behind what every
// request passes: its identity, the baseline headers, the log.
func (s *Server) Handle(pattern string, handler http.Handler) { s.mux.Handle(pattern, handler) }

// handler is everything that visitors reach.
func (s *Server) handler(secret []byte, card worldpay.Config) (http.Handler, error) {
	rates := api.DefaultRates()
	if s.config.NoLimits {
		rates = nil
	}
	client := addresses{s.config.TrustedProxies}
	closed := func() bool { return s.config.Maintenance }
	calls := api.New(api.Config{
		Site: s.site, View: s.currentView, Bookings: s.bookings, Payments: s.payments,
		SignUp: s.signUp, Settle: s.settle, Now: s.config.now, Secret: secret, Rates: rates, Origin: s.baseURL, Client: client.of,
		Maintenance: closed, MaintenanceToken: s.config.MaintenanceToken, NotificationPath: s.config.NotificationPath,
		Observe: s.metrics.request, Log: s.log,
	})
	sources := originsOf(card.DDCURL, card.ChallengeURL)
	frames := sources
	if !s.config.Demo {
		frames = append(frames, "https:") // the visitor's bank
	}
	pages, err := web.New(web.Config{
		Site: s.site, Stock: s.stock, Init: calls.InitDocument, Pictures: s.draw, CacheDir: filepath.Join(s.config.Data, "cache"),
		Maintenance: closed, Secure: strings.HasPrefix(s.baseURL, "https://"), FrameSources: frames, ConnectSources: sources, Log: s.log,
	})
	if err != nil {
		return nil, err
	}
	calls.Routes(s.Handle)
	s.Handle("GET /healthz", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { plainAnswer(w, http.StatusOK, "ok") }))
	s.Handle("GET /readyz", http.HandlerFunc(s.ready))
	if s.config.Demo {
		letters := http.StripPrefix("/sim/mail", simulator.Mailbox(filepath.Join(s.config.Data, "mail")))
		s.Handle("GET /sim/mail", letters)
		s.Handle("GET /sim/mail/{letter}", letters)
	}
	s.Handle("/", s.underOneName(s.metrics.pages(pages)))
	return s.around(s.mux, pages), nil
}

// settle waits a moment for the index to show what was committed.
func (s *Server) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = s.inventory.SyncStock(ctx) // searches are a little late then, no more
}
