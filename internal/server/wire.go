package server

import (
	"context"
	"errors"
	stdlog "log"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"holidaymaker/internal/api"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/homepage"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/marketing/affiliate"
	"holidaymaker/internal/marketing/promotion"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/operations/retention"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/provider"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/store"
	"holidaymaker/internal/web"
	"holidaymaker/internal/web/cspreport"
	"holidaymaker/internal/web/httpx"
)

// wire creates the services and connects them.
func (s *Server) wire(ctx context.Context) error {
	secrets, err := Secrets(ctx, s.store, s.config.Secret, s.config.EarlierSecrets)
	if err != nil {
		return err
	}
	keys, err := derive(secrets)
	if err != nil {
		return err
	}
	if err := s.startProvider(); err != nil {
		return err
	}
	s.flags, s.reviews = s.openFlags(ctx), s.openReviews()
	if err := errors.Join(s.openPromotion(), s.openHomePage(), s.openPartners(), s.openHotelAds(), s.readMyHolidays()); err != nil {
		return err
	}
	limits, payLimits := booking.DefaultLimits(), payment.DefaultLimits()
	limits.Off, payLimits.Off = s.config.NoLimits, s.config.NoLimits
	newJobs := loop.NewTrigger() // fires when there are new outbox jobs
	s.bookings = booking.New(booking.Config{Store: s.store.Bookings(), Catalogue: booking.LiveCatalogue(s.catalogue), Limits: limits,
		Keys: keys.digests, Brand: s.site.Referer.Code, Partner: s.partnerOf(), OneUnit: s.oneUnit, Log: s.log, Bad: s.bad, Wake: newJobs.Fire})
	s.payments = payment.New(payment.Config{
		Store: s.store.Payments(), Bookings: s.bookings, Card: worldpay.New(s.measuredCard()), ReturnURL: s.baseURL + "/api/threedsreturn",
		Wallet: s.walletProvider(), WalletURL: s.baseURL + "/api/paypal", Brand: s.site.Global.BrandName,
		Keys: keys.payments, CardOn: s.cardOn, WalletOn: s.walletOn, Limits: payLimits, Log: s.log, Bad: s.bad, Wake: newJobs.Fire, Clock: s.store.Now, Journal: s.orders.Note, LinkDays: s.config.PayLinks,
		StatementLine: s.statementLine(),
	})
	if err := s.warnWithoutWallet(ctx); err != nil {
		return err
	}
	s.eraser = retention.New(retention.Config{Bookings: s.store.Payments(), Visitors: s.store.Visitors(), YearEnd: s.config.FinancialYear, Clock: s.store.Now, Bad: s.bad})
	s.openWatches(newJobs.Fire)
	s.openMyHolidays()
	emails := s.messengers(keys.arrivals)
	reader := ical.NewReader(func(next http.RoundTripper) http.RoundTripper { return s.measured(next, "calendar") })
	s.calendars = ical.New(ical.Config{Store: s.store.Calendars(), Keys: keys.calendars, Reader: reader, Log: s.log})
	s.openARI()
	sales := affiliate.New(affiliate.Config{Bookings: s.store.Bookings(), Advertiser: s.advertiser(), URL: s.config.Tags.AwinURL, Test: s.config.simulated(),
		Transport: s.measured(http.DefaultTransport, "affiliate")})
	handlers := s.jobHandlers(emails, sales)
	for kind := range handlers {
		s.jobKinds = append(s.jobKinds, kind)
	}
	slices.Sort(s.jobKinds)
	s.policyReports = cspreport.New(web.IsPayment, s.log, s.config.now)
	s.metrics.registry.MustRegister(collector{s})
	s.worker = outbox.New(outbox.Config{Store: s.store.Outbox(), Kinds: handlers, Due: newJobs, Log: s.log, Bad: s.bad})
	if s.content, err = s.openContent(keys.pictures); err != nil {
		return err
	}
	handler, err := s.handler(keys, newJobs.Fire)
	if err != nil {
		return err
	}
	visitors := newHTTPServer(handler, s.log)
	visitors.ConnState = s.shed.open.State
	s.shed.open.Unreadable = s.unreadable(handler)
	requests, cutOff := context.WithCancelCause(context.Background())
	s.cutOff = cutOff
	visitors.BaseContext = func(net.Listener) context.Context { return requests }
	s.servers = append([]*http.Server{visitors}, s.servers...)
	return s.serveStaff()
}

// jobHandlers returns what does the outbox jobs, by their kinds.
func (s *Server) jobHandlers(emails *mail.Mailer, sales *affiliate.Reporter) map[string]outbox.Kind {
	handlers := s.payments.Handlers()
	maps.Copy(handlers, emails.Handlers())
	maps.Copy(handlers, sales.Handlers())
	told := reservation.Nobody()
	if s.reservations != nil {
		told = s.reservations.Handlers()
	}
	maps.Copy(handlers, told)
	handlers[store.JobLost] = outbox.Kind{Do: reportLoss, Keep: true}
	return handlers
}

// measuredCard returns the account at the card provider, with an HTTP client
// that counts the calls.
func (s *Server) measuredCard() worldpay.Config {
	card := s.card
	if card.Transport == nil {
		card.Transport = provider.Transport()
	}
	card.Transport = s.measured(card.Transport, "card")
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
		account.Transport = provider.Transport()
	}
	account.Transport = s.measured(account.Transport, "wallet")
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
	v := api.NewView(s.views.Add(1), state.Catalogue, state.Index, state.Holidays)
	v.Follow(s.view.Current())
	return v
}

func (s *Server) catalogue() *catalogue.Snapshot { return s.inventory.Current().Catalogue }

// Handle registers a handler for visitors at a net/http pattern. Every request
// to it first passes around: request id, baseline headers, log, metrics.
func (s *Server) Handle(pattern string, handler http.Handler) {
	operation := s.operationOf(pattern)
	s.patterns = append(s.patterns, pattern)
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
	calls := api.New(api.Config{
		Site: s.site, View: s.view.Current, Bookings: s.bookings, Payments: s.payments,
		Visitors: s.store.Visitors(), Watches: s.watches, MyHolidays: s.myHolidays, Wake: wake, Promotion: s.promotion, HomePage: s.homePage, DriveTimes: s.driveTimes, Passes: promotion.Passes{Keys: keys.passes, Site: s.site.SiteCode, Now: s.config.now},
		Settle: s.settle, Now: s.config.now, Keys: keys.searches, Rates: rates, Origin: s.baseURL,
		Maintenance: s.inMaintenance, Flags: s.flagSettings(), MaintenanceToken: s.config.MaintenanceToken,
		NotificationPath: s.config.NotificationPath, NotificationSources: sources,
		WalletNotificationPath: s.config.WalletNotificationPath, Wallet: s.wallet.BaseURL != "",
		Banner: s.banner(), MapTiles: s.config.mapTiles(), SiteReviews: s.siteReviews, Gates: s.shed.calls, Log: s.log,
	})
	s.calls = calls
	pages, err := s.newPages(calls)
	if err != nil {
		return nil, err
	}
	calls.FormRefused, calls.WatchPage, calls.HolidayPages = pages.FormRefusedPage, pages.WatchPage, pages
	calls.Routes(s.Handle)
	s.flags.Routes(s.Handle)
	s.Handle("POST /api/errors", http.HandlerFunc(s.reports.Tunnel))
	s.Handle("POST "+cspreport.Path, s.policyReports)
	if err := s.watchPaymentPage(pages); err != nil {
		return nil, err
	}
	s.routeContent(calls)
	s.Handle(homepage.FilmPattern, homepage.ServeFilm(s.homePage))
	for _, method := range []string{"GET ", "POST "} {
		s.Handle(method+mail.ConfirmPath, http.HandlerFunc(pages.ConfirmPage))
		s.Handle(method+mail.UnsubscribePath, http.HandlerFunc(pages.UnsubscribePage))
	}
	if s.reservations != nil {
		for _, method := range []string{"GET ", "POST "} {
			s.Handle(method+mail.ArrivalsPath+"{token}", http.HandlerFunc(pages.ArrivalsPage))
		}
	}
	s.routeWatches(pages)
	s.Handle("GET "+ical.Path+"{file}", http.HandlerFunc(s.calendars.Serve))
	if s.hotelAds != nil {
		s.hotelAds.Routes(s.Handle, pages)
	}
	if s.config.SearchLine {
		s.Handle("GET "+web.FindPath, http.HandlerFunc(pages.FindPage))
	}
	s.Handle("GET "+web.TogetherPath, http.HandlerFunc(pages.TogetherPage))
	s.Handle("GET "+api.ThanksPath, http.HandlerFunc(pages.ThanksPage))
	s.Handle("GET /healthz", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { httpx.SendText(w, r, http.StatusOK, httpx.NoStore, "ok") }))
	s.Handle("GET /readyz", http.HandlerFunc(s.ready))
	if s.config.Demo {
		mailbox := http.StripPrefix("/sim/mail", simulator.Mailbox(filepath.Join(s.config.Data, "mail")))
		s.Handle("GET /sim/mail", mailbox)
		s.Handle("GET /sim/mail/{email}", mailbox)
	}
	s.mux.Handle("/", named(pageKind, s.underOneName(pages)))
	return s.around(s.mux, pages), nil
}

// newPages returns what answers every address outside the API.
func (s *Server) newPages(calls *api.API) (*web.Web, error) {
	rendering, err := s.rendering(calls)
	if err != nil {
		return nil, err
	}
	provider, frames := s.config.paymentOrigins(s.card)
	return web.New(web.Config{
		Site: s.site, Catalogue: s.catalogue, Content: s.content, InventedReviews: s.config.Demo,
		Ask: answers(calls, s.content), Rendering: rendering,
		Pictures: s.draw, BadPicture: s.badPicture,
		Closed: calls.Closed, Refused: calls.PageRefused, Gate: s.shed.pages, PictureGate: s.shed.pictures,
		FrameSources: frames, PaymentSources: provider, ConnectSources: originsOf(s.config.FlagsHost, s.config.ContentHost),
		ImageSource: tileSource(s.config.MapTiles), TagSources: s.config.Tags.Sources,
		Banner: s.banner(), Newsletter: s.store.Visitors(), Watches: s.watches, Arrivals: s.reservations, Passed: calls.HasPass, Log: s.log,
	})
}

// banner returns the line at the top of every page, or "".
func (s *Server) banner() string {
	if s.config.Sandbox {
		return sandboxBanner
	}
	return ""
}

// settle waits for a moment until the index shows what was committed.
func (s *Server) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = s.inventory.SyncBookings(ctx) // on an error searches show the booking a little later
}
