package testworld

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// Network is the network of a world in a bubble.
type Network struct {
	// Calls returns the way of the services' calls to the provider, given the
	// provider.
	Calls func(provider http.RoundTripper) http.RoundTripper
	// Reports is the way of the provider's notifications and webhooks.
	Reports http.RoundTripper
}

// reportsTo is the address to which the provider sends its notifications, and
// with "/wallet" its webhooks.
const reportsTo = "http://shop.example/reports"

// InBubble returns a world for a bubble of testing/synctest, where time passes
// without waiting: there is no socket on which a goroutine could wait for the
// provider. The database is one of the template.
func (m Template) InBubble(t testing.TB, db storetest.Database, n Network, options ...Option) *World {
	t.Helper()
	time.Sleep(time.Until(Start)) // of the bubble's time
	w := &World{T: t, Clock: &Clock{ofBubble: true}, Emails: &Emails{}, Lag: &Lag{}}
	runner := loops(func(l loop.Loop) loop.Loop {
		l.Every = 10 * time.Minute // days pass in a bubble; a report of the provider wakes the loop at once
		return l
	})
	w.Provider = m.Provider(t, simulator.Options{Lag: w.Lag.next, Transport: n.Reports, Runner: runner})
	const base = "http://provider.example"
	w.Browser = inProcess{w.Provider}
	w.Account, w.Wallet = w.Provider.Account(base), w.Provider.WalletAccount(base)
	w.Account.Transport = n.Calls(w.Browser)
	w.Wallet.Transport = w.Account.Transport
	check(t, w.Provider.NotifyAt(reportsTo))
	check(t, w.Provider.WebhooksAt(base, reportsTo+"/wallet"))
	return w.SecondNode(db, options...)
}

// openInBubble opens a database in a bubble and closes it when the test ends. Its
// loops do nothing: those of PostgreSQL wait at a socket, and no time passes in a
// bubble while a goroutine does that. PostgreSQL has the time of the machine and
// not of the bubble, so the difference that the store measures is taken off
// again.
func openInBubble(t testing.TB, db storetest.Database) *store.Store {
	t.Helper()
	runner := loops(func(l loop.Loop) loop.Loop {
		return loop.Loop{Name: l.Name, Every: 1000 * time.Hour, Deadline: time.Hour, Round: func(context.Context) error { return nil }}
	})
	var s *store.Store
	clock := func() time.Time {
		if s == nil {
			return time.Now()
		}
		return time.Now().Add(-s.Skew())
	}
	s, err := store.Open(context.Background(), db.Source, clock, store.RunBy(runner), store.Existing())
	check(t, err)
	t.Cleanup(func() { check(t, s.Close()) })
	return s
}

// loops returns a runner that changes its loops.
func loops(around func(loop.Loop) loop.Loop) *loop.Runner {
	runner := loop.NewRunner(slog.New(slog.DiscardHandler))
	runner.Around = around
	return runner
}

// inProcess calls a handler without a network.
type inProcess struct{ handler http.Handler }

func (p inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	request := r.Clone(r.Context())
	request.RequestURI, request.RemoteAddr, request.Host = r.URL.RequestURI(), "203.0.113.1:1", r.URL.Host
	if request.Body == nil {
		request.Body = http.NoBody
	}
	answered := make(chan *httptest.ResponseRecorder, 1)
	go func() {
		recorder := httptest.NewRecorder()
		p.handler.ServeHTTP(recorder, request)
		answered <- recorder
	}()
	select {
	case recorder := <-answered:
		response := recorder.Result()
		response.Request = r
		return response, r.Context().Err()
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}
