// Package server connects all packages to the running product: store,
// inventory, bookings, payments, e-mails, API and web, with their loops. The
// serve command runs it, and tests start it on port 0.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	stdlog "log"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/affiliate"
	"holidaymaker/internal/api"
	"holidaymaker/internal/badrecord"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/errorreport"
	"holidaymaker/internal/flags"
	"holidaymaker/internal/homepage"
	"holidaymaker/internal/httpx"
	"holidaymaker/internal/inventory"
	"holidaymaker/internal/loop"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/picture"
	"holidaymaker/internal/promotion"
	"holidaymaker/internal/render"
	"holidaymaker/internal/retention"
	"holidaymaker/internal/reviews"
	"holidaymaker/internal/simulator"
	"holidaymaker/internal/site"
	"holidaymaker/internal/store"
	"holidaymaker/internal/web"
)

// Server is the whole product. Make it with New, serve with Run, and Close it.
type Server struct {
	config  Config
	log     *slog.Logger
	lines   *logBuffer // collects log lines; nil where nothing is logged
	site    *site.Site
	baseURL string

	store     *store.Store
	inventory *inventory.Replica
	view      inventory.View[api.View]
	bookings  *booking.Service
	payments  *payment.Service
	flags     *flags.Flags
	reports   *errorreport.Reporter // nil: errors are only logged
	worker    *outbox.Worker
	eraser    *retention.Eraser
	demo      *demo.Demo           // nil without Demo
	provider  *simulator.Simulator // nil where this process runs none
	card      worldpay.Config      // the merchant's account, real or simulated
	wallet    paypal.Config        // likewise; without an address there is none
	metrics   *metrics
	loops     *loop.Runner
	bad       *badrecord.Register
	content   *content.Service
	reviews   *reviews.Reader // nil: there is no customer-review service
	mux       *http.ServeMux
	shed      *shedder
	renderer  *render.Renderer // nil: browsers render the pages
	promotion *promotion.Source
	homePage  *homepage.Source

	listeners []net.Listener // visitors, then metrics and simulator where there are
	servers   []*http.Server

	views        atomic.Uint64 // number of views made
	jobKinds     []string      // the kinds of outbox jobs that this process does
	drawPicture  func(from picture.Source, path string) ([]byte, bool)
	node         string // the id of this process in the database
	health       health
	requests     inFlight                // the visitors' running requests
	cutOff       context.CancelCauseFunc // cancels the contexts of requests
	proxyWarning sync.Once
	draining     atomic.Bool // the server is about to stop
}

// New opens everything that a server needs and listens on its ports. It serves
// nothing before Run. The caller must Close it.
func New(ctx context.Context, c Config) (*Server, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	brand, err := site.Built()
	if err != nil {
		return nil, err
	}
	c.Tags.apply(brand)
	brand.API.ContentHost = strings.TrimSuffix(c.ContentHost, "/")
	reports, err := errorreport.New(errorreport.Config{DSN: c.ErrorDSN, Release: c.Version, SiteCode: brand.SiteCode, Network: booking.Network})
	if err != nil {
		return nil, err
	}
	brand.ErrorReporting = site.ErrorReporting{DSN: reports.DSN(), Release: c.Version}
	s := &Server{reports: reports, config: c, site: brand, metrics: newMetrics(), mux: http.NewServeMux()}
	s.shed = newShedder(c, s.metrics)
	s.shed.stream = flags.StreamPath(s.clientKey())
	s.log, s.lines = newLogger(c.Log)
	s.log = slog.New(reports.Handler(s.log.Handler()))
	s.node, s.drawPicture = httpx.RandomText(12), picture.Draw
	s.loops, s.bad = loop.NewRunner(s.log), badrecord.New(s.log)
	s.loops.Around = c.aroundLoops
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
	if s.store, err = store.Open(ctx, source, s.config.now, store.Observed(s.metrics.transaction), store.RunBy(s.loops)); err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	switch found, err := s.store.Inspect(ctx); {
	case err != nil:
		return err
	case found.Standbys > 0 && !found.Synchronous:
		s.log.Warn("the PostgreSQL primary waits for none of its standbys: bookings may be lost with it; set synchronous_standby_names", "standbys", found.Standbys)
	}
	if err := s.openMode(ctx); err != nil {
		return err
	}
	if s.inventory, err = inventory.Open(ctx, s.store, inventory.Logged(s.log), inventory.BadRecords(s.bad), inventory.Viewed(&s.view, s.newView), inventory.ContentChanged(s.purgeContent)); err != nil {
		return err
	}
	if err := s.listen(); err != nil {
		return err
	}
	return s.wire(ctx)
}

// listen listens on the visitors' port and derives the base URL.
func (s *Server) listen() error {
	listener, err := net.Listen("tcp", s.config.Addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	s.baseURL = s.config.BaseURL
	if s.baseURL == "" {
		s.baseURL = "http://" + reachable(listener.Addr())
	}
	listener = s.shed.open.Listener(listener)
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

// wire creates the services and connects them.
func (s *Server) wire(ctx context.Context) error {
	secret, err := s.secret(ctx)
	if err != nil {
		return err
	}
	keys, err := derive(secret)
	if err != nil {
		return err
	}
	if err := s.startProvider(); err != nil {
		return err
	}
	s.flags, s.reviews = s.openFlags(ctx), s.openReviews()
	if err := errors.Join(s.openPromotion(), s.openHomePage()); err != nil {
		return err
	}
	limits, payLimits := booking.DefaultLimits(), payment.DefaultLimits()
	limits.Off, payLimits.Off = s.config.NoLimits, s.config.NoLimits
	due := loop.NewTrigger() // fires when there are new outbox jobs
	s.bookings = booking.New(booking.Config{Store: s.store.Bookings(), Catalogue: booking.LiveCatalogue(s.catalogue), Limits: limits,
		DigestKey: keys.digests, Referer: s.site.Referer.Code, Log: s.log, Bad: s.bad, Wake: due.Fire})
	s.payments = payment.New(payment.Config{
		Store: s.store.Payments(), Bookings: s.bookings, Card: worldpay.New(s.measuredCard()), ReturnURL: s.baseURL + "/api/threedsreturn",
		Wallet: s.walletProvider(), WalletURL: s.baseURL + "/api/paypal", Brand: s.site.Global.BrandName,
		Secret: keys.payments, CardOn: s.cardOn, WalletOn: s.walletOn, Limits: payLimits, Log: s.log, Bad: s.bad, Wake: due.Fire, Clock: s.store.Now,
	})
	if err := s.warnWithoutWallet(ctx); err != nil {
		return err
	}
	s.eraser = retention.New(retention.Config{Bookings: s.store.Payments(), Visitors: s.store.OldVisitors(), YearEnd: s.config.FinancialYear, Clock: s.store.Now, Bad: s.bad})
	emails := mail.New(mail.Config{Brand: mail.BrandOf(s.site, s.baseURL), Bookings: s.store.Bookings(), Visitors: s.store.Visitors(), Place: s.place, SMTP: s.config.SMTP, Dir: filepath.Join(s.config.Data, "mail")})
	sales := affiliate.New(affiliate.Config{Bookings: s.store.Bookings(), Advertiser: s.advertiser(), URL: s.config.Tags.AwinURL, Test: s.config.simulated(),
		Transport: measured{http.DefaultTransport, "affiliate", s.metrics.provider}})
	handlers := s.payments.Handlers()
	maps.Copy(handlers, emails.Handlers())
	maps.Copy(handlers, sales.Handlers())
	for kind := range handlers {
		s.jobKinds = append(s.jobKinds, kind)
	}
	slices.Sort(s.jobKinds)
	s.metrics.registry.MustRegister(collector{s})
	s.worker = outbox.New(outbox.Config{Store: s.store.Outbox(), Kinds: handlers, Due: due, Log: s.log, Bad: s.bad})
	if s.content, err = s.openContent(keys.pictures); err != nil {
		return err
	}
	handler, err := s.handler(keys, due.Fire)
	if err != nil {
		return err
	}
	visitors := newHTTPServer(handler, s.log)
	visitors.ConnState = s.shed.open.State
	requests, cutOff := context.WithCancelCause(context.Background())
	s.cutOff = cutOff
	visitors.BaseContext = func(net.Listener) context.Context { return requests }
	s.servers = append([]*http.Server{visitors}, s.servers...)
	return s.serveAdmin()
}

// measuredCard returns the account at the card provider, with an HTTP client
// that counts the calls.
func (s *Server) measuredCard() worldpay.Config {
	card := s.card
	if card.Transport == nil {
		card.Transport = worldpay.Transport()
	}
	card.Transport = measured{card.Transport, "card", s.metrics.provider}
	return card
}

// walletProvider returns the wallet, with an HTTP client that counts the calls, or
// nil if there is none.
func (s *Server) walletProvider() payment.WalletGateway {
	account := s.wallet
	if account.BaseURL == "" {
		return nil
	}
	if account.Transport == nil {
		account.Transport = paypal.Transport()
	}
	account.Transport = measured{account.Transport, "wallet", s.metrics.provider}
	return paypal.New(account)
}

// warnWithoutWallet logs that there is no wallet for the payments that wait for it.
func (s *Server) warnWithoutWallet(ctx context.Context) error {
	if s.wallet.BaseURL != "" {
		return nil
	}
	backlog, err := s.payments.Backlog(ctx)
	if err == nil && backlog.AtWallet > 0 {
		s.log.Error("payments are at the wallet, and no account is configured: set the HOLIDAYMAKER_WALLET variables again until they are settled", "payments", backlog.AtWallet)
	}
	return err
}

// newHTTPServer returns an HTTP server that limits how long a client may take.
func newHTTPServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: 90 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		ErrorLog: stdlog.New(withoutAddresses{log}, "", 0), HTTP2: http2Limits(),
	}
}

// newView makes the API's view of what is for sale, before searches use it.
func (s *Server) newView(state *inventory.State) *api.View {
	return api.NewView(s.views.Add(1), state.Catalogue, state.Index)
}

func (s *Server) catalogue() *catalogue.Snapshot { return s.inventory.Current().Catalogue }

// URL returns the address under which visitors reach the server.
func (s *Server) URL() string { return s.baseURL }

// Handle registers a handler for visitors at a net/http pattern. Every request
// to it first passes around: request id, baseline headers, log, metrics.
func (s *Server) Handle(pattern string, handler http.Handler) {
	operation := s.operationOf(pattern)
	s.mux.Handle(pattern, named(func(*http.Request) string { return operation }, handler))
}

// handler returns the handler for everything that visitors can reach.
// wake has the outbox do new jobs at once.
func (s *Server) handler(keys keys, wake func()) (http.Handler, error) {
	rates := api.DefaultRates()
	if s.config.NoLimits {
		rates = nil
	}
	sources, err := s.config.notificationSources()
	if err != nil {
		return nil, err
	}
	banner := ""
	if s.config.Sandbox {
		banner = sandboxBanner
	}
	calls := api.New(api.Config{
		Site: s.site, View: s.view.Current, Bookings: s.bookings, Payments: s.payments,
		Visitors: s.store.Visitors(), Wake: wake, Promotion: s.promotion, HomePage: s.homePage, Passes: promotion.Passes{Key: keys.passes},
		Settle: s.settle, Now: s.config.now, Secret: keys.searches, Rates: rates, Origin: s.baseURL, Client: func(r *http.Request) string { return httpx.Client(r.Context()) },
		Maintenance: s.maintained, Flags: s.flagSettings(), MaintenanceToken: s.config.MaintenanceToken, NotificationPath: s.config.NotificationPath,
		NotificationSources:    sources,
		WalletNotificationPath: s.config.WalletNotificationPath, Wallet: s.wallet.BaseURL != "",
		Banner: banner, MapTiles: s.config.mapTiles(), SiteReviews: s.siteReviews, Gates: s.shed.calls, Log: s.log,
	})
	s.metrics.caching(calls.CachedAnswers)
	provider := originsOf(s.card.DDCURL, s.card.ChallengeURL)
	frames := provider
	if !s.config.simulated() {
		frames = append(frames, "https:") // the visitor's bank
	}
	rendering, err := s.rendering(calls)
	if err != nil {
		return nil, err
	}
	pages, err := web.New(web.Config{
		Site: s.site, Catalogue: s.catalogue, Content: s.content, InventedReviews: s.config.Demo, Init: calls.InitDocument, Pictures: s.draw, CacheDir: filepath.Join(s.config.Data, "cache"), BadPicture: s.badPicture,
		Closed: calls.Closed, Gate: s.shed.pages, PictureGate: s.shed.pictures, FrameSources: frames, PaymentSources: provider, ConnectSources: originsOf(s.config.FlagsHost, s.config.ContentHost), ImageSource: tileSource(s.config.MapTiles), TagSources: s.config.Tags.Sources, Banner: banner, Ask: answers(calls, s.content), Rendering: rendering, Log: s.log,
		Newsletter: s.store.Visitors(), Passed: calls.HasPass,
	})
	if err != nil {
		return nil, err
	}
	calls.Routes(s.Handle)
	s.flags.Routes(s.Handle)
	s.Handle("POST /api/errors", http.HandlerFunc(s.reports.Tunnel))
	s.publish(calls)
	s.Handle(homepage.FilmPattern, homepage.ServeFilm(s.homePage))
	for _, method := range []string{"GET ", "POST "} {
		s.Handle(method+mail.ConfirmPath, http.HandlerFunc(pages.ConfirmPage))
		s.Handle(method+mail.UnsubscribePath, http.HandlerFunc(pages.UnsubscribePage))
	}
	s.Handle("GET "+api.ThanksPath, http.HandlerFunc(pages.ThanksPage))
	s.Handle("GET /healthz", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { httpx.SendText(w, r, http.StatusOK, httpx.NoStore, "ok") }))
	s.Handle("GET /readyz", s.ready(false))
	if s.config.Demo {
		mailbox := http.StripPrefix("/sim/mail", simulator.Mailbox(filepath.Join(s.config.Data, "mail")))
		s.Handle("GET /sim/mail", mailbox)
		s.Handle("GET /sim/mail/{email}", mailbox)
	}
	s.mux.Handle("/", named(pageKind, s.underOneName(pages)))
	return s.around(s.mux, pages), nil
}

// settle waits for a moment until the index shows what was committed.
func (s *Server) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = s.inventory.SyncBookings(ctx) // on an error searches show the booking a little later
}
