// Package server connects all packages to the running product: store,
// inventory, bookings, payments, e-mails, API and web, with their loops. The
// serve command runs it, and tests start it on port 0.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/api"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/content"
	"holidaymaker/internal/content/homepage"
	"holidaymaker/internal/content/picture"
	"holidaymaker/internal/content/reviews"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/marketing/hotelads"
	"holidaymaker/internal/marketing/promotion"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/office"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/errorreport"
	"holidaymaker/internal/operations/flags"
	"holidaymaker/internal/operations/livefile"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/operations/pagewatch"
	"holidaymaker/internal/operations/retention"
	"holidaymaker/internal/operations/tracing"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/orderlog"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/site"
	"holidaymaker/internal/store"
	"holidaymaker/internal/web/cspreport"
	"holidaymaker/internal/web/httpx"
	"holidaymaker/internal/web/render"
)

// Server is the whole product. Make it with New, serve with Run, and Close it.
type Server struct {
	config  Config
	log     *slog.Logger
	lines   *logWriter
	site    *site.Site
	baseURL string

	store        *store.Store
	inventory    *inventory.Replica
	view         inventory.View[api.View]
	bookings     *booking.Service
	payments     *payment.Service
	reservations *reservation.Service // nil: no park is told of its bookings
	calendars    *ical.Service
	flags        *flags.Flags
	reports      *errorreport.Reporter // nil: errors are only logged
	traces       *tracing.Tracer       // nil: nothing is traced
	worker       *outbox.Worker
	eraser       *retention.Eraser
	orders       *orderlog.Journal
	demo         *demo.Demo           // nil without Demo
	provider     *simulator.Simulator // nil where this process runs none
	card         worldpay.Config      // the merchant's account, real or simulated
	wallet       paypal.Config        // likewise; without an address there is none
	metrics      *metrics
	loops        *loop.Runner
	bad          *badrecord.Register
	content      *content.Service
	reviews      *reviews.Reader // nil: there is no customer-review service
	mux          *http.ServeMux
	calls        *api.API
	shed         *shedder
	renderer     *render.Renderer // nil: browsers render the pages
	promotion    *promotion.Source
	homePage     *homepage.Source
	partners     *reservation.Source // nil: no park is told of its bookings
	ari          *ari.Service        // nil: likewise
	sent         loop.Trigger        // fires when partners have sent rates
	hotelAds     *hotelads.Service   // nil: no park is shown in hotel ads
	adAccounts   *hotelads.Source    // likewise
	driveTimes   *livefile.File[catalogue.DriveTimes]
	watches      *watch.Service      // nil: nobody can watch prices
	myHolidays   *myholidays.Service // nil: there is no My Holidays

	holidays myholidays.Config // what the file says

	paymentPage   *pagewatch.Watch // nil: nobody reads the live payment page
	policyReports *cspreport.Reports

	patterns  []string       // of what visitors reach
	office    *office.Office // nil: there is none
	officeURL string

	keyPair   *keyPair       // of TLS; nil without files of them
	listeners []net.Listener // visitors, then simulator, office and metrics where there are
	servers   []*http.Server

	views        atomic.Uint64                                         // the number of the newest view
	jobKinds     []string                                              // the kinds of outbox jobs that this process does
	drawPicture  func(from picture.Source, path string) ([]byte, bool) // tests replace it
	node         string                                                // the id of this process in the database
	health       health
	requests     inFlight                // the visitors' running requests
	cutOff       context.CancelCauseFunc // cancels the contexts of requests
	proxyWarning sync.Once
	draining     atomic.Bool // the server is about to stop
	contracted   chan error  // why the server must stop: see probeDatabase
}

// New opens everything that a server needs and listens on its ports. It serves
// nothing before Run. The caller must Close it.
func New(ctx context.Context, c Config) (*Server, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	brand, err := c.site()
	if err != nil {
		return nil, err
	}
	c.Tags.apply(brand)
	brand.SearchLine.Show = c.SearchLine
	brand.API.ContentHost = strings.TrimSuffix(c.ContentHost, "/")
	reports, err := errorreport.New(errorreport.Config{DSN: c.ErrorDSN, Release: c.Version, SiteCode: brand.SiteCode})
	if err != nil {
		return nil, err
	}
	brand.ErrorReporting = site.ErrorReporting{DSN: reports.DSN(), Release: c.Version}
	s := &Server{reports: reports, config: c, site: brand, metrics: newMetrics(), mux: http.NewServeMux(), contracted: make(chan error, 1)}
	s.shed = newShedder(c, brand.SiteCode)
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

// open opens the database and everything that depends on it, and listens.
func (s *Server) open(ctx context.Context) error {
	for _, dir := range []string{s.config.Data, filepath.Join(s.config.Data, "mail")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("make the data directory: %w", err)
		}
	}
	source := s.config.Data
	if s.config.DB != "" {
		source = s.config.DB
	}
	var err error
	if err := s.openDriveTimes(); err != nil {
		return err
	}
	s.orders = orderlog.New(orderlog.Folder(s.config.Data))
	if err := errors.Join(s.checkAddresses(), s.openTraces()); err != nil {
		return err
	}
	if s.config.TLSCert != "" {
		if s.keyPair, err = openKeyPair(s.config.TLSCert, s.config.TLSKey); err != nil {
			return err
		}
	}
	if err := s.openProvider(ctx); err != nil {
		return err
	}
	if err := s.openStore(ctx, source); err != nil {
		return err
	}
	s.reportSchema()
	switch found, err := s.store.Inspect(ctx); {
	case err != nil:
		return err
	case found.Standbys > 0 && !found.Synchronous:
		s.log.Warn("the PostgreSQL primary waits for none of its standbys: bookings may be lost with it; set synchronous_standby_names", "standbys", found.Standbys)
	}
	if err := s.openHeartbeat(ctx); err != nil {
		return err
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

// databasePause is how long a start waits before it tries an unreachable database
// again.
const databasePause = time.Second

// openStore opens the database. While it cannot be reached, for example because the
// machine with the database starts at the same time, it says so and waits until ctx
// ends.
func (s *Server) openStore(ctx context.Context, source string) (err error) {
	options := []store.Option{store.Observed(s.transaction), store.RunBy(s.loops), store.OfRelease(s.config.Version), store.BeforeMigrating(s.mayUse)}
	if s.config.NeverMigrate {
		options = append(options, store.Existing())
	}
	for waiting := false; ; waiting = true {
		s.store, err = store.Open(ctx, source, s.config.now, options...)
		switch {
		case err == nil && waiting:
			s.log.Warn("the database can be reached: the start goes on")
			return nil
		case err == nil:
			return nil
		case s.config.DB == "" || !errors.Is(err, store.ErrUnavailable) || ctx.Err() != nil:
			return fmt.Errorf("open the database: %w", err)
		case !waiting:
			s.log.Warn("the database cannot be reached: the start waits for it", "error", err.Error())
		}
		if loop.Pause(ctx, databasePause); ctx.Err() != nil {
			return fmt.Errorf("open the database: %w", err)
		}
	}
}

// reportSchema logs that the schema is not the one of this release.
func (s *Server) reportSchema() {
	schema := s.store.KnownSchema()
	switch {
	case schema.Have > schema.Want:
		s.log.Warn("the schema is newer than this release, which can work on it", "schema", schema.Have, "known", schema.Want, "migrated_by", schema.Release)
	case schema.Have < schema.Want:
		s.log.Warn("a migration waits that contracts the schema: when every node has this release, type `holidaymaker migrate`", "schema", schema.Have, "known", schema.Want)
	}
}

// URL returns the address under which visitors reach the server.
func (s *Server) URL() string { return s.baseURL }
