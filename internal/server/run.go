package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
)

// Time limits of the steps of a stop, after the configured delay. An
// orchestrator must allow their sum before it kills the process.
const (
	lastTime     = time.Second      // for requests on connections that were just accepted
	drainTime    = 30 * time.Second // for running requests to finish
	cutOffTime   = 5 * time.Second  // then for requests whose context was cancelled
	paymentsTime = 20 * time.Second // for calls to the card provider
	loopsTime    = 10 * time.Second // for background loops
	adminTime    = time.Second      // for requests of staff
)

// Run serves until ctx ends, or until the schema has no room for this release any more.
// Then it stops in this order: /readyz answers 503 for the configured delay, running
// requests are finished, then calls to the card provider, then the loops. Where the schema
// has no room, there is no delay, and only the last loops go on until the end. Call Close
// after it.
func (s *Server) Run(ctx context.Context) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	paying, stopPaying := context.WithCancel(context.WithoutCancel(ctx))
	defer stopPaying()
	var names []string
	for _, l := range s.lastLoops() {
		s.loops.Go(paying, l)
		names = append(names, l.Name)
	}
	for _, l := range s.backgroundLoops(background) {
		s.loops.Go(background, l)
		names = append(names, l.Name)
	}
	failed := make(chan error, len(s.servers))
	closed := make(chan struct{}) // no visitor's connection is accepted any more
	var serving sync.WaitGroup
	for i, server := range s.servers {
		serving.Go(func() {
			if err := server.Serve(s.listeners[i]); !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
				failed <- fmt.Errorf("serve: %w", err)
			}
			if i == 0 {
				close(closed)
			}
		})
	}
	if !s.config.NoLimits {
		serving.Go(func() {
			if err := s.shed.delay.Measure(background); err != nil {
				s.log.Error("the server does not notice that it has too much to do", "error", err.Error())
			}
		})
	}
	s.tell(daemon.SdNotifyReady)
	s.log.Info("serving", slog.String("url", s.baseURL), slog.String("site", s.site.SiteCode), slog.String("database", s.store.Dialect()))
	var err error
	select {
	case <-ctx.Done():
		s.announceStop()
	case err = <-s.contracted:
		s.log.Error("this release cannot work on the schema any more", "error", err.Error())
		stop() // at once, also without the delay: what it still writes may fail or be wrong
	case err = <-failed:
	}
	err = errors.Join(err, s.drain(s.servers[0], closed))
	err = errors.Join(err, bounded(paymentsTime, s.payments.Wait))
	stop()
	stopPaying()
	err = errors.Join(err, bounded(loopsTime, func(ctx context.Context) error { return s.loops.Wait(ctx, names...) }))
	for _, server := range s.servers[1:] {
		// Nobody waits for an answer any more, except perhaps for a profile. Shutdown alone takes
		// five seconds where a connection was opened in advance.
		if bounded(adminTime, server.Shutdown) != nil {
			err = errors.Join(err, server.Close())
		}
	}
	serving.Wait()
	s.log.Info("stopped")
	return err
}

// announceStop makes /readyz answer 503 while visitors are still served, until
// a load balancer has noticed it.
func (s *Server) announceStop() {
	s.draining.Store(true)
	s.log.Info("stopping", "delay", s.config.ShutdownDelay.String())
	time.Sleep(s.config.ShutdownDelay)
}

// answerAccepted accepts no further connection, and waits until those that were accepted
// have ended, because each ends after its next answer. Shutdown by itself drops a request that
// has just been read. Of a connection that is still open after lastTime, nobody knows whether
// a request will come.
func (s *Server) answerAccepted(visitors *http.Server, closed <-chan struct{}) {
	_ = s.listeners[0].Close() // closed already where serving has failed
	<-closed
	visitors.SetKeepAlivesEnabled(false)
	ctx, cancel := context.WithTimeout(context.Background(), lastTime)
	defer cancel()
	for open := 1; open > 0 && ctx.Err() == nil; open, _, _ = s.shed.open.Now() {
		loop.Pause(ctx, time.Millisecond)
	}
}

// drain waits for the visitors' requests to finish. It cancels the contexts of
// those that take longer than drainTime. When it returns nil, no handler is
// running. The channel is closed when no connection is accepted any more.
func (s *Server) drain(visitors *http.Server, closed <-chan struct{}) error {
	s.draining.Store(true)
	s.tell(daemon.SdNotifyStopping)
	s.flags.EndStreams()
	s.answerAccepted(visitors, closed)
	err := bounded(cmp.Or(s.config.DrainTime, drainTime), visitors.Shutdown)
	if err == nil {
		return nil
	}
	s.cutOff(errShuttingDown)
	if late := bounded(cutOffTime, s.requests.wait); late != nil {
		return fmt.Errorf("finish the requests in flight: %w", errors.Join(err, late))
	}
	return errors.Join(fmt.Errorf("finish the requests in flight: some were cut off: %w", err), visitors.Close())
}

// bounded runs a step of the stop with a time limit.
func bounded(d time.Duration, step func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	return step(ctx)
}

// Close closes ports and files and writes the rest of the log. It may be called
// on a server that never ran. While a handler is still running, it leaves the
// database open, so that the handler does not meet a closed store.
func (s *Server) Close() error {
	var err error
	if s.cutOff != nil {
		s.cutOff(errShuttingDown)
	}
	for _, listener := range s.listeners {
		_ = listener.Close() // already closed where it was used
	}
	if s.provider != nil {
		s.provider.Close()
	}
	if running := s.requests.count(); running == 0 && s.renderer != nil {
		s.renderer.Close()
	}
	if running := s.requests.count(); running > 0 {
		err = fmt.Errorf("close the database: %d requests still run", running)
	} else if s.store != nil {
		err = s.store.Close()
	}
	s.reports.Close()
	if late := s.traces.Close(); late != nil {
		s.log.Warn("the last traces are lost", "error", late.Error())
	}
	s.lines.close()
	return err
}

// lastLoops returns the loops that go on while requests and payments finish: systemd would
// end a server that gives no sign of life for so long.
func (s *Server) lastLoops() []loop.Loop {
	loops := []loop.Loop{s.payments.Loop()}
	if s.config.Systemd.Watchdog > 0 {
		loops = append(loops, s.watchdogLoop())
	}
	return loops
}

// backgroundLoops returns the server's own loops, without the last ones. The store and
// the card simulator start theirs themselves, in the same runner.
func (s *Server) backgroundLoops(ctx context.Context) []loop.Loop {
	loops := []loop.Loop{
		s.inventory.Loop(ctx), s.bookings.Loop(), s.bookings.DigestLoop(), s.bookings.VoucherLoop(), s.bookings.ReminderLoop(), s.worker.Loop(),
		{Name: "database_sweep", Every: time.Minute, Deadline: 10 * time.Minute, Round: s.store.Sweep},
		s.eraser.Loop(), s.ratesLoop(), s.calendars.Loop(),
	}
	loops = append(loops, s.probes()...)
	loops = append(loops, s.keptLoops()...)
	if s.paymentPage != nil {
		loops = append(loops, s.paymentPage.Loop())
	}
	if s.flags.Used() {
		loops = append(loops, s.flags.Loop())
	}
	if s.reviews != nil {
		loops = append(loops, s.reviews.Loop())
	}
	if l, ok := s.promotion.Loop(); ok {
		loops = append(loops, l)
	}
	if l, ok := s.homePage.Loop(); ok {
		loops = append(loops, l)
	}
	if s.partners != nil {
		loops = append(loops, s.reservations.Loop(), s.sentRatesLoop(), s.ari.Loop())
		if l, ok := s.partners.Loop(); ok {
			loops = append(loops, l)
		}
	}
	if s.hotelAds != nil {
		loops = append(loops, s.hotelAds.Loop())
		if l, ok := s.adAccounts.Loop(); ok {
			loops = append(loops, l)
		}
	}
	if s.office != nil {
		loops = append(loops, s.office.SealLoop())
	}
	if s.watches != nil {
		loops = append(loops, s.watches.Loop())
	}
	if l, ok := s.driveTimes.Loop(); ok {
		loops = append(loops, l)
	}
	if s.keyPair != nil {
		loops = append(loops, s.keyPair.loop())
	}
	if s.demo != nil {
		loops = append(loops, s.demoWindowLoop())
	}
	return loops
}

// ratesLoop compiles the rates again whose prices depend on the day, soon after midnight in
// London. Every node tries; the lock of imports lets one do it at a time, and the pause
// lets imports of parks come between.
func (s *Server) ratesLoop() loop.Loop {
	daily := &feed.DailyRates{Importer: feed.Importer{Store: s.store}}
	return loop.Loop{Name: "rates", Every: 10 * time.Second, Deadline: 10 * time.Minute, Round: func(ctx context.Context) error {
		more, err := daily.Compile(ctx)
		for more && ctx.Err() == nil {
			loop.Pause(ctx, time.Second)
			more, err = daily.Compile(ctx)
		}
		s.bad.Set(badrecord.Rates, daily.Failed())
		return err
	}}
}

// demoWindowLoop adds the dates that come on sale to the demo's prices.
func (s *Server) demoWindowLoop() loop.Loop {
	filled := date.In(s.config.now())
	return loop.Loop{Name: "demo_window", Every: time.Second, Deadline: 10 * time.Minute, Round: func(ctx context.Context) error {
		today := date.In(s.config.now())
		if today == filled {
			return nil
		}
		err := s.fillDemo(ctx)
		if err == nil {
			filled = today
		}
		return err
	}}
}
