// Package errorreport sends errors to a Sentry service: those that the server
// logs, and those that browsers report through the server, so that no page calls
// another host. Without a DSN it does nothing.
package errorreport

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/getsentry/sentry-go"
	"golang.org/x/time/rate"

	"holidaymaker/internal/web/httpx"
)

// environment is the specified constant; servers for development have no DSN.
const environment = "production"

// Config is the settings of a Reporter.
type Config struct {
	DSN      string
	Release  string
	SiteCode string
	// Transport makes the requests to the service; nil means the default one.
	Transport http.RoundTripper
}

// Reporter sends errors. A nil Reporter does nothing.
type Reporter struct {
	config   Config
	client   *sentry.Client
	dsn      *sentry.Dsn
	own      *rate.Limiter
	visitors *httpx.Allowance

	http    *http.Client
	queue   chan []byte
	stop    context.CancelFunc
	stopped sync.WaitGroup
}

// Limits of what is sent, so that an error in a loop, or a hostile visitor,
// cannot flood the service.
const (
	ownPerMinute     = 60
	visitorPerMinute = 300
	clientPerMinute  = 20
	queued           = 100
	sendTime         = 10 * time.Second
	closeTime        = 2 * time.Second
)

// New returns a Reporter, or nil for an empty DSN. The caller must Close it.
func New(c Config) (*Reporter, error) {
	if c.DSN == "" {
		return nil, nil
	}
	dsn, err := sentry.NewDsn(c.DSN)
	if err != nil {
		return nil, fmt.Errorf("read the address of the error reports: %w", err)
	}
	sender := &http.Client{Transport: c.Transport, Timeout: sendTime, CheckRedirect: httpx.NoRedirects}
	client, err := sentry.NewClient(sentry.ClientOptions{
		Dsn: c.DSN, Environment: environment, Release: c.Release, HTTPClient: sender,
		Integrations: func([]sentry.Integration) []sentry.Integration { return nil },
	})
	if err != nil {
		return nil, fmt.Errorf("prepare error reports: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	r := &Reporter{
		config: c, client: client, dsn: dsn,
		own: rate.NewLimiter(ownPerMinute/60., ownPerMinute), visitors: httpx.NewAllowance(clientPerMinute, visitorPerMinute),
		http: sender, queue: make(chan []byte, queued), stop: stop,
	}
	r.stopped.Go(func() { r.forward(ctx) })
	return r, nil
}

// DSN returns the address for browsers, or "".
func (r *Reporter) DSN() string {
	if r == nil {
		return ""
	}
	return r.config.DSN
}

// Close sends what waits, for at most two seconds.
func (r *Reporter) Close() {
	if r == nil {
		return
	}
	r.client.Flush(closeTime)
	for deadline := time.Now().Add(closeTime); len(r.queue) > 0 && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	r.stop()
	r.stopped.Wait()
	r.client.Close()
}

// Handler returns a handler that also reports each error that is logged: panics,
// loops that fail, records that are left out, exactly as often as they are
// logged.
func (r *Reporter) Handler(next slog.Handler) slog.Handler {
	if r == nil {
		return next
	}
	return handler{next, r}
}

type handler struct {
	slog.Handler
	reporter *Reporter
}

// Enabled implements slog.Handler.
func (h handler) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError || h.Handler.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, record slog.Record) error {
	if record.Level >= slog.LevelError && h.reporter.own.Allow() {
		h.reporter.client.CaptureEvent(h.reporter.eventOf(ctx, record), nil, nil)
	}
	if !h.Handler.Enabled(ctx, record.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs), h.reporter}
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.Handler.WithGroup(name), h.reporter}
}

// tags are the attributes of log lines that are reported as they are. Others may
// identify a visitor or a booking.
var tags = map[string]bool{"loop": true, "kind": true, "request": true, "operation": true}

// eventOf makes a report of a log line.
func (r *Reporter) eventOf(ctx context.Context, record slog.Record) *sentry.Event {
	event := sentry.NewEvent()
	event.Level, event.Timestamp, event.Logger = sentry.LevelError, record.Time, "log"
	event.Tags["siteCode"] = r.config.SiteCode
	exception := sentry.Exception{Type: record.Message, Value: record.Message}
	record.Attrs(func(a slog.Attr) bool {
		switch {
		case a.Key == "error" || a.Key == "reason":
			exception.Value = Masked(a.Value.String())
		case a.Key == "stack":
			event.Contexts["goroutine"] = sentry.Context{"stack": a.Value.String()}
		case tags[a.Key]:
			event.Tags[a.Key] = Masked(a.Value.String())
		}
		return true
	})
	event.Exception = []sentry.Exception{exception}
	event.User.IPAddress = httpx.Client(ctx)
	return event
}

// forward sends the reports of browsers, one after the other, until ctx ends.
// While the service refuses more, they are dropped.
func (r *Reporter) forward(ctx context.Context) {
	var quiet time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case envelope := <-r.queue:
			if time.Now().Before(quiet) {
				continue
			}
			if pause := r.send(ctx, envelope); pause > 0 {
				quiet = time.Now().Add(pause)
			}
		}
	}
}

var errNoEvent = errors.New("the envelope has no event")
