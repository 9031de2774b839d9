package server_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store/storetest"
)

// The stop takes two seconds, so nothing runs beside this.
func TestAStopIsAnnouncedBeforeConnectionsAreRefused(t *testing.T) {
	s := start(t, func(c *server.Config) { c.ShutdownDelay = 2 * time.Second })
	v := s.visitor(t)
	stopped := make(chan struct{})
	go func() { s.stop(); close(stopped) }()
	polltest.Until(t, "the stop announced", func() bool { return v.get("/readyz").status == 503 })
	if got := readiness(t, s.AdminURL()); got.Ready || got.Reason != "shutting down" {
		t.Errorf("report: %s", got.body)
	}
	v.get("/api/search", "nights", "7").ok(t)
	<-stopped
	if _, err := http.Get(s.URL() + "/readyz"); err == nil {
		t.Error("connections are taken after the stop")
	}
}

func TestARequestThatDoesNotEndIsCutOffBeforeTheStoreCloses(t *testing.T) {
	config := server.Config{Addr: "127.0.0.1:0", Data: t.TempDir(), Demo: true, DemoParks: 12, DrainTime: 50 * time.Millisecond, Clock: testclock.Now}
	ctx, stop := context.WithCancel(t.Context())
	s, err := server.New(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	begun := make(chan struct{})
	var readAfterCutOff error
	s.Handle("GET /slow", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done() // the stop cuts it off
		readAfterCutOff = s.PingStore()
	}))
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	var asking sync.WaitGroup
	asking.Go(func() {
		response, err := http.Get(s.URL() + "/slow")
		if err != nil {
			t.Errorf("the request that was cut off has no answer: %v", err)
			return
		}
		defer response.Body.Close()
		if response.StatusCode != 503 || response.Header.Get("Retry-After") == "" {
			t.Errorf("the request that was cut off is answered with %d, Retry-After %q", response.StatusCode, response.Header.Get("Retry-After"))
		}
	})
	<-begun
	stop()
	if err := <-ran; err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("error %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	asking.Wait()
	if readAfterCutOff != nil {
		t.Errorf("the handler met a closed store: %v", readAfterCutOff)
	}
}

func TestAStopNeitherWaitsForAStuckHandlerNorClosesItsStore(t *testing.T) {
	t.Parallel()
	config := server.Config{Addr: "127.0.0.1:0", Data: t.TempDir(), Demo: true, DemoParks: 12, DrainTime: 50 * time.Millisecond, Clock: testclock.Now}
	ctx, stop := context.WithCancel(t.Context())
	s, err := server.New(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	begun, release := make(chan struct{}), make(chan struct{})
	s.Handle("GET /deaf", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(begun)
		<-release
	}))
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	var asking sync.WaitGroup
	asking.Go(func() {
		if response, err := http.Get(s.URL() + "/deaf"); err == nil {
			response.Body.Close()
		}
	})
	<-begun
	stop()
	if err := <-ran; err == nil || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if err := s.Close(); err == nil || !strings.Contains(err.Error(), "still run") {
		t.Errorf("close: %v", err)
	}
	if err := s.PingStore(); err != nil {
		t.Errorf("the store was closed under the handler: %v", err)
	}
	close(release)
	asking.Wait()
	polltest.Until(t, "the store closed after the handler", func() bool { return s.Close() == nil })
}

func TestAStopWithTheDatabaseFrozenEnds(t *testing.T) {
	t.Parallel()
	db, proxy := storetest.EmptyPostgreSQL(t).Behind(t)
	s := start(t, func(c *server.Config) { c.DB, c.DemoParks = db.Source, 12 })
	proxy.Freeze()
	stopped := make(chan struct{})
	go func() { s.stop(); close(stopped) }()
	select {
	case <-stopped:
	case <-time.After(90 * time.Second):
		t.Error("the stop does not end")
	}
}
